// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "provider/modelfailure.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocale>
#include <QTimeZone>

#include <algorithm>
#include <array>

namespace Countersign::Provider {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype kMessageLimit = 500;
constexpr qsizetype kPlainLimit = 200;

QString shortened(const QString &text, qsizetype limit)
{
    const QString simple = text.simplified();
    return simple.size() <= limit ? simple : simple.first(limit) + u"…"_s;
}

QString scalar(const QJsonValue &value)
{
    if (value.isString())
        return value.toString();
    if (value.isDouble())
        return QString::number(value.toInteger());
    return {};
}

ServerWords fromObject(const QJsonObject &object)
{
    ServerWords words;
    words.message = object.value(u"message"_s).toString();
    words.kind = scalar(object.value(u"type"_s)) + u' ' + scalar(object.value(u"code"_s));
    const QJsonValue code = object.value(u"code"_s);
    words.status = code.isDouble() ? code.toInt() : code.toString().toInt();
    // OpenRouter puts what the service behind it said here; its own message is only a label.
    const QString raw = object.value(u"metadata"_s).toObject().value(u"raw"_s).toString();
    if (!raw.isEmpty())
        words.message += words.message.isEmpty() ? raw : u" ("_s + raw + u')';
    words.message = shortened(words.message, kMessageLimit);
    return words;
}

bool isOutOfMoney(int status, const ServerWords &words)
{
    static constexpr std::array kSigns{"insufficient_quota", "billing", "enforced_spend_limit",
                                       "insufficient credit", "insufficient balance"};
    const QString all = words.kind + u' ' + words.message;
    return status == 402 || std::any_of(kSigns.begin(), kSigns.end(), [&all](const char *sign) {
               return all.contains(QLatin1StringView(sign), Qt::CaseInsensitive);
           });
}

struct Meaning
{
    ErrorCode code;
    QString what; ///< "refused the key"
    QString advice;
};

Meaning meaning(int status, const ServerWords &words)
{
    if (isContextOverflow(words)) {
        return {ErrorCode::Limit, u"says that the conversation is longer than the model can read"_s,
                u"Shorten it or start a new session."_s};
    }
    if (isOutOfMoney(status, words)) {
        return {ErrorCode::Denied, u"says that the account has no credit left"_s,
                u"Add credit there or choose another model."_s};
    }
    switch (status) {
    case 401:
        return {ErrorCode::Denied, u"refused the key"_s,
                u"Check the key, for example in COUNTERSIGN_API_KEY."_s};
    case 403:
        return {ErrorCode::Denied, u"does not allow this"_s,
                u"Check that the key may use this model."_s};
    case 404:
        return {ErrorCode::NotFound, u"does not know the model or the address"_s,
                u"Check the model's name and the provider's base URL."_s};
    case 413:
        return {ErrorCode::Limit, u"says that the request is too large"_s,
                u"Shorten the conversation or start a new session."_s};
    case 408:
    case 504:
        return {ErrorCode::Network, u"took too long"_s, u"Try again."_s};
    case 429:
        return {ErrorCode::Network, u"gets too many requests"_s,
                u"Wait a while, then try again."_s};
    case 503:
    case 529:
        return {ErrorCode::Network, u"is overloaded or not ready"_s,
                u"Wait a while, then try again."_s};
    default:
        break;
    }
    if (status >= 500 || status == 409)
        return {ErrorCode::Network, u"failed"_s, u"Try again later."_s};
    if (status >= 300 && status < 400) {
        return {ErrorCode::Protocol, u"redirects to another address, which is not followed"_s,
                u"Put the final address into the provider's base URL."_s};
    }
    if (status >= 400) {
        return {ErrorCode::InvalidInput, u"refused the request"_s,
                u"Check the model's name and the provider's settings."_s};
    }
    return {ErrorCode::Network, u"reported an error in its answer"_s, u"Try again."_s};
}

} // namespace

ServerWords serverWords(const QJsonValue &json)
{
    if (json.isString())
        return {shortened(json.toString(), kMessageLimit), {}, 0};
    if (json.isArray())
        return serverWords(json.toArray().at(0));
    const QJsonObject object = json.toObject();
    const QJsonValue error = object.value(u"error"_s);
    if (error.isObject())
        return fromObject(error.toObject());
    if (error.isString() || error.isArray())
        return serverWords(error);
    if (object.contains(u"message"_s))
        return fromObject(object);
    const QJsonValue detail = object.value(u"detail"_s); // FastAPI servers.
    if (detail.isString())
        return serverWords(detail);
    if (detail.isArray())
        return {shortened(detail.toArray().at(0).toObject().value(u"msg"_s).toString(),
                          kMessageLimit),
                {},
                0};
    return {};
}

ServerWords serverWords(const QByteArray &body)
{
    QJsonParseError problem;
    const QJsonDocument document = QJsonDocument::fromJson(body.trimmed(), &problem);
    if (problem.error != QJsonParseError::NoError)
        return {shortened(QString::fromUtf8(body.first(std::min<qsizetype>(body.size(), 4096))),
                          kPlainLimit),
                {},
                0};
    return serverWords(document.isArray() ? QJsonValue(document.array())
                                          : QJsonValue(document.object()));
}

std::optional<std::chrono::milliseconds> retryAfter(const Net::HttpResponse &response, qint64 nowMs)
{
    constexpr double kLongest = 1e9; // Milliseconds; anything longer is nonsense or a refusal.
    const auto number = [](const QByteArray &text) -> std::optional<double> {
        bool ok = false;
        const double value = text.toDouble(&ok);
        return ok && value >= 0 ? std::optional(value) : std::nullopt;
    };
    using std::chrono::milliseconds;
    if (const auto ms = number(response.header("retry-after-ms")))
        return milliseconds(qint64(std::min(*ms, kLongest)));
    const QByteArray after = response.header("retry-after");
    if (const auto s = number(after))
        return milliseconds(qint64(std::min(*s * 1000, kLongest)));
    QDateTime date = QLocale::c().toDateTime(QString::fromLatin1(after),
                                             u"ddd, dd MMM yyyy hh:mm:ss 'GMT'"_s);
    if (!date.isValid())
        return std::nullopt;
    date.setTimeSpec(Qt::UTC);
    return milliseconds(std::clamp<qint64>(date.toMSecsSinceEpoch() - nowMs, 0, qint64(kLongest)));
}

bool isContextOverflow(const ServerWords &words)
{
    static constexpr std::array kSigns{
            "context_length_exceeded", "exceed_context_size",   "context_window_exceeded",
            "maximum context length",  "prompt is too long",    "input is too long",
            "exceeds the context",     "available context",     "context window",
            "context length",          "too many input tokens", "maximum prompt length"};
    const QString all = words.kind + u' ' + words.message;
    return std::any_of(kSigns.begin(), kSigns.end(), [&all](const char *sign) {
        return all.contains(QLatin1StringView(sign), Qt::CaseInsensitive);
    });
}

ModelFailure modelFailure(const QString &host, int status, const Net::HttpResponse &response,
                          const ServerWords &words, qint64 nowMs)
{
    const Meaning found = meaning(status, words);
    QString message = host + u' ' + found.what;
    if (status != 0)
        message += u" (HTTP status %1)"_s.arg(status);
    if (!words.message.isEmpty())
        message += u": "_s + words.message;
    message += words.message.isEmpty() || !words.message.back().isPunct() ? u". "_s : u" "_s;
    message += found.advice;

    ModelFailure result;
    const QByteArray id = response.header("x-request-id");
    result.error = Error{found.code, message,
                         id.isEmpty() ? QString() : u"request "_s + QString::fromLatin1(id)};
    const QByteArray should = response.header("x-should-retry").toLower();
    result.retryable = found.code == ErrorCode::Network;
    const bool hopeless = found.code == ErrorCode::Limit || found.code == ErrorCode::Denied
            || found.code == ErrorCode::NotFound;
    if (should == "true" && !hopeless)
        result.retryable = true;
    else if (should == "false")
        result.retryable = false;
    result.wait = retryAfter(response, nowMs);
    return result;
}

} // namespace Countersign::Provider
