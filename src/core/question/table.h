// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/result.h"
#include "question/types.h"
#include "storage/store.h"

/// Forms as rows of the table question.
namespace Countersign::Question {

[[nodiscard]] QList<Storage::Migration> tableMigrations();

/// Adds `request` as pending, owned by this process.
[[nodiscard]] Result<void> insertRequest(QSqlDatabase &database, const ProjectId &project,
                                         const Request &request);
/// Ends a form.
[[nodiscard]] Result<void> closeRequest(QSqlDatabase &database, const Ended &ended,
                                        Permission::Answerer by, qint64 time);
/// The project's pending forms whose process is gone, oldest first.
[[nodiscard]] Result<QList<Request>> abandonedRequests(QSqlDatabase &database,
                                                       const ProjectId &project);

} // namespace Countersign::Question
