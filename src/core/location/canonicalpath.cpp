// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "location/canonicalpath.h"

#include <QFile>
#include <QStringList>

#include <cerrno>
#include <cstring>

#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

namespace Countersign {

using namespace Qt::StringLiterals;

namespace {

constexpr int kMaximumLinks = 40; ///< As Linux itself (path_resolution(7)).

QString joined(const QString &folder, const QString &name)
{
    return folder == u"/" ? QString(folder + name) : QString(folder + u'/' + name);
}

QString parentOf(const QString &path)
{
    const qsizetype slash = path.lastIndexOf(u'/');
    return slash <= 0 ? u"/"_s : path.left(slash);
}

QStringList componentsOf(const QString &path)
{
    return path.split(u'/', Qt::SkipEmptyParts);
}

} // namespace

Result<CanonicalPath> canonicalPath(const QString &absolute)
{
    CanonicalPath result;
    QStringList todo = componentsOf(absolute);
    QString current = u"/"_s;
    QString anchor = u"/"_s;
    FileType type = FileType::Directory;
    bool missing = false;
    int links = 0;
    qsizetype written = todo.size(); ///< Components left of the path as it was written.
    while (!todo.isEmpty()) {
        const QString name = todo.takeFirst();
        const bool last = written == 1 && todo.isEmpty();
        if (todo.size() < written)
            written = todo.size();
        if (name == u".")
            continue;
        if (name == u"..") { // Only the target of a link can hold one.
            current = parentOf(current);
            continue;
        }
        if (!missing && type != FileType::Directory) {
            return failure(ErrorCode::Denied,
                           u"%1 cannot be used as a path: %2 is not a folder."_s.arg(absolute, current));
        }
        const QString next = joined(current, name);
        if (missing) {
            current = next;
            continue;
        }
        struct stat info = {};
        if (::lstat(QFile::encodeName(next).constData(), &info) != 0) {
            if (errno == ENOENT) {
                missing = true;
                type = FileType::Missing;
                anchor = current;
                current = next;
                continue;
            }
            if (errno == ENAMETOOLONG) {
                return failure(ErrorCode::InvalidInput,
                               u"%1 is too long for a path."_s.arg(absolute.left(200)));
            }
            return failure(ErrorCode::Io, u"%1 cannot be looked at."_s.arg(next),
                           QString::fromLocal8Bit(std::strerror(errno)));
        }
        if (S_ISLNK(info.st_mode)) {
            if (last)
                result.lastIsSymlink = true;
            if (++links > kMaximumLinks) {
                return failure(ErrorCode::Denied,
                               u"%1 leads through symbolic links that run in a circle."_s.arg(absolute));
            }
            char target[PATH_MAX];
            const ssize_t size = ::readlink(QFile::encodeName(next).constData(), target, sizeof target);
            if (size < 0) {
                return failure(ErrorCode::Io, u"The symbolic link %1 cannot be read."_s.arg(next),
                               QString::fromLocal8Bit(std::strerror(errno)));
            }
            const QString to = QFile::decodeName(QByteArray(target, qsizetype(size)));
            if (to.startsWith(u'/'))
                current = u"/"_s;
            todo = componentsOf(to) + todo;
            continue;
        }
        current = next;
        type = S_ISREG(info.st_mode) ? FileType::Regular
                : S_ISDIR(info.st_mode) ? FileType::Directory
                                        : FileType::Other;
    }
    result.path = current;
    result.type = missing ? FileType::Missing : type;
    result.anchor = missing                     ? anchor
            : type == FileType::Directory ? current
                                          : parentOf(current);
    return result;
}

} // namespace Countersign
