// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

// The half of DiffView that knows hunks: going from one to the next, and which were on screen.

#include "review/diffview.h"

#include "review/longlines.h"

#include <QScrollBar>

#include <algorithm>

namespace Countersign::Review {

void DiffView::findHunks()
{
    m_hunks.clear();
    const auto meet = [this](int visual, int hunk, bool taken) {
        if (hunk < 0)
            return;
        if (m_hunks.isEmpty() || m_hunks.last().number != hunk)
            m_hunks.append({visual, visual, hunk, true});
        m_hunks.last().end = visual;
        m_hunks.last().leftOut = m_hunks.last().leftOut && !taken;
    };
    for (int i = 0; i < m_visuals.size(); ++i) {
        const VisualRow &visual = m_visuals.at(i);
        switch (visual.kind) {
        case VisualRow::Kind::Line:
            meet(i, m_document->hunkOf(m_document->rows.at(visual.index)), true);
            break;
        case VisualRow::Kind::LeftOut:
            meet(i, m_document->leftOut.at(visual.index).block, false);
            break;
        case VisualRow::Kind::Fold:
            // The rest of a file that goes is told, not shown.
            if (m_folds.at(visual.index).kind == FoldKind::Removed && !m_hunks.isEmpty())
                m_hunks.last().end = i;
            break;
        case VisualRow::Kind::Note:
            break;
        }
    }
}

int DiffView::hunkCount() const
{
    return static_cast<int>(m_hunks.size());
}

int DiffView::currentHunk() const
{
    if (m_hunks.isEmpty())
        return -1;
    const auto after = std::upper_bound(m_hunks.begin(), m_hunks.end(), m_current,
                                        [](int row, const Hunk &hunk) { return row < hunk.first; });
    return std::max(0, static_cast<int>(after - m_hunks.begin()) - 1);
}

bool DiffView::isLeftOut(int hunk) const
{
    return hunk >= 0 && hunk < m_hunks.size() && m_hunks.at(hunk).leftOut;
}

bool DiffView::nextHunk()
{
    const auto next = std::upper_bound(m_hunks.begin(), m_hunks.end(), m_current,
                                       [](int row, const Hunk &hunk) { return row < hunk.first; });
    if (next == m_hunks.end())
        return false;
    goToHunk(static_cast<int>(next - m_hunks.begin()));
    return true;
}

bool DiffView::previousHunk()
{
    const auto here = std::lower_bound(m_hunks.begin(), m_hunks.end(), m_current,
                                       [](const Hunk &hunk, int row) { return hunk.first < row; });
    if (here == m_hunks.begin())
        return false;
    goToHunk(static_cast<int>(here - m_hunks.begin()) - 1);
    return true;
}

void DiffView::goToHunk(int hunk)
{
    const int visual = m_hunks.at(hunk).first;
    clearSelection();
    setCurrent(visual, false);
    // A quarter from the top, so that what leads to the hunk is seen as well, unless all of it
    // is on screen already.
    const int top = verticalScrollBar()->value();
    const int line = m_strip.first(visual);
    const int end =
            hunk + 1 < m_hunks.size() ? m_strip.first(m_hunks.at(hunk + 1).first) : m_strip.total();
    if (line < top + kContextLines || std::min(end, line + pageRows() / 2) > top + pageRows())
        verticalScrollBar()->setValue(line - std::max(kContextLines + 1, pageRows() / 4));
}

void DiffView::replaceDocument(std::shared_ptr<const DiffDocument> document)
{
    const int hunk = currentHunk();
    const int offset =
            hunk < 0 ? 0 : m_strip.first(m_hunks.at(hunk).first) - verticalScrollBar()->value();
    const int inside = hunk < 0 ? 0 : m_current - m_hunks.at(hunk).first;
    m_document = std::move(document);
    m_lines.clear();
    m_longLines->clear();
    m_notes = m_document->notes();
    m_folds = m_document->folds;
    clearSelection();
    setMatches({});
    rebuild();
    showMarks();
    if (hunk >= 0 && hunk < m_hunks.size()) {
        const Hunk &here = m_hunks.at(hunk);
        verticalScrollBar()->setValue(m_strip.first(here.first) - offset);
        setCurrent(std::clamp(here.first + inside, here.first, here.end), false);
    }
    describe();
    Q_EMIT currentHunkChanged(currentHunk(), hunkCount());
}

bool DiffView::staysByChoice(const VisualRow &visual) const
{
    return visual.kind == VisualRow::Kind::Line
            && m_document->rows.at(visual.index).kind == Diff::RowKind::Context
            && m_document->changedRowOf(visual.index) >= 0;
}

Picked DiffView::pickedAt(int visual, bool out) const
{
    Picked picked;
    if (!m_document || visual < 0 || visual >= m_visuals.size())
        return picked;
    const VisualRow &row = m_visuals.at(visual);
    if (row.kind == VisualRow::Kind::LeftOut && !out) {
        const Diff::Gap &gap = m_document->leftOut.at(row.index);
        for (int changed = gap.first; changed < gap.first + gap.count; ++changed) {
            picked.removals.append(changed);
            picked.additions.append(changed);
        }
        return picked;
    }
    const int changed =
            row.kind == VisualRow::Kind::Line ? m_document->changedRowOf(row.index) : -1;
    if (changed < 0)
        return picked;
    if (staysByChoice(row)) {
        // What was left out of a pair comes back as a pair.
        if (!out) {
            picked.removals.append(changed);
            picked.additions.append(changed);
        }
        return picked;
    }
    const Diff::Row &line = m_document->rows.at(row.index);
    if (row.showsOld && line.oldNumber > 0)
        picked.removals.append(changed);
    if (row.showsNew && line.newNumber > 0)
        picked.additions.append(changed);
    return picked;
}

Picked DiffView::picked(bool out) const
{
    Picked all;
    if (!hasSelection())
        return all;
    const Place from = std::min(m_anchor, m_caret);
    const Place to = std::max(m_anchor, m_caret);
    const int last = to.unit == 0 && to.visual > from.visual ? to.visual - 1 : to.visual;
    for (int visual = std::max(0, from.visual); visual <= last; ++visual) {
        const Picked here = pickedAt(visual, out);
        all.removals += here.removals;
        all.additions += here.additions;
    }
    return all;
}

void DiffView::setSeen(const QBitArray &seen)
{
    m_seen = seen;
    m_seen.resize(std::max(hunkCount(), 1));
}

int DiffView::seenCount() const
{
    return static_cast<int>(m_seen.count(true));
}

bool DiffView::isSeen() const
{
    return m_document && seenCount() == m_seen.size();
}

void DiffView::noteSeen(int top, int bottom)
{
    bool more = false;
    const auto see = [&](qsizetype hunk) {
        more = more || !m_seen.testBit(hunk);
        m_seen.setBit(hunk);
    };
    if (m_hunks.isEmpty())
        see(0); // There are notes only, and one look at them is enough.
    auto hunk = std::lower_bound(
            m_hunks.cbegin(), m_hunks.cend(), top,
            [this](const Hunk &one, int line) { return m_strip.last(one.end) < line; });
    for (; hunk != m_hunks.cend() && m_strip.last(hunk->end) <= bottom; ++hunk)
        see(hunk - m_hunks.cbegin());
    // Not while painting: what hears it may change what is painted.
    if (more)
        QMetaObject::invokeMethod(this, &DiffView::seenChanged, Qt::QueuedConnection);
}

} // namespace Countersign::Review
