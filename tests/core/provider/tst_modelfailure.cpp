// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "provider/modelfailure.h"

#include <QTest>

using namespace Countersign;
using namespace Countersign::Provider;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class TestModelFailure : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void classifies_data()
    {
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<QByteArray>("shouldRetry");
        QTest::addColumn<int>("code");
        QTest::addColumn<bool>("retryable");
        QTest::addColumn<QString>("message");
        const auto row = [](const char *name, int status, const QByteArray &body, ErrorCode code,
                            bool retryable, const QString &message, const QByteArray &should = {}) {
            QTest::newRow(name) << status << body << should << int(code) << retryable << message;
        };
        row("key refused", 401, R"({"error":{"message":"Incorrect API key"}})", ErrorCode::Denied,
            false,
            u"h refused the key (HTTP status 401): Incorrect API key. Check the key, for example "
            u"in "
            u"COUNTERSIGN_API_KEY."_s);
        row("forbidden, in plain words", 403, "Forbidden\n", ErrorCode::Denied, false,
            u"h does not allow this (HTTP status 403): Forbidden. Check that the key may use this "
            u"model."_s);
        row("no credit", 402, R"({"error":{"message":"Insufficient credits","code":402}})",
            ErrorCode::Denied, false,
            u"h says that the account has no credit left (HTTP status 402): Insufficient credits. "
            u"Add "
            u"credit there or choose another model."_s);
        row("quota used up", 429,
            R"({"error":{"message":"You exceeded your quota.","type":"insufficient_quota"}})",
            ErrorCode::Denied, false,
            u"h says that the account has no credit left (HTTP status 429): You exceeded your "
            u"quota. "
            u"Add credit there or choose another model."_s);
        row("model unknown", 404, R"({"error":{"message":"model x not found"}})",
            ErrorCode::NotFound, false,
            u"h does not know the model or the address (HTTP status 404): model x not found. "
            u"Check "
            u"the model's name and the provider's base URL."_s);
        row("too large", 413, "", ErrorCode::Limit, false,
            u"h says that the request is too large (HTTP status 413). Shorten the conversation or "
            u"start a new session."_s);
        row("too many requests", 429, R"({"message":"slow down"})", ErrorCode::Network, true,
            u"h gets too many requests (HTTP status 429): slow down. Wait a while, then try again."_s);
        row("overloaded", 529, R"({"error":"Overloaded!"})", ErrorCode::Network, true,
            u"h is overloaded or not ready (HTTP status 529): Overloaded! Wait a while, then try "
            u"again."_s);
        row("loading", 503,
            R"({"error":{"code":503,"message":"Loading model","type":"unavailable_error"}})",
            ErrorCode::Network, true,
            u"h is overloaded or not ready (HTTP status 503): Loading model. Wait a while, then "
            u"try "
            u"again."_s);
        row("server error", 500, "", ErrorCode::Network, true,
            u"h failed (HTTP status 500). Try again later."_s);
        row("server error, told not to retry", 500, "", ErrorCode::Network, false,
            u"h failed (HTTP status 500). Try again later."_s, "false");
        row("bad request", 400, R"({"detail":[{"msg":"field required"}]})", ErrorCode::InvalidInput,
            false,
            u"h refused the request (HTTP status 400): field required. Check the model's name and "
            u"the "
            u"provider's settings."_s);
        row("bad request, told to retry", 400, "", ErrorCode::InvalidInput, true,
            u"h refused the request (HTTP status 400). Check the model's name and the provider's "
            u"settings."_s,
            "true");
        row("key refused, told to retry", 401, "", ErrorCode::Denied, false,
            u"h refused the key (HTTP status 401). Check the key, for example in "
            u"COUNTERSIGN_API_KEY."_s,
            "true");
        row("conflict", 409, "", ErrorCode::Network, true,
            u"h failed (HTTP status 409). Try again later."_s);
        row("time-out", 408, "", ErrorCode::Network, true,
            u"h took too long (HTTP status 408). Try again."_s);
        row("redirect", 301, "", ErrorCode::Protocol, false,
            u"h redirects to another address, which is not followed (HTTP status 301). Put the "
            u"final "
            u"address into the provider's base URL."_s);
        row("in the stream, without a status", 0, R"({"error":{"message":"boom"}})",
            ErrorCode::Network, true, u"h reported an error in its answer: boom. Try again."_s);
        const QString full =
                u"h says that the conversation is longer than the model can read (HTTP "
                u"status 400): %1 Shorten it or start a new session."_s;
        row("context: OpenAI", 400,
            R"({"error":{"message":"Too long.","code":"context_length_exceeded"}})",
            ErrorCode::Limit, false, full.arg(u"Too long."_s));
        row("context: llama.cpp", 400,
            R"({"error":{"code":400,"message":"the request exceeds the available context size","type":"exceed_context_size_error"}})",
            ErrorCode::Limit, false,
            full.arg(u"the request exceeds the available context size."_s));
        row("context: Anthropic", 400, R"({"error":{"message":"prompt is too long: 9 > 8"}})",
            ErrorCode::Limit, false, full.arg(u"prompt is too long: 9 > 8."_s));
        row("context: vLLM", 400, R"({"message":"The maximum context length is 8192 tokens."})",
            ErrorCode::Limit, false, full.arg(u"The maximum context length is 8192 tokens."_s));
    }
    void classifies()
    {
        QFETCH(int, status);
        QFETCH(QByteArray, body);
        QFETCH(QByteArray, shouldRetry);
        QFETCH(int, code);
        QFETCH(bool, retryable);
        QFETCH(QString, message);
        Net::HttpResponse response;
        response.status = status;
        response.headers = {{"X-Request-Id", "r1"}};
        if (!shouldRetry.isEmpty())
            response.headers.append({"X-Should-Retry", shouldRetry});
        const ModelFailure found = modelFailure(u"h"_s, status, response, serverWords(body), 0);
        QCOMPARE(found.error.message, message);
        QCOMPARE(int(found.error.code), code);
        QCOMPARE(found.retryable, retryable);
        QCOMPARE(found.error.detail, u"request r1"_s);
    }

    void readsWaits_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<qint64>("expected"); // -1: none
        QTest::newRow("absent") << "x"_ba << "1"_ba << qint64(-1);
        QTest::newRow("seconds") << "Retry-After"_ba << "2"_ba << qint64(2000);
        QTest::newRow("part of a second") << "retry-after"_ba << "0.5"_ba << qint64(500);
        QTest::newRow("milliseconds") << "retry-after-ms"_ba << "70"_ba << qint64(70);
        QTest::newRow("an hour") << "retry-after"_ba << "3600"_ba << qint64(3'600'000);
        QTest::newRow("date") << "retry-after"_ba << "Thu, 01 Jan 1970 00:00:09 GMT"_ba
                              << qint64(4000);
        QTest::newRow("date in the past")
                << "retry-after"_ba << "Thu, 01 Jan 1970 00:00:01 GMT"_ba << qint64(0);
        QTest::newRow("negative") << "retry-after"_ba << "-5"_ba << qint64(-1);
        QTest::newRow("nonsense") << "retry-after"_ba << "soon"_ba << qint64(-1);
        QTest::newRow("absurd") << "retry-after"_ba << "1e300"_ba << qint64(1'000'000'000);
        QTest::newRow("not a number") << "retry-after"_ba << "nan"_ba << qint64(-1);
    }
    void readsWaits()
    {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, value);
        QFETCH(qint64, expected);
        Net::HttpResponse response;
        response.headers = {{name, value}};
        QCOMPARE(retryAfter(response, 5000).value_or(-1ms).count(), expected);
    }

    void words_data()
    {
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<QString>("message");
        QTest::newRow("empty") << ""_ba << QString();
        QTest::newRow("page") << "<html>\n <title>502</title>"_ba << u"<html> <title>502</title>"_s;
        QTest::newRow("long text is cut") << QByteArray(300, 'x') << QString(200, u'x') + u"…"_s;
        QTest::newRow("no UTF-8") << "\xff"_ba << u"\uFFFD"_s;
        QTest::newRow("object of something else") << R"({"foo":1})"_ba << QString();
        QTest::newRow("detail") << R"({"detail":"Not Found"})"_ba << u"Not Found"_s;
        QTest::newRow("list") << R"([{"error":{"message":"m"}}])"_ba << u"m"_s;
        QTest::newRow("empty list") << "[]"_ba << QString();
    }
    void words()
    {
        QFETCH(QByteArray, body);
        QFETCH(QString, message);
        QCOMPARE(serverWords(body).message, message);
    }
};

QTEST_GUILESS_MAIN(TestModelFailure)
#include "tst_modelfailure.moc"
