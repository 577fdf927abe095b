// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "process/process.h"
#include "tools/toolservices.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <functional>
#include <stop_token>

namespace Countersign {

/// How one run of ripgrep ended. That a limit was reached is for the caller to know.
struct RipgrepResult
{
    bool timedOut = false; ///< What came until then was delivered.
    qint64 oversized = 0; ///< Records that were too long to be looked at.
};

/// Matches for a model when it names no limit, and the time a search may take.
inline constexpr qint64 kDefaultSearchLimit = 100;
inline constexpr std::chrono::milliseconds kSearchTimeout{30'000};

/// Where a search starts.
struct SearchRoot
{
    ResolvedPath path;
    QString directory; ///< Canonical: the path itself, or the folder of the file.
    QString target; ///< What ripgrep is told to search in it: "." or the name of the file.
};

/// Sends `path` ("." when absent) through the path policy, as every tool does. A missing path is
/// NotFound; a file is InvalidInput unless `fileAllowed`.
[[nodiscard]] Result<SearchRoot> searchRoot(const ToolServices &services,
                                            const ToolContext &context,
                                            const std::optional<QString> &path, bool fileAllowed);

/// Runs "rg" with `arguments` in `directory`, never following symbolic links and without the
/// person's ripgrep configuration, and gives each record that ends in `separator` to `record`
/// (false ends the search). Errors: NotFound with a hint to install ripgrep, InvalidInput for a
/// pattern that ripgrep cannot read, Io, Cancelled.
[[nodiscard]] Result<RipgrepResult> runRipgrep(const QStringList &arguments,
                                               const QString &directory, char separator,
                                               const std::function<bool(QByteArrayView)> &record,
                                               std::stop_token stop);

/// The canonical path of the file `name` (as the file system has it) found in `directory`; empty when
/// it is gone, leads out of `directory` through a symbolic link, or is not a regular file. Bytes that
/// are not UTF-8 are shown as replacement characters.
[[nodiscard]] QString confinedFile(const QString &directory, const QByteArray &name);

} // namespace Countersign
