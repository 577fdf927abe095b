// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

// The painting half of DiffView.

#include "review/diffview.h"

#include "review/parts.h"

#include "theme/theme.h"

#include <QFontMetricsF>
#include <QPaintEvent>
#include <QPainter>
#include <QScrollBar>
#include <QTextOption>

#include <algorithm>
#include <cmath>

namespace Countersign::Review {

using namespace Qt::StringLiterals;
using Theme::Token;

namespace {

constexpr int kWholeLine = 2000; // Longer lines are laid out in part only.
constexpr int kMargin = 64; // Units laid out beyond each edge of the window.
constexpr int kGutterPadding = 6;
constexpr int kMarker = 3; // Width of the bar that marks the current hunk.
constexpr int kLeastDigits = 3;

QColor colour(Token token)
{
    return Theme::Theme::instance().color(token);
}

Token lineToken(Side side)
{
    return side == Side::Old ? Token::RemovedLine : Token::AddedLine;
}

bool isEdgeSafe(const QString &text, int unit)
{
    return unit <= 0 || unit >= text.size() || !text.at(unit).isLowSurrogate();
}

} // namespace

qreal DiffView::Laid::xOf(int unit) const
{
    const QTextLine line = layout->lineAt(0);
    return x + line.cursorToX(std::clamp(unit - from, 0, length));
}

int DiffView::Laid::unitAt(qreal lineX) const
{
    return from + layout->lineAt(0).xToCursor(lineX - x);
}

int DiffView::columnsSideBySide(int width, const QFont &font)
{
    const qreal advance = QFontMetricsF(font).horizontalAdvance(u'0');
    return static_cast<int>((width / 2.0 - 6 * advance) / advance);
}

int DiffView::gutterWidth() const
{
    const qsizetype lines = m_document
            ? std::max(m_document->diff.oldLines.size(), m_document->diff.newLines.size())
            : 0;
    const auto digits = std::max<qsizetype>(kLeastDigits, QString::number(lines).size());
    return static_cast<int>(std::ceil(static_cast<double>(digits) * m_advance))
            + 2 * kGutterPadding;
}

QList<DiffView::Area> DiffView::areas() const
{
    const int width = viewport()->width();
    const int sign = static_cast<int>(std::ceil(m_advance * 2));
    const int gutter = gutterWidth();
    if (m_presentation == Presentation::Unified)
        return {{Side::New, 0, kMarker + 2 * gutter + sign, width}};
    const int middle = width / 2;
    return {{Side::Old, 0, kMarker + gutter + sign, middle},
            {Side::New, middle, middle + kMarker + gutter + sign, width}};
}

DiffView::Laid DiffView::layOut(Side side, int number, int textWidth) const
{
    const DisplayLine &line = displayLine(side, number);
    const QString &text = line.text();
    Laid laid;
    laid.length = static_cast<int>(text.size());
    if (laid.length > kWholeLine) {
        const int size = laid.length;
        const int scrolled = static_cast<int>(horizontalScrollBar()->value() / m_advance);
        laid.from = std::clamp(scrolled - kMargin, 0, size);
        int end = std::min(size, laid.from + static_cast<int>(textWidth / m_advance) + 2 * kMargin);
        while (!isEdgeSafe(text, laid.from))
            --laid.from;
        while (!isEdgeSafe(text, end))
            ++end;
        laid.length = end - laid.from;
        laid.x = laid.from * m_advance;
    }
    laid.layout = std::make_unique<QTextLayout>(text.mid(laid.from, laid.length), m_font);
    QTextOption option;
    option.setWrapMode(QTextOption::NoWrap);
    option.setTextDirection(Qt::LeftToRight);
    laid.layout->setTextOption(option);

    QList<QTextLayout::FormatRange> formats;
    const auto add = [&](Diff::Span span, const QTextCharFormat &format) {
        const int start = std::max(span.start, laid.from);
        const int end = std::min(span.start + span.length, laid.from + laid.length);
        if (start < end)
            formats.append({start - laid.from, end - start, format});
    };
    const Syntax::Highlighted &syntax =
            side == Side::Old ? m_document->oldSyntax : m_document->newSyntax;
    if (number <= syntax.lines.size()) {
        const bool dark = Theme::Theme::instance().isDark();
        for (const Syntax::Span &span : syntax.lines.at(number - 1)) {
            const Syntax::Style &style = syntax.styles.at(span.style);
            QTextCharFormat format;
            format.setForeground(style.color(dark));
            if (style.bold)
                format.setFontWeight(QFont::DemiBold);
            format.setFontItalic(style.italic);
            add(line.shown({span.start, span.length}), format);
        }
    }
    for (const Diff::Span &span : line.warnings()) {
        QTextCharFormat format;
        format.setForeground(m_warning);
        format.setFontWeight(QFont::Bold);
        add(span, format);
    }
    laid.layout->setFormats(formats);
    laid.layout->beginLayout();
    QTextLine first = laid.layout->createLine();
    if (first.isValid())
        first.setPosition(QPointF(0, 0));
    laid.layout->endLayout();
    return laid;
}

void DiffView::paintEvent(QPaintEvent *event)
{
    QPainter painter(viewport());
    painter.setFont(m_font);
    painter.fillRect(event->rect(), colour(Token::Panel));
    const int top = verticalScrollBar()->value();
    const int first = top + event->rect().top() / m_rowHeight;
    const int last = std::min(top + event->rect().bottom() / m_rowHeight,
                              static_cast<int>(m_visuals.size()) - 1);
    for (int visual = first; visual <= last; ++visual)
        paintRow(painter, visual, (visual - top) * m_rowHeight);
    // Bands go across; only rows of two sides, and what is below the text, have a middle.
    const int below = (static_cast<int>(m_visuals.size()) - top) * m_rowHeight;
    if (m_document && below < viewport()->height())
        paintMiddle(painter, below, viewport()->height() - below);
    if (m_document)
        noteSeen(top, top + pageRows() - 1);
}

void DiffView::paintRow(QPainter &painter, int visual, int y) const
{
    const VisualRow &row = m_visuals.at(visual);
    if (row.kind != VisualRow::Kind::Line) {
        paintBand(painter, visual, y);
        return;
    }
    for (const Area &area : areas())
        paintSide(painter, visual, area, y);
    paintMiddle(painter, y, m_rowHeight);
    if (visual == m_current && hasFocus()) {
        painter.setPen(colour(Token::Accent));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(0.5, y + 0.5, viewport()->width() - 1, m_rowHeight - 1));
    }
}

void DiffView::paintMiddle(QPainter &painter, int y, int height) const
{
    if (m_presentation == Presentation::SideBySide)
        painter.fillRect(viewport()->width() / 2 - 1, y, 1, height, colour(Token::Line));
}

void DiffView::paintBand(QPainter &painter, int visual, int y) const
{
    const VisualRow &row = m_visuals.at(visual);
    const bool fold = row.kind == VisualRow::Kind::Fold;
    const bool current = visual == m_current && hasFocus();
    const QRect band(0, y, viewport()->width(), m_rowHeight);
    painter.fillRect(band, colour(Token::Window));
    QString text;
    Token token = Token::Muted;
    if (fold) {
        text = foldText(m_folds.at(row.index));
        token = m_folds.at(row.index).kind == FoldKind::Unchanged ? Token::Muted : Token::Text;
    } else if (row.kind == VisualRow::Kind::LeftOut) {
        text = leftOutText(m_document->leftOut.at(row.index));
        token = Token::Ask;
        const int hunk = currentHunk();
        if (hunk >= 0 && m_hunks.at(hunk).number == m_document->leftOut.at(row.index).block)
            painter.fillRect(0, y, kMarker, m_rowHeight, colour(Token::Accent));
    } else {
        const Fact &note = m_notes.at(row.index);
        text = (note.warning ? u"◆ "_s : u"● "_s) + note.words;
        token = note.warning ? Token::Ask : Token::Info;
    }
    painter.setPen(colour(current ? Token::Accent : token));
    const int left = areas().first().textLeft;
    painter.drawText(band.adjusted(left, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft, text);
    if (current)
        painter.drawRect(QRectF(band).adjusted(0.5, 0.5, -0.5, -0.5));
}

void DiffView::paintSide(QPainter &painter, int visual, const Area &area, int y) const
{
    const VisualRow &row = m_visuals.at(visual);
    const Side side = sideOf(row, area.side);
    const int number = numberOf(row, side);
    const QRect rect(area.left, y, area.right - area.left, m_rowHeight);
    const Diff::Row &line = m_document->rows.at(row.index);
    if (number == 0) {
        painter.fillRect(rect, colour(Token::Window));
    } else if (line.kind != Diff::RowKind::Context) {
        painter.fillRect(rect, colour(lineToken(side)));
    }
    const int hunk = currentHunk();
    if (line.hunk >= 0 && hunk >= 0 && m_document->hunkOf(line) == m_hunks.at(hunk).number)
        painter.fillRect(area.left, y, kMarker, m_rowHeight, colour(Token::Accent));
    if (number == 0)
        return;
    paintGutter(painter, row, area, y);
    painter.save();
    painter.setClipRect(QRect(area.textLeft, y, area.right - area.textLeft, m_rowHeight));
    paintText(painter, visual, area, side, number, y);
    painter.restore();
}

void DiffView::paintGutter(QPainter &painter, const VisualRow &visual, const Area &area,
                           int y) const
{
    const int gutter = gutterWidth();
    const auto number = [&](int column, int value) {
        if (value > 0) {
            painter.drawText(QRect(area.left + kMarker + column * gutter, y,
                                   gutter - kGutterPadding, m_rowHeight),
                             Qt::AlignRight | Qt::AlignVCenter, QString::number(value));
        }
    };
    painter.setPen(colour(Token::Muted));
    if (m_presentation == Presentation::Unified) {
        number(0, numberOf(visual, Side::Old));
        number(1, numberOf(visual, Side::New));
    } else {
        number(0, numberOf(visual, area.side));
    }
    const Side numbered = sideOf(visual, area.side);
    if (isRemarkedOn(numbered, numberOf(visual, numbered))) {
        painter.fillRect(QRectF(area.textLeft - 2 * m_advance - 2, y, 2, m_rowHeight),
                         colour(Token::Accent));
    }
    const QRectF sign(area.textLeft - 2 * m_advance, y, m_advance * 1.5, m_rowHeight);
    if (staysByChoice(visual)) {
        painter.setPen(colour(Token::Ask));
        painter.drawText(sign, Qt::AlignHCenter | Qt::AlignVCenter, u"⊘"_s);
    }
    if (m_document->rows.at(visual.index).kind == Diff::RowKind::Context)
        return;
    const Side side = sideOf(visual, area.side);
    painter.setPen(colour(side == Side::Old ? Token::Deny : Token::Allow));
    painter.drawText(sign, Qt::AlignHCenter | Qt::AlignVCenter,
                     side == Side::Old ? u"−"_s : u"+"_s);
}

void DiffView::paintText(QPainter &painter, int visual, const Area &area, Side side, int number,
                         int y) const
{
    const Diff::Row &row = m_document->rows.at(m_visuals.at(visual).index);
    const DisplayLine &line = displayLine(side, number);
    const Laid laid = layOut(side, number, area.right - area.textLeft);
    const qreal origin = area.textLeft - horizontalScrollBar()->value();
    const Token word = side == Side::Old ? Token::RemovedWord : Token::AddedWord;
    for (const Diff::Span &span : side == Side::Old ? row.oldSpans : row.newSpans)
        fillSpan(painter, laid, origin, y, line.shown(span), colour(word));
    for (const Diff::Span &span : line.warnings()) {
        fillSpan(painter, laid, origin, y, span, m_warning);
        const qreal left = origin + laid.xOf(span.start);
        const qreal right = origin + laid.xOf(span.start + span.length);
        painter.fillRect(QRectF(left + 1, y + 1, right - left - 2, m_rowHeight - 2),
                         colour(Token::Panel));
    }
    const int length = static_cast<int>(line.text().size());
    const Diff::Span selected = selectedSpan(visual, side, length);
    if (selected.length > 0) {
        QColor selection = colour(Token::Accent);
        selection.setAlphaF(0.3F);
        fillSpan(painter, laid, origin, y, selected, selection);
    }
    painter.setPen(colour(Token::Text));
    const QTextLine textLine = laid.layout->lineAt(0);
    const qreal textTop = y + (m_rowHeight - textLine.height()) / 2;
    laid.layout->draw(&painter, QPointF(origin + laid.x, std::round(textTop)));
    paintCut(painter, area, origin, laid, length, y);
    qreal behind = origin + laid.xOf(length) + m_advance;
    const auto write = [&](const QString &text, Token token) {
        painter.setPen(colour(token));
        QRectF place;
        painter.drawText(QRectF(behind, y, m_advance * 200, m_rowHeight),
                         Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine, text, &place);
        behind += place.width() + m_advance;
    };
    if (const QString mark = markOf(row, side); !mark.isEmpty())
        write(mark, Token::Muted);
    if (const QString remark = remarkOn(side, number); !remark.isEmpty())
        write(remark, Token::Accent);
}

void DiffView::paintCut(QPainter &painter, const Area &area, qreal origin, const Laid &laid,
                        int length, int y) const
{
    // What goes on outside of the window says so: it must not be taken for the end of the line.
    const auto sign = [&](int x, const QString &text) {
        const QRect place(x, y, static_cast<int>(m_advance) + 2, m_rowHeight);
        painter.fillRect(place, colour(Token::Window));
        painter.setPen(colour(Token::Accent));
        painter.drawText(place, Qt::AlignCenter, text);
    };
    const bool whole = laid.from + laid.length >= length;
    if (!whole || origin + laid.xOf(length) > area.right)
        sign(area.right - static_cast<int>(m_advance) - 2, u"›"_s);
    if (horizontalScrollBar()->value() > 0 && length > 0)
        sign(area.textLeft, u"‹"_s);
}

void DiffView::fillSpan(QPainter &painter, const Laid &laid, qreal originX, int y, Diff::Span span,
                        const QColor &color) const
{
    if (span.start + span.length < laid.from || span.start > laid.from + laid.length)
        return;
    const qreal left = laid.xOf(span.start);
    const qreal right = laid.xOf(span.start + span.length);
    if (right > left)
        painter.fillRect(QRectF(originX + left, y, right - left, m_rowHeight), color);
}

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

QString DiffView::leftOutText(const Diff::Gap &gap) const
{
    return tr("⊘ Left out (%1): these lines stay as they are")
            .arg(countsText({gap.added, gap.removed}));
}

QString DiffView::rowText(int visual) const
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
        return QString::number(number) + sign + displayLine(side, number).text()
                + (remark.isEmpty() ? QString() : u' ' + remark);
    };
    if (m_presentation == Presentation::SideBySide)
        return sideText(Side::Old) + u" | "_s + sideText(Side::New);
    return sideText(row.showsNew ? Side::New : Side::Old);
}

} // namespace Countersign::Review
