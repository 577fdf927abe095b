// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/result.h"
#include "permission/types.h"
#include "storage/store.h"

#include <QJsonArray>

/// Requests as rows of the table permission_request.
namespace Countersign::Permission {

/// Larger contents (bytes of a file before or after) are kept as their size only. 256 KiB: a row stays
/// readable by tools, and a person reviews no such file by eye.
inline constexpr qsizetype kKeptContentBytes = 256 * 1024;

/// What the row keeps of a proposal: per file its kind, names, facts, sizes and, up to
/// kKeptContentBytes, the bytes as base64.
[[nodiscard]] QJsonArray proposalToJson(const Diff::Proposal &proposal);
/// The inverse; contents that were not kept are empty, and the file's facts say "content-not-kept".
[[nodiscard]] Diff::Proposal proposalFromJson(const QJsonArray &array);

/// Adds `request` as pending, owned by this process.
[[nodiscard]] Result<void> insertRequest(QSqlDatabase &database, const ProjectId &project,
                                         const Request &request);
/// Stores the change and the metadata of a pending request anew.
[[nodiscard]] Result<void> updateRequest(QSqlDatabase &database, const Request &request);
/// Ends a request: `state` is "once", "always", "reject" or "interrupted".
[[nodiscard]] Result<void> closeRequest(QSqlDatabase &database, const RequestId &id,
                                        const QString &state, const QString &message, qint64 time);
/// The project's pending requests whose process is gone, oldest first.
[[nodiscard]] Result<QList<Request>> abandonedRequests(QSqlDatabase &database,
                                                       const ProjectId &project);

/// The last ended request of a call that was about changes of files; nothing: there is none.
[[nodiscard]] Result<std::optional<PastRequest>> pastChangeOf(QSqlDatabase &database,
                                                              const ProjectId &project,
                                                              const SessionId &session,
                                                              const CallId &call);

} // namespace Countersign::Permission
