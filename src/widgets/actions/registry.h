// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QAction>
#include <QHash>
#include <QKeySequence>
#include <QObject>
#include <QPointer>
#include <QString>

class QAbstractButton;
class QWidget;

namespace Countersign::Actions {

/// Every action of the program, by id ("permission.allowOnce"): menus, buttons, context menus and the
/// help overlay are made from it, users can rebind. GUI thread only; lives as long as the window.
class Registry final : public QObject
{
    Q_OBJECT
public:
    struct Spec
    {
        QString id;
        QString text; ///< Translated, title case, "…" only when more input follows.
        QString tip; ///< One sentence; shown as status tip and in the help overlay.
        QList<QKeySequence> keys;
        QString icon; ///< Name for Theme::icon(); may be empty.
        Qt::ShortcutContext context = Qt::WidgetWithChildrenShortcut;
        /// A held key does it again and again: for going through things, never for an answer.
        bool repeats = false;
    };

    explicit Registry(QObject *parent = nullptr);

    /// Makes the action and adds it to `owner` (where its shortcut works). The registry owns it.
    QAction *add(QWidget *owner, const Spec &spec);
    [[nodiscard]] QAction *find(const QString &id) const; ///< Null when there is none.
    [[nodiscard]] QList<QAction *> all() const; ///< In order of making.

    /// Where its keys work; null: in the whole window.
    [[nodiscard]] QWidget *place(const QAction *action) const;
    [[nodiscard]] QList<QKeySequence> builtInKeys(const QAction *action) const;
    [[nodiscard]] bool isRebound(const QAction *action) const;
    /// Gives it these keys, and its tool tip. Asks nobody: see Keymap.
    void setKeys(QAction *action, const QList<QKeySequence> &keys);
    /// True when there is a focus from which both can be reached by key.
    [[nodiscard]] bool canMeet(const QAction *one, const QAction *other) const;

    /// "Does it. (Ctrl+K)", with the keys that the action has now.
    [[nodiscard]] static QString withKeys(const QString &tip, const QAction *action);
    /// The button shows the action's tool tip, also after its keys have changed.
    static void showTip(QAbstractButton *button, const QAction *action);

private:
    struct Entry
    {
        QAction *action = nullptr;
        QPointer<QWidget> owner;
        QList<QKeySequence> keys; ///< Built in.
    };
    [[nodiscard]] const Entry &entry(const QAction *action) const;

    QHash<QString, Entry> m_byId;
    QList<QAction *> m_order;
};

} // namespace Countersign::Actions
