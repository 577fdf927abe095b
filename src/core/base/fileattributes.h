// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/result.h"

#include <QString>

namespace Countersign {

/// What becomes of the POSIX access list of a file that takes another one's place.
enum class AccessList {
    Keep, ///< It is that of the replaced file: none, if that had none.
    Drop, ///< None: owner or group are others, so that the list would speak of others.
};

/// Gives the file `to` the extended attributes of `from` (which may be an O_PATH descriptor). Those
/// that the system keeps for itself (capabilities, integrity) are left out; labels that only the
/// system may set are tried. What a folder's default list put on `to` is taken away. Io when
/// something cannot be kept that was the person's: `shown` names the file.
[[nodiscard]] Result<void> copyFileAttributes(int from, int to, AccessList accessList,
                                              const QString &shown);

} // namespace Countersign
