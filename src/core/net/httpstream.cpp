// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "net/httpstream.h"

#include "net/exchange.h"
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
    const auto cancelled = [&request] {
        return failure(ErrorCode::Cancelled,
                       u"The request to %1 was stopped."_s.arg(request.url.host()));
    };
    if (stop.stop_requested())
        return cancelled();
    const auto exchange = std::make_shared<Exchange>(request);
    if (const auto started = d->thread.start(exchange); !started)
        return failure(started.error());
    HttpResponse response;
    for (;;) {
        auto arrived = exchange->take(stop);
        if (!arrived) {
            d->thread.abort(exchange);
            return cancelled();
        }
        if (arrived->wasFull)
            d->thread.resume(exchange);
        if (arrived->head) {
            response = *std::move(arrived->head);
            if (!onResponse(response)) {
                d->thread.release(exchange);
                return response;
            }
        }
        if (!arrived->body.isEmpty() && !onData(arrived->body)) {
            d->thread.release(exchange);
            return response;
        }
        if (arrived->error)
            return failure(*std::move(arrived->error));
        if (arrived->done)
            return response;
    }
}

} // namespace Countersign::Net
