// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "support/workbench.h"

#include <QJsonArray>
#include <QTest>

using namespace Qt::StringLiterals;

namespace Countersign::Test {

using Permission::Effect;

/// The tools todowrite and question.
class tst_TalkTools : public QObject
{
    Q_OBJECT

    static QString text(const Settled &settled)
    {
        return settled.ok() ? settled.modelText() : u"ERROR: "_s + settled.error->message;
    }
    static QJsonObject todo(const QString &content, const QString &status,
                            const QString &priority = {})
    {
        QJsonObject json{{u"content"_s, content}, {u"status"_s, status}};
        if (!priority.isEmpty())
            json.insert(u"priority"_s, priority);
        return json;
    }
    static QJsonObject option(const QString &label)
    {
        return {{u"label"_s, label}, {u"description"_s, QString(u"about "_s + label)}};
    }
    static QJsonObject form()
    {
        return {{u"questions"_s,
                 QJsonArray{QJsonObject{{u"question"_s, u"Which\ndatabase?"_s},
                                        {u"header"_s, u"Database"_s},
                                        {u"options"_s, QJsonArray{option(u"A"_s), option(u"B"_s)}}},
                            QJsonObject{
                                    {u"question"_s, u"Which tests?"_s},
                                    {u"header"_s, u"Tests"_s},
                                    {u"options"_s, QJsonArray{option(u"unit"_s), option(u"gui"_s)}},
                                    {u"multiple"_s, true}}}}};
    }
    /// Answers the next forms by `reply`, on the thread that asks.
    static void seat(Workbench &bench, const Question::Reply &reply)
    {
        connect(
                &bench.questions(), &Question::Service::asked, &bench.questions(),
                [&bench, reply](const Question::Request &request) {
                    QVERIFY(bench.questions().reply(request.id, reply));
                },
                Qt::DirectConnection);
    }

private Q_SLOTS:
    void todosAreKept()
    {
        Workbench bench;
        const QJsonArray list{todo(u"one"_s, u"completed"_s, u"high"_s),
                              todo(u"two"_s, u"in_progress"_s, u"low"_s),
                              todo(u"three"_s, u"pending"_s), todo(u"four"_s, u"cancelled"_s)};
        const Settled settled = bench.call(u"todowrite"_s, {{u"todos"_s, list}});
        QCOMPARE(text(settled),
                 u"The list is kept: 2 open of 4.\n- [completed] one\n- [in_progress] two\n"
                 "- [pending] three\n- [cancelled] four"_s);
        QCOMPARE(bench.todos(),
                 (QList<QList<Todo>>{{{u"one"_s, TodoStatus::Completed, TodoPriority::High},
                                      {u"two"_s, TodoStatus::InProgress, TodoPriority::Low},
                                      {u"three"_s, TodoStatus::Pending, TodoPriority::Medium},
                                      {u"four"_s, TodoStatus::Cancelled, TodoPriority::Medium}}}));
        QJsonArray whole = list;
        whole[2] = todo(u"three"_s, u"pending"_s, u"medium"_s);
        whole[3] = todo(u"four"_s, u"cancelled"_s, u"medium"_s);
        QCOMPARE(settled.output.structured.toObject(), (QJsonObject{{u"todos"_s, whole}}));
        QCOMPARE(text(bench.call(u"todowrite"_s, {{u"todos"_s, QJsonArray()}})),
                 u"The list is empty now."_s);
        QCOMPARE(bench.todos().last(), QList<Todo>());
    }

    void todosThatAreRefused_data()
    {
        QTest::addColumn<QJsonValue>("todos");
        QTest::addColumn<QString>("words");
        QTest::newRow("no list") << QJsonValue(u"x"_s) << u"todos: is a string"_s;
        QTest::newRow("a status of another kind")
                << QJsonValue(QJsonArray{todo(u"x"_s, u"pending"_s), todo(u"x"_s, u"done"_s)})
                << u"todos[1].status"_s;
        QTest::newRow("a priority of another kind")
                << QJsonValue(QJsonArray{todo(u"x"_s, u"pending"_s, u"urgent"_s)})
                << u"todos[0].priority"_s;
        QTest::newRow("blank") << QJsonValue(QJsonArray{todo(u" "_s, u"pending"_s)})
                               << u"The content of todos[0] is empty"_s;
        QTest::newRow("a book") << QJsonValue(
                QJsonArray{todo(QString(kLongestTodo + 1, u'x'), u"pending"_s)})
                                << u"has 1001 characters; write at most 1000"_s;
        QJsonArray many;
        for (int i = 0; i <= kMostTodos; ++i)
            many.append(todo(u"x"_s, u"pending"_s));
        QTest::newRow("too many") << QJsonValue(many) << u"The list has 101 entries"_s;
    }

    void todosThatAreRefused()
    {
        QFETCH(const QJsonValue, todos);
        QFETCH(const QString, words);
        Workbench bench;
        const QString said = text(bench.call(u"todowrite"_s, {{u"todos"_s, todos}}));
        QVERIFY2(said.startsWith(u"ERROR: "_s) && said.contains(words), qPrintable(said));
        QCOMPARE(bench.todos(), QList<QList<Todo>>());
    }

    void todosAskWhereRulesSaySo()
    {
        Workbench bench({rule(u"todowrite"_s, u"*"_s, Effect::Ask)});
        bench.seat([](const Permission::Request &) { return no(u"No lists."_s); });
        const QJsonArray list{todo(u"one"_s, u"pending"_s, u"high"_s)};
        QCOMPARE(text(bench.call(u"todowrite"_s, {{u"todos"_s, list}})),
                 u"ERROR: The user refused this todowrite and said: No lists."_s);
        QCOMPARE(bench.todos(), QList<QList<Todo>>());
        const Permission::Inquiry inquiry = bench.asked().first().inquiry;
        QCOMPARE(inquiry.resources, QStringList{u"*"_s});
        QCOMPARE(inquiry.save, (QList<Permission::SaveOffer>{{u"*"_s, false}}));
        QCOMPARE(inquiry.metadata, (QJsonObject{{u"todos"_s, list}}));
    }

    void questionsAreAnswered_data()
    {
        QTest::addColumn<Question::Answers>("answers");
        QTest::addColumn<QString>("words");
        QTest::newRow("options") << Question::Answers{{u"A"_s}, {u"unit"_s, u"gui"_s}}
                                 << u"The user answered:\n- Which database? → \"A\"\n"
                                    "- Which tests? → \"unit\", \"gui\""_s;
        QTest::newRow("words of their own and nothing")
                << Question::Answers{{u"a file"_s}, {}}
                << u"The user answered:\n- Which database? → \"a file\"\n"
                   "- Which tests? → (unanswered)"_s;
    }

    void questionsAreAnswered()
    {
        QFETCH(const Question::Answers, answers);
        QFETCH(const QString, words);
        Workbench bench;
        Question::Reply reply;
        reply.dismissed = false;
        reply.answers = answers;
        seat(bench, reply);
        const Settled settled = bench.call(u"question"_s, form());
        QCOMPARE(text(settled), words);
        QJsonArray structured;
        for (const QStringList &one : answers)
            structured.append(QJsonArray::fromStringList(one));
        QCOMPARE(settled.output.structured.toObject(), (QJsonObject{{u"answers"_s, structured}}));
    }

    void dismissingIsNoAnswer_data()
    {
        QTest::addColumn<QString>("message");
        QTest::addColumn<ErrorCode>("code");
        QTest::newRow("without words the run stops") << QString() << ErrorCode::Declined;
        QTest::newRow("with words the model reads them") << u"Later."_s << ErrorCode::Denied;
    }

    void dismissingIsNoAnswer()
    {
        QFETCH(const QString, message);
        QFETCH(const ErrorCode, code);
        Workbench bench;
        Question::Reply reply;
        reply.message = message;
        seat(bench, reply);
        const Settled settled = bench.call(u"question"_s, form());
        QVERIFY(!settled.ok());
        QCOMPARE(settled.error->code, code);
        QVERIFY(settled.error->message.contains(message));
    }

    void aRuleDeniesTheQuestionBeforeAnybodyHearsOfIt()
    {
        Workbench bench({rule(u"question"_s, u"*"_s, Effect::Deny),
                         rule(u"question"_s, u"x"_s, Effect::Allow)}); // Else it is not offered.
        seat(bench, {});
        QCOMPARE(text(bench.call(u"question"_s, form())).left(35),
                 u"ERROR: question of * is denied by t"_s);
    }

    void aFormThatCannotBeAsked()
    {
        Workbench bench;
        seat(bench, {});
        QCOMPARE(text(bench.call(u"question"_s, {{u"questions"_s, QJsonArray()}})),
                 u"ERROR: There is no question; ask at least one."_s);
        const QString said = text(bench.call(
                u"question"_s,
                {{u"questions"_s, QJsonArray{QJsonObject{{u"options"_s, QJsonArray{u"A"_s}}}}}}));
        QVERIFY2(said.contains(u"questions[0].question: is missing"_s)
                         && said.contains(u"questions[0].options[0]: is a string"_s),
                 qPrintable(said));
    }
};

} // namespace Countersign::Test

QTEST_GUILESS_MAIN(Countersign::Test::tst_TalkTools)
#include "tst_talktools.moc"
