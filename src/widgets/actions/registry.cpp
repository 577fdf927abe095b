// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "actions/registry.h"

#include "theme/theme.h"

#include <QWidget>

namespace Countersign::Actions {

using namespace Qt::StringLiterals;

Registry::Registry(QObject *parent) : QObject(parent) { }

QAction *Registry::add(QWidget *owner, const Spec &spec)
{
    Q_ASSERT_X(!m_byId.contains(spec.id), "Registry::add", qPrintable(spec.id));
    auto *action = new QAction(spec.text, this);
    action->setObjectName(spec.id);
    action->setShortcuts(spec.keys);
    action->setShortcutContext(spec.context);
    action->setStatusTip(spec.tip);
    const QString keys = action->shortcut().toString(QKeySequence::NativeText);
    action->setToolTip(keys.isEmpty() ? spec.tip : tr("%1 (%2)").arg(spec.tip, keys));
    if (!spec.icon.isEmpty()) {
        const auto tint = [action, name = spec.icon] {
            action->setIcon(Theme::Theme::instance().icon(name));
        };
        tint();
        connect(&Theme::Theme::instance(), &Theme::Theme::changed, action, tint);
    }
    owner->addAction(action);
    m_byId.insert(spec.id, action);
    m_order.append(action);
    return action;
}

QAction *Registry::find(const QString &id) const
{
    return m_byId.value(id);
}

QList<QAction *> Registry::all() const
{
    return m_order;
}

} // namespace Countersign::Actions
