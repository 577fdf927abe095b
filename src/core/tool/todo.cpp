// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "tool/todo.h"

#include <array>
#include <optional>
#include <utility>

namespace Countersign {

using namespace Qt::StringLiterals;

namespace {

// The wire names, in one place for both directions.
constexpr std::array kStatuses{std::pair(TodoStatus::Pending, u"pending"),
                               std::pair(TodoStatus::InProgress, u"in_progress"),
                               std::pair(TodoStatus::Completed, u"completed"),
                               std::pair(TodoStatus::Cancelled, u"cancelled")};
constexpr std::array kPriorities{std::pair(TodoPriority::High, u"high"),
                                 std::pair(TodoPriority::Medium, u"medium"),
                                 std::pair(TodoPriority::Low, u"low")};

template<class Table>
QStringList namesOf(const Table &table)
{
    QStringList names;
    for (const auto &[value, name] : table)
        names.append(QString::fromUtf16(name));
    return names;
}

template<class Table, class Value>
QString nameIn(const Table &table, Value value)
{
    for (const auto &[known, name] : table) {
        if (known == value)
            return QString::fromUtf16(name);
    }
    Q_UNREACHABLE();
}

template<class Value, class Table>
Value valueIn(const Table &table, const QString &name, Value otherwise)
{
    for (const auto &[value, known] : table) {
        if (name == QStringView(known))
            return value;
    }
    return otherwise;
}

struct Written
{
    QString content;
    QString status;
    std::optional<QString> priority;
};

} // namespace

QString todoStatusName(TodoStatus status)
{
    return nameIn(kStatuses, status);
}

Schema::Codec<Todo> todoCodec()
{
    const auto written =
            Schema::object<Written>()
                    .field(u"content"_s, &Written::content,
                           Schema::string().described(u"What is to be done, in one line."_s))
                    .field(u"status"_s, &Written::status, Schema::oneOf(namesOf(kStatuses)))
                    .field(u"priority"_s, &Written::priority, Schema::oneOf(namesOf(kPriorities)))
                    .codec();
    return {[written](const QJsonValue &value, const QString &path) -> Schema::Decoded<Todo> {
                const auto read = written.decode(value, path);
                if (!read)
                    return tl::unexpected<Schema::Issues>(read.error());
                return Todo{read->content, valueIn(kStatuses, read->status, TodoStatus::Pending),
                            valueIn(kPriorities, read->priority.value_or(QString()),
                                    TodoPriority::Medium)};
            },
            [written](const Todo &todo, const QString &path) {
                return written.encode({todo.content, nameIn(kStatuses, todo.status),
                                       nameIn(kPriorities, todo.priority)},
                                      path);
            },
            written.jsonSchema()};
}

QJsonArray toJson(const QList<Todo> &todos)
{
    QJsonArray array;
    const auto codec = todoCodec();
    for (const Todo &todo : todos)
        array.append(codec.encode(todo).value_or(QJsonValue())); // Every value has its name.
    return array;
}

} // namespace Countersign
