// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "media/htmltable.h"

#include <algorithm>

namespace Countersign::Media {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype kLongestCell = 4000; // Beyond it a row is no line that anybody reads.
constexpr int kMostColumns = 200;

using Row = QList<HtmlTable::Cell>;

int columnsOf(const Row &row)
{
    int columns = 0;
    for (const HtmlTable::Cell &cell : row)
        columns = std::min(columns + cell.columns, kMostColumns);
    return columns;
}

/// In one line.
QString flat(QString text, bool markdown)
{
    const QString join = markdown ? u"<br>"_s : u" "_s;
    text.replace(u"  \n"_s, u"\n"_s);
    while (text.contains(u"\n\n"_s))
        text.replace(u"\n\n"_s, u"\n"_s);
    text.replace(u"\n"_s, join);
    if (markdown)
        text.replace(u"|"_s, u"\\|"_s);
    return text;
}

QString rowText(const Row &row, bool markdown)
{
    QStringList cells;
    int columns = 0;
    for (const HtmlTable::Cell &cell : row) {
        cells.append(flat(cell.text, markdown));
        const int extra = std::min(cell.columns, kMostColumns - columns) - 1;
        for (int i = 0; i < extra && markdown; ++i)
            cells.append(QString());
        columns += std::max(extra, 0) + 1;
    }
    return markdown ? u"| "_s + cells.join(u" | "_s) + u" |"_s : cells.join(u" | "_s);
}

/// Rows of short cells keep to a line each.
QString layoutText(const QList<Row> &rows)
{
    QString text;
    bool lastWasLine = false;
    for (const Row &row : rows) {
        QStringList cells;
        for (const HtmlTable::Cell &cell : row) {
            if (!cell.text.isEmpty())
                cells.append(cell.text);
        }
        if (cells.isEmpty())
            continue;
        const bool line = std::none_of(cells.begin(), cells.end(),
                                       [](const QString &cell) { return cell.contains(u'\n'); });
        if (!text.isEmpty())
            text += line && lastWasLine ? u"\n"_s : u"\n\n"_s;
        text += cells.join(line ? u" "_s : u"\n\n"_s);
        lastWasLine = line;
    }
    return text;
}

} // namespace

void HtmlTable::append(Cell cell)
{
    constexpr qsizetype kSigns = 3; // " | "
    size += cell.text.size() + kSigns * std::min(cell.columns, kMostColumns);
    rows.last().append(std::move(cell));
}

QString HtmlTable::toText(bool markdown) const
{
    QList<Row> filled;
    std::copy_if(rows.begin(), rows.end(), std::back_inserter(filled), [](const Row &row) {
        return std::any_of(row.begin(), row.end(),
                           [](const Cell &cell) { return !cell.text.isEmpty(); });
    });
    if (filled.isEmpty())
        return {};
    int columns = 0;
    bool large = false;
    bool headers = false;
    for (const Row &row : std::as_const(filled)) {
        columns = std::max(columns, columnsOf(row));
        for (const Cell &cell : row) {
            large = large || cell.large || cell.text.size() > kLongestCell;
            headers = headers || cell.header;
        }
    }
    if (large || (columns == 1 && !headers))
        return layoutText(filled);
    QStringList lines;
    qsizetype from = 0;
    if (markdown) {
        // Markdown has no table without a row of headings.
        const bool first = std::all_of(filled.first().begin(), filled.first().end(),
                                       [](const Cell &cell) { return cell.header; });
        lines.append(first ? rowText(filled.first(), true) : u"|"_s + u"  |"_s.repeated(columns));
        lines.append(u"|"_s + u" --- |"_s.repeated(columns));
        from = first ? 1 : 0;
    }
    for (qsizetype i = from; i < filled.size(); ++i)
        lines.append(rowText(filled.at(i), markdown));
    return lines.join(u'\n');
}

} // namespace Countersign::Media
