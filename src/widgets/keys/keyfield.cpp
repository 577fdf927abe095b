// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "keys/keyfield.h"

#include "actions/keyrules.h"
#include "theme/theme.h"

#include <QKeyEvent>
#include <QPainter>

namespace Countersign::Keys {

using Theme::Token;
namespace Space = Theme::Space;

KeyField::KeyField(QWidget *parent) : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Press the new keys"));
    setAccessibleDescription(tr("Escape keeps what it is, Backspace takes the keys away"));
    setCursor(Qt::IBeamCursor);
}

QString KeyField::words() const
{
    return hasFocus() ? tr("Press the new keys…") : tr("Click here, then press the new keys");
}

QSize KeyField::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 20, Theme::kHitTarget};
}

bool KeyField::event(QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        event->accept();
        return true;
    }
    return QWidget::event(event);
}

void KeyField::keyPressEvent(QKeyEvent *event)
{
    event->accept();
    if (event->isAutoRepeat())
        return;
    const bool alone =
            !(event->modifiers()
              & (Qt::ShiftModifier | Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier));
    if (alone && event->key() == Qt::Key_Escape) {
        Q_EMIT left();
    } else if (alone && (event->key() == Qt::Key_Backspace || event->key() == Qt::Key_Delete)) {
        Q_EMIT noneWanted();
    } else if (const QKeySequence key = Actions::pressedKey(*event); !key.isEmpty()) {
        Q_EMIT pressed(key);
    }
}

void KeyField::focusInEvent(QFocusEvent *event)
{
    QWidget::focusInEvent(event);
    update();
}

void KeyField::focusOutEvent(QFocusEvent *event)
{
    QWidget::focusOutEvent(event);
    update();
}

void KeyField::paintEvent(QPaintEvent *)
{
    const Theme::Theme &theme = Theme::Theme::instance();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.color(hasFocus() ? Token::Accent : Token::Muted), 1));
    painter.setBrush(theme.color(Token::Panel));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), Theme::kControlRadius,
                            Theme::kControlRadius);
    const QRect text = rect().adjusted(Space::s, 0, -Space::s, 0);
    painter.setPen(theme.color(Token::Text));
    painter.drawText(text, Qt::AlignVCenter | Qt::AlignLeft,
                     painter.fontMetrics().elidedText(words(), Qt::ElideRight, text.width()));
}

} // namespace Countersign::Keys
