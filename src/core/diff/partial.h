// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "diff/linediff.h"
#include "diff/rows.h"

#include <QBitArray>

/// Taking a part of a change: single lines of it are left out.
namespace Countersign::Diff {

/// A changed row: a line that goes, one that comes, or both as a pair. Lines count from 0; -1: none.
struct ChangedRow
{
    int oldLine = -1;
    int newLine = -1;
    int block = 0; ///< Of the difference.
    friend bool operator==(const ChangedRow &, const ChangedRow &) = default;
};

/// The changed ones among `rows`, in order.
[[nodiscard]] QList<ChangedRow> changedRows(const QList<Row> &rows);

/// What of a change is left out, with one bit for each changed row: removals that do not happen (the old
/// line stays) and additions that do not (the new line does not come). Where one row keeps its old line
/// and gets the new one, the old one comes first.
struct LeftOutLines
{
    QBitArray removals;
    QBitArray additions;

    LeftOutLines() = default;
    explicit LeftOutLines(qsizetype rows, bool all = false)
        : removals(rows, all)
        , additions(rows, all)
    {
    }
    [[nodiscard]] bool isEmpty() const
    {
        return removals.count(true) == 0 && additions.count(true) == 0;
    }
    friend bool operator==(const LeftOutLines &, const LeftOutLines &) = default;
};

/// True when the lines of a text are runs of bytes that end at a line feed: it is not binary, and not
/// UTF-16 or UTF-32.
[[nodiscard]] bool isByteText(const QByteArray &bytes);

/// True when lines of the change between these bytes can be left out: both are byte text, or both are
/// UTF-16 in the same byte order.
[[nodiscard]] bool canLeaveOut(const QByteArray &before, const QByteArray &after);

/// The bytes of `after` without what is left out. Blocks and rows are those of the two texts' lines,
/// however their line ends and byte order mark were treated for comparing: lines outside the blocks,
/// and the byte order mark, are `after`'s. A line comes with its own end; one that has none, and is
/// the last no more, gets the end of its neighbour.
[[nodiscard]] QByteArray withLinesLeftOut(const QByteArray &before, const QByteArray &after,
                                          const QList<Block> &blocks, const QList<ChangedRow> &rows,
                                          const LeftOutLines &out);

/// Changed rows [first, first + count), of each of which something is left out.
struct Gap
{
    int row = 0; ///< Stands before this row of the part; the number of rows: at the end.
    int block = 0; ///< Of the whole difference.
    int first = 0;
    int count = 0;
    int added = 0; ///< Lines that do not come.
    int removed = 0; ///< Lines that stay.
    friend bool operator==(const Gap &, const Gap &) = default;
};

/// Where a row of a part comes from.
struct RowSource
{
    int row = 0; ///< Of the part.
    int changed = 0; ///< Changed row of the whole.
    friend bool operator==(const RowSource &, const RowSource &) = default;
};

/// What is left of a difference; nothing is compared anew.
struct PartialDiff
{
    LineDiff diff;
    QList<Row> rows;
    QList<int> blocks; ///< For each block of `diff`: the block of the whole that it is a part of.
    QList<Gap> gaps; ///< In order.
    /// For each row that stands for a changed row of the whole, also for an old line that stays.
    QList<RowSource> sources;
};
[[nodiscard]] PartialDiff withLinesLeftOut(const LineDiff &whole, const QList<Row> &rows,
                                           const LeftOutLines &out);

} // namespace Countersign::Diff
