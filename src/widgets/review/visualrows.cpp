// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "review/visualrows.h"

namespace Countersign::Review {

namespace {

using Kind = VisualRow::Kind;

/// Rows [from, to) of one hunk or of unchanged lines.
void appendUnified(QList<VisualRow> &visuals, const DiffDocument &document, int from, int to)
{
    if (document.rows.at(from).kind == Diff::RowKind::Context) {
        for (int row = from; row < to; ++row)
            visuals.append({Kind::Line, row, true, true});
        return;
    }
    for (int row = from; row < to; ++row) {
        if (document.rows.at(row).oldNumber > 0)
            visuals.append({Kind::Line, row, true, false});
    }
    for (int row = from; row < to; ++row) {
        if (document.rows.at(row).newNumber > 0)
            visuals.append({Kind::Line, row, false, true});
    }
}

/// Rows [from, to), and from `gap` on what was left out before them.
void appendLines(QList<VisualRow> &visuals, const DiffDocument &document, int from, int to,
                 int &gap, Presentation presentation)
{
    const auto isGap = [&](int row) {
        return gap < document.leftOut.size() && document.leftOut.at(gap).row == row;
    };
    while (from < to) {
        while (isGap(from))
            visuals.append({Kind::LeftOut, gap++, false, false});
        int end = from + 1;
        while (end < to && document.rows.at(end).hunk == document.rows.at(from).hunk && !isGap(end))
            ++end;
        if (presentation == Presentation::Unified) {
            appendUnified(visuals, document, from, end);
        } else {
            for (int row = from; row < end; ++row) {
                const Diff::Row &line = document.rows.at(row);
                visuals.append({Kind::Line, row, line.oldNumber > 0, line.newNumber > 0});
            }
        }
        from = end;
    }
}

} // namespace

QList<VisualRow> visualRows(const DiffDocument &document, const QList<Fold> &folds,
                            Presentation presentation)
{
    QList<VisualRow> visuals;
    const int notes = static_cast<int>(document.notes().size());
    for (int note = 0; note < notes; ++note)
        visuals.append({Kind::Note, note, false, false});
    int row = 0;
    int gap = 0;
    for (int fold = 0; fold < folds.size(); ++fold) {
        appendLines(visuals, document, row, folds.at(fold).first, gap, presentation);
        visuals.append({Kind::Fold, fold, false, false});
        row = folds.at(fold).first + folds.at(fold).count;
    }
    appendLines(visuals, document, row, static_cast<int>(document.rows.size()), gap, presentation);
    while (gap < document.leftOut.size())
        visuals.append({Kind::LeftOut, gap++, false, false});
    return visuals;
}

FoldEnd usualEnd(const Fold &fold)
{
    return fold.first > 0 ? FoldEnd::Upper : FoldEnd::Lower;
}

QList<Fold> withOpened(QList<Fold> folds, int index, int lines, FoldEnd end)
{
    Fold &fold = folds[index];
    if (fold.count - lines < kLeastFold) {
        folds.removeAt(index);
        return folds;
    }
    if (end == FoldEnd::Upper)
        fold.first += lines;
    fold.count -= lines;
    return folds;
}

QList<Fold> withRevealed(const QList<Fold> &folds, int row, int lines)
{
    QList<Fold> left;
    for (const Fold &fold : folds) {
        const int end = fold.first + fold.count;
        if (row < fold.first || row >= end) {
            left.append(fold);
            continue;
        }
        if (const int count = row - lines - fold.first; count >= kLeastFold)
            left.append({fold.kind, fold.first, count});
        if (const int first = row + lines + 1; end - first >= kLeastFold)
            left.append({fold.kind, first, end - first});
    }
    return left;
}

} // namespace Countersign::Review
