// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "review/finding.h"

#include "review/displayline.h"

#include <QRegularExpression>
#include <QStringMatcher>

#include <algorithm>
#include <numeric>
#include <tuple>

namespace Countersign::Review {

using namespace Qt::StringLiterals;

namespace {

constexpr int kStopEvery = 256; // Rows between two looks at the stop token.

QString paintedText(const DiffDocument &document, Side side, int number)
{
    if (const auto prepared = document.prepared(side, number))
        return prepared->text();
    const QByteArrayView line = document.line(side, number);
    const bool plain =
            std::all_of(line.begin(), line.end(), [](char c) { return c >= 0x20 && c < 0x7f; });
    return plain ? QString::fromLatin1(line) : DisplayLine(decodeLine(line)).text();
}

} // namespace

Matches findMatches(const DiffDocument &document, const QString &text, Qt::CaseSensitivity cases,
                    const std::stop_token &stop)
{
    Matches matches;
    if (text.isEmpty())
        return matches;
    // What was copied from elsewhere may have hidden characters, too; they are painted as escapes.
    const QStringMatcher matcher(DisplayLine(text).text(), cases);
    const qsizetype length = matcher.pattern().size();
    const auto findIn = [&](int row, Side side, int number) {
        if (number == 0)
            return;
        const QString line = paintedText(document, side, number);
        for (qsizetype at = matcher.indexIn(line); at >= 0;
             at = matcher.indexIn(line, at + length)) {
            if (matches.found.size() == kMostMatches) {
                matches.more = true;
                return;
            }
            matches.found.append({row, side, {static_cast<int>(at), static_cast<int>(length)}});
        }
    };
    for (int row = 0; row < document.rows.size() && !matches.more; ++row) {
        if (row % kStopEvery == 0 && stop.stop_requested())
            return {};
        const Diff::Row &line = document.rows.at(row);
        if (line.kind != Diff::RowKind::Context)
            findIn(row, Side::Old, line.oldNumber);
        if (!matches.more)
            findIn(row, Side::New, line.newNumber);
    }
    return matches;
}

QList<int> paintedOrder(const DiffDocument &document, const QList<Match> &matches,
                        Presentation presentation)
{
    QList<int> order(matches.size());
    std::iota(order.begin(), order.end(), 0);
    if (presentation == Presentation::SideBySide)
        return order;
    // The removed lines of a hunk stand before the added ones.
    const auto place = [&](int index) {
        const Match &match = matches.at(index);
        const int hunk = document.rows.at(match.row).hunk;
        const int group = hunk < 0 ? match.row : document.hunkRows.at(hunk);
        const int side = hunk < 0 ? 0 : int(match.side);
        return std::make_tuple(group, side, match.row, match.span.start);
    };
    std::sort(order.begin(), order.end(), [&](int a, int b) { return place(a) < place(b); });
    return order;
}

WantedLine wantedLine(const QString &text, const DiffDocument &document)
{
    static const QRegularExpression form(u"^\\s*(?:(old|new)\\s*[: ]\\s*)?([0-9]{1,9})\\s*$"_s,
                                         QRegularExpression::CaseInsensitiveOption);
    const QRegularExpressionMatch match = form.match(text);
    if (!match.hasMatch())
        return {};
    const QString side = match.captured(1).toLower();
    const bool old = side.isEmpty() ? document.diff.newLines.isEmpty() : side == "old"_L1;
    return {old ? Side::Old : Side::New, match.captured(2).toInt()};
}

int rowOfLine(const DiffDocument &document, Side side, int number)
{
    const auto row =
            std::find_if(document.rows.begin(), document.rows.end(), [&](const Diff::Row &one) {
                return number > 0 && (side == Side::Old ? one.oldNumber : one.newNumber) == number;
            });
    return row == document.rows.end() ? -1 : static_cast<int>(row - document.rows.begin());
}

} // namespace Countersign::Review
