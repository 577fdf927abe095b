// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QAction>
#include <QHash>
#include <QKeySequence>
#include <QObject>
#include <QString>

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
    };

    explicit Registry(QObject *parent = nullptr);

    /// Makes the action and adds it to `owner` (where its shortcut works). The registry owns it.
    QAction *add(QWidget *owner, const Spec &spec);
    [[nodiscard]] QAction *find(const QString &id) const; ///< Null when there is none.
    [[nodiscard]] QList<QAction *> all() const; ///< In order of making.

private:
    QHash<QString, QAction *> m_byId;
    QList<QAction *> m_order;
};

} // namespace Countersign::Actions
