// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/result.h"
#include "diff/linediff.h"

#include <QBitArray>
#include <QCoreApplication>
#include <QList>
#include <QString>

#include <stop_token>

namespace Countersign::Review {

/// Translations of the free functions of this room. Sources with %n are written for many.
struct Words
{
    Q_DECLARE_TR_FUNCTIONS(Countersign::Review::Words)
};

/// Something about a change that its lines do not tell.
struct Fact
{
    QString token; ///< Stable: "outside", "symlink", "binary", "line-ends", "bom", "final-newline" …
    QString words; ///< Translated, short enough for a chip.
    bool warning = false; ///< Worth a second look before allowing.
    bool inText = false; ///< Changes the file's bytes: shown as a row above the lines as well.
    friend bool operator==(const Fact &, const Fact &) = default;
};

/// One side of a change as it is compared and shown: UTF-8 without byte order mark and with plain
/// line feeds, so that a file whose line ends differ is not shown as changed in every line.
struct SideText
{
    QByteArray text;
    QBitArray crlf; ///< For each line: it ends with CR LF.
    bool byteOrderMark = false;
    QString encoding; ///< For people; empty: UTF-8.
    QByteArray charset; ///< When it is not Unicode.
    bool validUtf8 = true;
    bool finalNewline = true;
    int lineFeeds = 0;
    int carriageReturns = 0; ///< Line ends that are CR LF; lineFeeds counts the others.
};
/// `charset`: what to take bytes for that do not tell their own; empty: a guess.
[[nodiscard]] SideText sideText(const QByteArray &bytes, const QByteArray &charset = {});

/// Both sides, the new one in the charset of the old one where it does not tell its own.
struct Sides
{
    SideText before;
    SideText after;
};
[[nodiscard]] Sides sidesOf(const Diff::FileChange &change);

/// Lines and facts of one change.
struct Summary
{
    Diff::LineCounts counts;
    QList<Fact> facts;
    friend bool operator==(const Summary &, const Summary &) = default;
};

/// Facts of `change`, given its compared sides and how they differ.
[[nodiscard]] QList<Fact> factsOf(const Diff::FileChange &change, const SideText &before,
                                  const SideText &after, const Diff::LineDiff &diff);

/// What a card or a list says of a change. Any thread.
[[nodiscard]] Result<Summary> summarise(const Diff::FileChange &change,
                                        const std::stop_token &stop = {});

/// For each unchanged pair of lines of `diff` (old line, new line, both from 0): calls `pair`.
template<class Function>
void forUnchangedPairs(const Diff::LineDiff &diff, Function pair)
{
    int oldLine = 0;
    int newLine = 0;
    for (const Diff::Block &block : diff.blocks) {
        for (; oldLine < block.oldStart; ++oldLine, ++newLine)
            pair(oldLine, newLine);
        oldLine = block.oldStart + block.oldCount;
        newLine = block.newStart + block.newCount;
    }
    for (; oldLine < diff.oldLines.size(); ++oldLine, ++newLine)
        pair(oldLine, newLine);
}

/// Stands for one file's change: what goes where, from which bytes to which. Any thread.
[[nodiscard]] QByteArray digestOf(const Diff::FileChange &change);

/// "Edited", "New file", "Deleted", "Moved".
[[nodiscard]] QString kindWord(Diff::ChangeKind kind);

} // namespace Countersign::Review
