// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QByteArray>
#include <QList>

namespace Countersign {

/// Exact search and replacement in the text of a file (see EditableText). Pure functions.

/// One place where the old text stands.
struct TextMatch
{
    qsizetype start = 0;
    qsizetype length = 0;
    /// How line ends of the replacement are written here; empty: as they are given.
    QByteArray lineEnd = {};
    friend bool operator==(const TextMatch &, const TextMatch &) = default;
};

/// More places are not told apart: each takes some memory, and nobody can look at them.
inline constexpr qsizetype kMaximumMatches = 1'000'000;

/// The places of `oldText` in `text`, in order, not overlapping; when there are more than
/// kMaximumMatches, more than that many but perhaps not all. Line ends of `oldText` match the file's
/// own: as written, as LF, and as CR LF (CR in files that have only those), so text that a model wrote
/// with LF is found in a CR LF region of a mixed file too. Linear in the text.
[[nodiscard]] QList<TextMatch> findExact(const QByteArray &text, const QByteArray &oldText);

/// `text` with each match replaced by `newText` (literally), every other byte untouched.
[[nodiscard]] QByteArray spliced(const QByteArray &text, const QList<TextMatch> &matches,
                                 const QByteArray &newText);

/// The line, from 1, of an offset.
[[nodiscard]] qsizetype lineOf(const QByteArray &text, qsizetype offset);

} // namespace Countersign
