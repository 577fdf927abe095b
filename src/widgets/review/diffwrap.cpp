// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

// The part of DiffView that knows how many screen lines a row takes, and moves over them.

#include "review/diffview.h"

#include "theme/theme.h"

#include <QScrollBar>

#include <algorithm>

namespace Countersign::Review {

using namespace Qt::StringLiterals;
using Theme::Token;

namespace {

constexpr int kLeastColumns = 16; // That a line is wrapped at, however narrow the window is.
constexpr int kMostBack = 16; // Columns in which a good place to break is looked for.

/// A break may be as many columns before the end of a screen line. So many are added by each further
/// screen line: where one breaks does not depend on the ones before it, and nobody has to look at a
/// text to know how many it takes.
int backOf(int perLine)
{
    return std::min(perLine / 8, kMostBack);
}

int stepOf(int perLine)
{
    return perLine - backOf(perLine);
}

int piecesOf(int columns, int perLine)
{
    const int step = stepOf(perLine);
    return std::max(1, (columns - backOf(perLine) + step - 1) / step);
}

} // namespace

void DiffView::setWrapped(bool wrapped)
{
    if (wrapped == m_wrapped)
        return;
    const Top top = topPlace();
    m_wrapped = wrapped;
    horizontalScrollBar()->setValue(0);
    measure();
    goToTop(top);
    reveal(m_current);
    viewport()->update();
}

int DiffView::columnsPerLine() const
{
    int width = viewport()->width();
    for (const Area &area : areas())
        width = std::min(width, area.right - area.textLeft);
    // One more is kept free: a wide letter that begins in the last column ends behind it.
    return std::max(kLeastColumns, static_cast<int>(width / m_advance) - 1);
}

int DiffView::columnsOfLine(Side side, int number) const
{
    return (side == Side::Old ? m_document->oldColumns : m_document->newColumns).at(number - 1);
}

int DiffView::piecesOfLine(Side side, int number) const
{
    return m_wrapped ? piecesOf(columnsOfLine(side, number), m_columnsPerLine) : 1;
}

int DiffView::pieceStart(const DisplayLine &line, int piece) const
{
    const int back = backOf(m_columnsPerLine);
    return piece <= 0 ? 0 : line.breakBefore(piece * stepOf(m_columnsPerLine) + back, back);
}

int DiffView::pieceAt(const DisplayLine &line, int unit) const
{
    int piece = line.columnAt(unit) / stepOf(m_columnsPerLine);
    while (piece > 0 && pieceStart(line, piece) > unit)
        --piece;
    return piece;
}

QList<DiffView::Tail> DiffView::tailsOf(const VisualRow &visual, Side side) const
{
    const int number = numberOf(visual, side);
    QList<Tail> tails;
    if (const QString mark = markOf(m_document->rows.at(visual.index), side); !mark.isEmpty())
        tails.append({mark, Token::Muted, 0});
    if (const QString remark = remarkOn(side, number); !remark.isEmpty())
        tails.append({remark, Token::Accent, 0});
    if (!m_wrapped)
        return tails;
    // What does not fit behind the text has screen lines of its own.
    QList<Tail> placed;
    int line = piecesOfLine(side, number) - 1;
    // At most: the last screen line may begin later.
    int column = columnsOfLine(side, number) - line * stepOf(m_columnsPerLine);
    for (const Tail &tail : std::as_const(tails)) {
        const DisplayLine text(tail.text);
        if (column + 1 + text.columns() <= m_columnsPerLine) {
            placed.append({tail.text, tail.token, line});
            column += 1 + text.columns();
            continue;
        }
        const int pieces = piecesOf(text.columns(), m_columnsPerLine);
        for (int piece = 0; piece < pieces; ++piece) {
            const int start = pieceStart(text, piece);
            const int end = pieceStart(text, piece + 1);
            placed.append({text.text().mid(start, end - start), tail.token, ++line});
            column = text.columnAt(end) - text.columnAt(start);
        }
    }
    return placed;
}

void DiffView::measure()
{
    const int rows = static_cast<int>(m_visuals.size());
    m_columnsPerLine = columnsPerLine();
    if (!m_wrapped) {
        m_strip.setPlain(rows);
        updateScrollBars();
        showPlace();
        return;
    }
    QList<int> counts(rows, 1);
    for (int i = 0; i < rows; ++i) {
        const VisualRow &visual = m_visuals.at(i);
        if (visual.kind != VisualRow::Kind::Line)
            continue;
        for (const Side side : {Side::Old, Side::New}) {
            const int number = numberOf(visual, side);
            if (number == 0)
                continue;
            int count = piecesOfLine(side, number);
            if (!remarkOn(side, number).isEmpty()
                || !markOf(m_document->rows.at(visual.index), side).isEmpty())
                count = std::max(count, tailsOf(visual, side).constLast().line + 1);
            counts[i] = std::max(counts.at(i), count);
        }
    }
    m_strip.setCounts(counts);
    updateScrollBars();
    showPlace();
}

DiffView::Top DiffView::topPlace() const
{
    const int line = verticalScrollBar()->value();
    const int visual = m_strip.visualAt(line);
    if (visual < 0 || visual >= m_visuals.size())
        return {};
    return {visual, (line - m_strip.first(visual)) * stepOf(m_columnsPerLine)};
}

void DiffView::goToTop(Top top)
{
    if (top.visual >= m_visuals.size())
        return;
    const int within =
            std::min(top.column / stepOf(m_columnsPerLine), m_strip.count(top.visual) - 1);
    verticalScrollBar()->setValue(m_strip.first(top.visual) + within);
}

void DiffView::reveal(int visual)
{
    if (visual < 0 || visual >= m_visuals.size())
        return;
    const int top = verticalScrollBar()->value();
    const int page = pageRows();
    const int first = m_strip.first(visual);
    const int last = m_strip.last(visual);
    // Of a row that is higher than the window any part will do.
    if (last - first >= page && first < top + page && last >= top)
        return;
    if (first < top)
        verticalScrollBar()->setValue(std::max(first, last - page + 1));
    else if (last >= top + page)
        verticalScrollBar()->setValue(std::min(first, last - page + 1));
}

void DiffView::bring(int line)
{
    const int top = verticalScrollBar()->value();
    if (line < top || line >= top + pageRows())
        verticalScrollBar()->setValue(line - pageRows() / 3);
}

void DiffView::moveByRow(bool down, bool extend)
{
    if (m_visuals.isEmpty())
        return;
    // A row that goes on outside of the window is read to its end first.
    const int top = verticalScrollBar()->value();
    const int first = m_strip.first(m_current);
    const int last = m_strip.last(m_current);
    const int bottom = top + pageRows() - 1;
    const bool inside = first <= bottom && last >= top;
    if (inside && (down ? last > bottom : first < top)) {
        verticalScrollBar()->setValue(top + (down ? 1 : -1));
        return;
    }
    setCurrent(m_current + (down ? 1 : -1), extend);
}

void DiffView::moveByPage(bool down, bool extend)
{
    if (m_visuals.isEmpty())
        return;
    const int page = down ? pageRows() : -pageRows();
    const int top = verticalScrollBar()->value();
    const int from = std::clamp(top, m_strip.first(m_current), m_strip.last(m_current));
    const int to = std::clamp(from + page, 0, m_strip.total() - 1);
    const int visual = m_strip.visualAt(to);
    if (m_strip.count(m_current) > 1 || m_strip.count(visual) > 1)
        verticalScrollBar()->setValue(top + page);
    setCurrent(visual, extend);
}

} // namespace Countersign::Review
