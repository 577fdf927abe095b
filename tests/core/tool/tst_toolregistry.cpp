// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "tool/registry.h"

#include <QtTest>

#include <memory>

using namespace Qt::StringLiterals;

namespace Countersign {

namespace {

struct Nothing
{
};

Tool tool(const QString &description, const QString &action = {})
{
    return Tool::make(ToolSpec<Nothing, QString>{description,
                                                 Schema::object<Nothing>().codec(),
                                                 Schema::string(),
                                                 [description](const Nothing &, const ToolContext &)
                                                         -> Result<QString> { return description; },
                                                 {},
                                                 {},
                                                 action});
}

QStringList names(const ToolRegistry &registry)
{
    QStringList out;
    for (const auto &entry : registry.entries())
        out.append(entry.name + u'=' + entry.tool.description());
    return out;
}

Registration must(Result<Registration> result)
{
    if (!result)
        qFatal("%s", qUtf8Printable(result.error().message));
    return std::move(*result);
}

Permission::Rule rule(const QString &action, const QString &resource, Permission::Effect effect)
{
    Permission::Rule made;
    made.action = action;
    made.resource = resource;
    made.effect = effect;
    return made;
}

QStringList offered(const Materialisation &turn)
{
    QStringList out;
    for (const ToolDefinition &definition : turn.definitions)
        out.append(definition.name + u'=' + definition.description);
    return out;
}

} // namespace

class RegistryTest : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void names_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("good");
        QTest::newRow("one letter") << u"a"_s << true;
        QTest::newRow("letters, digits, underscore, dash") << u"Mcp-server_2"_s << true;
        QTest::newRow("64 characters") << QString(64, u'x') << true;
        QTest::newRow("65 characters") << QString(65, u'x') << false;
        QTest::newRow("empty") << QString() << false;
        QTest::newRow("starts with a digit") << u"2x"_s << false;
        QTest::newRow("starts with an underscore") << u"_x"_s << false;
        QTest::newRow("a dot") << u"a.b"_s << false;
        QTest::newRow("a letter that is not ASCII") << u"näme"_s << false;
        QTest::newRow("a line end at the end") << u"name\n"_s << false;
    }
    void names()
    {
        QFETCH(QString, name);
        QFETCH(bool, good);
        ToolRegistry registry;
        const auto added = registry.add({{u"first"_s, tool(u"1"_s)}, {name, tool(u"2"_s)}});
        QCOMPARE(added.has_value(), good);
        // All or nothing.
        QCOMPARE(registry.entries().size(), good ? 2 : 0);
        if (!good) {
            QCOMPARE(added.error().code, ErrorCode::InvalidInput);
            QVERIFY(added.error().message.contains(u'"' + name + u'"'));
        }
    }

    void emptyListIsNothing()
    {
        ToolRegistry registry;
        QVERIFY(registry.add({}).has_value());
        QVERIFY(registry.entries().isEmpty());
    }

    void newestWinsAndClosingReveals()
    {
        ToolRegistry registry;
        const auto first = must(registry.add({{u"b"_s, tool(u"b1"_s)}, {u"a"_s, tool(u"a1"_s)}}));
        auto second = std::make_unique<Registration>(must(registry.add({{u"b"_s, tool(u"b2"_s)}})));
        auto third = std::make_unique<Registration>(must(registry.add({{u"b"_s, tool(u"b3"_s)}})));
        QCOMPARE(Countersign::names(registry), QStringList({u"b=b3"_s, u"a=a1"_s}));
        second.reset(); // From the middle of the stack: nothing is seen of it.
        QCOMPARE(Countersign::names(registry), QStringList({u"b=b3"_s, u"a=a1"_s}));
        third.reset();
        QCOMPARE(Countersign::names(registry), QStringList({u"b=b1"_s, u"a=a1"_s}));
        QCOMPARE(registry.find(u"b"_s)->tool.description(), u"b1"_s);
        QVERIFY(!registry.find(u"c"_s));
    }

    void lastOneGoes()
    {
        ToolRegistry registry;
        {
            const auto only = must(registry.add({{u"a"_s, tool(u"1"_s)}}));
            QCOMPARE(registry.entries().size(), 1);
        }
        QVERIFY(registry.entries().isEmpty());
        QVERIFY(!registry.find(u"a"_s));
    }

    void movedRegistrationKeepsItsTools()
    {
        ToolRegistry registry;
        Registration kept;
        {
            auto made = must(registry.add({{u"a"_s, tool(u"1"_s)}}));
            kept = std::move(made);
        }
        QCOMPARE(registry.entries().size(), 1);
        kept = Registration();
        QVERIFY(registry.entries().isEmpty());
    }

    void registrationOutlivesRegistry()
    {
        auto registry = std::make_unique<ToolRegistry>();
        auto registration = must(registry->add({{u"a"_s, tool(u"1"_s)}}));
        registry.reset();
        registration = Registration(); // Must not touch what is gone.
    }

    void identitiesAreNeverUsedTwice()
    {
        ToolRegistry one;
        ToolRegistry two;
        quint64 before = 0;
        {
            const auto registration = must(one.add({{u"a"_s, tool(u"1"_s)}}));
            before = one.find(u"a"_s)->identity;
        }
        const auto again = must(one.add({{u"a"_s, tool(u"1"_s)}}));
        const auto other = must(two.add({{u"a"_s, tool(u"1"_s)}}));
        QVERIFY(one.find(u"a"_s)->identity != before);
        QVERIFY(two.find(u"a"_s)->identity != before);
        QVERIFY(two.find(u"a"_s)->identity != one.find(u"a"_s)->identity);
    }

    void locationHidesApplication()
    {
        ToolRegistry application;
        ToolRegistry location;
        const auto a =
                must(application.add({{u"x"_s, tool(u"app x"_s)}, {u"y"_s, tool(u"app y"_s)}}));
        auto l = std::make_unique<Registration>(
                must(location.add({{u"z"_s, tool(u"loc z"_s)}, {u"x"_s, tool(u"loc x"_s)}})));
        // An overlaid name keeps the application's place.
        QCOMPARE(offered(materialise(application, location, {})),
                 QStringList({u"x=loc x"_s, u"y=app y"_s, u"z=loc z"_s}));
        QCOMPARE(effective(application, location, u"x"_s)->tool.description(), u"loc x"_s);
        l.reset();
        QCOMPARE(effective(application, location, u"x"_s)->tool.description(), u"app x"_s);
        QVERIFY(!effective(application, location, u"z"_s));
    }

    void whollyDisabledActionsAreNotOffered_data()
    {
        using Permission::Effect;
        QTest::addColumn<QList<QStringList>>("rules");
        QTest::addColumn<QStringList>("expected");
        const QStringList all{u"edit=e"_s, u"write=w"_s, u"read=r"_s};
        QTest::newRow("no rules") << QList<QStringList>{} << all;
        QTest::newRow("deny everything of edit hides both tools of that action")
                << QList<QStringList>{{u"edit"_s, u"*"_s, u"deny"_s}} << QStringList{u"read=r"_s};
        QTest::newRow("a later exception keeps them visible")
                << QList<QStringList>{{u"edit"_s, u"*"_s, u"deny"_s},
                                      {u"edit"_s, u"x.md"_s, u"allow"_s}}
                << all;
        QTest::newRow("a later deny of everything hides all")
                << QList<QStringList>{{u"read"_s, u"a"_s, u"allow"_s}, {u"*"_s, u"*"_s, u"deny"_s}}
                << QStringList();
        QTest::newRow("the tool's name is not its action")
                << QList<QStringList>{{u"write"_s, u"*"_s, u"deny"_s}} << all;
    }
    void whollyDisabledActionsAreNotOffered()
    {
        QFETCH(QList<QStringList>, rules);
        QFETCH(QStringList, expected);
        Permission::Ruleset ruleset;
        for (const QStringList &words : std::as_const(rules))
            ruleset.append(rule(words[0], words[1], *Permission::effectFromName(words[2])));
        const ToolRegistry application;
        ToolRegistry location;
        const auto registration = must(location.add({{u"edit"_s, tool(u"e"_s)},
                                                     {u"write"_s, tool(u"w"_s, u"edit"_s)},
                                                     {u"read"_s, tool(u"r"_s)}}));
        const Materialisation turn = materialise(application, location, ruleset);
        QCOMPARE(offered(turn), expected);
        QCOMPARE(turn.identities.size(), expected.size());
    }

    void hiddenLocationToolDoesNotLetTheApplicationToolThrough()
    {
        ToolRegistry application;
        ToolRegistry location;
        const auto a = must(application.add({{u"x"_s, tool(u"app"_s)}}));
        const auto l = must(location.add({{u"x"_s, tool(u"loc"_s, u"danger"_s)}}));
        const Permission::Ruleset rules{rule(u"danger"_s, u"*"_s, Permission::Effect::Deny)};
        QCOMPARE(offered(materialise(application, location, rules)), QStringList());
    }

    void catalogActionLeavesTheOriginalAlone()
    {
        const Tool original = tool(u"t"_s);
        const Tool decorated = original.withCatalogAction(u"edit"_s);
        QCOMPARE(original.catalogAction(), QString());
        QCOMPARE(decorated.catalogAction(), u"edit"_s);
        QCOMPARE(decorated.inputSchema(), original.inputSchema());
    }
};

} // namespace Countersign

QTEST_GUILESS_MAIN(Countersign::RegistryTest)
#include "tst_toolregistry.moc"
