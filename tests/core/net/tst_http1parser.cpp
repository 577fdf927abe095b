// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "net/http1parser.h"

#include <QTest>

using namespace Countersign;
using namespace Countersign::Net;
using namespace Qt::StringLiterals;

namespace {

/// What came out, as one text: "status body" and how it ended.
QByteArray parse(const QByteArrayList &pieces, bool close, bool headRequest)
{
    Http1Parser parser(headRequest);
    QByteArray head = "none";
    QByteArray body;
    for (const QByteArray &piece : pieces) {
        const auto out = parser.feed(piece);
        if (!out)
            return "error " + out.error().message.toUtf8();
        if (out->head)
            head = QByteArray::number(out->head->status) + ' ' + out->head->header("X-Test");
        body += out->body;
    }
    if (close && !parser.done() && !parser.closed())
        return head + '|' + body + "|cut";
    const QByteArray end = !parser.done() ? "open" : parser.keepsAlive() ? "alive" : "closed";
    return head + '|' + body + '|' + end;
}

} // namespace

class TestHttp1Parser : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void parses_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<bool>("close");
        QTest::addColumn<QByteArray>("expected");
        const auto row = [](const char *name, const QByteArray &bytes, const QByteArray &expected,
                            bool close = false) {
            QTest::newRow(name) << bytes << close << expected;
        };
        const QByteArray ok = "HTTP/1.1 200 OK\r\n";
        row("length", ok + "X-test:  a b \r\nContent-Length: 3\r\n\r\nabc", "200 a b|abc|alive");
        row("length zero", ok + "Content-Length: 0\r\n\r\n", "200 ||alive");
        row("length, more to come", ok + "Content-Length: 4\r\n\r\nabc", "200 |abc|open");
        row("length, cut", ok + "Content-Length: 4\r\n\r\nabc", "200 |abc|cut", true);
        row("bytes after the body", ok + "Content-Length: 3\r\n\r\nabcd", "200 |abc|closed");
        row("same length twice", ok + "Content-Length: 3, 3\r\nContent-Length: 3\r\n\r\nabc",
            "200 |abc|alive");
        row("different lengths", ok + "Content-Length: 3\r\nContent-Length: 4\r\n\r\nabc",
            "error sent a wrong Content-Length");
        row("negative length", ok + "Content-Length: -3\r\n\r\n",
            "error sent a wrong Content-Length");
        row("enormous length", ok + "Content-Length: 99999999999999999999\r\n\r\n",
            "error sent a wrong Content-Length");
        row("close asked", ok + "Connection: close\r\nContent-Length: 3\r\n\r\nabc",
            "200 |abc|closed");
        row("until close", ok + "\r\nabc", "200 |abc|closed", true);
        row("until close, still open", ok + "\r\nabc", "200 |abc|open");
        row("HTTP/1.0 closes", "HTTP/1.0 200 OK\r\nContent-Length: 3\r\n\r\nabc",
            "200 |abc|closed");
        row("HTTP/1.0 kept alive",
            "HTTP/1.0 200 OK\r\nConnection: Keep-Alive\r\nContent-Length: 3\r\n\r\nabc",
            "200 |abc|alive");
        row("chunked",
            ok + "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nA;x=1\r\n0123456789\r\n0\r\n\r\n",
            "200 |abc0123456789|alive");
        row("chunked with trailers",
            ok + "Transfer-Encoding: Chunked\r\n\r\n1\r\na\r\n00\r\nX: y\r\nZ: 1\r\n\r\n",
            "200 |a|alive");
        row("chunked, end missing", ok + "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n",
            "200 |abc|cut", true);
        row("chunked wins over length, and closes",
            ok + "Transfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
            "200 |abc|closed");
        row("chunk too long", ok + "Transfer-Encoding: chunked\r\n\r\n3\r\nabcd\r\n",
            "error sent a chunk that is longer than it said");
        row("chunk without length", ok + "Transfer-Encoding: chunked\r\n\r\nxyz\r\n",
            "error sent a chunk without a length");
        row("chunk of an absurd length",
            ok + "Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFF\r\n",
            "error sent a chunk without a length");
        row("compressed transfer", ok + "Transfer-Encoding: gzip, chunked\r\n\r\n",
            "error sent a body in a transfer encoding that was not asked for");
        row("interim answers",
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nX-Test: no\r\n\r\n" + ok
                    + "Content-Length: 1\r\n\r\na",
            "200 |a|alive");
        row("protocol switch", "HTTP/1.1 101 Switching\r\n\r\n",
            "error switched to another protocol without being asked");
        row("no content", "HTTP/1.1 204 No Content\r\n\r\n", "204 ||alive");
        row("no reason phrase", "HTTP/1.1 429\r\nContent-Length: 0\r\n\r\n", "429 ||alive");
        row("LF only", "HTTP/1.1 200 OK\nX-Test: a\nContent-Length: 1\n\na", "200 a|a|alive");
        row("folded header", ok + "X-Test: a\r\n  b\r\nContent-Length: 0\r\n\r\n",
            "200 a b||alive");
        row("empty line first", "\r\n" + ok + "Content-Length: 0\r\n\r\n", "200 ||alive");
        row("not HTTP", "SSH-2.0-OpenSSH_9.2\r\n",
            "error sent something that is no HTTP/1 response");
        row("HTTP/2", "HTTP/2 200 OK\r\n", "error sent something that is no HTTP/1 response");
        row("status of four digits", "HTTP/1.1 2000 OK\r\n",
            "error sent something that is no HTTP/1 response");
        row("header without a name", ok + ": x\r\n", "error sent a header line without a name");
        row("cut in the head", ok + "X-Te", "none||cut", true);
    }
    void parses()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(bool, close);
        QFETCH(QByteArray, expected);
        QCOMPARE(parse({bytes}, close, false), expected);
        QByteArrayList single;
        for (const char c : std::as_const(bytes))
            single.append(QByteArray(1, c));
        QCOMPARE(parse(single, close, false), expected);
    }

    void headHasNoBody()
    {
        QCOMPARE(parse({"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n"}, false, true),
                 "200 ||alive"_ba);
    }

    void headLimit_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("one endless line")
                << QByteArray("HTTP/1.1 200 OK\r\nX: ") + QByteArray(70'000, 'x');
        QTest::newRow("many lines") << QByteArray("HTTP/1.1 200 OK\r\n")
                        + QByteArray("X-Header: 1\r\n").repeated(7'000);
        QTest::newRow("trailers")
                << QByteArray("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n")
                        + QByteArray("X-Header: 1\r\n").repeated(7'000);
    }
    void headLimit()
    {
        QFETCH(QByteArray, bytes);
        Http1Parser parser;
        const auto out = parser.feed(bytes);
        QVERIFY(!out);
        QCOMPARE(out.error().code, ErrorCode::Limit);
    }
};

QTEST_GUILESS_MAIN(TestHttp1Parser)
#include "tst_http1parser.moc"
