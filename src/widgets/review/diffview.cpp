// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "review/diffview.h"

#include "review/longlines.h"
#include "review/overviewruler.h"
#include "syntax/contrast.h"
#include "theme/theme.h"

#include <QApplication>
#include <QClipboard>
#include <QFontMetricsF>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>

#include <algorithm>
#include <cmath>
#include <utility>

namespace Countersign::Review {

using namespace Qt::StringLiterals;

namespace {

constexpr int kCachedLines = 4000;
constexpr qsizetype kDescribed = 1000; // Units of a line that a screen reader is told.
constexpr int kRowPadding = 4; // Above and below the text of a row, together.

} // namespace

DiffView::DiffView(QWidget *parent)
    : QAbstractScrollArea(parent)
    , m_ruler(new OverviewRuler(this))
    , m_longLines(new LongLines(this))
    , m_lines(kCachedLines)
{
    connect(m_ruler, &OverviewRuler::wanted, this, &DiffView::goToRow);
    connect(m_longLines, &LongLines::ready, this, &DiffView::linesReady);
    setFocusPolicy(Qt::StrongFocus);
    setFrameShape(QFrame::NoFrame);
    viewport()->setCursor(Qt::IBeamCursor);
    viewport()->setAutoFillBackground(false);
    viewport()->setMouseTracking(true);
    verticalScrollBar()->setSingleStep(1);
    applyTheme();
    connect(&Theme::Theme::instance(), &Theme::Theme::changed, this, &DiffView::applyTheme);
    describe();
}

void DiffView::applyTheme()
{
    const Theme::Theme &theme = Theme::Theme::instance();
    m_font = theme.codeFont();
    const QFontMetricsF metrics(m_font);
    m_rowHeight = static_cast<int>(std::ceil(metrics.lineSpacing())) + kRowPadding;
    m_advance = metrics.horizontalAdvance(u'0');
    m_warning = Syntax::readableOn(theme.color(Theme::Token::Deny),
                                   Syntax::codeBackgrounds(theme.isDark()), theme.isDark());
    measure();
    viewport()->update();
}

void DiffView::setDocument(std::shared_ptr<const DiffDocument> document)
{
    m_document = std::move(document);
    m_lines.clear();
    m_longLines->clear();
    m_notes = m_document ? m_document->notes() : QList<Fact>();
    m_folds = m_document ? m_document->folds : QList<Fold>();
    m_current = -1;
    clearSelection();
    setMatches({});
    rebuild();
    showMarks();
    horizontalScrollBar()->setValue(0);
    verticalScrollBar()->setValue(0);
    setSeen({});
    if (!m_hunks.isEmpty())
        goToHunk(0);
    else if (!m_visuals.isEmpty())
        setCurrent(0, false);
    else
        describe();
    Q_EMIT currentHunkChanged(currentHunk(), hunkCount());
}

void DiffView::updateSyntax(std::shared_ptr<const DiffDocument> document)
{
    m_document = std::move(document);
    viewport()->update();
}

void DiffView::setPresentation(Presentation presentation)
{
    if (presentation == m_presentation)
        return;
    // The place is the document's row at the top and the current one, whatever they become.
    const auto rowAt = [this](int visual) {
        for (int i = std::max(visual, 0); i < m_visuals.size(); ++i) {
            if (m_visuals.at(i).kind == VisualRow::Kind::Line)
                return m_visuals.at(i).index;
        }
        return -1;
    };
    const int top = verticalScrollBar()->value();
    const int topRow = top == 0 ? -1 : rowAt(m_strip.visualAt(top));
    const int currentRow = rowAt(m_current);
    m_presentation = presentation;
    clearSelection();
    rebuild();
    verticalScrollBar()->setValue(topRow < 0 ? 0 : m_strip.first(visualOfRow(topRow)));
    if (currentRow >= 0)
        setCurrent(visualOfRow(currentRow), false);
}

void DiffView::rebuild()
{
    m_visuals = m_document ? visualRows(*m_document, m_folds, m_presentation) : QList<VisualRow>();
    findHunks();
    orderMatches();
    m_current = m_visuals.isEmpty()
            ? -1
            : std::clamp(m_current, 0, static_cast<int>(m_visuals.size()) - 1);
    measure();
    viewport()->update();
}

int DiffView::visualOfRow(int row) const
{
    for (int i = 0; i < m_visuals.size(); ++i) {
        const VisualRow &visual = m_visuals.at(i);
        const bool here = visual.kind == VisualRow::Kind::Line && visual.index >= row;
        const bool folded = visual.kind == VisualRow::Kind::Fold
                && m_folds.at(visual.index).first + m_folds.at(visual.index).count > row;
        if (here || folded)
            return i;
    }
    return static_cast<int>(m_visuals.size()) - 1;
}

void DiffView::updateScrollBars()
{
    const int page = pageRows();
    verticalScrollBar()->setRange(0, std::max(0, m_strip.total() - page));
    verticalScrollBar()->setPageStep(page);
    const QList<Area> sides = areas();
    const int textWidth = std::max(0, sides.first().right - sides.first().textLeft);
    const qreal longest =
            m_document && !m_wrapped ? (m_document->longestColumns + 2) * m_advance : 0;
    horizontalScrollBar()->setRange(0, std::max(0, static_cast<int>(longest) - textWidth));
    horizontalScrollBar()->setPageStep(textWidth);
    horizontalScrollBar()->setSingleStep(static_cast<int>(m_advance * 4));
}

int DiffView::pageRows() const
{
    return std::max(1, viewport()->height() / m_rowHeight);
}

void DiffView::setCurrent(int visual, bool extend)
{
    if (m_visuals.isEmpty())
        return;
    const int hunk = currentHunk();
    const int from = m_current;
    m_current = std::clamp(visual, 0, static_cast<int>(m_visuals.size()) - 1);
    if (extend) {
        if (m_anchor == m_caret)
            m_anchor = {from, 0};
        select(m_anchor,
               m_current >= m_anchor.visual ? Place{m_current + 1, 0} : Place{m_current, 0});
    }
    reveal(m_current);
    viewport()->update();
    describe();
    if (hunk != currentHunk())
        Q_EMIT currentHunkChanged(currentHunk(), hunkCount());
}

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

void DiffView::resizeEvent(QResizeEvent *event)
{
    QAbstractScrollArea::resizeEvent(event);
    const QRect area = viewport()->geometry();
    m_ruler->setGeometry(area.x() + area.width(), area.y(), OverviewRuler::kWidth, area.height());
    if (!m_wrapped || columnsPerLine() == m_columnsPerLine) {
        updateScrollBars();
        showPlace();
        return;
    }
    const Top top = topPlace();
    measure();
    goToTop(top);
}

void DiffView::scrollContentsBy(int dx, int dy)
{
    Q_UNUSED(dx)
    Q_UNUSED(dy)
    showPlace();
    viewport()->update();
}

void DiffView::focusInEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update();
}

void DiffView::focusOutEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
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
    case Qt::Key_F7:
        shift ? previousHunk() : nextHunk();
        return;
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

Side DiffView::sideOf(const VisualRow &visual, Side wanted) const
{
    if (m_presentation == Presentation::SideBySide)
        return wanted;
    return visual.showsNew ? Side::New : Side::Old;
}

int DiffView::numberOf(const VisualRow &visual, Side side) const
{
    if (visual.kind != VisualRow::Kind::Line)
        return 0;
    const Diff::Row &row = m_document->rows.at(visual.index);
    if (side == Side::Old)
        return visual.showsOld ? row.oldNumber : 0;
    return visual.showsNew ? row.newNumber : 0;
}

const DisplayLine *DiffView::displayLine(Side side, int number) const
{
    const QByteArrayView text = m_document->line(side, number);
    if (text.size() >= kLongLine)
        return m_longLines->line(m_document, side, number);
    const quint64 key = (quint64(number) << 1) | (side == Side::New ? 1U : 0U);
    if (const DisplayLine *known = m_lines.object(key))
        return known;
    auto *line = new DisplayLine(decodeLine(text));
    // A long line counts for more, but never so much that the cache would refuse it.
    const auto cost = std::min<qsizetype>(1 + line->text().size() / 1000, kCachedLines / 4);
    m_lines.insert(key, line, cost);
    return line;
}

bool DiffView::isReady(int visual) const
{
    const VisualRow &row = m_visuals.at(visual);
    for (const Side side : {Side::Old, Side::New}) {
        const int number = numberOf(row, side);
        if (number > 0 && sideOf(row, side) == side && displayLine(side, number) == nullptr)
            return false;
    }
    return true;
}

void DiffView::linesReady()
{
    viewport()->update();
    describe();
    const bool here = m_matchWaits && m_match >= 0 && m_current >= 0
            && m_visuals.at(m_current).kind == VisualRow::Kind::Line
            && m_visuals.at(m_current).index == m_matches.at(m_matchOrder.at(m_match)).row;
    if (here)
        goToMatch(m_match);
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

void DiffView::setRemarks(const QList<Remark> &remarks)
{
    const Top top = topPlace();
    m_remarks = remarks;
    if (m_wrapped) {
        measure();
        goToTop(top);
    }
    viewport()->update();
    describe();
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

QString DiffView::remarkOn(Side side, int number) const
{
    QStringList texts;
    for (const Remark &remark : m_remarks) {
        if (remark.lines.side != side || remark.lines.last != number)
            continue;
        QString text = remark.text;
        if (remark.lines.first != remark.lines.last)
            text = u"%1–%2: "_s.arg(remark.lines.first).arg(remark.lines.last) + text;
        texts.append(remark.outdated ? u"○ "_s + tr("outdated: %1").arg(text) : u"● "_s + text);
    }
    return texts.join(u"  "_s);
}

bool DiffView::isRemarkedOn(Side side, int number) const
{
    return std::any_of(m_remarks.begin(), m_remarks.end(),
                       [&](const Remark &remark) { return remark.lines.contains(side, number); });
}

void DiffView::copySelection() const
{
    const QString text = selectedText();
    if (!text.isEmpty())
        QGuiApplication::clipboard()->setText(text);
}

} // namespace Countersign::Review
