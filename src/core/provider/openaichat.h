// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "net/httpstream.h"
#include "provider/chatcompat.h"
#include "provider/provider.h"

#include <QHash>
#include <QString>
#include <QUrl>

#include <chrono>
#include <memory>

namespace Countersign::Provider {

struct ChatOptions
{
    QString baseUrl; ///< With or without "/v1".
    QString key; ///< Empty: no Authorization header is sent.
    ChatCompat compat;
    QHash<QString, qint64> outputLimits; ///< Tokens, by model; a model without one gets no limit.
    int retries = 2;
    /// Doubled for each further attempt, up to 8 s, less up to a quarter; the server's own wish wins.
    std::chrono::milliseconds retryBase{500};
    std::chrono::milliseconds firstByteTimeout{300'000};
    std::chrono::milliseconds idleTimeout{120'000};
};

/// A model service that speaks OpenAI's chat completions, streaming. An answer that fails before
/// its first event is asked for again; one that breaks off later is an error, and none of its calls
/// is delivered.
class OpenAIChat final : public Provider
{
public:
    /// Errors: InvalidInput for a base URL or key that cannot be used. `http` must live longer.
    [[nodiscard]] static Result<std::unique_ptr<OpenAIChat>> make(const ChatOptions &options,
                                                                  Net::HttpClient &http);

    [[nodiscard]] Result<Finish> run(const Turn &turn, const Sink &sink,
                                     std::stop_token stop) override;

private:
    OpenAIChat(ChatOptions options, QUrl endpoint, Net::HttpClient &http)
        : m_options(std::move(options))
        , m_endpoint(std::move(endpoint))
        , m_http(http)
    {
    }

    class Attempt;
    [[nodiscard]] Net::HttpRequest request(const Turn &turn) const;
    [[nodiscard]] std::chrono::milliseconds
    waitBefore(int attempt, std::optional<std::chrono::milliseconds> wish) const;

    ChatOptions m_options;
    QUrl m_endpoint;
    Net::HttpClient &m_http;
};

} // namespace Countersign::Provider
