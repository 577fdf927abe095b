// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "location/fileplace.h"

#include "base/log.h"
#include "location/canonicalpath.h"
#include "location/opendirectory.h"

#include <QFile>
#include <QHash>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace Countersign::FilePlace {

using namespace Qt::StringLiterals;

namespace {

constexpr mode_t kModeBits = 07777;
constexpr qsizetype kReadPiece = 64 * 1024;

std::shared_ptr<std::mutex> mutexFor(const QString &canonical)
{
    static std::mutex guard;
    static QHash<QString, std::weak_ptr<std::mutex>> mutexes;
    const std::lock_guard lock(guard);
    if (std::shared_ptr<std::mutex> known = mutexes.value(canonical).lock())
        return known;
    mutexes.removeIf([](const auto &entry) { return entry.value().expired(); });
    auto fresh = std::make_shared<std::mutex>();
    mutexes.insert(canonical, fresh);
    return fresh;
}

tl::unexpected<Error> notRegular(const Place &place, mode_t mode)
{
    const QString kind = S_ISDIR(mode) ? u"a directory"_s
            : S_ISLNK(mode)            ? u"a symbolic link by now"_s
                                       : u"a device, a pipe or a socket"_s;
    return failure(
            S_ISLNK(mode) ? ErrorCode::Stale : ErrorCode::InvalidInput,
            u"\"%1\" is %2 and not a regular file; choose another path."_s.arg(place.shown, kind));
}

tl::unexpected<Error> cannotRead(const Place &place, int error)
{
    return failure(ErrorCode::Io,
                   u"The file \"%1\" could not be read; check its permissions."_s.arg(place.shown),
                   qt_error_string(error));
}

tl::unexpected<Error> tooLarge(const Place &place, qint64 maximum)
{
    return failure(ErrorCode::Limit,
                   u"The file \"%1\" is larger than %2 bytes and was not read; look at a part of "
                   "it with another tool."_s.arg(place.shown)
                           .arg(maximum));
}

Result<QByteArray> readAll(int fd, qint64 sizeHint, qint64 maximum, const Place &place)
{
    QByteArray bytes;
    bytes.reserve(sizeHint + 1);
    for (;;) {
        const qsizetype before = bytes.size();
        const qsizetype piece = std::max(kReadPiece, sizeHint + 1 - before);
        bytes.resize(before + piece);
        const ssize_t got = ::read(fd, bytes.data() + before, size_t(piece));
        const int error = errno;
        bytes.truncate(before + std::max<ssize_t>(got, 0));
        if (got < 0 && error != EINTR)
            return cannotRead(place, error);
        if (got == 0)
            return bytes;
        // A file can grow while it is read, and those of /proc claim to have no size.
        if (maximum >= 0 && bytes.size() > maximum)
            return tooLarge(place, maximum);
    }
}

} // namespace

PathLock::PathLock(const QString &canonical) : m_mutex(mutexFor(canonical)), m_lock(*m_mutex) { }

Result<Place> placeOf(const ResolvedPath &path)
{
    const QByteArray canonical = QFile::encodeName(path.canonical);
    const qsizetype slash = canonical.lastIndexOf('/');
    if (path.type == FileType::Directory || slash < 0 || slash == canonical.size() - 1)
        return failure(ErrorCode::InvalidInput,
                       u"\"%1\" is a directory; give the path of a file."_s.arg(path.resource));
    return Place{parentOf(canonical), canonical.mid(slash + 1), path.resource};
}

tl::unexpected<Error> changed(const Place &place)
{
    return failure(ErrorCode::Stale,
                   u"The file \"%1\" has changed since it was read, so nothing was written; read "
                   "it again and redo the change."_s.arg(place.shown));
}

Result<UniqueFd> openRegularAt(int directory, const Place &place)
{
    struct stat status{};
    // Looked at before it is opened: opening a device can already do something.
    if (::fstatat(directory, place.name.constData(), &status, AT_SYMLINK_NOFOLLOW) != 0) {
        if (errno == ENOENT)
            return UniqueFd();
        return cannotRead(place, errno);
    }
    if (!S_ISREG(status.st_mode))
        return notRegular(place, status.st_mode);
    UniqueFd file(::openat(directory, place.name.constData(),
                           O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    if (!file.isOpen()) {
        if (errno == ENOENT)
            return file;
        if (errno == ELOOP)
            return notRegular(place, S_IFLNK);
        return cannotRead(place, errno);
    }
    if (::fstat(file.get(), &status) != 0)
        return cannotRead(place, errno);
    if (!S_ISREG(status.st_mode))
        return notRegular(place, status.st_mode);
    return file;
}

Result<FileSnapshot> readAt(int directory, const Place &place, qint64 maximum)
{
    const Result<UniqueFd> file = openRegularAt(directory, place);
    if (!file)
        return failure(file.error());
    if (!file->isOpen())
        return FileSnapshot{};
    struct stat status{};
    if (::fstat(file->get(), &status) != 0)
        return cannotRead(place, errno);
    if (maximum >= 0 && status.st_size > maximum)
        return tooLarge(place, maximum);
    Result<QByteArray> bytes = readAll(file->get(), status.st_size, maximum, place);
    if (!bytes)
        return failure(bytes.error());
    return FileSnapshot{true, std::move(*bytes), status.st_mode & kModeBits};
}

Result<FileSnapshot> readUnchanged(int directory, const Place &place, const FileSnapshot &expected)
{
    // One byte more than expected is enough to know that it changed.
    Result<FileSnapshot> now =
            readAt(directory, place, expected.exists ? expected.bytes.size() : qint64(-1));
    if (!now && now.error().code == ErrorCode::Limit)
        return changed(place);
    if (!now)
        return now;
    if (now->exists != expected.exists || now->bytes != expected.bytes)
        return changed(place);
    return now;
}

bool isSameFile(const struct stat &a, const struct stat &b)
{
    return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

bool isUntouched(const struct stat &a, const struct stat &b)
{
    return isSameFile(a, b) && a.st_size == b.st_size && a.st_mtim.tv_sec == b.st_mtim.tv_sec
            && a.st_mtim.tv_nsec == b.st_mtim.tv_nsec;
}

QList<QByteArray> missingDirectories(const QByteArray &directory)
{
    QList<QByteArray> missing;
    for (QByteArray at = directory; at != "/"; at = parentOf(at)) {
        const Result<UniqueFd> there = openDirectory(at);
        if (there || there.error().code != ErrorCode::NotFound)
            break;
        missing.prepend(at);
    }
    return missing;
}

void removeDirectories(QList<QByteArray> directories)
{
    while (!directories.isEmpty()) {
        const QByteArray made = directories.takeLast();
        const Result<UniqueFd> parent = openDirectory(parentOf(made));
        // One that somebody uses by now is not empty and stays.
        if (parent
            && ::unlinkat(parent->get(), made.mid(made.lastIndexOf('/') + 1).constData(),
                          AT_REMOVEDIR)
                    != 0
            && errno != ENOTEMPTY && errno != EEXIST && errno != ENOENT)
            qCWarning(logBase, "a folder that was made could not be removed again: %s",
                      std::strerror(errno));
    }
}

Result<void> checkWritable(int directory, const Place &place, mode_t mode)
{
    const bool allowed = (mode & (S_IWUSR | S_IWGRP | S_IWOTH)) != 0
            && ::faccessat(directory, place.name.constData(), W_OK, AT_EACCESS) == 0;
    if (allowed)
        return {};
    return failure(ErrorCode::Io,
                   u"The file \"%1\" is read-only, so it was left as it is; make it writable "
                   "first."_s.arg(place.shown));
}

} // namespace Countersign::FilePlace
