// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "tools/toolservices.h"

#include <QJsonObject>
#include <QString>

#include <optional>

namespace Countersign {

/// What a tool wants to make of one file, and what that was computed from.
struct IntendedChange
{
    ResolvedPath path;
    FileSnapshot snapshot;
    std::optional<QByteArray> after; ///< Nothing: the file is removed.
    /// The file gets this name, which is free. Only with `after` and for a file that exists.
    std::optional<ResolvedPath> movedTo = {};
    /// Of a file that is new, when it should not be the usual one.
    std::optional<mode_t> mode = {};
    QStringList facts = {}; ///< More of what a person must know, as in Diff::FileChange.
};

/// What became of it on disk.
struct AppliedChange
{
    Diff::FileChange written; ///< As it was last shown, which is what was written.
    Diff::LineCounts counts;
    /// For the model, when the person changed the proposal: a sentence and the patch from what the
    /// tool proposed to what was written. Empty otherwise.
    QString changedByPerson = {};
};

/// The same for several files: those that were written (the person may leave some out).
struct AppliedChanges
{
    QList<AppliedChange> files;
    QString changedByPerson; ///< About all of them.
};

/// The change with both sides as UTF-8, for counting lines and for showing them: in the bytes of UTF-16
/// there are no lines. What is no text stays as it is.
[[nodiscard]] Diff::FileChange asUtf8(Diff::FileChange change);

/// Asks for action "edit" with exactly these changes in one request, and makes all that was last
/// shown or nothing of it, if every file is still what its change was computed from. `metadata` goes
/// into the request. Errors: those of the permission service; Stale (changed meanwhile: nothing was
/// written); those of Location::commit().
[[nodiscard]] Result<AppliedChanges> askAndCommit(const ToolServices &services,
                                                  const ToolContext &context,
                                                  const QList<IntendedChange> &changes,
                                                  const QJsonObject &metadata = {});

/// The same for one file.
[[nodiscard]] Result<AppliedChange> askAndWrite(const ToolServices &services,
                                                const ToolContext &context,
                                                const IntendedChange &change,
                                                const QJsonObject &metadata = {});

/// One changed file in a tool's structured output.
struct FileSummary
{
    QString file; ///< Resource; of a moved file the old one.
    qint64 additions = 0;
    qint64 deletions = 0;
    QString status; ///< "added", "modified", "deleted" or "moved"
};
[[nodiscard]] Schema::Codec<FileSummary> fileSummaryCodec();
[[nodiscard]] FileSummary summaryOf(const AppliedChange &applied);

} // namespace Countersign
