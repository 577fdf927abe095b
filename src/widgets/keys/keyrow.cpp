// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "keys/keyrow.h"

#include "actions/keymap.h"
#include "actions/keyrules.h"
#include "actions/registry.h"
#include "keys/keycaps.h"
#include "keys/keyfield.h"
#include "review/parts.h"
#include "theme/theme.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace Countersign::Keys {

using namespace Qt::StringLiterals;
using Review::Face;
using Review::TokenLabel;
using Theme::Token;
namespace Space = Theme::Space;

namespace {

constexpr int kPencil = 14;

} // namespace

KeyRow::KeyRow(Actions::Registry &registry, Actions::Keymap &keymap, QAction *action,
               QWidget *parent)
    : QWidget(parent)
    , m_registry(&registry)
    , m_keymap(&keymap)
    , m_action(action)
{
    setObjectName(action->objectName());
    setToolTip(action->objectName());
    build(action->text(), action->statusTip());
    buildBelow();
    refresh();
}

KeyRow::KeyRow(const FixedKeys &fixed, QWidget *parent) : QWidget(parent)
{
    build(fixed.text, fixed.tip);
    m_caps->setKeys(fixed.keys);
    refresh();
}

void KeyRow::build(const QString &text, const QString &tip)
{
    m_text = text;
    m_tip = tip;
    setFocusPolicy(Qt::StrongFocus);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(Space::m, Space::xs, Space::s, Space::xs);
    column->setSpacing(Space::xs);
    auto *line = new QHBoxLayout;
    line->setSpacing(Space::m);
    auto *texts = new QVBoxLayout;
    texts->setSpacing(0);
    texts->addStretch();
    auto *name = new TokenLabel(Token::Text, Face::Base, this);
    name->setText(text);
    auto *what = new TokenLabel(Token::Muted, Face::Small, this);
    what->setText(tip);
    for (TokenLabel *label : {name, what}) {
        label->setWordWrap(true);
        texts->addWidget(label);
    }
    texts->addStretch();
    line->addLayout(texts, 1);
    auto *keys = new QVBoxLayout;
    keys->setSpacing(2);
    m_caps = new KeyCaps(this);
    m_builtIn = new TokenLabel(Token::Muted, Face::Small, this);
    m_builtIn->setObjectName(u"builtInKeys"_s);
    keys->addStretch();
    keys->addWidget(m_caps, 0, Qt::AlignRight);
    keys->addWidget(m_builtIn, 0, Qt::AlignRight);
    keys->addStretch();
    line->addLayout(keys);
    m_change = new QToolButton(this);
    m_change->setObjectName(u"changeKeys"_s);
    m_change->setAutoRaise(true);
    m_change->setFixedSize(Theme::kHitTarget, Theme::kHitTarget);
    m_change->setIconSize({kPencil, kPencil});
    // The row itself is the stop for the keyboard, with Return for the same.
    m_change->setFocusPolicy(Qt::NoFocus);
    m_change->setAccessibleName(tr("Change the keys of %1").arg(text));
    m_change->setToolTip(tr("Change the keys"));
    const auto tint = [this] {
        m_change->setIcon(Theme::Theme::instance().icon(u"edit"_s, Token::Muted));
    };
    tint();
    connect(&Theme::Theme::instance(), &Theme::Theme::changed, m_change, tint);
    QSizePolicy keepsRoom = m_change->sizePolicy();
    keepsRoom.setRetainSizeWhenHidden(true);
    m_change->setSizePolicy(keepsRoom);
    m_change->setVisible(m_action != nullptr);
    connect(m_change, &QToolButton::clicked, this, [this] { open(); });
    line->addWidget(m_change);
    column->addLayout(line);
}

void KeyRow::buildBelow()
{
    m_below = new QWidget(this);
    m_field = new KeyField(m_below);
    m_field->setObjectName(u"newKeys"_s);
    m_message = new TokenLabel(Token::Ask, Face::Base, m_below);
    m_message->setObjectName(u"keyMessage"_s);
    m_message->setWordWrap(true);
    m_take = Review::makeButton(tr("Take It From There"), u"takeKeys"_s, m_below);
    m_none = Review::makeButton(tr("No Keys"), u"noKeys"_s, m_below);
    m_reset = Review::makeButton(tr("Reset This"), u"resetKeys"_s, m_below);
    m_back = Review::makeButton(tr("Back"), u"keysBack"_s, m_below);
    auto *rows = new QVBoxLayout(m_below);
    rows->setContentsMargins(0, 0, 0, Space::xs);
    rows->setSpacing(Space::s);
    rows->addWidget(m_field);
    rows->addWidget(m_message);
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(Space::s);
    buttons->addWidget(m_take);
    buttons->addWidget(m_none);
    buttons->addWidget(m_reset);
    buttons->addStretch();
    buttons->addWidget(m_back);
    rows->addLayout(buttons);
    layout()->addWidget(m_below);
    m_below->hide();
    connect(m_field, &KeyField::pressed, this, [this](const QKeySequence &key) { want({key}); });
    connect(m_field, &KeyField::noneWanted, this, [this] { want({}); });
    connect(m_field, &KeyField::left, this, &KeyRow::leave);
    connect(m_take, &QPushButton::clicked, this, &KeyRow::take);
    connect(m_none, &QPushButton::clicked, this, [this] { want({}); });
    connect(m_reset, &QPushButton::clicked, this,
            [this] { want(m_registry->builtInKeys(m_action)); });
    connect(m_back, &QPushButton::clicked, this, &KeyRow::leave);
}

void KeyRow::refresh()
{
    const bool rebound = m_action && m_registry->isRebound(m_action);
    if (m_action)
        m_caps->setKeys(m_action->shortcuts());
    const QString before = rebound
            ? tr("built in: %1").arg(Actions::textOf(m_registry->builtInKeys(m_action)))
            : QString();
    m_builtIn->setText(before);
    m_builtIn->setVisible(rebound);
    setAccessibleName(u"%1, %2"_s.arg(m_text, m_caps->text()));
    setAccessibleDescription(rebound ? u"%1 %2"_s.arg(m_tip, before) : m_tip);
    if (m_action) {
        m_none->setEnabled(!m_action->shortcuts().isEmpty());
        m_reset->setEnabled(rebound);
    }
}

bool KeyRow::matches(const QStringList &words, const QString &place) const
{
    const QString all = QStringList{m_text, m_tip, m_caps->text(), place, objectName()}.join(u'\n');
    return std::all_of(words.cbegin(), words.cend(), [&all](const QString &word) {
        return all.contains(word, Qt::CaseInsensitive);
    });
}

bool KeyRow::isOpen() const
{
    return m_below && !m_below->isHidden();
}

void KeyRow::open()
{
    if (!m_action)
        return;
    m_wanted.clear();
    say({});
    m_below->show();
    m_change->hide();
    m_field->setFocus(Qt::OtherFocusReason);
    Q_EMIT opened();
}

void KeyRow::leave()
{
    if (!isOpen())
        return;
    if (m_below->isAncestorOf(QApplication::focusWidget()))
        setFocus(Qt::OtherFocusReason);
    m_below->hide();
    m_change->show();
}

void KeyRow::say(const QString &words)
{
    const bool focused = m_take->hasFocus();
    m_message->setText(words);
    m_message->setVisible(!words.isEmpty());
    m_take->setVisible(!m_wanted.isEmpty());
    if (focused && m_wanted.isEmpty())
        m_field->setFocus(Qt::OtherFocusReason);
    m_field->setAccessibleDescription(words.isEmpty() ? tr("Escape keeps what it is, Backspace "
                                                           "takes the keys away")
                                                      : words);
}

void KeyRow::want(const QList<QKeySequence> &keys)
{
    m_wanted.clear();
    for (const QKeySequence &key : keys) {
        if (const QString refused = Actions::refusal(*m_registry, m_action, key);
            !refused.isEmpty()) {
            say(refused);
            return;
        }
    }
    m_wanted = keys;
    const QList<Actions::Clash> others = Actions::clashes(*m_registry, m_action, keys);
    if (others.isEmpty()) {
        take();
        return;
    }
    QStringList words;
    for (const Actions::Clash &other : others) {
        const QWidget *place = m_registry->place(other.holder);
        const QString key = other.key.toString(QKeySequence::NativeText);
        words.append(place ? tr("%1 is the key of “%2” (%3).")
                                     .arg(key, other.holder->text(), place->accessibleName())
                           : tr("%1 is the key of “%2”.").arg(key, other.holder->text()));
    }
    say(words.join(u' '));
}

void KeyRow::take()
{
    const Result<void> kept = m_keymap->bind(m_action, m_wanted);
    leave();
    if (!kept)
        Q_EMIT notKept(kept.error().message, kept.error().detail);
}

void KeyRow::keyPressEvent(QKeyEvent *event)
{
    const int key = event->key();
    if (isOpen() && key == Qt::Key_Escape) {
        leave();
        return;
    }
    if (!hasFocus()) {
        event->ignore();
        return;
    }
    if (key == Qt::Key_Up || key == Qt::Key_Down)
        Q_EMIT stepWanted(key == Qt::Key_Up ? -1 : 1);
    else if ((key == Qt::Key_Return || key == Qt::Key_Enter) && !event->isAutoRepeat())
        open();
    else
        event->ignore();
}

void KeyRow::mousePressEvent(QMouseEvent *event)
{
    event->accept(); // The focus is all that a press on it gives.
}

void KeyRow::focusInEvent(QFocusEvent *event)
{
    QWidget::focusInEvent(event);
    update();
}

void KeyRow::focusOutEvent(QFocusEvent *event)
{
    QWidget::focusOutEvent(event);
    update();
}

void KeyRow::enterEvent(QEnterEvent *event)
{
    QWidget::enterEvent(event);
    update();
}

void KeyRow::leaveEvent(QEvent *event)
{
    QWidget::leaveEvent(event);
    update();
}

void KeyRow::paintEvent(QPaintEvent *)
{
    if (!hasFocus() && !underMouse() && !isOpen())
        return;
    QColor fill = Theme::Theme::instance().color(Token::Accent);
    fill.setAlphaF(hasFocus() || isOpen() ? 0.10F : 0.05F);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(fill);
    painter.setPen(hasFocus() ? QPen(Theme::Theme::instance().color(Token::Accent), 1)
                              : QPen(Qt::NoPen));
    painter.drawRoundedRect(QRectF(rect()).adjusted(2.5, 0.5, -2.5, -0.5), Theme::kControlRadius,
                            Theme::kControlRadius);
}

} // namespace Countersign::Keys
