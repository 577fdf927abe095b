// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "review/overviewruler.h"

#include "theme/theme.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace Countersign::Review {

using Theme::Token;

namespace {

// In pixels.
constexpr int kLane = 5; // Each of the two sides.
constexpr int kLeft = 4;
constexpr int kHighestRow = 4; // Of a short file.
constexpr int kLeastMark = 3; // Of one line in a very long file.
constexpr int kLeastOut = 5; // High enough to be seen as hollow.
constexpr int kLeastShown = 8; // So that it can be seen in a very long file.
constexpr int kDot = 3;

QColor colour(Token token)
{
    return Theme::Theme::instance().color(token);
}

} // namespace

QList<OverviewMark> overviewMarks(const DiffDocument &document)
{
    QList<OverviewMark> marks;
    auto gap = document.leftOut.cbegin();
    const auto leaveOutUpTo = [&](int row) {
        for (; gap != document.leftOut.cend() && gap->row <= row; ++gap)
            marks.append({OverviewMark::Kind::LeftOut, gap->row, 0});
    };
    const int rows = static_cast<int>(document.rows.size());
    for (const int first : document.hunkRows) {
        leaveOutUpTo(first);
        bool added = false;
        bool removed = false;
        int row = first;
        for (; row < rows && document.rows.at(row).hunk == document.rows.at(first).hunk; ++row) {
            added = added || document.rows.at(row).newNumber > 0;
            removed = removed || document.rows.at(row).oldNumber > 0;
        }
        const OverviewMark::Kind kind = added && removed ? OverviewMark::Kind::Changed
                : added                                  ? OverviewMark::Kind::Added
                                                         : OverviewMark::Kind::Removed;
        marks.append({kind, first, row - first});
    }
    leaveOutUpTo(rows);
    return marks;
}

OverviewRuler::OverviewRuler(QWidget *parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("overviewRuler"));
    setFocusPolicy(Qt::NoFocus); // What it does the keyboard does with the hunk keys.
    setCursor(Qt::PointingHandCursor);
    setAccessibleName(tr("Overview of the file"));
    setToolTip(tr("All of the file: removed on the left, added on the right, changed across, left "
                  "out hollow. A click goes there."));
    connect(&Theme::Theme::instance(), &Theme::Theme::changed, this, qOverload<>(&QWidget::update));
    describe();
}

void OverviewRuler::setMarks(int rows, const QList<OverviewMark> &marks)
{
    m_rows = rows;
    m_marks = marks;
    describe();
    update();
}

void OverviewRuler::setMatches(const QList<int> &rows)
{
    m_matches = rows;
    describe();
    update();
}

void OverviewRuler::setShown(int first, int end)
{
    if (first == m_first && end == m_end)
        return;
    m_first = first;
    m_end = end;
    update();
}

void OverviewRuler::describe()
{
    const QString changes = tr("%n changed places", nullptr, static_cast<int>(m_marks.size()));
    setAccessibleDescription(
            m_matches.isEmpty() ? changes
                                : tr("%1, %n matches", nullptr, static_cast<int>(m_matches.size()))
                                          .arg(changes));
}

int OverviewRuler::span() const
{
    // A short file does not fill the ruler with bars that say no more.
    return std::max(m_rows, height() / kHighestRow);
}

int OverviewRuler::rowAt(int y) const
{
    if (m_rows == 0 || height() == 0)
        return -1;
    const qint64 row = qint64(y) * span() / height();
    return static_cast<int>(std::clamp<qint64>(row, 0, m_rows - 1));
}

int OverviewRuler::yOf(int row) const
{
    return m_rows == 0 ? 0 : static_cast<int>(qint64(row) * height() / span());
}

void OverviewRuler::paintMark(QPainter &painter, OverviewMark::Kind kind, int top, int bottom) const
{
    const QRect old(kLeft, top, kLane, bottom - top);
    const QRect fresh = old.translated(kLane, 0);
    switch (kind) {
    case OverviewMark::Kind::Removed:
        painter.fillRect(old, colour(Token::Deny));
        break;
    case OverviewMark::Kind::Added:
        painter.fillRect(fresh, colour(Token::Allow));
        break;
    case OverviewMark::Kind::Changed:
        painter.fillRect(old, colour(Token::Deny));
        painter.fillRect(fresh, colour(Token::Allow));
        break;
    case OverviewMark::Kind::LeftOut:
        painter.setPen(colour(Token::Ask));
        painter.drawRect(QRectF(kLeft + 0.5, top + 0.5, 2 * kLane - 1, bottom - top - 1));
        break;
    }
}

void OverviewRuler::paintEvent(QPaintEvent *event)
{
    Q_UNUSED(event)
    QPainter painter(this);
    painter.fillRect(rect(), colour(Token::Panel));
    painter.fillRect(0, 0, 1, height(), colour(Token::Line));
    if (m_rows == 0)
        return;
    const int top = yOf(m_first);
    const QRect shown(1, top, width() - 1, std::max(yOf(m_end) - top, kLeastShown));
    if (m_first > 0 || m_end < m_rows) {
        painter.fillRect(shown, colour(Token::Window));
        painter.setPen(colour(Token::Muted));
        painter.drawRect(QRectF(shown).adjusted(0.5, 0.5, -0.5, -0.5));
    }
    // Marks that touch become one, so that a hundred thousand of them are a few hundred.
    using Kind = OverviewMark::Kind;
    Kind kind = Kind::Changed;
    int from = 0;
    int to = 0;
    const auto flush = [&] {
        if (to > from)
            paintMark(painter, kind, from, to);
    };
    for (const OverviewMark &mark : m_marks) {
        if (mark.kind == Kind::LeftOut)
            continue;
        const int start = yOf(mark.first);
        const int end = std::max(yOf(mark.first + mark.count), start + kLeastMark);
        const bool samePlace = to > from && start == from;
        if (samePlace && mark.kind != kind)
            kind = Kind::Changed;
        if (samePlace || (to > from && mark.kind == kind && start <= to)) {
            to = std::max(to, end);
            continue;
        }
        flush();
        kind = mark.kind;
        from = start;
        to = end;
    }
    flush();
    int lastOut = -1;
    for (const OverviewMark &mark : m_marks) {
        const int y = yOf(mark.first);
        if (mark.kind == Kind::LeftOut && y != lastOut) {
            paintMark(painter, mark.kind, y, y + kLeastOut);
            lastOut = y;
        }
    }
    int last = -1;
    for (const int row : m_matches) {
        const int y = yOf(row);
        if (y != last)
            painter.fillRect(width() - kDot - 1, y, kDot, kDot, colour(Token::Accent));
        last = y;
    }
}

void OverviewRuler::mousePressEvent(QMouseEvent *event)
{
    const int row = rowAt(qRound(event->position().y()));
    if (event->button() == Qt::LeftButton && row >= 0)
        Q_EMIT wanted(row);
}

void OverviewRuler::mouseMoveEvent(QMouseEvent *event)
{
    const int row = rowAt(qRound(event->position().y()));
    if (event->buttons().testFlag(Qt::LeftButton) && row >= 0)
        Q_EMIT wanted(row);
}

} // namespace Countersign::Review
