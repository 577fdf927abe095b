// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "provider/catalog.h"

#include "support/fakeserver.h"
#include "support/providerevents.h"
#include "support/scratch.h"

#include <QTest>

using namespace Countersign;
using namespace Countersign::Provider;
using namespace Countersign::Test;
using namespace Qt::StringLiterals;

class TestCatalog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void names_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("provider");
        QTest::addColumn<QString>("id");
        QTest::newRow("usual") << u"openai/gpt-5"_s << u"openai"_s << u"gpt-5"_s;
        QTest::newRow("slash in the id")
                << u"openrouter/a/b:free"_s << u"openrouter"_s << u"a/b:free"_s;
        QTest::newRow("script") << u"scripted:/x/y.json"_s << u"scripted"_s << u"/x/y.json"_s;
        QTest::newRow("no slash") << u"gpt-5"_s << QString() << QString();
        QTest::newRow("no provider") << u"/gpt-5"_s << QString() << QString();
        QTest::newRow("no id") << u"openai/"_s << QString() << QString();
        QTest::newRow("no script") << u"scripted:"_s << QString() << QString();
        QTest::newRow("empty") << QString() << QString() << QString();
    }
    void names()
    {
        QFETCH(QString, name);
        QFETCH(QString, provider);
        QFETCH(QString, id);
        const auto parsed = parseModelName(name);
        QCOMPARE(parsed.has_value(), !provider.isEmpty());
        if (parsed)
            QCOMPARE(*parsed, (ModelName{provider, id}));
        else
            QCOMPARE(parsed.error().code, ErrorCode::InvalidInput);
    }

    void scripts()
    {
        const Scratch scratch;
        const QString file = scratch.write(u"s.json"_s, R"({"turns":[{"text":"a"}]})");
        Net::HttpClient http;
        QVERIFY(openModel({u"scripted"_s, file}, {}, http));
        const auto missing = openModel({u"scripted"_s, file + u'x'}, {}, http);
        QVERIFY(!missing);
        QCOMPARE(missing.error().code, ErrorCode::NotFound);
    }

    void unknownProvider()
    {
        Net::HttpClient http;
        const auto none = openModel({u"x"_s, u"m"_s}, {}, http);
        QVERIFY(!none);
        QCOMPARE(none.error(),
                 (Error{ErrorCode::NotFound,
                        u"There is no provider \"x\": none is configured. Add it to \"providers\" "
                        u"in "
                        u"the configuration, or set COUNTERSIGN_BASE_URL."_s,
                        {}}));
        const auto others = openModel({u"x"_s, u"m"_s}, {{u"a"_s, {}}, {u"b"_s, {}}}, http);
        QVERIFY(others.error().message.contains(u"there are a, b."_s));
    }

    void keyAndLimitsArrive_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QByteArray>("sent");
        QTest::newRow("own key") << u"k1"_s << "Bearer k1"_ba;
        QTest::newRow("from the environment") << QString() << "Bearer from-env"_ba;
    }
    void keyAndLimitsArrive()
    {
        QFETCH(QString, key);
        QFETCH(QByteArray, sent);
        qputenv("COUNTERSIGN_TEST_KEY", "from-env");
        FakeServer server({FakeServer::events({R"({"choices":[{"finish_reason":"stop"}]})"})});
        Config::ProviderConfig config;
        config.id = u"p"_s;
        config.baseUrl = server.url();
        config.key = key;
        config.keyVariables = {u"COUNTERSIGN_TEST_NONE"_s, u"COUNTERSIGN_TEST_KEY"_s};
        config.models = {{u"m"_s, {u"M"_s, 100, 50}}};
        Net::HttpClient http;
        const auto model = openModel({u"p"_s, u"m"_s}, {{u"p"_s, config}}, http);
        QVERIFY(model);
        Turn turn;
        turn.model = u"m"_s;
        QVERIFY((*model)->run(turn, [](const Event &) { }, {}));
        QCOMPARE(server.requests().first().header("authorization"), sent);
        QCOMPARE(QJsonDocument::fromJson(server.requests().first().body)
                         .object()
                         .value(u"max_tokens"_s)
                         .toInt(),
                 50);
    }

    void wrongEntries_data()
    {
        QTest::addColumn<QString>("baseUrl");
        QTest::addColumn<QString>("key");
        QTest::addColumn<QJsonObject>("compat");
        QTest::newRow("no base URL") << QString() << QString() << QJsonObject{};
        QTest::newRow("key with a line break")
                << u"http://h"_s << u"secret\nX: y"_s << QJsonObject{};
        QTest::newRow("key with a blank") << u"http://h"_s << u"secret key"_s << QJsonObject{};
        QTest::newRow("unknown switch") << u"http://h"_s << QString() << QJsonObject{{u"x"_s, 1}};
    }
    void wrongEntries()
    {
        QFETCH(QString, baseUrl);
        QFETCH(QString, key);
        QFETCH(QJsonObject, compat);
        Config::ProviderConfig config;
        config.id = u"mine"_s;
        config.baseUrl = baseUrl;
        config.key = key;
        config.compat = compat;
        Net::HttpClient http;
        const auto made = makeProvider(config, http);
        QVERIFY(!made);
        QCOMPARE(made.error().code, ErrorCode::InvalidInput);
        QVERIFY(made.error().message.startsWith(u"The provider \"mine\" cannot be used. "_s));
        QVERIFY(!made.error().message.contains(u"secret"_s));
    }
};

QTEST_GUILESS_MAIN(TestCatalog)
#include "tst_catalog.moc"
