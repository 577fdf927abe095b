// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "base/atomicfile.h"

#include "base/filedraft.h"
#include "base/uniquefd.h"

#include <QFile>
#include <QFileInfo>

#include <cerrno>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace Countersign {

using namespace Qt::StringLiterals;

namespace {

constexpr mode_t kPermissionBits = 07777;

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
        return writeFailure(errno, "fstatat", shown);
    if (found && options.mustNotExist)
        return writeFailure(EEXIST, "fstatat", shown);
    if (found && !S_ISREG(old.st_mode))
        return failure(ErrorCode::InvalidInput,
                       u"The file “%1” could not be written: that name belongs to %2; choose "
                       u"another name."_s.arg(shown, kindName(old.st_mode)));

    FileDraft draft(directory, shown);
    // A replaced file may be private: nobody else reads the new contents before the mode is set.
    const bool plain = !found && !options.mode;
    Result<void> step = draft.create(plain ? 0666 : 0600);
    if (step)
        step = draft.write(bytes);
    if (step && found)
        step = draft.takeAttributes(directory, name, old,
                                    options.mode.value_or(old.st_mode & kPermissionBits));
    else if (step && options.mode)
        step = draft.setMode(*options.mode);
    if (step)
        step = draft.sync();
    if (step && options.check)
        step = options.check();
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
    return replaceShown(directoryFd, name, bytes, options,
                        options.shown.isEmpty() ? QFile::decodeName(name) : options.shown);
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
    const UniqueFd directory(::open(folder.constData(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!directory.isOpen())
        return writeFailure(errno, "open", path);
    return replaceShown(directory.get(), encoded.mid(slash + 1), bytes, options, path);
}

} // namespace Countersign
