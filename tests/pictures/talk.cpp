// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "talk.h"

#include "widgets/samples.h"

#include <QDateTime>

using namespace Qt::StringLiterals;

namespace Countersign::Pictures {

using Session::CallState;
using Session::Role;
using Test::callOf;
using Test::messageOf;

namespace {

Session::CallPart timed(Session::CallPart call, qint64 took)
{
    call.started = QDateTime::currentMSecsSinceEpoch() - took;
    if (call.state != CallState::Running)
        call.ended = call.started + took;
    return call;
}

} // namespace

QList<Session::Message> everyKind()
{
    auto read = timed(callOf(u"c1"_s, u"read"_s, {{u"path"_s, u"tests/tst_parser.cpp"_s}},
                             CallState::Completed),
                      12);
    read.content = {TextContent{u"1: int main()\n2: {\n3:     return 0;\n4: }\n"_s}};
    auto failed =
            timed(callOf(u"c4"_s, u"bash"_s,
                         {{u"command"_s, u"make -C build test\nmake install"_s}}, CallState::Error),
                  64000);
    failed.error = u"The command ended with exit code 2.\n\x1b[31mFAIL\x1b[0m parser_test"_s;
    auto refused = callOf(u"c5"_s, u"write"_s,
                          {{u"path"_s,
                            u"docs/a/very/long/path/that/does/not/fit/"
                            "into/the/width/of/the/column/of/text/at/all/"
                            "README.md"_s}},
                          CallState::Refused);
    refused.error = u"The user refused: keep the old text."_s;
    const QString answer =
            u"I will read the test first, then fix `parse()`.\n\n## What I found\n\n"
            "1. The loop **never** ends on empty input.\n2. See [the "
            "manual](https://example.org/a?b=1).\n"
            "   - nested point\n   - [x] a task\n\n> A quotation of two lines,\n> quietly.\n\n"
            "```cpp\nif (x && y) {\n    return parse(rest); // a long comment that goes on and on, "
            "further than the column is wide\n}\n```\n\n"
            "| file | lines | note |\n| --- | --: | --- |\n| `a.cpp` | 12 | new |\n| b.cpp | 3 | ⚠️ "
            "old |\n\n"
            "![logo](http://example.org/x.png) and <b>no html</b>, caf\u00e9, \u65e5\u672c\u8a9e, \u202eevil.\n\n---\n\nDone."_s;
    auto remark = messageOf(u"m3"_s, Role::Assistant, {});
    remark.error = u"The provider answered with status 529: overloaded. Try again in a minute."_s;
    QList<Session::Message> all{
            messageOf(
                    u"m1"_s, Role::User,
                    {Session::TextPart{
                            u"Fix the failing parser test.\n\nKeep the interface as it is, please."_s}}),
            messageOf(
                    u"m2"_s, Role::Assistant,
                    {Session::ReasoningPart{u"The test fails because the loop does not end."_s, {}},
                     Session::TextPart{answer}, read,
                     callOf(u"c2"_s, u"grep"_s, {{u"pattern"_s, u"parse\\("_s}},
                            CallState::Pending),
                     callOf(u"c3"_s, u"edit"_s, {{u"path"_s, u"src/parser.cpp"_s}},
                            CallState::Asking),
                     timed(callOf(u"c6"_s, u"bash"_s,
                                  {{u"command"_s, u"ctest --output-on-failure"_s}},
                                  CallState::Running),
                           4200),
                     failed, refused,
                     callOf(u"c7"_s, u"glob"_s, {{u"pattern"_s, u"**/*.cpp"_s}},
                            CallState::Interrupted)}),
            remark, messageOf(u"m4"_s, Role::User, {Session::TextPart{u"Thanks."_s}})};
    all[1].interrupted = true;
    return all;
}

QList<Session::Info> sessions()
{
    const qint64 now = QDateTime::currentMSecsSinceEpoch();
    QList<Session::Info> all;
    const auto add = [&](const QString &title, Session::Status status, qint64 age) {
        Session::Info info;
        info.id = SessionId(u"s%1"_s.arg(all.size()));
        info.title = title;
        info.status = status;
        info.updated = now - age;
        all.append(info);
    };
    add(u"Fix the failing parser test"_s, Session::Status::Waiting, 2000);
    add(u"Explain how the tokenizer treats escapes, and where it is tested"_s,
        Session::Status::Working, 240'000);
    add(u"Update the changelog"_s, Session::Status::Idle, 7200'000);
    add(u"Try the new compiler"_s, Session::Status::Failed, 90'000'000);
    add({}, Session::Status::Idle, 180'000'000);
    return all;
}

QList<Question::Item> questions()
{
    return {{u"Which database should the desk keep its sessions in?"_s,
             u"Storage"_s,
             {{u"SQLite (recommended)"_s,
               u"One file, written in transactions; nothing has to be installed."_s},
              {u"Plain files"_s, u"One JSON file for each session."_s},
              {u"PostgreSQL"_s, {}}},
             false},
            {u"What should be tested?"_s,
             u"Tests"_s,
             {{u"The parser"_s, {}}, {u"The window"_s, u"Needs a display."_s}},
             true},
            {u"What is the new class called?"_s, {}, {}, false}};
}

QList<Todo> todos()
{
    return {{u"Read the failing test"_s, TodoStatus::Completed, TodoPriority::Medium},
            {u"Find where the loop does not end, and write down why it took so long to find it"_s,
             TodoStatus::InProgress, TodoPriority::High},
            {u"Run all tests"_s, TodoStatus::Pending, TodoPriority::High},
            {u"Write a changelog entry"_s, TodoStatus::Pending, TodoPriority::Low},
            {u"Rename the class"_s, TodoStatus::Cancelled, TodoPriority::Low}};
}

} // namespace Countersign::Pictures
