// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/result.h"
#include "base/uniquefd.h"

#include <QByteArray>

namespace Countersign {

/// Opens a canonical directory (O_PATH) without following any symbolic link on the way. A canonical
/// path has none, so one that is met has been put there since the path was resolved; refusing it is
/// what keeps checking and using the same place, however often directories are swapped between.
/// Errors: Stale (a link, or a file where a directory was), NotFound, Io.
[[nodiscard]] Result<UniqueFd> openDirectory(const QByteArray &canonical);

/// The same, making the directories that are missing (mode 0777 less the umask).
[[nodiscard]] Result<UniqueFd> openOrMakeDirectory(const QByteArray &canonical);

} // namespace Countersign
