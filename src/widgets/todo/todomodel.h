// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "tool/todo.h"

#include <QAbstractListModel>

namespace Countersign::Todos {

/// What an agent means to do, one row a line. GUI thread only.
class TodoModel final : public QAbstractListModel
{
    Q_OBJECT
public:
    enum Role { TodoRole = Qt::UserRole }; ///< Todo.

    using QAbstractListModel::QAbstractListModel;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role) const override;

    /// Rows that stay keep their place; nothing is signalled when the list is the same.
    void setTodos(const QList<Todo> &todos);
    [[nodiscard]] const QList<Todo> &todos() const { return m_todos; }

private:
    QList<Todo> m_todos;
};

} // namespace Countersign::Todos
