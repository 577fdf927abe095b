// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "support/desk.h"
#include "support/fakemodel.h"

#include <QDir>
#include <QJsonArray>
#include <QSignalSpy>
#include <QTest>

using namespace Countersign;
using namespace Countersign::Session;
using namespace Countersign::Test;
using namespace Qt::StringLiterals;

namespace {

QJsonObject toolTurn(const QString &name, const QJsonObject &input, const QString &text = {})
{
    return {{u"text"_s, text},
            {u"tools"_s, QJsonArray{QJsonObject{{u"name"_s, name}, {u"input"_s, input}}}}};
}

QJsonObject editTurn(const QString &from, const QString &to)
{
    return toolTurn(u"edit"_s,
                    {{u"path"_s, u"a.txt"_s}, {u"oldString"_s, from}, {u"newString"_s, to}});
}

const QJsonObject kDone{{u"text"_s, u"All done."_s}};

/// Everything is asked, so that each test decides what is answered.
const QJsonObject kAskEdits{
        {u"permissions"_s,
         QJsonArray{QJsonObject{
                 {u"action"_s, u"edit"_s}, {u"resource"_s, u"*"_s}, {u"effect"_s, u"ask"_s}}}}};

} // namespace

class tst_Engine : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void theWholePathFromPromptToDisk()
    {
        Scratch scratch;
        scratch.write(u"project/a.txt"_s, "one\ntwo\nthree\n");
        Desk desk(scratch);
        desk.setConfig(kAskEdits);
        desk.setScript({toolTurn(u"read"_s, {{u"path"_s, u"a.txt"_s}}, u"I look first. "_s),
                        editTurn(u"two"_s, u"2"_s), kDone});
        desk.open();
        QByteArray shown;
        desk.person = [&](const Permission::Request &request) {
            shown = request.inquiry.proposal.files.value(0).after;
            return once();
        };
        const RunEnded ended = desk.run(u"Change two to 2"_s);
        QCOMPARE(ended.message, QString());
        QCOMPARE(ended.outcome, Outcome::Done);
        QCOMPARE(scratch.read(u"project/a.txt"_s), "one\n2\nthree\n");
        QCOMPARE(scratch.read(u"project/a.txt"_s), shown); // What was shown is what is written.
        QCOMPARE(desk.asked.size(), 1);
        QCOMPARE(desk.text, u"I look first. All done."_s);

        const auto history = desk.history(desk.session);
        const auto calls = Desk::calls(history);
        QCOMPARE(calls.size(), 2);
        QCOMPARE(calls.at(0).state, CallState::Completed);
        QCOMPARE(calls.at(1).state, CallState::Completed);
        QVERIFY(calls.at(1).ended >= calls.at(1).started);
        QCOMPARE(history.size(), 4); // The prompt and three turns.

        // Another process finds the same conversation.
        const SessionId session = desk.session;
        desk.close();
        desk.open();
        QCOMPARE(desk.history(session), history);
    }

    void refusedWithWordsTheModelReadsThem()
    {
        Scratch scratch;
        scratch.write(u"project/a.txt"_s, "one\n");
        const FakeModel model([](int turn, const QJsonObject &) -> FakeTurn {
            if (turn == 0)
                return {{},
                        {{u"edit"_s,
                          {{u"path"_s, u"a.txt"_s},
                           {u"oldString"_s, u"one"_s},
                           {u"newString"_s, u"1"_s}}}}};
            return {u"I will leave it."_s, {}};
        });
        Desk desk(scratch);
        desk.setConfig(servedBy(model, kAskEdits));
        desk.open();
        desk.person = [](const Permission::Request &) {
            return reject(u"keep the word"_s);
        };
        QCOMPARE(desk.run(u"Change it"_s).outcome, Outcome::Done);
        QCOMPARE(scratch.read(u"project/a.txt"_s), "one\n");
        const auto requests = model.requests();
        QCOMPARE(requests.size(), 2);
        const QJsonObject last = requests.at(1).value(u"messages").toArray().last().toObject();
        QCOMPARE(last.value(u"role").toString(), u"tool"_s);
        QVERIFY2(last.value(u"content").toString().contains(u"keep the word"),
                 qPrintable(last.value(u"content").toString()));
        const auto calls = Desk::calls(desk.history(desk.session));
        QCOMPARE(calls.size(), 1);
        QCOMPARE(calls.first().state, CallState::Refused);
    }

    void whatWasRefusedStaysReadable()
    {
        Scratch scratch;
        scratch.write(u"project/a.txt"_s, "one\n");
        Desk desk(scratch);
        desk.setConfig(kAskEdits);
        desk.setScript({editTurn(u"one"_s, u"1"_s), kDone});
        desk.open();
        desk.person = [](const Permission::Request &) {
            return reject(u"keep the word"_s);
        };
        QCOMPARE(desk.run(u"Change it"_s).outcome, Outcome::Done);
        const Permission::Request asked = desk.asked.first();
        const CallId call = Desk::calls(desk.history(desk.session)).first().id;
        desk.close();
        desk.open(); // Another day.
        QSignalSpy loaded(desk.engine.get(), &Engine::pastChangeLoaded);
        desk.engine->requestPastChange(desk.session, call);
        QTRY_COMPARE(loaded.size(), 1);
        const auto past = loaded.first().first().value<Permission::PastRequest>();
        QCOMPARE(past.request.id, asked.id);
        QCOMPARE(past.request.inquiry.proposal, asked.inquiry.proposal);
        QCOMPARE(past.answer, std::optional(Permission::Answer::Reject));
        QCOMPARE(past.message, u"keep the word"_s);
        QVERIFY(past.answered >= past.request.asked);
        // Of another session's call, or one that nobody was asked about, there is nothing.
        desk.engine->requestPastChange(SessionId(u"ses_other"_s), call);
        QTRY_COMPARE(desk.failures.size(), 1);
        QCOMPARE(desk.failures.first().code, ErrorCode::NotFound);
        QCOMPARE(loaded.size(), 1);
    }

    void refusedWithoutWordsTheRunStops()
    {
        Scratch scratch;
        scratch.write(u"project/a.txt"_s, "one\n");
        Desk desk(scratch);
        desk.setConfig(kAskEdits);
        desk.setScript({editTurn(u"one"_s, u"1"_s), kDone});
        desk.open();
        desk.person = [](const Permission::Request &) {
            return reject();
        };
        QCOMPARE(desk.run(u"Change it"_s).outcome, Outcome::Refused);
        QCOMPARE(scratch.read(u"project/a.txt"_s), "one\n");
        QCOMPARE(desk.text, QString()); // No further turn.
        const auto calls = Desk::calls(desk.history(desk.session));
        QCOMPARE(calls.size(), 1);
        QCOMPARE(calls.first().state, CallState::Refused);
        // The session can go on.
        QCOMPARE(desk.run(u"Then just say so"_s, desk.session).outcome, Outcome::Done);
    }

    void parallelCallsAskTogether()
    {
        Scratch scratch;
        scratch.write(u"project/a.txt"_s, "one\n");
        scratch.write(u"project/b.txt"_s, "one\n");
        Desk desk(scratch);
        desk.setConfig(kAskEdits);
        const auto edit = [](const QString &path) {
            return QJsonObject{{u"name"_s, u"edit"_s},
                               {u"input"_s,
                                QJsonObject{{u"path"_s, path},
                                            {u"oldString"_s, u"one"_s},
                                            {u"newString"_s, u"1"_s}}}};
        };
        desk.setScript(
                {QJsonObject{{u"tools"_s, QJsonArray{edit(u"a.txt"_s), edit(u"b.txt"_s)}}}, kDone});
        desk.open();
        const SessionId session = desk.engine->createSession();
        desk.engine->prompt(session, u"Both"_s);
        QTRY_COMPARE_WITH_TIMEOUT(desk.asked.size(), 2, 10000);
        QCOMPARE(desk.engine->pendingRequests().size(), 2);
        QCOMPARE(scratch.read(u"project/a.txt"_s), "one\n");
        for (const Permission::Request &request : std::as_const(desk.asked))
            desk.engine->reply(request.id, once());
        QTRY_COMPARE_WITH_TIMEOUT(desk.ended.size(), 1, 10000);
        QCOMPARE(desk.ended.first().outcome, Outcome::Done);
        QCOMPARE(scratch.read(u"project/a.txt"_s), "1\n");
        QCOMPARE(scratch.read(u"project/b.txt"_s), "1\n");
    }

    void interruptedWhileAsking()
    {
        Scratch scratch;
        scratch.write(u"project/a.txt"_s, "one\n");
        Desk desk(scratch);
        desk.setConfig(kAskEdits);
        desk.setScript({editTurn(u"one"_s, u"1"_s), kDone});
        desk.open();
        QList<Status> statuses;
        connect(desk.engine.get(), &Engine::sessionChanged, this, [&](const Info &info) {
            if (statuses.isEmpty() || statuses.last() != info.status)
                statuses.append(info.status);
        });
        const SessionId session = desk.engine->createSession();
        desk.engine->prompt(session, u"Change it"_s);
        QTRY_COMPARE_WITH_TIMEOUT(desk.asked.size(), 1, 10000);
        desk.engine->interrupt(session);
        QTRY_COMPARE_WITH_TIMEOUT(desk.ended.size(), 1, 10000);
        QCOMPARE(desk.ended.first().outcome, Outcome::Interrupted);
        QCOMPARE(desk.replied.size(), 1);
        QVERIFY(desk.replied.first().interrupted);
        QVERIFY(desk.engine->pendingRequests().isEmpty());
        QCOMPARE(scratch.read(u"project/a.txt"_s), "one\n");
        const auto calls = Desk::calls(desk.history(session));
        QCOMPARE(calls.size(), 1);
        QCOMPARE(calls.first().state, CallState::Interrupted);
        QCOMPARE(statuses,
                 (QList<Status>{Status::Working, Status::Waiting, Status::Working, Status::Idle}));
        // A late answer finds nothing to answer and changes nothing.
        desk.engine->reply(desk.asked.first().id, once());
        QTRY_COMPARE_WITH_TIMEOUT(desk.failures.size(), 1, 10000);
        QCOMPARE(desk.failures.first().code, ErrorCode::NotFound);
        QCOMPARE(scratch.read(u"project/a.txt"_s), "one\n");
    }

    void alwaysIsRememberedForTheNextCall()
    {
        Scratch scratch;
        scratch.write(u"project/a.txt"_s, "one\n");
        Desk desk(scratch);
        desk.setConfig(kAskEdits);
        desk.setScript({editTurn(u"one"_s, u"two"_s), editTurn(u"two"_s, u"three"_s), kDone});
        desk.open();
        desk.person = [](const Permission::Request &request) {
            return always(request);
        };
        QCOMPARE(desk.run(u"Twice"_s).outcome, Outcome::Done);
        QCOMPARE(scratch.read(u"project/a.txt"_s), "three\n");
        QCOMPARE(desk.asked.size(), 1);
    }

    void theSameCallThreeTimesAsks()
    {
        Scratch scratch;
        scratch.write(u"project/a.txt"_s, "one\n");
        Desk desk(scratch);
        const QJsonObject again = toolTurn(u"read"_s, {{u"path"_s, u"a.txt"_s}});
        desk.setScript({again, again, again, again, kDone});
        desk.open();
        desk.person = [](const Permission::Request &) {
            return reject(u"you have read it"_s);
        };
        QCOMPARE(desk.run(u"Read"_s).outcome, Outcome::Done);
        QCOMPARE(desk.asked.size(), 2); // The third and the fourth.
        QCOMPARE(desk.asked.first().inquiry.action, u"doom_loop"_s);
        const auto calls = Desk::calls(desk.history(desk.session));
        QCOMPARE(calls.size(), 4);
        QCOMPARE(calls.at(1).state, CallState::Completed);
        QCOMPARE(calls.at(2).state, CallState::Refused);
        QVERIFY(calls.at(2).error.contains(u"you have read it"));
    }

    void theStepLimitSwitchesToolsOff()
    {
        Scratch scratch;
        scratch.write(u"project/a.txt"_s, "one\n");
        const FakeModel model([](int turn, const QJsonObject &request) -> FakeTurn {
            if (!request.contains(u"tools") || request.value(u"tool_choice").toString() == u"none")
                return {u"I stop here."_s, {}};
            return {{}, {{u"read"_s, {{u"path"_s, u"a.txt"_s}, {u"limit"_s, turn + 1}}}}};
        });
        Desk desk(scratch);
        desk.setConfig(servedBy(
                model, {{u"agents"_s, QJsonObject{{u"build"_s, QJsonObject{{u"steps"_s, 3}}}}}}));
        desk.open();
        QCOMPARE(desk.run(u"Go"_s).outcome, Outcome::Done);
        QCOMPARE(model.requests().size(), 3);
        QCOMPARE(Desk::calls(desk.history(desk.session)).size(), 2);
        QCOMPARE(desk.text, u"I stop here."_s);
    }

    void providerErrorsAreTold_data()
    {
        QTest::addColumn<QString>("fault");
        QTest::newRow("the connection ends") << u"disconnect"_s;
        QTest::newRow("the service is overloaded") << u"error:529"_s;
    }
    void providerErrorsAreTold()
    {
        QFETCH(QString, fault);
        Scratch scratch;
        Desk desk(scratch);
        desk.setScript({QJsonObject{{u"fault"_s, fault}}});
        desk.open();
        const RunEnded ended = desk.run(u"Hello"_s);
        QCOMPARE(ended.outcome, Outcome::Failed);
        QVERIFY(!ended.message.isEmpty());
        const auto history = desk.history(desk.session);
        QCOMPARE(history.size(), 2);
        QCOMPARE(history.last().error, ended.message);
    }

    void malformedArgumentsNeverRun()
    {
        Scratch scratch;
        Desk desk(scratch);
        QJsonObject turn = toolTurn(u"bash"_s, {{u"command"_s, u"touch ran"_s}});
        turn.insert(u"fault"_s, u"malformed"_s);
        desk.setScript({turn, kDone});
        desk.open();
        QCOMPARE(desk.run(u"Go"_s).outcome, Outcome::Done);
        QVERIFY(!scratch.exists(u"project/ran"_s));
        const auto calls = Desk::calls(desk.history(desk.session));
        QCOMPARE(calls.size(), 1);
        QCOMPARE(calls.first().state, CallState::Error);
    }

    void aPromptDuringARunJoinsIt()
    {
        Scratch scratch;
        scratch.write(u"project/a.txt"_s, "one\n");
        const FakeModel model([](int, const QJsonObject &request) -> FakeTurn {
            const QJsonArray messages = request.value(u"messages").toArray();
            const QJsonObject last = messages.last().toObject();
            if (last.value(u"role").toString() == u"user"_s
                && last.value(u"content").toString() == u"First"_s)
                return {{},
                        {{u"edit"_s,
                          {{u"path"_s, u"a.txt"_s},
                           {u"oldString"_s, u"one"_s},
                           {u"newString"_s, u"1"_s}}}}};
            return {u"Seen "_s + last.value(u"content").toString(), {}};
        });
        Desk desk(scratch);
        desk.setConfig(servedBy(model, kAskEdits));
        desk.open();
        const SessionId session = desk.engine->createSession();
        desk.engine->prompt(session, u"First"_s);
        QTRY_COMPARE_WITH_TIMEOUT(desk.asked.size(), 1, 10000);
        desk.engine->prompt(session, u"Second"_s);
        desk.engine->reply(desk.asked.first().id, once());
        QTRY_VERIFY_WITH_TIMEOUT(!desk.ended.isEmpty() && desk.text.contains(u"Seen Second"),
                                 10000);
        QTRY_COMPARE_WITH_TIMEOUT(desk.engine->pendingRequests().size(), 0, 10000);
    }

    /// Two agents that can be told apart by what they are told to be.
    static QJsonObject twoAgents()
    {
        return {{u"agents"_s,
                 QJsonObject{{u"one"_s, QJsonObject{{u"system"_s, u"You are one."_s}}},
                             {u"two"_s, QJsonObject{{u"system"_s, u"You are two."_s}}}}}};
    }

    void aPromptMayChooseAnotherAgent()
    {
        Scratch scratch;
        FakeModel model([](int, const QJsonObject &request) -> FakeTurn {
            const QJsonObject first = request.value(u"messages").toArray().first().toObject();
            const QString system = first.value(u"content").toString();
            return {system.contains(u"You are one.")           ? u"one"_s
                            : system.contains(u"You are two.") ? u"two"_s
                                                               : u"?"_s,
                    {}};
        });
        Desk desk(scratch);
        desk.setConfig(servedBy(model, twoAgents()));
        desk.open();
        const SessionId session = desk.engine->createSession(u"one"_s);
        const auto say = [&](const QString &agent) {
            const qsizetype before = desk.ended.size();
            desk.engine->prompt(session, u"Who?"_s, agent);
            return QTest::qWaitFor([&] { return desk.ended.size() > before; }, 10000);
        };
        QVERIFY(say({}));
        QVERIFY(say(u"two"_s));
        QVERIFY(say({})); // Stays the session's.
        QVERIFY(say(u"one"_s));
        // Stored with the session: another start goes on with it.
        desk.close();
        desk.open();
        QVERIFY(say({}));
        QStringList who;
        const auto history = desk.history(session);
        for (const Message &message : history)
            who.append(message.agent);
        QCOMPARE(who,
                 (QStringList{u"one"_s, u"one"_s, u"two"_s, u"two"_s, u"two"_s, u"two"_s, u"one"_s,
                              u"one"_s, u"one"_s, u"one"_s}));
        QCOMPARE(desk.text, u"onetwotwooneone"_s);
    }

    void aPromptThatJoinsARunBringsItsAgent()
    {
        Scratch scratch;
        scratch.write(u"project/a.txt"_s, "one\n");
        QJsonObject config = twoAgents();
        config.insert(u"permissions"_s, kAskEdits.value(u"permissions"_s));
        Desk desk(scratch);
        desk.setConfig(config);
        desk.setScript({toolTurn(u"edit"_s,
                                 {{u"path"_s, u"a.txt"_s},
                                  {u"oldString"_s, u"one"_s},
                                  {u"newString"_s, u"1"_s}}),
                        kDone, kDone});
        desk.open();
        const SessionId session = desk.engine->createSession(u"one"_s);
        desk.engine->prompt(session, u"First"_s, u"one"_s);
        QTRY_COMPARE_WITH_TIMEOUT(desk.asked.size(), 1, 10000);
        // Told once the prompt is accepted: a reply may otherwise overtake it and end the run first.
        QSignalSpy changed(desk.engine.get(), &Engine::sessionChanged);
        desk.engine->prompt(session, u"Second"_s, u"two"_s);
        QTRY_VERIFY_WITH_TIMEOUT(!changed.isEmpty(), 10000);
        QCOMPARE(changed.first().first().value<Info>().agent, u"two"_s);
        desk.engine->reply(desk.asked.first().id, once());
        QTRY_COMPARE_WITH_TIMEOUT(desk.history(session).size(), 4, 10000);
        QStringList who;
        const auto history = desk.history(session);
        for (const Message &message : history)
            who.append(message.agent);
        QCOMPARE(who, (QStringList{u"one"_s, u"one"_s, u"two"_s, u"two"_s}));
    }

    void aBrokenDatabaseEndsTheRunAndIsTold()
    {
        Scratch scratch;
        Desk desk(scratch);
        desk.setScript({kDone});
        desk.open();
        desk.run(u"Hello"_s);
        QCOMPARE(desk.ended.last().fault.has_value(), false);
        breakTheRecord(desk.paths().databaseFile());
        const RunEnded ended = desk.run(u"Again"_s, desk.session);
        QCOMPARE(ended.outcome, Outcome::Failed);
        QVERIFY(ended.fault.has_value());
        QCOMPARE(ended.fault->code, ErrorCode::Storage);
        QVERIFY2(ended.fault->message.contains(u"no room"), qPrintable(ended.fault->message));
    }

    void whatIsMissingIsSaid_data()
    {
        QTest::addColumn<QString>("session");
        QTest::newRow("an unknown session") << u"ses_none"_s;
    }
    void whatIsMissingIsSaid()
    {
        QFETCH(QString, session);
        Scratch scratch;
        Desk desk(scratch);
        desk.setScript({kDone});
        desk.open();
        QCOMPARE(desk.run(u"Hi"_s, SessionId(session)).outcome, Outcome::Failed);
        QCOMPARE(desk.failures.size(), 1);
        QCOMPARE(desk.failures.first().code, ErrorCode::NotFound);
    }

    void noModelIsSaidWithTheWayOut()
    {
        Scratch scratch;
        Desk desk(scratch);
        desk.open();
        const RunEnded ended = desk.run(u"Hi"_s);
        QCOMPARE(ended.outcome, Outcome::Failed);
        QVERIFY2(ended.message.contains(u"model"), qPrintable(ended.message));
        // It stands in the conversation too.
        QCOMPARE(desk.history(desk.session).last().role, Role::Notice);
    }

    void aKeyOfTheKeychainTurnsSearchingOn_data()
    {
        QTest::addColumn<QJsonValue>("websearch");
        QTest::addColumn<QString>("key");
        QTest::addColumn<bool>("offered");
        QTest::newRow("the chosen service's key")
                << QJsonValue(u"exa"_s) << u"websearch/exa"_s << true;
        QTest::newRow("another service's key")
                << QJsonValue(u"exa"_s) << u"websearch/parallel"_s << false;
        QTest::newRow("no service is chosen")
                << QJsonValue(QJsonValue::Undefined) << u"websearch/exa"_s << false;
        QTest::newRow("searching is off") << QJsonValue(false) << u"websearch/exa"_s << false;
    }

    void aKeyOfTheKeychainTurnsSearchingOn()
    {
        QFETCH(const QJsonValue, websearch);
        QFETCH(const QString, key);
        QFETCH(const bool, offered);
        qunsetenv("EXA_API_KEY");
        qunsetenv("PARALLEL_API_KEY");
        Scratch scratch;
        Desk desk(scratch);
        if (!websearch.isUndefined())
            desk.setConfig({{u"websearch"_s, websearch}});
        desk.keychain = [&key] {
            return std::make_unique<FixedKeychain>(QMap<QString, QString>{{key, u"sk-1"_s}});
        };
        desk.open();
        QSignalSpy completed(desk.engine.get(), &Engine::toolsCompleted);
        QTRY_COMPARE(completed.size(), 1);
        const QList<ToolDefinition> tools = desk.engine->tools();
        QCOMPARE(std::any_of(tools.begin(), tools.end(),
                             [](const ToolDefinition &tool) { return tool.name == u"websearch"; }),
                 offered);
        QCOMPARE(desk.engine->unavailableTools().filter(u"websearch"_s).isEmpty(), offered);
    }

    void anUnknownAgentIsRefusedAtTheDoor()
    {
        Scratch scratch;
        QDir().mkpath(scratch.path(u"project"_s));
        EngineOptions options;
        options.paths = AppPaths::under(scratch.path(u"home"_s));
        options.directory = scratch.path(u"project"_s);
        options.agent = u"nobody"_s;
        const auto opened = Engine::open(options);
        QVERIFY(!opened);
        QCOMPARE(opened.error().code, ErrorCode::NotFound);
        QVERIFY(opened.error().message.contains(u"build"));
    }

    void closingWithWorkInFlightEndsIt()
    {
        Scratch scratch;
        scratch.write(u"project/a.txt"_s, "one\n");
        Desk desk(scratch);
        desk.setConfig(kAskEdits);
        desk.setScript({editTurn(u"one"_s, u"1"_s), kDone});
        desk.open();
        const SessionId session = desk.engine->createSession();
        desk.engine->prompt(session, u"Change it"_s);
        QTRY_COMPARE_WITH_TIMEOUT(desk.asked.size(), 1, 10000);
        desk.close();
        QCOMPARE(scratch.read(u"project/a.txt"_s), "one\n");
        desk.open();
        const auto calls = Desk::calls(desk.history(session));
        QCOMPARE(calls.size(), 1);
        QCOMPARE(calls.first().state, CallState::Interrupted);
        QVERIFY(desk.engine->pendingRequests().isEmpty());
    }

    void oneToolThroughSettlement()
    {
        Scratch scratch;
        scratch.write(u"project/a.txt"_s, "hello\n");
        Desk desk(scratch);
        desk.open();
        QSignalSpy called(desk.engine.get(), &Engine::toolCalled);
        desk.engine->callTool(u"read"_s, {{u"path"_s, u"a.txt"_s}});
        QVERIFY(called.wait(10000));
        const auto settled = called.first().first().value<Settled>();
        QVERIFY(settled.ok());
        QVERIFY(settled.modelText().contains(u"hello"));
        desk.engine->callTool(u"nothing"_s, {});
        QVERIFY(called.wait(10000));
        QVERIFY(!called.at(1).first().value<Settled>().ok());
    }
};

QTEST_GUILESS_MAIN(tst_Engine)
#include "tst_engine.moc"
