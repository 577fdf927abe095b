// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "net/address.h"
#include "net/inflater.h"
#include "net/lookup.h"
#include "net/redirect.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace Countersign;
using namespace Countersign::Net;

namespace {

QByteArray inflated(const QList<QByteArray> &slices, qsizetype most = 1'000'000)
{
    Inflater inflater;
    QByteArray out;
    for (const QByteArray &slice : slices) {
        const auto fed = inflater.feed(slice, [&](QByteArrayView piece) {
            out += piece;
            return out.size() < most;
        });
        if (!fed)
            return "error: " + fed.error().message.toUtf8();
        if (!*fed)
            return out + " left";
    }
    return inflater.complete() ? out : out + " cut";
}

QList<QByteArray> single(const QByteArray &bytes)
{
    QList<QByteArray> slices;
    for (const char byte : bytes)
        slices.append(QByteArray(1, byte));
    return slices;
}

} // namespace

class TestWebAddress : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void kinds_data()
    {
        QTest::addColumn<QString>("kind");
        const auto rows = [](const QString &kind, std::initializer_list<const char *> addresses) {
            for (const char *address : addresses)
                QTest::newRow(address) << kind;
        };
        rows(u"public"_s,
             {"1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0",
              "169.253.255.255", "172.15.255.255", "172.32.0.0", "192.167.255.255",
              "223.255.255.255", "2606:4700::1111", "2002:0101:0101::1", "64:ff9b::1.1.1.1",
              "::ffff:1.1.1.1"});
        rows(u"loopback"_s,
             {"127.0.0.1", "127.255.255.255", "0.0.0.0", "0.1.2.3", "::1", "::", "::ffff:127.0.0.1",
              "::127.0.0.1", "64:ff9b::127.0.0.1", "2002:7f00:0001::"});
        rows(u"private"_s,
             {"10.0.0.0", "10.255.255.255", "172.16.0.0", "172.31.255.255", "192.168.0.0",
              "192.168.255.255", "fec0::1", "64:ff9b:1::1", "::ffff:192.168.1.1",
              "64:ff9b::10.0.0.1", "2002:0a00:0001::"});
        rows(u"link-local"_s,
             {"169.254.0.0", "169.254.255.255", "fe80::1", "febf::1", "fe80::1%lo"});
        rows(u"unique-local"_s, {"fc00::1", "fdff::1"});
        rows(u"shared"_s, {"100.64.0.0", "100.127.255.255"});
        rows(u"metadata"_s,
             {"169.254.169.254", "169.254.170.2", "100.100.100.200", "168.63.129.16", "192.0.0.192",
              "fd00:ec2::254", "fd20:ce::254", "::ffff:169.254.169.254", "64:ff9b::169.254.169.254",
              "2001:0:1:2:3:4:5601:5601"}); // Teredo, 169.254.169.254 inverted.
        rows(u"reserved"_s,
             {"192.0.0.1", "192.0.2.1", "198.18.0.1", "198.51.100.1", "203.0.113.1", "224.0.0.1",
              "255.255.255.255", "240.0.0.1", "2001:db8::1", "ff02::1", "100::1", "4000::1"});
    }
    void kinds()
    {
        QFETCH(QString, kind);
        const QHostAddress address(QString::fromLatin1(QTest::currentDataTag()));
        QVERIFY(!address.isNull());
        QCOMPARE(addressKindName(kindOf(address)), kind);
    }
    void noAddressIsReserved() { QCOMPARE(kindOf(QHostAddress()), AddressKind::Reserved); }

    void webAddresses_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("expected"); // Empty: refused.
        const auto row = [](const char *name, const QString &text, const QString &expected) {
            QTest::newRow(name) << text << expected;
        };
        row("capitals and the usual port", u" HTTPS://EXAMPLE.test:443 "_s,
            u"https://example.test/"_s);
        row("another port", u"http://a.test:443/"_s, u"http://a.test:443/"_s);
        row("a last dot", u"http://a.test./x"_s, u"http://a.test/x"_s);
        row("steps back", u"http://a.test/docs/../private/./x"_s, u"http://a.test/private/x"_s);
        row("steps back in disguise", u"http://a.test/docs/%2e%2e/x"_s, u"http://a.test/x"_s);
        row("a fragment", u"http://a.test/x?y#z"_s, u"http://a.test/x?y"_s);
        row("another script", u"http://bücher.test/ä"_s, u"http://xn--bcher-kva.test/%C3%A4"_s);
        row("an address in one number", u"http://2130706433/"_s, u"http://127.0.0.1/"_s);
        row("a host in disguise", u"http://%6cocalhost/"_s, u"http://localhost/"_s);
        row("a user", u"http://github.test@evil.test/"_s, {});
        row("a script", u"javascript:alert(1)"_s, {});
        row("a file", u"file:///etc/passwd"_s, {});
        row("no host", u"http:///x"_s, {});
        row("a space in the host", u"http://a b.test/"_s, {});
        row("too long", u"http://a.test/"_s + QString(9000, u'a'), {});
    }
    void webAddresses()
    {
        QFETCH(QString, text);
        QFETCH(QString, expected);
        const auto url = webAddress(text);
        QCOMPARE(url ? QString::fromLatin1(url->toEncoded()) : QString(), expected);
        if (!url)
            QCOMPARE(url.error().code, ErrorCode::InvalidInput);
    }

    void sameServers_data()
    {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::addColumn<bool>("same");
        QTest::newRow("a path") << u"http://a.test/x"_s << u"http://a.test/y"_s << true;
        QTest::newRow("to https") << u"http://a.test/x"_s << u"https://a.test/x"_s << true;
        QTest::newRow("from https") << u"https://a.test/"_s << u"http://a.test/"_s << false;
        QTest::newRow("to https elsewhere")
                << u"http://a.test/"_s << u"https://a.test:8443/"_s << false;
        QTest::newRow("a port") << u"http://a.test/"_s << u"http://a.test:81/"_s << false;
        QTest::newRow("a name below") << u"http://a.test/"_s << u"http://www.a.test/"_s << false;
    }
    void sameServers()
    {
        QFETCH(QString, from);
        QFETCH(QString, to);
        QFETCH(bool, same);
        QCOMPARE(isSameServer(QUrl(from), QUrl(to)), same);
    }

    void inflates_data()
    {
        QTest::addColumn<QByteArray>("packed");
        QTest::addColumn<QByteArray>("expected");
        const QByteArray gzip = QByteArray::fromHex("1f8b0800000000000203b329b02b484cce4e4db1d12fb0"
                                                    "03007d315cf50d000000");
        const QByteArray zlib = qCompress("hello hello hello").sliced(4);
        QTest::newRow("nothing") << QByteArray() << QByteArray();
        QTest::newRow("gzip") << gzip << "<p>packed</p>"_ba;
        QTest::newRow("two members") << QByteArray(gzip + gzip) << "<p>packed</p><p>packed</p>"_ba;
        QTest::newRow("padding") << QByteArray(gzip + QByteArray(9, '\0')) << "<p>packed</p>"_ba;
        QTest::newRow("deflate") << zlib << "hello hello hello"_ba;
        QTest::newRow("deflate without its header")
                << zlib.sliced(2).chopped(4) << "hello hello hello"_ba;
        QTest::newRow("cut") << zlib.chopped(5) << "hello hello hello cut"_ba;
        QTest::newRow("damaged") << QByteArray(gzip.first(10) + "\x07\x07")
                                 << "error: sent compressed data that is damaged"_ba;
    }
    void inflates()
    {
        QFETCH(QByteArray, packed);
        QFETCH(QByteArray, expected);
        if (expected.endsWith("cut")) { // How much of it there is is zlib's affair.
            QVERIFY(inflated({packed}).endsWith(" cut"));
            return;
        }
        QCOMPARE(inflated({packed}), expected);
        QCOMPARE(inflated(single(packed)), expected);
    }
    void aBombIsLeftEarly()
    {
        const QByteArray zlib = qCompress(QByteArray(50'000'000, 'a'), 9).sliced(4);
        QVERIFY(zlib.size() < 100'000);
        QCOMPARE(inflated({zlib}, 100'000).size(), 2 * 65536 + 5);
    }

    void looksUp()
    {
        const auto limit = std::chrono::seconds(5);
        QCOMPARE(*lookUp(u"10.1.2.3"_s, limit, {}), QList{QHostAddress(u"10.1.2.3"_s)});
        QCOMPARE(*lookUp(u"::1"_s, limit, {}), QList{QHostAddress(u"::1"_s)});
        const QList here{QHostAddress(u"127.0.0.1"_s), QHostAddress(u"::1"_s)};
        QCOMPARE(*lookUp(u"localhost"_s, limit, {}), here);
        QCOMPARE(*lookUp(u"a.localhost"_s, limit, {}), here);
    }
    void aLookUpStops()
    {
        std::stop_source stop;
        stop.request_stop();
        const auto found = lookUp(u"nobody.invalid"_s, std::chrono::seconds(5), stop.get_token());
        QVERIFY(!found);
    }
};

QTEST_GUILESS_MAIN(TestWebAddress)

#include "tst_webaddress.moc"
