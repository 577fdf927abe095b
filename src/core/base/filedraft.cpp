// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "base/filedraft.h"

#include "base/fileattributes.h"
#include "base/ids.h"
#include "base/log.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace Countersign {

using namespace Qt::StringLiterals;

namespace {

QString systemText(int error)
{
    return QString::fromLocal8Bit(std::strerror(error));
}

} // namespace

tl::unexpected<Error> writeFailure(int error, const char *step, const QString &shown)
{
    ErrorCode code = ErrorCode::Io;
    QString advice;
    switch (error) {
    case ENOENT:
    case ENOTDIR:
        code = ErrorCode::NotFound;
        advice = u"its folder does not exist; make the folder first"_s;
        break;
    case EEXIST:
        code = ErrorCode::Exists;
        advice = u"something with that name is there already; choose another name or replace it "
                 u"on purpose"_s;
        break;
    case EACCES:
    case EPERM:
        advice = u"you may not write in its folder; check the folder's permissions"_s;
        break;
    case EROFS:
        advice = u"its file system is read-only; choose another place"_s;
        break;
    case ENOSPC:
    case EDQUOT:
        advice = u"there is no space left for it; free some space and try again"_s;
        break;
    case EFBIG:
        advice = u"it is larger than the system allows; raise the file size limit"_s;
        break;
    case EBUSY:
        advice = u"something is mounted on it, as containers do with single files, so that it "
                 u"cannot "
                 u"be replaced; change it where it comes from"_s;
        break;
    case EMFILE:
    case ENFILE:
        advice = u"too many files are open at once; change fewer files in one step"_s;
        break;
    case ENAMETOOLONG:
        code = ErrorCode::InvalidInput;
        advice = u"its name is too long; choose a shorter one"_s;
        break;
    default:
        advice = u"the system answered “%1”; see whether the disk is in order and try again"_s.arg(
                systemText(error));
        break;
    }
    return failure(code, u"The file “%1” could not be written: %2."_s.arg(shown, advice),
                   u"%1: %2"_s.arg(QString::fromLatin1(step), systemText(error)));
}

Result<void> syncDirectory(int directory, const QString &shown)
{
    // The caller's descriptor may be an O_PATH one, which cannot be synced; this one can.
    const UniqueFd own(::openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    // A folder that may be written but not listed cannot be synced by anyone; some file systems
    // have no such operation (EINVAL). The contents themselves are on the disk in both cases.
    const bool failed = own.isOpen() ? ::fsync(own.get()) != 0 && errno != EINVAL : errno != EACCES;
    if (!failed)
        return {};
    const int error = errno;
    return failure(ErrorCode::Io,
                   u"The file “%1” was replaced, but the system could not confirm that its folder "
                   u"is on the disk; see whether the disk is in order."_s.arg(shown),
                   u"fsync: "_s + systemText(error));
}

QByteArray temporaryName()
{
    return ".countersign-" + ascendingId().toLatin1() + ".tmp";
}

FileDraft::FileDraft(int directory, QString shown)
    : m_directory(directory)
    , m_shown(std::move(shown))
{
}

FileDraft::~FileDraft()
{
    removeName();
}

FileDraft::FileDraft(FileDraft &&other) noexcept
    : m_directory(other.m_directory)
    , m_shown(std::move(other.m_shown))
    , m_file(std::move(other.m_file))
    , m_name(std::exchange(other.m_name, {}))
{
}

Result<void> FileDraft::create(mode_t mode)
{
    m_file = UniqueFd(::openat(m_directory, ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, mode));
    if (m_file.isOpen())
        return {};
    // Any refusal that is about the folder comes again, with the right words, from the second
    // way; only its reason counts.
    const QByteArray name = temporaryName();
    m_file = UniqueFd(::openat(m_directory, name.constData(),
                               O_CREAT | O_EXCL | O_NOFOLLOW | O_WRONLY | O_CLOEXEC, mode));
    if (!m_file.isOpen())
        return writeFailure(errno, "openat", m_shown);
    m_name = name;
    return {};
}

Result<void> FileDraft::write(const QByteArray &bytes)
{
    qsizetype done = 0;
    while (done < bytes.size()) {
        const ssize_t wrote = ::write(m_file.get(), bytes.constData() + done,
                                      static_cast<size_t>(bytes.size() - done));
        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote < 0)
            return writeFailure(errno, "write", m_shown);
        done += wrote;
    }
    return {};
}

Result<void> FileDraft::takeAttributes(int directory, const QByteArray &name,
                                       const struct stat &old, mode_t mode)
{
    struct stat own{};
    if (::fstat(m_file.get(), &own) != 0)
        return writeFailure(errno, "fstat", m_shown);
    bool sameOwner = own.st_uid == old.st_uid;
    bool sameGroup = own.st_gid == old.st_gid;
    if (!sameOwner || !sameGroup) {
        if (::fchown(m_file.get(), old.st_uid, old.st_gid) == 0)
            sameOwner = sameGroup = true;
        else if (!sameGroup)
            sameGroup = ::fchown(m_file.get(), static_cast<uid_t>(-1), old.st_gid) == 0;
    }
    if (!sameOwner)
        mode &= ~static_cast<mode_t>(S_ISUID);
    if (!sameGroup) {
        const mode_t others = mode & S_IRWXO;
        mode &= ~static_cast<mode_t>(S_ISGID | S_IRWXG) | (others << 3);
    }
    if (const Result<void> set = setMode(mode); !set)
        return set;
    // After the mode, which would change the list's mask.
    const UniqueFd replaced(::openat(directory, name.constData(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
    if (!replaced.isOpen())
        return writeFailure(errno, "openat", m_shown);
    return copyFileAttributes(replaced.get(), m_file.get(),
                              sameOwner && sameGroup ? AccessList::Keep : AccessList::Drop,
                              m_shown);
}

Result<void> FileDraft::setMode(mode_t mode)
{
    if (::fchmod(m_file.get(), mode) != 0)
        return writeFailure(errno, "fchmod", m_shown);
    return {};
}

Result<void> FileDraft::sync()
{
    if (::fsync(m_file.get()) != 0)
        return writeFailure(errno, "fsync", m_shown);
    return {};
}

Result<void> FileDraft::publishNew(const QByteArray &name)
{
    if (m_name.isEmpty())
        return link(name);
    if (::renameat2(m_directory, m_name.constData(), m_directory, name.constData(),
                    RENAME_NOREPLACE)
        == 0) {
        m_name.clear();
        return {};
    }
    if (errno != EINVAL && errno != ENOSYS)
        return writeFailure(errno, "renameat2", m_shown);
    // A file system without that flag: a hard link refuses a taken name as well.
    if (::linkat(m_directory, m_name.constData(), m_directory, name.constData(), 0) != 0)
        return writeFailure(errno, "linkat", m_shown);
    return {};
}

/// A name of its own, for contents that are to be moved over something.
Result<void> FileDraft::takeName()
{
    if (!m_name.isEmpty())
        return {};
    const QByteArray fresh = temporaryName();
    if (Result<void> linked = link(fresh); !linked)
        return linked;
    m_name = fresh;
    return {};
}

Result<void> FileDraft::close()
{
    if (Result<void> named = takeName(); !named)
        return named;
    m_file = UniqueFd();
    return {};
}

Result<void> FileDraft::publishOver(const QByteArray &name)
{
    if (Result<void> named = takeName(); !named)
        return named;
    if (::renameat(m_directory, m_name.constData(), m_directory, name.constData()) != 0)
        return writeFailure(errno, "renameat", m_shown);
    m_name.clear();
    return {};
}

Result<QByteArray> FileDraft::exchangeWith(const QByteArray &name)
{
    if (Result<void> named = takeName(); !named)
        return failure(named.error());
    if (::renameat2(m_directory, m_name.constData(), m_directory, name.constData(), RENAME_EXCHANGE)
        == 0)
        return std::exchange(m_name, {});
    if (errno != EINVAL && errno != ENOSYS)
        return writeFailure(errno, "renameat2", m_shown);
    // A file system without that flag: the old contents get a second name first.
    QByteArray old = temporaryName();
    if (::linkat(m_directory, name.constData(), m_directory, old.constData(), 0) != 0)
        return writeFailure(errno, "linkat", m_shown);
    if (Result<void> published = publishOver(name); !published) {
        if (::unlinkat(m_directory, old.constData(), 0) != 0)
            qCWarning(logBase, "a second name of a file could not be removed: %s",
                      std::strerror(errno));
        return failure(published.error());
    }
    return old;
}

Result<void> FileDraft::link(const QByteArray &name)
{
    const QByteArray self = "/proc/self/fd/" + QByteArray::number(m_file.get());
    if (::linkat(AT_FDCWD, self.constData(), m_directory, name.constData(), AT_SYMLINK_FOLLOW) != 0)
        return writeFailure(errno, "linkat", m_shown);
    return {};
}

void FileDraft::removeName()
{
    if (!m_name.isEmpty() && ::unlinkat(m_directory, m_name.constData(), 0) != 0)
        qCWarning(logBase, "a temporary file beside a written one could not be removed: %s",
                  std::strerror(errno));
    m_name.clear();
}

} // namespace Countersign
