// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "review/diffview.h"

#include "review/longlines.h"
#include "review/overviewruler.h"
#include "syntax/contrast.h"
#include "theme/theme.h"

#include <QFontMetricsF>
#include <QScrollBar>

#include <algorithm>
#include <cmath>
#include <utility>

namespace Countersign::Review {

using namespace Qt::StringLiterals;

namespace {

constexpr int kCachedLines = 4000;
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

} // namespace Countersign::Review
