// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "diff/linediff.h"

#include <QList>

namespace Countersign::Diff {

enum class RowKind { Context, Removed, Added, Changed };

/// One row of the review: the same row in the side-by-side and the unified view.
/// Numbers are 1-based; 0 means that this side has no line here.
struct Row
{
    RowKind kind = RowKind::Context;
    int oldNumber = 0;
    int newNumber = 0;
    QList<Span> oldSpans; ///< Changed words; only for Changed.
    QList<Span> newSpans;
    int hunk = -1; ///< Index of the block the row belongs to; -1 for context.
    friend bool operator==(const Row &, const Row &) = default;
};

/// All rows of a difference, context included and nothing folded. In a block, removed and added
/// lines are paired in order as Changed where a pair is alike (words in common); a block of more than
/// 200 lines, and every block once much was weighed already, is paired by position. Pairs that differ
/// only in the final line end have no spans.
[[nodiscard]] QList<Row> buildRows(const LineDiff &diff);

} // namespace Countersign::Diff
