// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QString>
#include <QStringList>

#include <algorithm>
#include <chrono>
#include <optional>
#include <vector>

/// Benchmarks print one JSON object a line; they judge nothing. docs/benchmarks.md says what each means.
namespace Countersign::Bench {

struct Figure
{
    QString name;
    double value = 0;
    QString unit;
    QString against; ///< What `ratio` is a ratio to; empty: nothing.
    double reference = 0; ///< In the same unit.
};

/// Prints a figure.
void report(const Figure &figure);

/// True when any of `names` was asked for (all are when none was named).
[[nodiscard]] bool isWanted(const QStringList &names);

[[nodiscard]] inline double median(std::vector<double> values)
{
    if (values.empty())
        return 0;
    std::sort(values.begin(), values.end());
    const size_t middle = values.size() / 2;
    return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

class Stopwatch
{
public:
    [[nodiscard]] double ms() const
    {
        return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - m_start)
                .count();
    }

private:
    std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
};

void benchBash(); ///< tool.bash_*
void benchCalls(); ///< call.*
void benchChanges(); ///< changes.*
void benchDiff(); ///< diff.rows_*, diff.pathological_ms
void benchEdits(); ///< tool.edit_50mb_ms, tool.patch_500_hunks_ms
void benchFiles(); ///< tool.read_*
void benchPermission(); ///< permission.*
void benchProcess(); ///< start.*, run.*
void benchReview(); ///< diff.* through the review's widgets
void benchSearch(); ///< tool.glob_*, tool.grep_*
void benchSessions(); ///< sessions.*

} // namespace Countersign::Bench
