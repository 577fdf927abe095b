// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "location/location.h"

#include "location/canonicalpath.h"
#include "location/project.h"

#include <QDir>
#include <QFile>

#include <cerrno>

#include <unistd.h>

namespace Countersign {

using namespace Qt::StringLiterals;

namespace {

/// The words of a path as bytes for the system. Refuses what has no bytes (a lone surrogate): it
/// would silently become another name.
Result<QByteArray> encodePath(const QString &path)
{
    if (path.isEmpty())
        return failure(ErrorCode::InvalidInput,
                       u"The path is empty; give the path of a file or directory, for example "
                       "\".\" for the project's directory."_s);
    if (path.contains(QChar::Null))
        return failure(ErrorCode::InvalidInput,
                       u"The path \"%1\" contains a NUL character; write it without."_s.arg(
                               QString(path).replace(QChar::Null, u"\\0"_s)));
    QByteArray encoded = QFile::encodeName(path);
    if (QFile::decodeName(encoded) != path)
        return failure(ErrorCode::InvalidInput,
                       u"The path \"%1\" contains characters that no file name can have; write "
                       "it without them."_s.arg(path));
    return encoded;
}

/// The directory that an approval of this path would cover.
QByteArray boundaryOf(const CanonicalPath &found)
{
    if (found.type == FileType::Directory || found.type == FileType::Missing)
        return found.anchor;
    return parentOf(found.path);
}

} // namespace

Result<Location> Location::open(const QString &directory)
{
    const Result<QByteArray> encoded = encodePath(directory);
    if (!encoded)
        return failure(encoded.error());
    const QByteArray absolute = lexicallyAbsolute(QFile::encodeName(QDir::currentPath()), *encoded);
    const QString shown = QFile::decodeName(absolute);
    const Result<CanonicalPath> found = canonicalize(absolute, 0, shown);
    if (!found)
        return failure(found.error());
    if (found->type == FileType::Missing)
        return failure(ErrorCode::NotFound,
                       u"The directory \"%1\" does not exist; choose one that does."_s.arg(shown));
    if (found->type != FileType::Directory)
        return failure(ErrorCode::NotFound,
                       u"\"%1\" is not a directory; choose the directory it is in."_s.arg(shown));
    if (::access(found->path.constData(), R_OK | X_OK) != 0)
        return failure(ErrorCode::Io,
                       u"The directory \"%1\" cannot be read; check its permissions."_s.arg(shown),
                       qt_error_string(errno));
    Location location;
    location.m_directory = shown;
    location.m_root = QFile::decodeName(found->path);
    location.m_project = projectOf(location.m_root);
    return location;
}

bool Location::contains(const QString &canonical) const
{
    return isWithin(QFile::encodeName(m_root), QFile::encodeName(canonical));
}

QString Location::resourceOf(const QString &canonical) const
{
    if (canonical == m_root)
        return u"."_s;
    if (!contains(canonical))
        return canonical;
    return canonical.mid(m_root == u"/"_s ? 1 : m_root.size() + 1);
}

Result<ResolvedPath> Location::resolve(const QString &path, PathKind kind) const
{
    const Result<QByteArray> encoded = encodePath(path);
    if (!encoded)
        return failure(encoded.error());
    const QByteArray directory = QFile::encodeName(m_directory);
    const QByteArray root = QFile::encodeName(m_root);
    QByteArray written = lexicallyAbsolute(directory, *encoded);
    // A Location opened through a link has two spellings; both are inside it, and both are walked
    // from the real root, so that a link above it which changes later does not matter.
    if (isWithin(directory, written) && directory != root)
        written =
                lexicallyAbsolute(root, '.' + written.mid(directory == "/" ? 0 : directory.size()));
    const bool writtenInside = isWithin(root, written);
    if (!encoded->startsWith('/') && !writtenInside)
        return failure(ErrorCode::Denied,
                       u"The relative path \"%1\" leaves the project's directory \"%2\"; use a "
                       "path inside it, or the absolute path if a file outside is really "
                       "meant."_s.arg(path, m_root));

    const Result<CanonicalPath> found =
            canonicalize(written, writtenInside ? root.size() : 0, path);
    if (!found)
        return failure(found.error());
    const QString canonical = QFile::decodeName(found->path);
    const bool inside = contains(canonical);
    if (writtenInside && !inside)
        return failure(ErrorCode::Denied,
                       u"The path \"%1\" leads out of the project through a symbolic link, to "
                       "\"%2\"; if that file is really meant, give its absolute path."_s.arg(
                               path, canonical));

    ResolvedPath resolved;
    resolved.input = path;
    resolved.canonical = canonical;
    resolved.resource = resourceOf(canonical);
    resolved.type = found->type;
    resolved.isSymlink = found->lastIsLink;
    for (const QByteArray &name : found->names) {
        const QString alias = resourceOf(QFile::decodeName(name));
        if (alias != resolved.resource && !resolved.aliases.contains(alias))
            resolved.aliases.append(alias);
    }
    resolved.throughSymlink = found->lastIsLink || (writtenInside && found->linksFollowed > 0);
    if (!inside) {
        const QByteArray boundary =
                kind == PathKind::Directory && found->type == FileType::Directory
                ? found->path
                : boundaryOf(*found);
        resolved.externalDirectory =
                QFile::decodeName(boundary == "/" ? QByteArray("/*") : boundary + "/*");
    }
    return resolved;
}

} // namespace Countersign
