// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/result.h"
#include "diff/change.h"
#include "diff/lines.h"

#include <QByteArray>
#include <QList>
#include <QString>

#include <stop_token>

namespace Countersign::Diff {

/// A maximal run of changed lines, without context. Line numbers count from 0; a count of 0 means
/// that the lines of the other side were inserted before (or removed at) that position.
struct Block
{
    int oldStart = 0;
    int oldCount = 0;
    int newStart = 0;
    int newCount = 0;
    friend bool operator==(const Block &, const Block &) = default;
};

/// Two texts and how their lines differ. Lines end at '\n'; a last line without one counts.
struct LineDiff
{
    Lines oldLines;
    Lines newLines;
    bool oldFinalNewline = true; ///< True for an empty text as well.
    bool newFinalNewline = true;
    bool binary = false; ///< A NUL byte on either side: no lines, no blocks.
    QList<Block> blocks;

    [[nodiscard]] LineCounts counts() const;
};

/// Computes the difference (libgit2's xdiff: Myers with heuristics, never the minimal mode).
/// Pure; any thread. ErrorCode::Cancelled when `stop` was requested on the way.
[[nodiscard]] Result<LineDiff> lineDiff(const QByteArray &before, const QByteArray &after,
                                        std::stop_token stop = {});

/// A unified patch with `context` lines of context and "a/…", "b/…" headers ("/dev/null" for a file
/// that is not there); empty when nothing changes. For people: bytes that are not UTF-8 are replaced.
[[nodiscard]] Result<QString> unifiedPatch(const FileChange &change, int context = 3);

[[nodiscard]] Result<LineCounts> lineCounts(const FileChange &change);

/// A run of UTF-16 units in a line.
struct Span
{
    int start = 0;
    int length = 0;
    friend bool operator==(const Span &, const Span &) = default;
};

/// What differs between two lines, by words with semantic clean-up; lines over 2,000 units are only
/// trimmed from both ends.
struct WordDiff
{
    QList<Span> oldSpans;
    QList<Span> newSpans;
    friend bool operator==(const WordDiff &, const WordDiff &) = default;
};
[[nodiscard]] WordDiff wordDiff(QStringView before, QStringView after);

/// The cheap form: everything between the common beginning and the common end.
[[nodiscard]] WordDiff trimmedDiff(QStringView before, QStringView after);

} // namespace Countersign::Diff
