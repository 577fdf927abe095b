// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "diff/partial.h"
#include "diff/rows.h"
#include "review/changefacts.h"
#include "syntax/highlighter.h"

#include <QBitArray>
#include <QHash>
#include <QList>
#include <QString>

#include <memory>

namespace Countersign::Review {

class DisplayLine;

enum class Side { Old, New };

/// Lines kept around each hunk.
inline constexpr int kContextLines = 3;
/// Fewer hidden lines than this are shown: a fold row would take as much room.
inline constexpr int kLeastFold = 2;
/// Lines that stay visible of a file that will be deleted.
inline constexpr int kDeletedShown = 10;
/// Sides with more bytes than this are not coloured.
inline constexpr qsizetype kLargestColoured = 2 * 1024 * 1024;

/// Lines of as many bytes take their time to prepare for painting, and are prepared in the background.
inline constexpr qsizetype kLongLine = 16 * 1024;

/// Why rows are folded away.
enum class FoldKind { Unchanged, LineEnds, Removed };

/// Rows [first, first + count) are hidden.
struct Fold
{
    FoldKind kind = FoldKind::Unchanged;
    int first = 0;
    int count = 0;
    friend bool operator==(const Fold &, const Fold &) = default;
};

/// Lines of a change that the person points at: changed rows of the whole (Diff::ChangedRow), by their
/// indices.
struct Picked
{
    QList<int> removals;
    QList<int> additions;
    [[nodiscard]] bool isEmpty() const { return removals.isEmpty() && additions.isEmpty(); }
    [[nodiscard]] qsizetype count() const { return removals.size() + additions.size(); }
    friend bool operator==(const Picked &, const Picked &) = default;
};

/// One file's change, ready to be painted. A plain value built off the GUI thread.
struct DiffDocument
{
    QString resource;
    QString movedTo;
    Diff::ChangeKind kind = Diff::ChangeKind::Modified;
    Diff::LineDiff diff; ///< Lines without their ends.
    QList<Diff::Row> rows;
    QBitArray lineEndChanged; ///< For each row: unchanged text, other line end.
    QBitArray oldCrlf; ///< For each old line.
    QBitArray newCrlf;
    QList<int> hunkRows; ///< First row of each hunk.
    QList<Fold> folds; ///< As they are at first; in order.
    QList<Diff::Gap> leftOut; ///< In order; rows and numbers are those without them.
    /// Of a part: for each block of `diff` that of the whole. Empty: they are the same.
    QList<int> wholeBlocks;
    QList<Diff::RowSource> sources; ///< Changed rows, and old lines that stay by choice.
    Summary summary;
    bool hasPlainLines = false; ///< Parts of it can be left out (see Diff::canLeaveOut).
    QList<int> oldColumns; ///< Of each old line as it is painted (see DisplayLine).
    QList<int> newColumns;
    /// Very long lines as they are painted, by their numbers; not all if there are too many.
    QHash<int, std::shared_ptr<const DisplayLine>> oldPrepared;
    QHash<int, std::shared_ptr<const DisplayLine>> newPrepared;
    int longestColumns = 0; ///< Of the longest line.
    Syntax::Highlighted oldSyntax; ///< Empty until addSyntax().
    Syntax::Highlighted newSyntax;

    [[nodiscard]] QByteArrayView line(Side side, int number) const; ///< `number` from 1.
    /// A very long line as it is painted; null: it is not prepared.
    [[nodiscard]] std::shared_ptr<const DisplayLine> prepared(Side side, int number) const;
    /// The hunk of the whole change that a row belongs to; -1: none.
    [[nodiscard]] int hunkOf(const Diff::Row &row) const;
    /// The changed row of the whole that a row stands for; -1: none.
    [[nodiscard]] int changedRowOf(int row) const;
    /// Facts that are shown as rows above the text.
    [[nodiscard]] QList<Fact> notes() const;
};

/// Compares, pairs and folds. Any thread; ErrorCode::Cancelled when `stop` was requested.
[[nodiscard]] Result<DiffDocument> buildDocument(const Diff::FileChange &change,
                                                 const std::stop_token &stop = {});

/// What is left of `whole`, which was built from `change`, without the lines that are left out: the
/// new side is what will be written. Any thread; ErrorCode::Cancelled when `stop` was requested.
[[nodiscard]] Result<DiffDocument> withLinesLeftOut(const DiffDocument &whole,
                                                    const Diff::FileChange &change,
                                                    const Diff::LeftOutLines &leftOut,
                                                    const std::stop_token &stop = {});

/// The document with syntax colours, made from the full old and the full new text. Any thread.
[[nodiscard]] DiffDocument withSyntax(DiffDocument document, const Syntax::Highlighter &highlighter,
                                      const std::stop_token &stop = {});

} // namespace Countersign::Review
