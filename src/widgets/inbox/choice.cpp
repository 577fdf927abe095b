// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "inbox/choice.h"

#include "theme/theme.h"

#include <QTextLayout>
#include <QTextOption>
#include <QtMath>

#include <algorithm>

namespace Countersign::Inbox {

using Theme::Token;
namespace Space = Theme::Space;

namespace {

constexpr int kAbove = 5; ///< Around the words, so that one line makes a hit target.

int textLeft(const QSize &mark)
{
    return Space::xs + mark.width() + Space::s;
}

/// Lays the text out below `top` and draws it when there is a painter; the height that it takes.
qreal lay(const QString &text, const QFont &font, QPointF top, int width, QPainter *painter)
{
    QString lines = text;
    lines.replace(u'\n', QChar::LineSeparator);
    QTextLayout layout(lines, font);
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    qreal height = 0;
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(std::max(1, width));
        line.setPosition(QPointF(0, height));
        height += line.height();
    }
    layout.endLayout();
    if (painter)
        layout.draw(painter, top);
    return height;
}

} // namespace

int ChoiceText::heightFor(int width, const QSize &mark) const
{
    const Theme::Theme &theme = Theme::Theme::instance();
    const int inner = width - textLeft(mark) - Space::xs;
    qreal height = lay(label, theme.baseFont(), {}, inner, nullptr);
    if (!description.isEmpty())
        height += lay(description, theme.smallFont(), {}, inner, nullptr);
    return std::max(Theme::kHitTarget, qCeil(height) + 2 * kAbove);
}

QRect ChoiceText::markRect(const QRect &rect, const QSize &mark)
{
    const QFontMetrics metrics(Theme::Theme::instance().baseFont());
    const int line = std::max(metrics.height(), Theme::kHitTarget - 2 * kAbove);
    return {QPoint(rect.left() + Space::xs, rect.top() + kAbove + (line - mark.height()) / 2),
            mark};
}

void ChoiceText::paint(QPainter &painter, const QRect &rect, const QSize &mark) const
{
    const Theme::Theme &theme = Theme::Theme::instance();
    const int inner = rect.width() - textLeft(mark) - Space::xs;
    painter.setPen(theme.color(Token::Text));
    const QFontMetrics metrics(theme.baseFont());
    // One line is centred on the mark, also where the font is smaller than a hit target.
    const qreal spare = std::max(0, Theme::kHitTarget - 2 * kAbove - metrics.height()) / 2.0;
    QPointF at(rect.left() + textLeft(mark), rect.top() + kAbove + spare);
    at.ry() += lay(label, theme.baseFont(), at, inner, &painter);
    if (!description.isEmpty())
        lay(description, theme.smallFont(), at, inner, &painter);
}

void paintChoiceFrame(QPainter &painter, const QRect &rect, bool hover, bool focus)
{
    if (!hover && !focus)
        return;
    const Theme::Theme &theme = Theme::Theme::instance();
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(focus ? QPen(theme.color(Token::Accent), 1) : QPen(Qt::NoPen));
    painter.setBrush(hover ? theme.color(Token::Window) : QColor(Qt::transparent));
    painter.drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), Theme::kControlRadius,
                            Theme::kControlRadius);
    painter.restore();
}

} // namespace Countersign::Inbox
