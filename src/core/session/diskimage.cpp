// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "session/diskimage.h"

#include "base/filedraft.h"
#include "base/log.h"
#include "location/canonicalpath.h"
#include "location/opendirectory.h"

#include <QFile>

#include <cerrno>
#include <climits>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace Countersign::Session {

using namespace Qt::StringLiterals;

namespace {

constexpr mode_t kModeBits = 07777;

/// A name and the folder that it is in, past the path policy.
struct Name
{
    QByteArray directory;
    QByteArray name;
    QString resource;
};

tl::unexpected<Error> inTheWay(const QString &resource)
{
    return failure(
            ErrorCode::Stale,
            u"On the way to \"%1\" there is a symbolic link now, so it was left alone."_s.arg(
                    resource));
}

tl::unexpected<Error> otherNow(const QString &resource)
{
    return failure(
            ErrorCode::Stale,
            u"\"%1\" changed at this moment, so nothing was written; look at it again."_s.arg(
                    resource));
}

Result<Name> nameOf(const Location &location, const QString &path, const QString &resource)
{
    const QByteArray bytes = QFile::encodeName(path);
    const QByteArray directory = parentOf(bytes);
    const QString shown = QFile::decodeName(directory);
    const auto parent = location.resolve(shown, PathKind::Directory);
    if (!parent)
        return failure(parent.error());
    if (parent->canonical != shown)
        return inTheWay(resource);
    return Name{directory, bytes.mid(bytes.lastIndexOf('/') + 1), resource};
}

Result<QByteArray> targetAt(int directory, const Name &name)
{
    QByteArray target(PATH_MAX, Qt::Uninitialized);
    const ssize_t got =
            ::readlinkat(directory, name.name.constData(), target.data(), size_t(target.size()));
    if (got < 0)
        return failure(ErrorCode::Io,
                       u"The symbolic link \"%1\" could not be read."_s.arg(name.resource),
                       qt_error_string(errno));
    target.truncate(got);
    return target;
}

Result<void> makeLink(int directory, const Name &name, const QByteArray &target)
{
    if (::symlinkat(target.constData(), directory, name.name.constData()) == 0)
        return {};
    return errno == EEXIST ? Result<void>(otherNow(name.resource))
                           : writeFailure(errno, "symlinkat", name.resource);
}

/// From one link, or nothing, to another link, or nothing, if it still is the first.
Result<void> changeLink(const Location &location, const QString &path, const QString &resource,
                        const DiskImage &expected, const DiskImage &wanted)
{
    const auto name = nameOf(location, path, resource);
    if (!name)
        return failure(name.error());
    const auto directory = wanted.kind == ImageKind::Missing ? openDirectory(name->directory)
                                                             : openOrMakeDirectory(name->directory);
    if (!directory)
        return failure(directory.error());
    const int fd = directory->get();
    if (expected.kind == ImageKind::Missing) {
        if (Result<void> made = makeLink(fd, *name, wanted.content); !made)
            return made;
        return syncDirectory(fd, resource);
    }
    const auto target = targetAt(fd, *name);
    if (!target || *target != expected.content)
        return otherNow(resource);
    if (wanted.kind == ImageKind::Missing) {
        if (::unlinkat(fd, name->name.constData(), 0) != 0)
            return writeFailure(errno, "unlinkat", resource);
        return syncDirectory(fd, resource);
    }
    const Name fresh{name->directory, temporaryName(), resource};
    if (Result<void> made = makeLink(fd, fresh, wanted.content); !made)
        return made;
    if (::renameat(fd, fresh.name.constData(), fd, name->name.constData()) != 0) {
        const int error = errno;
        ::unlinkat(fd, fresh.name.constData(), 0);
        return writeFailure(error, "renameat", resource);
    }
    return syncDirectory(fd, resource);
}

Result<ResolvedPath> resolvedFile(const Location &location, const QString &path,
                                  const QString &resource)
{
    auto resolved = location.resolve(path, PathKind::File);
    if (resolved && resolved->canonical != path)
        return inTheWay(resource);
    return resolved;
}

} // namespace

Result<DiskImage> readImage(const Location &location, const QString &path, const QString &resource)
{
    const auto name = nameOf(location, path, resource);
    if (!name)
        return failure(name.error());
    const auto directory = openDirectory(name->directory);
    if (!directory && directory.error().code == ErrorCode::NotFound)
        return DiskImage{};
    if (!directory)
        return failure(directory.error());
    struct stat status{};
    if (::fstatat(directory->get(), name->name.constData(), &status, AT_SYMLINK_NOFOLLOW) != 0) {
        if (errno == ENOENT)
            return DiskImage{};
        return failure(ErrorCode::Io, u"\"%1\" could not be looked at."_s.arg(resource),
                       qt_error_string(errno));
    }
    if (S_ISLNK(status.st_mode)) {
        const auto target = targetAt(directory->get(), *name);
        if (!target)
            return failure(target.error());
        return DiskImage{ImageKind::Link, 0, *target};
    }
    if (!S_ISREG(status.st_mode))
        return failure(
                ErrorCode::InvalidInput,
                u"\"%1\" is a folder or something else by now that is not a file."_s.arg(resource));
    const auto resolved = resolvedFile(location, path, resource);
    if (!resolved)
        return failure(resolved.error());
    const auto file = location.readFile(*resolved);
    if (!file)
        return failure(file.error());
    if (!file->exists)
        return DiskImage{};
    return DiskImage{ImageKind::File, file->mode & kModeBits, file->bytes};
}

Result<void> writeImages(const Location &location, const QList<ImageWrite> &writes)
{
    QList<FileWrite> files;
    QList<ImageWrite> links; // That go away, or lead elsewhere.
    QList<ImageWrite> fresh; // That come where there is none.
    for (const ImageWrite &write : writes) {
        const bool wasLink = write.expected.kind == ImageKind::Link;
        const bool isLink = write.wanted.kind == ImageKind::Link;
        if (wasLink)
            links.append({write.path, write.resource, write.expected,
                          isLink ? write.wanted : DiskImage()});
        else if (isLink)
            fresh.append({write.path, write.resource, DiskImage(), write.wanted});
        if (write.expected.kind != ImageKind::File && write.wanted.kind != ImageKind::File)
            continue;
        FileWrite file;
        if (wasLink) {
            // The name will be free; resolving it now would follow the link.
            const auto name = nameOf(location, write.path, write.resource);
            if (!name)
                return failure(name.error());
            file.path.input = file.path.canonical = write.path;
            file.path.resource = write.resource;
        } else {
            const auto resolved = resolvedFile(location, write.path, write.resource);
            if (!resolved)
                return failure(resolved.error());
            file.path = *resolved;
        }
        if (write.expected.kind == ImageKind::File)
            file.expected = {true, write.expected.content, write.expected.mode};
        if (write.wanted.kind == ImageKind::File) {
            file.bytes = write.wanted.content;
            if (write.wanted.mode != 0 && write.wanted.mode != write.expected.mode)
                file.mode = write.wanted.mode;
        }
        files.append(file);
    }

    qsizetype done = 0;
    Result<void> step;
    for (const ImageWrite &link : std::as_const(links)) {
        step = changeLink(location, link.path, link.resource, link.expected, link.wanted);
        if (!step)
            break;
        ++done;
    }
    if (step && !files.isEmpty())
        step = location.commit(files);
    if (!step) {
        for (const ImageWrite &link : links.first(done)) {
            if (const auto undone =
                        changeLink(location, link.path, link.resource, link.wanted, link.expected);
                !undone)
                qCWarning(logSession, "%s", qUtf8Printable(undone.error().message));
        }
        if (step.error().code == ErrorCode::Stale && writes.size() == 1)
            return otherNow(writes.first().resource);
        return step;
    }
    for (const ImageWrite &link : std::as_const(fresh)) {
        step = changeLink(location, link.path, link.resource, link.expected, link.wanted);
        if (!step)
            return failure(step.error().code,
                           u"Not everything could be put back: %1"_s.arg(step.error().message),
                           step.error().detail);
    }
    return {};
}

} // namespace Countersign::Session
