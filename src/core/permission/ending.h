// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "permission/decisionlog.h"
#include "permission/types.h"

/// How an evaluation or a request ends, as rows of the tables.
namespace Countersign::Permission {

/// What ends a request: the row, the log and the signal are made from it.
struct Ending
{
    QString state; ///< As in the table.
    QString message;
    Effect effect = Effect::Deny;
    DecidedBy decidedBy = DecidedBy::Person;
    QString consequenceOf; ///< The request whose answer ended this one, if any.
    /// The verdicts that hold now; the request's own unless a saved approval has changed them.
    Explanation explanation;
};

/// One row for each resource (one without when there is none), decided by rules alone.
[[nodiscard]] QList<Decision> decisionsFor(const ProjectId &project, qint64 time,
                                           const Inquiry &inquiry, const Explanation &explanation);
/// The same for a request that has ended.
[[nodiscard]] QList<Decision> decisionsFor(const ProjectId &project, qint64 time,
                                           const Request &request, const Ending &ending);

/// Adds `rows` inside the caller's write job.
[[nodiscard]] Result<void> appendDecisions(QSqlDatabase &database, const QList<Decision> &rows);
/// Closes the request's row and logs what became of it, inside the caller's write job.
[[nodiscard]] Result<void> endRequest(QSqlDatabase &database, const ProjectId &project, qint64 time,
                                      const Request &request, const Ending &ending);

} // namespace Countersign::Permission
