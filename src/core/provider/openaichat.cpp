// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "provider/openaichat.h"

#include "net/sseparser.h"
#include "provider/modelfailure.h"
#include "provider/openaichatassembler.h"
#include "provider/openaichatrequest.h"

#include <QDateTime>
#include <QJsonDocument>
#include <QRandomGenerator>

#include <algorithm>
#include <condition_variable>
#include <mutex>

namespace Countersign::Provider {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr auto kLongestBackoff = 8'000ms;
constexpr auto kLongestWait = 60'000ms; // Whatever the server wishes; a person can stop it before.
constexpr qsizetype kErrorBodyLimit = 64 * 1024;

/// Waits; false when a stop was requested first.
bool pause(std::chrono::milliseconds time, const std::stop_token &stop)
{
    std::mutex mutex;
    std::condition_variable_any never;
    std::unique_lock lock(mutex);
    never.wait_for(lock, stop, time, [] { return false; });
    return !stop.stop_requested();
}

} // namespace

/// One request and what became of it.
class OpenAIChat::Attempt
{
public:
    Attempt(const OpenAIChat &provider, const Sink &sink, std::stop_token stop)
        : m_provider(provider)
        , m_stop(std::move(stop))
        , m_assembler(
                  [this, &sink](const Event &event) {
                      m_delivered = true;
                      sink(event);
                  },
                  provider.m_options.compat.requiresFinishReason)
    {
    }

    /// How it ended, or the failure with what to do about it.
    [[nodiscard]] tl::expected<Finish, ModelFailure> run(const Net::HttpRequest &request)
    {
        const auto sent = m_provider.m_http.send(
                request, [this](const Net::HttpResponse &response) { return onHead(response); },
                [this](QByteArrayView bytes) { return onBytes(bytes); }, m_stop);
        if (m_stop.stop_requested())
            return stopped();
        if (m_failure)
            return tl::unexpected(*m_failure);
        if (!sent && !m_assembler.ended()) {
            const bool again = sent.error().code == ErrorCode::Network;
            return tl::unexpected(ModelFailure{sent.error(), again, {}});
        }
        if (m_kind == Kind::Events)
            take(m_sse.finish());
        else
            body();
        if (m_stop.stop_requested())
            return stopped();
        if (m_failure)
            return tl::unexpected(*m_failure);
        if (!m_assembler.ended()) {
            return tl::unexpected(ModelFailure{
                    Error{ErrorCode::Network,
                          u"%1 ended its answer too early. Nothing of it was run; try again."_s.arg(
                                  host()),
                          {}},
                    true,
                    {}});
        }
        return m_assembler.finish();
    }

    [[nodiscard]] bool delivered() const { return m_delivered; }

private:
    enum class Kind { Events, Json, Page, Failure };

    [[nodiscard]] QString host() const
    {
        const QUrl &url = m_provider.m_endpoint;
        return url.port() < 0 ? url.host() : url.host() + u':' + QString::number(url.port());
    }

    [[nodiscard]] tl::expected<Finish, ModelFailure> stopped() const
    {
        return tl::unexpected(ModelFailure{
                Error{ErrorCode::Cancelled, u"The request to %1 was stopped."_s.arg(host()), {}},
                false,
                {}});
    }

    bool onHead(const Net::HttpResponse &response)
    {
        m_response = response;
        const QByteArray type = response.header("content-type").toLower();
        if (response.status < 200 || response.status > 299)
            m_kind = Kind::Failure;
        else if (type.startsWith("application/json"))
            m_kind = Kind::Json;
        else if (type.startsWith("text/html"))
            m_kind = Kind::Page;
        else
            m_kind = Kind::Events; // Some servers call their stream text/plain, or nothing.
        return true;
    }

    bool onBytes(QByteArrayView bytes)
    {
        if (m_kind == Kind::Events) {
            const auto events = m_sse.feed(bytes);
            if (!events) {
                m_failure = ModelFailure{events.error(), false, {}};
                return false;
            }
            take(*events);
            return !m_failure && !m_assembler.done();
        }
        const qsizetype limit =
                m_kind == Kind::Json ? Net::SseParser::kDefaultLimit : kErrorBodyLimit;
        m_body.append(bytes.first(std::min(bytes.size(), limit - m_body.size())));
        return m_body.size() < limit;
    }

    void take(const QList<Net::SseEvent> &events)
    {
        for (const Net::SseEvent &event : events) {
            if (m_stop.stop_requested() || m_failure)
                return;
            trouble(m_assembler.feed(event.data, event.name));
        }
    }

    void trouble(const std::optional<ChatAssembler::Trouble> &found)
    {
        if (!found)
            return;
        if (!found->unreadable.isEmpty()) {
            m_failure = ModelFailure{
                    Error{ErrorCode::Protocol,
                          u"%1 sent something that is no chat completion. Check that the base URL "
                          u"leads to a service that speaks OpenAI's chat completions."_s.arg(
                                  host()),
                          found->unreadable},
                    false,
                    {}};
            return;
        }
        refused(found->words.status, found->words);
    }

    void refused(int status, const ServerWords &words)
    {
        m_failure = modelFailure(host(), status, m_response, words,
                                 QDateTime::currentMSecsSinceEpoch());
    }

    /// An answer that is no stream.
    void body()
    {
        if (m_kind == Kind::Failure) {
            refused(m_response.status, serverWords(m_body));
            return;
        }
        if (m_kind == Kind::Page) {
            m_failure = ModelFailure{Error{ErrorCode::Protocol,
                                           u"%1 sent a web page instead of an answer. Check the "
                                           u"base URL, and whether "
                                           u"a proxy or a login page is in between."_s.arg(host()),
                                           serverWords(m_body).message},
                                     false,
                                     {}};
            return;
        }
        QJsonParseError problem;
        const QJsonDocument document = QJsonDocument::fromJson(m_body, &problem);
        if (problem.error == QJsonParseError::NoError && document.isObject())
            trouble(m_assembler.feedWhole(document.object()));
        else if (problem.error == QJsonParseError::NoError)
            trouble(m_assembler.feed(m_body));
        else
            trouble(ChatAssembler::Trouble{
                    {},
                    QString::fromUtf8(m_body.first(std::min<qsizetype>(m_body.size(), 200)))
                            + u" "_s});
    }

    const OpenAIChat &m_provider;
    std::stop_token m_stop;
    bool m_delivered = false;
    ChatAssembler m_assembler;
    Net::SseParser m_sse;
    Net::HttpResponse m_response;
    Kind m_kind = Kind::Events;
    QByteArray m_body;
    std::optional<ModelFailure> m_failure;
};

Result<std::unique_ptr<OpenAIChat>> OpenAIChat::make(const ChatOptions &options,
                                                     Net::HttpClient &http)
{
    const auto endpoint = chatEndpoint(options.baseUrl);
    if (!endpoint)
        return failure(endpoint.error());
    ChatOptions checked = options;
    checked.key = options.key.trimmed(); // A key is often pasted with the end of its line.
    const bool usable = std::all_of(checked.key.begin(), checked.key.end(),
                                    [](QChar c) { return c > u' ' && c.unicode() < 127; });
    if (!usable) {
        return failure(
                ErrorCode::InvalidInput,
                u"The key for %1 holds a line break, a blank or a character that no key has. "
                u"Copy it again, without anything around it."_s.arg(endpoint->host()));
    }
    return std::unique_ptr<OpenAIChat>(new OpenAIChat(std::move(checked), *endpoint, http));
}

Net::HttpRequest OpenAIChat::request(const Turn &turn) const
{
    Net::HttpRequest request;
    request.url = m_endpoint;
    request.headers = {{"Content-Type", "application/json"}, {"Accept", "text/event-stream"}};
    if (!m_options.key.isEmpty())
        request.headers.append({"Authorization", "Bearer " + m_options.key.toLatin1()});
    std::optional<qint64> limit;
    if (const auto it = m_options.outputLimits.find(turn.model); it != m_options.outputLimits.end())
        limit = *it;
    request.body = chatRequest(turn, m_options.compat, limit);
    request.firstByteTimeout = m_options.firstByteTimeout;
    request.idleTimeout = m_options.idleTimeout;
    return request;
}

std::chrono::milliseconds
OpenAIChat::waitBefore(int attempt, std::optional<std::chrono::milliseconds> wish) const
{
    if (wish)
        return std::min<std::chrono::milliseconds>(*wish, kLongestWait);
    const auto full = std::min<std::chrono::milliseconds>(
            m_options.retryBase * (1 << (attempt - 1)), kLongestBackoff);
    // Less up to a quarter, so that many sessions do not come back at the same moment.
    const double part = 1.0 - QRandomGenerator::global()->generateDouble() / 4;
    return std::chrono::milliseconds(qint64(double(full.count()) * part));
}

Result<Finish> OpenAIChat::run(const Turn &turn, const Sink &sink, std::stop_token stop)
{
    const Net::HttpRequest prepared = request(turn);
    for (int attempt = 1;; ++attempt) {
        Attempt one(*this, sink, stop);
        auto outcome = one.run(prepared);
        if (outcome)
            return *outcome;
        ModelFailure &failed = outcome.error();
        if (!m_options.key.isEmpty()) { // Servers quote a wrong key in their refusal.
            failed.error.message.replace(m_options.key, u"[key]"_s);
            failed.error.detail.replace(m_options.key, u"[key]"_s);
        }
        if (!failed.retryable || one.delivered() || attempt > m_options.retries)
            return failure(failed.error);
        const auto wait = waitBefore(attempt, failed.wait);
        sink(Retrying{attempt, wait, failed.error.message});
        if (!pause(wait, stop)) {
            return failure(ErrorCode::Cancelled,
                           u"The request to %1 was stopped."_s.arg(m_endpoint.host()));
        }
    }
}

} // namespace Countersign::Provider
