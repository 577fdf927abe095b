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
    QStringList aliases = {}; ///< Of a file: its other names, by links. As in ResolvedPath.
    FileType type = FileType::Missing;
    std::optional<QString> externalDirectory; ///< As in ResolvedPath.
    friend bool operator==(const TouchedPath &, const TouchedPath &) = default;
};

/// Where the paths of a command lead.
struct TouchedPaths
{
    QList<TouchedPath> paths;
    QStringList unresolved; ///< Words, as written, that only the run can resolve.
    bool tooMany = false; ///< The limits did not do: there are paths that were not looked at.
};

/// What may still be looked at for one line. Each is a few calls of the system.
struct PathLimits
{
    qsizetype lookups = 6000; ///< Paths: more than the names that shellMentions() gives.
    qsizetype entries = 20000; ///< Entries of folders that are compared with patterns.
};

/// Follows the paths of `uses` from each of `folders`, which are relative to `directory` (canonical).
/// Globs are expanded to what is there now. Takes from `limits` what it looks at. Reads the file
/// system, changes nothing.
[[nodiscard]] TouchedPaths touchedPaths(const Location &location, const QString &directory,
                                        const QList<Permission::ShellFolder> &folders,
                                        const QList<Permission::ShellUse> &uses,
                                        PathLimits &limits);

} // namespace Countersign
