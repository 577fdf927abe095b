// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "tool/settlement.h"

#include "support/scratch.h"
#include "tool/jsontext.h"

#include <QtTest>

#include <new>
#include <optional>

using namespace Qt::StringLiterals;

namespace Countersign {

namespace {

struct In
{
    qint64 number = 0;
};
struct Out
{
    qint64 number = 0;
};

using Execute = std::function<Result<Out>(const In &, const ToolContext &)>;

Tool tool(Execute execute)
{
    return Tool::make(ToolSpec<In, Out>{
            u"Doubles."_s,
            Schema::object<In>().field(u"number"_s, &In::number, Schema::integer(0, 100)).codec(),
            Schema::object<Out>().field(u"number"_s, &Out::number, Schema::integer(0, 100)).codec(),
            std::move(execute)});
}

Result<Out> doubled(const In &in, const ToolContext &)
{
    return Out{2 * in.number};
}

Registration must(Result<Registration> result)
{
    if (!result)
        qFatal("%s", qUtf8Printable(result.error().message));
    return std::move(*result);
}

} // namespace

class SettlementTest : public QObject
{
    Q_OBJECT

    /// Two registries, a store and a settlement.
    struct Bench
    {
        Test::Scratch scratch;
        ToolRegistry application;
        ToolRegistry location;
        OutputStore store;
        Settlement settlement{application, location, store};
        int runs = 0;

        explicit Bench(OutputLimits limits = {}, const QString &folder = u"out"_s)
            : store(scratch.path(folder), limits)
        {
        }
        Execute counted(Execute execute)
        {
            return [this, execute = std::move(execute)](const In &in, const ToolContext &context) {
                ++runs;
                return execute(in, context);
            };
        }
        Materialisation turn() { return materialise(application, location, {}); }
        Settled call(const Materialisation &turn, const QJsonObject &input,
                     const QString &name = u"double"_s)
        {
            return settlement.settle(
                    turn, {CallId(u"c"_s), name, input, {}},
                    {SessionId(u"s"_s), u"build"_s, MessageId(u"m"_s), CallId(u"c"_s), {}});
        }
    };

private Q_SLOTS:
    void success()
    {
        Bench bench;
        const auto r = must(bench.application.add({{u"double"_s, tool(doubled)}}));
        const Settled settled = bench.call(bench.turn(), {{u"number"_s, 21}});
        QVERIFY(settled.ok());
        QCOMPARE(settled.output.structured, QJsonValue(QJsonObject{{u"number"_s, 42}}));
        QCOMPARE(settled.output.content, Content());
        QCOMPARE(settled.outputPaths, QStringList());
        QCOMPARE(settled.modelText(), u"{\"number\":42}"_s);
    }

    void theContextReachesTheTool()
    {
        Bench bench;
        QStringList ids;
        const auto r = must(bench.location.add(
                {{u"double"_s, tool([&ids](const In &, const ToolContext &context) -> Result<Out> {
                      ids = {context.session.value, context.agent, context.message.value,
                             context.call.value};
                      return Out{};
                  })}}));
        QVERIFY(bench.call(bench.turn(), {{u"number"_s, 1}}).ok());
        QCOMPARE(ids, QStringList({u"s"_s, u"build"_s, u"m"_s, u"c"_s}));
    }

    void unknown()
    {
        Bench bench;
        const auto r = must(bench.application.add({{u"double"_s, tool(doubled)}}));
        const Settled settled = bench.call(bench.turn(), {}, u"triple"_s);
        QCOMPARE(settled.error->code, ErrorCode::NotFound);
        QVERIFY(settled.error->message.contains(u"\"triple\""_s));
        QVERIFY(settled.error->message.contains(u"double"_s));
        QCOMPARE(settled.modelText(), settled.error->message);
    }

    void aToolThatCannotBeUsedSaysWhy()
    {
        Bench bench;
        const auto codec =
                Schema::object<Out>().field(u"number"_s, &Out::number, Schema::integer()).codec();
        const auto r = must(bench.application.add(
                {{u"double"_s,
                  Tool::make(ToolSpec<Out, Out>{u"Doubles."_s,
                                                codec,
                                                codec,
                                                [&bench](const Out &, const ToolContext &) {
                                                    ++bench.runs;
                                                    return Result<Out>(Out{});
                                                },
                                                {},
                                                {},
                                                {},
                                                {},
                                                u"There is no key."_s})}}));
        const Materialisation turn = bench.turn();
        QVERIFY(turn.definitions.isEmpty());
        const Settled settled = bench.call(turn, {{u"number"_s, 1}});
        QCOMPARE(settled.error->code, ErrorCode::Unsupported);
        QCOMPARE(settled.error->message, u"There is no key."_s);
        QCOMPARE(bench.runs, 0);
        // Who may not use it at all is not told that it is there.
        Permission::Rule denied;
        denied.action = u"double"_s;
        denied.resource = u"*"_s;
        denied.effect = Permission::Effect::Deny;
        const Settled hidden =
                bench.call(materialise(bench.application, bench.location, {denied}), {});
        QCOMPARE(hidden.error->code, ErrorCode::NotFound);
    }

    void hiddenToolIsUnknown()
    {
        Bench bench;
        const auto r = must(bench.application.add({{u"double"_s, tool(bench.counted(doubled))}}));
        Permission::Rule deny;
        deny.action = u"double"_s;
        deny.resource = u"*"_s;
        deny.effect = Permission::Effect::Deny;
        const Settled settled = bench.call(materialise(bench.application, bench.location, {deny}),
                                           {{u"number"_s, 1}});
        QCOMPARE(settled.error->code, ErrorCode::NotFound);
        QCOMPARE(bench.runs, 0);
    }

    void stale_data()
    {
        QTest::addColumn<QString>("what");
        QTest::newRow("removed") << u"removed"_s;
        QTest::newRow("replaced by a newer registration") << u"replaced"_s;
        QTest::newRow("a Location tool came over it") << u"overlaid"_s;
        QTest::newRow("a closed overlay revealed the older one") << u"revealed"_s;
    }
    void stale()
    {
        QFETCH(QString, what);
        Bench bench;
        const Tool counted = tool(bench.counted(doubled));
        std::optional<Registration> base = must(bench.application.add({{u"double"_s, counted}}));
        std::optional<Registration> overlay;
        if (what == u"revealed"_s)
            overlay = must(bench.location.add({{u"double"_s, counted}}));
        const Materialisation turn = bench.turn();
        if (what == u"removed"_s)
            base.reset();
        else if (what == u"replaced"_s)
            overlay = must(bench.application.add({{u"double"_s, counted}}));
        else if (what == u"overlaid"_s)
            overlay = must(bench.location.add({{u"double"_s, counted}}));
        else
            overlay.reset();
        // Even with arguments that are wrong as well: the identity comes first.
        const Settled settled = bench.call(turn, {});
        QCOMPARE(settled.error->code, ErrorCode::Stale);
        QVERIFY(settled.error->message.contains(u"\"double\""_s));
        QCOMPARE(bench.runs, 0);
    }

    void theRunningCallKeepsItsTool()
    {
        Bench bench;
        std::optional<Registration> registration;
        registration = must(bench.application.add(
                {{u"double"_s, tool([&registration](const In &in, const ToolContext &context) {
                      registration.reset(); // Removed while it runs.
                      return doubled(in, context);
                  })}}));
        QVERIFY(bench.call(bench.turn(), {{u"number"_s, 2}}).ok());
        QVERIFY(!bench.application.find(u"double"_s));
    }

    void badInput_data()
    {
        QTest::addColumn<QJsonObject>("input");
        QTest::addColumn<QString>("named");
        QTest::newRow("missing") << QJsonObject{} << u"number: is missing"_s;
        QTest::newRow("wrong kind") << QJsonObject{{u"number"_s, u"x"_s}} << u"number: is"_s;
        QTest::newRow("out of range") << QJsonObject{{u"number"_s, 101}} << u"number: is 101"_s;
        QTest::newRow("null") << QJsonObject{{u"number"_s, QJsonValue::Null}} << u"number: is"_s;
    }
    void badInput()
    {
        QFETCH(QJsonObject, input);
        QFETCH(QString, named);
        Bench bench;
        const auto r = must(bench.application.add({{u"double"_s, tool(bench.counted(doubled))}}));
        const Settled settled = bench.call(bench.turn(), input);
        QCOMPARE(settled.error->code, ErrorCode::InvalidInput);
        QVERIFY2(settled.error->message.contains(named), qPrintable(settled.error->message));
        QVERIFY(settled.error->message.contains(u"\"double\""_s));
        QCOMPARE(bench.runs, 0);
    }

    void unknownKeysAreDropped()
    {
        Bench bench;
        const auto r = must(bench.application.add({{u"double"_s, tool(doubled)}}));
        QVERIFY(bench.call(bench.turn(), {{u"number"_s, 1}, {u"more"_s, true}}).ok());
    }

    void malformedArguments()
    {
        Bench bench;
        const auto r = must(bench.application.add({{u"double"_s, tool(bench.counted(doubled))}}));
        // The object that could be saved from the wreck is whole: it must not be used.
        const Settled settled = bench.settlement.settle(
                bench.turn(),
                {CallId(u"c"_s), u"double"_s, {{u"number"_s, 1}}, u"it ends in a string"_s},
                {SessionId(u"s"_s), u"build"_s, MessageId(u"m"_s), CallId(u"c"_s), {}});
        QCOMPARE(settled.error->code, ErrorCode::InvalidInput);
        QVERIFY(settled.error->message.contains(u"it ends in a string"_s));
        QCOMPARE(bench.runs, 0);
    }

    void stopBeforeTheStart()
    {
        Bench bench;
        const auto r = must(bench.application.add({{u"double"_s, tool(bench.counted(doubled))}}));
        std::stop_source source;
        source.request_stop();
        const Settled settled = bench.settlement.settle(
                bench.turn(), {CallId(u"c"_s), u"double"_s, {{u"number"_s, 1}}, {}},
                {SessionId(u"s"_s), u"build"_s, MessageId(u"m"_s), CallId(u"c"_s),
                 source.get_token()});
        QCOMPARE(settled.error->code, ErrorCode::Cancelled);
        QCOMPARE(bench.runs, 0);
    }

    void toolErrorStandsAsItIs()
    {
        Bench bench;
        const Error error{ErrorCode::Declined, u"Exactly this."_s, u"detail"_s};
        const auto r = must(bench.application.add(
                {{u"double"_s, tool([error](const In &, const ToolContext &) -> Result<Out> {
                      return failure(error);
                  })}}));
        QCOMPARE(*bench.call(bench.turn(), {{u"number"_s, 1}}).error, error);
    }

    void outputThatDoesNotEncodeNeverSucceeds()
    {
        Bench bench;
        const auto r = must(bench.application.add({{u"double"_s, tool(bench.counted(doubled))}}));
        const Settled settled = bench.call(bench.turn(), {{u"number"_s, 51}});
        QCOMPARE(settled.error->code, ErrorCode::Internal);
        QVERIFY(settled.error->message.contains(u"\"double\""_s));
        QVERIFY(settled.error->message.contains(u"102"_s));
        QCOMPARE(bench.runs, 1);
    }

    void exceptionIsAnErrorAndIsLogged()
    {
        Bench bench;
        const auto r = must(bench.application.add(
                {{u"double"_s, tool([](const In &, const ToolContext &) -> Result<Out> {
                      throw std::bad_alloc();
                  })}}));
        QTest::ignoreMessage(QtCriticalMsg, QRegularExpression(u"double.*threw.*bad_alloc"_s));
        const Settled settled = bench.call(bench.turn(), {{u"number"_s, 1}});
        QCOMPARE(settled.error->code, ErrorCode::Internal);
        QVERIFY(settled.error->message.contains(u"\"double\""_s));
    }

    void largeOutputIsBoundedOnce()
    {
        Bench bench({20, 1000});
        const auto r = must(bench.application.add(
                {{u"lines"_s,
                  Tool::make(ToolSpec<In, QString>{
                          u"Lines."_s,
                          Schema::object<In>()
                                  .field(u"number"_s, &In::number, Schema::integer())
                                  .codec(),
                          Schema::string(),
                          [](const In &in, const ToolContext &) -> Result<QString> {
                              return u"x\n"_s.repeated(in.number);
                          }})}}));
        const Settled settled = bench.call(bench.turn(), {{u"number"_s, 100}}, u"lines"_s);
        QVERIFY(settled.ok());
        QCOMPARE(settled.outputPaths.size(), 1);
        QVERIFY(settled.modelText().contains(settled.outputPaths.first()));
        QFile full(settled.outputPaths.first());
        QVERIFY(full.open(QIODevice::ReadOnly));
        QCOMPARE(full.readAll(), QByteArray("x\n").repeated(100));
        QCOMPARE(settled.output.structured.toString().size(), 200); // Unchanged.
    }

    void failedStoreFailsTheSettlement()
    {
        Bench bench({20, 1000}, u"file/out"_s);
        bench.scratch.write(u"file"_s, "not a folder");
        const auto r = must(bench.application.add(
                {{u"text"_s,
                  Tool::make(ToolSpec<In, QString>{
                          u"Text."_s, Schema::object<In>().codec(), Schema::string(),
                          [](const In &, const ToolContext &) -> Result<QString> {
                              return QString(2000, u'x');
                          }})}}));
        const Settled settled = bench.call(bench.turn(), {}, u"text"_s);
        QVERIFY(!settled.ok());
        QCOMPARE(settled.error->code, ErrorCode::Storage);
    }

    void jsonText_data()
    {
        QTest::addColumn<QJsonValue>("value");
        QTest::addColumn<QString>("compact");
        QTest::addColumn<QString>("indented");
        QTest::newRow("empty object") << QJsonValue(QJsonObject()) << u"{}"_s << u"{}"_s;
        QTest::newRow("empty array") << QJsonValue(QJsonArray()) << u"[]"_s << u"[]"_s;
        QTest::newRow("nested")
                << QJsonValue(
                           QJsonObject{{u"a"_s, QJsonArray{1, QJsonObject{{u"b"_s, u"x\"\n"_s}}}},
                                       {u"c"_s, QJsonArray{}}})
                << u"{\"a\":[1,{\"b\":\"x\\\"\\n\"}],\"c\":[]}"_s
                << u"{\n  \"a\": [\n    1,\n    {\n      \"b\": \"x\\\"\\n\"\n    }\n"
                   "  ],\n  \"c\": []\n}"_s;
        QTest::newRow("number") << QJsonValue(1.5) << u"1.5"_s << u"1.5"_s;
        QTest::newRow("null") << QJsonValue(QJsonValue::Null) << u"null"_s << u"null"_s;
        QTest::newRow("undefined")
                << QJsonValue(QJsonValue::Undefined) << u"undefined"_s << u"undefined"_s;
    }
    void jsonText()
    {
        QFETCH(QJsonValue, value);
        QFETCH(QString, compact);
        QFETCH(QString, indented);
        QCOMPARE(compactJson(value), compact);
        QCOMPARE(indentedJson(value), indented);
    }
};

} // namespace Countersign

QTEST_GUILESS_MAIN(Countersign::SettlementTest)
#include "tst_settlement.moc"
