// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "diff/linetable.h"

#include <QList>

#include <algorithm>

namespace Countersign::Diff {

LineTable::LineTable(QByteArray bytes) : m_bytes(std::move(bytes))
{
    const bool onlyCr = !m_bytes.contains('\n');
    const char end = onlyCr ? '\r' : '\n';
    const QByteArrayView view(m_bytes);
    m_lines.reserve(size_t(view.count(end)) + 1);
    qsizetype start = 0;
    while (start < view.size()) {
        const qsizetype at = view.indexOf(end, start);
        qsizetype length = (at < 0 ? view.size() : at) - start;
        if (at > start && !onlyCr && view[at - 1] == '\r')
            --length;
        m_lines.push_back({start, length});
        if (at < 0)
            break;
        start = at + 1;
    }
}

QByteArrayView LineTable::text(qsizetype line) const
{
    const Line &one = m_lines[size_t(line)];
    return QByteArrayView(m_bytes).sliced(one.start, one.length);
}

QByteArrayView LineTable::lineEnd(qsizetype line) const
{
    const Line &one = m_lines[size_t(line)];
    const qsizetype from = one.start + one.length;
    return QByteArrayView(m_bytes).sliced(from, offset(line + 1) - from);
}

qsizetype LineTable::offset(qsizetype line) const
{
    return line < size() ? m_lines[size_t(line)].start : m_bytes.size();
}

bool LineTable::hasFinalLineEnd() const
{
    return m_lines.empty() || !lineEnd(size() - 1).isEmpty();
}

QByteArray LineTable::lineEndNear(qsizetype line) const
{
    if (m_lines.empty())
        return "\n";
    // Only the last line can be without an end, so one step back is enough.
    const qsizetype last = std::min(line, size() - 1);
    for (qsizetype i = last; i >= std::max<qsizetype>(last - 1, 0); --i) {
        if (const QByteArrayView end = lineEnd(i); !end.isEmpty())
            return end.toByteArray();
    }
    return "\n";
}

QList<QByteArray> linesOf(const QByteArray &text)
{
    const LineTable table(text);
    QList<QByteArray> lines;
    lines.reserve(table.size());
    for (qsizetype i = 0; i < table.size(); ++i)
        lines.append(table.text(i).toByteArray());
    return lines;
}

} // namespace Countersign::Diff
