// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "tools/toolservices.h"

#include <QJsonObject>
#include <QString>

#include <functional>
#include <optional>
#include <stop_token>

namespace Countersign {

/// Larger files are not changed: a proposal holds the file's bytes twice, and a person reads it.
inline constexpr qint64 kMaximumChangedBytes = qint64(64) * 1024 * 1024;

/// The file as it is now, for a change of it. Limit when it is larger than kMaximumChangedBytes; other
/// errors as Location::readFile().
[[nodiscard]] Result<FileSnapshot> readForChange(const ToolServices &services,
                                                 const ResolvedPath &path);

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
    /// For the model, when the person changed the proposal: what was applied and what was not, as
    /// patches. Empty otherwise.
    QString changedByPerson = {};
    QString remarks = {}; ///< For the model: what the person said with it; may be empty.
    /// It was computed again before it was allowed; then what Recompute said of it.
    std::optional<QJsonObject> recomputed = {};
};

/// The same for several files: those that were written (the person may leave some out).
struct AppliedChanges
{
    QList<AppliedChange> files;
    QString changedByPerson; ///< About all of them.
    QString remarks;
    std::optional<QJsonObject> recomputed = {};
};

/// What is to be done, computed again on what the files are now; see Permission::Inquiry::recompute.
struct Recomputed
{
    QList<IntendedChange> changes;
    QJsonObject metadata; ///< Of the request from then on.
};
using Recompute = std::function<Result<Recomputed>(const std::stop_token &)>;

/// The change with both sides as UTF-8, for counting lines and for showing them: in the bytes of UTF-16
/// there are no lines. What is no text stays as it is.
[[nodiscard]] Diff::FileChange asUtf8(Diff::FileChange change);

/// Asks for action "edit" with exactly these changes in one request, and makes all that was last
/// shown or nothing of it, if every file is still what its change was computed from. `metadata` goes
/// into the request. `again` computes it once more while the person decides, when a file has changed;
/// empty: such a request can only be rejected. Errors: those of the permission service; Stale (changed meanwhile: nothing was
/// written); those of Location::commit().
[[nodiscard]] Result<AppliedChanges> askAndCommit(const ToolServices &services,
                                                  const ToolContext &context,
                                                  const QList<IntendedChange> &changes,
                                                  const QJsonObject &metadata = {},
                                                  const Recompute &again = {});

/// The same for one file.
[[nodiscard]] Result<AppliedChange>
askAndWrite(const ToolServices &services, const ToolContext &context, const IntendedChange &change,
            const QJsonObject &metadata = {}, const Recompute &again = {});

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
