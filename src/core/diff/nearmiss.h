// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "diff/lineindex.h"
#include "diff/linetable.h"

#include <QList>
#include <QString>

#include <optional>

namespace Countersign::Diff {

/// Whether words about a text may quote it.
enum class Quoting { Lines, Nothing };

/// The place of a text that comes closest to lines that were not found in it.
struct NearMiss
{
    qsizetype line = 0; ///< Where the wanted lines would begin, from 0; may be below 0.
    qsizetype matching = 0; ///< How many of them stand there, apart from white space around them.
    std::optional<qsizetype> differs; ///< The first wanted line that differs from the text's.
    friend bool operator==(const NearMiss &, const NearMiss &) = default;
};

/// Nothing when no place is close. `index` is of `text`. Looks at a bounded number of places and, where
/// no line is equal, at the first 20,000 lines only.
[[nodiscard]] std::optional<NearMiss> nearMiss(const LineTable &text, const LineIndex &index,
                                               const QList<QByteArray> &wanted);

/// "line 12, column 7: the file has …, expected was …": what differs there first; the line alone where
/// the text is not to be quoted.
[[nodiscard]] QString describe(const NearMiss &miss, const LineTable &text,
                               const QList<QByteArray> &wanted, Quoting quoting);

} // namespace Countersign::Diff
