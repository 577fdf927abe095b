// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "diff/linediff.h"

#include <QBitArray>
#include <QList>

#include <optional>

namespace Countersign::Review {

/// What the person takes of a proposal: which files, and which hunks of them. A plain value.
class Choices
{
public:
    Choices() = default;
    explicit Choices(const Diff::Proposal &proposal);

    /// The hunks of a file, once it has been compared; forgets nothing that was left out.
    void setBlocks(int file, const QList<Diff::Block> &blocks);
    /// True when single hunks of the file can be left out: not of files that come or go, nor of
    /// binary ones. Only after setBlocks().
    [[nodiscard]] bool hasParts(int file) const;
    void leaveOutHunk(int file, int hunk, bool out);
    void leaveOutFile(int file, bool out);

    /// Nothing of the file is written.
    [[nodiscard]] bool isLeftOut(int file) const;
    /// The hunks that stay as they are; empty when all are taken.
    [[nodiscard]] QBitArray leftOut(int file) const;
    [[nodiscard]] int fileCount() const { return static_cast<int>(m_files.size()); }
    [[nodiscard]] int takenFiles() const;
    [[nodiscard]] int takenHunks(int file) const;
    [[nodiscard]] int hunks(int file) const;
    [[nodiscard]] bool isWhole() const; ///< Everything is taken as it was proposed.
    [[nodiscard]] bool isEmpty() const { return takenFiles() == 0; }
    /// What will be written; nothing when that is the proposal as it stands.
    [[nodiscard]] std::optional<Diff::Proposal> changed() const;

private:
    struct File
    {
        Diff::FileChange proposed;
        QList<Diff::Block> blocks;
        QBitArray leftOut; ///< One for each block.
        bool known = false; ///< The blocks are.
        bool out = false; ///< All of it.
    };
    QList<File> m_files;
};

} // namespace Countersign::Review
