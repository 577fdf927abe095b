// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "diff/linetable.h"
#include "diff/tolerance.h"

#include <QList>

namespace Countersign::Diff {

/// Some lines of a text are taken out and others are put there. Without line ends.
struct LineChange
{
    qsizetype at = 0; ///< Counted from the first line of the run that it belongs to.
    QList<QByteArray> removed; ///< As they were written, which may differ from the file.
    QList<QByteArray> added;
    friend bool operator==(const LineChange &, const LineChange &) = default;
};

/// A run of lines that was found in a text, and what changes in it.
struct MatchedRun
{
    qsizetype line = 0; ///< Where it stands, from 0.
    QList<QByteArray> written; ///< The lines that were looked for; the file's may differ from them.
    QList<LineChange> changes; ///< In order, not overlapping.
    Tolerance tolerance = Tolerance::Exact;
};

/// `text` with the changes of `runs` (in order, not overlapping). Every line that is not changed
/// keeps its bytes, also where it was matched with tolerance; a line that is replaced by one keeps
/// those of its bytes that the change leaves alone. Added lines take the line end of what they
/// replace, or of their neighbour, and the file's indentation. Where the last line has no end, a new
/// last line has none either.
[[nodiscard]] QByteArray rewritten(const LineTable &text, const QList<MatchedRun> &runs);

} // namespace Countersign::Diff
