// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QList>

namespace Countersign::Review {

/// Where each visual row stands on the strip of screen lines of equal height that is scrolled. A row
/// takes one of them unless lines are wrapped.
class ScreenLines
{
public:
    void setPlain(int rows); ///< One for each row.
    void setCounts(const QList<int> &counts); ///< At least one for each row.

    [[nodiscard]] int total() const;
    /// The first screen line of a row; of the number of rows: where they end.
    [[nodiscard]] int first(int visual) const;
    [[nodiscard]] int last(int visual) const { return first(visual + 1) - 1; }
    [[nodiscard]] int count(int visual) const { return first(visual + 1) - first(visual); }
    /// The row on a screen line; the number of rows behind the last one.
    [[nodiscard]] int visualAt(int line) const;

private:
    int m_rows = 0;
    QList<int> m_starts; ///< Of each row and the end; empty when each takes one.
};

} // namespace Countersign::Review
