// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "conversation/lazylistview.h"

#include <QPaintEvent>
#include <QPainter>
#include <QScopedValueRollback>
#include <QScrollBar>

#include <algorithm>

namespace Countersign::Conversation {

LazyListView::LazyListView(QWidget *parent) : QListView(parent)
{
    setVerticalScrollMode(ScrollPerPixel);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_tops.append(0);
}

void LazyListView::setModel(QAbstractItemModel *model)
{
    QListView::setModel(model);
    connect(model, &QAbstractItemModel::rowsRemoved, this,
            [this](const QModelIndex &, int first, int last) { onRemoved(first, last); });
    fill();
}

// Heights ---------------------------------------------------------------------------------------

void LazyListView::fill()
{
    const int count = model() ? model()->rowCount() : 0;
    m_heights.resize(count);
    for (int row = 0; row < count; ++row)
        m_heights[row] = estimatedHeight(row);
    m_known.fill(Known::Estimated, count);
    m_tops.fill(0, count + 1);
    m_validTops = 0;
}

void LazyListView::invalidate(int row)
{
    m_validTops = qMin(m_validTops, row);
}

int LazyListView::topOf(int row) const
{
    for (; m_validTops < row; ++m_validTops)
        m_tops[m_validTops + 1] = m_tops[m_validTops] + m_heights[m_validTops];
    return m_tops[row];
}

int LazyListView::rowAt(int y) const
{
    if (y >= topOf(rows())) // Brings m_tops up to date.
        return qMax(0, rows() - 1);
    const auto above = std::upper_bound(m_tops.cbegin(), m_tops.cend(), y);
    return qBound(0, int(above - m_tops.cbegin()) - 1, qMax(0, rows() - 1));
}

int LazyListView::measure(int row)
{
    if (m_known[row] != Known::Exact) {
        m_known[row] = Known::Exact;
        const int height = exactHeight(row);
        if (height != m_heights[row]) {
            m_heights[row] = height;
            invalidate(row);
        }
    }
    return m_heights[row];
}

int LazyListView::measuredRows() const
{
    return int(m_known.size() - m_known.count(Known::Estimated));
}

void LazyListView::spoil(int first, int last)
{
    for (int row = first; row <= last + 1 && row < rows(); ++row) {
        if (m_known[row] == Known::Exact)
            m_known[row] = Known::Stale;
    }
}

void LazyListView::remeasure()
{
    spoil(0, rows() - 1);
    settle();
}

void LazyListView::setEndSpace(int pixels)
{
    m_endSpace = pixels;
    settle();
}

// Where the reader is ---------------------------------------------------------------------------

void LazyListView::setFollowing(bool following)
{
    if (m_following != following) {
        m_following = following;
        Q_EMIT followingChanged(following);
    }
    if (following)
        settle();
}

bool LazyListView::isAtEnd() const
{
    return verticalScrollBar()->value() >= verticalScrollBar()->maximum() - 4;
}

void LazyListView::setScroll(int value)
{
    const int height = viewport()->height();
    verticalScrollBar()->setPageStep(height);
    verticalScrollBar()->setRange(0, qMax(0, wholeHeight() - height));
    verticalScrollBar()->setValue(value);
}

void LazyListView::settle()
{
    if (m_settling || !model())
        return;
    const QScopedValueRollback<bool> guard(m_settling, true);
    if (rows() != model()->rowCount())
        fill();
    if (m_following)
        settleAtEnd();
    else
        settleWhereRead();
    viewport()->update();
}

void LazyListView::settleAtEnd()
{
    int filled = m_endSpace;
    for (int row = rows() - 1; row >= 0 && filled < viewport()->height(); --row)
        filled += measure(row);
    setScroll(wholeHeight());
}

void LazyListView::settleWhereRead()
{
    const int height = viewport()->height();
    // The range may end before the wanted place: then other rows are in sight and are measured too.
    for (int round = 0; round < 3 && rows() > 0; ++round) {
        const int value = verticalScrollBar()->value();
        const int first = rowAt(value);
        int anchor = first;
        while (anchor < rows() && topOf(anchor) < value + height
               && m_known[anchor] == Known::Estimated)
            ++anchor;
        if (anchor == rows() || topOf(anchor) >= value + height)
            anchor = first;
        const int offset = topOf(anchor) - value;
        int y = offset;
        for (int row = anchor; row < rows() && y < height; ++row)
            y += measure(row);
        y = offset;
        for (int row = anchor - 1; row >= 0 && y > 0; --row)
            y -= measure(row);
        const int wanted = topOf(anchor) - offset;
        setScroll(wanted);
        if (verticalScrollBar()->value() == wanted)
            return;
    }
    setScroll(verticalScrollBar()->value());
}

void LazyListView::scrollContentsBy(int, int)
{
    viewport()->update();
    if (m_settling)
        return;
    // The reader moved.
    const bool following = isAtEnd();
    if (following != m_following) {
        m_following = following;
        Q_EMIT followingChanged(following);
    }
    settle();
}

void LazyListView::scrollTo(const QModelIndex &index, ScrollHint hint)
{
    if (!index.isValid() || index.row() >= rows())
        return;
    measure(index.row());
    setScroll(verticalScrollBar()->value());
    const int height = viewport()->height();
    const int top = topOf(index.row());
    // With the last row comes the space below it: at the end new rows are followed.
    const int bottom = index.row() + 1 == rows() ? wholeHeight() : topOf(index.row() + 1);
    int value = verticalScrollBar()->value();
    if (hint == PositionAtTop)
        value = top;
    else if (hint == PositionAtBottom)
        value = bottom - height;
    else if (hint == PositionAtCenter)
        value = (top + bottom - height) / 2;
    else if (bottom - top > height) // Too high to be seen whole: any part of it will do.
        value = bottom <= value || top >= value + height ? top : value;
    else if (top < value)
        value = top;
    else if (bottom > value + height)
        value = bottom - height;
    verticalScrollBar()->setValue(value);
}

// What QAbstractItemView asks -------------------------------------------------------------------

QRect LazyListView::visualRect(const QModelIndex &index) const
{
    if (!index.isValid() || index.row() >= rows())
        return {};
    return {0, topOf(index.row()) - verticalOffset(), viewport()->width(),
            m_heights.at(index.row())};
}

QModelIndex LazyListView::indexAt(const QPoint &point) const
{
    const int y = point.y() + verticalOffset();
    if (rows() == 0 || y < 0 || y >= topOf(rows()) || rows() != model()->rowCount())
        return {};
    return model()->index(rowAt(y), 0);
}

int LazyListView::verticalOffset() const
{
    return verticalScrollBar()->value();
}

void LazyListView::reset()
{
    QListView::reset();
    fill();
    settle();
}

void LazyListView::doItemsLayout()
{
    QAbstractItemView::doItemsLayout();
    settle();
}

void LazyListView::updateGeometries()
{
    settle();
}

void LazyListView::resizeEvent(QResizeEvent *event)
{
    QAbstractItemView::resizeEvent(event);
    settle();
}

void LazyListView::dataChanged(const QModelIndex &first, const QModelIndex &last,
                               const QList<int> &roles)
{
    QAbstractItemView::dataChanged(first, last, roles);
    spoil(first.row(), last.row());
    settle();
}

void LazyListView::rowsInserted(const QModelIndex &parent, int first, int last)
{
    QAbstractItemView::rowsInserted(parent, first, last);
    const int count = last - first + 1;
    m_heights.insert(first, count, 0);
    m_known.insert(first, count, Known::Estimated);
    m_tops.insert(first + 1, count, 0);
    for (int row = first; row <= last; ++row)
        m_heights[row] = estimatedHeight(row);
    invalidate(first);
    spoil(first, last);
    settle();
}

void LazyListView::onRemoved(int first, int last)
{
    if (last >= rows())
        return; // A reset is on its way.
    m_heights.remove(first, last - first + 1);
    m_known.remove(first, last - first + 1);
    m_tops.remove(first + 1, last - first + 1);
    invalidate(first);
    spoil(first, first - 1);
    settle();
}

void LazyListView::paintEvent(QPaintEvent *event)
{
    QPainter painter(viewport());
    QStyleOptionViewItem option;
    initViewItemOption(&option);
    const bool focused = hasFocus();
    const QRect dirty = event->rect();
    for (int row = rowAt(dirty.top() + verticalOffset()); row < rows(); ++row) {
        const QModelIndex index = model()->index(row, 0);
        option.rect = visualRect(index);
        if (option.rect.top() > dirty.bottom())
            break;
        option.state.setFlag(QStyle::State_Selected, selectionModel()->isSelected(index));
        option.state.setFlag(QStyle::State_HasFocus, focused && index == currentIndex());
        itemDelegate()->paint(&painter, option, index);
    }
}

QModelIndex LazyListView::moveCursor(CursorAction action, Qt::KeyboardModifiers)
{
    if (rows() == 0)
        return {};
    QScrollBar *bar = verticalScrollBar();
    const int height = viewport()->height();
    const bool none = !currentIndex().isValid();
    int row = none ? rowAt(bar->value() + height - 1) : currentIndex().row();
    const QRect rect = visualRect(model()->index(row, 0));
    const int step = qMax(1, height - 2 * bar->singleStep());
    switch (action) {
    case MoveUp:
    case MovePrevious:
    case MoveLeft:
        // A row that begins above the view is read on before it is left.
        if (!none && rect.top() < 0 && rect.bottom() > 0)
            bar->setValue(bar->value() - qMin(step, -rect.top()));
        else if (!none)
            --row;
        break;
    case MoveDown:
    case MoveNext:
    case MoveRight:
        if (!none && rect.bottom() >= height && rect.top() < height)
            bar->setValue(bar->value() + qMin(step, rect.bottom() + 1 - height));
        else if (!none)
            ++row;
        break;
    case MoveHome:
        row = 0;
        break;
    case MoveEnd:
        row = rows() - 1;
        break;
    case MovePageUp:
        bar->setValue(bar->value() - step);
        row = rowAt(bar->value());
        break;
    case MovePageDown:
        bar->setValue(bar->value() + step);
        row = rowAt(bar->value() + height - 1);
        break;
    }
    return model()->index(qBound(0, row, rows() - 1), 0);
}

void LazyListView::setSelection(const QRect &rect, QItemSelectionModel::SelectionFlags flags)
{
    const QModelIndex index = indexAt(rect.center());
    if (index.isValid())
        selectionModel()->select(index, flags);
}

QRegion LazyListView::visualRegionForSelection(const QItemSelection &selection) const
{
    QRegion region;
    const QModelIndexList indexes = selection.indexes();
    for (const QModelIndex &index : indexes)
        region += visualRect(index);
    return region;
}

} // namespace Countersign::Conversation
