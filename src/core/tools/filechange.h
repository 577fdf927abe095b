// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "tools/toolservices.h"

#include <QJsonObject>
#include <QString>

namespace Countersign {

/// The bytes that a tool wants a file to have, and what it was computed from.
struct IntendedChange
{
    ResolvedPath path;
    FileSnapshot snapshot;
    QByteArray after;
};

/// What became of it on disk.
struct AppliedChange
{
    Diff::FileChange written; ///< As it was last shown, which is what was written.
    Diff::LineCounts counts;
    /// For the model, when the person changed the proposal: a sentence and the patch from what the
    /// tool proposed to what was written. Empty otherwise.
    QString changedByPerson;
};

/// Asks for action "edit" with exactly this change in the request, and writes what was last shown
/// if the file is still what the change was computed from. Errors: those of the permission service;
/// Stale (changed meanwhile: nothing was written); Io.
[[nodiscard]] Result<AppliedChange>
askAndWrite(const ToolServices &services, const ToolContext &context, const IntendedChange &change);

/// One changed file in a tool's structured output.
struct FileSummary
{
    QString file; ///< Resource.
    qint64 additions = 0;
    qint64 deletions = 0;
    QString status; ///< "added" or "modified"
};
[[nodiscard]] Schema::Codec<FileSummary> fileSummaryCodec();
[[nodiscard]] FileSummary summaryOf(const AppliedChange &applied);

} // namespace Countersign
