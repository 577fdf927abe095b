// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "keys/keyoverlay.h"

#include "actions/keymap.h"
#include "actions/keyrules.h"
#include "actions/registry.h"
#include "keys/keyrow.h"
#include "review/parts.h"
#include "theme/card.h"
#include "theme/theme.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
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

constexpr int kWidest = 760; ///< Longer lines are hard to follow from a name to its keys.

QList<FixedKeys> fixedKeys()
{
    const auto keys = [](std::initializer_list<QKeyCombination> combinations) {
        QList<QKeySequence> list;
        for (const QKeyCombination combination : combinations)
            list.append(QKeySequence(combination));
        return list;
    };
    return {
            {keys({Qt::Key_Tab, Qt::SHIFT | Qt::Key_Tab}),
             KeyOverlay::tr("Next or Previous Control"),
             KeyOverlay::tr("Moves the keyboard through everything that can be used.")},
            {keys({Qt::Key_Escape}), KeyOverlay::tr("Back"),
             KeyOverlay::tr(
                     "Leaves a field or a step, or puts the request aside; it stays pending.")},
            {keys({Qt::Key_Return}), KeyOverlay::tr("Send, or Open"),
             KeyOverlay::tr(
                     "Sends the message; on an entry or a card: opens it; on a fold: 20 of its "
                     "lines.")},
            {keys({Qt::SHIFT | Qt::Key_Return}), KeyOverlay::tr("New Line, or Open All"),
             KeyOverlay::tr("Begins a new line of the message; on a fold: opens all of it.")},
            {keys({Qt::Key_Space}), KeyOverlay::tr("Press"),
             KeyOverlay::tr("Presses the button or ticks the box that has the focus.")},
            {keys({Qt::Key_Up, Qt::Key_Down}), KeyOverlay::tr("Move"),
             KeyOverlay::tr("Moves in lists and texts, with Shift selects; Up in the empty message "
                            "field brings back what was sent last.")},
            {{QKeySequence(QKeySequence::Copy), QKeySequence(QKeySequence::SelectAll)},
             KeyOverlay::tr("Copy, Select All"),
             KeyOverlay::tr("Of the text that has the focus, as all keys that edit texts.")},
    };
}

} // namespace

KeyOverlay::KeyOverlay(Actions::Registry &registry, Actions::Keymap &keymap, QAction *opener,
                       QWidget *window)
    : QWidget(window)
    , m_registry(registry)
    , m_keymap(keymap)
    , m_opener(opener)
{
    setObjectName(u"keyOverlay"_s);
    setAccessibleName(tr("Keyboard Shortcuts"));
    setBackgroundRole(QPalette::Window);
    setAutoFillBackground(true);
    hide();
    build();
    window->installEventFilter(this);
    connect(&m_keymap, &Actions::Keymap::changed, this, &KeyOverlay::refresh);
    connect(qApp, &QApplication::focusChanged, this,
            [this](const QWidget *, const QWidget *now) { keepFocus(now); });
}

void KeyOverlay::build()
{
    auto *title = new TokenLabel(Token::Text, Face::Title, this);
    title->setText(tr("Keyboard Shortcuts"));
    m_resetAll = Review::makeButton(tr("Reset All"), u"resetAllKeys"_s, this);
    m_resetAll->setToolTip(tr("Gives every action its built-in keys"));
    auto *close = new QToolButton(this);
    close->setObjectName(u"closeKeys"_s);
    close->setAutoRaise(true);
    close->setMinimumSize(Theme::kHitTarget, Theme::kHitTarget);
    close->setAccessibleName(tr("Close the shortcuts"));
    close->setToolTip(
            tr("Close (%1)").arg(QKeySequence(Qt::Key_Escape).toString(QKeySequence::NativeText)));
    const auto tint = [close] {
        close->setIcon(Theme::Theme::instance().icon(u"cross"_s));
    };
    tint();
    connect(&Theme::Theme::instance(), &Theme::Theme::changed, close, tint);
    m_filter = new QLineEdit(this);
    m_filter->setObjectName(u"keyFilter"_s);
    m_filter->setAccessibleName(tr("Find an action"));
    m_filter->setPlaceholderText(tr("Find an action by its name or its keys"));
    m_filter->setMinimumHeight(Theme::kHitTarget);
    m_filter->setTextMargins(Space::xs, 0, Space::xs, 0);
    m_filter->setClearButtonEnabled(true);
    auto *hint = new TokenLabel(Token::Muted, Face::Small, this);
    hint->setWordWrap(true);
    hint->setText(tr("Up and Down go through the actions, Enter changes the keys of one."));
    m_message = new TokenLabel(Token::Text, Face::Base, this);
    m_message->setObjectName(u"keysMessage"_s);
    m_message->setWordWrap(true);
    m_undo = Review::makeButton(tr("Undo"), u"undoReset"_s, this);

    auto *top = new QHBoxLayout;
    top->setSpacing(Space::s);
    top->addWidget(title, 1);
    top->addWidget(m_resetAll);
    top->addWidget(close);
    auto *told = new QHBoxLayout;
    told->setSpacing(Space::s);
    told->addWidget(m_message, 1);
    told->addWidget(m_undo, 0, Qt::AlignTop);

    m_scroll = new QScrollArea(this);
    m_scroll->setObjectName(u"keyList"_s);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setWidgetResizable(true);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    auto *inside = new QWidget(m_scroll);
    auto *column = new QVBoxLayout(inside);
    column->setContentsMargins(0, 0, Space::s, Space::m);
    column->setSpacing(Space::s);
    m_nothing = new TokenLabel(Token::Text, Face::Base, inside);
    m_nothing->setObjectName(u"noAction"_s);
    m_nothing->setText(tr("No action has this in its name or its keys."));
    m_nothing->setWordWrap(true);
    column->addWidget(m_nothing);
    listActions(column);
    listFixed(column);
    column->addStretch();
    m_scroll->setWidget(inside);

    auto *sheet = new QWidget(this);
    sheet->setMaximumWidth(kWidest);
    auto *rows = new QVBoxLayout(sheet);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(Space::s);
    rows->addLayout(top);
    rows->addWidget(m_filter);
    rows->addWidget(hint);
    rows->addLayout(told);
    rows->addWidget(m_scroll, 1);
    auto *centre = new QHBoxLayout(this);
    centre->setContentsMargins(Space::l, Space::m, Space::l, 0);
    centre->addStretch();
    centre->addWidget(sheet, 1000);
    centre->addStretch();

    connect(close, &QToolButton::clicked, this, &KeyOverlay::close);
    connect(m_filter, &QLineEdit::textChanged, this, &KeyOverlay::filter);
    connect(m_resetAll, &QPushButton::clicked, this, &KeyOverlay::resetAll);
    connect(m_undo, &QPushButton::clicked, this, [this] {
        const Result<void> kept = m_keymap.restore(m_undone);
        tell({}, false);
        if (!kept)
            Q_EMIT notKept(kept.error().message, kept.error().detail);
    });
    connect(this, &KeyOverlay::notKept, this, [this](const QString &message) {
        tell(tr("The keys hold until Countersign is closed, but are not kept. %1").arg(message),
             false);
    });
    tell({}, false);
    filter();
    refresh();
}

void KeyOverlay::listActions(QVBoxLayout *column)
{
    const QList<QAction *> all = m_registry.all();
    // Those that work everywhere stand first.
    for (const bool everywhere : {true, false}) {
        for (QAction *action : all) {
            const QWidget *place = m_registry.place(action);
            if ((place == nullptr) != everywhere)
                continue;
            auto *row = new KeyRow(m_registry, m_keymap, action, this);
            add(groupOf(place ? place->accessibleName() : tr("In the Whole Window"), column), row);
            connect(row, &KeyRow::opened, this, [this, row] {
                for (const Group &group : std::as_const(m_groups)) {
                    for (KeyRow *other : group.rows) {
                        if (other != row)
                            other->leave();
                    }
                }
                m_scroll->ensureWidgetVisible(row, 0, Space::s);
            });
            connect(row, &KeyRow::notKept, this, &KeyOverlay::notKept);
        }
    }
}

void KeyOverlay::listFixed(QVBoxLayout *column)
{
    const QList<FixedKeys> all = fixedKeys();
    for (const FixedKeys &fixed : all)
        add(groupOf(tr("Keys That Cannot Be Changed"), column), new KeyRow(fixed, this));
}

KeyOverlay::Group &KeyOverlay::groupOf(const QString &title, QVBoxLayout *column)
{
    const auto found = std::find_if(m_groups.begin(), m_groups.end(),
                                    [&title](const Group &group) { return group.title == title; });
    if (found != m_groups.end())
        return *found;
    Group group;
    group.title = title;
    auto *heading = new TokenLabel(Token::Muted, Face::Small, this);
    QFont strong = heading->font();
    strong.setWeight(QFont::DemiBold);
    heading->setFont(strong);
    heading->setText(title);
    heading->setContentsMargins(Space::m, Space::s, 0, 0);
    group.heading = heading;
    group.frame = new Theme::Card(this);
    group.frame->setAccessibleName(title);
    auto *rows = new QVBoxLayout(group.frame);
    rows->setContentsMargins(0, Space::xs, 0, Space::xs);
    rows->setSpacing(0);
    column->addWidget(group.heading);
    column->addWidget(group.frame);
    m_groups.append(group);
    return m_groups.last();
}

void KeyOverlay::add(Group &group, KeyRow *row)
{
    group.frame->layout()->addWidget(row);
    group.rows.append(row);
    connect(row, &KeyRow::stepWanted, this, [this, row](int by) { step(row, by); });
}

void KeyOverlay::open()
{
    if (!isHidden())
        return;
    m_before = QApplication::focusWidget();
    setGeometry(parentWidget()->rect());
    tell({}, false);
    show();
    raise();
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
}

void KeyOverlay::close()
{
    if (isHidden())
        return;
    const QPointer<QWidget> before = std::exchange(m_before, nullptr);
    for (const Group &group : std::as_const(m_groups)) {
        for (KeyRow *row : group.rows)
            row->leave();
    }
    hide();
    if (before && before->isVisible())
        before->setFocus(Qt::OtherFocusReason);
    Q_EMIT closed();
}

void KeyOverlay::refresh()
{
    bool any = false;
    for (const Group &group : std::as_const(m_groups)) {
        for (KeyRow *row : group.rows) {
            row->refresh();
            any = any || (row->action() && m_registry.isRebound(row->action()));
        }
    }
    // A button that is disabled under the focus would hand it on.
    if (!any && m_resetAll->hasFocus())
        m_filter->setFocus(Qt::OtherFocusReason);
    m_resetAll->setEnabled(any);
}

void KeyOverlay::filter()
{
    const QStringList words = m_filter->text().split(u' ', Qt::SkipEmptyParts);
    bool any = false;
    for (const Group &group : std::as_const(m_groups)) {
        bool shown = false;
        for (KeyRow *row : group.rows) {
            const bool matches = row->matches(words, group.title);
            if (!matches)
                row->leave();
            row->setVisible(matches);
            shown = shown || matches;
        }
        group.heading->setVisible(shown);
        group.frame->setVisible(shown);
        any = any || shown;
    }
    m_nothing->setVisible(!any);
}

QList<KeyRow *> KeyOverlay::shownRows() const
{
    QList<KeyRow *> rows;
    for (const Group &group : m_groups) {
        std::copy_if(group.rows.cbegin(), group.rows.cend(), std::back_inserter(rows),
                     [](const KeyRow *row) { return !row->isHidden(); });
    }
    return rows;
}

void KeyOverlay::step(const KeyRow *from, int by)
{
    const QList<KeyRow *> rows = shownRows();
    const qsizetype index = from ? rows.indexOf(from) + by : 0;
    if (index < 0) {
        m_filter->setFocus(Qt::BacktabFocusReason);
    } else if (index < rows.size()) {
        rows.at(index)->setFocus(Qt::TabFocusReason);
        m_scroll->ensureWidgetVisible(rows.at(index), 0, Space::s);
    }
}

void KeyOverlay::tell(const QString &words, bool undo)
{
    if (!undo && m_undo->hasFocus())
        m_filter->setFocus(Qt::OtherFocusReason);
    m_message->setText(words);
    m_message->setVisible(!words.isEmpty());
    m_undo->setVisible(undo);
}

void KeyOverlay::resetAll()
{
    const Actions::Keymap::Bindings before = m_keymap.bindings();
    int count = 0;
    for (auto it = before.cbegin(); it != before.cend(); ++it)
        count += m_registry.isRebound(it.key()) ? 1 : 0;
    m_undone = before;
    const Result<void> kept = m_keymap.resetAll();
    tell(tr("%n actions have their built-in keys again.", nullptr, count), true);
    m_undo->setFocus(Qt::OtherFocusReason);
    if (!kept)
        Q_EMIT notKept(kept.error().message, kept.error().detail);
}

void KeyOverlay::keepFocus(const QWidget *now)
{
    // What lies below cannot be seen: no key may go there.
    if (isHidden() || !now || now->window() != window() || now == this || isAncestorOf(now))
        return;
    m_filter->setFocus(Qt::OtherFocusReason);
}

bool KeyOverlay::event(QEvent *event)
{
    // From everything in here: what is pressed is pressed here, and runs no action of the window.
    if (event->type() == QEvent::ShortcutOverride) {
        event->accept();
        return true;
    }
    return QWidget::event(event);
}

bool KeyOverlay::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == parent() && event->type() == QEvent::Resize && !isHidden())
        setGeometry(parentWidget()->rect());
    return QWidget::eventFilter(watched, event);
}

void KeyOverlay::keyPressEvent(QKeyEvent *event)
{
    event->accept(); // Never further up.
    if (event->isAutoRepeat())
        return; // Held after it put something else aside.
    const int key = event->key();
    if (key == Qt::Key_Escape || m_opener->shortcuts().contains(Actions::pressedKey(*event)))
        close();
    else if (m_filter->hasFocus() && (key == Qt::Key_Down || key == Qt::Key_Return))
        step(nullptr, 0);
}

void KeyOverlay::mousePressEvent(QMouseEvent *event)
{
    event->accept();
}

bool KeyOverlay::focusNextPrevChild(bool next)
{
    // Round and round in here: everything else is covered.
    QWidget *const from = QApplication::focusWidget() ? QApplication::focusWidget() : m_filter;
    QWidget *at = from;
    do {
        at = next ? at->nextInFocusChain() : at->previousInFocusChain();
        if (isAncestorOf(at) && at->isVisible() && at->isEnabled()
            && (at->focusPolicy() & Qt::TabFocus) == Qt::TabFocus) {
            at->setFocus(next ? Qt::TabFocusReason : Qt::BacktabFocusReason);
            return true;
        }
    } while (at != from);
    return true;
}

} // namespace Countersign::Keys
