// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/result.h"

#include <QByteArray>
#include <QList>

namespace Countersign::Net {

/// One server-sent event. Bytes are UTF-8 whatever the charset header says.
struct SseEvent
{
    QByteArray name; ///< Empty when the server gave none.
    QByteArray data; ///< Never empty; several data lines joined with LF.
    friend bool operator==(const SseEvent &, const SseEvent &) = default;
};

/// Incremental decoder of text/event-stream: bytes in any slices, events out. Lines end with LF,
/// CRLF or a lone CR; comments, ids, retry times and unknown fields are skipped. A value, no I/O.
class SseParser
{
public:
    static constexpr qint64 kDefaultLimit = 64 * 1024 * 1024; ///< Bytes of one event.

    explicit SseParser(qint64 eventLimit = kDefaultLimit) : m_limit(eventLimit) { }

    /// The events that `bytes` completes. Errors: Limit when one event is larger than the limit
    /// (the parser is of no use afterwards).
    [[nodiscard]] Result<QList<SseEvent>> feed(QByteArrayView bytes);

    /// The end of the stream: a last event without its blank line counts, as some servers omit it.
    [[nodiscard]] QList<SseEvent> finish();

private:
    void endLine(QList<SseEvent> &out);
    void dispatch(QList<SseEvent> &out);

    qint64 m_limit;
    QByteArray m_line;
    QByteArray m_name;
    QByteArray m_data;
    bool m_hasData = false;
    bool m_firstLine = true;
    bool m_skipLineFeed = false; ///< The last line ended with CR: a LF now belongs to it.
};

} // namespace Countersign::Net
