// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QHash>
#include <QKeySequence>
#include <QList>
#include <QString>

class QAction;
class QKeyEvent;

/// Which keys an action may have, and how they are read.
namespace Countersign::Actions {

class Registry;

/// An action that has a key which another one is about to get, where both can be reached.
struct Clash
{
    QAction *holder = nullptr;
    QKeySequence key;
    friend bool operator==(const Clash &, const Clash &) = default;
};

/// Who has which of `keys` already; empty: `action` may get them all.
[[nodiscard]] QList<Clash> clashes(const Registry &registry, const QAction *action,
                                   const QList<QKeySequence> &keys);
/// The first key that two actions of the same reach share when `keys` are theirs; none: no action.
struct SharedKey
{
    QAction *one = nullptr;
    QAction *other = nullptr;
    QKeySequence key;
};
[[nodiscard]] SharedKey sharedKey(const Registry &registry,
                                  const QHash<QAction *, QList<QKeySequence>> &keys);

/// Why `action` cannot have a key, in one sentence; empty: it can. A built-in key of its own it can.
[[nodiscard]] QString refusal(const Registry &registry, const QAction *action,
                              const QKeySequence &key);

/// What was pressed, as it can be bound: Shift counts only where it does not make the character.
/// Empty for a modifier alone, and for keys without a name.
[[nodiscard]] QKeySequence pressedKey(const QKeyEvent &event);
/// "Ctrl+Shift+K" as it is written in files; empty when it is no key.
[[nodiscard]] QKeySequence writtenKey(const QString &text);
[[nodiscard]] QString textOf(const QList<QKeySequence> &keys); ///< For people; "none" for none.

} // namespace Countersign::Actions
