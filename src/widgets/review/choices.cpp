// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "review/choices.h"

#include <QHash>

#include <algorithm>

namespace Countersign::Review {

namespace {

/// A row has only the sides that it has: no bit is set for a line that is not there.
Diff::LeftOutLines everythingOf(const QList<Diff::ChangedRow> &rows)
{
    Diff::LeftOutLines out(rows.size());
    for (qsizetype row = 0; row < rows.size(); ++row) {
        out.removals.setBit(row, rows.at(row).oldLine >= 0);
        out.additions.setBit(row, rows.at(row).newLine >= 0);
    }
    return out;
}

int endOfBlock(const QList<Diff::ChangedRow> &rows, int first)
{
    int end = first;
    while (end < rows.size() && rows.at(end).block == rows.at(first).block)
        ++end;
    return end;
}

/// The first changed rows of blocks, by what their rows remove and add.
QHash<QByteArray, QList<int>> blocksByText(const DiffDocument &document,
                                           const QList<Diff::ChangedRow> &rows)
{
    QHash<QByteArray, QList<int>> blocks;
    for (int first = 0; first < rows.size();) {
        const int end = endOfBlock(rows, first);
        QByteArray text;
        for (int row = first; row < end; ++row) {
            const Diff::ChangedRow &changed = rows.at(row);
            if (changed.oldLine >= 0)
                text.append('-').append(document.diff.oldLines.at(changed.oldLine)).append('\n');
            if (changed.newLine >= 0)
                text.append('+').append(document.diff.newLines.at(changed.newLine)).append('\n');
            text.append('\n'); // Rows that are pairs in one block may be none in the other.
        }
        blocks[text].append(first);
        first = end;
    }
    return blocks;
}

} // namespace

Choices::Choices(const Diff::Proposal &proposal)
{
    for (const Diff::FileChange &change : proposal.files)
        m_files.append({change, change, {}, {}, {}, false, false});
}

bool Choices::isOf(const Diff::Proposal &proposal) const
{
    return std::equal(m_files.begin(), m_files.end(), proposal.files.begin(), proposal.files.end(),
                      [](const File &entry, const Diff::FileChange &change) {
                          return entry.original == change;
                      });
}

void Choices::adopt(int file, const Choices &from, int fileThere)
{
    m_files[file] = from.m_files.at(fileThere);
}

Choices::Fit Choices::carryOver(int file, const DiffDocument &then, const DiffDocument &now,
                                const Diff::LeftOutLines &leftOut)
{
    File &entry = m_files[file];
    const QList<Diff::ChangedRow> rows = Diff::changedRows(then.rows);
    if (leftOut.removals.size() != rows.size())
        return Fit::None;
    const QHash<QByteArray, QList<int>> known = blocksByText(now, entry.rows);
    Diff::LeftOutLines carried(entry.rows.size());
    bool all = true;
    const QHash<QByteArray, QList<int>> were = blocksByText(then, rows);
    for (auto block = were.cbegin(); block != were.cend(); ++block) {
        const QList<int> here = known.value(block.key());
        for (qsizetype nth = 0; nth < block->size(); ++nth) {
            const int from = block->at(nth);
            const int end = endOfBlock(rows, from);
            for (int row = from; row < end; ++row) {
                if (!leftOut.removals.testBit(row) && !leftOut.additions.testBit(row))
                    continue;
                // Of places that say the same, the one that is meant is told by their order only.
                if (here.size() != block->size()) {
                    all = false;
                    break;
                }
                const int to = here.at(nth) + row - from;
                carried.removals.setBit(to, leftOut.removals.testBit(row));
                carried.additions.setBit(to, leftOut.additions.testBit(row));
            }
        }
    }
    if (!carried.isEmpty())
        entry.leftOut = carried;
    return all ? Fit::All : carried.isEmpty() ? Fit::None : Fit::Some;
}

const Diff::FileChange &Choices::original(int file) const
{
    return m_files.at(file).original;
}

Diff::FileChange Choices::written(int file) const
{
    const File &entry = m_files.at(file);
    Diff::FileChange change = entry.proposed;
    if (!entry.leftOut.isEmpty()) {
        change.after = Diff::withLinesLeftOut(change.before, change.after, entry.blocks, entry.rows,
                                              entry.leftOut);
        if (!isEdited(file))
            change.facts.append(QString::fromUtf16(Diff::kPartFact));
    }
    return change;
}

const Diff::FileChange &Choices::proposed(int file) const
{
    return m_files.at(file).proposed;
}

void Choices::edit(int file, const QByteArray &after)
{
    File &entry = m_files[file];
    const Diff::FileChange original = entry.original;
    entry = {original, original, {}, {}, {}, false, false};
    entry.proposed.after = after;
}

bool Choices::isEdited(int file) const
{
    const File &entry = m_files.at(file);
    return entry.proposed.after != entry.original.after;
}

void Choices::setDocument(int file, const DiffDocument &whole)
{
    File &entry = m_files[file];
    if (entry.known)
        return; // The same change again, after another file.
    entry.known = true;
    entry.blocks = whole.diff.blocks;
    entry.hasPlainLines = whole.hasPlainLines;
    entry.rows = Diff::changedRows(whole.rows);
    entry.leftOut = Diff::LeftOutLines(entry.rows.size());
}

bool Choices::hasParts(int file) const
{
    const File &entry = m_files.at(file);
    const bool stays = entry.proposed.kind == Diff::ChangeKind::Modified
            || entry.proposed.kind == Diff::ChangeKind::Moved;
    return entry.known && stays && !entry.blocks.isEmpty() && entry.hasPlainLines;
}

void Choices::takeNothing(File &file)
{
    file.out = false;
    file.leftOut = everythingOf(file.rows);
}

void Choices::leaveOutHunk(int file, int hunk, bool out)
{
    Picked lines;
    const QList<Diff::ChangedRow> &rows = m_files.at(file).rows;
    for (int row = 0; row < rows.size(); ++row) {
        if (rows.at(row).block == hunk) {
            lines.removals.append(row);
            lines.additions.append(row);
        }
    }
    leaveOutLines(file, lines, out);
}

void Choices::leaveOutLines(int file, const Picked &lines, bool out)
{
    File &entry = m_files[file];
    if (lines.isEmpty())
        return;
    if (entry.out) // All of it was: what is taken in now is the one exception.
        takeNothing(entry);
    for (const int row : lines.removals) {
        if (row < entry.rows.size() && entry.rows.at(row).oldLine >= 0)
            entry.leftOut.removals.setBit(row, out);
    }
    for (const int row : lines.additions) {
        if (row < entry.rows.size() && entry.rows.at(row).newLine >= 0)
            entry.leftOut.additions.setBit(row, out);
    }
}

void Choices::leaveOutFile(int file, bool out)
{
    File &entry = m_files[file];
    entry.out = out;
    entry.leftOut = Diff::LeftOutLines(entry.rows.size());
}

bool Choices::isLeftOut(int file) const
{
    const File &entry = m_files.at(file);
    // A move without its changes is still a move.
    if (entry.out || entry.proposed.kind != Diff::ChangeKind::Modified)
        return entry.out;
    return (!entry.rows.isEmpty() && takenLines(file) == 0)
            || (isEdited(file) && entry.proposed.after == entry.proposed.before);
}

Diff::LeftOutLines Choices::leftOut(int file) const
{
    const File &entry = m_files.at(file);
    if (entry.out && hasParts(file))
        return everythingOf(entry.rows);
    return entry.leftOut.isEmpty() ? Diff::LeftOutLines() : entry.leftOut;
}

int Choices::takenFiles() const
{
    int taken = 0;
    for (int file = 0; file < m_files.size(); ++file)
        taken += isLeftOut(file) ? 0 : 1;
    return taken;
}

int Choices::hunks(int file) const
{
    return static_cast<int>(m_files.at(file).blocks.size());
}

/// In order.
QList<int> Choices::takenBlocks(const File &file)
{
    QList<int> taken;
    for (qsizetype row = 0; row < file.rows.size() && !file.out; ++row) {
        const Diff::ChangedRow &changed = file.rows.at(row);
        const bool some = (changed.oldLine >= 0 && !file.leftOut.removals.testBit(row))
                || (changed.newLine >= 0 && !file.leftOut.additions.testBit(row));
        if (some && (taken.isEmpty() || taken.last() != changed.block))
            taken.append(changed.block);
    }
    return taken;
}

int Choices::takenHunks(int file) const
{
    return static_cast<int>(takenBlocks(m_files.at(file)).size());
}

bool Choices::splitsHunks(int file) const
{
    const File &entry = m_files.at(file);
    int whole = 0;
    for (const int block : takenBlocks(entry))
        whole += entry.blocks.at(block).oldCount + entry.blocks.at(block).newCount;
    return whole != takenLines(file);
}

int Choices::lines(int file) const
{
    int lines = 0;
    for (const Diff::Block &block : m_files.at(file).blocks)
        lines += block.oldCount + block.newCount;
    return lines;
}

int Choices::takenLines(int file) const
{
    const File &entry = m_files.at(file);
    if (entry.out)
        return 0;
    return lines(file)
            - static_cast<int>(entry.leftOut.removals.count(true)
                               + entry.leftOut.additions.count(true));
}

bool Choices::isWhole() const
{
    return std::all_of(m_files.begin(), m_files.end(), [](const File &entry) {
        return !entry.out && entry.leftOut.isEmpty()
                && entry.proposed.after == entry.original.after;
    });
}

int Choices::writtenLine(int file, int proposedLine) const
{
    const File &entry = m_files.at(file);
    const int line = proposedLine - 1;
    int shift = 0;
    int block = -1;
    int next = 0; // The new line that follows.
    for (qsizetype i = 0; i < entry.rows.size() && !entry.leftOut.isEmpty(); ++i) {
        const Diff::ChangedRow &row = entry.rows.at(i);
        if (row.block != block)
            next = entry.blocks.at(row.block).newStart;
        block = row.block;
        if (next > line)
            break;
        if (row.oldLine >= 0 && entry.leftOut.removals.testBit(i))
            ++shift;
        if (row.newLine < 0)
            continue;
        const bool out = entry.leftOut.additions.testBit(i);
        if (row.newLine == line)
            return out ? 0 : proposedLine + shift;
        shift -= out ? 1 : 0;
        next = row.newLine + 1;
    }
    return proposedLine + shift;
}

int Choices::proposedLine(int file, int writtenLine) const
{
    const File &entry = m_files.at(file);
    const int line = writtenLine - 1;
    int shift = 0;
    int block = -1;
    int next = 0;
    for (qsizetype i = 0; i < entry.rows.size() && !entry.leftOut.isEmpty(); ++i) {
        const Diff::ChangedRow &row = entry.rows.at(i);
        if (row.block != block)
            next = entry.blocks.at(row.block).newStart;
        block = row.block;
        if (next + shift > line)
            break;
        if (row.oldLine >= 0 && entry.leftOut.removals.testBit(i)) {
            if (next + shift == line)
                return 0; // An old line that stays.
            ++shift;
        }
        if (row.newLine < 0)
            continue;
        if (entry.leftOut.additions.testBit(i))
            --shift;
        else if (row.newLine + shift == line)
            return row.newLine + 1;
        next = row.newLine + 1;
    }
    return writtenLine - shift;
}

std::optional<Diff::Proposal> Choices::changed() const
{
    if (isWhole())
        return {};
    Diff::Proposal proposal;
    for (int file = 0; file < m_files.size(); ++file) {
        if (!isLeftOut(file))
            proposal.files.append(written(file));
    }
    return proposal;
}

} // namespace Countersign::Review
