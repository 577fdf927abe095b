// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "theme/card.h"

#include <QPainter>

namespace Countersign::Theme {

Card::Card(QWidget *parent) : QFrame(parent)
{
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void Card::setBorder(Token token)
{
    m_border = token;
    update();
}

void Card::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(Theme::instance().color(m_border), 1));
    painter.setBrush(Theme::instance().color(Token::Card));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), kCardRadius,
                            kCardRadius);
}

} // namespace Countersign::Theme
