// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/result.h"
#include "net/httpstream.h"

#include <QByteArray>
#include <QJsonValue>
#include <QString>

#include <chrono>
#include <optional>

/// What a model service says when it refuses, turned into one error for people.
namespace Countersign::Provider {

struct ModelFailure
{
    Error error;
    bool retryable = false;
    std::optional<std::chrono::milliseconds> wait; ///< How long the server asks to wait.
};

/// A server's own account of what went wrong, whatever dialect it is written in.
struct ServerWords
{
    QString message; ///< At most 500 characters; empty when it said nothing.
    QString kind; ///< Its "type" and "code", for recognising a situation.
    int status = 0; ///< When the body names one.
};

/// Reads {"error":{…}}, {"error":"…"}, [{"error":{…}}], {"message":…}, {"detail":…}, or plain text
/// and HTML (the first 200 characters).
[[nodiscard]] ServerWords serverWords(const QByteArray &body);
[[nodiscard]] ServerWords serverWords(const QJsonValue &json);

/// An HTTP answer other than success, or an error inside a stream (`status` 0 when it names none).
/// Retryable: 408, 409, 429 and from 500 on, unless x-should-retry says otherwise or money is
/// missing. `host` is where it came from; `nowMs` is the time since the epoch, for dates.
[[nodiscard]] ModelFailure modelFailure(const QString &host, int status,
                                        const Net::HttpResponse &response, const ServerWords &words,
                                        qint64 nowMs);

/// retry-after-ms, else retry-after in seconds or as an HTTP date; nothing when absent or wrong.
[[nodiscard]] std::optional<std::chrono::milliseconds> retryAfter(const Net::HttpResponse &response,
                                                                  qint64 nowMs);

/// Whether a refusal means that the conversation is longer than the model's window.
[[nodiscard]] bool isContextOverflow(const ServerWords &words);

} // namespace Countersign::Provider
