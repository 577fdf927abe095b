// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "location/location.h"
#include "session/snapshot.h"

#include <QByteArray>
#include <QList>
#include <QString>

#include <optional>

namespace Countersign::Session {

/// What a name stands for, with its content.
struct DiskImage
{
    ImageKind kind = ImageKind::Missing;
    mode_t mode = 0; ///< Permission bits; 0 of a file that is to be made: the usual ones.
    QByteArray content;
    friend bool operator==(const DiskImage &, const DiskImage &) = default;
};

/// What `path` (canonical, but for a link in its last place) is now. Denied or Stale when the path
/// policy does not let us there any more, or a link has come into its way; Io, InvalidInput for what is
/// neither file nor link.
[[nodiscard]] Result<DiskImage> readImage(const Location &location, const QString &path,
                                          const QString &resource);

/// One name and what it is to be.
struct ImageWrite
{
    QString path;
    QString resource;
    DiskImage expected;
    DiskImage wanted;
};

/// Makes all of it or nothing. Stale when something is not as expected; errors otherwise as those of
/// Location::commit(). Links are made after the files, each in one step.
[[nodiscard]] Result<void> writeImages(const Location &location, const QList<ImageWrite> &writes);

} // namespace Countersign::Session
