// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/result.h"

#include <QByteArray>
#include <QHostAddress>
#include <QList>
#include <QPair>
#include <QUrl>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>

namespace Countersign::Net {

struct HttpRequest
{
    QByteArray method = "POST";
    QUrl url;
    QList<QPair<QByteArray, QByteArray>> headers;
    QByteArray body;
    std::chrono::milliseconds connectTimeout{30'000}; ///< Name look-up, connection and TLS.
    std::chrono::milliseconds firstByteTimeout{300'000}; ///< Local models load for minutes.
    std::chrono::milliseconds idleTimeout{120'000}; ///< Any byte resets it.
    std::optional<std::chrono::milliseconds> totalTimeout = {}; ///< For all of it, from send() on.
    /// Where to connect, one after the other, instead of looking the host up again: the host is still
    /// the one that is asked for and that has to prove who it is.
    QList<QHostAddress> addresses = {};
    bool acceptCompressed = false; ///< Offers gzip and deflate; `onData` gets them unpacked.
};

struct HttpResponse
{
    int status = 0;
    QList<QPair<QByteArray, QByteArray>> headers;
    [[nodiscard]] QByteArray
    header(QByteArrayView name) const; ///< Case-insensitive; empty if absent.
};

/// HTTP/1.1 on the network thread, for blocking callers elsewhere. Connections are kept alive and
/// used again. Redirects are not followed (a key must not reach another host). Thread-safe.
class HttpClient
{
public:
    HttpClient();
    ~HttpClient(); ///< Aborts what runs.
    HttpClient(const HttpClient &) = delete;
    HttpClient &operator=(const HttpClient &) = delete;

    /// Sends and waits. `onResponse` is called once when the headers are there, then `onData` for each
    /// piece of the body, both on this thread; false from either ends the request without error.
    /// Errors: Cancelled, Network (with what failed and on which host), Protocol (no HTTP/1 answer),
    /// Limit (headers), InvalidInput (the URL or a header cannot be sent), Io. Blocking.
    [[nodiscard]] Result<HttpResponse>
    send(const HttpRequest &request, const std::function<bool(const HttpResponse &)> &onResponse,
         const std::function<bool(QByteArrayView)> &onData, std::stop_token stop);

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace Countersign::Net
