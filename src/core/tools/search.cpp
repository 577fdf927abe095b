// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "tools/search.h"

#include "tools/asking.h"

#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>

#include <cstdlib>
#include <memory>

namespace Countersign {

using namespace Qt::StringLiterals;

namespace {

/// Linux takes no argument of more than 128 KiB.
constexpr qsizetype kLongestPattern = 100'000;

/// Empty words count as none: models fill in every field.
std::optional<QString> given(const std::optional<QString> &words)
{
    return words && !words->isEmpty() ? words : std::nullopt;
}

Result<void> checkPattern(const QString &pattern, const QString &name)
{
    if (pattern.isEmpty() || pattern.contains(QChar::Null) || !pattern.isValidUtf16()) {
        return failure(
                ErrorCode::InvalidInput,
                u"The %1 is empty, or holds a NUL character or half of a surrogate pair; nothing "
                "was searched. Write another one."_s.arg(name));
    }
    if (const qsizetype bytes = pattern.toUtf8().size(); bytes > kLongestPattern) {
        return failure(ErrorCode::InvalidInput,
                       u"The %1 has %2 bytes, and at most %3 can be given to ripgrep; nothing was "
                       "searched. Write a shorter one."_s.arg(name)
                               .arg(bytes)
                               .arg(kLongestPattern));
    }
    return {};
}

Result<ResolvedPath> resolveRoot(const ToolServices &services, const ToolContext &context,
                                 const QString &path, bool fileAllowed)
{
    PathKind kind = PathKind::Directory;
    if (fileAllowed) {
        // For a file outside, the question is about the directory that it is in.
        const auto looked = services.location.resolve(path, PathKind::Directory);
        if (!looked)
            return looked;
        if (looked->type == FileType::Regular)
            kind = PathKind::File;
    }
    auto root = resolvePath(services, context, path, kind);
    if (!root)
        return root;
    if (root->type == FileType::Missing)
        return failure(ErrorCode::NotFound,
                       u"There is no %1 %2 to search."_s.arg(fileAllowed ? u"file or directory"_s
                                                                         : u"directory"_s,
                                                             root->resource));
    if (root->type == FileType::Directory || (fileAllowed && root->type == FileType::Regular))
        return root;
    return failure(ErrorCode::InvalidInput,
                   fileAllowed ? u"%1 is neither a directory nor a regular file, so it cannot be "
                                 "searched."_s.arg(root->resource)
                               : u"%1 is not a directory; name the directory to look in."_s.arg(
                                         root->resource));
}

QJsonObject metadataOf(const SearchInput &input, const SearchPlace &place)
{
    QJsonObject metadata{{u"root"_s, place.root.resource}, {u"limit"_s, place.limit}};
    if (const auto path = given(input.path))
        metadata.insert(u"path"_s, *path);
    if (const auto include = given(input.include))
        metadata.insert(u"include"_s, *include);
    return metadata;
}

Result<void> ask(const ToolServices &services, const ToolContext &context, const char16_t *action,
                 const QStringList &resources, const QList<Permission::SaveOffer> &offers,
                 const QJsonObject &metadata)
{
    const auto grant = services.permission.require(
            inquiryOf(context, QString::fromUtf16(action), resources, offers, metadata),
            context.stop);
    if (!grant)
        return failure(grant.error());
    return {};
}

bool isRealPath(const QByteArray &path)
{
    const auto release = [](char *text) {
        std::free(text);
    };
    const std::unique_ptr<char, decltype(release)> real(::realpath(path.constData(), nullptr),
                                                        release);
    return real && path == real.get();
}

/// The folders that a pattern begins with, as far as they have no wildcard in them.
QString foldersOf(const QString &pattern)
{
    QStringList folders;
    QStringList parts = pattern.split(u'/');
    parts.removeLast();
    for (const QString &part : std::as_const(parts)) {
        const bool isPlain = !part.isEmpty() && part != u"."
                && std::none_of(part.cbegin(), part.cend(),
                                [](QChar c) { return u"*?[]{}\\!"_s.contains(c); });
        if (!isPlain || part == u".git")
            break;
        folders.append(part);
    }
    return folders.join(u'/');
}

/// `glob` as ripgrep has to get it, which reads it like a line of an ignore file: there a "#" begins a
/// comment, which would match everything, and blanks at the end count for nothing.
QString unabridged(const QString &glob)
{
    qsizetype end = glob.size();
    while (end > 0 && glob.at(end - 1).isSpace())
        --end;
    QString kept = glob.first(end);
    if (kept.startsWith(u'#'))
        kept.prepend(u'\\');
    for (const QChar blank : glob.sliced(end))
        kept += u'[' + QString(blank) + u']';
    return kept;
}

/// The first folder of a pattern that begins with a slash and has a slash behind it.
QString firstFolder(const QString &glob)
{
    return glob.startsWith(u'/') ? glob.section(u'/', 1, 1) : QString();
}

/// Whether all that is in the folder that `filter` walks is ignored by the project. The files that keep
/// an ignored folder in a repository do not count.
Result<bool> isIgnored(const SearchPlace &place, const FileFilter &filter,
                       const std::stop_token &stop)
{
    bool any = false;
    RipgrepRun run;
    run.arguments = {u"--files"_s,
                     u"--threads=1"_s,
                     u"--hidden"_s,
                     u"--no-follow"_s,
                     u"--null"_s,
                     u"--glob=!.git"_s,
                     u"--glob=!.gitignore"_s,
                     u"--glob=!.gitkeep"_s,
                     u"--glob=!.keep"_s,
                     u"--"_s,
                     filter.under};
    run.directory = place.directory;
    run.onOutput = [&any](QByteArrayView piece) {
        any = any || !piece.isEmpty();
        return !any;
    };
    const auto ended = runRipgrep(run, stop);
    if (!ended)
        return failure(ended.error());
    return !any && !ended->timedOut;
}

/// Whether a comma or a blank stands between what look like patterns of their own: "*.h,*.cpp".
bool looksLikeList(const QString &glob)
{
    static const QRegularExpression between(u"\\.\\w+[,;| ]+!?[\\w*./]"_s);
    return !glob.contains(u'{') && glob.contains(between);
}

} // namespace

Schema::ObjectBuilder<SearchInput> searchFields(const QString &pattern, const QString &path,
                                                const QString &limit)
{
    return Schema::object<SearchInput>()
            .field(u"pattern"_s, &SearchInput::pattern, Schema::string().described(pattern))
            .field(u"path"_s, &SearchInput::path, Schema::string().described(path))
            .field(u"limit"_s, &SearchInput::limit,
                   Schema::integer(1, kMaximumSearchLimit).described(limit));
}

Result<SearchPlace> openSearch(const ToolServices &services, const ToolContext &context,
                               const SearchInput &input, const char16_t *action, bool fileAllowed)
{
    if (auto good = checkPattern(input.pattern, u"pattern"_s); !good)
        return failure(good.error());
    if (const auto include = given(input.include)) {
        if (auto good = checkPattern(*include, u"include"_s); !good)
            return failure(good.error());
    }
    auto root = resolveRoot(services, context, given(input.path).value_or(u"."_s), fileAllowed);
    if (!root)
        return failure(root.error());
    SearchPlace place;
    place.root = std::move(*root);
    place.limit = input.limit.value_or(kDefaultSearchLimit);
    place.isNamed = place.root.resource != u".";
    place.directory = place.root.canonical;
    if (place.root.type == FileType::Regular) {
        const QFileInfo info(place.root.canonical);
        place.directory = info.path();
        place.file = info.fileName();
        // A search of one file is a way of reading it, so it is asked for as that.
        const auto offers = offersFor(place.root) + QList<Permission::SaveOffer>{{u"*"_s, false}};
        if (auto allowed = ask(services, context, Permission::Action::read, resourcesOf(place.root),
                               offers, {{u"path"_s, place.root.canonical}});
            !allowed)
            return failure(allowed.error());
    }
    const QString resource = services.location.resourceOf(place.directory);
    if (resource != u".")
        place.prefix = resource.endsWith(u'/') ? resource : resource + u'/';
    if (auto allowed = ask(services, context, action, {input.pattern},
                           {{input.pattern, true}, {u"*"_s, false}}, metadataOf(input, place));
        !allowed)
        return failure(allowed.error());
    return place;
}

Result<FileFilter> filterFor(const SearchPlace &place, const std::optional<QString> &pattern)
{
    FileFilter filter;
    QString glob = given(pattern).value_or(u"**"_s);
    const QString folder =
            place.directory.endsWith(u'/') ? place.directory : place.directory + u'/';
    if (glob.startsWith(folder))
        glob.remove(0, folder.size() - 1); // Keeps the slash: it ties the pattern to the directory.
    while (glob.startsWith(u"./"))
        glob.remove(0, 2);
    if (glob.split(u'/').contains(u".."_s))
        return failure(
                ErrorCode::InvalidInput,
                u"Nothing was searched, because the pattern \"%1\" goes up with \"..\"; give "
                "the folder as path and a pattern for what is in it."_s.arg(glob));

    if (const QString first = firstFolder(glob); !first.isEmpty()
        && foldersOf(glob.sliced(1)).section(u'/', 0, 0) == first
        && !QFileInfo::exists(folder + first)) {
        return failure(
                ErrorCode::InvalidInput,
                u"Nothing was searched, because the pattern \"%1\" begins with a folder \"%2\", "
                u"and there "
                "is none in %3; for a folder elsewhere give it as path and a pattern for what is "
                "in "
                "it."_s.arg(glob, first, place.isNamed ? place.root.resource : u"the project"_s));
    }
    const QString relative = glob.startsWith(u'/') ? glob.sliced(1) : glob;
    const QString folders = foldersOf(relative);
    const QString rest = folders.isEmpty() ? relative : relative.sliced(folders.size() + 1);
    bool isEverything = rest == u"**" || rest == u"**/*";
    if (folders.isEmpty()) {
        isEverything = isEverything || glob == u"*";
    } else if (isRealPath(QFile::encodeName(folder + folders))
               && QFileInfo(folder + folders).isDir()) {
        // ripgrep follows a link that it is told to walk; only real folders are told.
        filter.under += folders;
    } else {
        isEverything = false;
    }
    if (!isEverything)
        filter.globs.append(u"--glob="_s + unabridged(glob));
    // The first one keeps the walk out of it, the second one also where `under` leads through one. Who
    // gives it, or a folder of it, as path does not mean the project's files.
    filter.globs += {u"--glob=!.git"_s, u"--glob=!**/.git/**"_s};
    return filter;
}

Result<WalkEnd> runWalk(const SearchPlace &place, const FileFilter &filter, const Walk &walk,
                        const std::stop_token &stop)
{
    RipgrepRun run;
    run.arguments = walk.options + filter.globs
            + QStringList{u"--"_s, place.file.isEmpty() ? filter.under : u"./"_s + place.file};
    run.directory = place.directory;
    run.onOutput = walk.onOutput;
    WalkEnd end;
    const auto go = [&]() -> Result<WalkEnd> {
        const auto ended = runRipgrep(run, stop);
        if (!ended)
            return failure(ended.error());
        end.ripgrep = *ended;
        return end;
    };
    const auto everything = [&]() -> Result<bool> {
        const auto ignored = isIgnored(place, filter, stop);
        if (ignored && *ignored) {
            end.everything = true;
            run.arguments.prepend(u"--no-ignore"_s);
        }
        return ignored;
    };
    if (!place.file.isEmpty())
        return go();
    const bool isNamed = place.isNamed || filter.under != FileFilter().under;
    if (isNamed) {
        if (const auto ignored = everything(); !ignored)
            return failure(ignored.error());
        return go();
    }
    auto ended = go();
    if (!ended || ended->ripgrep.timedOut || !walk.foundNothing())
        return ended;
    // An opened folder may lie where a repository around it ignores all.
    const auto ignored = everything();
    if (!ignored)
        return failure(ignored.error());
    return *ignored ? go() : ended;
}

PlacedFiles::PlacedFiles(QString directory)
    : m_directory(QFile::encodeName(directory.endsWith(u'/') ? directory : directory + u'/'))
{
}

bool PlacedFiles::contains(const QByteArray &name)
{
    const QByteArray folder = m_directory + name.first(name.lastIndexOf('/') + 1);
    if (folder != m_folder) {
        m_folder = folder;
        m_isPlaced = folder == "/" || isRealPath(folder.chopped(1));
    }
    return m_isPlaced;
}

QByteArrayView withoutDot(QByteArrayView name)
{
    return name.startsWith("./") ? name.sliced(2) : name;
}

QStringList searchNotes(const RipgrepEnd &end)
{
    QStringList notes;
    if (end.timedOut)
        notes.append(
                u"(The search was ended after %1 seconds, so this is only what was found until "
                u"then; "
                "use a narrower path.)"_s.arg(
                        std::chrono::duration_cast<std::chrono::seconds>(kSearchTimeout).count()));
    if (end.unreadable)
        notes.append(u"(Some files or folders could not be read and were passed over.)"_s);
    return notes;
}

QStringList nothingNotes(const WalkEnd &end, const std::optional<QString> &pattern, bool contents)
{
    QStringList notes;
    const QString folders = u"Folders that the project's ignore files name were not entered"_s;
    const QString path = u"; to search one, name it as path.)"_s;
    if (contents && !end.everything)
        notes.append(u'(' + folders + u", and files with zero bytes in them were passed over"_s
                     + path);
    else if (contents)
        notes.append(u"(Files with zero bytes in them were passed over"_s + path);
    else if (!end.everything)
        notes.append(u'(' + folders + path);
    const QString glob = given(pattern).value_or(QString());
    if (looksLikeList(glob))
        notes.append(u"(\"%1\" is one pattern; several are written as {*.a,*.b}.)"_s.arg(glob));
    else if (glob.contains(u'[') && !glob.contains(u"\\["_s) && !glob.contains(u"[[]"_s))
        notes.append(u"(In \"%1\" a name in brackets stands for one of its characters; for a "
                     u"bracket itself write [[].)"_s.arg(glob));
    return notes;
}

QString withNotes(const QString &text, const QStringList &notes, bool apart)
{
    if (notes.isEmpty())
        return text;
    return text + (apart ? u"\n\n"_s : u"\n"_s) + notes.join(u'\n');
}

} // namespace Countersign
