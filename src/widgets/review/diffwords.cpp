// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

// What DiffView says in words: on rows that are no lines, behind lines, and to screen readers.

#include "review/diffview.h"

#include "review/parts.h"

#include <QFontMetricsF>
#include <QLocale>

namespace Countersign::Review {

using namespace Qt::StringLiterals;
using Theme::Token;

namespace {

constexpr qsizetype kDescribed = 1000; // Units of a line that a screen reader is told.

} // namespace

QString DiffView::markOf(const Diff::Row &row, Side side) const
{
    const int number = side == Side::Old ? row.oldNumber : row.newNumber;
    const QBitArray &crlf = side == Side::Old ? m_document->oldCrlf : m_document->newCrlf;
    const bool last = number
            == (side == Side::Old ? m_document->diff.oldLines.size()
                                  : m_document->diff.newLines.size());
    const bool hasEnd =
            side == Side::Old ? m_document->diff.oldFinalNewline : m_document->diff.newFinalNewline;
    if (last && !hasEnd)
        return tr("no line end at the end of the file");
    // Only where the two sides of a row differ in it: a whole file's habit is a fact of its own.
    const bool differs = row.oldNumber > 0 && row.newNumber > 0
            && m_document->oldCrlf.testBit(row.oldNumber - 1)
                    != m_document->newCrlf.testBit(row.newNumber - 1);
    if (!differs)
        return {};
    return crlf.testBit(number - 1) ? u"CRLF"_s : u"LF"_s;
}

QString DiffView::preparingText(Side side, int number) const
{
    return tr("… Preparing this line (%1)")
            .arg(locale().formattedDataSize(m_document->line(side, number).size()));
}

QString DiffView::foldText(const Fold &fold) const
{
    switch (fold.kind) {
    case FoldKind::Unchanged:
        return tr("⋯ %n unchanged lines", nullptr, fold.count);
    case FoldKind::LineEnds:
        return tr("⋯ %n lines, only their line ends may change", nullptr, fold.count);
    case FoldKind::Removed:
        return tr("⋯ %n more removed lines", nullptr, fold.count);
    }
    return {};
}

DiffView::Band DiffView::bandOf(const VisualRow &row) const
{
    if (row.kind == VisualRow::Kind::Fold) {
        const Fold &fold = m_folds.at(row.index);
        return {foldText(fold), fold.kind == FoldKind::Unchanged ? Token::Muted : Token::Text};
    }
    if (row.kind == VisualRow::Kind::LeftOut)
        return {leftOutText(m_document->leftOut.at(row.index)), Token::Ask};
    const Fact &note = m_notes.at(row.index);
    return {(note.warning ? u"◆ "_s : u"● "_s) + note.words,
            note.warning ? Token::Ask : Token::Info};
}

QString DiffView::elided(const Band &band) const
{
    const int width = viewport()->width() - areas().constFirst().textLeft;
    return QFontMetricsF(m_font).elidedText(band.text, Qt::ElideRight, width);
}

QString DiffView::leftOutText(const Diff::Gap &gap) const
{
    return tr("⊘ Left out (%1): these lines stay as they are")
            .arg(countsText({gap.added, gap.removed}));
}

QString DiffView::rowText(int visual, qsizetype most) const
{
    if (!m_document || visual < 0 || visual >= m_visuals.size())
        return {};
    const VisualRow &row = m_visuals.at(visual);
    if (row.kind == VisualRow::Kind::Fold)
        return foldText(m_folds.at(row.index));
    if (row.kind == VisualRow::Kind::LeftOut)
        return leftOutText(m_document->leftOut.at(row.index));
    if (row.kind == VisualRow::Kind::Note)
        return m_notes.at(row.index).words;
    const Diff::Row &line = m_document->rows.at(row.index);
    const auto sideText = [&](Side side) -> QString {
        const int number = numberOf(row, side);
        if (number == 0)
            return QString();
        const QString sign = line.kind == Diff::RowKind::Context ? u" "_s
                : side == Side::Old                              ? u"−"_s
                                                                 : u"+"_s;
        const QString remark = remarkOn(side, number);
        const DisplayLine *shown = displayLine(side, number);
        return QString::number(number) + sign
                + (shown ? shown->text().left(most) : preparingText(side, number))
                + (remark.isEmpty() ? QString() : u' ' + remark);
    };
    if (m_presentation == Presentation::SideBySide)
        return sideText(Side::Old) + u" | "_s + sideText(Side::New);
    return sideText(row.showsNew ? Side::New : Side::Old);
}

void DiffView::describe()
{
    if (!m_document) {
        setAccessibleName(tr("No change is shown"));
        setAccessibleDescription({});
        return;
    }
    setAccessibleName(tr("Proposed change of %1").arg(m_document->resource));
    const Diff::LineCounts &counts = m_document->summary.counts;
    QString text = hunkCount() > 0
            ? tr("%1 added, %2 removed, hunk %3 of %4")
                      .arg(counts.added)
                      .arg(counts.removed)
                      .arg(currentHunk() + 1)
                      .arg(hunkCount())
            : tr("%1 added, %2 removed").arg(counts.added).arg(counts.removed);
    if (m_current >= 0)
        text += u". "_s + rowText(m_current, kDescribed);
    setAccessibleDescription(text);
}

} // namespace Countersign::Review
