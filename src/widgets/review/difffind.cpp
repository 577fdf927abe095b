// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

// The part of DiffView that goes to matches, lines and places of the ruler.

#include "review/diffview.h"

#include "review/overviewruler.h"
#include "theme/theme.h"

#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <tuple>

namespace Countersign::Review {

using Theme::Token;

namespace {

constexpr int kRevealed = 10; // Lines before and behind a place that was folded away.

auto placeOf(const Match &match)
{
    return std::make_tuple(match.row, match.side, match.span.start);
}

} // namespace

void DiffView::setMatches(const QList<Match> &matches)
{
    m_matches = matches;
    m_match = -1;
    m_matchWaits = false;
    orderMatches();
    QList<int> rows;
    rows.reserve(matches.size());
    for (const Match &match : matches)
        rows.append(match.row);
    m_ruler->setMatches(rows);
    viewport()->update();
}

void DiffView::orderMatches()
{
    const int current = m_match < 0 ? -1 : m_matchOrder.at(m_match);
    m_matchOrder = m_document ? paintedOrder(*m_document, m_matches, m_presentation) : QList<int>();
    m_match = static_cast<int>(m_matchOrder.indexOf(current));
}

int DiffView::matchFromHere() const
{
    if (m_matches.isEmpty())
        return -1;
    const int row = m_current < 0 ? 0 : documentRow(m_current, false);
    const auto from = std::find_if(m_matchOrder.begin(), m_matchOrder.end(),
                                   [&](int index) { return m_matches.at(index).row >= row; });
    return from == m_matchOrder.end() ? 0 : static_cast<int>(from - m_matchOrder.begin());
}

void DiffView::goToMatch(int nth)
{
    if (nth < 0 || nth >= m_matchOrder.size())
        return;
    m_match = nth;
    const Match match = m_matches.at(m_matchOrder.at(nth));
    const int visual = showRow(match.row, match.side);
    if (visual < 0)
        return;
    const VisualRow &row = m_visuals.at(visual);
    const Side side = sideOf(row, match.side);
    const DisplayLine *line = displayLine(side, numberOf(row, side));
    m_matchWaits = line == nullptr;
    if (line == nullptr) {
        bring(m_strip.first(visual));
        setCurrent(visual, false);
        return;
    }
    const int column = line->columnAt(match.span.start);
    const int within = m_wrapped ? pieceAt(*line, match.span.start) : 0;
    bring(m_strip.first(visual) + within);
    setCurrent(visual, false);
    bring(m_strip.first(visual) + within);
    if (!m_wrapped) {
        const int end = line->columnAt(match.span.start + match.span.length);
        const int left = static_cast<int>(column * m_advance);
        const int right = static_cast<int>((end + 2) * m_advance);
        const int shown = horizontalScrollBar()->value();
        const int width = horizontalScrollBar()->pageStep();
        if (left < shown || right > shown + width)
            horizontalScrollBar()->setValue(right <= width ? 0 : left - width / 3);
    }
    viewport()->update();
}

bool DiffView::goToLine(Side side, int number)
{
    const int row = m_document ? rowOfLine(*m_document, side, number) : -1;
    const int visual = row < 0 ? -1 : showRow(row, side);
    if (visual < 0)
        return false;
    bring(m_strip.first(visual));
    setCurrent(visual, false);
    return true;
}

int DiffView::showRow(int row, Side side)
{
    const bool hidden = std::any_of(m_folds.cbegin(), m_folds.cend(), [row](const Fold &fold) {
        return fold.first <= row && row < fold.first + fold.count;
    });
    clearSelection();
    if (hidden) {
        m_folds = withRevealed(m_folds, row, kRevealed);
        rebuildFolds();
    }
    for (int i = 0; i < m_visuals.size(); ++i) {
        const VisualRow &visual = m_visuals.at(i);
        if (visual.kind == VisualRow::Kind::Line && visual.index == row
            && (side == Side::Old ? visual.showsOld : visual.showsNew))
            return i;
    }
    return -1;
}

void DiffView::goToRow(int row)
{
    if (m_visuals.isEmpty())
        return;
    const int visual = visualOfRow(row);
    clearSelection();
    verticalScrollBar()->setValue(m_strip.first(visual) - pageRows() / 2);
    setCurrent(visual, false);
}

int DiffView::documentRow(int visual, bool end) const
{
    const VisualRow &row = m_visuals.at(visual);
    switch (row.kind) {
    case VisualRow::Kind::Note:
        return 0;
    case VisualRow::Kind::Line:
        return row.index + (end ? 1 : 0);
    case VisualRow::Kind::Fold:
        return m_folds.at(row.index).first + (end ? m_folds.at(row.index).count : 0);
    case VisualRow::Kind::LeftOut:
        return m_document->leftOut.at(row.index).row;
    }
    return 0;
}

void DiffView::showMarks()
{
    const bool any = m_document && !m_document->rows.isEmpty();
    m_ruler->setVisible(any);
    m_ruler->setMarks(any ? static_cast<int>(m_document->rows.size()) : 0,
                      any ? overviewMarks(*m_document) : QList<OverviewMark>());
    setViewportMargins(0, 0, any ? OverviewRuler::kWidth : 0, 0);
}

void DiffView::showPlace()
{
    const int top = verticalScrollBar()->value();
    const int rows = static_cast<int>(m_visuals.size());
    const int first = m_strip.visualAt(top);
    if (rows == 0 || first >= rows) {
        m_ruler->setShown(0, 0);
        return;
    }
    const int last = std::min(m_strip.visualAt(top + pageRows() - 1), rows - 1);
    m_ruler->setShown(documentRow(first, false), documentRow(last, true));
}

void DiffView::paintMatches(QPainter &painter, int visual, Side side, const Laid &laid,
                            qreal origin, int y) const
{
    if (m_matches.isEmpty())
        return;
    const int row = m_visuals.at(visual).index;
    const bool same = m_document->rows.at(row).kind == Diff::RowKind::Context;
    const Match from{row, same ? Side::New : side, {laid.from, 0}};
    auto match = std::lower_bound(
            m_matches.cbegin(), m_matches.cend(), from,
            [](const Match &a, const Match &b) { return placeOf(a) < placeOf(b); });
    // One that began before goes on here.
    if (match != m_matches.cbegin() && std::prev(match)->row == from.row
        && std::prev(match)->side == from.side)
        --match;
    const Theme::Theme &theme = Theme::Theme::instance();
    const qsizetype current = m_match < 0 ? -1 : m_matchOrder.at(m_match);
    for (; match != m_matches.cend() && match->row == from.row && match->side == from.side
         && match->span.start < laid.from + laid.length;
         ++match) {
        const bool here = match - m_matches.cbegin() == current;
        QColor ground = theme.color(here ? Token::Accent : Token::Ask);
        ground.setAlphaF(here ? 0.35F : 0.25F);
        fillSpan(painter, laid, origin, y, match->span, ground);
        // Told by more than the colour: all are underlined, the current one is framed.
        const qreal left = origin + laid.xOf(match->span.start);
        const qreal right = origin + laid.xOf(match->span.start + match->span.length);
        if (right <= left)
            continue;
        if (here) {
            painter.setPen(theme.color(Token::Accent));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(QRectF(left + 0.5, y + 0.5, right - left - 1, m_rowHeight - 1));
        } else {
            painter.fillRect(QRectF(left, y + m_rowHeight - 2, right - left, 2),
                             theme.color(Token::Ask));
        }
    }
}

} // namespace Countersign::Review
