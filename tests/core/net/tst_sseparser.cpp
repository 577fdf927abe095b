// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "net/sseparser.h"

#include <QTest>

using namespace Countersign;
using namespace Countersign::Net;
using namespace Qt::StringLiterals;

namespace {

/// Events as "name|data" lines, so that whole lists compare readably.
QByteArrayList lines(const QList<SseEvent> &events)
{
    QByteArrayList out;
    for (const SseEvent &event : events)
        out.append(event.name + '|' + event.data);
    return out;
}

QByteArrayList decode(const QByteArrayList &pieces)
{
    SseParser parser;
    QList<SseEvent> events;
    for (const QByteArray &piece : pieces) {
        const auto some = parser.feed(piece);
        if (!some)
            return {"error " + some.error().message.toUtf8()};
        events += *some;
    }
    return lines(events + parser.finish());
}

QByteArrayList byteByByte(const QByteArray &bytes)
{
    QByteArrayList out;
    for (const char c : bytes)
        out.append(QByteArray(1, c));
    return out;
}

} // namespace

class TestSseParser : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void decodes_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QByteArrayList>("expected");
        QTest::newRow("one event") << "data: a\n\n"_ba << QByteArrayList{"|a"};
        QTest::newRow("two events") << "data: a\n\ndata: b\n\n"_ba << QByteArrayList{"|a", "|b"};
        QTest::newRow("CRLF") << "data: a\r\n\r\ndata: b\r\n\r\n"_ba << QByteArrayList{"|a", "|b"};
        QTest::newRow("lone CR") << "data: a\r\rdata: b\r\r"_ba << QByteArrayList{"|a", "|b"};
        QTest::newRow("mixed line ends")
                << "data: a\r\n\ndata: b\r\r\ndata: c\n\r"_ba << QByteArrayList{"|a", "|b", "|c"};
        QTest::newRow("comments") << ": OPENROUTER PROCESSING\n\n:\ndata: a\n: in between\n\n"_ba
                                  << QByteArrayList{"|a"};
        QTest::newRow("several data lines")
                << "data: a\ndata: b\ndata\ndata: c\n\n"_ba << QByteArrayList{"|a\nb\n\nc"};
        QTest::newRow("no blank after the colon")
                << "data:{\"a\":1}\n\n"_ba << QByteArrayList{"|{\"a\":1}"};
        QTest::newRow("only one blank is dropped") << "data:  a \n\n"_ba << QByteArrayList{"| a "};
        QTest::newRow("last event without blank line")
                << "data: a\n\ndata: b\n"_ba << QByteArrayList{"|a", "|b"};
        QTest::newRow("last event without line end")
                << "data: a\n\ndata: b"_ba << QByteArrayList{"|a", "|b"};
        QTest::newRow("empty data is nothing")
                << "data\n\ndata:\n\ndata: a\n\n"_ba << QByteArrayList{"|a"};
        QTest::newRow("names") << "event: x\ndata: a\n\ndata: b\n\nevent: y\n\ndata: c\n\n"_ba
                               << QByteArrayList{"x|a", "|b", "|c"};
        QTest::newRow("other fields")
                << "id: 1\nretry: 5\nnonsense\nfoo: bar\ndata: a\n\n"_ba << QByteArrayList{"|a"};
        QTest::newRow("byte order mark") << "\xEF\xBB\xBF"
                                            "data: a\n\n"_ba
                                         << QByteArrayList{"|a"};
        QTest::newRow("byte order mark later is text") << "data: a\n\n\xEF\xBB\xBF"
                                                          "data: b\n\n"_ba
                                                       << QByteArrayList{"|a"};
        QTest::newRow("UTF-8") << "data: 漢字 😀\n\n"_ba << QByteArrayList{"|漢字 😀"};
        QTest::newRow("blank lines only") << "\n\n\r\n\r\r"_ba << QByteArrayList{};
        QTest::newRow("nothing") << ""_ba << QByteArrayList{};
        QTest::newRow("a NUL is a byte like others")
                << QByteArray("data: a\0b\n\n", 11) << QByteArrayList{QByteArray("|a\0b", 4)};
    }
    void decodes()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QByteArrayList, expected);
        QCOMPARE(decode({bytes}), expected);
        QCOMPARE(decode(byteByByte(bytes)), expected);
        for (qsizetype cut = 0; cut <= bytes.size(); ++cut)
            QCOMPARE(decode({bytes.first(cut), bytes.sliced(cut)}), expected);
    }

    void dispatchesAtOnce()
    {
        SseParser parser;
        QCOMPARE(lines(*parser.feed("data: a\n")), QByteArrayList{});
        QCOMPARE(lines(*parser.feed("\n")), QByteArrayList{"|a"});
        // A lone CR ends a line without waiting for what might follow it.
        QCOMPARE(lines(*parser.feed("data: b\r")), QByteArrayList{});
        QCOMPARE(lines(*parser.feed("\r")), QByteArrayList{"|b"});
        QCOMPARE(lines(*parser.feed("\ndata: c\n\n")), QByteArrayList{"|c"});
    }

    void limit_data()
    {
        QTest::addColumn<QByteArrayList>("pieces");
        QTest::addColumn<bool>("fits");
        QTest::newRow("at the limit") << QByteArrayList{"data: 7890\n\n"} << true;
        QTest::newRow("one line over") << QByteArrayList{"data: 78901\n\n"} << false;
        QTest::newRow("unfinished line over") << QByteArrayList{"data: 78", "901"} << false;
        QTest::newRow("lines together over")
                << QByteArrayList{"data: 7\n", "data: 7\n", "data: 7\n", "data: 7\n"} << false;
        QTest::newRow("many small events")
                << QByteArrayList{"data: 7\n\ndata: 7\n\n", "data: 7\n\ndata: 7\n\n"} << true;
        QTest::newRow("an endless comment") << QByteArrayList{":123456", "7890"} << false;
    }
    void limit()
    {
        QFETCH(QByteArrayList, pieces);
        QFETCH(bool, fits);
        SseParser parser(10);
        Result<QList<SseEvent>> last;
        for (const QByteArray &piece : pieces) {
            last = parser.feed(piece);
            if (!last)
                break;
        }
        QCOMPARE(last.has_value(), fits);
        if (!fits)
            QCOMPARE(last.error().code, ErrorCode::Limit);
    }
};

QTEST_GUILESS_MAIN(TestSseParser)
#include "tst_sseparser.moc"
