// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/result.h"

#include <QByteArray>
#include <QList>
#include <QString>

#include <optional>

namespace Countersign::Diff {

/// The patch format of apply_patch, as values. All text is UTF-8 without line ends.

enum class PatchSign { Context, Removed, Added };

struct PatchLine
{
    PatchSign sign = PatchSign::Context;
    QByteArray text;
    friend bool operator==(const PatchLine &, const PatchLine &) = default;
};

/// One changed place of a file.
struct PatchHunk
{
    QList<QByteArray> anchors; ///< Lines above the place, outermost first: the rest of "@@ …".
    QList<PatchLine> lines;
    bool atEnd = false; ///< "*** End of File" followed: it belongs at the end, when it fits there.
    /// The first old line, from 0, when the place was given as in a unified diff ("@@ -12,3 +12,4 @@").
    std::optional<qsizetype> line;
    qsizetype patchLine = 0; ///< Where it begins in the patch, from 1.
    friend bool operator==(const PatchHunk &, const PatchHunk &) = default;
};

enum class PatchAction { Add, Update, Delete };

/// What happens to one file.
struct PatchSection
{
    PatchAction action = PatchAction::Update;
    QString path;
    QString moveTo; ///< Only with Update; empty: it stays.
    QByteArray content; ///< Only with Add: lines that end in LF.
    QList<PatchHunk> hunks; ///< Only with Update; may be empty when it moves.
    qsizetype patchLine = 0;
    friend bool operator==(const PatchSection &, const PatchSection &) = default;
};

/// Reads a patch:
///
///     *** Begin Patch
///     *** Add File: path              then lines with "+"
///     *** Delete File: path
///     *** Update File: path           then, if it is to be moved, "*** Move to: path",
///     @@ anchor                       and hunks of lines with " ", "-" or "+",
///     *** End of File                 which may say that they belong at the end
///     *** End Patch
///
/// Text before and after is left out (a shell's here-document, a Markdown fence). Also understood:
/// CR LF, ranges of unified diffs, a first hunk without "@@", empty lines for empty context lines,
/// several anchors in a row, several patches in one text. Errors (InvalidInput) name the line of the
/// patch, the file and the hunk. Pure; linear in the text.
[[nodiscard]] Result<QList<PatchSection>> parsePatch(const QString &text);

} // namespace Countersign::Diff
