// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "base/fileattributes.h"

#include <QByteArray>
#include <QList>

#include <cerrno>

#include <sys/xattr.h>

namespace Countersign {

using namespace Qt::StringLiterals;

namespace {

constexpr char kAccessList[] = "system.posix_acl_access";
constexpr qsizetype kMaximumBytes = 64 * 1024; ///< The kernel's limit, of a value and of the names.

/// By this name an O_PATH descriptor serves as well, and a file that may not be read.
QByteArray pathOf(int fd)
{
    return "/proc/self/fd/" + QByteArray::number(fd);
}

bool isMissing(int error)
{
    return error == ENODATA || error == ENOTSUP;
}

tl::unexpected<Error> cannotKeep(const QByteArray &name, int error, const QString &shown)
{
    return failure(
            ErrorCode::Io,
            u"The file “%1” could not be written, because its attribute %2 could not be kept "
            "(%3); remove the attribute first if it does not matter."_s.arg(
                    shown, QString::fromUtf8(name), qt_error_string(error)));
}

/// A label or a privileged attribute: the system decides whether it may be copied.
bool isOptional(const QByteArray &name)
{
    return name.startsWith("security.") || name.startsWith("trusted.");
}

bool isNeverCopied(const QByteArray &name)
{
    // New contents never have the rights or the checksums of the old ones.
    return name == "security.capability" || name == "security.ima" || name == "security.evm";
}

Result<void> copyOne(const QByteArray &source, const QByteArray &target, const QByteArray &name,
                     const QString &shown)
{
    QByteArray value(kMaximumBytes, Qt::Uninitialized);
    const ssize_t size =
            ::getxattr(source.constData(), name.constData(), value.data(), size_t(value.size()));
    if (size < 0 && isMissing(errno))
        return {};
    if (size >= 0
        && ::setxattr(target.constData(), name.constData(), value.constData(), size_t(size), 0)
                == 0)
        return {};
    if (isOptional(name))
        return {};
    return cannotKeep(name, errno, shown);
}

} // namespace

Result<void> copyFileAttributes(int from, int to, AccessList accessList, const QString &shown)
{
    const QByteArray source = pathOf(from);
    const QByteArray target = pathOf(to);
    // A new file has the list that its folder gives to new files.
    if (::removexattr(target.constData(), kAccessList) != 0 && !isMissing(errno))
        return cannotKeep(kAccessList, errno, shown);
    QByteArray names(kMaximumBytes, Qt::Uninitialized);
    const ssize_t size = ::listxattr(source.constData(), names.data(), size_t(names.size()));
    if (size < 0 && isMissing(errno))
        return {};
    if (size < 0)
        return failure(ErrorCode::Io,
                       u"The file “%1” could not be written, because its attributes could not be "
                       "read (%2)."_s.arg(shown, qt_error_string(errno)));
    names.truncate(size);
    const QList<QByteArray> list = names.split('\0');
    for (const QByteArray &name : list) {
        if (name.isEmpty() || isNeverCopied(name)
            || (name == kAccessList && accessList == AccessList::Drop))
            continue;
        if (const Result<void> copied = copyOne(source, target, name, shown); !copied)
            return copied;
    }
    return {};
}

} // namespace Countersign
