// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "tools/todowritetool.h"

#include "tools/asking.h"

#include <algorithm>

namespace Countersign {

using namespace Qt::StringLiterals;

namespace {

struct TodoInput
{
    QList<Todo> todos;
};

struct TodoOutput
{
    QList<Todo> todos;
    bool kept = true; ///< Not encoded.
};

Result<void> check(const QList<Todo> &todos)
{
    if (todos.size() > kMostTodos)
        return failure(
                ErrorCode::InvalidInput,
                u"The list has %1 entries; keep at most %2."_s.arg(todos.size()).arg(kMostTodos));
    for (qsizetype i = 0; i < todos.size(); ++i) {
        const QString &content = todos.at(i).content;
        if (content.trimmed().isEmpty())
            return failure(ErrorCode::InvalidInput,
                           u"The content of todos[%1] is empty; say what is to be done."_s.arg(i));
        if (content.size() > kLongestTodo)
            return failure(ErrorCode::InvalidInput,
                           u"The content of todos[%1] has %2 characters; write at most %3."_s.arg(i)
                                   .arg(content.size())
                                   .arg(kLongestTodo));
    }
    return {};
}

Result<TodoOutput> write(const ToolServices &services, const TodoInput &input,
                         const ToolContext &context)
{
    if (auto good = check(input.todos); !good)
        return failure(good.error());
    const QString everything = u"*"_s;
    const auto allowed = services.permission.require(
            inquiryOf(context, QString::fromUtf16(Permission::Action::todowrite), {everything},
                      {{everything, false}}, {{u"todos"_s, toJson(input.todos)}}),
            context.stop);
    if (!allowed)
        return failure(allowed.error());
    TodoOutput output{input.todos, false};
    if (services.keepTodos) {
        const auto kept = services.keepTodos(context.session, input.todos);
        if (!kept)
            return failure(kept.error());
        output.kept = *kept;
    }
    return output;
}

QString textFor(const TodoOutput &output)
{
    const auto open =
            std::count_if(output.todos.cbegin(), output.todos.cend(), [](const Todo &todo) {
                return todo.status == TodoStatus::Pending || todo.status == TodoStatus::InProgress;
            });
    QString text = output.todos.isEmpty()
            ? u"The list is empty now."_s
            : u"The list is kept: %1 open of %2."_s.arg(open).arg(output.todos.size());
    if (!output.kept)
        text = u"This call belongs to no session, so the list was not kept."_s;
    for (const Todo &todo : output.todos)
        text += u"\n- ["_s + todoStatusName(todo.status) + u"] "_s + todo.content.simplified();
    return text;
}

} // namespace

Tool makeTodoWriteTool(const ToolServices &services)
{
    return Tool::make(ToolSpec<TodoInput, TodoOutput>{
            u"Keeps the list of what is to be done in this session; the person sees it. Each call "
            "replaces the whole list. Use it for work of several steps: write the steps first, "
            "set one to in_progress before you begin it and to completed right after it is done, "
            "and never mark as completed what is not."_s,
            Schema::object<TodoInput>()
                    .field(u"todos"_s, &TodoInput::todos,
                           Schema::list(todoCodec()).described(u"The whole list, in order."_s))
                    .codec(),
            Schema::object<TodoOutput>()
                    .field(u"todos"_s, &TodoOutput::todos, Schema::list(todoCodec()))
                    .codec(),
            [services](const TodoInput &input, const ToolContext &context) {
                return write(services, input, context);
            },
            [](const TodoInput &, const QJsonValue &, const TodoOutput &output) -> Content {
                return {TextContent{textFor(output)}};
            },
            {},
            QString::fromUtf16(Permission::Action::todowrite)});
}

} // namespace Countersign
