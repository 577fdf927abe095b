// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/result.h"

#include <QByteArray>
#include <QString>

#include <functional>
#include <optional>

#include <sys/types.h>

namespace Countersign {

struct ReplaceOptions
{
    /// Permission bits of the result; nothing keeps those of the file being replaced, or 0666
    /// less the umask for a new file.
    std::optional<mode_t> mode;
    /// Refuse with ErrorCode::Exists when the name is taken.
    bool mustNotExist = false;
    /// Called once the new contents are on the disk, right before they get the name: writing may take
    /// seconds, in which somebody else saves. An error leaves the file as it is and is returned.
    std::function<Result<void>()> check = {};
    QString shown = {}; ///< The file for words; empty: its name.
};

/// Replaces the file `name` in the directory `directoryFd` by `bytes` in one step: temporary file
/// beside it, write, fsync, mode, owner, access list and extended attributes carried
/// over, rename, fsync of the directory. A reader
/// or a crash sees the old bytes or the new ones, never a mixture. `name` has no slash. What is no
/// regular file (a folder, a symbolic link, a device) is refused with ErrorCode::InvalidInput, a
/// missing folder with NotFound, all else with Io. Other hard links of the file keep the old bytes.
/// Blocking; any thread.
[[nodiscard]] Result<void> replaceFileAt(int directoryFd, const QByteArray &name,
                                         const QByteArray &bytes,
                                         const ReplaceOptions &options = {});

/// The same by path, for files of our own (data directory, configuration). A symbolic link stays and
/// its target is replaced.
[[nodiscard]] Result<void> replaceFile(const QString &path, const QByteArray &bytes,
                                       const ReplaceOptions &options = {});

} // namespace Countersign
