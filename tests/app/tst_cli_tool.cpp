// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "program.h"

#include <QJsonDocument>
#include <QTest>

using namespace Countersign::Test;
using namespace Qt::StringLiterals;

class tst_CliTool : public QObject
{
    Q_OBJECT

    std::unique_ptr<Program> m_program;

    Ran call(const QString &tool, const QJsonObject &input, const QStringList &more = {})
    {
        return m_program->run(
                QStringList{u"tool"_s, u"call"_s, tool,
                            QString::fromUtf8(QJsonDocument(input).toJson(QJsonDocument::Compact))}
                + more);
    }

private Q_SLOTS:
    void init()
    {
        m_program = std::make_unique<Program>();
        m_program->configure(askEverything());
        m_program->file(u"a.txt"_s, "one\n");
    }

    void list()
    {
        const Ran ran = m_program->run({u"tool"_s, u"list"_s, u"--json"_s});
        QCOMPARE(ran.exit, 0);
        QStringList names;
        const QList<QJsonObject> lines = ran.lines();
        for (const QJsonObject &line : lines) {
            names.append(line.value(u"name"_s).toString());
            QVERIFY(!line.value(u"description"_s).toString().isEmpty());
        }
        QCOMPARE(names,
                 QStringList({u"apply_patch"_s, u"bash"_s, u"edit"_s, u"glob"_s, u"grep"_s,
                              u"question"_s, u"read"_s, u"skill"_s, u"todowrite"_s, u"webfetch"_s,
                              u"write"_s}));
        const Ran text = m_program->run({u"tool"_s, u"list"_s});
        QCOMPARE(text.exit, 0);
        QCOMPARE(text.out.count('\n'), 11);
        QVERIFY(text.out.startsWith("apply_patch "));
    }

    void listOfAnAgentThatMayNotEdit()
    {
        m_program->configure("{}");
        const Ran ran =
                m_program->run({u"tool"_s, u"list"_s, u"--json"_s, u"--agent"_s, u"explore"_s});
        QCOMPARE(ran.exit, 0);
        QStringList names;
        const QList<QJsonObject> lines = ran.lines();
        for (const QJsonObject &line : lines)
            names.append(line.value(u"name"_s).toString());
        QCOMPARE(names, QStringList({u"glob"_s, u"grep"_s, u"read"_s, u"webfetch"_s}));
    }

    void schema()
    {
        const Ran ran = m_program->run({u"tool"_s, u"schema"_s, u"edit"_s});
        QCOMPARE(ran.exit, 0);
        const QJsonObject schema = ran.object();
        QCOMPARE(schema.value(u"type"_s).toString(), u"object"_s);
        QCOMPARE(schema.value(u"required"_s).toArray(),
                 QJsonArray({u"path"_s, u"oldString"_s, u"newString"_s}));
    }

    void callThatSucceeds()
    {
        const Ran ran = call(u"read"_s, {{u"path"_s, u"a.txt"_s}});
        QCOMPARE(ran.exit, 0);
        const QJsonObject expected{
                {u"status"_s, u"completed"_s},
                {u"content"_s,
                 QJsonArray{QJsonObject{{u"type"_s, u"text"_s},
                                        {u"text"_s, u"a.txt, lines 1-1 of 1:\n1: one"_s}}}},
                {u"structured"_s,
                 QJsonObject{{u"type"_s, u"text"_s},
                             {u"resource"_s, u"a.txt"_s},
                             {u"offset"_s, 1},
                             {u"count"_s, 1},
                             {u"total"_s, 1}}},
                {u"outputPaths"_s, QJsonArray()}};
        QCOMPARE(ran.object(), expected);
    }

    void longOutputIsKept()
    {
        const Ran ran = call(u"bash"_s, {{u"command"_s, u"seq 1 5000"_s}}, {u"--auto"_s});
        QCOMPARE(ran.exit, 0);
        const QJsonArray paths = ran.object().value(u"outputPaths"_s).toArray();
        QCOMPARE(paths.size(), 1);
        QVERIFY(paths.first().toString().startsWith(
                m_program->scratch.path(u"home/data/tool-output/"_s)));
    }

    void callThatFails_data()
    {
        QTest::addColumn<QString>("tool");
        QTest::addColumn<QJsonObject>("input");
        QTest::addColumn<QString>("words");
        QTest::newRow("no such tool") << u"fly"_s << QJsonObject() << u"fly"_s;
        QTest::newRow("no such file")
                << u"read"_s << QJsonObject{{u"path"_s, u"b.txt"_s}} << u"b.txt"_s;
        QTest::newRow("a field of the wrong type")
                << u"read"_s << QJsonObject{{u"path"_s, 7}} << u"path"_s;
        QTest::newRow("a rule denies")
                << u"write"_s << QJsonObject{{u"path"_s, u"SECRET.md"_s}, {u"content"_s, u"x"_s}}
                << u"is denied by the rule edit SECRET.md"_s;
        QTest::newRow("nobody could be asked")
                << u"write"_s << QJsonObject{{u"path"_s, u"c.txt"_s}, {u"content"_s, u"x"_s}}
                << u"needs permission and nobody could be asked."_s;
    }

    void callThatFails()
    {
        QFETCH(const QString, tool);
        QFETCH(const QJsonObject, input);
        QFETCH(const QString, words);
        const Ran ran = call(tool, input);
        QCOMPARE(ran.exit, 1);
        const QJsonObject result = ran.object();
        QStringList keys = result.keys();
        keys.removeAll(u"code"_s);
        QCOMPARE(keys,
                 QStringList({u"content"_s, u"error"_s, u"outputPaths"_s, u"status"_s,
                              u"structured"_s}));
        QCOMPARE(result.value(u"status"_s).toString(), u"error"_s);
        QCOMPARE(result.value(u"content"_s).toArray(), QJsonArray());
        QVERIFY2(result.value(u"error"_s).toString().contains(words), ran.out.constData());
        QVERIFY(!m_program->scratch.exists(u"project/SECRET.md"_s));
        QVERIFY(!m_program->scratch.exists(u"project/c.txt"_s));
    }

    void preparedAnswers()
    {
        const QString answers = m_program->answers({QJsonObject{{u"action"_s, u"edit"_s},
                                                                {u"resource"_s, u"c.txt"_s},
                                                                {u"reply"_s, u"once"_s}},
                                                    QJsonObject{{u"action"_s, u"edit"_s},
                                                                {u"resource"_s, u"*"_s},
                                                                {u"reply"_s, u"reject"_s},
                                                                {u"message"_s, u"Only c.txt."_s}}});
        const Ran good = call(u"write"_s, {{u"path"_s, u"c.txt"_s}, {u"content"_s, u"x"_s}},
                              {u"--answers"_s, answers});
        QCOMPARE(good.exit, 0);
        QCOMPARE(m_program->bytes(u"c.txt"_s), "x");
        const Ran bad = call(u"write"_s, {{u"path"_s, u"d.txt"_s}, {u"content"_s, u"x"_s}},
                             {u"--answers"_s, answers});
        QCOMPARE(bad.exit, 1);
        QCOMPARE(bad.object().value(u"error"_s).toString(),
                 u"This edit was refused by a prepared answer: Only c.txt."_s);
    }

    void badUsage_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("nothing") << QStringList();
        QTest::newRow("an unknown verb") << QStringList{u"run"_s};
        QTest::newRow("too many words") << QStringList{u"list"_s, u"read"_s};
        QTest::newRow("schema of nothing") << QStringList{u"schema"_s};
        QTest::newRow("schema of an unknown tool") << QStringList{u"schema"_s, u"fly"_s};
        QTest::newRow("call without input") << QStringList{u"call"_s, u"read"_s};
        QTest::newRow("input that is no JSON") << QStringList{u"call"_s, u"read"_s, u"{"_s};
        QTest::newRow("input that is no object") << QStringList{u"call"_s, u"read"_s, u"[1]"_s};
    }

    void badUsage()
    {
        QFETCH(const QStringList, arguments);
        const Ran ran = m_program->run(QStringList{u"tool"_s} + arguments);
        QCOMPARE(ran.exit, 2);
        QCOMPARE(ran.out, "");
        QVERIFY2(ran.err.startsWith("countersign: "), ran.err.constData());
    }
};

QTEST_GUILESS_MAIN(tst_CliTool)
#include "tst_cli_tool.moc"
