// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "review/diffdocument.h"

#include <QList>

namespace Countersign::Review {

enum class Presentation { Unified, SideBySide };

/// One painted row of the view.
struct VisualRow
{
    enum class Kind { Note, Line, Fold, LeftOut };
    Kind kind = Kind::Line;
    int index = 0; ///< Into the document's notes, rows or hunks left out, or the folds given.
    bool showsOld = false; ///< For lines. Unified context shows both numbers and one text.
    bool showsNew = false;
    friend bool operator==(const VisualRow &, const VisualRow &) = default;
};

/// How a document is painted: notes first, then lines and folds. Side by side, a row of the
/// document is one visual row; unified, the removed lines of a hunk come before the added ones.
[[nodiscard]] QList<VisualRow> visualRows(const DiffDocument &document, const QList<Fold> &folds,
                                          Presentation presentation);

/// Where a fold opens: below what stands above it, or above what stands below it.
enum class FoldEnd { Upper, Lower };
/// The end at which what appears touches what was seen: the lower one at the text's start.
[[nodiscard]] FoldEnd usualEnd(const Fold &fold);

/// The folds after `lines` more of fold `index` were opened (all of it when it has no more).
[[nodiscard]] QList<Fold> withOpened(QList<Fold> folds, int index, int lines, FoldEnd end);
/// The folds after the one that hides `row` was opened for `lines` lines before and behind it.
[[nodiscard]] QList<Fold> withRevealed(const QList<Fold> &folds, int row, int lines);

} // namespace Countersign::Review
