// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "session/walkedfile.h"

#include "base/uniquefd.h"
#include "session/gitview.h"
#include "session/seenfolder.h"

#include <QHash>

#include <algorithm>
#include <cerrno>
#include <climits>

#include <fcntl.h>
#include <unistd.h>

namespace Countersign::Session {

namespace {

/// Nanoseconds; the kernel's clock ticks every 10 ms at most.
constexpr qint64 kSettleTime = 100'000'000;

constexpr mode_t kModeBits = 07777;

} // namespace

std::optional<QByteArray> contentAt(int folder, const char *name, qint64 size)
{
    const UniqueFd file(
            ::openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    if (!file.isOpen())
        return std::nullopt;
    QByteArray bytes(size + 1, Qt::Uninitialized);
    qsizetype done = 0;
    while (done < bytes.size()) {
        const ssize_t got = ::read(file.get(), bytes.data() + done, size_t(bytes.size() - done));
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return std::nullopt;
        if (got == 0)
            break;
        done += got;
    }
    if (done > size)
        return std::nullopt;
    bytes.truncate(done);
    return bytes;
}

std::optional<QByteArray> leadsTo(int folder, const char *name)
{
    QByteArray target(PATH_MAX, Qt::Uninitialized);
    const ssize_t got = ::readlinkat(folder, name, target.data(), size_t(target.size()));
    if (got < 0 || got >= target.size())
        return std::nullopt;
    target.truncate(got);
    return target;
}

bool isSettled(const struct stat &status, qint64 now)
{
    return now - std::max(nanoseconds(status.st_mtim), nanoseconds(status.st_ctim)) > kSettleTime;
}

SeenFile seenFrom(const QByteArray &path, const struct stat &status, qint64 now)
{
    SeenFile file;
    file.path = path;
    file.modified = nanoseconds(status.st_mtim);
    file.changed = nanoseconds(status.st_ctim);
    file.inode = status.st_ino;
    file.settled = isSettled(status, now);
    file.image.kind = S_ISLNK(status.st_mode) ? ImageKind::Link : ImageKind::File;
    file.image.mode = S_ISLNK(status.st_mode) ? 0 : status.st_mode & kModeBits;
    file.image.size = status.st_size;
    return file;
}

bool isUntouched(const SeenFile &then, const struct stat &status)
{
    return then.settled && then.modified == nanoseconds(status.st_mtim)
            && then.changed == nanoseconds(status.st_ctim) && then.inode == status.st_ino
            && then.image.size == status.st_size
            && (then.image.kind == ImageKind::Link) == S_ISLNK(status.st_mode);
}

bool isSame(const SeenFile &then, const SeenFile &now, const QByteArray &content)
{
    if (then.image.kind != now.image.kind)
        return false;
    if (!then.gitId.isEmpty() && !now.gitId.isEmpty())
        return then.gitId == now.gitId;
    return then.image.hash.isEmpty() ? GitView::idOf(content) == then.gitId
                                     : then.image.hash == now.image.hash;
}

void findMoves(QList<ImageChange> &changes)
{
    QHash<QByteArray, QList<qsizetype>> gone;
    QHash<QByteArray, QList<qsizetype>> come;
    for (qsizetype i = 0; i < changes.size(); ++i) {
        const ImageChange &change = changes.at(i);
        if (change.before.kind == ImageKind::File && change.after.kind == ImageKind::Missing
            && change.before.size > 0)
            gone[change.before.hash].append(i);
        else if (change.before.kind == ImageKind::Missing && change.after.kind == ImageKind::File)
            come[change.after.hash].append(i);
    }
    for (auto from = gone.cbegin(); from != gone.cend(); ++from) {
        const QList<qsizetype> to = come.value(from.key());
        if (from->size() == 1 && to.size() == 1)
            changes[from->first()].movedTo = changes.at(to.first()).path;
    }
}

} // namespace Countersign::Session
