// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "session/history.h"

#include <QTest>

using namespace Countersign;
using namespace Countersign::Session;
using namespace Qt::StringLiterals;

namespace {

/// A printed form of what the provider gets, one line an item.
QStringList printed(const QList<Provider::Entry> &entries)
{
    QStringList lines;
    for (const Provider::Entry &entry : entries) {
        const char *roles[] = {"system", "user", "assistant", "tool"};
        for (const Provider::Item &item : entry.items) {
            QString line = QString::fromLatin1(roles[int(entry.role)]) + u": "_s;
            if (const auto *text = std::get_if<Provider::Text>(&item))
                line += text->text;
            else if (const auto *reasoning = std::get_if<Provider::Reasoning>(&item))
                line += u"(thinks) "_s + reasoning->text;
            else if (const auto *call = std::get_if<Provider::Call>(&item))
                line += u"call "_s + call->id.value + u' ' + call->name;
            else if (const auto *result = std::get_if<Provider::CallResult>(&item))
                line += (result->isError ? u"error "_s : u"result "_s) + result->id.value + u' '
                        + result->text;
            lines.append(line);
        }
    }
    return lines;
}

Message user(const QString &text)
{
    Message message;
    message.role = Role::User;
    message.parts = {TextPart{text}};
    return message;
}

Message assistant(const QList<Part> &parts)
{
    Message message;
    message.role = Role::Assistant;
    message.parts = parts;
    return message;
}

CallPart call(const QString &id, CallState state, const QString &words)
{
    CallPart part;
    part.id = CallId(id);
    part.tool = u"read"_s;
    part.state = state;
    if (state == CallState::Completed)
        part.content = {TextContent{words}};
    else
        part.error = words;
    return part;
}

} // namespace

class tst_History : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void lowers_data()
    {
        QTest::addColumn<QList<Message>>("messages");
        QTest::addColumn<QStringList>("expected");
        QTest::newRow("nothing") << QList<Message>{} << QStringList{};
        QTest::newRow("one exchange")
                << QList<Message>{user(u"Hi"_s), assistant({TextPart{u"Hello"_s}})}
                << QStringList{u"user: Hi"_s, u"assistant: Hello"_s};
        QTest::newRow("results follow the turn, in order")
                << QList<Message>{assistant({ReasoningPart{u"hm"_s, {}}, TextPart{u"Look"_s},
                                             call(u"c1"_s, CallState::Completed, u"one"_s),
                                             call(u"c2"_s, CallState::Refused, u"no"_s)})}
                << QStringList{u"assistant: (thinks) hm"_s, u"assistant: Look"_s,
                               u"assistant: call c1 read"_s, u"assistant: call c2 read"_s,
                               u"tool: result c1 one"_s, u"tool: error c2 no"_s};
        QTest::newRow("a call that never ended has an error result")
                << QList<Message>{assistant({call(u"c1"_s, CallState::Running, {})})}
                << QStringList{u"assistant: call c1 read"_s,
                               u"tool: error c1 The call was interrupted before it had a result."_s};
        Message failed = assistant({});
        failed.error = u"503"_s;
        Message notice;
        notice.role = Role::Notice;
        notice.error = u"no model"_s;
        QTest::newRow("failed empty turns and notices are left out")
                << QList<Message>{user(u"Hi"_s), failed, notice} << QStringList{u"user: Hi"_s};
        QTest::newRow("structured output without content is read as JSON")
                << QList<Message>{assistant({[] {
                       CallPart part = call(u"c1"_s, CallState::Completed, {});
                       part.content.clear();
                       part.structured = QJsonObject{{u"a"_s, 1}};
                       return Part(part);
                   }()})}
                << QStringList{u"assistant: call c1 read"_s,
                               u"tool: result c1 {\"a\":1}"_s};
    }
    void lowers()
    {
        QFETCH(QList<Message>, messages);
        QFETCH(QStringList, expected);
        QCOMPARE(printed(lower(messages)), expected);
    }
};

QTEST_GUILESS_MAIN(tst_History)
#include "tst_history.moc"
