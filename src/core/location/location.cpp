// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "location/location.h"

#include "location/canonicalpath.h"
#include "location/project.h"

#include <QDir>
#include <QFileInfo>

namespace Countersign {

using namespace Qt::StringLiterals;

namespace {

/// True when `path` is `folder` or below it; both absolute and clean. "..foo" is a name like any other.
bool isWithin(const QString &path, const QString &folder)
{
    if (path == folder || folder == u"/")
        return true;
    return path.startsWith(folder) && path.at(folder.size()) == u'/';
}

} // namespace

Result<Location> Location::open(const QString &directory)
{
    const QFileInfo info(directory);
    if (!info.exists()) {
        return failure(ErrorCode::NotFound, u"The folder %1 does not exist."_s.arg(directory));
    }
    if (!info.isDir())
        return failure(ErrorCode::InvalidInput, u"%1 is not a folder."_s.arg(directory));
    if (!info.isReadable() || !info.isExecutable()) {
        return failure(ErrorCode::Io,
                       u"The folder %1 cannot be read. Check its permissions."_s.arg(directory));
    }
    Location location;
    location.m_directory = QDir::cleanPath(info.absoluteFilePath());
    location.m_root = info.canonicalFilePath();
    location.m_project = projectOf(location.m_root);
    return location;
}

bool Location::contains(const QString &canonical) const
{
    return isWithin(canonical, m_root);
}

QString Location::resourceOf(const QString &canonical) const
{
    QString resource = canonical;
    if (canonical == m_root)
        resource = u"."_s;
    else if (contains(canonical))
        resource = canonical.mid(m_root == u"/" ? 1 : m_root.size() + 1);
    return resource.replace(u'\\', u'/');
}

Result<ResolvedPath> Location::resolve(const QString &path, PathKind kind) const
{
    if (path.isEmpty())
        return failure(ErrorCode::InvalidInput, u"The path is empty. Write the path of a file or folder."_s);
    if (path.contains(QChar(0))) {
        return failure(ErrorCode::InvalidInput, u"The path holds a NUL character, which no file name can."_s);
    }
    const bool relative = !path.startsWith(u'/');
    QString absolute = QDir::cleanPath(relative ? m_directory + u'/' + path : path);
    // Both spellings of the Location are inside: the one it was opened by and the real one.
    bool inside = false;
    if (isWithin(absolute, m_directory)) {
        absolute = QDir::cleanPath(m_root + u'/' + absolute.mid(m_directory.size()));
        inside = true;
    } else if (isWithin(absolute, m_root)) {
        inside = true;
    }
    if (relative && !inside) {
        return failure(ErrorCode::Denied,
                       u"The relative path %1 leaves the working directory. Write an absolute path to ask for "
                       "a place outside it."_s.arg(path));
    }
    const auto real = canonicalPath(absolute);
    if (!real)
        return failure(real.error());
    if (inside && !contains(real->path)) {
        return failure(ErrorCode::Denied,
                       u"%1 is a symbolic link, or lies behind one, that leads out of the working directory to "
                       "%2. Write that path itself to ask for it."_s.arg(path, real->path));
    }
    ResolvedPath resolved;
    resolved.input = path;
    resolved.canonical = real->path;
    resolved.resource = resourceOf(real->path);
    resolved.type = real->type;
    resolved.throughSymlink = real->lastIsSymlink;
    if (!contains(real->path)) {
        const bool whole = kind == PathKind::Directory && real->type == FileType::Directory;
        QString boundary = whole ? real->path : real->anchor;
        boundary.replace(u'\\', u'/');
        resolved.externalDirectory = boundary == u"/" ? u"/*"_s : boundary + u"/*"_s;
    }
    return resolved;
}

} // namespace Countersign
