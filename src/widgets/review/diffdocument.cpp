// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "review/diffdocument.h"

#include "review/displayline.h"

#include <algorithm>

namespace Countersign::Review {

namespace {

/// Bytes of the lines that are prepared with the document; others are when they are needed.
constexpr qsizetype kPrepared = 64 * 1024 * 1024;
constexpr int kStopEvery = 1024; // Lines between two looks at the stop token.

Error stopped()
{
    return {ErrorCode::Cancelled,
            QStringLiteral("The review was replaced before it was ready."),
            {}};
}

FoldKind kindOfRange(const DiffDocument &document, int first, int count)
{
    for (int row = first; row < first + count; ++row) {
        if (document.lineEndChanged.testBit(row))
            return FoldKind::LineEnds;
    }
    return FoldKind::Unchanged;
}

QList<Fold> foldsOf(const DiffDocument &document)
{
    const int rowCount = static_cast<int>(document.rows.size());
    if (document.kind == Diff::ChangeKind::Deleted) {
        if (rowCount < kDeletedShown + kLeastFold)
            return {};
        return {{FoldKind::Removed, kDeletedShown, rowCount - kDeletedShown}};
    }
    QList<Fold> folds;
    auto gap =
            document.leftOut.cbegin(); // The next hunk that was left out: context lies around it.
    int row = 0;
    while (row < rowCount) {
        if (document.rows.at(row).hunk >= 0) {
            ++row;
            continue;
        }
        const int start = row;
        while (gap != document.leftOut.cend() && gap->row < start)
            ++gap;
        const bool afterGap = gap != document.leftOut.cend() && gap->row == start;
        if (afterGap)
            ++gap;
        const auto isGap = [&](int at) {
            return gap != document.leftOut.cend() && gap->row == at;
        };
        while (row < rowCount && document.rows.at(row).hunk < 0 && !isGap(row))
            ++row;
        const int first = start == 0 && !afterGap ? 0 : start + kContextLines;
        const int end = row == rowCount && !isGap(row) ? rowCount : row - kContextLines;
        if (end - first >= kLeastFold)
            folds.append({kindOfRange(document, first, end - first), first, end - first});
    }
    return folds;
}

/// Fills in what is painted of each line; false when stopped.
bool measureLines(DiffDocument &document, const std::stop_token &stop)
{
    qsizetype room = kPrepared;
    const auto measure = [&](const Diff::Lines &lines, QList<int> &columns, auto &prepared) {
        columns.resize(lines.size(), -1);
        for (qsizetype i = 0; i < lines.size(); ++i) {
            if (i % kStopEvery == 0 && stop.stop_requested())
                return false;
            if (columns.at(i) < 0) {
                const QByteArrayView line = lines.at(i);
                if (line.size() < kLongLine || line.size() > room) {
                    columns[i] = columnsOf(line);
                } else {
                    const auto shown = std::make_shared<const DisplayLine>(decodeLine(line));
                    columns[i] = shown->columns();
                    prepared.insert(static_cast<int>(i) + 1, shown);
                    room -= line.size();
                }
            }
            document.longestColumns = std::max(document.longestColumns, columns.at(i));
        }
        return true;
    };
    const Diff::LineDiff &diff = document.diff;
    if (!measure(diff.newLines, document.newColumns, document.newPrepared))
        return false;
    document.oldColumns.fill(-1, diff.oldLines.size());
    forUnchangedPairs(diff, [&](int oldLine, int newLine) {
        document.oldColumns[oldLine] = document.newColumns.at(newLine);
        if (!document.newPrepared.isEmpty() && document.newPrepared.contains(newLine + 1))
            document.oldPrepared.insert(oldLine + 1, document.newPrepared.value(newLine + 1));
    });
    return measure(diff.oldLines, document.oldColumns, document.oldPrepared);
}

Syntax::Highlighted highlightSide(const QString &file, const Diff::Lines &lines,
                                  const Syntax::Highlighter &highlighter,
                                  const std::stop_token &stop)
{
    qsizetype size = 0;
    for (qsizetype i = 0; i < lines.size(); ++i)
        size += lines.at(i).size();
    if (lines.isEmpty() || size > kLargestColoured)
        return {};
    QStringList texts;
    texts.reserve(lines.size());
    for (qsizetype i = 0; i < lines.size(); ++i)
        texts.append(decodeLine(lines.at(i)));
    return highlighter.highlight(file, texts, stop);
}

/// Everything that follows from the rows and the two sides.
Result<void> fillRows(DiffDocument &document, const Diff::FileChange &change,
                      const SideText &before, const SideText &after, const std::stop_token &stop)
{
    document.lineEndChanged.resize(document.rows.size());
    for (int i = 0; i < document.rows.size(); ++i) {
        const Diff::Row &row = document.rows.at(i);
        if (row.hunk >= document.hunkRows.size())
            document.hunkRows.append(i);
        if (row.kind == Diff::RowKind::Context
            && before.crlf.testBit(row.oldNumber - 1) != after.crlf.testBit(row.newNumber - 1)) {
            document.lineEndChanged.setBit(i);
        }
        if (i % kStopEvery == 0 && stop.stop_requested())
            return failure(stopped());
    }
    document.folds = foldsOf(document);
    document.summary.counts = document.diff.counts();
    document.summary.facts = factsOf(change, before, after, document.diff);
    if (!measureLines(document, stop))
        return failure(stopped());
    return {};
}

} // namespace

QByteArrayView DiffDocument::line(Side side, int number) const
{
    return (side == Side::Old ? diff.oldLines : diff.newLines).at(number - 1);
}

std::shared_ptr<const DisplayLine> DiffDocument::prepared(Side side, int number) const
{
    return (side == Side::Old ? oldPrepared : newPrepared).value(number);
}

int DiffDocument::hunkOf(const Diff::Row &row) const
{
    return row.hunk < 0 || wholeBlocks.isEmpty() ? row.hunk : wholeBlocks.at(row.hunk);
}

int DiffDocument::changedRowOf(int row) const
{
    const auto found =
            std::lower_bound(sources.begin(), sources.end(), row,
                             [](const Diff::RowSource &source, int at) { return source.row < at; });
    return found != sources.end() && found->row == row ? found->changed : -1;
}

QList<Fact> DiffDocument::notes() const
{
    QList<Fact> notes;
    std::copy_if(summary.facts.begin(), summary.facts.end(), std::back_inserter(notes),
                 [](const Fact &fact) { return fact.inText; });
    return notes;
}

Result<DiffDocument> buildDocument(const Diff::FileChange &change, const std::stop_token &stop)
{
    DiffDocument document;
    document.resource = change.resource;
    document.movedTo = change.movedTo;
    document.kind = change.kind;
    const auto [before, after] = sidesOf(change);
    Result<Diff::LineDiff> diff = Diff::lineDiff(before.text, after.text, stop);
    if (!diff)
        return failure(diff.error());
    document.diff = *std::move(diff);
    document.hasPlainLines = Diff::canLeaveOut(change.before, change.after);
    document.oldCrlf = before.crlf;
    document.newCrlf = after.crlf;
    if (document.diff.binary) {
        document.summary.facts = factsOf(change, before, after, document.diff);
        return document;
    }
    document.rows = Diff::buildRows(document.diff);
    int changed = 0;
    for (int row = 0; row < document.rows.size(); ++row) {
        if (document.rows.at(row).hunk >= 0)
            document.sources.append({row, changed++});
    }
    if (const auto filled = fillRows(document, change, before, after, stop); !filled)
        return failure(filled.error());
    return document;
}

Result<DiffDocument> withLinesLeftOut(const DiffDocument &whole, const Diff::FileChange &change,
                                      const Diff::LeftOutLines &leftOut,
                                      const std::stop_token &stop)
{
    DiffDocument document;
    document.resource = whole.resource;
    document.movedTo = whole.movedTo;
    document.kind = whole.kind;
    Diff::PartialDiff part = Diff::withLinesLeftOut(whole.diff, whole.rows, leftOut);
    document.diff = std::move(part.diff);
    document.rows = std::move(part.rows);
    document.leftOut = std::move(part.gaps);
    document.wholeBlocks = std::move(part.blocks);
    document.sources = std::move(part.sources);
    Diff::FileChange left = change;
    left.after = Diff::withLinesLeftOut(change.before, change.after, whole.diff.blocks,
                                        Diff::changedRows(whole.rows), leftOut);
    const auto [before, after] = sidesOf(left);
    // What is on screen is read from the very bytes that will be written.
    Diff::Lines lines(after.text);
    if (lines.size() != document.diff.newLines.size() || after.crlf.size() != lines.size())
        return failure(
                ErrorCode::Internal,
                QStringLiteral("What is left of %1 could not be shown; leave the file out, or "
                               "reject the change, and report this problem.")
                        .arg(change.resource));
    document.diff.newLines = std::move(lines);
    document.diff.newFinalNewline = after.finalNewline;
    document.oldCrlf = before.crlf;
    document.newCrlf = after.crlf;
    if (const auto filled = fillRows(document, left, before, after, stop); !filled)
        return failure(filled.error());
    return document;
}

DiffDocument withSyntax(DiffDocument document, const Syntax::Highlighter &highlighter,
                        const std::stop_token &stop)
{
    document.oldSyntax =
            highlightSide(document.resource, document.diff.oldLines, highlighter, stop);
    const QString &newName = document.movedTo.isEmpty() ? document.resource : document.movedTo;
    document.newSyntax = highlightSide(newName, document.diff.newLines, highlighter, stop);
    return document;
}

} // namespace Countersign::Review
