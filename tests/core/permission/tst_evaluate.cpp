// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "permission/evaluate.h"

#include <QTest>

using namespace Countersign::Permission;
using namespace Qt::StringLiterals;

namespace {

Rule rule(const QString &action, const QString &resource, Effect effect)
{
    return {action, resource, effect, Origin::GlobalConfig, u"test"_s, {}};
}

Rule narrowing(const QString &action, const QString &resource, Effect effect, int layer = 1)
{
    Rule result = rule(action, resource, effect);
    result.layer = layer;
    return result;
}

Rule saved(const QString &action, const QString &resource, bool exact = false)
{
    return {action, resource, Effect::Allow, Origin::Saved, u"psv_1"_s, {}, exact};
}

} // namespace

Q_DECLARE_METATYPE(Countersign::Permission::Effect)

class TestEvaluate : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void lastMatchWins_data();
    void lastMatchWins();
    void noMatchAsksWithoutARule();
    void verdictCarriesTheRule();
    void exactResourceIsLiteral_data();
    void exactResourceIsLiteral();
    void absoluteRulesCoverRelativePaths_data();
    void absoluteRulesCoverRelativePaths();
    void narrowingNeverWidens_data();
    void narrowingNeverWidens();
    void decisionOrder_data();
    void decisionOrder();
    void unknownAgentDeniesEverything();
    void savedVerdictNamesTheApproval();
    void deniedExplanationShowsTheRulesOnly();
    void cautions_data();
    void cautions();
    void otherNamesOnlyDeny();
    void whollyDisabled_data();
    void whollyDisabled();
};

void TestEvaluate::lastMatchWins_data()
{
    QTest::addColumn<Ruleset>("rules");
    QTest::addColumn<QString>("resource");
    QTest::addColumn<Effect>("expected");
    const Ruleset exception{rule(u"edit"_s, u"*"_s, Effect::Ask),
                            rule(u"edit"_s, u"SECRET.md"_s, Effect::Deny),
                            rule(u"edit"_s, u"docs/*"_s, Effect::Allow)};
    QTest::newRow("the general rule") << exception << u"a.txt"_s << Effect::Ask;
    QTest::newRow("the exception") << exception << u"SECRET.md"_s << Effect::Deny;
    QTest::newRow("the later exception") << exception << u"docs/SECRET.md"_s << Effect::Allow;
    const Ruleset covered{rule(u"edit"_s, u"SECRET.md"_s, Effect::Deny),
                          rule(u"*"_s, u"*"_s, Effect::Allow)};
    QTest::newRow("a later general rule covers") << covered << u"SECRET.md"_s << Effect::Allow;
    const Ruleset other{rule(u"read"_s, u"*"_s, Effect::Deny)};
    QTest::newRow("another action") << other << u"a.txt"_s << Effect::Ask;
}

void TestEvaluate::lastMatchWins()
{
    QFETCH(const Ruleset, rules);
    QFETCH(const QString, resource);
    QFETCH(const Effect, expected);
    QCOMPARE(evaluate(u"edit"_s, resource, rules).effect, expected);
}

void TestEvaluate::noMatchAsksWithoutARule()
{
    QCOMPARE(evaluate(u"edit"_s, u"a"_s, {}), (Verdict{u"a"_s, Effect::Ask, std::nullopt}));
}

void TestEvaluate::verdictCarriesTheRule()
{
    const Rule second = rule(u"*"_s, u"a*"_s, Effect::Deny);
    const Ruleset rules{rule(u"edit"_s, u"*"_s, Effect::Allow), second};
    QCOMPARE(evaluate(u"edit"_s, u"ab"_s, rules), (Verdict{u"ab"_s, Effect::Deny, second}));
}

void TestEvaluate::exactResourceIsLiteral_data()
{
    QTest::addColumn<QString>("resource");
    QTest::addColumn<Effect>("expected");
    QTest::newRow("the same text") << u"ls *.c"_s << Effect::Allow;
    QTest::newRow("what the star would cover") << u"ls a.c"_s << Effect::Ask;
    QTest::newRow("a longer text") << u"ls *.c; rm x"_s << Effect::Ask;
    QTest::newRow("slash and backslash differ") << u"ls /*.c"_s << Effect::Ask;
}

void TestEvaluate::exactResourceIsLiteral()
{
    QFETCH(const QString, resource);
    QFETCH(const Effect, expected);
    QCOMPARE(evaluate(u"bash"_s, resource, {saved(u"bash"_s, u"ls *.c"_s, true)}).effect, expected);
}

void TestEvaluate::absoluteRulesCoverRelativePaths_data()
{
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<QString>("action");
    QTest::addColumn<QString>("resource");
    QTest::addColumn<bool>("expected");
    const auto row = [](const char *name, const QString &pattern, const QString &action,
                        const QString &resource, bool expected) {
        QTest::newRow(name) << pattern << action << resource << expected;
    };
    row("a folder inside", u"/home/a/p/src/*"_s, u"edit"_s, u"src/x"_s, true);
    row("another folder inside", u"/home/a/p/src/*"_s, u"edit"_s, u"doc/x"_s, false);
    row("a folder above", u"/home/a/*"_s, u"edit"_s, u"x"_s, true);
    row("a star above", u"/home/*/secret"_s, u"read"_s, u"secret"_s, true);
    row("the root itself", u"/home/a/p"_s, u"read"_s, u"."_s, true);
    row("outside, absolute", u"/home/a/*"_s, u"edit"_s, u"/home/a/other"_s, true);
    row("elsewhere, absolute", u"/home/a/*"_s, u"edit"_s, u"/etc/passwd"_s, false);
    row("a command is no path", u"/home/a/*"_s, u"bash"_s, u"ls"_s, false);
}

void TestEvaluate::absoluteRulesCoverRelativePaths()
{
    QFETCH(const QString, pattern);
    QFETCH(const QString, action);
    QFETCH(const QString, resource);
    QFETCH(const bool, expected);
    Rule absolute = rule(u"*"_s, pattern, Effect::Deny);
    absolute.base = u"/home/a/p"_s;
    QCOMPARE(evaluate(action, resource, {absolute}).effect == Effect::Deny, expected);
}

void TestEvaluate::narrowingNeverWidens_data()
{
    QTest::addColumn<Ruleset>("rules");
    QTest::addColumn<Effect>("expected");
    const Rule allow = rule(u"edit"_s, u"*"_s, Effect::Allow);
    const Rule ask = rule(u"edit"_s, u"*"_s, Effect::Ask);
    const Rule deny = rule(u"edit"_s, u"*"_s, Effect::Deny);
    const Rule narrowAllow = narrowing(u"*"_s, u"*"_s, Effect::Allow);
    const Rule narrowAsk = narrowing(u"*"_s, u"*"_s, Effect::Ask);
    const Rule narrowDeny = narrowing(u"*"_s, u"*"_s, Effect::Deny);
    QTest::newRow("ask after allow") << Ruleset{allow, narrowAsk} << Effect::Ask;
    QTest::newRow("deny after allow") << Ruleset{allow, narrowDeny} << Effect::Deny;
    QTest::newRow("ask after deny") << Ruleset{deny, narrowAsk} << Effect::Deny;
    QTest::newRow("allow after ask") << Ruleset{ask, narrowAllow} << Effect::Ask;
    QTest::newRow("allow after nothing") << Ruleset{narrowAllow} << Effect::Ask;
    QTest::newRow("deny after nothing") << Ruleset{narrowDeny} << Effect::Deny;
    QTest::newRow("a layer's last match counts")
            << Ruleset{allow, narrowDeny, narrowAsk} << Effect::Ask;
    QTest::newRow("the strictest layer counts")
            << Ruleset{allow, narrowDeny, narrowing(u"*"_s, u"*"_s, Effect::Ask, 2)}
            << Effect::Deny;
    QTest::newRow("a later ordinary rule lifts no layer")
            << Ruleset{narrowDeny, allow} << Effect::Deny;
    QTest::newRow("an exception within a layer stays one")
            << Ruleset{allow, narrowDeny, narrowing(u"edit"_s, u"b"_s, Effect::Ask)}
            << Effect::Deny;
}

void TestEvaluate::narrowingNeverWidens()
{
    QFETCH(const Ruleset, rules);
    QFETCH(const Effect, expected);
    QCOMPARE(evaluate(u"edit"_s, u"a"_s, rules).effect, expected);
}

void TestEvaluate::decisionOrder_data()
{
    QTest::addColumn<Ruleset>("agent");
    QTest::addColumn<Ruleset>("savedRules");
    QTest::addColumn<QStringList>("resources");
    QTest::addColumn<Effect>("expected");
    const Ruleset mixed{rule(u"edit"_s, u"*"_s, Effect::Ask),
                        rule(u"edit"_s, u"no"_s, Effect::Deny),
                        rule(u"edit"_s, u"yes"_s, Effect::Allow)};
    const Ruleset everything{saved(u"edit"_s, u"*"_s)};
    const auto row = [](const char *name, const Ruleset &agent, const Ruleset &approvals,
                        const QStringList &resources, Effect expected) {
        QTest::newRow(name) << agent << approvals << resources << expected;
    };
    row("one allowed", mixed, {}, {u"yes"_s}, Effect::Allow);
    row("one asked", mixed, {}, {u"other"_s}, Effect::Ask);
    row("one denied", mixed, {}, {u"no"_s}, Effect::Deny);
    row("any deny denies", mixed, {}, {u"yes"_s, u"other"_s, u"no"_s}, Effect::Deny);
    row("any ask asks", mixed, {}, {u"yes"_s, u"other"_s}, Effect::Ask);
    row("saved allows what is asked", mixed, everything, {u"yes"_s, u"other"_s}, Effect::Allow);
    row("saved never lifts a deny", mixed, everything, {u"no"_s}, Effect::Deny);
    row("saved never lifts a deny among others", mixed, everything, {u"other"_s, u"no"_s},
        Effect::Deny);
    row("saved of another action", mixed, {saved(u"read"_s, u"*"_s)}, {u"other"_s}, Effect::Ask);
    row("saved for one of two", mixed, {saved(u"edit"_s, u"a"_s)}, {u"a"_s, u"b"_s}, Effect::Ask);
    row("saved lifts a narrowing ask", {narrowing(u"*"_s, u"*"_s, Effect::Ask)}, everything,
        {u"a"_s}, Effect::Allow);
    row("no resources are allowed", {rule(u"*"_s, u"*"_s, Effect::Deny)}, {}, {}, Effect::Allow);
    row("an agent without rules asks", {}, {}, {u"a"_s}, Effect::Ask);
}

void TestEvaluate::decisionOrder()
{
    QFETCH(const Ruleset, agent);
    QFETCH(const Ruleset, savedRules);
    QFETCH(const QStringList, resources);
    QFETCH(const Effect, expected);
    const Explanation explanation = decide(u"edit"_s, resources, agent, savedRules);
    QCOMPARE(explanation.effect, expected);
    QCOMPARE(explanation.verdicts.size(), resources.size());
    QVERIFY(explanation.agentKnown);
}

void TestEvaluate::unknownAgentDeniesEverything()
{
    const Explanation expected{
            u"read"_s, Effect::Deny, {{u"a"_s, Effect::Deny, std::nullopt}}, false};
    QCOMPARE(decide(u"read"_s, {u"a"_s}, std::nullopt, {saved(u"read"_s, u"*"_s)}), expected);
    QCOMPARE(decide(u"read"_s, {}, std::nullopt, {}).effect, Effect::Deny);
}

void TestEvaluate::savedVerdictNamesTheApproval()
{
    const Rule approval = saved(u"edit"_s, u"*"_s);
    const Rule allowed = rule(u"edit"_s, u"free"_s, Effect::Allow);
    const Explanation expected{
            u"edit"_s,
            Effect::Allow,
            {{u"free"_s, Effect::Allow, allowed}, {u"x"_s, Effect::Allow, approval}},
            true};
    QCOMPARE(decide(u"edit"_s, {u"free"_s, u"x"_s}, Ruleset{allowed}, {approval}), expected);
}

void TestEvaluate::deniedExplanationShowsTheRulesOnly()
{
    const Rule denied = rule(u"edit"_s, u"no"_s, Effect::Deny);
    const Explanation expected{
            u"edit"_s,
            Effect::Deny,
            {{u"a"_s, Effect::Ask, std::nullopt}, {u"no"_s, Effect::Deny, denied}},
            true};
    QCOMPARE(decide(u"edit"_s, {u"a"_s, u"no"_s}, Ruleset{denied}, {saved(u"edit"_s, u"*"_s)}),
             expected);
}

void TestEvaluate::cautions_data()
{
    QTest::addColumn<Ruleset>("rules");
    QTest::addColumn<Ruleset>("savedRules");
    QTest::addColumn<Effect>("expected");
    QTest::addColumn<QString>("reason");
    const QString text = u"rm -rf ./*"_s;
    const QString loss = u"Everything goes."_s;
    const Rule everything = rule(u"*"_s, u"*"_s, Effect::Allow);
    const Rule named = rule(u"bash"_s, text, Effect::Allow);
    QTest::newRow("everything is allowed")
            << Ruleset{everything} << Ruleset{} << Effect::Ask << loss;
    QTest::newRow("a pattern that matches") << Ruleset{rule(u"bash"_s, u"rm *"_s, Effect::Allow)}
                                            << Ruleset{} << Effect::Ask << loss;
    QTest::newRow("the text itself") << Ruleset{named} << Ruleset{} << Effect::Allow << QString();
    QTest::newRow("the text, and then a pattern")
            << Ruleset{named, everything} << Ruleset{} << Effect::Ask << loss;
    QTest::newRow("a deny") << Ruleset{everything, rule(u"bash"_s, u"rm *"_s, Effect::Deny)}
                            << Ruleset{} << Effect::Deny << QString();
    QTest::newRow("asked anyway") << Ruleset{} << Ruleset{} << Effect::Ask << loss;
    QTest::newRow("a saved pattern")
            << Ruleset{} << Ruleset{saved(u"bash"_s, u"rm *"_s)} << Effect::Ask << loss;
    QTest::newRow("the saved text")
            << Ruleset{} << Ruleset{saved(u"bash"_s, text)} << Effect::Allow << QString();
}

void TestEvaluate::cautions()
{
    QFETCH(const Ruleset, rules);
    QFETCH(const Ruleset, savedRules);
    QFETCH(const Effect, expected);
    QFETCH(const QString, reason);
    const QString text = u"rm -rf ./*"_s;
    const Explanation explanation =
            decide(u"bash"_s, {text}, rules, savedRules, {}, {{text, u"Everything goes."_s}});
    QCOMPARE(explanation.effect, expected);
    QCOMPARE(explanation.verdicts.size(), 1);
    QCOMPARE(explanation.verdicts.first().reason, reason);
    // Stars alone name nothing.
    const Rule star = rule(u"bash"_s, u"*"_s, Effect::Allow);
    QCOMPARE(decide(u"bash"_s, {u"*"_s}, Ruleset{star}, {}, {}, {{u"*"_s, u"x"_s}}).effect,
             Effect::Ask);
}

void TestEvaluate::otherNamesOnlyDeny()
{
    const Rule everything = rule(u"*"_s, u"*"_s, Effect::Allow);
    const Rule denied = rule(u"bash"_s, u"nice *"_s, Effect::Deny);
    const Rule asked = rule(u"bash"_s, u"nice *"_s, Effect::Ask);
    const QStringList others{u"nice x"_s};
    QCOMPARE(decide(u"bash"_s, {u"x"_s}, Ruleset{everything}, {}, others).effect, Effect::Allow);
    QCOMPARE(decide(u"bash"_s, {u"x"_s}, Ruleset{everything, asked}, {}, others).effect,
             Effect::Allow);
    const Explanation refused =
            decide(u"bash"_s, {u"x"_s}, Ruleset{everything, denied}, {}, others);
    QCOMPARE(refused.effect, Effect::Deny);
    QCOMPARE(refused.verdicts,
             (QList<Verdict>{{u"x"_s, Effect::Allow, everything},
                             {u"nice x"_s, Effect::Deny, denied}}));
}

void TestEvaluate::whollyDisabled_data()
{
    QTest::addColumn<Ruleset>("rules");
    QTest::addColumn<bool>("expected");
    QTest::newRow("no rules") << Ruleset{} << false;
    QTest::newRow("denied for everything")
            << Ruleset{rule(u"edit"_s, u"*"_s, Effect::Deny)} << true;
    QTest::newRow("an exception keeps it visible")
            << Ruleset{rule(u"edit"_s, u"*"_s, Effect::Deny),
                       rule(u"edit"_s, u"x.md"_s, Effect::Allow)}
            << false;
    QTest::newRow("a last general deny hides")
            << Ruleset{rule(u"edit"_s, u"private"_s, Effect::Allow),
                       rule(u"*"_s, u"*"_s, Effect::Deny)}
            << true;
    QTest::newRow("a pattern that covers all is not a star")
            << Ruleset{rule(u"edit"_s, u"**"_s, Effect::Deny)} << false;
    QTest::newRow("asked for everything") << Ruleset{rule(u"edit"_s, u"*"_s, Effect::Ask)} << false;
    QTest::newRow("other actions do not count") << Ruleset{rule(u"edit"_s, u"*"_s, Effect::Deny),
                                                           rule(u"read"_s, u"*"_s, Effect::Allow)}
                                                << true;
    QTest::newRow("a narrowing exception brings nothing back")
            << Ruleset{rule(u"edit"_s, u"*"_s, Effect::Deny),
                       narrowing(u"edit"_s, u"x"_s, Effect::Ask)}
            << true;
    QTest::newRow("a narrowing deny hides") << Ruleset{rule(u"edit"_s, u"*"_s, Effect::Allow),
                                                       narrowing(u"edit"_s, u"*"_s, Effect::Deny)}
                                            << true;
}

void TestEvaluate::whollyDisabled()
{
    QFETCH(const Ruleset, rules);
    QFETCH(const bool, expected);
    QCOMPARE(isWhollyDisabled(u"edit"_s, rules), expected);
}

QTEST_GUILESS_MAIN(TestEvaluate)
#include "tst_evaluate.moc"
