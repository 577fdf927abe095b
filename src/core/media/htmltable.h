// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QList>
#include <QString>

namespace Countersign::Media {

/// The rows of a table of a page, until it is known whether it is one: old pages are laid out by tables.
struct HtmlTable
{
    struct Cell
    {
        QString text; ///< May have several lines.
        bool header = false;
        bool large = false; ///< Holds what has no place in the cell of a table.
        int columns = 1; ///< That it goes over.
    };

    QList<QList<Cell>> rows;
    qsizetype cellsBelow = 0; ///< Open cells outside of this table.
    qsizetype size = 0; ///< UTF-16 units that its cells have, and their signs.

    /// Puts `cell` at the end of the last row.
    void append(Cell cell);

    /// The table with "|" between its cells; as blocks, one after the other, when it only serves
    /// the layout. `markdown` false: without the signs of Markdown.
    [[nodiscard]] QString toText(bool markdown) const;
};

} // namespace Countersign::Media
