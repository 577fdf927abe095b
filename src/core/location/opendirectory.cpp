// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "location/opendirectory.h"

#include <QFile>
#include <QList>

#include <cerrno>

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>

namespace Countersign {

using namespace Qt::StringLiterals;

namespace {

constexpr int kDirectoryFlags = O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;

tl::unexpected<Error> openFailure(int error, const QByteArray &canonical)
{
    const QString shown = QFile::decodeName(canonical);
    switch (error) {
    case ELOOP:
    case ENOTDIR:
    case EXDEV:
        return failure(ErrorCode::Stale,
                       u"The directory \"%1\" has been replaced by something else since it was "
                       "checked; look at it again and retry."_s.arg(shown),
                       qt_error_string(error));
    case ENOENT:
        return failure(ErrorCode::NotFound,
                       u"The directory \"%1\" does not exist; make it first or choose another "
                       "path."_s.arg(shown));
    case EMFILE:
    case ENFILE:
        return failure(
                ErrorCode::Io,
                u"The directory \"%1\" cannot be entered, because too many files are open at "
                "once; change fewer files in one step."_s.arg(shown),
                qt_error_string(error));
    case ENAMETOOLONG:
        return failure(ErrorCode::InvalidInput,
                       u"The path \"%1\" is longer than the system allows; choose a shorter "
                       "one."_s.arg(shown));
    default:
        return failure(
                ErrorCode::Io,
                u"The directory \"%1\" cannot be entered; check its permissions."_s.arg(shown),
                qt_error_string(error));
    }
}

/// One system call that refuses every link; -1 with ENOSYS or EPERM where there is no such call or a
/// sandbox does not know it.
int openAtOnce(const QByteArray &canonical)
{
    open_how how{};
    how.flags = O_PATH | O_DIRECTORY | O_CLOEXEC;
    how.resolve = RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
    return int(::syscall(SYS_openat2, AT_FDCWD, canonical.constData(), &how, sizeof how));
}

/// Component by component with O_NOFOLLOW: as safe, with more system calls.
Result<UniqueFd> walk(const QByteArray &canonical, bool makeMissing)
{
    UniqueFd at(::open("/", kDirectoryFlags));
    if (!at.isOpen())
        return openFailure(errno, "/");
    const QList<QByteArray> names = canonical.split('/');
    for (const QByteArray &name : names) {
        if (name.isEmpty())
            continue;
        int next = ::openat(at.get(), name.constData(), kDirectoryFlags);
        if (next < 0 && errno == ENOENT && makeMissing) {
            // Somebody else may make it at the same moment, which is as good.
            if (::mkdirat(at.get(), name.constData(), 0777) != 0 && errno != EEXIST)
                return failure(ErrorCode::Io,
                               u"The directory \"%1\" could not be made; check the permissions "
                               "and the space of the directory above it."_s.arg(
                                       QFile::decodeName(canonical)),
                               qt_error_string(errno));
            next = ::openat(at.get(), name.constData(), kDirectoryFlags);
        }
        if (next < 0)
            return openFailure(errno, canonical);
        at = UniqueFd(next);
    }
    return at;
}

} // namespace

Result<UniqueFd> openDirectory(const QByteArray &canonical)
{
    const int fd = openAtOnce(canonical);
    if (fd >= 0)
        return UniqueFd(fd);
    // EAGAIN: the kernel could not be sure because something was renamed meanwhile.
    if (errno == ENOSYS || errno == EPERM || errno == EAGAIN || errno == EINVAL)
        return walk(canonical, false);
    return openFailure(errno, canonical);
}

Result<UniqueFd> openOrMakeDirectory(const QByteArray &canonical)
{
    Result<UniqueFd> opened = openDirectory(canonical);
    if (opened || opened.error().code != ErrorCode::NotFound)
        return opened;
    return walk(canonical, true);
}

} // namespace Countersign
