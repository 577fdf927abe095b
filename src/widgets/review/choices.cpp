// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "review/choices.h"

#include "diff/partial.h"

#include <algorithm>

namespace Countersign::Review {

Choices::Choices(const Diff::Proposal &proposal)
{
    for (const Diff::FileChange &change : proposal.files)
        m_files.append({change, {}, {}, false, false});
}

void Choices::setBlocks(int file, const QList<Diff::Block> &blocks)
{
    File &entry = m_files[file];
    entry.known = true;
    entry.blocks = blocks;
    entry.leftOut.resize(blocks.size());
}

bool Choices::hasParts(int file) const
{
    const File &entry = m_files.at(file);
    const bool stays = entry.proposed.kind == Diff::ChangeKind::Modified
            || entry.proposed.kind == Diff::ChangeKind::Moved;
    return entry.known && stays && !entry.blocks.isEmpty()
            && Diff::canLeaveOut(entry.proposed.before, entry.proposed.after);
}

void Choices::leaveOutHunk(int file, int hunk, bool out)
{
    File &entry = m_files[file];
    if (hunk < 0 || hunk >= entry.leftOut.size())
        return;
    if (entry.out) { // All of it was: what is taken in now is the one exception.
        entry.out = false;
        entry.leftOut.fill(true);
    }
    entry.leftOut.setBit(hunk, out);
}

void Choices::leaveOutFile(int file, bool out)
{
    File &entry = m_files[file];
    entry.out = out;
    entry.leftOut.fill(false);
}

bool Choices::isLeftOut(int file) const
{
    const File &entry = m_files.at(file);
    // A move without its changes is still a move.
    return entry.out
            || (entry.proposed.kind == Diff::ChangeKind::Modified && !entry.leftOut.isEmpty()
                && takenHunks(file) == 0);
}

QBitArray Choices::leftOut(int file) const
{
    const File &entry = m_files.at(file);
    if (entry.out && hasParts(file))
        return QBitArray(entry.leftOut.size(), true);
    return entry.leftOut.count(true) > 0 ? entry.leftOut : QBitArray();
}

int Choices::takenFiles() const
{
    int taken = 0;
    for (int file = 0; file < m_files.size(); ++file)
        taken += isLeftOut(file) ? 0 : 1;
    return taken;
}

int Choices::takenHunks(int file) const
{
    const File &entry = m_files.at(file);
    return entry.out ? 0 : static_cast<int>(entry.leftOut.count(false));
}

int Choices::hunks(int file) const
{
    return static_cast<int>(m_files.at(file).leftOut.size());
}

bool Choices::isWhole() const
{
    return std::all_of(m_files.begin(), m_files.end(), [](const File &entry) {
        return !entry.out && entry.leftOut.count(true) == 0;
    });
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
        if (entry.leftOut.count(true) > 0) {
            change.after = Diff::withBlocksLeftOut(change.before, change.after, entry.blocks,
                                                   entry.leftOut);
        }
        proposal.files.append(change);
    }
    return proposal;
}

} // namespace Countersign::Review
