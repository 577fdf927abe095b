// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/result.h"
#include "diff/linediff.h"

#include <QByteArray>
#include <QList>

#include <stop_token>

namespace Countersign::Diff {

/// A run of lines, from 0. A count of 0: between two lines, before `first`.
struct LineRange
{
    int first = 0;
    int count = 0;
    friend bool operator==(const LineRange &, const LineRange &) = default;
};

/// One change that was made to a text.
struct MadeChange
{
    QByteArray before;
    QByteArray after;
};

/// A text without a change that was made to it.
struct Reversal
{
    QByteArray text;
    /// Places of the text as it was given that were changed once more since, so that they were left
    /// as they are; in order.
    QList<LineRange> left;
};

/// Takes `changes` (oldest first, each made to what came of the one before or to what somebody else
/// made of that) back from `now`, line by line and byte for byte. Lines of `now` that none of the changes
/// wrote stay as they are; where a change and a later one by somebody else share lines or a place, the
/// change is left and the place named. What was taken back already is no such place.
/// Unsupported for what has no lines of bytes (see canLeaveOut()); Cancelled. Pure; any thread.
[[nodiscard]] Result<Reversal> takenBack(const QList<MadeChange> &changes, const QByteArray &now,
                                         const std::stop_token &stop = {});

/// `after` with one block of its difference from `before` as it was. The block is one of the two texts'
/// lines, however their line ends and byte order mark were treated for comparing: everything else,
/// and the byte order mark, is `after`'s. The block lies within both texts.
[[nodiscard]] QByteArray withBlockTakenBack(const QByteArray &before, const QByteArray &after,
                                            const Block &block);

} // namespace Countersign::Diff
