// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

// The part of DiffView that paints.

#include "review/diffview.h"

#include "review/difflayout.h"
#include "theme/theme.h"

#include <QPaintEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

namespace Countersign::Review {

using namespace Qt::StringLiterals;
using Theme::Token;

namespace {

QColor colour(Token token)
{
    return Theme::Theme::instance().color(token);
}

Token lineToken(Side side)
{
    return side == Side::Old ? Token::RemovedLine : Token::AddedLine;
}

} // namespace

void DiffView::paintEvent(QPaintEvent *event)
{
    QPainter painter(viewport());
    painter.setFont(m_font);
    painter.fillRect(event->rect(), colour(Token::Panel));
    const int top = verticalScrollBar()->value();
    const int rows = static_cast<int>(m_visuals.size());
    const int last = top + event->rect().bottom() / m_rowHeight;
    bool ready = true;
    for (int visual = m_strip.visualAt(top + event->rect().top() / m_rowHeight);
         visual < rows && m_strip.first(visual) <= last; ++visual) {
        paintRow(painter, visual, (m_strip.first(visual) - top) * m_rowHeight);
        ready = ready && isReady(visual);
    }
    // Bands go across; only rows of two sides, and what is below the text, have a middle.
    const int below = (m_strip.total() - top) * m_rowHeight;
    if (m_document && below < viewport()->height())
        paintMiddle(painter, below, viewport()->height() - below);
    // What is still prepared has not been seen, and is painted again when it is ready.
    if (m_document && ready)
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
    const int height = m_strip.count(visual) * m_rowHeight;
    paintMiddle(painter, y, height);
    if (visual == m_current && hasFocus()) {
        painter.setPen(colour(Token::Accent));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(0.5, y + 0.5, viewport()->width() - 1, height - 1));
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
    const bool current = visual == m_current && hasFocus();
    const QRect band(0, y, viewport()->width(), m_rowHeight);
    painter.fillRect(band, colour(Token::Window));
    const int hunk = row.kind == VisualRow::Kind::LeftOut ? currentHunk() : -1;
    if (hunk >= 0 && m_hunks.at(hunk).number == m_document->leftOut.at(row.index).block)
        painter.fillRect(0, y, kMarker, m_rowHeight, colour(Token::Accent));
    const Band shown = bandOf(row);
    painter.setPen(colour(current ? Token::Accent : shown.token));
    painter.drawText(band.adjusted(areas().constFirst().textLeft, 0, 0, 0),
                     Qt::AlignVCenter | Qt::AlignLeft, elided(shown));
    if (row.kind == VisualRow::Kind::Fold)
        paintFoldTargets(painter, visual);
    if (current)
        painter.drawRect(QRectF(band).adjusted(0.5, 0.5, -0.5, -0.5));
}

void DiffView::paintSide(QPainter &painter, int visual, const Area &area, int y) const
{
    const VisualRow &row = m_visuals.at(visual);
    const Side side = sideOf(row, area.side);
    const int number = numberOf(row, side);
    const int height = m_strip.count(visual) * m_rowHeight;
    const QRect rect(area.left, y, area.right - area.left, height);
    const Diff::Row &line = m_document->rows.at(row.index);
    if (number == 0) {
        painter.fillRect(rect, colour(Token::Window));
    } else if (line.kind != Diff::RowKind::Context) {
        painter.fillRect(rect, colour(lineToken(side)));
    }
    const int hunk = currentHunk();
    if (line.hunk >= 0 && hunk >= 0 && m_document->hunkOf(line) == m_hunks.at(hunk).number)
        painter.fillRect(area.left, y, kMarker, height, colour(Token::Accent));
    if (number == 0)
        return;
    paintGutter(painter, row, area, y);
    const DisplayLine *shown = displayLine(side, number);
    if (shown == nullptr) {
        paintPreparing(painter, area, side, number, y);
        return;
    }
    // Of a wrapped line only what is in the window: it may have a million pieces.
    const int pieces = piecesOfLine(side, number);
    const int first = std::max(0, -y / m_rowHeight);
    const int end = std::min(pieces, (viewport()->height() - y) / m_rowHeight + 1);
    for (int piece = first; piece < end; ++piece) {
        if (piece > 0)
            paintContinued(painter, area, y + piece * m_rowHeight);
        painter.save();
        painter.setClipRect(QRect(area.textLeft, y, area.right - area.textLeft, height));
        paintText(painter, *shown, visual, area, side, y, piece);
        painter.restore();
    }
    if (end < pieces)
        return;
    painter.save();
    painter.setClipRect(QRect(area.textLeft, y, area.right - area.textLeft, height));
    paintTails(painter, *shown, visual, area, side, y);
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

void DiffView::paintContinued(QPainter &painter, const Area &area, int y) const
{
    painter.setPen(colour(Token::Muted));
    painter.drawText(QRectF(area.textLeft - 2 * m_advance, y, m_advance * 1.5, m_rowHeight),
                     Qt::AlignHCenter | Qt::AlignVCenter, u"↪"_s);
}

void DiffView::paintPreparing(QPainter &painter, const Area &area, Side side, int number,
                              int y) const
{
    // Of a wrapped line the window may show any part.
    painter.setPen(colour(Token::Muted));
    painter.drawText(QRect(area.textLeft, std::max(y, 0), area.right - area.textLeft, m_rowHeight),
                     Qt::AlignVCenter | Qt::AlignLeft, preparingText(side, number));
}

void DiffView::paintText(QPainter &painter, const DisplayLine &line, int visual, const Area &area,
                         Side side, int top, int piece) const
{
    const int y = top + piece * m_rowHeight;
    const int number = numberOf(m_visuals.at(visual), side);
    const Diff::Row &row = m_document->rows.at(m_visuals.at(visual).index);
    const Laid laid = layOut(line, side, number, area.right - area.textLeft, piece);
    const qreal origin = area.textLeft - horizontalScrollBar()->value();
    const Token word = side == Side::Old ? Token::RemovedWord : Token::AddedWord;
    const int end = laid.from + laid.length;
    forSpansWithin(side == Side::Old ? row.oldSpans : row.newSpans, line.rawAt(laid.from),
                   line.rawAt(end), [&](Diff::Span span) {
                       fillSpan(painter, laid, origin, y, line.shown(span), colour(word));
                   });
    paintMatches(painter, visual, side, laid, origin, y);
    forSpansWithin(line.warnings(), laid.from, end, [&](Diff::Span span) {
        fillSpan(painter, laid, origin, y, span, m_warning);
        const qreal left = origin + laid.xOf(span.start);
        const qreal right = origin + laid.xOf(span.start + span.length);
        painter.fillRect(QRectF(left + 1, y + 1, right - left - 2, m_rowHeight - 2),
                         colour(Token::Panel));
    });
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
    painter.save();
    painter.translate(origin + laid.x, std::round(textTop));
    painter.scale(laid.scale, 1);
    laid.layout->draw(&painter, QPointF(0, 0));
    painter.restore();
    if (!m_wrapped)
        paintCut(painter, area, origin, laid, length, y);
}

void DiffView::paintTails(QPainter &painter, const DisplayLine &text, int visual, const Area &area,
                          Side side, int y) const
{
    const QList<Tail> tails = tailsOf(m_visuals.at(visual), side);
    if (tails.isEmpty())
        return;
    const int number = numberOf(m_visuals.at(visual), side);
    int line = piecesOfLine(side, number) - 1;
    const Laid laid = layOut(text, side, number, area.right - area.textLeft, line);
    const int length = static_cast<int>(text.text().size());
    qreal behind = area.textLeft - horizontalScrollBar()->value() + laid.xOf(length) + m_advance;
    for (const Tail &tail : tails) {
        if (tail.line > line)
            behind = area.textLeft;
        line = m_wrapped ? tail.line : 0;
        painter.setPen(colour(tail.token));
        QRectF place;
        painter.drawText(QRectF(behind, y + line * m_rowHeight, m_advance * 200, m_rowHeight),
                         Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine, tail.text, &place);
        behind += place.width() + m_advance;
    }
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

} // namespace Countersign::Review
