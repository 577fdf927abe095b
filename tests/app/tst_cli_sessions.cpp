// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "program.h"

#include <QDir>
#include <QTest>

using namespace Countersign::Test;
using namespace Qt::StringLiterals;

class tst_CliSessions : public QObject
{
    Q_OBJECT

    std::unique_ptr<Program> m_program;

    QString converse(const QString &prompt)
    {
        m_program->file(u"a.txt"_s, "one\n");
        const QString model = m_program->script(
                {turn(u"I look."_s, u"read"_s, {{u"path"_s, u"a.txt"_s}}), turn(u"It is one."_s)});
        const Ran ran =
                m_program->run({u"run"_s, u"--format"_s, u"json"_s, u"--model"_s, model, prompt});
        return ran.lines().last().value(u"session"_s).toString();
    }

private Q_SLOTS:
    void init() { m_program = std::make_unique<Program>(); }

    void list()
    {
        const Ran none = m_program->run({u"sessions"_s, u"list"_s});
        QCOMPARE(none.exit, 0);
        QCOMPARE(none.out, "");
        const QString first = converse(u"What is in a.txt?"_s);
        const QString second = converse(u"Once more\nwith details"_s);
        const Ran json = m_program->run({u"sessions"_s, u"list"_s, u"--json"_s});
        QCOMPARE(json.exit, 0);
        const QList<QJsonObject> lines = json.lines();
        QCOMPARE(lines.size(), 2);
        QCOMPARE(lines.at(0).value(u"id"_s).toString(), second);
        QCOMPARE(lines.at(0).value(u"title"_s).toString(), u"Once more"_s);
        QCOMPARE(lines.at(1).value(u"id"_s).toString(), first);
        QCOMPARE(lines.at(1).value(u"title"_s).toString(), u"What is in a.txt?"_s);
        QCOMPARE(lines.at(1).value(u"agent"_s).toString(), u"build"_s);
        QCOMPARE(lines.at(1).value(u"directory"_s).toString(),
                 m_program->scratch.path(u"project"_s));
        const Ran text = m_program->run({u"sessions"_s, u"list"_s});
        QVERIFY2(text.out.startsWith(QByteArray(second.toUtf8() + "  "))
                         && text.out.endsWith("  What is in a.txt?\n"),
                 text.out.constData());
    }

    void otherProjectsAreOthers()
    {
        QVERIFY(!converse(u"Here"_s).isEmpty());
        QDir().mkpath(m_program->scratch.path(u"elsewhere"_s));
        const Ran ran = m_program->run({u"sessions"_s, u"list"_s, u"--project"_s,
                                        m_program->scratch.path(u"elsewhere"_s)});
        QCOMPARE(ran.exit, 0);
        QCOMPARE(ran.out, "");
    }

    void show()
    {
        const QString session = converse(u"What is in a.txt?"_s);
        const Ran ran = m_program->run({u"sessions"_s, u"show"_s, session});
        QCOMPARE(ran.exit, 0);
        QStringList lines = QString::fromUtf8(ran.out).split(u'\n');
        for (QString &line : lines) {
            if (line.startsWith(u"── "_s))
                line = line.section(u" · "_s, 0, 0); // Without its time.
        }
        QCOMPARE(lines,
                 QStringList({u"── user"_s, u"What is in a.txt?"_s, u"── assistant"_s, u"I look."_s,
                              u"[completed] read {\"path\":\"a.txt\"}"_s, u"── assistant"_s,
                              u"It is one."_s, u""_s}));
    }

    void exportAsJson()
    {
        const QString session = converse(u"What is in a.txt?"_s);
        const Ran ran = m_program->run({u"sessions"_s, u"export"_s, session});
        QCOMPARE(ran.exit, 0);
        const QJsonObject object = ran.object();
        QCOMPARE(object.value(u"session"_s).toString(), session);
        const QJsonArray messages = object.value(u"messages"_s).toArray();
        QCOMPARE(messages.size(), 3);
        const QJsonArray parts = messages.at(1).toObject().value(u"parts"_s).toArray();
        QCOMPARE(parts.size(), 2);
        const QJsonObject call = parts.at(1).toObject();
        QCOMPARE(call.value(u"tool"_s).toString(), u"read"_s);
        QCOMPARE(call.value(u"state"_s).toString(), u"completed"_s);
        // "show --json" says the same.
        QCOMPARE(m_program->run({u"sessions"_s, u"show"_s, u"--json"_s, session}).out, ran.out);
    }

    void whatIsNotThere_data()
    {
        QTest::addColumn<QString>("verb");
        QTest::newRow("show") << u"show"_s;
        QTest::newRow("export") << u"export"_s;
    }

    void whatIsNotThere()
    {
        QFETCH(const QString, verb);
        const Ran ran = m_program->run({u"sessions"_s, verb, u"ses_0"_s});
        QCOMPARE(ran.exit, 1);
        QCOMPARE(ran.out, "");
        QCOMPARE(ran.err, "countersign: There is no session ses_0 in this project.\n");
    }

    void badUsage_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("nothing") << QStringList();
        QTest::newRow("show of nothing") << QStringList{u"show"_s};
        QTest::newRow("list of something") << QStringList{u"list"_s, u"all"_s};
        QTest::newRow("an unknown verb") << QStringList{u"burn"_s, u"ses_0"_s};
    }

    void badUsage()
    {
        QFETCH(const QStringList, arguments);
        const Ran ran = m_program->run(QStringList{u"sessions"_s} + arguments);
        QCOMPARE(ran.exit, 2);
        QCOMPARE(ran.out, "");
        QVERIFY(ran.err.startsWith("countersign: "));
    }
};

QTEST_GUILESS_MAIN(tst_CliSessions)
#include "tst_cli_sessions.moc"
