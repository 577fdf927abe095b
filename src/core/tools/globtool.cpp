// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "tools/globtool.h"

#include "location/opendirectory.h"
#include "tools/search.h"
#include "tools/shownbytes.h"

#include <QFile>

#include <algorithm>
#include <cstring>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>

namespace Countersign {

using namespace Qt::StringLiterals;

namespace {

/// Most files that are looked at to find the newest ones, and most bytes of their names.
constexpr size_t kMaximumFiles = 200'000;
constexpr qsizetype kMaximumNameBytes = qsizetype(32) * 1024 * 1024;

struct GlobOutput
{
    QStringList files;
    bool truncated = false;
    bool incomplete = false;
    qint64 found = 0; ///< Not encoded, as the next.
    bool stopped = false; ///< There are more than kMaximumFiles.
    QStringList notes;
};

/// Takes ripgrep's list of names, each ended by a NUL, in pieces of any size, and the time of change
/// of each file, while ripgrep still walks.
class FoundFiles
{
public:
    struct File
    {
        qint64 seconds = 0;
        qint64 nanoseconds = 0;
        qsizetype name = 0; ///< Where it begins in the names.
    };

    explicit FoundFiles(UniqueFd directory) : m_directory(std::move(directory)) { }

    bool take(QByteArrayView piece)
    {
        m_names.append(piece);
        for (qsizetype end = 0; (end = m_names.indexOf('\0', m_next)) >= 0; m_next = end + 1) {
            if (m_files.size() == kMaximumFiles) {
                m_stopped = true;
                return false;
            }
            look(m_next);
        }
        m_stopped = m_names.size() > kMaximumNameBytes;
        return !m_stopped;
    }

    /// The first `count` files are the newest ones then, in their order.
    void sort(size_t count)
    {
        std::partial_sort(m_files.begin(), m_files.begin() + std::ptrdiff_t(count), m_files.end(),
                          [this](const File &a, const File &b) {
                              if (a.seconds != b.seconds)
                                  return a.seconds > b.seconds;
                              if (a.nanoseconds != b.nanoseconds)
                                  return a.nanoseconds > b.nanoseconds;
                              return std::strcmp(text(a), text(b)) < 0;
                          });
    }

    [[nodiscard]] const std::vector<File> &files() const { return m_files; }
    [[nodiscard]] bool stopped() const { return m_stopped; }
    [[nodiscard]] QByteArray name(const File &file) const
    {
        return withoutDot(text(file)).toByteArray();
    }

private:
    [[nodiscard]] const char *text(const File &file) const
    {
        return m_names.constData() + file.name;
    }

    /// What is gone meanwhile or no file any more is left out.
    void look(qsizetype name)
    {
        struct statx status{};
        // What a network file system knows already is good enough for an order.
        if (::statx(m_directory.get(), m_names.constData() + name,
                    AT_SYMLINK_NOFOLLOW | AT_STATX_DONT_SYNC, STATX_TYPE | STATX_MTIME, &status)
                    == 0
            && S_ISREG(status.stx_mode))
            m_files.push_back({status.stx_mtime.tv_sec, status.stx_mtime.tv_nsec, name});
    }

    UniqueFd m_directory;
    QByteArray m_names;
    qsizetype m_next = 0;
    std::vector<File> m_files;
    bool m_stopped = false;
};

Result<GlobOutput> glob(const ToolServices &services, const SearchInput &input,
                        const ToolContext &context)
{
    const auto place = openSearch(services, context, input, Permission::Action::glob, false);
    if (!place)
        return failure(place.error());
    const auto filter = filterFor(*place, input.pattern);
    if (!filter)
        return failure(filter.error());
    auto directory = openDirectory(QFile::encodeName(place->directory));
    if (!directory)
        return failure(directory.error());

    FoundFiles found(std::move(*directory));
    // With more threads, ripgrep hands the names over between them, which costs twice the walk itself
    // (50,000 files: 63 ms instead of 39 on two cores) and takes the core on which FoundFiles looks.
    Walk walk;
    walk.options = {u"--files"_s, u"--threads=1"_s, u"--hidden"_s, u"--no-follow"_s, u"--null"_s};
    walk.onOutput = [&found](QByteArrayView piece) {
        return found.take(piece);
    };
    walk.foundNothing = [&found] {
        return found.files().empty();
    };
    const auto ended = runWalk(*place, *filter, walk, context.stop);
    if (!ended)
        return failure(ended.error());

    GlobOutput output;
    const size_t kept = std::min(found.files().size(), size_t(place->limit));
    found.sort(kept);
    PlacedFiles placed(place->directory);
    const QByteArray prefix = place->prefix.toUtf8();
    for (size_t i = 0; i < kept; ++i) {
        const QByteArray name = found.name(found.files()[i]);
        if (placed.contains(name))
            output.files.append(shownName(QByteArray(prefix + name)));
    }
    output.found = qint64(found.files().size());
    output.stopped = found.stopped();
    output.truncated = output.stopped || ended->ripgrep.timedOut || kept < found.files().size();
    output.incomplete = ended->ripgrep.timedOut || ended->ripgrep.unreadable;
    output.notes = searchNotes(ended->ripgrep);
    if (output.files.isEmpty())
        output.notes += nothingNotes(*ended, input.pattern, false);
    return output;
}

QString textFor(const GlobOutput &output)
{
    QStringList notes = output.notes;
    if (output.stopped)
        notes.prepend(
                u"(%1 of more than %2 files shown. The search stopped there, so newer ones may be "
                "missing; use a narrower pattern or path.)"_s.arg(output.files.size())
                        .arg(output.found));
    else if (output.found > output.files.size())
        notes.prepend(
                u"(%1 of %2 files shown, the newest ones; use a narrower pattern or path, or a "
                "larger limit.)"_s.arg(output.files.size())
                        .arg(output.found));
    return withNotes(output.files.isEmpty() ? u"No files found."_s : output.files.join(u'\n'),
                     notes, false);
}

} // namespace

Tool makeGlobTool(const ToolServices &services)
{
    return Tool::make(ToolSpec<SearchInput, GlobOutput>{
            u"Finds files by a name pattern such as **/*.cpp, newest first. Paths are relative to "
            "the project. Hidden files are found too; what .git holds is not, nor what symbolic "
            "links lead to. Folders that the project ignores are entered only when the pattern or "
            "path names them."_s,
            searchFields(u"Pattern for the file's path: * ? ** {a,b} [ab]. One without a slash "
                         "matches at any depth."_s,
                         u"Directory to look in; the project when left out."_s,
                         u"Most files to list; 100 when left out."_s)
                    .codec(),
            Schema::object<GlobOutput>()
                    .field(u"files"_s, &GlobOutput::files, Schema::list(Schema::string()))
                    .field(u"truncated"_s, &GlobOutput::truncated, Schema::boolean())
                    .field(u"incomplete"_s, &GlobOutput::incomplete, Schema::boolean())
                    .codec(),
            [services](const SearchInput &input, const ToolContext &context) {
                return glob(services, input, context);
            },
            [](const SearchInput &, const QJsonValue &, const GlobOutput &output) -> Content {
                return {TextContent{textFor(output)}};
            },
            {},
            QString::fromUtf16(Permission::Action::glob)});
}

} // namespace Countersign
