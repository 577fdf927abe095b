// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/result.h"
#include "diff/nearmiss.h"
#include "diff/patchtext.h"
#include "diff/tolerance.h"

#include <QByteArray>
#include <QList>
#include <QString>

namespace Countersign::Diff {

/// How one hunk found its place.
struct PlacedHunk
{
    qsizetype line = 0; ///< First line of the file that it covers, from 1.
    Tolerance tolerance = Tolerance::Exact;
    QString note; ///< What else was not as the patch says ("the anchor is not in the file").
    friend bool operator==(const PlacedHunk &, const PlacedHunk &) = default;
};

struct PatchedText
{
    QByteArray bytes;
    QList<PlacedHunk> hunks; ///< In the order of the patch.
};

/// Applies the hunks of one section to a file's bytes (any ASCII-compatible encoding). Hunks are looked
/// for one behind the other. Lines must be the same; a difference in white space or typographic
/// characters is accepted where only one place fits. A hunk that fits exactly at several places is
/// put behind its anchor, at its line number, or, when as many equal hunks follow as there are places,
/// in order; else it is refused. Hunks that only add go behind their anchor, or to the end of the
/// file. Every byte of a line that is not changed stays.
/// Errors: InvalidInput or NotFound, naming `file`, the hunk, what was expected and, with
/// Quoting::Lines, what was found;
/// Limit when the patch would take too much work. Pure; any thread.
[[nodiscard]] Result<PatchedText> applyHunks(const QByteArray &bytes, const QList<PatchHunk> &hunks,
                                             const QString &file, Quoting quoting = Quoting::Lines);

} // namespace Countersign::Diff
