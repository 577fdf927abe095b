// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

// The part of DiffView that knows where things are across the window, and shapes text.

#include "review/difflayout.h"

#include "review/diffview.h"
#include "theme/theme.h"

#include <QFontMetricsF>
#include <QScrollBar>
#include <QTextOption>

#include <algorithm>
#include <cmath>

namespace Countersign::Review {

namespace {

constexpr int kWholeLine = 2000; // Longer lines are laid out in part only.
constexpr int kMargin = 64; // Units laid out beyond each edge of the window.
constexpr int kLeastDigits = 3;

} // namespace

qreal DiffView::Laid::xOf(int unit) const
{
    const QTextLine line = layout->lineAt(0);
    return x + scale * line.cursorToX(std::clamp(unit - from, 0, length));
}

int DiffView::Laid::unitAt(qreal lineX) const
{
    return from + layout->lineAt(0).xToCursor((lineX - x) / scale);
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

DiffView::Laid DiffView::layOut(const DisplayLine &line, Side side, int number, int textWidth,
                                int piece) const
{
    const QString &text = line.text();
    const int size = static_cast<int>(text.size());
    Laid laid;
    laid.length = size;
    if (m_wrapped) {
        laid.from = pieceStart(line, piece);
        laid.length = pieceStart(line, piece + 1) - laid.from;
    } else if (size > kWholeLine) {
        const int scrolled = static_cast<int>(horizontalScrollBar()->value() / m_advance);
        const int shown = static_cast<int>(textWidth / m_advance) + 2 * kMargin;
        laid.from = line.unitAt(std::max(0, scrolled - kMargin));
        laid.length = line.unitAt(std::max(0, scrolled - kMargin) + shown) - laid.from;
        laid.x = line.columnAt(laid.from) * m_advance;
    }
    laid.layout = std::make_unique<QTextLayout>(text.mid(laid.from, laid.length), m_font);
    QTextOption option;
    option.setWrapMode(QTextOption::NoWrap);
    option.setTextDirection(Qt::LeftToRight);
    laid.layout->setTextOption(option);
    laid.layout->setFormats(formatsOf(line, side, number, laid));
    laid.layout->beginLayout();
    QTextLine first = laid.layout->createLine();
    if (first.isValid())
        first.setPosition(QPointF(0, 0));
    laid.layout->endLayout();
    // Wrapped lines have no edge that they could be cut at.
    if (m_wrapped && first.isValid() && first.naturalTextWidth() > textWidth)
        laid.scale = textWidth / first.naturalTextWidth();
    return laid;
}

QList<QTextLayout::FormatRange> DiffView::formatsOf(const DisplayLine &line, Side side, int number,
                                                    const Laid &laid) const
{
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
        const int from = line.rawAt(laid.from);
        const int end = line.rawAt(laid.from + laid.length);
        forSpansWithin(syntax.lines.at(number - 1), from, end, [&](const Syntax::Span &span) {
            const Syntax::Style &style = syntax.styles.at(span.style);
            QTextCharFormat format;
            format.setForeground(style.color(dark));
            if (style.bold)
                format.setFontWeight(QFont::DemiBold);
            format.setFontItalic(style.italic);
            add(line.shown({span.start, span.length}), format);
        });
    }
    forSpansWithin(line.warnings(), laid.from, laid.from + laid.length, [&](Diff::Span span) {
        QTextCharFormat format;
        format.setForeground(m_warning);
        format.setFontWeight(QFont::Bold);
        add(span, format);
    });
    return formats;
}

} // namespace Countersign::Review
