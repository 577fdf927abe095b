// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "tst_openaichat_assembler.h"

#include "provider/openaichatassembler.h"
#include "support/providerevents.h"

#include <QTest>

using namespace Countersign;
using namespace Countersign::Provider;
using namespace Countersign::Test;
using namespace Qt::StringLiterals;

namespace {

/// A chunk with one choice.
QByteArray choice(const QByteArray &delta, const QByteArray &finish = "null")
{
    return R"({"choices":[{"index":0,"delta":)" + delta + R"(,"finish_reason":)" + finish + "}]}";
}

QByteArray content(const QByteArray &text)
{
    return choice(R"({"content":")" + text + "\"}");
}

QByteArray calls(const QByteArray &fragments, const QByteArray &finish = "null")
{
    return choice("{\"tool_calls\":[" + fragments + "]}", finish);
}

const QByteArray kDone = "[DONE]";
const QByteArray kFinished = choice("{}", R"("tool_calls")");

/// Everything that an answer brings, ending in how it ended.
QStringList assemble(const QByteArrayList &data, bool requiresFinishReason = false)
{
    QStringList out;
    QStringList made; // Ids that the assembler had to make up are random.
    ChatAssembler assembler(
            [&](const Event &event) {
                if (const auto *started = std::get_if<CallStarted>(&event);
                    started && started->id.value.size() == 37 && !made.contains(started->id.value))
                    made.append(started->id.value);
                QString line = describe(event);
                for (qsizetype i = 0; i < made.size(); ++i)
                    line.replace(made.at(i), u"made%1"_s.arg(i));
                out.append(line);
            },
            requiresFinishReason);
    for (const QByteArray &one : data) {
        if (const auto trouble = assembler.feed(one)) {
            out.append(u"trouble "_s + trouble->words.message + trouble->unreadable);
            return out;
        }
    }
    out.append(assembler.ended() ? finishName(assembler.finish()) : u"not ended"_s);
    return out;
}

} // namespace

void TestOpenAIChatAssembler::text_data()
{
    QTest::addColumn<QByteArrayList>("data");
    QTest::addColumn<QStringList>("expected");
    const auto row = [](const char *name, const QByteArrayList &data, const QStringList &expected) {
        QTest::newRow(name) << data << expected;
    };
    const QByteArray stop = choice("{}", R"("stop")");
    row("text",
        {choice(R"({"role":"assistant","content":""})"), content("a"), content("b"), stop, kDone},
        {u"text a"_s, u"text b"_s, u"stop"_s});
    row("no [DONE]", {content("a"), stop}, {u"text a"_s, u"stop"_s});
    row("[DONE] with blanks", {content("a"), " [DONE] \r"}, {u"text a"_s, u"stop"_s});
    row("data after [DONE]", {content("a"), kDone, content("b"), "junk"}, {u"text a"_s, u"stop"_s});
    row("neither finish nor [DONE]", {content("a")}, {u"text a"_s, u"not ended"_s});
    row("nothing", {}, {u"not ended"_s});
    row("null, empty, role only, no delta",
        {choice(R"({"content":null})"), choice(R"({"content":""})"),
         choice(R"({"role":"assistant"})"), R"({"choices":[{"index":0}]})", choice("null"), stop},
        {u"stop"_s});
    row("choices empty, null or missing",
        {R"({"choices":[],"prompt_filter_results":[]})", R"({"choices":null})", R"({"id":"x"})",
         content("a"), stop},
        {u"text a"_s, u"stop"_s});
    row("another choice is not ours",
        {R"({"choices":[{"index":1,"delta":{"content":"x"},"finish_reason":"length"}]})",
         content("a"), stop},
        {u"text a"_s, u"stop"_s});
    row("surrogate pair split over two deltas",
        {content(R"(a\ud83d)"), content(R"(\ude00b)"), stop},
        {u"text a"_s, u"text 😀b"_s, u"stop"_s});
    row("half a surrogate pair at the end", {content(R"(a\ud83d)"), stop},
        {u"text a"_s, u"text \uFFFD"_s, u"stop"_s});
    row("typed parts",
        {choice(R"({"content":[{"type":"thinking","thinking":[{"type":"text","text":"t"}]},{"type":"text","text":"a"}]})"),
         stop},
        {u"thought t"_s, u"text a"_s, u"stop"_s});
    row("reasoning_content", {choice(R"({"reasoning_content":"t"})"), content("a"), stop},
        {u"thought t"_s, u"text a"_s, u"stop"_s});
    row("reasoning", {choice(R"({"reasoning":"t"})"), stop}, {u"thought t"_s, u"stop"_s});
    row("reasoning under both names",
        {choice(R"({"reasoning":"t","reasoning_content":"t"})"), stop},
        {u"thought t"_s, u"stop"_s});
    row("reasoning_details",
        {choice(R"({"reasoning_details":[{"type":"reasoning.text","text":"t"}]})"), stop},
        {u"thought t"_s, u"stop"_s});
    row("refusal", {choice(R"({"refusal":"no"})"), stop}, {u"text no"_s, u"stop"_s});
    row("content filter", {content("a"), choice("{}", R"("content_filter")")},
        {u"text a"_s, u"content filter"_s});
    row("length", {content("a"), choice("{}", R"("length")")}, {u"text a"_s, u"length"_s});
    row("eos", {content("a"), choice("{}", R"("eos")")}, {u"text a"_s, u"stop"_s});
    row("a reason nobody knows", {content("a"), choice("{}", R"("tired")")},
        {u"text a"_s, u"unknown"_s});
    row("not JSON", {content("a"), "<html>"}, {u"text a"_s, u"trouble <html>"_s});
}

void TestOpenAIChatAssembler::text()
{
    QFETCH(QByteArrayList, data);
    QFETCH(QStringList, expected);
    QCOMPARE(assemble(data), expected);
}

void TestOpenAIChatAssembler::usage_data()
{
    QTest::addColumn<QByteArrayList>("data");
    QTest::addColumn<QStringList>("expected");
    const QByteArray stop = choice("{}", R"("stop")");
    QTest::newRow("last chunk without choices") << QByteArrayList{
            stop,
            R"({"choices":[],"usage":{"prompt_tokens":7,"completion_tokens":5,"total_tokens":12,"prompt_tokens_details":{"cached_tokens":3,"cache_write_tokens":2},"completion_tokens_details":{"reasoning_tokens":1}}})",
            kDone} << QStringList{u"usage in 7 out 5 thinking 1 read 3 written 2"_s, u"stop"_s};
    QTest::newRow("on every chunk: the last counts")
            << QByteArrayList{R"({"choices":[],"usage":{"prompt_tokens":7,"completion_tokens":1}})",
                              R"({"choices":[],"usage":{"prompt_tokens":7,"completion_tokens":2}})",
                              R"({"choices":[],"usage":null})", stop, kDone}
            << QStringList{u"usage in 7 out 2 thinking 0 read 0 written 0"_s, u"stop"_s};
    QTest::newRow("nulls inside") << QByteArrayList{
            R"({"choices":[],"usage":{"prompt_tokens":7,"completion_tokens":null,"prompt_tokens_details":null}})",
            stop} << QStringList{u"usage in 7 out 0 thinking 0 read 0 written 0"_s, u"stop"_s};
    QTest::newRow("cache hits of DeepSeek") << QByteArrayList{
            R"({"choices":[],"usage":{"prompt_tokens":7,"prompt_cache_hit_tokens":4}})",
            stop} << QStringList{u"usage in 7 out 0 thinking 0 read 4 written 0"_s, u"stop"_s};
    QTest::newRow("missing") << QByteArrayList{stop, kDone} << QStringList{u"stop"_s};
}

void TestOpenAIChatAssembler::usage()
{
    QFETCH(QByteArrayList, data);
    QFETCH(QStringList, expected);
    QCOMPARE(assemble(data), expected);
}

void TestOpenAIChatAssembler::toolCalls_data()
{
    QTest::addColumn<QByteArrayList>("data");
    QTest::addColumn<QStringList>("expected");
    const auto row = [](const char *name, const QByteArrayList &data, const QStringList &expected) {
        QTest::newRow(name) << data << expected;
    };
    const QByteArray first =
            R"({"index":0,"id":"c1","type":"function","function":{"name":"read","arguments":""}})";
    const QByteArray more = R"({"index":0,"function":{"arguments":"{\"p\":"}})";
    const QByteArray end = R"({"index":0,"function":{"arguments":"1}"}})";
    const QStringList one{u"started c1 read"_s, u"delta c1 {\"p\":"_s, u"delta c1 1}"_s,
                          u"ready c1 read {\"p\":1}"_s, u"tool calls"_s};
    row("in pieces", {calls(first), calls(more), calls(end), kFinished, kDone}, one);
    row("pieces in one chunk", {calls(first + ',' + more + ',' + end), kFinished}, one);
    for (const char *reason : {R"("stop")", R"("")", "null", R"("eos")", R"("end_turn")"}) {
        const QByteArray name = QByteArray("finish ") + reason;
        row(name.constData(), {calls(first), calls(more), calls(end, reason), kDone}, one);
    }
    row("finish in the last piece's chunk",
        {calls(first), calls(more), calls(end, R"("tool_calls")")}, one);
    row("neither finish nor [DONE]: nothing is run", {calls(first), calls(more), calls(end)},
        {one.at(0), one.at(1), one.at(2), u"not ended"_s});
    row("id and name \"\" in continuations",
        {calls(first), calls(R"({"index":0,"id":"","function":{"name":"","arguments":"{\"p\":"}})"),
         calls(R"({"index":0,"id":"","function":{"name":"","arguments":"1}"}})"), kFinished},
        one);
    row("id and name null in continuations",
        {calls(first),
         calls(R"({"index":0,"id":null,"function":{"name":null,"arguments":"{\"p\":"}})"),
         calls(end), kFinished},
        one);
    row("id and name repeated in continuations",
        {calls(first),
         calls(R"({"index":0,"id":"c1","function":{"name":"read","arguments":"{\"p\":"}})"),
         calls(R"({"index":0,"id":"c1","function":{"name":"read","arguments":"1}"}})"), kFinished},
        one);
    row("name grows",
        {calls(R"({"index":0,"id":"c1","function":{"name":"re","arguments":""}})"),
         calls(R"({"index":0,"function":{"name":"read","arguments":"{\"p\":1}"}})"), kFinished},
        {u"started c1 re"_s, u"delta c1 {\"p\":1}"_s, u"ready c1 read {\"p\":1}"_s,
         u"tool calls"_s});
    row("name after the arguments",
        {calls(R"({"index":0,"id":"c1","function":{"arguments":"{\"p\":1}"}})"),
         calls(R"({"index":0,"function":{"name":"read"}})"), kFinished},
        {u"started c1 read"_s, u"delta c1 {\"p\":1}"_s, u"ready c1 read {\"p\":1}"_s,
         u"tool calls"_s});
    row("no name at all",
        {calls(R"({"index":0,"id":"c1","function":{"arguments":"{}"}})"), kFinished},
        {u"started c1 "_s, u"ready c1  malformed: The call names no tool."_s, u"tool calls"_s});

    row("no arguments", {calls(first), kFinished},
        {u"started c1 read"_s, u"ready c1 read {}"_s, u"tool calls"_s});
    row("arguments null",
        {calls(R"({"index":0,"id":"c1","function":{"name":"read","arguments":null}})"), kFinished},
        {u"started c1 read"_s, u"ready c1 read {}"_s, u"tool calls"_s});
    row("arguments missing",
        {calls(R"({"index":0,"id":"c1","function":{"name":"read"}})"), kFinished},
        {u"started c1 read"_s, u"ready c1 read {}"_s, u"tool calls"_s});
    row("arguments as an object",
        {calls(R"({"index":0,"id":"c1","function":{"name":"read","arguments":{"p":1}}})"),
         kFinished},
        {u"started c1 read"_s, u"delta c1 {\"p\":1}"_s, u"ready c1 read {\"p\":1}"_s,
         u"tool calls"_s});
    row("arguments encoded twice",
        {calls(R"({"index":0,"id":"c1","function":{"name":"read","arguments":"\"{\\\"p\\\":1}\""}})"),
         kFinished},
        {u"started c1 read"_s, u"delta c1 \"{\\\"p\\\":1}\""_s, u"ready c1 read {\"p\":1}"_s,
         u"tool calls"_s});
    row("arguments no object",
        {calls(R"({"index":0,"id":"c1","function":{"name":"read","arguments":"[1]"}})"), kFinished},
        {u"started c1 read"_s, u"delta c1 [1]"_s,
         u"ready c1 read malformed: The arguments are no JSON object."_s, u"tool calls"_s});
    row("an emoji escaped in halves over two pieces",
        {calls(first), calls(R"({"index":0,"function":{"arguments":"{\"p\":\"\\ud83d"}})"),
         calls(R"({"index":0,"function":{"arguments":"\\ude00漢\"}"}})"), kFinished},
        {u"started c1 read"_s, u"delta c1 {\"p\":\"\\ud83d"_s, u"delta c1 \\ude00漢\"}"_s,
         u"ready c1 read {\"p\":\"😀漢\"}"_s, u"tool calls"_s});

    const QStringList two{u"started a read"_s,
                          u"started b grep"_s,
                          u"delta a {\"p\":"_s,
                          u"delta b {\"q\":"_s,
                          u"delta a 1}"_s,
                          u"delta b 2}"_s,
                          u"ready a read {\"p\":1}"_s,
                          u"ready b grep {\"q\":2}"_s,
                          u"tool calls"_s};
    row("two interleaved",
        {calls(R"({"index":0,"id":"a","function":{"name":"read","arguments":""}})"),
         calls(R"({"index":1,"id":"b","function":{"name":"grep","arguments":""}})"),
         calls(R"({"index":0,"function":{"arguments":"{\"p\":"}},{"index":1,"function":{"arguments":"{\"q\":"}})"),
         calls(R"({"index":0,"function":{"arguments":"1}"}},{"index":1,"function":{"arguments":"2}"}})"),
         kFinished},
        two);
    row("indexes from 1, with a gap",
        {calls(R"({"index":1,"id":"a","function":{"name":"read","arguments":""}})"),
         calls(R"({"index":4,"id":"b","function":{"name":"grep","arguments":""}})"),
         calls(R"({"index":1,"function":{"arguments":"{\"p\":"}},{"index":4,"function":{"arguments":"{\"q\":"}})"),
         calls(R"({"index":1,"function":{"arguments":"1}"}},{"index":4,"function":{"arguments":"2}"}})"),
         kFinished},
        two);
    const QStringList whole{
            u"started a read"_s,    u"delta a {\"p\":1}"_s,      u"started b grep"_s,
            u"delta b {\"q\":2}"_s, u"ready a read {\"p\":1}"_s, u"ready b grep {\"q\":2}"_s,
            u"tool calls"_s};
    row("both with index 0, told apart by id",
        {calls(R"({"index":0,"id":"a","function":{"name":"read","arguments":"{\"p\":1}"}})"),
         calls(R"({"index":0,"id":"b","function":{"name":"grep","arguments":"{\"q\":2}"}})"),
         kFinished},
        whole);
    row("both with index 0, in pieces",
        {calls(R"({"index":0,"id":"a","function":{"name":"read","arguments":""}},{"index":0,"function":{"arguments":"{\"p\":1}"}})"),
         calls(R"({"index":0,"id":"b","function":{"name":"grep","arguments":""}},{"index":0,"function":{"arguments":"{\"q\":2}"}})"),
         kFinished},
        whole);
    row("no index",
        {calls(R"({"id":"a","function":{"name":"read","arguments":"{\"p\":1}"}})"),
         calls(R"({"id":"b","function":{"name":"grep","arguments":"{\"q\":"}})"),
         calls(R"({"function":{"arguments":"2}"}})"), kFinished},
        {u"started a read"_s, u"delta a {\"p\":1}"_s, u"started b grep"_s, u"delta b {\"q\":"_s,
         u"delta b 2}"_s, u"ready a read {\"p\":1}"_s, u"ready b grep {\"q\":2}"_s,
         u"tool calls"_s});
    row("neither index nor id",
        {calls(R"({"function":{"name":"read","arguments":"{\"p\":1}"}},{"function":{"name":"read","arguments":"{\"p\":2}"}})"),
         kFinished},
        {u"started made0 read"_s, u"delta made0 {\"p\":1}"_s, u"started made1 read"_s,
         u"delta made1 {\"p\":2}"_s, u"ready made0 read {\"p\":1}"_s,
         u"ready made1 read {\"p\":2}"_s, u"tool calls"_s});
    row("id missing",
        {calls(R"({"index":0,"function":{"name":"read","arguments":""}})"), calls(more), calls(end),
         kFinished},
        {u"started made0 read"_s, u"delta made0 {\"p\":"_s, u"delta made0 1}"_s,
         u"ready made0 read {\"p\":1}"_s, u"tool calls"_s});
    row("id late: the call stays one",
        {calls(R"({"index":0,"function":{"name":"read","arguments":""}})"),
         calls(R"({"index":0,"id":"c1","function":{"arguments":"{\"p\":1}"}})"), kFinished},
        {u"started made0 read"_s, u"delta made0 {\"p\":1}"_s, u"ready made0 read {\"p\":1}"_s,
         u"tool calls"_s});
    const QByteArray full =
            R"({"index":0,"id":"c1","function":{"name":"read","arguments":"{\"p\":1}"}})";
    const QStringList once{u"started c1 read"_s, u"delta c1 {\"p\":1}"_s,
                           u"ready c1 read {\"p\":1}"_s, u"tool calls"_s};
    row("a complete call repeated", {calls(full), calls(full), kFinished}, once);
    row("a complete call repeated under another index",
        {calls(full),
         calls(R"({"index":1,"id":"c1","function":{"name":"read","arguments":"{\"p\":1}"}})"),
         kFinished},
        once);
    row("one id, two calls",
        {calls(full),
         calls(R"({"index":1,"id":"c1","function":{"name":"read","arguments":"{\"p\":2}"}})"),
         kFinished},
        {u"started c1 read"_s, u"delta c1 {\"p\":1}"_s, u"ready c1 read {\"p\":1}"_s,
         u"started made0 read"_s, u"delta made0 {\"p\":2}"_s, u"ready made0 read {\"p\":2}"_s,
         u"tool calls"_s});
    row("tool_calls [] and null",
        {choice(R"({"content":"a","tool_calls":[]})"), choice(R"({"tool_calls":null})"),
         choice("{}", R"("stop")")},
        {u"text a"_s, u"stop"_s});
    row("length in the middle of the arguments",
        {calls(first), calls(more), choice("{}", R"("length")"), kDone},
        {u"started c1 read"_s, u"delta c1 {\"p\":"_s,
         u"ready c1 read malformed: The call was cut off: the answer reached its length limit "
         u"before the arguments were complete. Make a shorter call."_s,
         u"length"_s});
    row("length cuts the last call only",
        {calls(R"({"index":0,"id":"a","function":{"name":"read","arguments":"{}"}},{"index":1,"id":"b","function":{"name":"grep","arguments":"{}"}})"),
         choice("{}", R"("length")")},
        {u"started a read"_s, u"delta a {}"_s, u"started b grep"_s, u"delta b {}"_s,
         u"ready a read {}"_s,
         u"ready b grep malformed: The call was cut off: the answer reached its length limit "
         u"before the arguments were complete. Make a shorter call."_s,
         u"length"_s});
    row("content filter runs nothing", {calls(full), choice("{}", R"("content_filter")")},
        {u"started c1 read"_s, u"delta c1 {\"p\":1}"_s, u"content filter"_s});
    row("thought signature",
        {calls(R"({"index":0,"id":"c1","extra_content":{"google":{"thought_signature":"s"}},"function":{"name":"read","arguments":"{}"}})"),
         choice("{}", R"("stop")")},
        {u"started c1 read"_s, u"delta c1 {}"_s,
         u"ready c1 read {} opaque {\"extra_content\":{\"google\":{\"thought_signature\":\"s\"}}}"_s,
         u"tool calls"_s});
    row("reasoning details travel with the first call",
        {choice(R"({"reasoning_details":[{"type":"reasoning.encrypted","data":"d"}]})"),
         calls(full), kFinished},
        {u"started c1 read"_s, u"delta c1 {\"p\":1}"_s,
         u"ready c1 read {\"p\":1} opaque "
         u"{\"reasoning_details\":[{\"data\":\"d\",\"type\":\"reasoning.encrypted\"}]}"_s,
         u"tool calls"_s});
    row("error after a complete call runs nothing",
        {calls(full), R"({"error":{"message":"overloaded","code":529}})", kFinished},
        {u"started c1 read"_s, u"delta c1 {\"p\":1}"_s, u"trouble overloaded"_s});
}

void TestOpenAIChatAssembler::toolCalls()
{
    QFETCH(QByteArrayList, data);
    QFETCH(QStringList, expected);
    QCOMPARE(assemble(data), expected);
}

void TestOpenAIChatAssembler::brokenArguments()
{
    const QByteArray broken =
            R"({"index":0,"id":"c1","function":{"name":"read","arguments":"{\"p\":tru}"}})";
    const QStringList out = assemble({calls(broken), kFinished});
    QCOMPARE(out.size(), 4);
    QVERIFY2(out.at(2).startsWith(u"ready c1 read malformed: The arguments are no valid JSON: "_s),
             qPrintable(out.at(2)));
}

void TestOpenAIChatAssembler::errors_data()
{
    QTest::addColumn<QByteArray>("data");
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QString>("expected");
    QTest::newRow("object") << R"({"error":{"message":"m"}})"_ba << ""_ba << u"m"_s;
    QTest::newRow("string") << R"({"error":"m"})"_ba << ""_ba << u"m"_s;
    QTest::newRow("list") << R"([{"error":{"message":"m"}}])"_ba << ""_ba << u"m"_s;
    QTest::newRow("no words") << R"({"error":{}})"_ba << ""_ba << u"an error without words"_s;
    QTest::newRow("event error") << R"({"message":"m"})"_ba << "error"_ba << u"m"_s;
    QTest::newRow("event error, plain") << "m"_ba << "error"_ba << u"m"_s;
    QTest::newRow("finish reason error")
            << R"({"choices":[{"index":0,"delta":{},"finish_reason":"error"}]})"_ba << ""_ba
            << u"the model's answer ended with an error"_s;
    QTest::newRow("with the words of the service behind")
            << R"({"error":{"message":"Provider returned error","code":502,"metadata":{"raw":"boom"}},"choices":[{"index":0,"finish_reason":"error"}]})"_ba
            << ""_ba << u"Provider returned error (boom)"_s;
}

void TestOpenAIChatAssembler::errors()
{
    QFETCH(QByteArray, data);
    QFETCH(QByteArray, name);
    QFETCH(QString, expected);
    ChatAssembler assembler([](const Event &) { });
    const auto trouble = assembler.feed(data, name);
    QVERIFY(trouble);
    QCOMPARE(trouble->words.message, expected);
}

void TestOpenAIChatAssembler::nullErrorIsNone()
{
    QCOMPARE(assemble({R"({"error":null,"choices":[{"delta":{"content":"a"}}]})", kDone}),
             QStringList({u"text a"_s, u"stop"_s}));
}

void TestOpenAIChatAssembler::finishReasonRequired()
{
    QCOMPARE(assemble({content("a"), kDone}, true), QStringList({u"text a"_s, u"not ended"_s}));
}

void TestOpenAIChatAssembler::parsesArguments_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("valid");
    QTest::addColumn<QString>("expected");
    QTest::newRow("blank") << u" \n"_s << true << u"{}"_s;
    QTest::newRow("object") << u" {\"a\":[1,{\"b\":null}]} "_s << true
                            << u"{\"a\":[1,{\"b\":null}]}"_s;
    QTest::newRow("two objects") << u"{},{}"_s << false << u""_s;
    QTest::newRow("object and more") << u"{} x"_s << false << u""_s;
    QTest::newRow("closing bracket") << u"{}]"_s << false << u""_s;
    QTest::newRow("string of text") << u"\"abc\""_s << false << u""_s;
    QTest::newRow("string of an array") << u"\"[]\""_s << false << u""_s;
    QTest::newRow("null") << u"null"_s << false << u""_s;
    QTest::newRow("number") << u"5"_s << false << u""_s;
    QTest::newRow("cut") << u"{\"a\":"_s << false << u""_s;
    QTest::newRow("single quotes are not repaired") << u"{'a':1}"_s << false << u""_s;
    QTest::newRow("trailing comma is not repaired") << u"{\"a\":1,}"_s << false << u""_s;
}

void TestOpenAIChatAssembler::parsesArguments()
{
    QFETCH(QString, text);
    QFETCH(bool, valid);
    QFETCH(QString, expected);
    const auto parsed = parseArguments(text);
    QCOMPARE(parsed.has_value(), valid);
    if (valid)
        QCOMPARE(compactJson(*parsed), expected);
    else
        QVERIFY(parsed.error().startsWith(u"The arguments are no "_s));
}

void TestOpenAIChatAssembler::wholeCompletion()
{
    QStringList out;
    ChatAssembler assembler([&out](const Event &event) { out.append(describe(event)); });
    const QByteArray json =
            R"({"choices":[{"index":0,"message":{"role":"assistant","content":"a","tool_calls":[{"id":"c1","type":"function","function":{"name":"read","arguments":"{\"p\":1}"}}]},"finish_reason":"tool_calls"}],"usage":{"prompt_tokens":1,"completion_tokens":2}})";
    QVERIFY(!assembler.feedWhole(QJsonDocument::fromJson(json).object()));
    QVERIFY(assembler.ended());
    out.append(finishName(assembler.finish()));
    QCOMPARE(out,
             QStringList({u"text a"_s, u"started c1 read"_s, u"delta c1 {\"p\":1}"_s,
                          u"usage in 1 out 2 thinking 0 read 0 written 0"_s,
                          u"ready c1 read {\"p\":1}"_s, u"tool calls"_s}));
}

QTEST_GUILESS_MAIN(TestOpenAIChatAssembler)
