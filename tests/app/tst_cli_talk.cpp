// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "program.h"

#include <QJsonDocument>
#include <QTest>

using namespace Countersign::Test;
using namespace Qt::StringLiterals;

namespace {

QJsonObject option(const QString &label)
{
    return {{u"label"_s, label}, {u"description"_s, u""_s}};
}

QJsonObject questionOf(const QString &header, const QString &text)
{
    return {{u"question"_s, text},
            {u"header"_s, header},
            {u"options"_s, QJsonArray{option(u"SQLite"_s), option(u"Files"_s)}},
            {u"multiple"_s, false}};
}

const QJsonObject kForm{{u"questions"_s,
                         QJsonArray{questionOf(u"Database"_s, u"Which database?"_s),
                                    questionOf(u"Name"_s, u"What is it called?"_s)}}};

QJsonObject todo(const QString &content, const QString &status)
{
    return {{u"content"_s, content}, {u"status"_s, status}, {u"priority"_s, u"medium"_s}};
}

QJsonObject answer(const QString &question, const QStringList &answers)
{
    return {{u"question"_s, question}, {u"answers"_s, QJsonArray::fromStringList(answers)}};
}

} // namespace

/// Skills, todos and questions on the command line.
class tst_CliTalk : public QObject
{
    Q_OBJECT

    std::unique_ptr<Program> m_program;

    Ran runJson(const QJsonArray &turns, const QStringList &more = {})
    {
        return m_program->run(QStringList{u"run"_s, u"--format"_s, u"json"_s, u"--model"_s,
                                          m_program->script(turns)}
                              + more + QStringList{u"Go"_s});
    }
    static QString lastTool(const Ran &ran)
    {
        const QList<QJsonObject> tools = ran.lines(u"tool"_s);
        const QJsonObject last = tools.isEmpty() ? QJsonObject() : tools.last();
        return last.value(u"state"_s).toString() + u": "_s
                + (last.contains(u"error"_s) ? last.value(u"error"_s) : last.value(u"output"_s))
                          .toString();
    }

private Q_SLOTS:
    void init() { m_program = std::make_unique<Program>(); }

    void questions_data()
    {
        QTest::addColumn<QStringList>("options"); // ANSWERS stands for the file.
        QTest::addColumn<QJsonArray>("entries");
        QTest::addColumn<int>("exit");
        QTest::addColumn<QString>("tool"); // The beginning.
        QTest::addColumn<QString>("ending");
        const QJsonArray none;
        QTest::newRow("not offered without answers: the agent goes on")
                << QStringList() << none << 0 << u"error: There is no tool \"question\""_s
                << QString();
        QTest::newRow("not offered with --auto")
                << QStringList{u"--auto"_s} << none << 0
                << u"error: There is no tool \"question\""_s << QString();
        QTest::newRow("not offered when the answers are for requests only")
                << QStringList{u"--answers"_s, u"ANSWERS"_s}
                << QJsonArray{QJsonObject{
                           {u"action"_s, u"*"_s}, {u"resource"_s, u"*"_s}, {u"reply"_s, u"once"_s}}}
                << 0 << u"error: There is no tool \"question\""_s << QString();
        QTest::newRow("answered by the question and by the header")
                << QStringList{u"--answers"_s, u"ANSWERS"_s}
                << QJsonArray{answer(u"Which *"_s, {u"SQLite"_s}), answer(u"Name"_s, {u"desk"_s})}
                << 0
                << u"completed: The user answered:\n- Which database? → \"SQLite\"\n"
                   "- What is it called? → \"desk\""_s
                << u"answered"_s;
        QTest::newRow("the first entry that fits answers; none is an answer, too")
                << QStringList{u"--answers"_s, u"ANSWERS"_s}
                << QJsonArray{answer(u"Database"_s, {}), answer(u"*"_s, {u"x"_s})} << 0
                << u"completed: The user answered:\n- Which database? → (unanswered)\n"
                   "- What is it called? → \"x\""_s
                << u"answered"_s;
        QTest::newRow("one question without an entry: nobody could be asked")
                << QStringList{u"--answers"_s, u"ANSWERS"_s}
                << QJsonArray{answer(u"Database"_s, {u"SQLite"_s})} << 3
                << u"refused: The question needs a person and nobody could be asked."_s
                << u"dismissed"_s;
        QTest::newRow("an answer that does not fit")
                << QStringList{u"--answers"_s, u"ANSWERS"_s}
                << QJsonArray{answer(u"*"_s, {u"a"_s, u"b"_s})} << 3
                << u"refused: The question needs a person and nobody could be asked."_s
                << u"dismissed"_s;
        QTest::newRow("dismissed without words: the run stops")
                << QStringList{u"--answers"_s, u"ANSWERS"_s}
                << QJsonArray{QJsonObject{{u"question"_s, u"*"_s}, {u"reply"_s, u"dismiss"_s}}} << 3
                << u"refused: The question was dismissed by a prepared answer."_s << u"dismissed"_s;
        QTest::newRow("dismissed with words: the agent goes on")
                << QStringList{u"--answers"_s, u"ANSWERS"_s}
                << QJsonArray{QJsonObject{{u"question"_s, u"*"_s},
                                          {u"reply"_s, u"dismiss"_s},
                                          {u"message"_s, u"Choose yourself."_s}}}
                << 0
                << u"refused: The question was dismissed by a prepared answer: Choose yourself."_s
                << u"dismissed"_s;
    }

    void questions()
    {
        QFETCH(QStringList, options);
        QFETCH(const QJsonArray, entries);
        QFETCH(const int, exit);
        QFETCH(const QString, tool);
        QFETCH(const QString, ending);
        options.replaceInStrings(u"ANSWERS"_s, m_program->answers(entries));
        const Ran ran = runJson({turn(u""_s, u"question"_s, kForm), turn(u"Done."_s)}, options);
        QCOMPARE(ran.exit, exit);
        QVERIFY2(lastTool(ran).startsWith(tool), ran.out.constData());
        const QList<QJsonObject> asked = ran.lines(u"question"_s);
        const QList<QJsonObject> ended = ran.lines(u"answered"_s);
        QCOMPARE(asked.size(), ending.isEmpty() ? 0 : 1);
        QCOMPARE(ended.size(), asked.size());
        if (ending.isEmpty())
            return;
        QCOMPARE(asked.first().value(u"questions"_s), kForm.value(u"questions"_s));
        QCOMPARE(ended.first().value(u"id"_s), asked.first().value(u"id"_s));
        QCOMPARE(ended.first().value(u"ending"_s).toString(), ending);
    }

    void oneCall()
    {
        const QString input = QString::fromUtf8(QJsonDocument(kForm).toJson());
        const Ran nobody = m_program->run({u"tool"_s, u"call"_s, u"question"_s, input});
        QCOMPARE(nobody.exit, 1);
        QCOMPARE(nobody.object().value(u"error"_s).toString(),
                 u"The question needs a person and nobody could be asked."_s);
        const Ran answered =
                m_program->run({u"tool"_s, u"call"_s, u"question"_s, input, u"--answers"_s,
                                m_program->answers({answer(u"*"_s, {u"Files"_s})})});
        QCOMPARE(answered.exit, 0);
        QCOMPARE(answered.object().value(u"structured"_s).toObject(),
                 (QJsonObject{{u"answers"_s,
                               QJsonArray{QJsonArray{u"Files"_s}, QJsonArray{u"Files"_s}}}}));
    }

    void badAnswers_data()
    {
        QTest::addColumn<QJsonObject>("entry");
        QTest::addColumn<QByteArray>("words");
        QTest::newRow("neither answers nor reply") << QJsonObject{{u"question"_s, u"*"_s}}
                                                   << QByteArray("write either \"answers\" or");
        QTest::newRow("both") << QJsonObject{{u"question"_s, u"*"_s},
                                             {u"answers"_s, QJsonArray()},
                                             {u"reply"_s, u"dismiss"_s}}
                              << QByteArray("write either \"answers\" or");
        QTest::newRow("an answer that is a text")
                << QJsonObject{{u"question"_s, u"*"_s}, {u"answers"_s, u"x"_s}}
                << QByteArray("[1].answers: is a string");
        QTest::newRow("another reply")
                << QJsonObject{{u"question"_s, u"*"_s}, {u"reply"_s, u"once"_s}}
                << QByteArray("[1].reply");
    }

    void badAnswers()
    {
        QFETCH(const QJsonObject, entry);
        QFETCH(const QByteArray, words);
        const QString file = m_program->answers({answer(u"*"_s, {u"x"_s}), entry});
        const Ran ran = m_program->run({u"run"_s, u"--answers"_s, file, u"Go"_s});
        QCOMPARE(ran.exit, 2);
        QVERIFY2(ran.err.contains(words), ran.err.constData());
    }

    /// An agent's words may not write to the clipboard, hide what was said, or draw over it.
    void wordsDoNotSteerTheTerminal()
    {
        const QString words = u"a\x1b]52;c;eA==\x07\x1b[2J\rb\u009b31m\u202Ec\tä😀"_s;
        const QStringList arguments{
                u"run"_s, u"--model"_s,
                m_program->script({turn(words, u"todowrite"_s,
                                        {{u"todos"_s, QJsonArray{todo(words, u"pending"_s)}}}),
                                   turn(u"Done."_s)}),
                u"Go"_s};
        const QString shown = QString::fromUtf8(m_program->runOnTerminal(arguments));
        const QString safe =
                u"a\\u001b]52;c;eA==\\u0007\\u001b[2J\\u000db\\u009b31m\\u202ec\tä😀"_s;
        QVERIFY2(shown.startsWith(safe + u"\r\n"_s), qPrintable(shown));
        QVERIFY2(shown.contains(u"[pending] a\\u001b]52"_s), qPrintable(shown));
        QVERIFY2(!shown.contains(u'\x1b') && !shown.contains(QChar(0x9b)), qPrintable(shown));
        // A file gets what was said.
        QVERIFY(m_program->run(arguments).out.startsWith((words + u'\n').toUtf8()));
    }

    void todos()
    {
        const QJsonArray first{todo(u"Look"_s, u"in_progress"_s), todo(u"Mend"_s, u"pending"_s)};
        const QJsonArray last{todo(u"Look"_s, u"completed"_s), todo(u"Mend"_s, u"cancelled"_s)};
        const QJsonArray turns{turn(u""_s, u"todowrite"_s, {{u"todos"_s, first}}),
                               turn(u""_s, u"todowrite"_s, {{u"todos"_s, last}}), turn(u"Done."_s)};
        const Ran ran = runJson(turns);
        QCOMPARE(ran.exit, 0);
        const QList<QJsonObject> lists = ran.lines(u"todos"_s);
        QCOMPARE(lists.size(), 2);
        QCOMPARE(lists.first().value(u"todos"_s).toArray(), first);
        QCOMPARE(lists.last().value(u"todos"_s).toArray(), last);

        const QString session = ran.lines().last().value(u"session"_s).toString();
        const Ran json = m_program->run({u"sessions"_s, u"export"_s, session});
        QCOMPARE(json.object().value(u"todos"_s).toArray(), last);
        const Ran text = m_program->run({u"sessions"_s, u"show"_s, session});
        QVERIFY2(text.out.endsWith("── todos\n  [completed] Look\n  [cancelled] Mend\n"),
                 text.out.constData());

        const Ran people =
                m_program->run({u"run"_s, u"--model"_s, m_program->script(turns), u"Go"_s});
        QCOMPARE(people.out, "Done.\n");
        QVERIFY2(people.err.contains("  [in_progress] Look\n  [pending] Mend\n"),
                 people.err.constData());
    }

    void skills()
    {
        m_program->file(u".claude/skills/deploy/SKILL.md"_s,
                        "---\nname: deploy\ndescription: How to deploy.\n---\nWith care.\n");
        m_program->file(u".claude/skills/bad/SKILL.md"_s, "---\nname: bad name\n---\n");
        const Ran list = m_program->run({u"tool"_s, u"list"_s, u"--json"_s});
        QVERIFY2(list.out.contains("\\n- deploy: How to deploy.\""), list.out.constData());
        const Ran called =
                m_program->run({u"tool"_s, u"call"_s, u"skill"_s, uR"({"name":"deploy"})"_s});
        QCOMPARE(called.exit, 0);
        QVERIFY2(called.out.contains("With care."), called.out.constData());
        // A rule hides one and denies it.
        m_program->configure(
                R"({"permissions":[{"action":"skill","resource":"deploy","effect":"deny"}]})");
        const Ran hidden = m_program->run({u"tool"_s, u"list"_s, u"--json"_s});
        QVERIFY2(!hidden.out.contains("- deploy"), hidden.out.constData());
        const Ran denied =
                m_program->run({u"tool"_s, u"call"_s, u"skill"_s, uR"({"name":"deploy"})"_s});
        QCOMPARE(denied.exit, 1);
        QVERIFY2(denied.out.contains("is denied by the rule skill deploy"), denied.out.constData());
        // What cannot be used is said.
        const Ran doctor = m_program->run({u"doctor"_s});
        QVERIFY2(doctor.out.contains("/bad/SKILL.md:2:1: the name of a skill has"),
                 doctor.out.constData());
    }
};

QTEST_GUILESS_MAIN(tst_CliTalk)
#include "tst_cli_talk.moc"
