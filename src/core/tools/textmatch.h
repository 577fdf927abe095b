// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/textfile.h"

#include <QByteArray>
#include <QList>
#include <QString>

namespace Countersign {

/// Exact search and replacement in the bytes of a text file. Pure functions.

/// One place where the old text stands.
struct TextMatch
{
    qsizetype start = 0; ///< Byte offset in the file.
    qsizetype length = 0; ///< Bytes.
    qsizetype line = 1; ///< Of the start.
    /// How line ends of the replacement are written here; None: as they were given.
    LineEnding ending = LineEnding::None;
    friend bool operator==(const TextMatch &, const TextMatch &) = default;
};

/// All places of `oldText` in `file`, in order, not overlapping. Line ends of `oldText` match the
/// file's own: as written, as LF, and as CRLF (CR in files that have only those), so text that a
/// model wrote with LF is found in a CRLF region of a mixed file too.
[[nodiscard]] QList<TextMatch> findExact(const DecodedText &file, const QString &oldText);

/// `bytes` with each match replaced by `newText` (literally), every other byte untouched.
/// InvalidInput when the file's encoding cannot hold `newText`.
[[nodiscard]] Result<QByteArray> spliced(const QByteArray &bytes, const TextFormat &format,
                                         const QList<TextMatch> &matches, const QString &newText);

/// Where `text` comes closest to `oldText` and what is different there, as a sentence for the
/// model; empty when nothing is close. Looks at the first 20,000 lines only.
[[nodiscard]] QString nearMiss(const QString &text, const QString &oldText);

} // namespace Countersign
