// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "net/httpstream.h"

#include "net/exchange.h"
#include "net/inflater.h"
#include "net/networkthread.h"

#include <algorithm>

namespace Countersign::Net {

using namespace Qt::StringLiterals;

namespace {

bool isToken(const QByteArray &text)
{
    return !text.isEmpty() && std::all_of(text.begin(), text.end(), [](char c) {
        return c > ' ' && c < 127 && !QByteArrayView("()<>@,;:\\\"/[]?={}").contains(c);
    });
}

bool breaksHeader(const QByteArray &value)
{
    return value.contains('\n') || value.contains('\r') || value.contains('\0');
}

/// The words never hold a header's value: it may be a key.
Result<void> validate(const HttpRequest &request)
{
    const QUrl &url = request.url;
    if (!url.isValid() || (url.scheme() != u"http"_s && url.scheme() != u"https"_s)
        || url.host().isEmpty()) {
        return failure(ErrorCode::InvalidInput,
                       u"\"%1\" is no address of a server; write it like https://host/path."_s.arg(
                               url.toDisplayString(QUrl::RemoveUserInfo | QUrl::RemoveQuery)));
    }
    if (!isToken(request.method))
        return failure(ErrorCode::InvalidInput, u"The HTTP method is not a word."_s);
    for (const auto &[name, value] : request.headers) {
        if (!isToken(name))
            return failure(ErrorCode::InvalidInput,
                           u"The name of an HTTP header for %1 is not a word."_s.arg(url.host()));
        if (breaksHeader(value)) {
            return failure(ErrorCode::InvalidInput,
                           u"The value of the HTTP header %1 for %2 holds a line break; was a key "
                           u"pasted with one?"_s.arg(QString::fromLatin1(name), url.host()));
        }
    }
    return {};
}

tl::unexpected<Error> stopped(const HttpRequest &request)
{
    return failure(ErrorCode::Cancelled,
                   u"The request to %1 was stopped."_s.arg(request.url.host()));
}

tl::unexpected<Error> outOfTime(const HttpRequest &request)
{
    return failure(ErrorCode::Network,
                   u"The answer of %1 was not complete within %2 s. Try again, or allow more "
                   u"time."_s.arg(request.url.host(),
                                  QString::number(double(request.totalTimeout->count()) / 1000.0)));
}

tl::unexpected<Error> damaged(const HttpRequest &request, const Error &error)
{
    return failure(error.code, u"%1 %2. Try again."_s.arg(request.url.host(), error.message));
}

} // namespace

QByteArray HttpResponse::header(QByteArrayView name) const
{
    for (const auto &[key, value] : headers) {
        if (key.compare(name, Qt::CaseInsensitive) == 0)
            return value;
    }
    return {};
}

class HttpClient::Private
{
public:
    NetworkThread thread;
};

HttpClient::HttpClient() : d(std::make_unique<Private>()) { }

HttpClient::~HttpClient() = default;

Result<HttpResponse> HttpClient::send(const HttpRequest &request,
                                      const std::function<bool(const HttpResponse &)> &onResponse,
                                      const std::function<bool(QByteArrayView)> &onData,
                                      std::stop_token stop)
{
    if (const auto valid = validate(request); !valid)
        return failure(valid.error());
    Exchange::Deadline deadline;
    if (request.totalTimeout)
        deadline = std::chrono::steady_clock::now() + *request.totalTimeout;
    if (stop.stop_requested())
        return stopped(request);
    const auto exchange = std::make_shared<Exchange>(request);
    if (const auto started = d->thread.start(exchange); !started)
        return failure(started.error());
    HttpResponse response;
    std::optional<Inflater> inflater;
    for (;;) {
        auto arrived = exchange->take(stop, deadline);
        if (!arrived) {
            d->thread.abort(exchange);
            return stop.stop_requested() ? stopped(request) : outOfTime(request);
        }
        if (arrived->wasFull)
            d->thread.resume(exchange);
        if (arrived->head) {
            response = *std::move(arrived->head);
            if (Inflater::understands(response.header("content-encoding")))
                inflater.emplace();
            if (!onResponse(response)) {
                d->thread.release(exchange);
                return response;
            }
        }
        if (!arrived->body.isEmpty()) {
            const auto taken = inflater ? inflater->feed(arrived->body, onData)
                                        : Result<bool>(onData(arrived->body));
            if (!taken) {
                d->thread.abort(exchange);
                return damaged(request, taken.error());
            }
            if (!*taken) {
                d->thread.release(exchange);
                return response;
            }
        }
        if (arrived->error)
            return failure(*std::move(arrived->error));
        if (!arrived->done)
            continue;
        if (inflater && !inflater->complete()) {
            return damaged(request,
                           {ErrorCode::Protocol, u"sent compressed data without its end"_s, {}});
        }
        return response;
    }
}

} // namespace Countersign::Net
