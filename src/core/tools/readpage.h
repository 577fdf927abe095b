// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "location/location.h"
#include "base/uniquefd.h"

#include <QByteArray>
#include <QList>
#include <QString>

#include <optional>
#include <stop_token>

namespace Countersign {

/// Reading of one part of a file or directory, in memory that does not depend on its size.

/// A descriptor of the very file that was resolved: a symbolic link that took the place of any part
/// of the path since is refused, and opening never waits for a FIFO. NotFound, Io, Stale.
[[nodiscard]] Result<UniqueFd> openResolved(const ResolvedPath &path);

/// At most `maximum` bytes from the start of the file (Io when reading fails).
[[nodiscard]] Result<QByteArray> readHead(int fd, qint64 maximum, const QString &resource);

/// What a page may hold.
struct PageLimits
{
    qint64 offset = 1; ///< First line or entry, from 1.
    qint64 lines = 2000;
    qint64 bytes = 50 * 1024; ///< UTF-8 of the page as the model gets it, line numbers included.
};

/// Consecutive lines (numbered, one each "12: text") or entries.
struct Page
{
    QString text; ///< Every line ends in a line feed.
    qint64 count = 0;
    std::optional<qint64> next; ///< Number of the first one that is not here.
    std::optional<qint64> total; ///< Nothing when counting the rest would take too long.
};

/// A page of a UTF-8 file. Strict: Unsupported names the first line of the page that is not UTF-8.
/// InvalidInput when `offset` is behind the end.
[[nodiscard]] Result<Page> readTextPage(int fd, const PageLimits &limits, const QString &resource,
                                        const std::stop_token &stop);
/// The same of a text in memory.
[[nodiscard]] Result<Page> textPage(const QString &text, const PageLimits &limits,
                                    const QString &resource);

/// A page of a directory: directories first and with a '/' at the end, then by name. Links that
/// lead out of it, broken ones, and what is neither file nor directory are left out.
[[nodiscard]] Result<Page> directoryPage(const ResolvedPath &path, const PageLimits &limits);

/// Names in the folder of a missing path that look like it, at most three.
[[nodiscard]] QStringList similarNames(const QString &missingPath);

} // namespace Countersign
