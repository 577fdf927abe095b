// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "schema/codec.h"
#include "tools/ripgrep.h"
#include "tools/toolservices.h"

#include <QByteArray>
#include <QJsonObject>
#include <QString>
#include <QStringList>

#include <functional>
#include <optional>
#include <stop_token>

namespace Countersign {

/// What glob and grep share: their input, where they search, and which results may be told.

/// Most matches or files that one call can ask for.
inline constexpr qint64 kMaximumSearchLimit = 10'000;
inline constexpr qint64 kDefaultSearchLimit = 100;

struct SearchInput
{
    QString pattern;
    std::optional<QString> path;
    std::optional<QString> include; ///< Only of grep.
    std::optional<qint64> limit;
};

/// The fields pattern, path and limit, with their descriptions.
[[nodiscard]] Schema::ObjectBuilder<SearchInput>
searchFields(const QString &pattern, const QString &path, const QString &limit);

/// A place to search, after the path policy and the person.
struct SearchPlace
{
    ResolvedPath root;
    QString directory; ///< Canonical: the root, or the folder of a root that is a file.
    QString file; ///< Name of a root that is a file; else empty.
    qint64 limit = kDefaultSearchLimit;
    bool isNamed = false; ///< It is not just the whole Location.
    QString prefix; ///< The resource of `directory` with a final slash; empty for the Location.
};

/// Which files of a SearchPlace are looked at.
struct FileFilter
{
    QString under = QStringLiteral("./"); ///< What ripgrep walks, from the place's directory.
    QStringList globs; ///< ripgrep's options.
};

/// Resolves the input's path, asks for a directory outside, for reading a single file, and for the
/// search itself: resources are the pattern, "always" may save it or all patterns. An empty path or
/// include is as one that was left out. Errors: those of resolvePath(); NotFound (missing);
/// InvalidInput (neither a directory nor, with `fileAllowed`, a regular file; a pattern that cannot
/// be one).
[[nodiscard]] Result<SearchPlace> openSearch(const ToolServices &services,
                                             const ToolContext &context, const SearchInput &input,
                                             const char16_t *action, bool fileAllowed);

/// Turns a file name pattern (none: all files) into a walk. A pattern that begins with the names of
/// folders is searched there, even where the project ignores them; one that names nothing, such as
/// **/*, leaves the project's ignore rules in force, which ripgrep alone would not. One that begins
/// with "!" takes out what it matches.
/// Errors: InvalidInput for a pattern that goes up, or begins with a folder of the whole file system.
[[nodiscard]] Result<FileFilter> filterFor(const SearchPlace &place,
                                           const std::optional<QString> &pattern);

/// One run of ripgrep over the files of a FileFilter.
struct Walk
{
    QStringList options; ///< Without those of the filter.
    std::function<bool(QByteArrayView)> onOutput; ///< As that of RipgrepRun.
    std::function<bool()> foundNothing; ///< Whether onOutput has got nothing of use until now.
};

/// How a Walk ended.
struct WalkEnd
{
    RipgrepEnd ripgrep;
    bool everything = false; ///< Also what the project ignores there was looked at.
};

/// Runs `walk`. A folder of which the project ignores all, by "dist/*" or by an ignore file of its own,
/// is walked with all that is in it when the call names it, or when nothing was found without.
/// Errors: those of runRipgrep(). Blocking.
[[nodiscard]] Result<WalkEnd> runWalk(const SearchPlace &place, const FileFilter &filter,
                                      const Walk &walk, const std::stop_token &stop);

/// Tells of names below one directory whether they are still where they were found. ripgrep follows
/// no symbolic link, so one on the way has been put there since.
class PlacedFiles
{
public:
    explicit PlacedFiles(QString directory);
    /// `name` is relative to the directory, as ripgrep prints it.
    [[nodiscard]] bool contains(const QByteArray &name);

private:
    QByteArray m_directory;
    QByteArray m_folder; ///< The last one that was looked at.
    bool m_isPlaced = false;
};

/// `name` without the "./" that ripgrep prints.
[[nodiscard]] QByteArrayView withoutDot(QByteArrayView name);

/// Sentences about what a search did not do, for the end of its text.
[[nodiscard]] QStringList searchNotes(const RipgrepEnd &end);
/// The sentences for a search of folders that found nothing: what was not looked at (`contents`: by a
/// search of contents), and what `pattern`, a file name pattern, may have been meant to say.
[[nodiscard]] QStringList nothingNotes(const WalkEnd &end, const std::optional<QString> &pattern,
                                       bool contents);
/// `text` and below it the notes; `apart` puts a blank line between.
[[nodiscard]] QString withNotes(const QString &text, const QStringList &notes, bool apart);

} // namespace Countersign
