// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "permission/agentrules.h"
#include "permission/evaluate.h"

#include <QTest>

using namespace Countersign::Permission;
using namespace Qt::StringLiterals;

Q_DECLARE_METATYPE(Countersign::Permission::Effect)

namespace {

const AgentFolders kFolders{u"/data/tool-output"_s, u"/tmp/countersign"_s, u"/data"_s,
                            QStringList{u"/home/me/.claude/skills/a"_s, u"/odd/*"_s}};

QStringList hiddenFor(const Ruleset &rules)
{
    QStringList hidden;
    for (const QString &action : {u"read"_s, u"edit"_s, u"bash"_s, u"glob"_s, u"grep"_s,
                                  u"question"_s, u"plan_enter"_s, u"plan_exit"_s, u"todowrite"_s}) {
        if (isWhollyDisabled(action, rules))
            hidden.append(action);
    }
    return hidden;
}

} // namespace

class TestDefaults : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void agents_data();
    void agents();
    void hiddenTools_data();
    void hiddenTools();
    void hiddenToolsWhereEveryoneMayAll_data();
    void hiddenToolsWhereEveryoneMayAll();
    void unknownNameHasNoRules();
    void everyBuiltInAgentHasRules();
    void everyRuleSaysWhereItIsFrom();
    void home_data();
    void home();
};

void TestDefaults::agents_data()
{
    QTest::addColumn<QString>("agent");
    QTest::addColumn<QString>("action");
    QTest::addColumn<QString>("resource");
    QTest::addColumn<Effect>("expected");
    const auto row = [](const QString &agent, const QString &action, const QString &resource,
                        Effect expected) {
        QTest::addRow("%s: %s %s", qPrintable(agent), qPrintable(action), qPrintable(resource))
                << agent << action << resource << expected;
    };
    row(u"build"_s, u"bash"_s, u"rm -rf x"_s, Effect::Allow);
    row(u"build"_s, u"edit"_s, u"a.txt"_s, Effect::Allow);
    row(u"build"_s, u"question"_s, u"*"_s, Effect::Allow);
    row(u"build"_s, u"plan_enter"_s, u"*"_s, Effect::Allow);
    row(u"build"_s, u"plan_exit"_s, u"*"_s, Effect::Deny);
    row(u"build"_s, u"doom_loop"_s, u"edit"_s, Effect::Ask);
    row(u"build"_s, u"webfetch"_s, u"https://a.test/"_s, Effect::Allow);
    row(u"build"_s, u"private_network"_s, u"loopback 127.0.0.1:80"_s, Effect::Ask);
    row(u"explore"_s, u"private_network"_s, u"loopback 127.0.0.1:80"_s, Effect::Ask);
    for (const QString &writer : {u"build"_s, u"general"_s})
        row(writer, u"edit"_s, u"/home/me/.claude/skills/a/SKILL.md"_s, Effect::Ask);
    row(u"plan"_s, u"edit"_s, u"/home/me/.claude/skills/a/SKILL.md"_s, Effect::Deny);
    row(u"explore"_s, u"edit"_s, u"/home/me/.claude/skills/a/SKILL.md"_s, Effect::Deny);
    row(u"plan"_s, u"edit"_s, u"a.txt"_s, Effect::Deny);
    row(u"plan"_s, u"edit"_s, u".countersign/plans/a.md"_s, Effect::Allow);
    row(u"plan"_s, u"edit"_s, u".opencode/plans/a.md"_s, Effect::Allow);
    row(u"plan"_s, u"edit"_s, u"/data/plans/a.md"_s, Effect::Allow);
    row(u"plan"_s, u"edit"_s, u"/data/plans/a.sh"_s, Effect::Deny);
    row(u"plan"_s, u"external_directory"_s, u"/data/plans/*"_s, Effect::Allow);
    row(u"plan"_s, u"plan_exit"_s, u"*"_s, Effect::Allow);
    row(u"plan"_s, u"plan_enter"_s, u"*"_s, Effect::Deny);
    row(u"general"_s, u"todowrite"_s, u"*"_s, Effect::Deny);
    row(u"general"_s, u"edit"_s, u"a.txt"_s, Effect::Allow);
    row(u"explore"_s, u"grep"_s, u"x"_s, Effect::Allow);
    row(u"explore"_s, u"glob"_s, u"*.c"_s, Effect::Allow);
    row(u"explore"_s, u"webfetch"_s, u"https://a"_s, Effect::Allow);
    row(u"explore"_s, u"websearch"_s, u"x"_s, Effect::Allow);
    row(u"explore"_s, u"edit"_s, u"a.txt"_s, Effect::Deny);
    row(u"explore"_s, u"bash"_s, u"ls"_s, Effect::Deny);
    row(u"explore"_s, u"question"_s, u"*"_s, Effect::Deny);
    row(u"explore"_s, u"doom_loop"_s, u"read"_s, Effect::Ask);
    row(u"title"_s, u"read"_s, u"a.txt"_s, Effect::Deny);
    row(u"summary"_s, u"bash"_s, u"ls"_s, Effect::Deny);
    row(u"compaction"_s, u"external_directory"_s, u"/x/*"_s, Effect::Deny);
    for (const QString &reader : {u"build"_s, u"plan"_s, u"general"_s, u"explore"_s}) {
        row(reader, u"read"_s, u"a.txt"_s, Effect::Allow);
        row(reader, u"read"_s, u".env"_s, Effect::Ask);
        row(reader, u"read"_s, u"deep/down/.env"_s, Effect::Ask);
        row(reader, u"read"_s, u".env.production"_s, Effect::Ask);
        row(reader, u"read"_s, u".env.example"_s, Effect::Allow);
        row(reader, u"external_directory"_s, u"/etc/*"_s, Effect::Ask);
        row(reader, u"external_directory"_s, u"/data/tool-output/*"_s, Effect::Allow);
        row(reader, u"external_directory"_s, u"/tmp/countersign/a/*"_s, Effect::Allow);
        row(reader, u"external_directory"_s, u"/tmp/*"_s, Effect::Ask);
        row(reader, u"external_directory"_s, u"/home/me/.claude/skills/a/*"_s, Effect::Allow);
        row(reader, u"external_directory"_s, u"/home/me/.claude/skills/*"_s, Effect::Ask);
        row(reader, u"external_directory"_s, u"/odd/x/*"_s, Effect::Ask);
    }
}

void TestDefaults::agents()
{
    QFETCH(const QString, agent);
    QFETCH(const QString, action);
    QFETCH(const QString, resource);
    QFETCH(const Effect, expected);
    const auto rules = agentRules(agent, kFolders);
    QVERIFY(rules);
    QCOMPARE(evaluate(action, resource, *rules).effect, expected);
}

void TestDefaults::hiddenTools_data()
{
    QTest::addColumn<QString>("agent");
    QTest::addColumn<QStringList>("expected");
    QTest::newRow("build") << u"build"_s << QStringList{u"plan_exit"_s};
    QTest::newRow("plan keeps its plan files") << u"plan"_s << QStringList{u"plan_enter"_s};
    QTest::newRow("general") << u"general"_s
                             << QStringList{u"question"_s, u"plan_enter"_s, u"plan_exit"_s,
                                            u"todowrite"_s};
    QTest::newRow("explore") << u"explore"_s
                             << QStringList{u"edit"_s,       u"bash"_s,      u"question"_s,
                                            u"plan_enter"_s, u"plan_exit"_s, u"todowrite"_s};
}

void TestDefaults::hiddenTools()
{
    QFETCH(const QString, agent);
    QTEST(hiddenFor(agentRules(agent, kFolders).value()), "expected");
}

void TestDefaults::hiddenToolsWhereEveryoneMayAll_data()
{
    QTest::addColumn<QString>("agent");
    QTest::addColumn<QStringList>("expected");
    QTest::newRow("build") << u"build"_s << QStringList();
    QTest::newRow("general") << u"general"_s << QStringList{u"todowrite"_s};
    QTest::newRow("explore") << u"explore"_s
                             << QStringList{u"edit"_s,       u"bash"_s,      u"question"_s,
                                            u"plan_enter"_s, u"plan_exit"_s, u"todowrite"_s};
}

void TestDefaults::hiddenToolsWhereEveryoneMayAll()
{
    QFETCH(const QString, agent);
    const Ruleset everyone{{u"*"_s, u"*"_s, Effect::Allow, Origin::GlobalConfig}};
    QTEST(hiddenFor(agentRules(agent, kFolders, everyone).value()), "expected");
    // A rule for this agent brings its action back.
    const Ruleset opened = agentRules(agent, kFolders, everyone).value()
            + Ruleset{{u"bash"_s, u"ls *"_s, Effect::Ask, Origin::Agent}};
    QVERIFY(!isWhollyDisabled(u"bash"_s, opened));
}

void TestDefaults::unknownNameHasNoRules()
{
    QVERIFY(!agentRules(u"Build", kFolders));
    QVERIFY(!agentRules(u"", kFolders));
}

void TestDefaults::everyBuiltInAgentHasRules()
{
    QCOMPARE(builtInAgents().size(), 7);
    for (const QString &name : builtInAgents())
        QVERIFY2(agentRules(name, kFolders), qPrintable(name));
}

void TestDefaults::everyRuleSaysWhereItIsFrom()
{
    const Ruleset rules = agentRules(u"plan", kFolders).value();
    for (const Rule &rule : rules) {
        QCOMPARE(rule.origin, Origin::BuiltIn);
        QVERIFY(rule.source == "built-in defaults"_L1
                || rule.source == "built-in rules of the agent plan"_L1);
    }
}

void TestDefaults::home_data()
{
    QTest::addColumn<QString>("action");
    QTest::addColumn<QString>("resource");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char *name, const QString &action, const QString &resource,
                        const QString &expected) {
        QTest::newRow(name) << action << resource << expected;
    };
    row("tilde slash", u"edit"_s, u"~/p/*"_s, u"/home/a/p/*"_s);
    row("tilde", u"read"_s, u"~"_s, u"/home/a"_s);
    row("HOME", u"external_directory"_s, u"$HOME"_s, u"/home/a"_s);
    row("HOME slash", u"external_directory"_s, u"$HOME/x"_s, u"/home/a/x"_s);
    row("HOME backslash", u"edit"_s, u"$HOME\\x"_s, u"/home/a\\x"_s);
    row("another variable", u"edit"_s, u"$HOMELESS"_s, u"$HOMELESS"_s);
    row("another user", u"edit"_s, u"~bob/x"_s, u"~bob/x"_s);
    row("in the middle", u"edit"_s, u"a/~/b"_s, u"a/~/b"_s);
    row("a command", u"bash"_s, u"~/x"_s, u"~/x"_s);
    row("every action", u"*"_s, u"~/x"_s, u"~/x"_s);
}

void TestDefaults::home()
{
    QFETCH(const QString, action);
    QFETCH(const QString, resource);
    QFETCH(const QString, expected);
    QCOMPARE(expandHome(action, resource, u"/home/a"_s), expected);
    QCOMPARE(expandHome(action, resource, u"/home/a/"_s), expected);
}

QTEST_GUILESS_MAIN(TestDefaults)
#include "tst_defaults.moc"
