// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "review/visualrows.h"

#include <stop_token>

namespace Countersign::Review {

/// More matches of one text are not looked for.
inline constexpr int kMostMatches = 10'000;

/// A place where a text was found. Unchanged lines are the same on both sides and count once, as of
/// the new side.
struct Match
{
    int row = 0; ///< Of the document.
    Side side = Side::New;
    Diff::Span span; ///< Of the painted text (see DisplayLine).
    friend bool operator==(const Match &, const Match &) = default;
};

/// All matches of a text in lines as they are painted, escapes included, folded lines too. By row,
/// then side, then place; at most kMostMatches, then `more`. Empty when `text` is or when `stop` was
/// requested. Any thread.
struct Matches
{
    QList<Match> found;
    bool more = false;
};
[[nodiscard]] Matches findMatches(const DiffDocument &document, const QString &text,
                                  Qt::CaseSensitivity cases, const std::stop_token &stop = {});

/// Indexes of `matches` in the order in which their lines are painted.
[[nodiscard]] QList<int> paintedOrder(const DiffDocument &document, const QList<Match> &matches,
                                      Presentation presentation);

/// A line of one side, as a person names it: "12", "old:12"; "12" is of the old side where there is no
/// new one. Number 0: it is no line's name.
struct WantedLine
{
    Side side = Side::New;
    int number = 0;
    friend bool operator==(const WantedLine &, const WantedLine &) = default;
};
[[nodiscard]] WantedLine wantedLine(const QString &text, const DiffDocument &document);

/// The row of the document in which that line is; -1: there is no such line.
[[nodiscard]] int rowOfLine(const DiffDocument &document, Side side, int number);

} // namespace Countersign::Review
