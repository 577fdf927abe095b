// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "diff/linetable.h"
#include "diff/tolerance.h"

#include <QByteArray>
#include <QList>
#include <QString>

#include <optional>

namespace Countersign::Diff {

/// In what a text that stands nowhere exactly may differ from the place that is meant. Each is tried
/// when those before it found nothing.
enum class EditRung {
    TrailingSpace, ///< White space at the end of lines.
    Indentation, ///< The same lines, each indentation of theirs being another one of the file.
    LineTrimmed, ///< White space at both ends of lines.
    Boundary, ///< White space around the whole text.
    WhiteSpace, ///< Any amount of it where there is some; within a line as well.
    Punctuation, ///< Typographic quotes, dashes, dots and spaces.
    Escapes, ///< Backslashes before quotes, line ends and the like that the file does not have.
    BlockAnchor, ///< First and last line, and similar lines between them.
};

/// A stable name: "trailing-space", "indentation", "line-trimmed", "boundary", "white-space",
/// "punctuation", "escapes", "block-anchor".
[[nodiscard]] QString rungName(EditRung rung);
/// "apart from …", for the model and for people.
[[nodiscard]] QString rungWords(EditRung rung);

/// What a tolerant search came to: one place and the text after the change, or several places.
struct TolerantEdit
{
    EditRung rung = EditRung::TrailingSpace;
    QList<qsizetype> lines; ///< The first lines of the places, from 0; not more than eleven.
    QByteArray text; ///< All of the new text; empty when there are several places.
};

/// A longer old text is not looked for with tolerance.
inline constexpr qsizetype kTolerantOldBytes = 256 * 1024;

/// Replaces `oldText`, which stands nowhere in `text` as it is, by `newText` in the one place that is
/// meant. A rung that finds several places ends the search. The lines between the anchors of a block
/// must be as many and alike, and each that the edit changes the same but for white space. Whole
/// lines are matched but for WhiteSpace (one line), Escapes and Boundary. Only what differs between
/// `oldText` and `newText` changes; the rest of the place keeps its bytes, and new lines take the
/// file's indentation and line ends. Nothing when no place is found, or the texts are too large or
/// have no letter or digit. Work is bounded; pure; any thread.
[[nodiscard]] std::optional<TolerantEdit>
tolerantEdit(const LineTable &text, const QByteArray &oldText, const QByteArray &newText);

} // namespace Countersign::Diff
