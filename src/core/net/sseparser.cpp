// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "net/sseparser.h"

#include <algorithm>

namespace Countersign::Net {

using namespace Qt::StringLiterals;

Result<QList<SseEvent>> SseParser::feed(QByteArrayView bytes)
{
    QList<SseEvent> out;
    if (m_skipLineFeed && !bytes.isEmpty()) {
        m_skipLineFeed = false;
        if (bytes.front() == '\n')
            bytes = bytes.sliced(1);
    }
    while (!bytes.isEmpty()) {
        const auto end = std::find_if(bytes.begin(), bytes.end(),
                                      [](char c) { return c == '\n' || c == '\r'; });
        const qsizetype length = end - bytes.begin();
        if (m_line.size() + m_data.size() + length > m_limit) {
            return failure(ErrorCode::Limit,
                           u"The server sent one event of more than %1 bytes; the stream was given "
                           u"up. Ask for a shorter answer."_s.arg(m_limit));
        }
        m_line.append(bytes.first(length));
        if (end == bytes.end())
            break;
        const bool carriageReturn = *end == '\r';
        bytes = bytes.sliced(length + 1);
        if (carriageReturn) {
            if (bytes.isEmpty())
                m_skipLineFeed = true;
            else if (bytes.front() == '\n')
                bytes = bytes.sliced(1);
        }
        endLine(out);
    }
    return out;
}

QList<SseEvent> SseParser::finish()
{
    QList<SseEvent> out;
    if (!m_line.isEmpty())
        endLine(out);
    dispatch(out);
    return out;
}

void SseParser::endLine(QList<SseEvent> &out)
{
    QByteArrayView line = m_line;
    if (m_firstLine) {
        m_firstLine = false;
        if (line.startsWith("\xEF\xBB\xBF"))
            line = line.sliced(3);
    }
    if (line.isEmpty()) {
        dispatch(out);
    } else if (line.front() != ':') {
        const qsizetype colon = line.indexOf(':');
        const QByteArrayView field = colon < 0 ? line : line.first(colon);
        QByteArrayView value = colon < 0 ? QByteArrayView() : line.sliced(colon + 1);
        if (value.startsWith(' '))
            value = value.sliced(1);
        if (field == "data") {
            if (m_hasData)
                m_data.append('\n');
            m_data.append(value);
            m_hasData = true;
        } else if (field == "event") {
            m_name = value.toByteArray();
        }
    }
    m_line.clear();
}

void SseParser::dispatch(QList<SseEvent> &out)
{
    if (!m_data.isEmpty())
        out.append(SseEvent{std::move(m_name), std::move(m_data)});
    m_name = {};
    m_data = {};
    m_hasData = false;
}

} // namespace Countersign::Net
