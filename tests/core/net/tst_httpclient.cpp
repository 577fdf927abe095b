// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "base/wait.h"
#include "net/httpstream.h"
#include "support/fakeserver.h"

#include <QTest>

#include <thread>

using namespace Countersign;
using namespace Countersign::Net;
using namespace Countersign::Test;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;
using End = FakeServer::End;

namespace {

HttpRequest post(const FakeServer &server, const QByteArray &body = "{}")
{
    HttpRequest request;
    request.url = QUrl(server.url(u"/v1/x?a=b%20c"_s));
    request.headers = {{"X-One", "1"}};
    request.body = body;
    return request;
}

/// "status|body" or "error words", of a request that takes everything.
QByteArray send(HttpClient &client, const HttpRequest &request, std::stop_token stop = {})
{
    QByteArray body;
    const auto response = client.send(
            request, [](const HttpResponse &) { return true; },
            [&body](QByteArrayView bytes) {
                body.append(bytes);
                return true;
            },
            std::move(stop));
    if (!response) {
        return "error "
                + QByteArray(response.error().code == ErrorCode::Cancelled         ? "cancelled "
                                     : response.error().code == ErrorCode::Network ? "network "
                                     : response.error().code == ErrorCode::InvalidInput ? "input "
                                                                                        : "other ")
                + response.error().message.toUtf8() + " <" + body + '>';
    }
    return QByteArray::number(response->status) + '|' + body;
}

QByteArray worded(QByteArray text, const FakeServer &server)
{
    return text.replace("PORT", QByteArray::number(server.port()));
}

} // namespace

class TestHttpClient : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void sendsAndReceives()
    {
        FakeServer server({FakeServer::plain(200, "hello")});
        HttpClient client;
        QCOMPARE(send(client, post(server, "body")), "200|hello"_ba);
        const auto requests = server.requests();
        QCOMPARE(requests.size(), 1);
        QCOMPARE(requests.first().line(), "POST /v1/x?a=b%20c HTTP/1.1"_ba);
        QCOMPARE(requests.first().header("Host"),
                 "127.0.0.1:"_ba + QByteArray::number(server.port()));
        QCOMPARE(requests.first().header("Accept-Encoding"), "identity"_ba);
        QCOMPARE(requests.first().header("X-One"), "1"_ba);
        QCOMPARE(requests.first().body, "body"_ba);
    }

    void connectionIsUsedAgain()
    {
        FakeServer server({FakeServer::plain(200, "a"), FakeServer::stream({"b"}),
                           FakeServer::plain(500, "c")});
        HttpClient client;
        QCOMPARE(send(client, post(server)), "200|a"_ba);
        QCOMPARE(send(client, post(server)), "200|b"_ba);
        QCOMPARE(send(client, post(server)), "500|c"_ba);
        for (const auto &request : server.requests())
            QCOMPARE(request.connection, 0);
    }

    void deadConnectionIsReplaced_data()
    {
        QTest::addColumn<FakeServer::Answer>("death");
        QTest::newRow("closed without an answer") << FakeServer::Answer{{}, End::Close};
        QTest::newRow("reset without an answer") << FakeServer::Answer{{}, End::Reset};
    }
    void deadConnectionIsReplaced()
    {
        QFETCH(FakeServer::Answer, death);
        FakeServer server({FakeServer::plain(200, "a"), death, FakeServer::plain(200, "b")});
        HttpClient client;
        QCOMPARE(send(client, post(server)), "200|a"_ba);
        QCOMPARE(send(client, post(server)), "200|b"_ba);
        const auto requests = server.requests();
        QCOMPARE(requests.size(), 3);
        QCOMPARE(requests.at(1).connection, 0);
        QCOMPARE(requests.at(2).connection, 1);
    }

    void deathAfterTheFirstByteIsTold()
    {
        FakeServer server({FakeServer::plain(200, "a"), {{"HTTP/1.1 200"}, End::Close}});
        HttpClient client;
        QCOMPARE(send(client, post(server)), "200|a"_ba);
        QVERIFY(send(client, post(server)).startsWith("error network "));
        QCOMPARE(server.requests().size(), 2);
    }

    void failures_data()
    {
        QTest::addColumn<FakeServer::Answer>("answer");
        QTest::addColumn<QByteArray>("expected");
        const auto row = [](const char *name, const FakeServer::Answer &answer,
                            const QByteArray &expected) {
            QTest::newRow(name) << answer << expected;
        };
        const QByteArray noAnswer = "error network 127.0.0.1:PORT closed the connection before it "
                                    "answered. Try again; if it stays so, look at what that server "
                                    "reports. <>";
        row("closed before the headers", {{}, End::Close}, noAnswer);
        row("reset before the headers", {{}, End::Reset}, noAnswer);
        row("closed in a chunked body", FakeServer::stream({"abc"}, End::Close),
            "error network The connection to 127.0.0.1:PORT was lost in the middle of its answer. "
            "Try again. <abc>");
        row("closed in a body with a length",
            {{"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc"}, End::Close},
            "error network The connection to 127.0.0.1:PORT was lost in the middle of its answer. "
            "Try again. <abc>");
        row("no HTTP", {{"hello\r\n"}, End::Hang},
            "error other 127.0.0.1:PORT sent something that is no HTTP/1 response. Check that the "
            "address is right and that this service speaks HTTP there. <>");
        row("compressed", {{"HTTP/1.1 200 OK\r\nContent-Encoding: br\r\n\r\nabc"}, End::Hang},
            "error other 127.0.0.1:PORT sent its answer compressed (br), which was not asked for. "
            "Switch compression off there or in the proxy in between. <>");
        row("redirect is not followed",
            {{"HTTP/1.1 301 Moved\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n"},
             End::KeepAlive},
            "301|");
        row("until close", {{"HTTP/1.1 200 OK\r\n\r\nabc"}, End::Close}, "200|abc");
    }
    void failures()
    {
        QFETCH(FakeServer::Answer, answer);
        QFETCH(QByteArray, expected);
        FakeServer server({answer});
        HttpClient client;
        QCOMPARE(send(client, post(server)), worded(expected, server));
        QCOMPARE(server.requests().size(), 1);
    }

    void nobodyListens()
    {
        quint16 port = 0;
        {
            const FakeServer gone({});
            port = gone.port();
        }
        HttpClient client;
        HttpRequest request;
        request.url = QUrl(u"http://127.0.0.1:%1/"_s.arg(port));
        const QByteArray said = send(client, request);
        QVERIFY2(said.startsWith("error network Could not connect to 127.0.0.1:"),
                 said.constData());
        QVERIFY2(said.contains("refused"), said.constData());
    }

    void tlsFailure()
    {
        FakeServer server({});
        HttpClient client;
        HttpRequest request = post(server);
        request.url.setScheme(u"https"_s);
        const QByteArray said = send(client, request);
        QVERIFY2(said.startsWith("error network Could not connect to 127.0.0.1:"),
                 said.constData());
    }

    void timeLimits_data()
    {
        QTest::addColumn<FakeServer::Answer>("answer");
        QTest::addColumn<QByteArray>("expected");
        QTest::newRow("no first byte")
                << FakeServer::Answer{{}, End::Hang}
                << "error network 127.0.0.1:PORT did not answer within 0.05 s. It may be starting "
                   "or overloaded: try again. <>"_ba;
        QTest::newRow("silence in the body")
                << FakeServer::stream({"abc"}, End::Hang)
                << "error network 127.0.0.1:PORT sent nothing for 0.06 s in the middle of its "
                   "answer. Try again. <abc>"_ba;
    }
    void timeLimits()
    {
        QFETCH(FakeServer::Answer, answer);
        QFETCH(QByteArray, expected);
        FakeServer server({answer});
        HttpClient client;
        HttpRequest request = post(server);
        request.firstByteTimeout = 50ms;
        request.idleTimeout = 60ms;
        if (!answer.chunks.isEmpty())
            request.firstByteTimeout = 10s;
        QCOMPARE(send(client, request), worded(expected, server));
        QVERIFY(server.waitForAbandoned(1));
    }

    void stop_data()
    {
        QTest::addColumn<FakeServer::Answer>("answer");
        QTest::newRow("before the headers") << FakeServer::Answer{{}, End::Hang};
        QTest::newRow("in the body") << FakeServer::stream({"abc"}, End::Hang);
    }
    void stop()
    {
        QFETCH(FakeServer::Answer, answer);
        FakeServer server({answer});
        HttpClient client;
        std::stop_source source;
        QByteArray said;
        {
            const std::jthread caller(
                    [&] { said = send(client, post(server), source.get_token()); });
            QVERIFY(server.waitForRequests(1));
            source.request_stop();
        }
        QVERIFY2(said.startsWith("error cancelled The request to 127.0.0.1 was stopped."),
                 said.constData());
        QVERIFY(server.waitForAbandoned(1)); // The server is told by the closed connection.
    }

    void stopBeforehand()
    {
        FakeServer server({});
        HttpClient client;
        std::stop_source source;
        source.request_stop();
        QVERIFY(send(client, post(server), source.get_token()).startsWith("error cancelled "));
        QCOMPARE(server.requests().size(), 0);
    }

    void enoughIsEnough()
    {
        // The caller ends in the head, then in the body; the rest of a short answer is read
        // silently, so that the connection serves again; one that goes on is closed.
        FakeServer server({FakeServer::plain(200, "abc"), FakeServer::stream({"a"}, End::Hang)});
        HttpClient client;
        int pieces = 0;
        auto response = client.send(
                post(server), [](const HttpResponse &) { return false; },
                [&pieces](QByteArrayView) {
                    ++pieces;
                    return true;
                },
                {});
        QVERIFY(response);
        QCOMPARE(response->status, 200);
        QCOMPARE(pieces, 0);
        response = client.send(
                post(server), [](const HttpResponse &) { return true; },
                [&pieces](QByteArrayView) {
                    ++pieces;
                    return false;
                },
                {});
        QVERIFY(response);
        QCOMPARE(pieces, 1);
        QVERIFY(server.waitForAbandoned(1));
    }

    void destructionEndsWhatRuns()
    {
        FakeServer server({{{}, End::Hang}});
        auto client = std::make_unique<HttpClient>();
        QByteArray said;
        HttpClient &raw = *client;
        std::jthread caller([&said, &raw, &server] { said = send(raw, post(server)); });
        QVERIFY(server.waitForRequests(1));
        client.reset();
        caller.join();
        QVERIFY2(said.startsWith("error cancelled "), said.constData());
    }

    void manyAtOnce()
    {
        constexpr int kCount = 20;
        QList<FakeServer::Answer> answers;
        for (int i = 0; i < kCount; ++i)
            answers.append(FakeServer::stream({"a", "b", "c"}));
        FakeServer server(answers);
        HttpClient client;
        std::vector<QByteArray> said(kCount);
        {
            std::vector<std::jthread> callers;
            for (QByteArray &mine : said)
                callers.emplace_back([&] { mine = send(client, post(server)); });
        }
        for (const QByteArray &mine : said)
            QCOMPARE(mine, "200|abc"_ba);
    }

    void slowCallerHoldsTheServerBack()
    {
        // 24 MiB against a caller that waits: the client must not take it all into memory, yet lose
        // nothing.
        constexpr qsizetype kSize = 24 * 1024 * 1024;
        FakeServer server({FakeServer::plain(200, QByteArray(kSize, 'x'))});
        HttpClient client;
        Deferred<bool> go;
        qsizetype largest = 0;
        qsizetype total = 0;
        std::jthread caller([&] {
            (void)client.send(
                    post(server), [&](const HttpResponse &) { return go.wait({}).has_value(); },
                    [&](QByteArrayView bytes) {
                        largest = std::max(largest, bytes.size());
                        total += bytes.size();
                        return true;
                    },
                    {});
        });
        QVERIFY(server.waitForRequests(1));
        go.set(true);
        caller.join();
        QCOMPARE(total, kSize);
        QVERIFY2(largest <= 2 * 1024 * 1024, QByteArray::number(largest).constData());
    }

    void refusedRequests_data()
    {
        QTest::addColumn<QString>("url");
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<QByteArray>("expected");
        QTest::newRow("another scheme")
                << u"ftp://host/x"_s << "1"_ba
                << "error input \"ftp://host/x\" is no address of a server; "
                   "write it like https://host/path. <>"_ba;
        QTest::newRow("no host") << u"http:///x"_s << "1"_ba
                                 << "error input \"http:///x\" is no address of a server; write it "
                                    "like https://host/path. <>"_ba;
        QTest::newRow("line break in a header") << u"http://host/"_s << "secret\nX: y"_ba
                                                << "error input The value of the HTTP header X-Key "
                                                   "for host holds a line break; was "
                                                   "a key pasted with one? <>"_ba;
    }
    void refusedRequests()
    {
        QFETCH(QString, url);
        QFETCH(QByteArray, value);
        QFETCH(QByteArray, expected);
        HttpClient client;
        HttpRequest request;
        request.url = QUrl(url);
        request.headers = {{"X-Key", value}};
        QCOMPARE(send(client, request), expected);
    }
};

QTEST_GUILESS_MAIN(TestHttpClient)
#include "tst_httpclient.moc"
