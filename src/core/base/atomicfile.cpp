// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "base/atomicfile.h"

#include "base/fileattributes.h"
#include "base/ids.h"
#include "base/log.h"

#include <QFile>
#include <QFileInfo>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace Countersign {

using namespace Qt::StringLiterals;

namespace {

constexpr mode_t kPermissionBits = 07777;

QString systemText(int error)
{
    return QString::fromLocal8Bit(std::strerror(error));
}

/// `step` names the system call, `shown` the file as the person knows it.
tl::unexpected<Error> systemFailure(int error, const char *step, const QString &shown)
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

/// A file descriptor that closes itself.
class Descriptor
{
public:
    explicit Descriptor(int fd = -1) : m_fd(fd) { }
    ~Descriptor()
    {
        if (m_fd >= 0)
            ::close(m_fd);
    }
    Descriptor(const Descriptor &) = delete;
    Descriptor &operator=(const Descriptor &) = delete;
    [[nodiscard]] int get() const { return m_fd; }
    [[nodiscard]] bool isOpen() const { return m_fd >= 0; }
    void reset(int fd)
    {
        if (m_fd >= 0)
            ::close(m_fd);
        m_fd = fd;
    }

private:
    int m_fd;
};

/// The new contents before they have their name: a file without any name where the file system can
/// (a crash leaves nothing behind), else one with a name of its own, removed unless it was moved.
class Draft
{
public:
    explicit Draft(int directory, QString shown) : m_directory(directory), m_shown(std::move(shown))
    {
    }
    ~Draft() { removeName(); }
    Draft(const Draft &) = delete;
    Draft &operator=(const Draft &) = delete;

    Result<void> create(mode_t mode)
    {
        m_file.reset(::openat(m_directory, ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, mode));
        if (m_file.isOpen())
            return {};
        // Any refusal that is about the folder comes again, with the right words, from the second
        // way; only its reason counts.
        const QByteArray name = freshName();
        m_file.reset(::openat(m_directory, name.constData(),
                              O_CREAT | O_EXCL | O_NOFOLLOW | O_WRONLY | O_CLOEXEC, mode));
        if (!m_file.isOpen())
            return systemFailure(errno, "openat", m_shown);
        m_name = name;
        return {};
    }

    Result<void> write(const QByteArray &bytes)
    {
        qsizetype done = 0;
        while (done < bytes.size()) {
            const ssize_t wrote = ::write(m_file.get(), bytes.constData() + done,
                                          static_cast<size_t>(bytes.size() - done));
            if (wrote < 0 && errno == EINTR)
                continue;
            if (wrote < 0)
                return systemFailure(errno, "write", m_shown);
            done += wrote;
        }
        return {};
    }

    /// Owner and group of `old` where the system lets us, its mode, and its extended attributes with
    /// the access list. What a foreign owner or group would newly gain is taken away instead.
    Result<void> takeAttributes(const QByteArray &name, const struct stat &old, mode_t mode)
    {
        struct stat own{};
        if (::fstat(m_file.get(), &own) != 0)
            return systemFailure(errno, "fstat", m_shown);
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
        const Descriptor replaced(
                ::openat(m_directory, name.constData(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
        if (!replaced.isOpen())
            return systemFailure(errno, "openat", m_shown);
        return copyFileAttributes(replaced.get(), m_file.get(),
                                  sameOwner && sameGroup ? AccessList::Keep : AccessList::Drop,
                                  m_shown);
    }

    Result<void> setMode(mode_t mode)
    {
        if (::fchmod(m_file.get(), mode) != 0)
            return systemFailure(errno, "fchmod", m_shown);
        return {};
    }

    Result<void> sync()
    {
        if (::fsync(m_file.get()) != 0)
            return systemFailure(errno, "fsync", m_shown);
        return {};
    }

    /// Gives the contents the name `name`, which must be free.
    Result<void> publishNew(const QByteArray &name)
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
            return systemFailure(errno, "renameat2", m_shown);
        // A file system without that flag: a hard link refuses a taken name as well.
        if (::linkat(m_directory, m_name.constData(), m_directory, name.constData(), 0) != 0)
            return systemFailure(errno, "linkat", m_shown);
        return {};
    }

    /// Puts the contents in the place of what `name` names now.
    Result<void> publishOver(const QByteArray &name)
    {
        if (m_name.isEmpty()) {
            const QByteArray fresh = freshName();
            if (Result<void> linked = link(fresh); !linked)
                return linked;
            m_name = fresh;
        }
        if (::renameat(m_directory, m_name.constData(), m_directory, name.constData()) != 0)
            return systemFailure(errno, "renameat", m_shown);
        m_name.clear();
        return {};
    }

private:
    static QByteArray freshName() { return ".countersign-" + ascendingId().toLatin1() + ".tmp"; }

    Result<void> link(const QByteArray &name)
    {
        const QByteArray self = "/proc/self/fd/" + QByteArray::number(m_file.get());
        if (::linkat(AT_FDCWD, self.constData(), m_directory, name.constData(), AT_SYMLINK_FOLLOW)
            != 0)
            return systemFailure(errno, "linkat", m_shown);
        return {};
    }

    void removeName()
    {
        if (!m_name.isEmpty() && ::unlinkat(m_directory, m_name.constData(), 0) != 0)
            qCWarning(logBase, "a temporary file beside a written one could not be removed: %s",
                      std::strerror(errno));
        m_name.clear();
    }

    int m_directory; ///< Not owned.
    QString m_shown;
    Descriptor m_file;
    QByteArray m_name; ///< Empty while it has none.
};

Result<void> syncDirectory(int directory, const QString &shown)
{
    // The caller's descriptor may be an O_PATH one, which cannot be synced; this one can.
    const Descriptor own(::openat(directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
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

QString kindName(mode_t mode)
{
    if (S_ISDIR(mode))
        return u"a folder"_s;
    if (S_ISLNK(mode))
        return u"a symbolic link"_s;
    return u"a device, pipe or socket"_s;
}

Result<void> replaceShown(int directory, const QByteArray &name, const QByteArray &bytes,
                          const ReplaceOptions &options, const QString &shown)
{
    if (name.isEmpty() || name.contains('/') || name.contains('\0') || name == "." || name == "..")
        return failure(
                ErrorCode::InvalidInput,
                u"“%1” is not the name of a file; give one name without slashes."_s.arg(shown));

    struct stat old{};
    const bool found = ::fstatat(directory, name.constData(), &old, AT_SYMLINK_NOFOLLOW) == 0;
    if (!found && errno != ENOENT)
        return systemFailure(errno, "fstatat", shown);
    if (found && options.mustNotExist)
        return systemFailure(EEXIST, "fstatat", shown);
    if (found && !S_ISREG(old.st_mode))
        return failure(ErrorCode::InvalidInput,
                       u"The file “%1” could not be written: that name belongs to %2; choose "
                       u"another name."_s.arg(shown, kindName(old.st_mode)));

    Draft draft(directory, shown);
    // A replaced file may be private: nobody else reads the new contents before the mode is set.
    const bool plain = !found && !options.mode;
    Result<void> step = draft.create(plain ? 0666 : 0600);
    if (step)
        step = draft.write(bytes);
    if (step && found)
        step = draft.takeAttributes(name, old,
                                    options.mode.value_or(old.st_mode & kPermissionBits));
    else if (step && options.mode)
        step = draft.setMode(*options.mode);
    if (step)
        step = draft.sync();
    if (step)
        step = options.mustNotExist ? draft.publishNew(name) : draft.publishOver(name);
    if (step)
        step = syncDirectory(directory, shown);
    return step;
}

} // namespace

Result<void> replaceFileAt(int directoryFd, const QByteArray &name, const QByteArray &bytes,
                           const ReplaceOptions &options)
{
    return replaceShown(directoryFd, name, bytes, options, QFile::decodeName(name));
}

Result<void> replaceFile(const QString &path, const QByteArray &bytes,
                         const ReplaceOptions &options)
{
    QString target = path;
    if (const QFileInfo info(path); info.isSymLink() && !options.mustNotExist) {
        target = info.canonicalFilePath();
        if (target.isEmpty())
            return failure(
                    ErrorCode::NotFound,
                    u"The file “%1” could not be written: it is a symbolic link to something "
                    u"that does not exist; remove the link or make its target."_s.arg(path));
    }
    const QByteArray encoded = QFile::encodeName(target);
    const qsizetype slash = encoded.lastIndexOf('/');
    const QByteArray folder = slash < 0 ? QByteArray(".") : encoded.left(slash + 1);
    const Descriptor directory(::open(folder.constData(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!directory.isOpen())
        return systemFailure(errno, "open", path);
    return replaceShown(directory.get(), encoded.mid(slash + 1), bytes, options, path);
}

} // namespace Countersign
