// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "review/diffdocument.h"

#include <QList>

#include <optional>

namespace Countersign::Review {

/// What the person takes of a proposal: which files, and which lines of them. A plain value.
class Choices
{
public:
    Choices() = default;
    explicit Choices(const Diff::Proposal &proposal);

    /// The changes of a file, once it has been compared; forgets nothing that was left out.
    void setDocument(int file, const DiffDocument &whole);
    /// True when parts of the file can be left out: not of files that come or go, nor of binary
    /// ones. Only after setDocument().
    [[nodiscard]] bool hasParts(int file) const;
    void leaveOutHunk(int file, int hunk, bool out);
    void leaveOutLines(int file, const Picked &lines, bool out);
    void leaveOutFile(int file, bool out);

    /// Nothing of the file is written.
    [[nodiscard]] bool isLeftOut(int file) const;
    /// The lines that stay as they are; empty when all are taken.
    [[nodiscard]] Diff::LeftOutLines leftOut(int file) const;
    [[nodiscard]] int fileCount() const { return static_cast<int>(m_files.size()); }
    [[nodiscard]] int takenFiles() const;
    [[nodiscard]] int hunks(int file) const;
    [[nodiscard]] int takenHunks(int file) const; ///< Those of which anything is taken.
    /// Some hunk is taken in part.
    [[nodiscard]] bool splitsHunks(int file) const;
    [[nodiscard]] int lines(int file) const; ///< Removals and additions.
    [[nodiscard]] int takenLines(int file) const;
    [[nodiscard]] bool isWhole() const; ///< Everything is taken as it was proposed.
    [[nodiscard]] bool isEmpty() const { return takenFiles() == 0; }
    /// What will be written; nothing when that is the proposal as it stands.
    [[nodiscard]] std::optional<Diff::Proposal> changed() const;

private:
    struct File
    {
        Diff::FileChange proposed;
        QList<Diff::Block> blocks;
        QList<Diff::ChangedRow> rows;
        Diff::LeftOutLines leftOut; ///< One bit for each row.
        bool known = false; ///< The rows are.
        bool out = false; ///< All of it.
    };
    [[nodiscard]] static QList<int> takenBlocks(const File &file);
    static void takeNothing(File &file);
    QList<File> m_files;
};

} // namespace Countersign::Review
