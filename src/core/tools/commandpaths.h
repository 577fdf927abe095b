// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "location/location.h"
#include "permission/shelluses.h"

#include <QList>
#include <QString>

#include <optional>

namespace Countersign {

/// One file or folder that a command would touch.
struct TouchedPath
{
    Permission::ShellAccess access = Permission::ShellAccess::Look;
    QString canonical;
    QString resource; ///< For rules; "FOLDER/*" for a folder that is written in.
    FileType type = FileType::Missing;
    std::optional<QString> externalDirectory; ///< As in ResolvedPath.
    friend bool operator==(const TouchedPath &, const TouchedPath &) = default;
};

/// Where the paths of a command lead.
struct TouchedPaths
{
    QList<TouchedPath> paths;
    QStringList unresolved; ///< Words, as written, that only the run can resolve.
};

/// Follows the paths of `uses` from each of `folders`, which are relative to `directory` (canonical).
/// Globs are expanded to what is there now. Reads the file system, changes nothing.
[[nodiscard]] TouchedPaths touchedPaths(const Location &location, const QString &directory,
                                        const QList<Permission::ShellFolder> &folders,
                                        const QList<Permission::ShellUse> &uses);

} // namespace Countersign
