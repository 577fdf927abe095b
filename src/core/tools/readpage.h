// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/textfile.h"
#include "location/location.h"
#include "tools/linescan.h"

#include <QByteArray>
#include <QString>

#include <functional>
#include <optional>
#include <stop_token>

namespace Countersign {

/// Reading of one part of a file or directory, in memory that does not depend on its size.

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
    /// How a text is encoded, for words: empty for plain UTF-8.
    QString encoding = {};
};

/// A text file that is open.
struct TextSource
{
    int fd = -1;
    struct stat status = {};
    QByteArray head; ///< Its first 64 KiB.
    QString resource; ///< For words.
    /// Decodes bytes of it that are not UTF-8.
    std::function<Result<DecodedText>(const QByteArray &)> decode;
};

/// A page of a text in any encoding. Bytes that are no text in it, and zero bytes, are shown as
/// "\xNN". `marks` make the next page of the same file quick. InvalidInput when `offset` is behind
/// the end; Unsupported when a byte order mark promises an encoding that a line does not keep to.
[[nodiscard]] Result<Page> readTextPage(const TextSource &source, const PageLimits &limits,
                                        LineMarksCache &marks, const std::stop_token &stop);

/// A page of a directory: directories first and with a '/' at the end, then by name (see shownName()). Links that
/// lead out of it, broken ones, and what is neither file nor directory are left out.
[[nodiscard]] Result<Page> directoryPage(const ResolvedPath &path, const PageLimits &limits);

} // namespace Countersign
