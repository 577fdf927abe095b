// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "provider/openaichat.h"

#include "support/fakeserver.h"
#include "support/providerevents.h"

#include <QTest>

#include <thread>

using namespace Countersign;
using namespace Countersign::Provider;
using namespace Countersign::Test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using Answer = FakeServer::Answer;
using End = FakeServer::End;

namespace {

const QByteArray kText = R"({"choices":[{"index":0,"delta":{"content":"漢字 😀"}}]})";
const QByteArray kCall =
        R"({"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"c1","function":{"name":"read","arguments":"{\"p\":"}}]}}]})";
const QByteArray kRest =
        R"({"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"1}"}}]}}]})";
const QByteArray kFinish = R"({"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]})";
const QByteArray kUsage = R"({"choices":[],"usage":{"prompt_tokens":7,"completion_tokens":5}})";
const QByteArray kDone = "[DONE]";

const QStringList kWhole{u"text 漢字 😀"_s,
                         u"started c1 read"_s,
                         u"delta c1 {\"p\":"_s,
                         u"delta c1 1}"_s,
                         u"usage in 7 out 5 thinking 0 read 0 written 0"_s,
                         u"ready c1 read {\"p\":1}"_s,
                         u"tool calls"_s};

Answer whole()
{
    return FakeServer::events({kText, kCall, kRest, kFinish, kUsage, kDone});
}

ChatOptions options(const FakeServer &server)
{
    ChatOptions chat;
    chat.baseUrl = server.url(u"/v1"_s);
    chat.key = u"sk-secret"_s;
    chat.retryBase = 1ms;
    return chat;
}

class Model
{
public:
    explicit Model(const ChatOptions &chat) : m_chat(OpenAIChat::make(chat, m_http).value()) { }

    /// Each event as a line, then how it ended. `seen` is called after each.
    QStringList run(std::stop_token stop = {}, const std::function<void()> &seen = {})
    {
        Turn turn;
        turn.model = u"m"_s;
        turn.history = {{Role::User, {Text{u"hi"_s}}}};
        QStringList out;
        const auto finish = m_chat->run(
                turn,
                [&](const Event &event) {
                    out.append(describe(event));
                    if (seen)
                        seen();
                },
                std::move(stop));
        if (finish)
            out.append(finishName(*finish));
        else
            out.append(u"error "_s + errorCodeName(finish.error().code) + u' '
                       + finish.error().message);
        return out;
    }

private:
    Net::HttpClient m_http;
    std::unique_ptr<OpenAIChat> m_chat;
};

} // namespace

class TestOpenAIChat : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void wholeTurn()
    {
        FakeServer server({whole(), whole()});
        Model model(options(server));
        QCOMPARE(model.run(), kWhole);
        QCOMPARE(model.run(), kWhole);
        const auto requests = server.requests();
        QCOMPARE(requests.size(), 2);
        QCOMPARE(requests.at(0).line(), "POST /v1/chat/completions HTTP/1.1"_ba);
        QCOMPARE(requests.at(0).header("Authorization"), "Bearer sk-secret"_ba);
        QCOMPARE(requests.at(0).header("Content-Type"), "application/json"_ba);
        QCOMPARE(requests.at(0).body, requests.at(1).body);
    }

    void slices_data()
    {
        QTest::addColumn<QByteArrayList>("pieces");
        QByteArray lf;
        for (const QByteArray &one : {kText, kCall, kRest, kFinish, kUsage, kDone})
            lf += "data: " + one + "\n\n";
        QByteArray crlf = lf;
        crlf.replace("\n", "\r\n");
        QByteArray comments = ": keep-alive\n\n" + lf;
        comments.replace("\n\ndata", "\n\n: PROCESSING\n\ndata");
        QByteArray tight = lf;
        tight.replace("data: ", "data:");
        const auto single = [](const QByteArray &bytes) {
            QByteArrayList out;
            for (const char c : bytes)
                out.append(QByteArray(1, c));
            return out;
        };
        QTest::newRow("one piece") << QByteArrayList{lf};
        QTest::newRow("byte by byte") << single(lf);
        QTest::newRow("CRLF, byte by byte") << single(crlf);
        QTest::newRow("comments") << QByteArrayList{comments};
        QTest::newRow("no blank after the colon") << QByteArrayList{tight};
        QTest::newRow("last blank line missing") << QByteArrayList{lf.chopped(2)};
    }
    void slices()
    {
        QFETCH(QByteArrayList, pieces);
        FakeServer server({FakeServer::stream(pieces)});
        QCOMPARE(Model(options(server)).run(), kWhole);
    }

    void noKeyNoHeader()
    {
        FakeServer server({whole()});
        ChatOptions chat = options(server);
        chat.key.clear();
        QCOMPARE(Model(chat).run(), kWhole);
        QVERIFY(!server.requests().first().head.toLower().contains("authorization"));
    }

    void doneIsTheEnd()
    {
        // Whatever the server does after [DONE], the turn is over and nobody waits for it.
        FakeServer server({FakeServer::events({kText, kFinish, kDone, kText}, End::Hang)});
        QCOMPARE(Model(options(server)).run(), QStringList({kWhole.at(0), u"stop"_s}));
    }

    void otherBodies_data()
    {
        QTest::addColumn<Answer>("answer");
        QTest::addColumn<QStringList>("expected");
        QTest::newRow("one JSON completion") << FakeServer::plain(
                200, R"({"choices":[{"message":{"content":"a"},"finish_reason":"stop"}]})")
                                             << QStringList{u"text a"_s, u"stop"_s};
        QTest::newRow("JSON error with status 200")
                << FakeServer::plain(200, R"({"error":{"message":"no such model","code":404}})")
                << QStringList{
                           u"error not_found 127.0.0.1:PORT does not know the model or the address "
                           u"(HTTP status 404): no such model. Check the model's name and the "
                           u"provider's base URL."_s};
        QTest::newRow("JSON of something else")
                << FakeServer::plain(200, R"({"message":"Welcome"})")
                << QStringList{u"retrying 1"_s, u"retrying 2"_s,
                               u"error network 127.0.0.1:PORT reported an error in its answer: "
                               u"Welcome. Try again."_s};
        QTest::newRow("broken JSON")
                << FakeServer::plain(200, "{")
                << QStringList{
                           u"error protocol 127.0.0.1:PORT sent something that is no chat "
                           u"completion. Check that the base URL leads to a service that speaks "
                           u"OpenAI's chat completions."_s};
        QTest::newRow("page")
                << FakeServer::plain(200, "<html>Log in</html>", "text/html; charset=utf-8")
                << QStringList{
                           u"error protocol 127.0.0.1:PORT sent a web page instead of an answer. "
                           u"Check the base URL, and whether a proxy or a login page is in "
                           u"between."_s};
        QTest::newRow("stream with another type")
                << FakeServer::plain(200, "data: " + kText + "\n\ndata: [DONE]\n\n", "text/plain")
                << QStringList{kWhole.at(0), u"stop"_s};
        QTest::newRow("empty stream")
                << FakeServer::stream({})
                << QStringList{
                           u"retrying 1"_s, u"retrying 2"_s,
                           u"error network 127.0.0.1:PORT ended its answer too early. Nothing of "
                           u"it was run; try again."_s};
    }
    void otherBodies()
    {
        QFETCH(Answer, answer);
        QFETCH(QStringList, expected);
        FakeServer server({answer, answer, answer});
        expected.replaceInStrings(u"PORT"_s, QString::number(server.port()));
        QCOMPARE(Model(options(server)).run(), expected);
    }

    void cut_data()
    {
        // An answer that breaks off after its first event is not asked for again, and no call runs.
        QTest::addColumn<QByteArrayList>("data");
        QTest::addColumn<End>("end");
        QTest::addColumn<QStringList>("expected");
        const QString lost =
                u"error network The connection to 127.0.0.1:PORT was lost in the middle "
                u"of its answer. Try again."_s;
        const QString early =
                u"error network 127.0.0.1:PORT ended its answer too early. Nothing of it "
                u"was run; try again."_s;
        QTest::newRow("closed in the text")
                << QByteArrayList{kText} << End::Close << QStringList{kWhole.at(0), lost};
        QTest::newRow("closed in the arguments") << QByteArrayList{kText, kCall} << End::Close
                                                 << kWhole.first(3) + QStringList{lost};
        QTest::newRow("closed after the arguments, before the finish")
                << QByteArrayList{kText, kCall, kRest} << End::Close
                << kWhole.first(4) + QStringList{lost};
        QTest::newRow("ended in order, but no finish")
                << QByteArrayList{kText, kCall, kRest} << End::KeepAlive
                << kWhole.first(4) + QStringList{early};
        QTest::newRow("closed after the finish: nothing is missing but usage")
                << QByteArrayList{kText, kCall, kRest, kFinish} << End::Close
                << kWhole.first(4) + QStringList{kWhole.at(5), kWhole.at(6)};
        QTest::newRow("[DONE] missing")
                << QByteArrayList{kText, kCall, kRest, kFinish, kUsage} << End::KeepAlive << kWhole;
        QTest::newRow("error after a complete call")
                << QByteArrayList{kText, kCall, kRest, R"({"error":{"message":"boom"}})"}
                << End::KeepAlive
                << kWhole.first(4)
                        + QStringList{
                                u"error network 127.0.0.1:PORT reported an error in its answer: "
                                u"boom. Try again."_s};
    }
    void cut()
    {
        QFETCH(QByteArrayList, data);
        QFETCH(End, end);
        QFETCH(QStringList, expected);
        FakeServer server({FakeServer::events(data, end), whole()});
        expected.replaceInStrings(u"PORT"_s, QString::number(server.port()));
        QCOMPARE(Model(options(server)).run(), expected);
        QCOMPARE(server.requests().size(), 1);
    }

    void resetInTheArguments()
    {
        // A reset may swallow what was sent before it: only that nothing ran is certain.
        FakeServer server({FakeServer::events({kText, kCall, kRest}, End::Reset)});
        ChatOptions chat = options(server);
        chat.retries = 0;
        const QStringList out = Model(chat).run();
        QVERIFY2(out.last().startsWith(u"error network "_s), qPrintable(out.join(u'\n')));
        QVERIFY(out.filter(u"ready "_s).isEmpty());
    }

    void retries_data()
    {
        QTest::addColumn<QList<Answer>>("answers");
        QTest::addColumn<int>("expectedRetries");
        QTest::addColumn<QString>("end");
        const Answer overloaded = FakeServer::plain(529, R"({"error":{"message":"Overloaded"}})");
        const auto status = [](int code, const QByteArray &headers = {},
                               const QByteArray &body = "{}") {
            return FakeServer::plain(code, body, "application/json", headers);
        };
        const QString fine = kWhole.last();
        QTest::newRow("529, then fine") << QList<Answer>{overloaded, whole()} << 1 << fine;
        QTest::newRow("503 twice, then fine")
                << QList<Answer>{status(503), status(503), whole()} << 2 << fine;
        QTest::newRow("three times") << QList<Answer>{overloaded, overloaded, overloaded, whole()}
                                     << 2 << u"error network "_s;
        QTest::newRow("closed before the headers")
                << QList<Answer>{{{}, End::Close}, whole()} << 1 << fine;
        QTest::newRow("reset before the headers")
                << QList<Answer>{{{}, End::Reset}, whole()} << 1 << fine;
        QTest::newRow("error first in the stream")
                << QList<Answer>{FakeServer::events({R"({"error":{"message":"busy","code":503}})"}),
                                 whole()}
                << 1 << fine;
        QTest::newRow("429 with milliseconds")
                << QList<Answer>{status(429, "retry-after-ms: 1\r\n"), whole()} << 1 << fine;
        QTest::newRow("429 with seconds")
                << QList<Answer>{status(429, "retry-after: 0\r\n"), whole()} << 1 << fine;
        QTest::newRow("429 without quota")
                << QList<Answer>{status(429, {}, R"({"error":{"type":"insufficient_quota"}})"),
                                 whole()}
                << 0 << u"error denied "_s;
        QTest::newRow("500, told not to")
                << QList<Answer>{status(500, "x-should-retry: false\r\n"), whole()} << 0
                << u"error network "_s;
        QTest::newRow("400, told to")
                << QList<Answer>{status(400, "x-should-retry: true\r\n"), whole()} << 1 << fine;
        for (const int code : {400, 401, 402, 403, 404, 413}) {
            QTest::addRow("%d", code) << QList<Answer>{status(code), whole()} << 0 << u"error "_s;
        }
        QTest::newRow("context overflow")
                << QList<Answer>{status(400, {}, R"({"error":{"code":"context_length_exceeded"}})"),
                                 whole()}
                << 0 << u"error limit "_s;
    }
    void retries()
    {
        QFETCH(QList<Answer>, answers);
        QFETCH(int, expectedRetries);
        QFETCH(QString, end);
        FakeServer server(answers);
        const QStringList out = Model(options(server)).run();
        QCOMPARE(out.filter(u"retrying "_s).size(), expectedRetries);
        QVERIFY2(out.last().startsWith(end), qPrintable(out.last()));
        QCOMPARE(server.requests().size(), expectedRetries + 1);
    }

    void longWaitIsCappedAndInterruptible()
    {
        FakeServer server(
                {FakeServer::plain(429, "{}", "application/json", "retry-after: 3600\r\n")});
        Net::HttpClient http;
        const auto chat = OpenAIChat::make(options(server), http).value();
        std::stop_source source;
        std::optional<Retrying> retrying;
        const auto finish = chat->run(
                Turn{},
                [&](const Event &event) {
                    if (const auto *again = std::get_if<Retrying>(&event)) {
                        retrying = *again;
                        source.request_stop();
                    }
                },
                source.get_token());
        QVERIFY(!finish);
        QCOMPARE(finish.error().code, ErrorCode::Cancelled);
        QVERIFY(retrying);
        QCOMPARE(retrying->wait.count(), 60'000);
        QVERIFY(retrying->reason.contains(u"gets too many requests (HTTP status 429)"_s));
    }

    void keysNeverAppear()
    {
        const Answer refusal = FakeServer::plain(
                401, R"({"error":{"message":"Incorrect API key provided: sk-secret"}})");
        FakeServer server({refusal});
        const QStringList out = Model(options(server)).run();
        QVERIFY(!out.last().contains(u"sk-secret"_s));
        QVERIFY2(out.last().contains(u"Incorrect API key provided: [key]"_s),
                 qPrintable(out.last()));
    }

    void stopAtEachStage_data()
    {
        QTest::addColumn<Answer>("answer");
        QTest::addColumn<int>("events"); // Stop after so many.
        QTest::newRow("before the headers") << Answer{{}, End::Hang} << 0;
        QTest::newRow("after the headers") << FakeServer::stream({": x\n\n"}, End::Hang) << 0;
        QTest::newRow("in the text") << FakeServer::events({kText}, End::Hang) << 1;
        QTest::newRow("in the arguments") << FakeServer::events({kText, kCall}, End::Hang) << 3;
        QTest::newRow("after the finish")
                << FakeServer::events({kText, kCall, kRest, kFinish}, End::Hang) << 4;
    }
    void stopAtEachStage()
    {
        QFETCH(Answer, answer);
        QFETCH(int, events);
        FakeServer server({answer});
        Model model(options(server));
        std::stop_source source;
        QStringList out;
        std::jthread runner([&] {
            int count = 0;
            out = model.run(source.get_token(), [&] {
                if (++count == events)
                    source.request_stop();
            });
        });
        QVERIFY(server.waitForRequests(1));
        if (events == 0)
            source.request_stop();
        runner.join();
        QStringList expected = kWhole.first(events);
        expected.append(
                u"error cancelled The request to 127.0.0.1:%1 was stopped."_s.arg(server.port()));
        QCOMPARE(out, expected);
        QVERIFY(server.waitForAbandoned(1));
    }

    void silenceIsLimited()
    {
        FakeServer server({FakeServer::events({kText}, End::Hang)});
        ChatOptions chat = options(server);
        chat.idleTimeout = 50ms;
        const QStringList out = Model(chat).run();
        QCOMPARE(out.size(), 2);
        QVERIFY2(out.last().contains(u"sent nothing for 0.05 s"_s), qPrintable(out.last()));
    }

    void hundredThousandDeltas()
    {
        QByteArray body;
        for (int i = 0; i < 100'000; ++i)
            body += R"(data: {"choices":[{"delta":{"content":"x"}}]})"
                    "\n\n";
        FakeServer server({FakeServer::stream({body + "data: [DONE]\n\n"})});
        const QStringList out = Model(options(server)).run();
        QCOMPARE(out.size(), 100'001);
        QCOMPARE(out.last(), u"stop"_s);
    }
};

QTEST_GUILESS_MAIN(TestOpenAIChat)
#include "tst_openaichat.moc"
