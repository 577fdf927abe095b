// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "net/http1parser.h"

#include <algorithm>

namespace Countersign::Net {

using namespace Qt::StringLiterals;

namespace {

constexpr qint64 kLargestLength = qint64(1) << 60; // Far above anything real, safe from overflow.

/// A decimal number of digits only; nothing for anything else (signs, blanks, overflow).
std::optional<qint64> digits(QByteArrayView text)
{
    if (text.isEmpty() || text.size() > 19
        || !std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; }))
        return std::nullopt;
    bool ok = false;
    const qint64 value = text.toByteArray().toLongLong(&ok);
    if (!ok || value > kLargestLength)
        return std::nullopt;
    return value;
}

/// Whether a comma-separated header value holds `token`.
bool hasToken(const QByteArray &value, QByteArrayView token)
{
    const QList<QByteArray> parts = value.split(',');
    return std::any_of(parts.begin(), parts.end(), [token](const QByteArray &part) {
        return part.trimmed().compare(token, Qt::CaseInsensitive) == 0;
    });
}

} // namespace

Result<Http1Parser::Output> Http1Parser::feed(QByteArrayView bytes)
{
    Output out;
    while (!bytes.isEmpty()) {
        m_started = true;
        switch (m_state) {
        case State::Done:
            m_surplus = true;
            return out;
        case State::UntilClose:
            out.body.append(bytes);
            return out;
        case State::Length:
        case State::ChunkData: {
            const qsizetype take = qsizetype(std::min<qint64>(m_left, bytes.size()));
            out.body.append(bytes.first(take));
            bytes = bytes.sliced(take);
            m_left -= take;
            if (m_left == 0)
                m_state = m_state == State::Length ? State::Done : State::ChunkEnd;
            break;
        }
        case State::Head:
        case State::ChunkSize:
        case State::ChunkEnd:
        case State::Trailers: {
            const qsizetype lineFeed = bytes.indexOf('\n');
            const qsizetype take = lineFeed < 0 ? bytes.size() : lineFeed;
            if (m_headBytes + m_line.size() + take > kHeadLimit)
                return failure(ErrorCode::Limit, u"sent headers of more than 64 KiB"_s);
            m_line.append(bytes.first(take));
            if (lineFeed < 0)
                return out;
            bytes = bytes.sliced(take + 1);
            if (m_line.endsWith('\r'))
                m_line.chop(1);
            const QByteArray whole = std::exchange(m_line, {});
            if (const auto ok = line(whole, out); !ok)
                return failure(ok.error());
            break;
        }
        }
    }
    return out;
}

bool Http1Parser::closed()
{
    m_keepsAlive = false;
    if (m_state == State::UntilClose)
        m_state = State::Done;
    return m_state == State::Done;
}

Result<void> Http1Parser::line(QByteArrayView text, Output &out)
{
    switch (m_state) {
    case State::Head:
        m_headBytes += text.size() + 2;
        return headLine(text, out);
    case State::ChunkSize:
        return chunkSize(text);
    case State::ChunkEnd:
        if (!text.isEmpty())
            return failure(ErrorCode::Protocol, u"sent a chunk that is longer than it said"_s);
        m_state = State::ChunkSize;
        return {};
    case State::Trailers:
        m_headBytes += text.size() + 2;
        if (text.isEmpty())
            m_state = State::Done;
        return {};
    case State::Length:
    case State::UntilClose:
    case State::ChunkData:
    case State::Done:
        break;
    }
    return failure(ErrorCode::Internal, u"was read in a state that has no lines"_s);
}

Result<void> Http1Parser::headLine(QByteArrayView text, Output &out)
{
    if (m_head.status == 0) {
        if (text.isEmpty())
            return {}; // An empty line before a response is to be ignored.
        const auto status = text.size() >= 12 ? digits(text.sliced(9, 3)) : std::nullopt;
        if (!text.startsWith("HTTP/1.") || text.at(8) != ' ' || !status || *status < 100
            || (text.size() > 12 && text.at(12) != ' ')) {
            return failure(ErrorCode::Protocol, u"sent something that is no HTTP/1 response"_s);
        }
        m_http10 = text.at(7) == '0';
        m_head.status = int(*status);
        return {};
    }
    if (text.isEmpty())
        return endOfHead(out);
    if (text.front() == ' ' || text.front() == '\t') { // A folded line continues the last header.
        if (!m_head.headers.isEmpty())
            m_head.headers.last().second.append(' ').append(text.trimmed());
        return {};
    }
    const qsizetype colon = text.indexOf(':');
    if (colon <= 0)
        return failure(ErrorCode::Protocol, u"sent a header line without a name"_s);
    m_head.headers.append({text.first(colon).trimmed().toByteArray(),
                           text.sliced(colon + 1).trimmed().toByteArray()});
    return {};
}

Result<void> Http1Parser::endOfHead(Output &out)
{
    if (m_head.status == 101)
        return failure(ErrorCode::Protocol, u"switched to another protocol without being asked"_s);
    if (m_head.status < 200) { // Interim: the real answer follows.
        m_head = {};
        return {};
    }
    m_headBytes = 0;
    bool chunked = false;
    std::optional<qint64> length;
    bool close = false;
    bool keep = false;
    for (const auto &[name, value] : std::as_const(m_head.headers)) {
        if (name.compare("transfer-encoding", Qt::CaseInsensitive) == 0) {
            if (!hasToken(value, "chunked") || value.contains(',')) {
                return failure(ErrorCode::Protocol,
                               u"sent a body in a transfer encoding that was not asked for"_s);
            }
            chunked = true;
        } else if (name.compare("content-length", Qt::CaseInsensitive) == 0) {
            for (const QByteArray &part : value.split(',')) {
                const auto one = digits(part.trimmed());
                if (!one || (length && *length != *one))
                    return failure(ErrorCode::Protocol, u"sent a wrong Content-Length"_s);
                length = one;
            }
        } else if (name.compare("connection", Qt::CaseInsensitive) == 0) {
            close = close || hasToken(value, "close");
            keep = keep || hasToken(value, "keep-alive");
        }
    }
    m_keepsAlive = !close && (!m_http10 || keep) && !(chunked && length);
    if (m_headRequest || m_head.status == 204 || m_head.status == 304) {
        m_state = State::Done;
    } else if (chunked) {
        m_state = State::ChunkSize;
    } else if (length) {
        m_left = *length;
        m_state = m_left == 0 ? State::Done : State::Length;
    } else {
        m_keepsAlive = false;
        m_state = State::UntilClose;
    }
    out.head = m_head;
    return {};
}

Result<void> Http1Parser::chunkSize(QByteArrayView text)
{
    const qsizetype semicolon = text.indexOf(';');
    const QByteArrayView hex = (semicolon < 0 ? text : text.first(semicolon)).trimmed();
    const bool valid =
            !hex.isEmpty() && hex.size() <= 15 && std::all_of(hex.begin(), hex.end(), [](char c) {
                return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
            });
    if (!valid)
        return failure(ErrorCode::Protocol, u"sent a chunk without a length"_s);
    m_left = hex.toByteArray().toLongLong(nullptr, 16);
    m_state = m_left == 0 ? State::Trailers : State::ChunkData;
    return {};
}

} // namespace Countersign::Net
