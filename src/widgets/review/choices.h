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

    /// True when these are choices of `proposal`.
    [[nodiscard]] bool isOf(const Diff::Proposal &proposal) const;
    /// Those of another request for a file that is the same in both.
    void adopt(int file, const Choices &from, int fileThere);
    /// Leaves out of `now`, the document of the file, what was left out of `then`: by hunks that change the
    /// same lines into the same. How much of it was found.
    enum class Fit { All, Some, None };
    Fit carryOver(int file, const DiffDocument &then, const DiffDocument &now,
                  const Diff::LeftOutLines &leftOut);
    [[nodiscard]] const Diff::FileChange &original(int file) const;
    /// What will be written to a file, without regard to whether it is left out as a whole.
    [[nodiscard]] Diff::FileChange written(int file) const;
    /// What the request says of a file, with the new contents that the person gave it, if any. All
    /// of it: also what is left out.
    [[nodiscard]] const Diff::FileChange &proposed(int file) const;
    /// Other new contents, of the person's; nothing of them is left out. Those of the request are
    /// taken for no edit.
    void edit(int file, const QByteArray &after);
    [[nodiscard]] bool isEdited(int file) const;

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
    /// The line of what will be written for one of proposed(), and back; from 1; 0: it is not there.
    [[nodiscard]] int writtenLine(int file, int proposedLine) const;
    [[nodiscard]] int proposedLine(int file, int writtenLine) const;
    [[nodiscard]] bool isWhole() const; ///< Everything is taken as it was proposed.
    [[nodiscard]] bool isEmpty() const { return takenFiles() == 0; }
    /// What will be written; nothing when that is the proposal as it stands.
    [[nodiscard]] std::optional<Diff::Proposal> changed() const;

private:
    struct File
    {
        Diff::FileChange original;
        Diff::FileChange proposed;
        QList<Diff::Block> blocks;
        QList<Diff::ChangedRow> rows;
        Diff::LeftOutLines leftOut; ///< One bit for each row.
        bool known = false; ///< The rows are.
        bool hasPlainLines = false; ///< Asked once: it takes a look at every byte.
        bool out = false; ///< All of it.
    };
    [[nodiscard]] static QList<int> takenBlocks(const File &file);
    static void takeNothing(File &file);
    QList<File> m_files;
};

} // namespace Countersign::Review
