// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "permission/explain.h"

#include "permission/evaluate.h"

#include <QJsonDocument>
#include <QTest>

using namespace Countersign::Permission;
using namespace Qt::StringLiterals;

namespace {

Rule secretRule()
{
    return {u"edit"_s,
            u"SECRET.md"_s,
            Effect::Deny,
            Origin::ProjectConfig,
            u"countersign.jsonc:12"_s,
            u"Keep out."_s};
}

} // namespace

class TestExplain : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void jsonNamesEverything();
    void jsonComesBack();
    void damagedJsonIsStrict();
    void text_data();
    void text();
    void denial_data();
    void denial();
};

void TestExplain::jsonNamesEverything()
{
    const Explanation explanation =
            decide(u"edit"_s, {u"SECRET.md"_s, u"a"_s}, Ruleset{secretRule()}, {});
    const QByteArray expected =
            R"({"action":"edit","agentKnown":true,"effect":"deny","verdicts":[)"
            R"({"effect":"deny","resource":"SECRET.md","rule":{"action":"edit",)"
            R"("effect":"deny","message":"Keep out.","origin":"project_config",)"
            R"("resource":"SECRET.md","source":"countersign.jsonc:12"}},)"
            R"({"effect":"ask","resource":"a","rule":null}]})";
    QCOMPARE(QJsonDocument(toJson(explanation)).toJson(QJsonDocument::Compact), expected);
}

void TestExplain::jsonComesBack()
{
    Rule saved{u"bash"_s, u"ls *"_s, Effect::Allow, Origin::Saved, u"psv_1"_s, {}, true};
    Rule narrow = secretRule();
    narrow.layer = 3;
    narrow.base = u"/p"_s;
    const Explanation explanation{u"bash"_s,
                                  Effect::Ask,
                                  {{u"ls *"_s, Effect::Allow, saved},
                                   {u"b"_s, Effect::Ask, std::nullopt, u"It is lost."_s},
                                   {u"c"_s, Effect::Deny, narrow}},
                                  true};
    QCOMPARE(explanationFromJson(toJson(explanation)), explanation);
}

void TestExplain::damagedJsonIsStrict()
{
    QCOMPARE(explanationFromJson({}), (Explanation{{}, Effect::Deny, {}, false}));
}

void TestExplain::text_data()
{
    QTest::addColumn<Explanation>("explanation");
    QTest::addColumn<QString>("expected");
    QTest::newRow("a rule") << decide(u"edit"_s, {u"SECRET.md"_s}, Ruleset{secretRule()}, {})
                            << u"edit: deny\n  SECRET.md: deny by the rule edit SECRET.md deny "
                               "(countersign.jsonc:12)"_s;
    QTest::newRow("a caution")
            << decide(u"bash"_s, {u"rm x"_s},
                      Ruleset{{u"*"_s, u"*"_s, Effect::Allow, Origin::BuiltIn,
                               u"built-in defaults"_s}},
                      {}, {}, {{u"rm x"_s, u"It is lost."_s}})
            << u"bash: ask\n  rm x: ask although the rule * * allow (built-in defaults)\n    It is "
               "lost."_s;
    QTest::newRow("no rule") << decide(u"edit"_s, {u"a"_s}, Ruleset{}, {})
                             << u"edit: ask\n  a: ask, because no rule matches"_s;
    QTest::newRow("no resources") << decide(u"edit"_s, {}, Ruleset{}, {})
                                  << u"edit: allow, because nothing in particular is touched"_s;
    QTest::newRow("unknown agent")
            << decide(u"edit"_s, {u"a"_s}, std::nullopt, {})
            << u"edit: deny, because the agent is not known here\n  a: deny"_s;
}

void TestExplain::text()
{
    QFETCH(const Explanation, explanation);
    QFETCH(const QString, expected);
    QCOMPARE(explainText(explanation), expected);
}

void TestExplain::denial_data()
{
    QTest::addColumn<Explanation>("explanation");
    QTest::addColumn<QString>("expected");
    QTest::newRow("rule with a hint")
            << decide(u"edit"_s, {u"a"_s, u"SECRET.md"_s}, Ruleset{secretRule()}, {})
            << u"edit of SECRET.md is denied by the rule edit SECRET.md (countersign.jsonc:12). "
               "Keep out."_s;
    QTest::newRow("unknown agent")
            << decide(u"edit"_s, {u"a"_s}, std::nullopt, {})
            << u"edit of a is denied because there is no agent named \"ghost\" here; choose one "
               "that exists."_s;
}

void TestExplain::denial()
{
    QFETCH(const Explanation, explanation);
    QFETCH(const QString, expected);
    QCOMPARE(denialText(explanation, u"ghost"_s), expected);
}

QTEST_GUILESS_MAIN(TestExplain)
#include "tst_explain.moc"
