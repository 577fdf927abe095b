// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/result.h"
#include "location/location.h"

#include <QString>

namespace Countersign {

/// Where a path really leads.
struct CanonicalPath
{
    QString path; ///< No symbolic links in it; the part that does not exist is as written.
    QString anchor; ///< The deepest directory on the way that exists.
    FileType type = FileType::Missing;
    bool lastIsSymlink = false; ///< The written path itself is a symbolic link.
};

/// Follows every symbolic link of an absolute path, dangling ones too: those lead to where the file
/// would be made. Denied when something that is no directory stands in the way, or links run in a
/// circle; Io when a folder may not be looked into.
[[nodiscard]] Result<CanonicalPath> canonicalPath(const QString &absolute);

} // namespace Countersign
