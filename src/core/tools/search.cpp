// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "tools/search.h"

#include "tools/asking.h"

#include <QFile>
#include <QFileInfo>

#include <cstdlib>
#include <memory>

namespace Countersign {

using namespace Qt::StringLiterals;

namespace {

/// Empty words count as none: models fill in every field.
std::optional<QString> given(const std::optional<QString> &words)
{
    return words && !words->isEmpty() ? words : std::nullopt;
}

Result<void> checkPattern(const QString &pattern, const QString &name)
{
    if (!pattern.isEmpty() && !pattern.contains(QChar::Null) && pattern.isValidUtf16())
        return {};
    return failure(
            ErrorCode::InvalidInput,
            u"The %1 is empty, or holds a NUL character or half of a surrogate pair; nothing "
            "was searched. Write another one."_s.arg(name));
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
                 const QString &resource, const QList<Permission::SaveOffer> &offers,
                 const QJsonObject &metadata)
{
    const auto grant = services.permission.require(
            inquiryOf(context, QString::fromUtf16(action), {resource}, offers, metadata),
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
    place.directory = place.root.canonical;
    if (place.root.type == FileType::Regular) {
        const QFileInfo info(place.root.canonical);
        place.directory = info.path();
        place.file = info.fileName();
        // A search of one file is a way of reading it, so it is asked for as that.
        const auto offers =
                fileOffers(place.root.resource) + QList<Permission::SaveOffer>{{u"*"_s, false}};
        if (auto allowed = ask(services, context, Permission::Action::read, place.root.resource,
                               offers, {{u"path"_s, place.root.canonical}});
            !allowed)
            return failure(allowed.error());
    }
    const QString resource = services.location.resourceOf(place.directory);
    if (resource != u".")
        place.prefix = resource.endsWith(u'/') ? resource : resource + u'/';
    if (auto allowed = ask(services, context, action, input.pattern,
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
        filter.globs.append(u"--glob="_s + glob);
    // The first one keeps the walk out of it, the second one also where it starts inside.
    filter.globs += {u"--glob=!.git"_s, u"--glob=!**/.git/**"_s};
    return filter;
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

QString nothingNote()
{
    return u"(Folders that the project's ignore files name were not entered; to search one, name "
           u"it "
           "as path.)"_s;
}

QString withNotes(const QString &text, const QStringList &notes, bool apart)
{
    if (notes.isEmpty())
        return text;
    return text + (apart ? u"\n\n"_s : u"\n"_s) + notes.join(u'\n');
}

} // namespace Countersign
