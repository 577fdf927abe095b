// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "diff/lineindex.h"

#include <algorithm>

namespace Countersign::Diff {

namespace {

std::string_view keyOf(QByteArrayView view)
{
    return {view.data(), size_t(view.size())};
}

} // namespace

LineIndex::LineIndex(const LineTable &table, Tolerance tolerance) : m_tolerance(tolerance)
{
    const auto count = size_t(table.size());
    m_lines.reserve(count);
    std::vector<qsizetype> counts;
    QByteArray storage;
    for (size_t i = 0; i < count; ++i) {
        const QByteArrayView form = normalised(table.text(qsizetype(i)), tolerance, storage);
        auto found = m_numbers.find(keyOf(form));
        if (found == m_numbers.end()) {
            QByteArrayView kept = form;
            if (!form.isEmpty() && form.data() == storage.constData())
                kept = m_made.emplace_back(form.data(), form.size()); // Its own copy.
            found = m_numbers.emplace(keyOf(kept), int(counts.size())).first;
            counts.push_back(0);
        }
        m_lines.push_back(found->second);
        ++counts[size_t(found->second)];
    }
    m_starts.assign(counts.size() + 1, 0);
    for (size_t i = 0; i < counts.size(); ++i)
        m_starts[i + 1] = m_starts[i] + counts[i];
    m_places.resize(count);
    std::vector<qsizetype> next(m_starts.begin(), m_starts.end() - 1);
    for (size_t i = 0; i < count; ++i)
        m_places[size_t(next[size_t(m_lines[i])]++)] = qsizetype(i);
}

int LineIndex::numberOf(QByteArrayView line) const
{
    QByteArray storage;
    const auto found = m_numbers.find(keyOf(normalised(line, m_tolerance, storage)));
    return found == m_numbers.end() ? -1 : found->second;
}

std::vector<int> LineIndex::numbersOf(const QList<QByteArray> &lines) const
{
    std::vector<int> numbers;
    numbers.reserve(size_t(lines.size()));
    for (const QByteArray &line : lines) {
        const int number = numberOf(line);
        if (number < 0)
            return {};
        numbers.push_back(number);
    }
    return numbers;
}

qsizetype LineIndex::countOf(int number) const
{
    return m_starts[size_t(number) + 1] - m_starts[size_t(number)];
}

bool LineIndex::equalsAt(const std::vector<int> &pattern, qsizetype at) const
{
    return at >= 0 && at + qsizetype(pattern.size()) <= qsizetype(m_lines.size())
            && std::equal(pattern.begin(), pattern.end(), m_lines.begin() + at);
}

bool LineIndex::standsAt(const QList<QByteArray> &lines, qsizetype at) const
{
    const std::vector<int> pattern = numbersOf(lines);
    return !pattern.empty() && equalsAt(pattern, at);
}

QList<qsizetype> LineIndex::placesOf(QByteArrayView line, qsizetype limit) const
{
    const int number = numberOf(line);
    QList<qsizetype> places;
    if (number < 0)
        return places;
    const qsizetype count = std::min(countOf(number), limit);
    for (qsizetype i = 0; i < count; ++i)
        places.append(m_places[size_t(m_starts[size_t(number)] + i)]);
    return places;
}

QList<qsizetype> LineIndex::find(const QList<QByteArray> &lines, qsizetype from,
                                 qsizetype limit) const
{
    const std::vector<int> pattern = numbersOf(lines);
    if (pattern.empty() || pattern.size() > m_lines.size())
        return {};
    const auto rarest = std::min_element(pattern.begin(), pattern.end(),
                                         [this](int a, int b) { return countOf(a) < countOf(b); });
    // Comparing at each place of the rarest line is quick unless that line is everywhere.
    if (countOf(*rarest) * qsizetype(pattern.size()) <= qsizetype(m_lines.size()))
        return findByLine(pattern, size_t(rarest - pattern.begin()), from, limit);
    return findByAutomaton(pattern, from, limit);
}

QList<qsizetype> LineIndex::findByLine(const std::vector<int> &pattern, size_t pivot,
                                       qsizetype from, qsizetype limit) const
{
    const auto number = size_t(pattern[pivot]);
    const auto begin = m_places.begin() + m_starts[number];
    const auto end = m_places.begin() + m_starts[number + 1];
    QList<qsizetype> found;
    for (auto place = std::lower_bound(begin, end, from + qsizetype(pivot));
         place != end && found.size() < limit; ++place) {
        if (equalsAt(pattern, *place - qsizetype(pivot)))
            found.append(*place - qsizetype(pivot));
    }
    return found;
}

/// Knuth, Morris and Pratt: no line is looked at twice.
QList<qsizetype> LineIndex::findByAutomaton(const std::vector<int> &pattern, qsizetype from,
                                            qsizetype limit) const
{
    std::vector<size_t> border(pattern.size(), 0);
    for (size_t i = 1, matched = 0; i < pattern.size(); ++i) {
        while (matched > 0 && pattern[i] != pattern[matched])
            matched = border[matched - 1];
        if (pattern[i] == pattern[matched])
            ++matched;
        border[i] = matched;
    }
    QList<qsizetype> found;
    size_t matched = 0;
    for (auto i = size_t(from); i < m_lines.size() && found.size() < limit; ++i) {
        while (matched > 0 && m_lines[i] != pattern[matched])
            matched = border[matched - 1];
        if (m_lines[i] == pattern[matched])
            ++matched;
        if (matched == pattern.size()) {
            found.append(qsizetype(i + 1 - pattern.size()));
            matched = border[matched - 1];
        }
    }
    return found;
}

} // namespace Countersign::Diff
