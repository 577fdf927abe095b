// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "config/config.h"
#include "permission/agentrules.h"
#include "permission/evaluate.h"
#include "support/scratch.h"

#include <QDir>
#include <QTest>

using namespace Countersign;
using namespace Countersign::Permission;
using namespace Countersign::Test;
using namespace Qt::StringLiterals;

Q_DECLARE_METATYPE(Countersign::Permission::Effect)

namespace {

Config::Settings loadFrom(const Scratch &scratch)
{
    return Config::load(AppPaths::under(scratch.path()), scratch.path(u"project"_s),
                        scratch.path(u"project"_s));
}

/// What the agent "build" may do under these settings, put together as the engine does.
Effect verdict(const Config::Settings &settings, const QString &action, const QString &resource,
               const QString &agent = u"build"_s)
{
    Ruleset rules = agentRules(agent, {u"/d/tool-output"_s, u"/t"_s, u"/d"_s}, settings.permissions)
                            .value();
    rules.append(settings.agents.value(agent).permissions);
    return evaluate(action, resource, rules).effect;
}

} // namespace

/// Permission rules from files: what they mean, and that no mistake in them widens anything.
class TestConfigRules : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void listKeepsOrderAndSource();
    void oldObjectKeepsTheFilesOrder();
    void oldToolSwitches();
    void homeAndAbsolutePaths_data();
    void homeAndAbsolutePaths();
    void badRulesNeverWiden_data();
    void badRulesNeverWiden();
    void unreadableFilesNeverWiden_data();
    void unreadableFilesNeverWiden();
    void projectRules_data();
    void projectRules();
    void projectCannotOpenExplore();
    void projectHoldsAgainstThePersonsAgentRules();
    void whatAnAgentIsDenied_data();
    void whatAnAgentIsDenied();
    void bareCommandsAreWarnedOf_data();
    void bareCommandsAreWarnedOf();
};

void TestConfigRules::listKeepsOrderAndSource()
{
    const Scratch scratch;
    scratch.write(u"project/countersign.jsonc"_s,
                  "{\"permissions\": [\n"
                  "  {\"action\": \"edit\", \"resource\": \"*\", \"effect\": \"ask\"},\n"
                  "  {\"action\": \"edit\", \"resource\": \"SECRET.md\", \"effect\": \"deny\",\n"
                  "   \"message\": \"Keep out.\"}]}");
    const Config::Settings settings = loadFrom(scratch);
    Rule first{u"edit"_s, u"*"_s, Effect::Ask, Origin::ProjectConfig, u"countersign.jsonc:2"_s};
    first.layer = 1;
    Rule second{u"edit"_s,
                u"SECRET.md"_s,
                Effect::Deny,
                Origin::ProjectConfig,
                u"countersign.jsonc:3"_s,
                u"Keep out."_s};
    second.layer = 1;
    QCOMPARE(settings.permissions, (Ruleset{first, second}));
    QVERIFY(settings.problems.isEmpty());
}

void TestConfigRules::oldObjectKeepsTheFilesOrder()
{
    const Scratch scratch;
    scratch.write(u"opencode/opencode.json"_s, R"({"permission": {
        "webfetch": "deny",
        "bash": {"*": "ask", "git *": "allow", "git push *": "deny", "a *": "allow"},
        "edit": "ask"}})");
    const Config::Settings settings = loadFrom(scratch);
    QStringList rules;
    for (const Rule &rule : settings.permissions)
        rules.append(rule.action + u' ' + rule.resource + u' ' + effectName(rule.effect));
    QCOMPARE(rules,
             (QStringList{u"webfetch * deny"_s, u"bash * ask"_s, u"bash git * allow"_s,
                          u"bash git push * deny"_s, u"bash a * allow"_s, u"edit * ask"_s}));
    QCOMPARE(settings.permissions.first().origin, Origin::GlobalConfig);
    QCOMPARE(settings.permissions.first().layer, 0);
    QCOMPARE(verdict(settings, u"bash"_s, u"git push x"_s), Effect::Deny);
    QCOMPARE(verdict(settings, u"bash"_s, u"git log"_s), Effect::Allow);
}

void TestConfigRules::oldToolSwitches()
{
    const Scratch scratch;
    scratch.write(u"opencode/opencode.json"_s,
                  R"({"permission": {"bash": "ask"}, "tools": {"write": false, "bash": false}})");
    const Config::Settings settings = loadFrom(scratch);
    QCOMPARE(verdict(settings, u"edit"_s, u"a"_s), Effect::Deny);
    QCOMPARE(verdict(settings, u"bash"_s, u"ls"_s), Effect::Ask); // "permission" comes after.
}

void TestConfigRules::homeAndAbsolutePaths_data()
{
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<QString>("resource");
    QTest::addColumn<Effect>("expected");
    QTest::newRow("home, outside") << u"~/keys/*"_s << u"%HOME%/keys/a"_s << Effect::Deny;
    QTest::newRow("absolute, outside") << u"/etc/*"_s << u"/etc/passwd"_s << Effect::Deny;
    QTest::newRow("absolute, inside") << u"%ROOT%/src/*"_s << u"src/a.c"_s << Effect::Deny;
    QTest::newRow("absolute, beside") << u"%ROOT%/src/*"_s << u"doc/a.c"_s << Effect::Allow;
    QTest::newRow("absolute, above") << u"%ABOVE%/*"_s << u"doc/a.c"_s << Effect::Deny;
}

void TestConfigRules::homeAndAbsolutePaths()
{
    QFETCH(QString, pattern);
    QFETCH(QString, resource);
    QFETCH(const Effect, expected);
    const Scratch scratch;
    pattern.replace("%ROOT%"_L1, scratch.path(u"project"_s)).replace("%ABOVE%"_L1, scratch.path());
    resource.replace("%HOME%"_L1, QDir::homePath());
    scratch.write(u"config/countersign.jsonc"_s,
                  u"{\"permission\": {\"edit\": {\"%1\": \"deny\"}}}"_s.arg(pattern).toUtf8());
    const Config::Settings settings = loadFrom(scratch);
    QCOMPARE(verdict(settings, u"edit"_s, resource), expected);
}

void TestConfigRules::badRulesNeverWiden_data()
{
    QTest::addColumn<QByteArray>("field");
    QTest::addColumn<int>("column");
    QTest::addColumn<Effect>("editA");
    QTest::addColumn<Effect>("editB");
    QTest::addColumn<Effect>("bash");
    const auto row = [](const char *name, const QByteArray &field, int column, Effect editA,
                        Effect editB, Effect bash) {
        QTest::newRow(name) << field << column << editA << editB << bash;
    };
    const Effect allow = Effect::Allow;
    const Effect ask = Effect::Ask;
    row("a misspelt effect", R"("permissions":[{"action":"edit","resource":"a","effect":"dny"}])",
        17, ask, allow, allow);
    row("no effect", R"("permissions":[{"action":"edit","resource":"a"}])", 17, ask, allow, allow);
    row("no resource", R"("permissions":[{"action":"edit","effect":"deny"}])", 17, ask, ask, allow);
    row("no action", R"("permissions":[{"resource":"a","effect":"deny"}])", 17, ask, allow, allow);
    row("not an object", R"("permissions":["edit"])", 17, ask, ask, ask);
    row("not a list", R"("permissions":5)", 16, ask, ask, ask);
    row("an old effect", R"("permission":{"edit":{"a":"never"}})", 28, ask, allow, allow);
    row("an old action", R"("permission":{"edit":7})", 23, ask, ask, allow);
    row("old switches", R"("tools":{"write":"no"})", 19, ask, ask, allow);
    row("an agent that is no object", R"("agents":{"build":"x"})", 20, ask, ask, ask);
    row("the rules twice",
        R"("permissions":[{"action":"edit","resource":"a","effect":"deny"}],"permissions":[])", 81,
        ask, ask, ask);
}

void TestConfigRules::badRulesNeverWiden()
{
    QFETCH(const QByteArray, field);
    QFETCH(const int, column);
    QFETCH(const Effect, editA);
    QFETCH(const Effect, editB);
    QFETCH(const Effect, bash);
    const Scratch scratch;
    scratch.write(u"opencode/opencode.json"_s, R"({"permission": {"edit": {"no": "deny"}}})");
    scratch.write(u"config/countersign.jsonc"_s, "{" + field + "}");
    const Config::Settings settings = loadFrom(scratch);
    QCOMPARE(settings.problems.size(), 1);
    QCOMPARE(settings.problems.first().line, 1);
    QCOMPARE(settings.problems.first().column, column);
    QVERIFY2(settings.problems.first().message.contains("until it is corrected"_L1),
             qPrintable(settings.problems.first().message));
    QCOMPARE(verdict(settings, u"edit"_s, u"a"_s), editA);
    QCOMPARE(verdict(settings, u"edit"_s, u"b"_s), editB);
    QCOMPARE(verdict(settings, u"bash"_s, u"ls"_s), bash);
    QCOMPARE(verdict(settings, u"edit"_s, u"no"_s), Effect::Deny); // Stricter rules stay.
    QCOMPARE(verdict(settings, u"bash"_s, u"ls"_s, u"explore"_s), Effect::Deny);
}

void TestConfigRules::unreadableFilesNeverWiden_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("text"); // Null: a directory in the file's place.
    QTest::addColumn<int>("line");
    const QString global = u"config/countersign.jsonc"_s;
    QTest::newRow("a syntax error") << global << QByteArray("{\n\"permissions\": [}") << 2;
    QTest::newRow("a project's syntax error")
            << u"project/.countersign/countersign.jsonc"_s << QByteArray("{]") << 1;
    QTest::newRow("an empty file") << global << QByteArray("") << 1;
    QTest::newRow("not UTF-8") << global << QByteArray("{\"\xE4\":1}") << 0;
    QTest::newRow("too large") << global << "{}" + QByteArray(1024 * 1024, ' ') << 0;
    QTest::newRow("not a file") << global << QByteArray() << 0;
}

void TestConfigRules::unreadableFilesNeverWiden()
{
    QFETCH(const QString, file);
    QFETCH(const QByteArray, text);
    QFETCH(const int, line);
    const Scratch scratch;
    scratch.write(u"opencode/opencode.json"_s, R"({"permission": {"edit": {"no": "deny"}},
        "agents": {"build": {"permissions": [{"action": "bash", "resource": "*",
                                              "effect": "allow"}]}}})");
    if (text.isNull())
        scratch.write(file + u"/x"_s, "");
    else
        scratch.write(file, text);
    const Config::Settings settings = loadFrom(scratch);
    QCOMPARE(settings.problems.size(), 1);
    QCOMPARE(settings.problems.first().file, scratch.path(file));
    QCOMPARE(settings.problems.first().line, line);
    QVERIFY2(settings.problems.first().message.contains("nothing of this file is used"_L1),
             qPrintable(settings.problems.first().message));
    QCOMPARE(settings.files, QStringList{scratch.path(u"opencode/opencode.json"_s)});
    QCOMPARE(verdict(settings, u"edit"_s, u"a"_s), Effect::Ask);
    QCOMPARE(verdict(settings, u"bash"_s, u"ls"_s), Effect::Ask);
    QCOMPARE(verdict(settings, u"edit"_s, u"no"_s), Effect::Deny);
    QCOMPARE(verdict(settings, u"bash"_s, u"ls"_s, u"explore"_s), Effect::Deny);
}

void TestConfigRules::projectRules_data()
{
    QTest::addColumn<QByteArray>("rules");
    QTest::addColumn<QString>("resource");
    QTest::addColumn<Effect>("expected");
    QTest::addColumn<int>("problems");
    const auto row = [](const char *name, const QByteArray &rules, const QString &resource,
                        Effect expected, int problems) {
        QTest::newRow(name) << rules << resource << expected << problems;
    };
    row("deny holds", R"({"bash": {"x *": "deny"}})", u"x 1"_s, Effect::Deny, 0);
    row("ask holds", R"({"bash": {"x *": "ask"}})", u"x 1"_s, Effect::Ask, 0);
    row("ask does not lift a deny", R"({"bash": {"rm *": "ask"}})", u"rm a"_s, Effect::Deny, 0);
    row("allow does not lift a deny", R"({"bash": {"rm *": "allow"}})", u"rm a"_s, Effect::Deny, 1);
    row("allow does not lift an ask", R"({"bash": {"ask *": "allow"}})", u"ask a"_s, Effect::Ask,
        1);
    row("allow of everything", R"("allow")", u"ask a"_s, Effect::Ask, 1);
    row("its own exceptions hold", R"({"bash": {"*": "deny", "git *": "ask"}})", u"git log"_s,
        Effect::Ask, 0);
    row("its own exceptions, else", R"({"bash": {"*": "deny", "git *": "ask"}})", u"ls"_s,
        Effect::Deny, 0);
}

void TestConfigRules::projectRules()
{
    QFETCH(const QByteArray, rules);
    QFETCH(const QString, resource);
    QFETCH(const Effect, expected);
    QFETCH(const int, problems);
    const Scratch scratch;
    scratch.write(u"config/countersign.jsonc"_s,
                  R"({"permission": {"bash": {"rm *": "deny", "ask *": "ask"}}})");
    scratch.write(u"project/opencode.json"_s, "{\"permission\": " + rules + "}");
    const Config::Settings settings = loadFrom(scratch);
    QCOMPARE(verdict(settings, u"bash"_s, resource), expected);
    QCOMPARE(settings.problems.size(), problems);
    for (const Config::Problem &problem : settings.problems) {
        QCOMPARE(problem.line, 1);
        QVERIFY2(problem.message.contains("inert until this project is trusted"_L1),
                 qPrintable(problem.message));
    }
}

void TestConfigRules::projectCannotOpenExplore()
{
    const Scratch scratch;
    scratch.write(u"project/countersign.jsonc"_s, R"({"permission": {"*": "ask"},
        "agents": {"explore": {"permission": {"bash": "allow", "edit": "ask"}}}})");
    const Config::Settings settings = loadFrom(scratch);
    QCOMPARE(verdict(settings, u"bash"_s, u"ls"_s, u"explore"_s), Effect::Deny);
    QCOMPARE(verdict(settings, u"edit"_s, u"a"_s, u"explore"_s), Effect::Deny);
    QCOMPARE(verdict(settings, u"read"_s, u"a"_s, u"explore"_s), Effect::Ask);
}

void TestConfigRules::projectHoldsAgainstThePersonsAgentRules()
{
    const Scratch scratch;
    scratch.write(u"config/countersign.jsonc"_s,
                  R"({"agents": {"build": {"permission": {"edit": "allow"}}}})");
    scratch.write(u"project/countersign.jsonc"_s, R"({"permission": {"edit": {"gen/*": "deny"}}})");
    const Config::Settings settings = loadFrom(scratch);
    QCOMPARE(verdict(settings, u"edit"_s, u"gen/a"_s), Effect::Deny);
    QCOMPARE(verdict(settings, u"edit"_s, u"src/a"_s), Effect::Allow);
}

void TestConfigRules::whatAnAgentIsDenied_data()
{
    QTest::addColumn<QByteArray>("config");
    QTest::addColumn<QString>("agent");
    QTest::addColumn<QString>("action");
    QTest::addColumn<QString>("resource");
    QTest::addColumn<Effect>("expected");
    const auto row = [](const char *name, const char *config, const QString &agent,
                        const QString &action, const QString &resource, Effect expected) {
        QTest::newRow(name) << QByteArray(config) << agent << action << resource << expected;
    };
    const QString plan = u"plan"_s;
    const QString edit = u"edit"_s;
    const QString planFile = u".countersign/plans/a.md"_s;
    row("an ask for every agent", R"({"permission": {"edit": "ask"}})", plan, edit, u"a.c"_s,
        Effect::Deny);
    row("an allowance for every agent", R"({"permission": {"edit": "allow"}})", plan, edit,
        u"a.c"_s, Effect::Deny);
    row("everything allowed", R"({"permission": {"*": "allow"}})", plan, edit, u"a.c"_s,
        Effect::Deny);
    row("the agent that is not denied it", R"({"permission": {"edit": "ask"}})", u"build"_s, edit,
        u"a.c"_s, Effect::Ask);
    row("its plans, as always", R"({})", plan, edit, planFile, Effect::Allow);
    row("its plans ask like all files", R"({"permission": {"edit": "ask"}})", plan, edit, planFile,
        Effect::Ask);
    row("its plans are denied like all files", R"({"permission": {"edit": "deny"}})", plan, edit,
        planFile, Effect::Deny);
    const char *docs = R"({"permission": {"edit": "ask"},
        "agents": {"plan": {"permission": {"edit": {"docs/*": "allow"}}}}})";
    row("a rule for this agent", docs, plan, edit, u"docs/a.md"_s, Effect::Allow);
    row("what that rule does not name", docs, plan, edit, u"src/a.c"_s, Effect::Deny);
    row("everything for this agent", R"({"agents": {"plan": {"permission": {"*": "ask"}}}})", plan,
        edit, u"a.c"_s, Effect::Ask);
    row("commands of the one that only looks", R"({"permission": {"bash": "ask"}})", u"explore"_s,
        u"bash"_s, u"ls"_s, Effect::Deny);
    row("a search of it", R"({"permission": {"grep": "ask"}})", u"explore"_s, u"grep"_s, u"x"_s,
        Effect::Ask);
    row("what it asks for by nature may be allowed",
        R"({"permission": {"read": {"*.env": "allow"}}})", u"explore"_s, u"read"_s, u".env"_s,
        Effect::Allow);
    row("the tasks of a helper", R"({"permission": {"todowrite": "allow"}})", u"general"_s,
        u"todowrite"_s, u"*"_s, Effect::Deny);
}

/// What an agent is denied by nature is lifted only by a rule for that agent.
void TestConfigRules::whatAnAgentIsDenied()
{
    QFETCH(const QByteArray, config);
    QFETCH(const QString, agent);
    QFETCH(const QString, action);
    QFETCH(const QString, resource);
    const Scratch scratch;
    scratch.write(u"config/countersign.jsonc"_s, config);
    const Config::Settings settings = loadFrom(scratch);
    QVERIFY(settings.problems.isEmpty());
    QTEST(verdict(settings, action, resource, agent), "expected");
}

void TestConfigRules::bareCommandsAreWarnedOf_data()
{
    QTest::addColumn<QByteArray>("rules");
    QTest::addColumn<int>("problems");
    QTest::newRow("ask") << QByteArray(R"({"bash": {"git commit": "ask"}})") << 1;
    QTest::newRow("deny") << QByteArray(R"({"bash": {"rm": "deny"}})") << 1;
    QTest::newRow("allow is exact on purpose")
            << QByteArray(R"({"bash": {"make test": "allow"}})") << 0;
    QTest::newRow("with arguments") << QByteArray(R"({"bash": {"rm *": "deny"}})") << 0;
    QTest::newRow("another action") << QByteArray(R"({"edit": {"rm": "deny"}})") << 0;
}

void TestConfigRules::bareCommandsAreWarnedOf()
{
    QFETCH(const QByteArray, rules);
    QFETCH(const int, problems);
    const Scratch scratch;
    scratch.write(u"config/countersign.jsonc"_s, "{\"permission\": " + rules + "}");
    const Config::Settings settings = loadFrom(scratch);
    QCOMPARE(settings.problems.size(), problems);
    QCOMPARE(settings.permissions.size(), 1); // The rule itself holds as it is written.
}

QTEST_GUILESS_MAIN(TestConfigRules)
#include "tst_config_rules.moc"
