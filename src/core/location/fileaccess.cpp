// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "base/atomicfile.h"
#include "location/filecommit.h"
#include "location/fileplace.h"
#include "location/location.h"
#include "location/opendirectory.h"

#include <cerrno>

#include <fcntl.h>
#include <unistd.h>

namespace Countersign {

using namespace FilePlace;
using namespace Qt::StringLiterals;

Result<UniqueFd> Location::openFile(const ResolvedPath &path) const
{
    const Result<Place> place = placeOf(path);
    if (!place)
        return failure(place.error());
    const Result<UniqueFd> directory = openDirectory(place->directory);
    if (!directory && directory.error().code != ErrorCode::NotFound)
        return failure(directory.error());
    Result<UniqueFd> file = directory ? openRegularAt(directory->get(), *place) : UniqueFd();
    if (file && !file->isOpen())
        return failure(ErrorCode::NotFound,
                       u"The file \"%1\" does not exist; check the path."_s.arg(place->shown));
    return file;
}

Result<FileSnapshot> Location::readFile(const ResolvedPath &path, qint64 maximumBytes) const
{
    const Result<Place> place = placeOf(path);
    if (!place)
        return failure(place.error());
    const Result<UniqueFd> directory = openDirectory(place->directory);
    if (!directory && directory.error().code == ErrorCode::NotFound)
        return FileSnapshot{};
    if (!directory)
        return failure(directory.error());
    return readAt(directory->get(), *place, maximumBytes);
}

Result<void> Location::writeFile(const ResolvedPath &path, const FileSnapshot &expected,
                                 const QByteArray &bytes) const
{
    const Result<Place> place = placeOf(path);
    if (!place)
        return failure(place.error());
    // Directories that are made for a new file go again when it cannot be written.
    if (!expected.exists)
        return commitAll({FileWrite{path, expected, bytes}});
    const PathLock lock(path.canonical);
    const Result<UniqueFd> directory = openDirectory(place->directory);
    if (!directory)
        return directory.error().code == ErrorCode::NotFound ? changed(*place)
                                                             : failure(directory.error());
    const auto look = [&](struct stat &status) {
        return ::fstatat(directory->get(), place->name.constData(), &status, AT_SYMLINK_NOFOLLOW)
                == 0;
    };
    struct stat before{};
    if (!look(before))
        return changed(*place);
    const Result<FileSnapshot> now = readUnchanged(directory->get(), *place, expected);
    if (!now)
        return failure(now.error());
    if (Result<void> writable = checkWritable(directory->get(), *place, now->mode); !writable)
        return writable;
    ReplaceOptions options;
    options.mode = now->mode & kKeptModeBits;
    options.shown = place->shown;
    options.check = [&]() -> Result<void> {
        struct stat after{};
        if (look(after) && isUntouched(before, after))
            return {};
        const auto again = readUnchanged(directory->get(), *place, expected);
        return again ? Result<void>() : failure(again.error());
    };
    return replaceFileAt(directory->get(), place->name, bytes, options);
}

Result<void> Location::removeFile(const ResolvedPath &path, const FileSnapshot &expected) const
{
    const Result<Place> place = placeOf(path);
    if (!place)
        return failure(place.error());
    const PathLock lock(path.canonical);
    const Result<UniqueFd> directory = openDirectory(place->directory);
    if (!directory) {
        if (directory.error().code != ErrorCode::NotFound)
            return failure(directory.error());
        return expected.exists ? Result<void>(changed(*place)) : Result<void>();
    }
    const Result<FileSnapshot> now = readUnchanged(directory->get(), *place, expected);
    if (!now)
        return failure(now.error());
    if (!now->exists)
        return {};
    if (Result<void> writable = checkWritable(directory->get(), *place, now->mode); !writable)
        return writable;
    if (::unlinkat(directory->get(), place->name.constData(), 0) != 0)
        return failure(ErrorCode::Io,
                       u"The file \"%1\" could not be removed; check the permissions of its "
                       "directory."_s.arg(place->shown),
                       qt_error_string(errno));
    return {};
}

} // namespace Countersign
