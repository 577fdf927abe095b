// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "webfetchfixture.h"

#include <QScopeGuard>
#include <QTcpServer>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Countersign;
using namespace Countersign::Test;
using Permission::Effect;

namespace {

FakeServer::Answer redirect(const QByteArray &to, int status = 302)
{
    return FakeServer::plain(status, "moved", "text/plain", "Location: " + to + "\r\n");
}

/// A person who allows everything, and what was asked: "action resource, resource".
QStringList askedOf(const Workbench &bench, const FakeServer &server)
{
    QStringList lines;
    for (const Permission::Request &request : bench.asked()) {
        QString line = request.inquiry.action + u' ' + request.inquiry.resources.join(u", "_s);
        lines.append(line.replace(QString::number(server.port()), u"PORT"_s));
    }
    return lines;
}

} // namespace

/// What webfetch asks for: the page, the place where it is, and where a redirect leads.
class TestWebfetchPermissions : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { forgetProxies(); }

    // ---- Questions ----------------------------------------------------------------------------

    void asksForThePageAndForThePlace()
    {
        FakeServer server({FakeServer::plain(200, "hello", "text/plain")});
        Workbench bench(askingEverything());
        bench.seat([](const Permission::Request &) { return yes(); });
        const QString text = fetch(bench, server, server.url(u"/x/../p?q#f"_s));
        QVERIFY2(text.endsWith(u"\n\nhello"_s), qPrintable(text));
        const auto asked = bench.asked();
        QCOMPARE(asked.size(), 2);
        const QString page = server.url(u"/p?q"_s);
        const QString place = u"loopback 127.0.0.1:%1"_s.arg(server.port());
        QCOMPARE(asked.at(0).inquiry.action, u"webfetch"_s);
        QCOMPARE(asked.at(0).inquiry.resources, QStringList{page});
        const QList<Permission::SaveOffer> offers{{page, true}, {server.url(u"/*"_s), false}};
        QCOMPARE(asked.at(0).inquiry.save, offers);
        QCOMPARE(asked.at(1).inquiry.action, u"private_network"_s);
        QCOMPARE(asked.at(1).inquiry.resources, QStringList{place});
        const QList<Permission::SaveOffer> places{{place, true}};
        QCOMPARE(asked.at(1).inquiry.save, places);
        QCOMPARE(asked.at(1).inquiry.metadata.value(u"consequence"_s).toString(),
                 u"127.0.0.1 is this machine itself: programs that listen only here often trust "
                 "whoever reaches them."_s);
    }

    void aGeneralAllowDoesNotCoverPrivatePlaces()
    {
        FakeServer server({FakeServer::plain(200, "hello", "text/plain")});
        Workbench bench({rule(u"private_network"_s, u"*"_s, Effect::Deny),
                         rule(u"webfetch"_s, u"*"_s, Effect::Allow)});
        QVERIFY(fetch(bench, server, server.url()).startsWith(u"error: "_s));
        QCOMPARE(server.requests().size(), 0);
    }

    void privatePlaces_data()
    {
        QTest::addColumn<QString>("url");
        QTest::addColumn<QStringList>("addresses"); // Of the name.
        QTest::addColumn<QString>("asked");
        QTest::addColumn<int>("offers");
        const auto row = [](const char *name, const QString &url, const QStringList &addresses,
                            const QString &asked, int offers = 1) {
            QTest::newRow(name) << url << addresses << asked << offers;
        };
        row("a name of a private address", u"https://intra.test/"_s, {u"10.1.2.3"_s},
            u"private 10.1.2.3:443"_s);
        row("one of several", u"http://intra.test:8080/"_s,
            {u"93.184.216.34"_s, u"192.168.0.1"_s, u"fe80::1"_s},
            u"private 192.168.0.1:8080, link-local [fe80::1]:8080"_s, 2);
        row("localhost", u"http://localhost:1/"_s, {}, u"loopback 127.0.0.1:1, loopback [::1]:1"_s,
            2);
        row("a name below localhost", u"http://a.localhost:1/"_s, {},
            u"loopback 127.0.0.1:1, loopback [::1]:1"_s, 2);
        row("an address in one number", u"http://2130706433/"_s, {}, u"loopback 127.0.0.1:80"_s);
        row("an octal address", u"http://0177.0.0.1/"_s, {}, u"loopback 127.0.0.1:80"_s);
        row("a mapped address", u"http://[::ffff:10.0.0.1]/"_s, {},
            u"private [::ffff:10.0.0.1]:80"_s);
        row("no address at all", u"http://0.0.0.0/"_s, {}, u"loopback 0.0.0.0:80"_s);
        row("a cloud's credentials, never for good", u"http://169.254.169.254/latest/"_s, {},
            u"metadata 169.254.169.254:80"_s, 0);
        row("a name of a cloud's credentials", u"http://meta.test/"_s,
            {u"1.1.1.1"_s, u"fd00:ec2::254"_s}, u"metadata [fd00:ec2::254]:80"_s, 0);
    }
    void privatePlaces()
    {
        QFETCH(QString, url);
        QFETCH(QStringList, addresses);
        QFETCH(QString, asked);
        QFETCH(int, offers);
        Workbench bench({rule(u"private_network"_s, u"*"_s, Effect::Ask)});
        bench.seat([](const Permission::Request &) { return no(u"Not there."_s); });
        if (!addresses.isEmpty()) {
            bench.lookUp = [addresses](const QString &, std::chrono::milliseconds,
                                       const std::stop_token &) -> Result<QList<QHostAddress>> {
                QList<QHostAddress> found;
                for (const QString &one : addresses)
                    found.append(QHostAddress(one));
                return found;
            };
        }
        const Settled settled = bench.call(u"webfetch"_s, {{u"url"_s, url}});
        QVERIFY(settled.error);
        QCOMPARE(settled.error->code, ErrorCode::Denied);
        const auto requests = bench.asked();
        QCOMPARE(requests.size(), 1);
        QCOMPARE(requests.first().inquiry.action, u"private_network"_s);
        QCOMPARE(requests.first().inquiry.resources.join(u", "_s), asked);
        QCOMPARE(requests.first().inquiry.save.size(), offers);
    }

    void nothingIsLookedUpBeforeTheQuestion()
    {
        Workbench bench({rule(u"webfetch"_s, u"*"_s, Effect::Deny)});
        int looked = 0;
        bench.lookUp = [&looked](const QString &, std::chrono::milliseconds,
                                 const std::stop_token &) -> Result<QList<QHostAddress>> {
            ++looked;
            return failure(ErrorCode::NotFound, u"?"_s);
        };
        const Settled settled =
                bench.call(u"webfetch"_s, {{u"url"_s, u"https://secret-in-a-name.test/"_s}});
        QVERIFY(settled.error);
        QCOMPARE(settled.error->code, ErrorCode::Denied);
        QCOMPARE(looked, 0);
    }

    void aNameIsLookedUpOnce()
    {
        FakeServer server({redirect("/b"), FakeServer::plain(200, "hello", "text/plain")});
        Workbench bench;
        QStringList looked;
        bench.lookUp = [&looked](const QString &host, std::chrono::milliseconds,
                                 const std::stop_token &) -> Result<QList<QHostAddress>> {
            looked.append(host);
            // The second time it would lead elsewhere, where nobody listens.
            return QList{QHostAddress(looked.size() == 1 ? u"127.0.0.1"_s : u"127.0.0.9"_s)};
        };
        const QString text = fetch(bench, server, u"http://Moving.test:%1/a"_s.arg(server.port()));
        QVERIFY2(text.endsWith(u"\n\nhello"_s), qPrintable(text));
        QCOMPARE(looked, QStringList{u"moving.test"_s});
        QCOMPARE(server.requests().at(0).header("Host"),
                 "moving.test:" + QByteArray::number(server.port()));
    }

    void theNextAddressIsTried()
    {
        FakeServer server({FakeServer::plain(200, "hello", "text/plain")});
        Workbench bench;
        bench.lookUp = [](const QString &, std::chrono::milliseconds,
                          const std::stop_token &) -> Result<QList<QHostAddress>> {
            return QList{QHostAddress(u"127.0.0.2"_s), QHostAddress(u"::1"_s),
                         QHostAddress(u"127.0.0.1"_s)};
        };
        const QString text = fetch(bench, server, u"http://two.test:%1/"_s.arg(server.port()));
        QVERIFY2(text.endsWith(u"\n\nhello"_s), qPrintable(text));
    }

    void unknownNames()
    {
        FakeServer server({});
        Workbench bench;
        bench.lookUp = [](const QString &host, std::chrono::milliseconds,
                          const std::stop_token &) -> Result<QList<QHostAddress>> {
            return failure(ErrorCode::NotFound,
                           u"There is no host named %1. Check the spelling."_s.arg(host));
        };
        QCOMPARE(fetch(bench, server, u"https://no.test/x"_s),
                 u"error: https://no.test/x was not fetched. There is no host named no.test. Check "
                 "the spelling."_s);
    }

    /// The proxy gets the name, so what only it can look up is asked for as unknown.
    void throughAProxy_data()
    {
        QTest::addColumn<QStringList>("addresses");
        QTest::addColumn<QStringList>("asked");
        const QString page = u"webfetch http://a.test/"_s;
        QTest::newRow("a public name") << QStringList{u"1.1.1.1"_s} << QStringList{page};
        QTest::newRow("a private name")
                << QStringList{u"10.0.0.1"_s}
                << QStringList{page, u"private_network private 10.0.0.1:80"_s};
        QTest::newRow("a name that nobody here knows")
                << QStringList() << QStringList{page, u"private_network unknown a.test:80"_s};
    }
    void throughAProxy()
    {
        QFETCH(QStringList, addresses);
        QFETCH(QStringList, asked);
        QTcpServer free; // Its port, where nobody listens afterwards.
        QVERIFY(free.listen(QHostAddress::LocalHost));
        const QByteArray proxy = "127.0.0.1:" + QByteArray::number(free.serverPort());
        free.close();
        qputenv("http_proxy", "http://me:secret@" + proxy);
        const auto unset = qScopeGuard([] { qunsetenv("http_proxy"); });
        Workbench bench(askingEverything());
        bench.seat([](const Permission::Request &) { return yes(); });
        bench.lookUp = [addresses](const QString &name, std::chrono::milliseconds,
                                   const std::stop_token &) -> Result<QList<QHostAddress>> {
            if (addresses.isEmpty())
                return failure(ErrorCode::NotFound, u"There is no host named %1."_s.arg(name));
            return QList{QHostAddress(addresses.first())};
        };
        const Settled settled = bench.call(u"webfetch"_s, {{u"url"_s, u"http://a.test/"_s}});
        QVERIFY(settled.error);
        QCOMPARE(
                settled.error->message,
                u"http://a.test/ was not fetched. Could not connect to a.test:80 through the proxy "
                "%1: Proxy connection refused. Check the proxy of this system and the address."_s
                        .arg(QString::fromLatin1(proxy)));
        QStringList seen;
        for (const Permission::Request &request : bench.asked())
            seen.append(request.inquiry.action + u' ' + request.inquiry.resources.join(u", "_s));
        QCOMPARE(seen, asked);
    }

    /// The step to https leads to another port, also where the addresses are only asked about.
    void throughAProxyToAnotherPort()
    {
        FakeServer proxy({FakeServer::plain(200, ""), redirect("https://a.test/")});
        qputenv("http_proxy", "http://127.0.0.1:" + QByteArray::number(proxy.port()));
        qputenv("https_proxy", "http://127.0.0.1:" + QByteArray::number(proxy.port()));
        const auto unset = qScopeGuard([] {
            qunsetenv("http_proxy");
            qunsetenv("https_proxy");
        });
        Workbench bench({rule(u"private_network"_s, u"*"_s, Effect::Ask)});
        bench.seat([](const Permission::Request &request) {
            return request.inquiry.resources.first().endsWith(u":443") ? no(u"Not there."_s)
                                                                       : yes();
        });
        bench.lookUp = [](const QString &, std::chrono::milliseconds,
                          const std::stop_token &) -> Result<QList<QHostAddress>> {
            return QList{QHostAddress(u"10.0.0.1"_s)};
        };
        const Settled settled = bench.call(u"webfetch"_s, {{u"url"_s, u"http://a.test/"_s}});
        QVERIFY(settled.error);
        QCOMPARE(settled.error->code, ErrorCode::Denied);
        QStringList seen;
        for (const Permission::Request &request : bench.asked())
            seen.append(request.inquiry.resources.join(u", "_s));
        QCOMPARE(seen, (QStringList{u"private 10.0.0.1:80"_s, u"private 10.0.0.1:443"_s}));
    }

    // ---- Redirects ----------------------------------------------------------------------------

    void redirects_data()
    {
        QTest::addColumn<QByteArray>("location");
        QTest::addColumn<int>("status");
        QTest::addColumn<QStringList>("asked");
        const QString first = u"webfetch http://127.0.0.1:PORT/a"_s;
        const QString place = u"private_network loopback 127.0.0.1:PORT"_s;
        QTest::newRow("to the same server") << "/b?c"_ba << 301 << QStringList{first, place};
        QTest::newRow("relative") << "b"_ba << 303 << QStringList{first, place};
        QTest::newRow("to another server")
                << "http://localhost:PORT/b"_ba << 307
                << QStringList{first, place, u"webfetch http://localhost:PORT/b"_s,
                               u"private_network loopback 127.0.0.1:PORT, loopback [::1]:PORT"_s};
    }
    void redirects()
    {
        QFETCH(QByteArray, location);
        QFETCH(int, status);
        QFETCH(QStringList, asked);
        FakeServer last({FakeServer::plain(200, "hello", "text/plain")});
        // One server plays both: the port must be known before the answers are.
        FakeServer server({redirect(location.contains("PORT") ? "http://localhost:"
                                                    + QByteArray::number(last.port()) + "/b"
                                                              : location,
                                    status),
                           FakeServer::plain(200, "hello", "text/plain")});
        Workbench bench(askingEverything());
        bench.seat([](const Permission::Request &) { return yes(); });
        const QString text = fetch(bench, server, server.url(u"/a"_s));
        QVERIFY2(text.endsWith(u"\n\nhello"_s), qPrintable(text));
        QVERIFY2(text.contains(u"(redirected from http://127.0.0.1:PORT/a)"_s), qPrintable(text));
        QStringList seen = askedOf(bench, server);
        for (QString &line : seen)
            line.replace(QString::number(last.port()), u"PORT"_s);
        QCOMPARE(seen, asked);
    }

    void aRedirectToADeniedPageIsDenied()
    {
        FakeServer server({redirect("/private/x")});
        Workbench bench({rule(u"webfetch"_s, u"*/private/*"_s, Effect::Deny)});
        const QString text = fetch(bench, server, server.url(u"/a"_s));
        QVERIFY2(text.startsWith(u"error: webfetch of http://127.0.0.1:PORT/private/x is denied"_s),
                 qPrintable(text));
        QCOMPARE(server.requests().size(), 1);
    }

    void wrongRedirects_data()
    {
        QTest::addColumn<FakeServer::Answer>("answer");
        QTest::addColumn<QString>("expected");
        const QString start = u"error: 127.0.0.1 answered with a redirect (302) to "_s;
        QTest::newRow("to a file")
                << redirect("file:///etc/passwd")
                << start + u"\"file:///etc/passwd\", which is no address of a web page."_s;
        QTest::newRow("to nowhere") << FakeServer::plain(302, "")
                                    << start + u"nowhere, which is no address of a web page."_s;
        QTest::newRow("with a password")
                << redirect("http://a:b@127.0.0.1/")
                << start + u"\"http://127.0.0.1/\", which is no address of a web page."_s;
        QTest::newRow("with a password in what is no address")
                << redirect("http://a:b@a b/")
                << start + u"\"…@a b/\", which is no address of a web page."_s;
    }
    void wrongRedirects()
    {
        QFETCH(FakeServer::Answer, answer);
        QFETCH(QString, expected);
        FakeServer server({answer});
        Workbench bench;
        QCOMPARE(fetch(bench, server, server.url(u"/a"_s)), expected);
    }

    void redirectsEnd()
    {
        QList<FakeServer::Answer> answers;
        for (int i = 1; i <= 12; ++i)
            answers.append(redirect("/" + QByteArray::number(i)));
        FakeServer server(answers);
        Workbench bench;
        QCOMPARE(fetch(bench, server, server.url(u"/0"_s)),
                 u"error: http://127.0.0.1:PORT/0 was not fetched: after 10 redirects there was "
                 "another one, to http://127.0.0.1:PORT/11."_s);
        QCOMPARE(server.requests().size(), 11);
    }
};

QTEST_GUILESS_MAIN(TestWebfetchPermissions)

#include "tst_webfetchpermissions.moc"
