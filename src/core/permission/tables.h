// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/result.h"
#include "permission/types.h"
#include "storage/store.h"

/// The service's tables, and the saved approvals in them.
namespace Countersign::Permission {

[[nodiscard]] QList<Storage::Migration> tableMigrations();

/// The saved approvals of a project, oldest first.
[[nodiscard]] Result<QList<SavedApproval>> readApprovals(QSqlDatabase &database,
                                                         const ProjectId &project);
/// Adds one; nothing happens when the project has it already.
[[nodiscard]] Result<void> insertApproval(QSqlDatabase &database, const SavedApproval &approval);
/// NotFound when the project has no such approval.
[[nodiscard]] Result<void> deleteApproval(QSqlDatabase &database, const ProjectId &project,
                                          const ApprovalId &id);
[[nodiscard]] Result<void> touchApproval(QSqlDatabase &database, const ApprovalId &id, qint64 time);

/// The rules that saved approvals stand for: each allows, and its source is its id.
[[nodiscard]] Ruleset rulesOf(const QList<SavedApproval> &approvals);

} // namespace Countersign::Permission
