// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "diff/linetable.h"
#include "diff/tolerance.h"

#include <QList>

#include <deque>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace Countersign::Diff {

/// Finds runs of lines under a tolerance. Each different line gets a number once, so that searching
/// compares numbers; a search takes time linear in the text, whatever repeats in it. `table`
/// outlives the index.
class LineIndex
{
public:
    LineIndex(const LineTable &table, Tolerance tolerance);

    [[nodiscard]] Tolerance tolerance() const { return m_tolerance; }

    /// The first lines, at `from` or later and at most `limit` of them, at which all of `lines`
    /// stand, one after the other; they may overlap. Nothing for no lines.
    [[nodiscard]] QList<qsizetype> find(const QList<QByteArray> &lines, qsizetype from = 0,
                                        qsizetype limit = 2) const;
    [[nodiscard]] bool standsAt(const QList<QByteArray> &lines, qsizetype at) const;
    /// Where one line stands, in order; at most `limit` places.
    [[nodiscard]] QList<qsizetype> placesOf(QByteArrayView line, qsizetype limit) const;

private:
    [[nodiscard]] int numberOf(QByteArrayView line) const;
    [[nodiscard]] std::vector<int> numbersOf(const QList<QByteArray> &lines) const;
    [[nodiscard]] bool equalsAt(const std::vector<int> &pattern, qsizetype at) const;
    [[nodiscard]] qsizetype countOf(int number) const;
    [[nodiscard]] QList<qsizetype> findByLine(const std::vector<int> &pattern, size_t pivot,
                                              qsizetype from, qsizetype limit) const;
    [[nodiscard]] QList<qsizetype> findByAutomaton(const std::vector<int> &pattern, qsizetype from,
                                                   qsizetype limit) const;

    Tolerance m_tolerance;
    std::deque<QByteArray> m_made; ///< Normalised lines that are no part of the text.
    std::unordered_map<std::string_view, int> m_numbers;
    std::vector<int> m_lines; ///< The text as numbers.
    std::vector<qsizetype> m_starts; ///< For each number: where its places begin in m_places.
    std::vector<qsizetype> m_places; ///< Lines by number, in order.
};

} // namespace Countersign::Diff
