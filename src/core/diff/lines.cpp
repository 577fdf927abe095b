// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "diff/lines.h"

#include "base/bytesearch.h"

#include <utility>

namespace Countersign::Diff {

Lines::Lines(QByteArray text) : m_text(std::move(text))
{
    const QByteArrayView view(m_text);
    m_ends.reserve(qsizetype(countOf(view, '\n')) + 1);
    for (qsizetype start = 0; start < view.size();) {
        const qsizetype at = view.indexOf('\n', start);
        const qsizetype end = at < 0 ? view.size() : at;
        m_ends.append(quint32(end));
        start = end + 1;
    }
}

void Lines::append(QByteArrayView line)
{
    if (!m_ends.isEmpty() && qsizetype(m_ends.constLast()) == m_text.size())
        m_text.append('\n');
    m_text.append(line);
    m_ends.append(quint32(m_text.size()));
}

bool operator==(const Lines &a, const Lines &b)
{
    const qsizetype end = a.isEmpty() ? 0 : qsizetype(a.m_ends.constLast());
    return a.m_ends == b.m_ends
            && QByteArrayView(a.m_text).first(end) == QByteArrayView(b.m_text).first(end);
}

} // namespace Countersign::Diff
