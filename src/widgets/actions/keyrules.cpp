// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "actions/keyrules.h"

#include "actions/registry.h"

#include <QCoreApplication>
#include <QKeyEvent>

#include <algorithm>

namespace Countersign::Actions {

using namespace Qt::StringLiterals;

namespace {

class Words
{
    Q_DECLARE_TR_FUNCTIONS(Countersign::Actions::KeyRules)
};

bool isModifier(int key)
{
    switch (key) {
    case 0:
    case Qt::Key_unknown:
    case Qt::Key_Shift:
    case Qt::Key_Control:
    case Qt::Key_Alt:
    case Qt::Key_AltGr:
    case Qt::Key_Meta:
    case Qt::Key_Super_L:
    case Qt::Key_Super_R:
    case Qt::Key_Hyper_L:
    case Qt::Key_Hyper_R:
    case Qt::Key_CapsLock:
    case Qt::Key_NumLock:
    case Qt::Key_ScrollLock:
    case Qt::Key_Multi_key:
    case Qt::Key_Mode_switch:
        return true;
    default:
        return false;
    }
}

/// Those of texts: a field that has the focus would take them.
bool belongsToTexts(const QKeySequence &key)
{
    for (int standard = QKeySequence::MoveToNextChar; standard <= QKeySequence::DeleteEndOfLine;
         ++standard) {
        if (QKeySequence::keyBindings(QKeySequence::StandardKey(standard)).contains(key))
            return true;
    }
    for (const auto standard :
         {QKeySequence::Copy, QKeySequence::Cut, QKeySequence::Paste, QKeySequence::Undo,
          QKeySequence::Redo, QKeySequence::SelectAll, QKeySequence::Deselect,
          QKeySequence::DeleteCompleteLine, QKeySequence::Backspace, QKeySequence::Delete}) {
        if (QKeySequence::keyBindings(standard).contains(key))
            return true;
    }
    return false;
}

bool movesOrDeletes(int key)
{
    switch (key) {
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_Home:
    case Qt::Key_End:
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
    case Qt::Key_Backspace:
    case Qt::Key_Delete:
    case Qt::Key_Insert:
        return true;
    default:
        return false;
    }
}

bool isLetterOrDigit(int key)
{
    return key < Qt::Key_Escape && QChar::isLetterOrNumber(char32_t(key));
}

} // namespace

QList<Clash> clashes(const Registry &registry, const QAction *action,
                     const QList<QKeySequence> &keys)
{
    QList<Clash> found;
    const QList<QAction *> all = registry.all();
    for (const QKeySequence &key : keys) {
        for (QAction *other : all) {
            if (other != action && other->shortcuts().contains(key)
                && registry.canMeet(action, other))
                found.append({other, key});
        }
    }
    return found;
}

SharedKey sharedKey(const Registry &registry, const QHash<QAction *, QList<QKeySequence>> &keys)
{
    QHash<QKeySequence, QList<QAction *>> holders;
    const QList<QAction *> all = registry.all();
    for (QAction *action : all) {
        const QList<QKeySequence> own = keys.value(action);
        for (const QKeySequence &key : own) {
            QList<QAction *> &others = holders[key];
            for (QAction *other : std::as_const(others)) {
                if (other != action && registry.canMeet(action, other))
                    return {other, action, key};
            }
            others.append(action);
        }
    }
    return {};
}

QString refusal(const Registry &registry, const QAction *action, const QKeySequence &key)
{
    if (registry.builtInKeys(action).contains(key))
        return {};
    const QString name = key.toString(QKeySequence::NativeText);
    if (key.count() != 1)
        return Words::tr("%1 is more than one stroke; an action has keys of one stroke.").arg(name);
    const int code = key[0].key();
    const Qt::KeyboardModifiers modifiers = key[0].keyboardModifiers();
    const bool plain = !(modifiers & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier));
    if (isModifier(code))
        return Words::tr("%1 alone is no key for an action.").arg(name);
    if (code == Qt::Key_Tab || code == Qt::Key_Backtab)
        return Words::tr("%1 always moves the keyboard on, so no action can have it.").arg(name);
    if (code == Qt::Key_Escape)
        return Words::tr("%1 always leads back, so no action can have it.").arg(name);
    if (plain && (code == Qt::Key_Return || code == Qt::Key_Enter || code == Qt::Key_Space))
        return Words::tr("%1 always presses buttons, opens entries or sends messages, so no action "
                         "can have it.")
                .arg(name);
    if ((plain && movesOrDeletes(code)) || belongsToTexts(key))
        return Words::tr("%1 always moves in lists or changes texts, so no action can have it.")
                .arg(name);
    if (plain && code < Qt::Key_Escape && !registry.place(action)) {
        return Words::tr("%1 is typed into messages; an action of the whole window needs Ctrl or "
                         "Alt with it, or a function key.")
                .arg(name);
    }
    return {};
}

QKeySequence pressedKey(const QKeyEvent &event)
{
    if (isModifier(event.key()) || event.isAutoRepeat())
        return {};
    Qt::KeyboardModifiers modifiers = event.modifiers()
            & (Qt::ShiftModifier | Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier);
    if (event.key() < Qt::Key_Escape && !isLetterOrDigit(event.key())
        && event.key() != Qt::Key_Space)
        modifiers &= ~Qt::KeyboardModifiers(Qt::ShiftModifier);
    return QKeySequence(QKeyCombination(modifiers, Qt::Key(event.key())));
}

QKeySequence writtenKey(const QString &text)
{
    const QKeySequence key = QKeySequence::fromString(text.trimmed(), QKeySequence::PortableText);
    for (int i = 0; i < key.count(); ++i) {
        if (isModifier(key[uint(i)].key()))
            return {};
    }
    return key;
}

QString textOf(const QList<QKeySequence> &keys)
{
    return keys.isEmpty() ? Words::tr("none")
                          : QKeySequence::listToString(keys, QKeySequence::NativeText);
}

} // namespace Countersign::Actions
