// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "program.h"

#include <QTest>

using namespace Countersign::Test;
using namespace Qt::StringLiterals;

class tst_CliPermissions : public QObject
{
    Q_OBJECT

    std::unique_ptr<Program> m_program;

    /// Edits a.txt with the answer "always".
    Ran saveAnApproval()
    {
        m_program->file(u"a.txt"_s, "one\n");
        const QJsonObject edit{
                {u"path"_s, u"a.txt"_s}, {u"oldString"_s, u"one"_s}, {u"newString"_s, u"two"_s}};
        return m_program->run({u"run"_s, u"--model"_s,
                               m_program->script({turn(u""_s, u"edit"_s, edit), turn(u"Ok"_s)}),
                               u"--answers"_s,
                               m_program->answers({QJsonObject{{u"action"_s, u"edit"_s},
                                                               {u"resource"_s, u"*"_s},
                                                               {u"reply"_s, u"always"_s}}}),
                               u"Go"_s});
    }

    QString effectOf(const QString &action, const QString &resource)
    {
        return m_program->run({u"permissions"_s, u"check"_s, u"--json"_s, action, resource})
                .object()
                .value(u"effect"_s)
                .toString();
    }

private Q_SLOTS:
    void init()
    {
        m_program = std::make_unique<Program>();
        m_program->configure(askEverything());
    }

    void check_data()
    {
        QTest::addColumn<QString>("action");
        QTest::addColumn<QString>("resource");
        QTest::addColumn<QString>("effect");
        QTest::addColumn<QString>("rule"); // With its place; "" when built in.
        QTest::addColumn<QString>("origin");
        QTest::newRow("a rule that asks") << u"edit"_s << u"src/main.c"_s << u"ask"_s
                                          << u"edit * ask"_s << u"global_config"_s;
        QTest::newRow("a rule that denies") << u"edit"_s << u"SECRET.md"_s << u"deny"_s
                                            << u"edit SECRET.md deny"_s << u"global_config"_s;
        QTest::newRow("a command")
                << u"bash"_s << u"git push"_s << u"ask"_s << u"bash * ask"_s << u"global_config"_s;
        QTest::newRow("a default") << u"read"_s << u"deploy/.env"_s << u"ask"_s
                                   << u"read *.env ask"_s << u"built_in"_s;
        QTest::newRow("the project's own rule") << u"grep"_s << u"password"_s << u"deny"_s
                                                << u"grep * deny"_s << u"project_config"_s;
    }

    void check()
    {
        QFETCH(const QString, action);
        QFETCH(const QString, resource);
        QFETCH(const QString, effect);
        QFETCH(const QString, rule);
        QFETCH(const QString, origin);
        m_program->file(
                u"countersign.jsonc"_s,
                "{ \"permissions\": [\n"
                "  { \"action\": \"grep\", \"resource\": \"*\", \"effect\": \"deny\" } ] }");
        const Ran json =
                m_program->run({u"permissions"_s, u"check"_s, u"--json"_s, action, resource});
        QCOMPARE(json.exit, 0);
        const QJsonObject object = json.object();
        QCOMPARE(object.value(u"action"_s).toString(), action);
        QCOMPARE(object.value(u"effect"_s).toString(), effect);
        QCOMPARE(object.value(u"agentKnown"_s).toBool(), true);
        QCOMPARE(object.value(u"verdicts"_s).toArray().size(), 1);
        const QJsonObject verdict = object.value(u"verdicts"_s).toArray().first().toObject();
        QCOMPARE(verdict.value(u"resource"_s).toString(), resource);
        QCOMPARE(verdict.value(u"effect"_s).toString(), effect);
        const QJsonObject decided = verdict.value(u"rule"_s).toObject();
        QCOMPARE(decided.value(u"action"_s).toString() + u' '
                         + decided.value(u"resource"_s).toString() + u' '
                         + decided.value(u"effect"_s).toString(),
                 rule);
        QCOMPARE(decided.value(u"origin"_s).toString(), origin);
        const QString source = decided.value(u"source"_s).toString();
        if (origin == u"global_config"_s) {
            const int line = rule.startsWith(u"edit *"_s) ? 2 : rule.startsWith(u"bash"_s) ? 3 : 4;
            QVERIFY2(source.endsWith(u"config/countersign.jsonc:%1"_s.arg(line)),
                     qPrintable(source));
        } else if (origin == u"project_config"_s) {
            QCOMPARE(source, u"countersign.jsonc:2"_s);
        }

        const Ran text = m_program->run({u"permissions"_s, u"check"_s, action, resource});
        QCOMPARE(text.exit, 0);
        QCOMPARE(QString::fromUtf8(text.out),
                 u"%1: %2\n  %3: %2 by the rule %4 (%5)\n"_s.arg(action, effect, resource, rule,
                                                                 source));
    }

    void checkTakesALineApart()
    {
        const QString line = u"cd src && echo x > SECRET.md; git push --force"_s;
        const Ran json =
                m_program->run({u"permissions"_s, u"check"_s, u"--json"_s, u"bash"_s, line});
        QCOMPARE(json.exit, 0);
        const QJsonObject object = json.object();
        QCOMPARE(object.value(u"effect"_s).toString(), u"ask"_s);
        QStringList resources;
        for (const QJsonValue &verdict : object.value(u"verdicts"_s).toArray())
            resources.append(verdict.toObject().value(u"resource"_s).toString());
        QCOMPARE(resources, QStringList({u"echo x"_s, u"git push --force"_s}));
        QCOMPARE(object.value(u"verdicts"_s)
                         .toArray()
                         .last()
                         .toObject()
                         .value(u"reason"_s)
                         .toString(),
                 u"Overwrites the branch on the remote: commits that others pushed there can be "
                 "lost."_s);
        const QJsonArray files = object.value(u"files"_s).toArray();
        QCOMPARE(files.size(), 1);
        QCOMPARE(files.first().toObject().value(u"action"_s).toString(), u"edit"_s);

        const Ran text = m_program->run({u"permissions"_s, u"check"_s, u"bash"_s, u"eval $X"_s});
        QCOMPARE(text.exit, 0);
        QVERIFY2(text.out.contains("\n    eval runs a text that is known only at run time.\n"),
                 text.out.constData());
        const Ran denied = m_program->run(
                {u"permissions"_s, u"check"_s, u"--json"_s, u"bash"_s, u"cat x >> SECRET.md"_s});
        QCOMPARE(denied.object().value(u"effect"_s).toString(), u"deny"_s);
    }

    void anUnknownAgentMayDoNothing()
    {
        const Ran ran = m_program->run({u"permissions"_s, u"check"_s, u"--json"_s, u"--agent"_s,
                                        u"nemo"_s, u"read"_s, u"a.txt"_s});
        QCOMPARE(ran.exit, 0);
        QCOMPARE(ran.object().value(u"effect"_s).toString(), u"deny"_s);
        QCOMPARE(ran.object().value(u"agentKnown"_s).toBool(true), false);
    }

    void listAndRevoke()
    {
        const Ran none = m_program->run({u"permissions"_s, u"list"_s});
        QCOMPARE(none.exit, 0);
        QCOMPARE(none.out, "");

        QCOMPARE(saveAnApproval().exit, 0);
        const Ran json = m_program->run({u"permissions"_s, u"list"_s, u"--json"_s});
        QCOMPARE(json.exit, 0);
        const QJsonObject approval = json.object();
        QCOMPARE(approval.value(u"action"_s).toString(), u"edit"_s);
        QCOMPARE(approval.value(u"resource"_s).toString(), u"a.txt"_s);
        QCOMPARE(approval.value(u"exact"_s).toBool(), true);
        QCOMPARE(approval.value(u"agent"_s).toString(), u"build"_s);
        QVERIFY(approval.value(u"created"_s).toInteger() > 0);
        const QString id = approval.value(u"id"_s).toString();
        const Ran text = m_program->run({u"permissions"_s, u"list"_s});
        QVERIFY2(text.out.startsWith(id.toUtf8()) && text.out.endsWith("edit  exact  a.txt\n"),
                 text.out.constData());

        QCOMPARE(effectOf(u"edit"_s, u"a.txt"_s), u"allow"_s);
        const Ran gone = m_program->run({u"permissions"_s, u"revoke"_s, id});
        QCOMPARE(gone.exit, 0);
        QCOMPARE(QString::fromUtf8(gone.out), u"Revoked %1.\n"_s.arg(id));
        QCOMPARE(effectOf(u"edit"_s, u"a.txt"_s), u"ask"_s);
        QCOMPARE(m_program->run({u"permissions"_s, u"list"_s}).out, "");
    }

    void revokeWhatIsNotThere()
    {
        const Ran ran = m_program->run({u"permissions"_s, u"revoke"_s, u"psv_0"_s});
        QCOMPARE(ran.exit, 1);
        QVERIFY2(ran.err.contains("psv_0"), ran.err.constData());
        QCOMPARE(ran.out, "");
    }

    void badUsage_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("nothing") << QStringList();
        QTest::newRow("check of nothing") << QStringList{u"check"_s, u"edit"_s};
        QTest::newRow("revoke of nothing") << QStringList{u"revoke"_s};
        QTest::newRow("an unknown verb") << QStringList{u"grant"_s, u"edit"_s, u"*"_s};
        QTest::newRow("an unknown option") << QStringList{u"list"_s, u"--all"_s};
    }

    void badUsage()
    {
        QFETCH(const QStringList, arguments);
        const Ran ran = m_program->run(QStringList{u"permissions"_s} + arguments);
        QCOMPARE(ran.exit, 2);
        QCOMPARE(ran.out, "");
        QVERIFY(ran.err.startsWith("countersign: "));
    }
};

QTEST_GUILESS_MAIN(tst_CliPermissions)
#include "tst_cli_permissions.moc"
