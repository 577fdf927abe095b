// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "review/screenlines.h"

#include <algorithm>

namespace Countersign::Review {

void ScreenLines::setPlain(int rows)
{
    m_rows = rows;
    m_starts.clear();
}

void ScreenLines::setCounts(const QList<int> &counts)
{
    m_rows = static_cast<int>(counts.size());
    m_starts.clear();
    m_starts.reserve(counts.size() + 1);
    int start = 0;
    m_starts.append(start);
    for (const int count : counts)
        m_starts.append(start += count);
}

int ScreenLines::total() const
{
    return first(m_rows);
}

int ScreenLines::first(int visual) const
{
    return m_starts.isEmpty() ? visual : m_starts.at(visual);
}

int ScreenLines::visualAt(int line) const
{
    if (m_starts.isEmpty() || line < 0)
        return std::min(line, m_rows);
    const auto after = std::upper_bound(m_starts.begin(), m_starts.end(), line);
    return static_cast<int>(after - m_starts.begin()) - 1;
}

} // namespace Countersign::Review
