// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "schema/codec.h"

#include <QList>
#include <QMetaType>
#include <QString>

namespace Countersign {

enum class TodoStatus { Pending, InProgress, Completed, Cancelled };
enum class TodoPriority { High, Medium, Low };

/// One line of what an agent means to do in its session.
struct Todo
{
    QString content;
    TodoStatus status = TodoStatus::Pending;
    TodoPriority priority = TodoPriority::Medium;
    friend bool operator==(const Todo &, const Todo &) = default;
};

/// A list that is longer is no plan that a person could follow.
inline constexpr qsizetype kMostTodos = 100;
inline constexpr qsizetype kLongestTodo = 1000; ///< UTF-16 units of a line's text.

[[nodiscard]] QString todoStatusName(TodoStatus status); ///< "pending", "in_progress" …

/// {"content", "status", "priority"}: how tools, the database and the command line write one. The
/// priority may be left out: medium.
[[nodiscard]] Schema::Codec<Todo> todoCodec();
[[nodiscard]] QJsonArray toJson(const QList<Todo> &todos);

} // namespace Countersign

Q_DECLARE_METATYPE(Countersign::Todo)
