// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "tools/ripgrep.h"

#include "tools/asking.h"

#include <QFile>

#include <atomic>
#include <cstdlib>
#include <memory>

#include <sys/stat.h>

namespace Countersign {

using namespace Qt::StringLiterals;

namespace {

/// A longer record is skipped: one line of a minified file may be as long as the file.
constexpr qsizetype kMaximumRecord = 4 * 1024 * 1024;

Error ripgrepMissing()
{
    return {ErrorCode::NotFound,
            u"The search did not run, because the program rg is missing: install the ripgrep "
            "package."_s,
            {}};
}

/// Looks for the program once; a missing one is looked for again, it may have been installed.
Result<void> requireRipgrep()
{
    static std::atomic<bool> found = false;
    if (found)
        return {};
    ProcessRequest request;
    request.program = u"rg"_s;
    request.arguments = {u"--version"_s};
    request.workingDirectory = u"/"_s;
    request.timeout = kSearchTimeout;
    const auto version = runProcess(request);
    if (!version && version.error().code == ErrorCode::NotFound)
        return failure(ripgrepMissing());
    if (!version)
        return failure(version.error());
    if (version->exitCode != 0 || !version->output.startsWith("ripgrep "))
        return failure(
                ErrorCode::Unsupported,
                u"The search did not run, because the program rg is not ripgrep: install the "
                "ripgrep package."_s);
    found = true;
    return {};
}

/// Cuts a stream into records.
class Records
{
public:
    Records(char separator, const std::function<bool(QByteArrayView)> &record)
        : m_separator(separator)
        , m_record(record)
    {
    }

    bool take(QByteArrayView bytes)
    {
        while (!bytes.isEmpty()) {
            const qsizetype end = bytes.indexOf(m_separator);
            const QByteArrayView piece = end < 0 ? bytes : bytes.first(end);
            if (m_rest.size() + piece.size() > kMaximumRecord)
                m_skipping = true;
            if (m_skipping)
                m_rest.clear();
            else
                m_rest.append(piece);
            if (end < 0)
                return true;
            bytes = bytes.sliced(end + 1);
            if (m_skipping)
                ++m_oversized;
            else if (!m_record(m_rest))
                return false;
            m_skipping = false;
            m_rest.clear();
        }
        return true;
    }
    [[nodiscard]] qint64 oversized() const { return m_oversized; }

private:
    char m_separator;
    const std::function<bool(QByteArrayView)> &m_record;
    QByteArray m_rest;
    bool m_skipping = false;
    qint64 m_oversized = 0;
};

/// Exit status 2 with words about the pattern: the model can correct that.
bool isPatternError(const QByteArray &errors)
{
    return errors.contains("regex parse error") || errors.contains("error parsing glob")
            || errors.contains("regex could not be compiled")
            || errors.contains("Compiled regex exceeds size limit")
            || errors.contains("the literal");
}

} // namespace

Result<SearchRoot> searchRoot(const ToolServices &services, const ToolContext &context,
                              const std::optional<QString> &path, bool fileAllowed)
{
    const auto resolved =
            resolvePath(services, context, path.value_or(u"."_s), PathKind::Directory);
    if (!resolved)
        return failure(resolved.error());
    if (resolved->type == FileType::Missing)
        return failure(ErrorCode::NotFound,
                       u"There is nothing at %1 to search; leave the path out to search the whole "
                       "project."_s.arg(resolved->resource));
    if (resolved->type == FileType::Directory)
        return SearchRoot{*resolved, resolved->canonical, u"."_s};
    if (!fileAllowed || resolved->type != FileType::Regular)
        return failure(
                ErrorCode::InvalidInput,
                u"%1 is not a directory; name the directory to search."_s.arg(resolved->resource));
    const qsizetype slash = resolved->canonical.lastIndexOf(u'/');
    return SearchRoot{*resolved, slash > 0 ? resolved->canonical.first(slash) : u"/"_s,
                      "./"_L1 + resolved->canonical.sliced(slash + 1)};
}

Result<RipgrepResult> runRipgrep(const QStringList &arguments, const QString &directory,
                                 char separator, const std::function<bool(QByteArrayView)> &record,
                                 std::stop_token stop)
{
    if (const auto there = requireRipgrep(); !there)
        return failure(there.error());
    Records records(separator, record);
    ProcessRequest request;
    request.program = u"rg"_s;
    request.arguments = QStringList{u"--no-config"_s, u"--no-follow"_s} + arguments;
    request.workingDirectory = directory;
    request.timeout = kSearchTimeout;
    request.captureLimit = 0;
    request.onOutput = [&records](QByteArrayView bytes) {
        return records.take(bytes);
    };
    const auto ended = runProcess(request, stop);
    if (!ended && ended.error().code == ErrorCode::NotFound)
        return failure(ripgrepMissing());
    if (!ended)
        return failure(ended.error());
    if (ended->exitCode == 2 && isPatternError(ended->errors))
        return failure(ErrorCode::InvalidInput,
                       "The pattern cannot be read:\n"_L1
                               + QString::fromUtf8(ended->errors).trimmed());
    // Status 0: found; 1: nothing found; 2 with other words: some files could not be read, what was
    // found stands.
    return RipgrepResult{ended->timedOut, records.oversized()};
}

QString confinedFile(const QString &directory, const QByteArray &name)
{
    // In bytes: a name that is not UTF-8 has no QString that leads back to it.
    const QByteArray folder = QFile::encodeName(directory);
    const std::unique_ptr<char, decltype(&std::free)> canonical(
            ::realpath(QByteArray(folder + '/' + name).constData(), nullptr), &std::free);
    struct stat status{};
    if (!canonical || ::stat(canonical.get(), &status) != 0 || !S_ISREG(status.st_mode))
        return {};
    const QByteArrayView path(canonical.get());
    if (!path.startsWith(folder.endsWith('/') ? folder : QByteArray(folder + '/')))
        return {};
    return QString::fromUtf8(path);
}

} // namespace Countersign
