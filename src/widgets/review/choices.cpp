// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "review/choices.h"

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

} // namespace

Choices::Choices(const Diff::Proposal &proposal)
{
    for (const Diff::FileChange &change : proposal.files)
        m_files.append({change, {}, {}, {}, false, false});
}

void Choices::setDocument(int file, const DiffDocument &whole)
{
    File &entry = m_files[file];
    if (entry.known)
        return; // The same change again, after another file.
    entry.known = true;
    entry.blocks = whole.diff.blocks;
    entry.rows = Diff::changedRows(whole.rows);
    entry.leftOut = Diff::LeftOutLines(entry.rows.size());
}

bool Choices::hasParts(int file) const
{
    const File &entry = m_files.at(file);
    const bool stays = entry.proposed.kind == Diff::ChangeKind::Modified
            || entry.proposed.kind == Diff::ChangeKind::Moved;
    return entry.known && stays && !entry.blocks.isEmpty()
            && Diff::canLeaveOut(entry.proposed.before, entry.proposed.after);
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
    return entry.out
            || (entry.proposed.kind == Diff::ChangeKind::Modified && !entry.rows.isEmpty()
                && takenLines(file) == 0);
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
    return std::all_of(m_files.begin(), m_files.end(),
                       [](const File &entry) { return !entry.out && entry.leftOut.isEmpty(); });
}

std::optional<Diff::Proposal> Choices::changed() const
{
    if (isWhole())
        return {};
    Diff::Proposal proposal;
    for (int file = 0; file < m_files.size(); ++file) {
        if (isLeftOut(file))
            continue;
        const File &entry = m_files.at(file);
        Diff::FileChange change = entry.proposed;
        if (!entry.leftOut.isEmpty()) {
            change.after = Diff::withLinesLeftOut(change.before, change.after, entry.blocks,
                                                  entry.rows, entry.leftOut);
        }
        proposal.files.append(change);
    }
    return proposal;
}

} // namespace Countersign::Review
