// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/uniquefd.h"
#include "location/location.h"

#include <QByteArray>
#include <QString>

#include <QList>

#include <memory>
#include <mutex>

#include <sys/stat.h>

/// What reading, writing and committing files share; for this room only.
namespace Countersign::FilePlace {

inline constexpr mode_t kKeptModeBits =
        0777; ///< New contents never inherit set-user-id and the like.

/// One mutex per canonical path in use, so that two sessions of this process cannot get between
/// each other's check and rename. Held only inside one read-compare-replace. Who takes several takes
/// them in the order of their paths.
class PathLock
{
public:
    explicit PathLock(const QString &canonical);

private:
    std::shared_ptr<std::mutex> m_mutex;
    std::unique_lock<std::mutex> m_lock;
};

/// A canonical path taken apart for the calls that work from a directory's descriptor.
struct Place
{
    QByteArray directory;
    QByteArray name;
    QString shown; ///< For words: as the rules name it.
};
[[nodiscard]] Result<Place> placeOf(const ResolvedPath &path);

/// The file has changed since it was read.
[[nodiscard]] tl::unexpected<Error> changed(const Place &place);

/// Not open when there is no such file.
[[nodiscard]] Result<UniqueFd> openRegularAt(int directory, const Place &place);

[[nodiscard]] Result<FileSnapshot> readAt(int directory, const Place &place, qint64 maximum);

/// Compares what is there with what the decision was made on.
[[nodiscard]] Result<FileSnapshot> readUnchanged(int directory, const Place &place,
                                                 const FileSnapshot &expected);

[[nodiscard]] bool isSameFile(const struct stat &a, const struct stat &b);
/// The same file, and nobody wrote to it between the two looks, as far as its size and time tell.
[[nodiscard]] bool isUntouched(const struct stat &a, const struct stat &b);

/// The directories of `directory` and above it that are not there, outermost first.
[[nodiscard]] QList<QByteArray> missingDirectories(const QByteArray &directory);
/// Removes such directories again, those that something was put into aside.
void removeDirectories(QList<QByteArray> directories);

/// A read-only file can still be replaced or removed by a rename; that it is read-only is somebody's
/// wish, which holds for an administrator as well.
[[nodiscard]] Result<void> checkWritable(int directory, const Place &place, mode_t mode);

} // namespace Countersign::FilePlace
