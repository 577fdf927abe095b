// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/clock.h"
#include "base/result.h"
#include "permission/types.h"
#include "storage/store.h"

#include <QObject>

#include <functional>
#include <memory>
#include <stop_token>

class QThreadPool;

namespace Countersign::Permission {

/// The gate of one Location: decides, asks, remembers. Every method is thread-safe; signals are
/// emitted on the thread that caused them, with no lock held, and carry values: connect queued.
class Service final : public QObject
{
    Q_OBJECT
public:
    /// The rules of an agent; nothing when the agent cannot be resolved (denies everything).
    using RulesOfAgent = std::function<std::optional<Ruleset>(const QString &agent)>;

    /// `store` outlives the service. `pool` is the pool whose threads wait here; may be null.
    Service(Storage::Store &store, ProjectId project, RulesOfAgent rules, QThreadPool *pool,
            const Clock &clock = Clock::system());
    ~Service() override; ///< Ends every pending request as interrupted.

    /// The migrations of the service's tables: requests, saved approvals, decision log.
    [[nodiscard]] static QList<Storage::Migration> migrations();

    /// Asks for permission and waits for it. Blocking; on the engine's pool.
    /// Errors: Denied (a rule, or the person with words: message for the model), Declined (the
    /// person without words: the run stops), Cancelled (stop requested), Storage.
    [[nodiscard]] Result<Grant> require(const Inquiry &inquiry, std::stop_token stop);

    /// The verdict without asking and without a trace in the log.
    [[nodiscard]] Result<Explanation> explain(const QString &agent, const QString &action,
                                              const QStringList &resources);
    /// The same for what a tool would ask; uses the inquiry's agent, action, resources, other names
    /// and cautions.
    [[nodiscard]] Result<Explanation> explain(const Inquiry &inquiry);

    /// Answers a pending request, with all consequences for others. NotFound when it is not pending
    /// (answered, interrupted or unknown); InvalidInput when `save` holds what was not offered.
    [[nodiscard]] Result<void> reply(const RequestId &id, const Reply &reply);

    [[nodiscard]] QList<Request> pending() const; ///< Oldest first.

    /// Has the change of a pending request computed again and shows that in its place (-> revised): from
    /// then on answers are about it. Blocking. NotFound when it is not pending; Unsupported when its
    /// tool cannot; else the tool's reason why it does not fit any more (Stale where a text or a file is
    /// not there), and nothing is changed.
    [[nodiscard]] Result<Request> recompute(const RequestId &id, const std::stop_token &stop);

    /// What an ended call was asked about when it wanted to change files; nothing when nobody was asked.
    /// Blocking.
    [[nodiscard]] Result<std::optional<PastRequest>> pastChange(const SessionId &session,
                                                                const CallId &call);

    [[nodiscard]] Result<QList<SavedApproval>> approvals();
    [[nodiscard]] Result<void> revoke(const ApprovalId &id);

    /// Marks the requests that a crash left pending as interrupted; returns them. Call once at start.
    [[nodiscard]] Result<QList<Request>> recover();

Q_SIGNALS:
    void asked(const Countersign::Permission::Request &request);
    void revised(const Countersign::Permission::Request &request);
    void replied(const Countersign::Permission::Replied &replied);
    void approvalsChanged();

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace Countersign::Permission
