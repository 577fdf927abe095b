// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "inbox/deskcard.h"

#include "theme/states.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

namespace Countersign::Inbox {

using namespace Qt::StringLiterals;
using Theme::Token;
namespace Space = Theme::Space;

QString ageText(qint64 ms)
{
    const qint64 seconds = ms / 1000;
    if (seconds < 5)
        return DeskCard::tr("now");
    if (seconds < 60)
        return DeskCard::tr("%1 s").arg(seconds);
    if (seconds < 3600)
        return DeskCard::tr("%1 min").arg(seconds / 60);
    if (seconds < 86400)
        return DeskCard::tr("%1 h").arg(seconds / 3600);
    return DeskCard::tr("%1 d").arg(seconds / 86400);
}

DeskCard::DeskCard(const QString &key, qint64 asked, const SessionId &session, QWidget *parent)
    : QWidget(parent)
    , m_key(key)
    , m_asked(asked)
    , m_session(session)
    , m_arming(new Review::Arming(this))
{
    setFocusPolicy(Qt::StrongFocus);
    m_column = new QVBoxLayout(this);
    m_column->setContentsMargins(Space::m, Space::m, Space::m, Space::m);
    m_column->setSpacing(Space::s);

    auto *top = new QHBoxLayout;
    top->setSpacing(Space::s);
    auto *glyph = new Review::TokenLabel(Token::Ask, Review::Face::Base, this);
    glyph->setText(Theme::lookOf(Session::CallState::Asking).glyph);
    m_headline = new Review::TokenLabel(Token::Text, Review::Face::Base, this);
    m_headline->setObjectName(u"cardHeadline"_s);
    QFont strong = m_headline->font();
    strong.setWeight(QFont::DemiBold);
    m_headline->setFont(strong);
    m_age = new Review::TokenLabel(Token::Muted, Review::Face::Small, this);
    m_age->setObjectName(u"cardAge"_s);
    top->addWidget(glyph, 0, Qt::AlignTop);
    top->addWidget(m_headline, 1);
    top->addWidget(m_age, 0, Qt::AlignTop);
    m_column->addLayout(top);

    m_originLabel = new Review::TokenLabel(Token::Muted, Review::Face::Small, this);
    m_originLabel->setObjectName(u"cardOrigin"_s);
    m_originLabel->setWordWrap(true);
    m_column->addWidget(m_originLabel);
    connect(m_arming, &Review::Arming::changed, this, [this] { refresh(); });
}

void DeskCard::setSessionTitle(const QString &title)
{
    m_title = title;
    setOrigin(m_origin);
    describe();
}

void DeskCard::setOrigin(const QStringList &more)
{
    m_origin = more;
    QStringList parts;
    for (const QString &part :
         QStringList{m_title.isEmpty() ? m_session.value : m_title} + m_origin) {
        if (!part.isEmpty())
            parts.append(Theme::visibleText(part).replace(u'\n', u' '));
    }
    m_originLabel->setText(parts.join(u" · "_s));
}

void DeskCard::updateAge(qint64 nowMs)
{
    m_age->setText(ageText(nowMs - m_asked));
}

void DeskCard::setArmDelay(std::chrono::milliseconds delay)
{
    m_arming->setDelay(delay);
}

void DeskCard::rearm()
{
    keepFocus();
    m_arming->restart();
}

void DeskCard::keepFocus()
{
    // A button that is disabled under the focus would hand it to some other widget.
    QWidget *focused = QApplication::focusWidget();
    if (qobject_cast<QPushButton *>(focused) && isAncestorOf(focused))
        setFocus();
}

void DeskCard::keyPressEvent(QKeyEvent *event)
{
    // Only keys that were pressed on this very card: a held key repeats on whatever comes next.
    const bool steps = event->key() == Qt::Key_Up || event->key() == Qt::Key_Down;
    if (event->isAutoRepeat() && !steps) {
        event->accept();
        return;
    }
    if (steps)
        Q_EMIT stepWanted(event->key() == Qt::Key_Up ? -1 : 1);
    else
        QWidget::keyPressEvent(event);
}

void DeskCard::focusInEvent(QFocusEvent *event)
{
    QWidget::focusInEvent(event);
    update();
}

void DeskCard::focusOutEvent(QFocusEvent *event)
{
    QWidget::focusOutEvent(event);
    update();
}

void DeskCard::paintEvent(QPaintEvent *event)
{
    Q_UNUSED(event)
    const Theme::Theme &theme = Theme::Theme::instance();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const bool focused = hasFocus();
    painter.setPen(QPen(theme.color(focused ? Token::Accent : Token::Line), focused ? 2 : 1));
    painter.setBrush(theme.color(Token::Card));
    const qreal inset = focused ? 1 : 0.5;
    painter.drawRoundedRect(QRectF(rect()).adjusted(inset, inset, -inset, -inset),
                            Theme::kCardRadius, Theme::kCardRadius);
}

} // namespace Countersign::Inbox
