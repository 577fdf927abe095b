// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "actions/registry.h"

#include "theme/theme.h"

#include <QAbstractButton>
#include <QWidget>

namespace Countersign::Actions {

using namespace Qt::StringLiterals;

Registry::Registry(QObject *parent) : QObject(parent) { }

QAction *Registry::add(QWidget *owner, const Spec &spec)
{
    Q_ASSERT_X(!m_byId.contains(spec.id), "Registry::add", qPrintable(spec.id));
    auto *action = new QAction(spec.text, this);
    action->setObjectName(spec.id);
    action->setShortcutContext(spec.context);
    action->setAutoRepeat(spec.repeats);
    action->setStatusTip(spec.tip);
    Entry entry{action, owner, spec.keys};
    entry.keys.removeIf([](const QKeySequence &key) { return key.isEmpty(); });
    if (!spec.icon.isEmpty()) {
        const auto tint = [action, name = spec.icon] {
            action->setIcon(Theme::Theme::instance().icon(name));
        };
        tint();
        connect(&Theme::Theme::instance(), &Theme::Theme::changed, action, tint);
    }
    owner->addAction(action);
    m_byId.insert(spec.id, entry);
    m_order.append(action);
    setKeys(action, entry.keys);
    return action;
}

QAction *Registry::find(const QString &id) const
{
    return m_byId.value(id).action;
}

QList<QAction *> Registry::all() const
{
    return m_order;
}

const Registry::Entry &Registry::entry(const QAction *action) const
{
    const auto found = m_byId.constFind(action->objectName());
    Q_ASSERT_X(found != m_byId.cend(), "Registry::entry", qPrintable(action->objectName()));
    return *found;
}

QWidget *Registry::place(const QAction *action) const
{
    return action->shortcutContext() == Qt::WindowShortcut ? nullptr : entry(action).owner.data();
}

QList<QKeySequence> Registry::builtInKeys(const QAction *action) const
{
    return entry(action).keys;
}

bool Registry::isRebound(const QAction *action) const
{
    return action->shortcuts() != entry(action).keys;
}

void Registry::setKeys(QAction *action, const QList<QKeySequence> &keys)
{
    action->setShortcuts(keys);
    action->setToolTip(withKeys(action->statusTip(), action));
}

bool Registry::canMeet(const QAction *one, const QAction *other) const
{
    const QWidget *here = place(one);
    const QWidget *there = place(other);
    if (!here || !there || here == there)
        return true;
    // A key of a single widget is reached from that one only.
    const auto holds = [](const QWidget *outer, const QAction *action, const QWidget *inner) {
        return action->shortcutContext() != Qt::WidgetShortcut && outer->isAncestorOf(inner);
    };
    return holds(here, one, there) || holds(there, other, here);
}

QString Registry::withKeys(const QString &tip, const QAction *action)
{
    const QString keys = action->shortcut().toString(QKeySequence::NativeText);
    return keys.isEmpty() ? tip : tr("%1 (%2)").arg(tip, keys);
}

void Registry::showTip(QAbstractButton *button, const QAction *action)
{
    const auto show = [button, action] {
        button->setToolTip(action->toolTip());
    };
    show();
    connect(action, &QAction::changed, button, show);
}

} // namespace Countersign::Actions
