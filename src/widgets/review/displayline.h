// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "diff/linediff.h"

#include <QByteArrayView>
#include <QList>
#include <QString>

namespace Countersign::Review {

/// Tab stops of the review, in columns.
inline constexpr int kTabColumns = 4;

/// One line as it is painted: tabs as spaces up to the next stop, and characters that would hide
/// or reorder text as visible escapes. Knows which painted unit stands for which unit of the line.
class DisplayLine
{
public:
    DisplayLine() = default;
    explicit DisplayLine(const QString &line);

    [[nodiscard]] const QString &text() const { return m_text; }
    [[nodiscard]] const QString &raw() const { return m_raw; }
    /// The escapes in text().
    [[nodiscard]] const QList<Diff::Span> &warnings() const { return m_warnings; }
    /// Unit of text() for a unit of the line, and back; both take the end position too and clamp.
    [[nodiscard]] int shownAt(int rawUnit) const;
    [[nodiscard]] int rawAt(int shownUnit) const;
    [[nodiscard]] Diff::Span shown(Diff::Span raw) const;

    /// Columns of a fixed font that text() takes at most. A letter of which that is not sure has two;
    /// up to eight marks on a letter have none.
    [[nodiscard]] int columns() const { return columnAt(static_cast<int>(m_text.size())); }
    /// Where the unit of text() begins; its end position is taken too, others are clamped.
    [[nodiscard]] int columnAt(int shownUnit) const;
    /// The first unit of text() that begins at or after the column, its marks left to the one before.
    [[nodiscard]] int unitAt(int column) const;
    /// Where a line of `column` columns is best broken: behind the last white space of its last `back`
    /// columns, else before the last word there, else at its end. No escape is parted where there is room.
    [[nodiscard]] int breakBefore(int column, int back) const;

private:
    struct Jump
    {
        int raw = 0;
        int rawUnits = 0;
        int shown = 0;
        int shownUnits = 0;
    };
    void findColumns();
    [[nodiscard]] int
    escapeAround(int shownUnit) const; ///< Its first unit; -1: the unit is in none.
    QString m_raw;
    QString m_text;
    QList<Diff::Span> m_warnings;
    QList<Jump> m_jumps; ///< What is painted as something else, in order; the rest is one to one.
    QList<int> m_columns; ///< Of every kColumnStep-th unit; empty: one for each unit.
};

/// columns() of a line without making it, where it is plain.
[[nodiscard]] int columnsOf(QByteArrayView line);

/// UTF-8 to text without dropping a leading zero-width no-break space, which QString::fromUtf8
/// takes for a byte order mark.
[[nodiscard]] QString decodeLine(QByteArrayView line);

} // namespace Countersign::Review
