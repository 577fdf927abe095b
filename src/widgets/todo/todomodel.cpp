// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "todo/todomodel.h"

#include "theme/states.h"

#include <QTextDocument>

#include <algorithm>

namespace Countersign::Todos {

using namespace Qt::StringLiterals;

int TodoModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_todos.size());
}

QVariant TodoModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Todo &todo = m_todos.at(index.row());
    const QString text = Theme::visibleProse(todo.content).simplified();
    switch (role) {
    case TodoRole:
        return QVariant::fromValue(todo);
    case Qt::DisplayRole:
        return text;
    case Qt::ToolTipRole:
        return Qt::convertFromPlainText(text); // Else a "<" in it could make it a page.
    case Qt::AccessibleTextRole: {
        const QString words = Theme::lookOf(todo.status).word + u": "_s + text;
        return todo.priority == TodoPriority::High ? tr("%1, high priority").arg(words) : words;
    }
    default:
        return {};
    }
}

void TodoModel::setTodos(const QList<Todo> &todos)
{
    if (todos == m_todos)
        return;
    const int before = int(m_todos.size());
    const int now = int(todos.size());
    const int same = std::min(before, now);
    if (now > before)
        beginInsertRows({}, before, now - 1);
    else if (now < before)
        beginRemoveRows({}, now, before - 1);
    m_todos = todos;
    if (now > before)
        endInsertRows();
    else if (now < before)
        endRemoveRows();
    if (same > 0)
        Q_EMIT dataChanged(index(0), index(same - 1));
}

} // namespace Countersign::Todos
