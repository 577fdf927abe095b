// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "base/processmark.h"
#include "session/sessionstore.h"
#include "storage/eventlog.h"
#include "support/scratch.h"

#include <QTest>

using namespace Countersign;
using namespace Countersign::Session;
using namespace Qt::StringLiterals;

namespace {

std::unique_ptr<Storage::Store> openStore(const Test::Scratch &scratch)
{
    auto store = Storage::Store::open(scratch.path(u"countersign.db"_s),
                                      Storage::eventLogMigrations() + SessionStore::migrations());
    if (!store)
        qFatal("%s", qPrintable(store.error().message));
    return std::move(*store);
}

Info someSession(const QString &id, qint64 created)
{
    Info info;
    info.id = SessionId(id);
    info.project = ProjectId(u"p1"_s);
    info.directory = u"/somewhere"_s;
    info.title = u"A title"_s;
    info.agent = u"build"_s;
    info.model = u"fake/m"_s;
    info.created = info.updated = created;
    return info;
}

Message assistantWithCall(CallState state)
{
    Message message;
    message.id = MessageId(u"msg_1"_s);
    message.role = Role::Assistant;
    message.agent = u"build"_s;
    message.model = u"fake/m"_s;
    message.created = 20;
    CallPart call;
    call.id = CallId(u"call_1"_s);
    call.tool = u"edit"_s;
    call.input = {{u"path"_s, u"a.txt"_s}};
    call.state = state;
    call.created = 21;
    message.parts = {TextPart{u"I will edit."_s}, call};
    return message;
}

QStringList eventTypes(Storage::Store &store, const SessionId &session)
{
    QStringList types;
    const auto read = store.read([&](QSqlDatabase &database) -> Result<void> {
        const auto events = Storage::readEvents(database, session.value);
        if (!events)
            return failure(events.error());
        for (const Storage::StoredEvent &event : *events)
            types.append(event.type);
        return {};
    });
    return read ? types : QStringList{read.error().message};
}

} // namespace

class tst_SessionStore : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void messageJsonRoundTrip()
    {
        Message message = assistantWithCall(CallState::Completed);
        auto &call = std::get<CallPart>(message.parts[1]);
        call.structured = QJsonObject{{u"n"_s, 3}};
        call.content = {TextContent{u"done"_s}, FileContent{"\x89PNG", u"image/png"_s, u"a.png"_s}};
        call.outputPaths = {u"/data/tool_1"_s};
        call.opaque = {{u"signature"_s, u"s"_s}};
        call.rawInput = u"{"_s;
        call.started = 22;
        call.ended = 23;
        message.parts.append(ReasoningPart{u"because"_s, {{u"k"_s, 1}}});
        message.error = u"e"_s;
        message.interrupted = true;
        message.ended = 30;
        message.inputTokens = 7;
        message.outputTokens = 8;
        QCOMPARE(messageFromJson(toJson(message)), message);
    }

    void keepsTodos()
    {
        const Test::Scratch scratch;
        const auto database = openStore(scratch);
        const ManualClock clock(100);
        SessionStore store(*database, clock);
        const Info info = someSession(u"ses_1"_s, 10);
        QVERIFY(store.create(info));
        QCOMPARE(store.todos(info.id).value(), QList<Todo>());
        const QList<Todo> list{{u"one"_s, TodoStatus::Completed, TodoPriority::High},
                               {u"two"_s, TodoStatus::InProgress, TodoPriority::Low},
                               {u"three \n\"x\""_s, TodoStatus::Cancelled, TodoPriority::Medium}};
        QVERIFY(store.setTodos(info.id, list).value());
        QCOMPARE(store.todos(info.id).value(), list);
        QVERIFY(store.setTodos(info.id, list.first(1)).value());
        QCOMPARE(store.todos(info.id).value(), list.first(1));
        QVERIFY(store.setTodos(info.id, {}).value());
        QCOMPARE(store.todos(info.id).value(), QList<Todo>());
        QCOMPARE(eventTypes(*database, info.id),
                 (QStringList{u"session.created.1"_s, u"todo.updated.1"_s, u"todo.updated.1"_s,
                              u"todo.updated.1"_s}));
        QCOMPARE(store.find(info.id).value()->updated, 100);
        // Of no session: not kept, and no error.
        QVERIFY(!store.setTodos(SessionId(u"ses_none"_s), list).value());
        QCOMPARE(store.todos(SessionId(u"ses_none"_s)).value(), QList<Todo>());
    }

    void storesAConversationAndReadsItBack()
    {
        const Test::Scratch scratch;
        const auto database = openStore(scratch);
        const ManualClock clock(100);
        SessionStore store(*database, clock);
        const Info info = someSession(u"ses_1"_s, 10);
        QVERIFY(store.create(info));
        QVERIFY(store.admit(info.id, {MessageId(u"msg_0"_s), u"Do it"_s, 15, {}}));
        const auto promoted = store.promote(info.id, u"build"_s);
        QVERIFY(promoted);
        QCOMPARE(promoted->size(), 1);
        QCOMPARE(store.promote(info.id, u"build"_s)->size(), 0); // Once only.

        Message assistant = assistantWithCall(CallState::Pending);
        store.stepStarted(info.id, assistant);
        QVERIFY(store.callsCalled(info.id, assistant, 0));
        auto &call = std::get<CallPart>(assistant.parts[1]);
        call.state = CallState::Completed;
        call.content = {TextContent{u"ok"_s}};
        const auto unexpected = [](const Error &error) {
            qFatal("%s", qPrintable(error.message));
        };
        store.callSettled(info.id, assistant.id, 1, call, unexpected);
        assistant.ended = 40;
        store.stepEnded(info.id, assistant, 2, unexpected);

        const auto messages = store.messages(info.id);
        QVERIFY(messages);
        QCOMPARE(*messages, (QList<Message>{promoted->first(), assistant}));
        QCOMPARE(eventTypes(*database, info.id),
                 (QStringList{u"session.created.1"_s, u"prompt.admitted.1"_s,
                              u"prompt.promoted.1"_s, u"step.started.1"_s, u"tool.called.1"_s,
                              u"tool.success.1"_s, u"step.ended.1"_s}));
    }

    void listsNewestFirstAndPerProject()
    {
        const Test::Scratch scratch;
        const auto database = openStore(scratch);
        const ManualClock clock(100);
        SessionStore store(*database, clock);
        QVERIFY(store.create(someSession(u"ses_old"_s, 10)));
        QVERIFY(store.create(someSession(u"ses_new"_s, 20)));
        Info foreign = someSession(u"ses_other"_s, 30);
        foreign.project = ProjectId(u"p2"_s);
        QVERIFY(store.create(foreign));
        const auto listed = store.list(ProjectId(u"p1"_s));
        QVERIFY(listed);
        QCOMPARE(listed->size(), 2);
        QCOMPARE(listed->at(0).id.value, u"ses_new"_s);
        QVERIFY(!*store.find(SessionId(u"ses_none"_s)));
    }

    void aDeadOwnersOpenCallsBecomeInterrupted()
    {
        const Test::Scratch scratch;
        const auto database = openStore(scratch);
        const ManualClock clock(500);
        SessionStore store(*database, clock);
        const Info info = someSession(u"ses_1"_s, 10);
        QVERIFY(store.create(info));
        QVERIFY(store.claim(info.id, u"some-boot:1:1"_s)); // No such process any more.
        Message assistant = assistantWithCall(CallState::Running);
        store.stepStarted(info.id, assistant);
        QVERIFY(store.callsCalled(info.id, assistant, 0));

        const auto mended = store.recover();
        QVERIFY(mended);
        QCOMPARE(*mended, QList<SessionId>{info.id});
        const auto messages = store.messages(info.id);
        QVERIFY(messages);
        QCOMPARE(messages->size(), 1);
        const auto &call = std::get<CallPart>(messages->first().parts.at(1));
        QCOMPARE(call.state, CallState::Interrupted);
        QVERIFY(!call.error.isEmpty());
        QVERIFY(messages->first().interrupted);
        QCOMPARE(messages->first().ended, 500);
        QCOMPARE(store.recover()->size(), 0); // Once is enough.
    }

    void aLivingOwnersSessionIsLeftAlone()
    {
        const Test::Scratch scratch;
        const auto database = openStore(scratch);
        SessionStore store(*database);
        const Info info = someSession(u"ses_1"_s, 10);
        QVERIFY(store.create(info));
        QVERIFY(store.claim(info.id, processMark()));
        store.stepStarted(info.id, assistantWithCall(CallState::Running));
        QCOMPARE(store.recover()->size(), 0);
        const auto second = store.claim(info.id, u"another:2:2"_s);
        QVERIFY(!second);
        QCOMPARE(second.error().code, ErrorCode::Stale);
        QVERIFY(store.release(info.id));
        QVERIFY(store.claim(info.id, u"another:2:2"_s));
    }

    void anUnknownSessionCannotBeClaimed()
    {
        const Test::Scratch scratch;
        const auto database = openStore(scratch);
        SessionStore store(*database);
        const auto claimed = store.claim(SessionId(u"ses_none"_s), processMark());
        QVERIFY(!claimed);
        QCOMPARE(claimed.error().code, ErrorCode::NotFound);
    }
};

QTEST_GUILESS_MAIN(tst_SessionStore)
#include "tst_sessionstore.moc"
