// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/result.h"
#include "permission/types.h"
#include "storage/store.h"

#include <QJsonObject>

#include <optional>

/// The durable record of every decision: who or what allowed or refused what.
namespace Countersign::Permission {

enum class DecidedBy {
    Rule,
    Saved, ///< A saved approval.
    Person,
    Automatic, ///< An answer settled beforehand (--auto, an answers file).
    Nobody, ///< Refused because there was nobody to ask.
    Interrupted, ///< The run ended while the question was open: no decision; nothing was done.
};
[[nodiscard]] QString decidedByName(DecidedBy decidedBy); ///< "rule", "saved", "person", …

/// One row of the log: one resource of one call. Rows are added, never changed.
struct Decision
{
    qint64 id = 0; ///< Ascending; given by the database.
    qint64 time = 0; ///< Milliseconds since the epoch.
    ProjectId project;
    SessionId session;
    QString agent;
    CallId call;
    RequestId request; ///< Empty when nobody was asked.
    QString action;
    QString resource; ///< Empty when the call named none.
    Effect effect = Effect::Deny; ///< What became of the call; Ask: the question was interrupted.
    DecidedBy decidedBy = DecidedBy::Rule;
    QString answer; ///< "once", "always", "reject"; empty when nobody was asked.
    QString rule; ///< The rule that decided or made us ask, as ruleText(); may be empty.
    QString source; ///< Where that rule is written, or the saved approval's id.
    QString message; ///< The person's words, the rule's hint, or what this was a consequence of.
    friend bool operator==(const Decision &, const Decision &) = default;
};

struct DecisionFilter
{
    std::optional<ProjectId> project;
    std::optional<SessionId> session;
    int newest = -1; ///< Only this many of the newest; -1: all.
};

/// The rows that pass `filter`, oldest first. Blocking; never on the GUI thread.
[[nodiscard]] Result<QList<Decision>> decisions(Storage::Store &store,
                                                const DecisionFilter &filter);

/// Adds a row inside the caller's write job; `decision.id` is not used.
[[nodiscard]] Result<void> appendDecision(QSqlDatabase &database, const Decision &decision);

/// One object for export as JSON lines; names as the columns.
[[nodiscard]] QJsonObject toJson(const Decision &decision);

} // namespace Countersign::Permission
