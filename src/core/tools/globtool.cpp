// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "tools/globtool.h"

#include "tools/ripgrep.h"

#include <QFile>

#include <algorithm>
#include <tuple>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>

namespace Countersign {

using namespace Qt::StringLiterals;

namespace {

/// Most files that are looked at to find the newest ones: some 20 MB of names.
constexpr size_t kMaximumFiles = 200'000;

struct GlobInput
{
    QString pattern;
    std::optional<QString> path;
    std::optional<qint64> limit;
};

struct GlobOutput
{
    QStringList files;
    bool truncated = false;
    qint64 found = 0; ///< Not encoded, as the next.
    bool stopped = false; ///< There are more than kMaximumFiles.
};

struct Found
{
    qint64 seconds = 0;
    qint64 nanoseconds = 0;
    QByteArray path; ///< Relative to the root that was searched.
};

/// Takes ripgrep's list of names, each ended by a NUL, in pieces of any size.
class NameList
{
public:
    bool take(QByteArrayView piece)
    {
        for (qsizetype from = 0; from < piece.size();) {
            const qsizetype end = piece.indexOf('\0', from);
            const qsizetype until = end < 0 ? piece.size() : end;
            m_name.append(piece.sliced(from, until - from));
            if (end < 0)
                return true;
            if (m_names.size() == kMaximumFiles) {
                m_stopped = true;
                return false;
            }
            m_names.push_back(std::exchange(m_name, {}));
            from = end + 1;
        }
        return true;
    }
    [[nodiscard]] const std::vector<QByteArray> &names() const { return m_names; }
    [[nodiscard]] bool stopped() const { return m_stopped; }

private:
    QByteArray m_name;
    std::vector<QByteArray> m_names;
    bool m_stopped = false;
};

/// Time of change of one name; nothing when it is gone meanwhile, is no file, or leads outside.
std::optional<Found> look(const Location &location, const QString &root, const QByteArray &name)
{
    const QByteArray path = QFile::encodeName(root) + '/' + name;
    struct stat status{};
    if (::lstat(path.constData(), &status) != 0)
        return std::nullopt;
    if (S_ISLNK(status.st_mode)) {
        if (!canonicalInside(location, root, path) || ::stat(path.constData(), &status) != 0)
            return std::nullopt;
    }
    if (!S_ISREG(status.st_mode))
        return std::nullopt;
    return Found{status.st_mtim.tv_sec, status.st_mtim.tv_nsec, name};
}

QJsonObject metadataOf(const GlobInput &input, const ResolvedPath &root, qint64 limit)
{
    QJsonObject metadata{{u"root"_s, root.resource}, {u"limit"_s, limit}};
    if (input.path)
        metadata.insert(u"path"_s, *input.path);
    return metadata;
}

Result<GlobOutput> glob(const ToolServices &services, const GlobInput &input,
                        const ToolContext &context)
{
    const auto root = resolveSearchRoot(services, context, input.path, false);
    if (!root)
        return failure(root.error());
    const qint64 limit = input.limit.value_or(kDefaultSearchLimit);
    if (const auto allowed = askToSearch(services, context, Permission::Action::glob, input.pattern,
                                         metadataOf(input, *root, limit));
        !allowed)
        return failure(allowed.error());

    NameList names;
    const auto ended = runRipgrep(
            {u"--files"_s, u"--hidden"_s, u"--no-follow"_s, u"--glob="_s + input.pattern,
             u"--glob=!**/.git/**"_s, u"--null"_s},
            root->canonical, [&names](QByteArrayView piece) { return names.take(piece); },
            context.stop);
    if (!ended)
        return failure(ended.error());

    std::vector<Found> found;
    for (const QByteArray &name : names.names()) {
        if (context.stop.stop_requested())
            return failure(ErrorCode::Cancelled, u"The search for files was stopped."_s);
        if (auto one = look(services.location, root->canonical, name))
            found.push_back(std::move(*one));
    }
    const size_t kept = std::min(found.size(), size_t(limit));
    std::partial_sort(found.begin(), found.begin() + std::ptrdiff_t(kept), found.end(),
                      [](const Found &a, const Found &b) {
                          return std::tie(b.seconds, b.nanoseconds, a.path)
                                  < std::tie(a.seconds, a.nanoseconds, b.path);
                      });
    GlobOutput output;
    output.found = qint64(found.size());
    output.stopped = names.stopped();
    output.truncated = output.stopped || kept < found.size();
    const QString folder =
            root->canonical.endsWith(u'/') ? root->canonical : root->canonical + u'/';
    for (size_t i = 0; i < kept; ++i)
        output.files.append(
                services.location.resourceOf(folder + QFile::decodeName(found[i].path)));
    return output;
}

QString textFor(const GlobOutput &output)
{
    QString text = output.files.isEmpty() ? u"No files found."_s : output.files.join(u'\n');
    if (output.stopped)
        text += u"\n(%1 of more than %2 files shown. The search stopped there, so newer ones may "
                u"be "
                "missing; use a narrower pattern or path.)"_s.arg(output.files.size())
                        .arg(kMaximumFiles);
    else if (output.truncated)
        text += u"\n(%1 of %2 files shown, the newest ones; use a narrower pattern or path, or a "
                "larger limit.)"_s.arg(output.files.size())
                        .arg(output.found);
    return text;
}

} // namespace

Tool makeGlobTool(const ToolServices &services)
{
    return Tool::make(ToolSpec<GlobInput, GlobOutput>{
            u"Finds files by a name pattern such as **/*.cpp, newest first. Paths are relative to "
            "the project. Hidden files are found too; what .git holds is not."_s,
            Schema::object<GlobInput>()
                    .field(u"pattern"_s, &GlobInput::pattern,
                           Schema::string().described(
                                   u"Pattern for the file's path: * ? ** {a,b}."_s))
                    .field(u"path"_s, &GlobInput::path,
                           Schema::string().described(
                                   u"Directory to look in; the project when left out."_s))
                    .field(u"limit"_s, &GlobInput::limit,
                           Schema::integer(1, kMaximumSearchLimit)
                                   .described(u"Most files to list; 100 when left out."_s))
                    .codec(),
            Schema::object<GlobOutput>()
                    .field(u"files"_s, &GlobOutput::files, Schema::list(Schema::string()))
                    .field(u"truncated"_s, &GlobOutput::truncated, Schema::boolean())
                    .codec(),
            [services](const GlobInput &input, const ToolContext &context) {
                return glob(services, input, context);
            },
            [](const GlobInput &, const QJsonValue &, const GlobOutput &output) -> Content {
                return {TextContent{textFor(output)}};
            },
            {},
            QString::fromUtf16(Permission::Action::glob)});
}

} // namespace Countersign
