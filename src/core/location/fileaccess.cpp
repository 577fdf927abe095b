// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "base/atomicfile.h"
#include "location/location.h"

#include <QFile>
#include <QHash>

#include <cerrno>
#include <cstring>
#include <memory>
#include <mutex>

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// Reading and writing of resolved paths. A resolved path has no symbolic links in it, so every file
// is opened without following any: a link (or a folder) that was put in its place since then is an
// error, never a way out.
namespace Countersign {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 kReadPiece = 1 << 20;

QString systemWords(int error)
{
    return QString::fromLocal8Bit(std::strerror(error));
}

tl::unexpected<Error> movedAway(const ResolvedPath &path)
{
    return failure(ErrorCode::Stale,
                   u"The place of %1 is another one than a moment ago (a folder on the way was replaced). Nothing "
                   "was changed; try again."_s.arg(path.resource));
}

tl::unexpected<Error> changedSince(const ResolvedPath &path)
{
    return failure(ErrorCode::Stale,
                   u"%1 has changed since it was read. Nothing was written; read it again."_s.arg(path.resource));
}

/// Opens `relative` (no leading slash, no ".." in it) below `root`, following no link.
int openBelow(int root, const QByteArray &relative, int flags)
{
    struct open_how how = {};
    how.flags = __u64(flags | O_CLOEXEC);
    how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
    for (;;) {
        const long fd = ::syscall(SYS_openat2, root, relative.constData(), &how, sizeof how);
        if (fd >= 0)
            return int(fd);
        if (errno != EAGAIN && errno != EINTR) // EAGAIN: a rename went on beside us.
            break;
    }
    if (errno != ENOSYS)
        return -1;
    // Kernels before 5.6: the same, one component at a time.
    UniqueFd folder(::openat(root, ".", O_PATH | O_DIRECTORY | O_CLOEXEC));
    const QList<QByteArray> names = relative.split('/');
    for (qsizetype i = 0; folder.isOpen() && i < names.size(); ++i) {
        const bool last = i + 1 == names.size();
        const int next = ::openat(folder.get(), names.at(i).constData(),
                                  (last ? flags : O_PATH | O_DIRECTORY) | O_NOFOLLOW | O_CLOEXEC);
        if (last || next < 0)
            return next;
        folder = UniqueFd(next);
    }
    return -1;
}

struct Place
{
    UniqueFd folder; ///< Of the file; readable, so that it can be synchronised.
    QByteArray name;
};

/// The folder of `path`, made with its parents when `make` says so.
Result<Place> openPlace(const ResolvedPath &path, bool make)
{
    const QByteArray full = QFile::encodeName(path.canonical);
    const qsizetype slash = full.lastIndexOf('/');
    Place place;
    place.name = full.mid(slash + 1);
    if (place.name.isEmpty())
        return failure(ErrorCode::InvalidInput, u"%1 is not the path of a file."_s.arg(path.resource));
    const QByteArray parent = full.mid(1, slash - 1);
    UniqueFd root(::open("/", O_PATH | O_DIRECTORY | O_CLOEXEC));
    const int wanted = O_RDONLY | O_DIRECTORY;
    place.folder = UniqueFd(openBelow(root.get(), parent.isEmpty() ? QByteArray(".") : parent, wanted));
    if (place.folder.isOpen())
        return place;
    if (errno == ELOOP || errno == ENOTDIR || errno == EXDEV)
        return movedAway(path);
    if (errno != ENOENT || !make) {
        const int error = errno;
        return failure(error == ENOENT ? ErrorCode::NotFound : ErrorCode::Io,
                       u"The folder of %1 cannot be opened."_s.arg(path.resource), systemWords(error));
    }
    UniqueFd folder = std::move(root);
    const QList<QByteArray> names = parent.split('/');
    for (const QByteArray &name : names) {
        int next = ::openat(folder.get(), name.constData(), wanted | O_NOFOLLOW | O_CLOEXEC);
        if (next < 0 && errno == EACCES) // May be passed through but not listed.
            next = ::openat(folder.get(), name.constData(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        if (next < 0 && errno == ENOENT) {
            if (::mkdirat(folder.get(), name.constData(), 0777) != 0 && errno != EEXIST) {
                return failure(ErrorCode::Io, u"A folder for %1 cannot be made."_s.arg(path.resource),
                               systemWords(errno));
            }
            next = ::openat(folder.get(), name.constData(), wanted | O_NOFOLLOW | O_CLOEXEC);
        }
        if (next < 0)
            return movedAway(path);
        folder = UniqueFd(next);
    }
    place.folder = std::move(folder);
    return place;
}

Result<FileSnapshot> readAll(int fd, const ResolvedPath &path, qint64 maximumBytes)
{
    struct stat info = {};
    if (::fstat(fd, &info) != 0) {
        return failure(ErrorCode::Io, u"%1 cannot be looked at."_s.arg(path.resource), systemWords(errno));
    }
    if (S_ISDIR(info.st_mode))
        return failure(ErrorCode::InvalidInput, u"%1 is a folder, not a file."_s.arg(path.resource));
    if (!S_ISREG(info.st_mode)) {
        return failure(ErrorCode::InvalidInput,
                       u"%1 is a device, a pipe or a socket; only regular files can be read."_s.arg(path.resource));
    }
    if (maximumBytes >= 0 && info.st_size > maximumBytes) {
        return failure(ErrorCode::Limit,
                       u"%1 has %2 bytes; at most %3 can be worked on."_s.arg(path.resource)
                               .arg(info.st_size)
                               .arg(maximumBytes));
    }
    FileSnapshot snapshot;
    snapshot.exists = true;
    snapshot.mode = info.st_mode & 07777;
    snapshot.bytes.resize(info.st_size);
    qsizetype have = 0;
    for (;;) {
        if (have == snapshot.bytes.size()) {
            // The size was a hint: the file may have grown, and some files of the kernel say 0.
            char probe;
            const ssize_t more = ::read(fd, &probe, 1);
            if (more == 0)
                break;
            if (more < 0 && errno == EINTR)
                continue;
            if (more < 0) {
                return failure(ErrorCode::Io, u"%1 cannot be read."_s.arg(path.resource), systemWords(errno));
            }
            snapshot.bytes.resize(have + kReadPiece);
            snapshot.bytes[have++] = probe;
        }
        const ssize_t n = ::read(fd, snapshot.bytes.data() + have, size_t(snapshot.bytes.size() - have));
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return failure(ErrorCode::Io, u"%1 cannot be read."_s.arg(path.resource), systemWords(errno));
        if (n == 0)
            break;
        have += n;
        if (maximumBytes >= 0 && have > maximumBytes)
            return failure(ErrorCode::Limit, u"%1 grows beyond %2 bytes."_s.arg(path.resource).arg(maximumBytes));
    }
    snapshot.bytes.resize(have);
    return snapshot;
}

/// What the file is now; a link in its place is Stale.
Result<FileSnapshot> readAt(const Place &place, const ResolvedPath &path, qint64 maximumBytes)
{
    // Non-blocking: a FIFO in the file's place must not make us wait for a writer.
    const UniqueFd file(::openat(place.folder.get(), place.name.constData(),
                                 O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    if (file.isOpen())
        return readAll(file.get(), path, maximumBytes);
    if (errno == ENOENT)
        return FileSnapshot{};
    if (errno == ELOOP)
        return movedAway(path);
    if (errno == ENXIO) {
        return failure(ErrorCode::InvalidInput,
                       u"%1 is a device, a pipe or a socket; only regular files can be read."_s.arg(path.resource));
    }
    return failure(ErrorCode::Io, u"%1 cannot be opened."_s.arg(path.resource), systemWords(errno));
}

/// One lock per file of this process, so that two calls cannot both compare and then both write.
/// Held only while comparing and writing, never while a person thinks.
class FileLock
{
public:
    explicit FileLock(const QString &canonical)
    {
        {
            const std::lock_guard lock(tableMutex());
            std::weak_ptr<std::mutex> &known = table()[canonical];
            m_mutex = known.lock();
            if (!m_mutex) {
                m_mutex = std::make_shared<std::mutex>();
                known = m_mutex;
            }
        }
        m_key = canonical;
        m_mutex->lock();
    }
    ~FileLock()
    {
        m_mutex->unlock();
        const std::lock_guard lock(tableMutex());
        m_mutex.reset();
        const auto found = table().constFind(m_key);
        if (found != table().constEnd() && found->expired())
            table().erase(found);
    }
    FileLock(const FileLock &) = delete;
    FileLock &operator=(const FileLock &) = delete;

private:
    static std::mutex &tableMutex()
    {
        static std::mutex mutex;
        return mutex;
    }
    static QHash<QString, std::weak_ptr<std::mutex>> &table()
    {
        static QHash<QString, std::weak_ptr<std::mutex>> locks;
        return locks;
    }

    QString m_key;
    std::shared_ptr<std::mutex> m_mutex;
};

Result<void> checkUnchanged(const Place &place, const ResolvedPath &path, const FileSnapshot &expected)
{
    const auto now = readAt(place, path, -1);
    if (!now)
        return failure(now.error());
    if (now->exists != expected.exists || now->bytes != expected.bytes)
        return changedSince(path);
    return {};
}

} // namespace

Result<UniqueFd> Location::openFile(const ResolvedPath &path) const
{
    const UniqueFd root(::open("/", O_PATH | O_DIRECTORY | O_CLOEXEC));
    UniqueFd file(openBelow(root.get(), QFile::encodeName(path.canonical).mid(1),
                            O_RDONLY | O_NONBLOCK));
    if (!file.isOpen()) {
        if (errno == ENOENT)
            return failure(ErrorCode::NotFound, u"There is no file %1."_s.arg(path.resource));
        if (errno == ELOOP || errno == EXDEV)
            return movedAway(path);
        return failure(ErrorCode::Io, u"%1 cannot be opened."_s.arg(path.resource), systemWords(errno));
    }
    struct stat info = {};
    if (::fstat(file.get(), &info) != 0 || !S_ISREG(info.st_mode)) {
        return failure(ErrorCode::InvalidInput,
                       u"%1 is not a regular file; only regular files can be read."_s.arg(path.resource));
    }
    return file;
}

Result<FileSnapshot> Location::readFile(const ResolvedPath &path, qint64 maximumBytes) const
{
    const auto place = openPlace(path, false);
    if (!place) {
        if (place.error().code == ErrorCode::NotFound)
            return FileSnapshot{};
        return failure(place.error());
    }
    return readAt(*place, path, maximumBytes);
}

Result<void> Location::writeFile(const ResolvedPath &path, const FileSnapshot &expected,
                                 const QByteArray &bytes) const
{
    const FileLock lock(path.canonical);
    const auto place = openPlace(path, !expected.exists);
    if (!place)
        return place.error().code == ErrorCode::NotFound ? changedSince(path) : failure(place.error());
    if (const auto same = checkUnchanged(*place, path, expected); !same)
        return same;
    if (expected.exists
        && ::faccessat(place->folder.get(), place->name.constData(), W_OK, AT_EACCESS) != 0) {
        return failure(ErrorCode::Io,
                       u"%1 is write-protected. Nothing was written."_s.arg(path.resource), systemWords(errno));
    }
    ReplaceOptions options;
    options.mustNotExist = !expected.exists;
    const auto written = replaceFileAt(place->folder.get(), place->name, bytes, options);
    if (!written && written.error().code == ErrorCode::Exists)
        return changedSince(path);
    return written;
}

Result<void> Location::removeFile(const ResolvedPath &path, const FileSnapshot &expected) const
{
    const FileLock lock(path.canonical);
    const auto place = openPlace(path, false);
    if (!place)
        return failure(place.error());
    if (const auto same = checkUnchanged(*place, path, expected); !same)
        return same;
    if (::unlinkat(place->folder.get(), place->name.constData(), 0) != 0) {
        return failure(ErrorCode::Io, u"%1 cannot be removed."_s.arg(path.resource), systemWords(errno));
    }
    ::fsync(place->folder.get());
    return {};
}

} // namespace Countersign
