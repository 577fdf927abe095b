// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

// The part of DiffView that knows what is selected: as text, and as lines.

#include "review/diffview.h"

#include <QClipboard>
#include <QGuiApplication>

#include <algorithm>

namespace Countersign::Review {

void DiffView::clearSelection()
{
    m_selecting = false;
    select({}, {});
}

void DiffView::select(Place anchor, Place caret)
{
    const bool changes = anchor != m_anchor || caret != m_caret;
    m_anchor = anchor;
    m_caret = caret;
    if (changes)
        Q_EMIT selectionChanged();
}

Diff::Span DiffView::selectedSpan(int visual, Side side, int length) const
{
    if (m_anchor == m_caret)
        return {};
    if (m_presentation == Presentation::SideBySide && side != m_selectionSide)
        return {};
    const Place from = std::min(m_anchor, m_caret);
    const Place to = std::max(m_anchor, m_caret);
    if (visual < from.visual || visual > to.visual)
        return {};
    const int start = visual == from.visual ? std::min(from.unit, length) : 0;
    const int end = visual == to.visual ? std::min(to.unit, length) : length;
    return {start, end - start};
}

QString DiffView::selectedIn(int visual, Side side, int number) const
{
    const Place from = std::min(m_anchor, m_caret);
    const QByteArrayView bytes = m_document->line(side, number);
    // All of it can be had without what is painted of it.
    if ((visual > from.visual || from.unit == 0) && visual < std::max(m_anchor, m_caret).visual)
        return decodeLine(bytes);
    const DisplayLine *ready = displayLine(side, number);
    const DisplayLine line = ready ? *ready : DisplayLine(decodeLine(bytes));
    const Diff::Span span = selectedSpan(visual, side, static_cast<int>(line.text().size()));
    const int start = line.rawAt(span.start);
    return line.raw().mid(start, line.rawAt(span.start + span.length) - start);
}

QString DiffView::selectedText() const
{
    if (m_anchor == m_caret)
        return {};
    const Place from = std::min(m_anchor, m_caret);
    const Place to = std::max(m_anchor, m_caret);
    QString text;
    const int last = std::min(to.visual, static_cast<int>(m_visuals.size()) - 1);
    for (int visual = std::max(0, from.visual); visual <= last; ++visual) {
        const Side side = sideOf(m_visuals.at(visual), m_selectionSide);
        const int number = numberOf(m_visuals.at(visual), side);
        if (number == 0)
            continue;
        text += selectedIn(visual, side, number);
        if (visual < to.visual)
            text += u'\n';
    }
    return text;
}

LineRange DiffView::linesOf(int first, int last) const
{
    const bool oneSide = m_presentation == Presentation::SideBySide && hasSelection();
    const Side preferred = oneSide ? m_selectionSide : Side::New;
    const Side other = preferred == Side::New ? Side::Old : Side::New;
    for (const Side side : {preferred, other}) {
        LineRange range{side, 0, 0};
        for (int visual = first; visual <= last; ++visual) {
            const int number = numberOf(m_visuals.at(visual), side);
            if (number == 0)
                continue;
            if (range.first == 0)
                range.first = number;
            range.last = number;
        }
        if (!range.isEmpty())
            return range;
    }
    return {};
}

LineRange DiffView::currentLines() const
{
    if (m_current < 0 || m_current >= m_visuals.size())
        return {};
    if (!hasSelection())
        return linesOf(m_current, m_current);
    const Place from = std::min(m_anchor, m_caret);
    const Place to = std::max(m_anchor, m_caret);
    const int last = to.unit == 0 && to.visual > from.visual ? to.visual - 1 : to.visual;
    return linesOf(std::max(0, from.visual),
                   std::min(last, static_cast<int>(m_visuals.size()) - 1));
}

bool DiffView::isSelected(int visual) const
{
    if (!hasSelection())
        return false;
    const Place from = std::min(m_anchor, m_caret);
    const Place to = std::max(m_anchor, m_caret);
    return visual >= from.visual && (visual < to.visual || (visual == to.visual && to.unit > 0));
}

void DiffView::copySelection() const
{
    const QString text = selectedText();
    if (!text.isEmpty())
        QGuiApplication::clipboard()->setText(text);
}

} // namespace Countersign::Review
