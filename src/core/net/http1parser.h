// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/result.h"
#include "net/httpstream.h"

#include <QByteArray>

#include <optional>

namespace Countersign::Net {

/// Incremental parser of one HTTP/1.x response: bytes in any slices, head and body out. Follows
/// RFC 9112: Content-Length, chunked and until-close bodies; 1xx answers are skipped. A value.
class Http1Parser
{
public:
    static constexpr qsizetype kHeadLimit = 64 * 1024; ///< Bytes of a head, or of all trailers.

    /// What one feed() brought.
    struct Output
    {
        std::optional<HttpResponse> head; ///< Set once, when the head is complete.
        QByteArray body; ///< Decoded.
    };

    /// `headRequest`: the answer to HEAD has no body whatever its headers say.
    explicit Http1Parser(bool headRequest = false) : m_headRequest(headRequest) { }

    /// Errors: Protocol for bytes that are no HTTP/1.x response, Limit for a head that is too
    /// long. The message is the end of a sentence whose subject is the server ("sent …").
    [[nodiscard]] Result<Output> feed(QByteArrayView bytes);

    /// The connection was closed. True when the response is complete by that.
    [[nodiscard]] bool closed();

    [[nodiscard]] bool done() const { return m_state == State::Done; }
    /// Whether any byte of a response has arrived.
    [[nodiscard]] bool started() const { return m_started; }
    /// After done(): whether another request may follow on the connection.
    [[nodiscard]] bool keepsAlive() const { return m_keepsAlive && !m_surplus; }

private:
    enum class State { Head, Length, UntilClose, ChunkSize, ChunkData, ChunkEnd, Trailers, Done };

    [[nodiscard]] Result<void> headLine(QByteArrayView line, Output &out);
    [[nodiscard]] Result<void> endOfHead(Output &out);
    [[nodiscard]] Result<void> chunkSize(QByteArrayView line);
    [[nodiscard]] Result<void> line(QByteArrayView text, Output &out);

    bool m_headRequest;
    State m_state = State::Head;
    QByteArray m_line; ///< An unfinished line.
    qsizetype m_headBytes = 0;
    HttpResponse m_head;
    qint64 m_left = 0; ///< Bytes of the body or of the chunk still to come.
    bool m_started = false;
    bool m_http10 = false;
    bool m_keepsAlive = false;
    bool m_surplus = false; ///< Bytes followed the response: the connection is out of step.
};

} // namespace Countersign::Net
