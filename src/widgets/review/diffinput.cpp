// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

// The part of DiffView that hears keys and the mouse, and knows what is where on the screen.

#include "review/diffview.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>

#include <algorithm>
#include <cmath>
#include <utility>

namespace Countersign::Review {

bool DiffView::event(QEvent *event)
{
    // These keys belong to the text while it has the focus, whatever menus make of them.
    if (event->type() == QEvent::ShortcutOverride) {
        const auto *key = static_cast<QKeyEvent *>(event);
        if (key->matches(QKeySequence::Copy) || key->matches(QKeySequence::SelectAll)) {
            event->accept();
            return true;
        }
    }
    return QAbstractScrollArea::event(event);
}

void DiffView::keyPressEvent(QKeyEvent *event)
{
    const bool shift = event->modifiers().testFlag(Qt::ShiftModifier);
    const int last = static_cast<int>(m_visuals.size()) - 1;
    if (event->matches(QKeySequence::Copy)) {
        copySelection();
        return;
    }
    if (event->matches(QKeySequence::SelectAll)) {
        select({0, 0}, {last + 1, 0});
        viewport()->update();
        return;
    }
    const auto move = [&](int visual) {
        if (!shift)
            clearSelection();
        setCurrent(visual, shift);
    };
    switch (event->key()) {
    case Qt::Key_Up:
    case Qt::Key_Down:
        if (!shift)
            clearSelection();
        return moveByRow(event->key() == Qt::Key_Down, shift);
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
        if (!shift)
            clearSelection();
        return moveByPage(event->key() == Qt::Key_PageDown, shift);
    case Qt::Key_Home:
        verticalScrollBar()->setValue(0);
        return move(0);
    case Qt::Key_End:
        verticalScrollBar()->setValue(verticalScrollBar()->maximum());
        return move(last);
    case Qt::Key_Left:
        return horizontalScrollBar()->triggerAction(QAbstractSlider::SliderSingleStepSub);
    case Qt::Key_Right:
        return horizontalScrollBar()->triggerAction(QAbstractSlider::SliderSingleStepAdd);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        // Never further up: Return in the text must not reach anything that answers.
        return openFold(m_current, shift);
    case Qt::Key_Escape:
        if (m_anchor != m_caret) {
            clearSelection();
            viewport()->update();
            return;
        }
        break;
    default:
        break;
    }
    event->ignore();
}

void DiffView::mousePressEvent(QMouseEvent *event)
{
    const int visual = visualAt(qRound(event->position().y()));
    if (event->button() != Qt::LeftButton || visual < 0) {
        event->ignore();
        return;
    }
    if (m_visuals.at(visual).kind == VisualRow::Kind::Fold) {
        const auto target = foldTargetAt(event->position().toPoint());
        if (target) {
            setCurrent(visual, false);
            openFoldAt(visual, target->what);
        } else {
            openFold(visual, event->modifiers().testFlag(Qt::ShiftModifier));
        }
        return;
    }
    if (m_visuals.at(visual).kind == VisualRow::Kind::LeftOut) {
        setCurrent(visual, false);
        Q_EMIT linesWanted(pickedAt(visual, false), false);
        return;
    }
    if (signAt(event->position().toPoint()) >= 0) {
        clearSelection();
        setCurrent(visual, false);
        const bool out = !staysByChoice(m_visuals.at(visual));
        Q_EMIT linesWanted(pickedAt(visual, out), out);
        return;
    }
    const QList<Area> sides = areas();
    const Side side =
            event->position().x() < sides.first().right ? sides.first().side : sides.last().side;
    const Area &pressed = side == sides.first().side ? sides.first() : sides.last();
    m_pressedAt = event->position().toPoint();
    // A click on a number of the selection is about all of it.
    m_pressedNumber = event->position().x() < pressed.textLeft && side == m_selectionSide
            && isSelected(visual) && !linesOf(visual, visual).isEmpty();
    if (m_pressedNumber)
        return;
    beginSelection(side);
    m_pressedNumber = event->position().x() < pressed.textLeft && !currentLines().isEmpty();
}

void DiffView::beginSelection(Side side)
{
    clearSelection();
    m_selectionSide = side;
    setCurrent(visualAt(m_pressedAt.y()), false);
    const Place place = placeAt(m_pressedAt);
    select(place, place);
    m_selecting = true;
}

void DiffView::mouseMoveEvent(QMouseEvent *event)
{
    const bool drags = m_pressedNumber && !m_selecting
            && (event->position().toPoint() - m_pressedAt).manhattanLength()
                    >= QApplication::startDragDistance();
    if (drags)
        beginSelection(m_selectionSide);
    if (!m_selecting) {
        const QPoint position = event->position().toPoint();
        const bool target = signAt(position) >= 0 || foldTargetAt(position).has_value();
        viewport()->setCursor(target ? Qt::PointingHandCursor : Qt::IBeamCursor);
        return;
    }
    select(m_anchor, placeAt(event->position().toPoint()));
    m_pressedNumber = m_pressedNumber && m_caret == m_anchor;
    const int y = qRound(event->position().y());
    if (y < 0 || y > viewport()->height())
        verticalScrollBar()->setValue(verticalScrollBar()->value() + (y < 0 ? -1 : 1));
    viewport()->update();
}

void DiffView::mouseReleaseEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_selecting = false;
    // A click on a line's number is about the line; a drag from there selects, as from the text.
    if (std::exchange(m_pressedNumber, false))
        Q_EMIT remarkWanted();
}

int DiffView::signAt(QPoint position) const
{
    const int visual = visualAt(position.y());
    if (visual < 0 || m_visuals.at(visual).kind != VisualRow::Kind::Line
        || m_document->changedRowOf(m_visuals.at(visual).index) < 0)
        return -1;
    const QList<Area> sides = areas();
    const Area &area = position.x() < sides.first().right ? sides.first() : sides.last();
    const bool on = position.x() >= area.textLeft - static_cast<int>(m_advance * 2)
            && position.x() < area.textLeft;
    return on && numberOf(m_visuals.at(visual), sideOf(m_visuals.at(visual), area.side)) > 0
            ? visual
            : -1;
}

int DiffView::visualAt(int y) const
{
    const int visual =
            y < 0 ? -1 : m_strip.visualAt(verticalScrollBar()->value() + y / m_rowHeight);
    return visual < m_visuals.size() ? visual : -1;
}

DiffView::Place DiffView::placeAt(QPoint position) const
{
    if (m_visuals.isEmpty())
        return {};
    const int rows = static_cast<int>(m_visuals.size());
    const int line = verticalScrollBar()->value()
            + static_cast<int>(std::floor(double(position.y()) / m_rowHeight));
    if (line < 0)
        return {0, 0};
    const int visual = m_strip.visualAt(line);
    if (visual >= rows)
        return {rows, 0};
    const VisualRow &row = m_visuals.at(visual);
    const Side side = sideOf(row, m_selectionSide);
    const int number = numberOf(row, side);
    if (number == 0)
        return {visual, 0};
    const QList<Area> sides = areas();
    const Area &area = m_selectionSide == sides.first().side ? sides.first() : sides.last();
    const DisplayLine *shown = displayLine(side, number);
    if (shown == nullptr)
        return {visual, 0};
    // Below its text a line is at its end.
    const int piece = line - m_strip.first(visual);
    if (piece >= piecesOfLine(side, number))
        return {visual, static_cast<int>(shown->text().size())};
    const Laid laid = layOut(*shown, side, number, area.right - area.textLeft, piece);
    return {visual, laid.unitAt(position.x() - area.textLeft + horizontalScrollBar()->value())};
}

} // namespace Countersign::Review
