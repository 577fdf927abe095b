// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "provider/scripted.h"

#include "support/providerevents.h"
#include "support/scratch.h"

#include <QTest>

#include <thread>

using namespace Countersign;
using namespace Countersign::Provider;
using namespace Countersign::Test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// A history with so many answers in it.
Turn turnNumber(int answers)
{
    Turn turn;
    for (int i = 0; i < answers; ++i) {
        turn.history.append(Entry{Role::User, {Text{u"q"_s}}});
        turn.history.append(Entry{Role::Assistant, {Text{u"a"_s}}});
    }
    return turn;
}

QStringList play(Countersign::Provider::Provider &model, int answers, std::stop_token stop = {})
{
    QStringList out;
    const auto finish = model.run(
            turnNumber(answers), [&out](const Event &event) { out.append(describe(event)); },
            std::move(stop));
    if (finish)
        out.append(finishName(*finish));
    else
        out.append(u"error %1 %2"_s.arg(int(finish.error().code)).arg(finish.error().message));
    return out;
}

Scripted script(const QByteArray &json)
{
    return Scripted(parseScript(json, u"x.json"_s).value());
}

} // namespace

class TestScripted : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void plays_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<int>("answers");
        QTest::addColumn<QStringList>("expected");
        const QByteArray two = R"({"turns":[{"text":"one"},{"tools":[
            {"name":"read","input":{"path":"a"}},{"name":"glob"}]}]})";
        QTest::newRow("first") << two << 0 << QStringList{u"text one"_s, u"stop"_s};
        QTest::newRow("second") << two << 1
                                << QStringList{u"started call_1_0 read"_s,
                                               u"delta call_1_0 {\"path\":\"a\"}"_s,
                                               u"ready call_1_0 read {\"path\":\"a\"}"_s,
                                               u"started call_1_1 glob"_s,
                                               u"delta call_1_1 {}"_s,
                                               u"ready call_1_1 glob {}"_s,
                                               u"tool calls"_s};
        QTest::newRow("past the end")
                << two << 2 << QStringList{u"text All 2 scripted turns are done."_s, u"stop"_s};
        QTest::newRow("far past the end")
                << two << 9 << QStringList{u"text All 2 scripted turns are done."_s, u"stop"_s};
        QTest::newRow("words come in pieces")
                << R"({"turns":[{"reasoning":"Hm.","text":"These are quite a few words for one turn.\n\nEnd"}]})"_ba
                << 0
                << QStringList{u"thought Hm."_s, u"text These are quite a few words "_s,
                               u"text for one turn.\n\nEnd"_s, u"stop"_s};
        QTest::newRow("disconnect: the text came, no call did")
                << R"({"turns":[{"text":"a","tools":[{"name":"read"}],"fault":"disconnect"}]})"_ba
                << 0
                << QStringList{
                           u"text a"_s,
                           u"error %1 The connection to the scripted model was lost in the middle "
                           u"of its answer. Try again."_s.arg(int(ErrorCode::Network))};
        QTest::newRow("overloaded: nothing came")
                << R"({"turns":[{"text":"a","fault":"error:529"}]})"_ba << 0
                << QStringList{
                           u"error %1 The scripted model is overloaded or not ready (HTTP status "
                           u"529). Wait a while, then try again."_s.arg(int(ErrorCode::Network))};
        QTest::newRow("key refused")
                << R"({"turns":[{"fault":"error:401"}]})"_ba << 0
                << QStringList{u"error %1 The scripted model refused the key (HTTP status 401). "
                               u"Check the "
                               u"key, for example in COUNTERSIGN_API_KEY."_s.arg(
                                       int(ErrorCode::Denied))};
        QTest::newRow("malformed: the last call is spoiled")
                << R"({"turns":[{"tools":[{"name":"read"},{"name":"read","input":{"a":1}}],"fault":"malformed"}]})"_ba
                << 0
                << QStringList{
                           u"started call_0_0 read"_s,
                           u"delta call_0_0 {}"_s,
                           u"ready call_0_0 read {}"_s,
                           u"started call_0_1 read"_s,
                           u"delta call_0_1 {\"a\":1"_s,
                           u"ready call_0_1 read malformed: The arguments are no valid JSON: they "
                           u"end too early."_s,
                           u"tool calls"_s};
        QTest::newRow("empty script")
                << R"({"turns":[]})"_ba << 0
                << QStringList{u"text All 0 scripted turns are done."_s, u"stop"_s};
    }
    void plays()
    {
        QFETCH(QByteArray, json);
        QFETCH(int, answers);
        QFETCH(QStringList, expected);
        Scripted model = script(json);
        QCOMPARE(play(model, answers), expected);
        QCOMPARE(play(model, answers), expected); // A replay is the same.
    }

    void delayPasses()
    {
        Scripted model = script(R"({"turns":[{"text":"a","delay_ms":30}]})");
        const auto before = std::chrono::steady_clock::now();
        QCOMPARE(play(model, 0), QStringList({u"text a"_s, u"stop"_s}));
        QVERIFY(std::chrono::steady_clock::now() - before >= 30ms);
    }

    void delayIsInterrupted()
    {
        Scripted model = script(R"({"turns":[{"text":"a","delay_ms":600000}]})");
        std::stop_source source;
        QStringList out;
        std::jthread runner([&] { out = play(model, 0, source.get_token()); });
        source.request_stop();
        runner.join();
        QCOMPARE(out,
                 QStringList{u"error %1 The scripted model was stopped."_s.arg(
                         int(ErrorCode::Cancelled))});
    }

    void noEventFollowsAStop()
    {
        Scripted model = script(R"({"turns":[{"text":"a","tools":[{"name":"read"}]}]})");
        std::stop_source source;
        QStringList out;
        const auto finish = model.run(
                turnNumber(0),
                [&](const Event &event) {
                    out.append(describe(event));
                    source.request_stop();
                },
                source.get_token());
        QVERIFY(!finish);
        QCOMPARE(finish.error().code, ErrorCode::Cancelled);
        QCOMPARE(out, QStringList{u"text a"_s});
    }

    void wrongScripts_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QString>("problem");
        const auto row = [](const char *name, const QByteArray &json, const QString &problem) {
            QTest::newRow(name) << json << problem;
        };
        row("no JSON", "{\n\"turns\": [\n}", u"The script x.json is no JSON: "_s);
        row("no turns", "{}",
            u"The script x.json is wrong at the top: write {\"turns\": [{\"text\": \"Hello.\"}]}."_s);
        row("a list", "[]",
            u"The script x.json is wrong at the top: write {\"turns\": [{\"text\": \"Hello.\"}]}."_s);
        row("another key at the top", R"({"turn":[]})",
            u"The script x.json is wrong at the top.turn: there is no such key, only turns."_s);
        row("turn is a string", R"({"turns":[{},"a"]})",
            u"The script x.json is wrong at turns[1]: write an object like {\"text\": \"Hello.\"}."_s);
        row("unknown key", R"({"turns":[{"txt":"a"}]})",
            u"The script x.json is wrong at turns[0].txt: there is no such key, only text, "
            u"reasoning, "
            u"tools, delay_ms, fault."_s);
        row("text is a number", R"({"turns":[{"text":5}]})",
            u"The script x.json is wrong at turns[0].text: write a string."_s);
        row("call without name", R"({"turns":[{"tools":[{"input":{}}]}]})",
            u"The script x.json is wrong at turns[0].tools[0]: a call needs a \"name\"."_s);
        row("input is a string", R"({"turns":[{"tools":[{"name":"read","input":"a"}]}]})",
            u"The script x.json is wrong at turns[0].tools[0].input: write an object, the tool's "
            u"input."_s);
        row("tools is an object", R"({"turns":[{"tools":{}}]})",
            u"The script x.json is wrong at turns[0].tools: write a list of {\"name\": \"read\", "
            u"\"input\": {}}."_s);
        row("negative delay", R"({"turns":[{"delay_ms":-1}]})",
            u"The script x.json is wrong at turns[0].delay_ms: write a whole number of "
            u"milliseconds "
            u"from 0 to 600000."_s);
        row("fraction of a delay", R"({"turns":[{"delay_ms":1.5}]})",
            u"The script x.json is wrong at turns[0].delay_ms: write a whole number of "
            u"milliseconds "
            u"from 0 to 600000."_s);
        row("unknown fault", R"({"turns":[{"fault":"error:200"}]})",
            u"The script x.json is wrong at turns[0].fault: write \"disconnect\", \"malformed\" or "
            u"\"error:STATUS\" with a status from 400 to 599."_s);
        row("malformed without a call", R"({"turns":[{"fault":"malformed"}]})",
            u"The script x.json is wrong at turns[0].fault: \"malformed\" needs a call in "
            u"\"tools\" "
            u"that it can spoil."_s);
    }
    void wrongScripts()
    {
        QFETCH(QByteArray, json);
        QFETCH(QString, problem);
        const auto turns = parseScript(json, u"x.json"_s);
        QVERIFY(!turns);
        QCOMPARE(turns.error().code, ErrorCode::InvalidInput);
        if (problem.endsWith(u": "_s))
            QVERIFY2(turns.error().message.startsWith(problem), qPrintable(turns.error().message));
        else
            QCOMPARE(turns.error().message, problem);
    }

    void loads()
    {
        const Scratch scratch;
        const QString file = scratch.write(u"s.json"_s, R"({"turns":[{"text":"a"}]})");
        const auto model = Scripted::load(file);
        QVERIFY(model);
        QCOMPARE(play(**model, 0), QStringList({u"text a"_s, u"stop"_s}));
        const auto missing = Scripted::load(scratch.path(u"none.json"_s));
        QVERIFY(!missing);
        QCOMPARE(missing.error().code, ErrorCode::NotFound);
        QVERIFY(missing.error().message.contains(u"none.json"_s));
    }
};

QTEST_GUILESS_MAIN(TestScripted)
#include "tst_scripted.moc"
