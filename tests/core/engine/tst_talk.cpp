// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "support/desk.h"
#include "support/fakemodel.h"

#include <QJsonArray>
#include <QSignalSpy>
#include <QTest>

using namespace Countersign;
using namespace Countersign::Session;
using namespace Countersign::Test;
using namespace Qt::StringLiterals;

namespace {

QJsonObject call(const QString &name, const QJsonObject &input)
{
    return {{u"name"_s, name}, {u"input"_s, input}};
}

QJsonObject turnOf(const QJsonArray &calls)
{
    return {{u"text"_s, u""_s}, {u"tools"_s, calls}};
}

const QJsonObject kDone{{u"text"_s, u"All done."_s}};

QJsonObject question(const QString &text = u"Which?"_s)
{
    const QJsonArray options{QJsonObject{{u"label"_s, u"A"_s}, {u"description"_s, u""_s}},
                             QJsonObject{{u"label"_s, u"B"_s}, {u"description"_s, u""_s}}};
    return call(u"question"_s,
                {{u"questions"_s,
                  QJsonArray{QJsonObject{{u"question"_s, text},
                                         {u"header"_s, u"Choice"_s},
                                         {u"options"_s, options}}}}});
}

QJsonObject todos(const QJsonArray &list)
{
    return call(u"todowrite"_s, {{u"todos"_s, list}});
}

QJsonObject todo(const QString &content, const QString &status)
{
    return {{u"content"_s, content}, {u"status"_s, status}, {u"priority"_s, u"medium"_s}};
}

} // namespace

/// Skills, todos and questions through the whole engine.
class tst_Talk : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aQuestionIsAnswered()
    {
        Scratch scratch;
        Desk desk(scratch);
        desk.setScript({turnOf({question()}), kDone});
        desk.open();
        QSignalSpy parts(desk.engine.get(), &Engine::partChanged);
        QSignalSpy sessions(desk.engine.get(), &Engine::sessionChanged);
        desk.answerer = [](const Question::Request &) {
            return answers({{u"B"_s}});
        };
        QCOMPARE(desk.run(u"Go"_s).outcome, Outcome::Done);
        QCOMPARE(desk.questions.size(), 1);
        const Question::Request request = desk.questions.first();
        QCOMPARE(request.inquiry.session, desk.session);
        QCOMPARE(request.inquiry.agent, u"build"_s);
        const auto calls = Desk::calls(desk.history(desk.session));
        QCOMPARE(calls.size(), 1);
        QCOMPARE(calls.first().state, CallState::Completed);
        QCOMPARE(calls.first().id, request.inquiry.call);
        QCOMPARE(std::get<TextContent>(calls.first().content.first()).text,
                 u"The user answered:\n- Which? → \"B\""_s);
        // While it waited, the call and the session said so.
        bool asking = false;
        for (const QList<QVariant> &one : parts) {
            const auto part = one.at(3).value<Part>();
            const auto *changed = std::get_if<CallPart>(&part);
            asking = asking || (changed && changed->state == CallState::Asking);
        }
        QVERIFY(asking);
        bool waiting = false;
        for (const QList<QVariant> &one : sessions)
            waiting = waiting || one.first().value<Info>().status == Status::Waiting;
        QVERIFY(waiting);
        QCOMPARE(desk.questionsEnded.size(), 1);
        QCOMPARE(desk.questionsEnded.first().ending, Question::Ending::Answered);
        QVERIFY(desk.engine->pendingQuestions().isEmpty());
        QVERIFY(desk.asked.isEmpty()); // No permission had to be asked for.
    }

    void dismissed_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<Outcome>("outcome");
        QTest::newRow("without words the run stops") << QString() << Outcome::Refused;
        QTest::newRow("with words it goes on") << u"Choose yourself."_s << Outcome::Done;
    }

    void dismissed()
    {
        QFETCH(const QString, words);
        QFETCH(const Outcome, outcome);
        Scratch scratch;
        Desk desk(scratch);
        desk.setScript({turnOf({question()}), kDone});
        desk.open();
        desk.answerer = [&words](const Question::Request &) {
            return dismiss(words);
        };
        QCOMPARE(desk.run(u"Go"_s).outcome, outcome);
        const auto calls = Desk::calls(desk.history(desk.session));
        QCOMPARE(calls.first().state, CallState::Refused);
        QVERIFY(calls.first().error.contains(words));
        QCOMPARE(desk.questionsEnded.first().ending, Question::Ending::Dismissed);
    }

    void dismissingEndsWhatElseWaitsInTheSession()
    {
        Scratch scratch;
        Desk desk(scratch);
        desk.setConfig({{u"permissions"_s,
                         QJsonArray{QJsonObject{{u"action"_s, u"bash"_s},
                                                {u"resource"_s, u"*"_s},
                                                {u"effect"_s, u"ask"_s}}}}});
        desk.setScript({turnOf({question(u"First?"_s), question(u"Second?"_s),
                                call(u"bash"_s, {{u"command"_s, u"touch ran"_s}})}),
                        kDone});
        desk.open();
        const SessionId session = desk.engine->createSession();
        desk.engine->prompt(session, u"Go"_s);
        QTRY_COMPARE_WITH_TIMEOUT(desk.questions.size() + desk.asked.size(), 3, 10000);
        desk.engine->replyToQuestion(desk.questions.first().id, dismiss());
        QTRY_COMPARE_WITH_TIMEOUT(desk.ended.size(), 1, 10000);
        QCOMPARE(desk.ended.first().outcome, Outcome::Refused);
        QVERIFY(desk.engine->pendingQuestions().isEmpty());
        QVERIFY(desk.engine->pendingRequests().isEmpty());
        QCOMPARE(desk.questionsEnded.size(), 2);
        QVERIFY(!scratch.exists(u"project/ran"_s));
    }

    void aRefusalEndsTheQuestionsOfItsSession()
    {
        Scratch scratch;
        Desk desk(scratch);
        desk.setConfig({{u"permissions"_s,
                         QJsonArray{QJsonObject{{u"action"_s, u"bash"_s},
                                                {u"resource"_s, u"*"_s},
                                                {u"effect"_s, u"ask"_s}}}}});
        desk.setScript({turnOf({question(), call(u"bash"_s, {{u"command"_s, u"true"_s}})}), kDone});
        desk.open();
        const SessionId session = desk.engine->createSession();
        desk.engine->prompt(session, u"Go"_s);
        QTRY_COMPARE_WITH_TIMEOUT(desk.questions.size() + desk.asked.size(), 2, 10000);
        desk.engine->reply(desk.asked.first().id, reject());
        QTRY_COMPARE_WITH_TIMEOUT(desk.ended.size(), 1, 10000);
        QCOMPARE(desk.questionsEnded.size(), 1);
        QCOMPARE(desk.questionsEnded.first().ending, Question::Ending::Interrupted);
    }

    void stoppingTheRunEndsItsQuestionOnly()
    {
        Scratch scratch;
        Desk desk(scratch);
        desk.setScript({turnOf({question()}), kDone});
        desk.open();
        const SessionId first = desk.engine->createSession();
        const SessionId second = desk.engine->createSession();
        desk.engine->prompt(first, u"Go"_s);
        QTRY_COMPARE_WITH_TIMEOUT(desk.questions.size(), 1, 10000);
        desk.engine->prompt(second, u"Go"_s);
        QTRY_COMPARE_WITH_TIMEOUT(desk.questions.size(), 2, 10000);
        desk.engine->interrupt(first);
        QTRY_COMPARE_WITH_TIMEOUT(desk.ended.size(), 1, 10000);
        QCOMPARE(desk.ended.first().outcome, Outcome::Interrupted);
        const auto calls = Desk::calls(desk.history(first));
        QCOMPARE(calls.first().state, CallState::Interrupted);
        const auto pending = desk.engine->pendingQuestions();
        QCOMPARE(pending.size(), 1);
        QCOMPARE(pending.first().inquiry.session, second);
        desk.engine->replyToQuestion(pending.first().id, answers({{u"my own"_s}}));
        QTRY_COMPARE_WITH_TIMEOUT(desk.ended.size(), 2, 10000);
        QCOMPARE(desk.ended.last().outcome, Outcome::Done);
        // Too late for the first one: that is told.
        desk.engine->replyToQuestion(desk.questions.first().id, answers({{u"A"_s}}));
        QTRY_COMPARE_WITH_TIMEOUT(desk.failures.size(), 1, 10000);
        QVERIFY(desk.failures.first().message.contains(u"is not pending"_s));
    }

    void closingTheDeskInterrupts()
    {
        Scratch scratch;
        Desk desk(scratch);
        desk.setScript({turnOf({question()}), kDone});
        desk.open();
        const SessionId session = desk.engine->createSession();
        desk.engine->prompt(session, u"Go"_s);
        QTRY_COMPARE_WITH_TIMEOUT(desk.questions.size(), 1, 10000);
        desk.close();
        desk.open();
        QVERIFY(desk.engine->pendingQuestions().isEmpty());
        const auto calls = Desk::calls(desk.history(session));
        QCOMPARE(calls.first().state, CallState::Interrupted);
    }

    void whoIsOfferedQuestions_data()
    {
        QTest::addColumn<QString>("agent");
        QTest::addColumn<bool>("somebody");
        QTest::addColumn<bool>("offered");
        QTest::newRow("build") << u"build"_s << true << true;
        QTest::newRow("plan") << u"plan"_s << true << true;
        QTest::newRow("an agent of the person's own") << u"mine"_s << true << false;
        QTest::newRow("general") << u"general"_s << true << false;
        QTest::newRow("explore") << u"explore"_s << true << false;
        QTest::newRow("build, with nobody at the desk") << u"build"_s << false << false;
    }

    void whoIsOfferedQuestions()
    {
        QFETCH(const QString, agent);
        QFETCH(const bool, somebody);
        QFETCH(const bool, offered);
        Scratch scratch;
        Desk desk(scratch);
        desk.setConfig({{u"agents"_s, QJsonObject{{u"mine"_s, QJsonObject{}}}}});
        desk.asksQuestions = somebody;
        desk.open();
        bool found = false;
        const auto tools = desk.engine->tools(agent);
        for (const ToolDefinition &tool : tools)
            found = found || tool.name == u"question"_s;
        QCOMPARE(found, offered);
    }

    void whereNobodyIsThereTheModelGoesOn()
    {
        Scratch scratch;
        Desk desk(scratch);
        desk.setScript({turnOf({question()}), kDone});
        desk.asksQuestions = false;
        desk.open();
        QCOMPARE(desk.run(u"Go"_s).outcome, Outcome::Done);
        const auto calls = Desk::calls(desk.history(desk.session));
        QCOMPARE(calls.first().state, CallState::Error);
        QVERIFY(calls.first().error.startsWith(u"There is no tool \"question\""_s));
        QVERIFY(desk.questions.isEmpty());
    }

    void todosAreDurable()
    {
        Scratch scratch;
        Desk desk(scratch);
        desk.setScript(
                {turnOf({todos({todo(u"one"_s, u"in_progress"_s), todo(u"two"_s, u"pending"_s)})}),
                 turnOf({todos({todo(u"one"_s, u"completed"_s)})}), kDone});
        desk.open();
        QCOMPARE(desk.run(u"Go"_s).outcome, Outcome::Done);
        const QList<Todo> first{{u"one"_s, TodoStatus::InProgress, TodoPriority::Medium},
                                {u"two"_s, TodoStatus::Pending, TodoPriority::Medium}};
        const QList<Todo> last{{u"one"_s, TodoStatus::Completed, TodoPriority::Medium}};
        QCOMPARE(desk.todos, (QList<QList<Todo>>{first, last}));
        const SessionId session = desk.session;
        desk.close();
        desk.todos.clear();
        desk.open();
        QVERIFY(!desk.history(session).isEmpty());
        QCOMPARE(desk.todos, QList<QList<Todo>>{last});
        desk.todos.clear();
        QVERIFY(desk.history(desk.engine->createSession()).isEmpty());
        QCOMPARE(desk.todos, QList<QList<Todo>>{{}});
    }

    void todosOutsideASessionAreNotKept()
    {
        Scratch scratch;
        Desk desk(scratch);
        desk.open();
        QSignalSpy called(desk.engine.get(), &Engine::toolCalled);
        desk.engine->callTool(u"todowrite"_s,
                              {{u"todos"_s, QJsonArray{todo(u"one"_s, u"pending"_s)}}});
        QVERIFY(called.wait(10000));
        const auto settled = called.first().first().value<Settled>();
        QVERIFY(settled.ok());
        QCOMPARE(settled.modelText(),
                 u"This call belongs to no session, so the list was not kept.\n- [pending] one"_s);
        QVERIFY(desk.todos.isEmpty());
    }

    void whatLiesBesideASkillCanBeRead()
    {
        Scratch scratch;
        const QString beside = scratch.write(u"home/.claude/skills/s/notes.md"_s, "the notes\n");
        const QString outside = scratch.write(u"home/.claude/other.md"_s, "not these\n");
        scratch.write(u"home/.claude/skills/s/SKILL.md"_s,
                      "---\nname: s\ndescription: Says how.\n---\nThe way.\n");
        Desk desk(scratch);
        desk.setScript({turnOf({call(u"skill"_s, {{u"name"_s, u"s"_s}})}),
                        turnOf({call(u"read"_s, {{u"path"_s, beside}})}),
                        turnOf({call(u"read"_s, {{u"path"_s, outside}})}), kDone});
        desk.open();
        desk.person = [](const Permission::Request &) {
            return reject(u"no"_s);
        };
        QCOMPARE(desk.run(u"Go"_s).outcome, Outcome::Done);
        const auto calls = Desk::calls(desk.history(desk.session));
        QCOMPARE(calls.size(), 3);
        QCOMPARE(calls.at(0).state, CallState::Completed);
        QVERIFY(std::get<TextContent>(calls.at(0).content.first()).text.contains(beside));
        QCOMPARE(calls.at(1).state, CallState::Completed);
        QCOMPARE(calls.at(2).state, CallState::Refused);
        QCOMPARE(desk.asked.size(), 1);
        QCOMPARE(desk.asked.first().inquiry.action, u"external_directory"_s);
    }

    void theModelIsToldOfTheSkills()
    {
        Scratch scratch;
        scratch.write(u"project/.agents/skills/s/SKILL.md"_s,
                      "---\nname: s\ndescription: Says how.\n---\nThe way.\n");
        scratch.write(u"project/.agents/skills/bad/SKILL.md"_s, "no front matter\n");
        const FakeModel model([](int, const QJsonObject &) { return FakeTurn{u"Fine."_s, {}}; });
        Desk desk(scratch);
        desk.setConfig({{u"model"_s, u"fake/m"_s},
                        {u"providers"_s,
                         QJsonObject{{u"fake"_s,
                                      QJsonObject{{u"base_url"_s, model.baseUrl()},
                                                  {u"models"_s,
                                                   QJsonObject{{u"m"_s, QJsonObject{}}}}}}}}});
        desk.open();
        QCOMPARE(desk.run(u"Go"_s).outcome, Outcome::Done);
        QString description;
        const QJsonArray tools = model.requests().first().value(u"tools"_s).toArray();
        for (const QJsonValue &tool : tools) {
            const QJsonObject function = tool.toObject().value(u"function"_s).toObject();
            if (function.value(u"name"_s) == u"skill"_s)
                description = function.value(u"description"_s).toString();
        }
        QVERIFY2(description.endsWith(u"\n- s: Says how."_s), qPrintable(description));
        // What cannot be used is told to the person.
        QCOMPARE(desk.engine->configProblems().size(), 1);
        QVERIFY(desk.engine->configProblems().first().contains(u"/bad/SKILL.md:1:1: "_s));
    }
};

QTEST_GUILESS_MAIN(tst_Talk)
#include "tst_talk.moc"
