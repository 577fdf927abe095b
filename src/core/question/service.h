// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/clock.h"
#include "base/result.h"
#include "question/types.h"
#include "storage/store.h"

#include <QObject>

#include <memory>
#include <stop_token>

class QThreadPool;

namespace Countersign::Question {

/// The questions of one Location's agents: asked, waited for, answered or dismissed, and kept in the
/// database. Whether an agent may ask at all is the permission service's matter. Every method is
/// thread-safe; signals are emitted on the thread that caused them, with no lock held, and carry
/// values: connect queued.
class Service final : public QObject
{
    Q_OBJECT
public:
    /// `store` outlives the service. `pool` is the pool whose threads wait here; may be null.
    Service(Storage::Store &store, ProjectId project, QThreadPool *pool,
            const Clock &clock = Clock::system());
    ~Service() override; ///< Ends every pending form as interrupted.

    [[nodiscard]] static QList<Storage::Migration> migrations();

    /// Asks and waits for the answers, without a time limit. Blocking; on the engine's pool. Errors:
    /// InvalidInput (a form that cannot be asked), Denied (dismissed with words: message for the
    /// model), Declined (dismissed without words: the run stops), Cancelled (stop requested), Storage.
    [[nodiscard]] Result<Answers> ask(const Inquiry &inquiry, std::stop_token stop);

    /// Answers or dismisses a pending form. NotFound when it is not pending (answered, interrupted or
    /// unknown); InvalidInput when the answers do not fit it: it stays pending then.
    [[nodiscard]] Result<void> reply(const QuestionId &id, const Reply &reply);

    [[nodiscard]] QList<Request> pending() const; ///< Oldest first.

    /// Marks the forms that a crash left pending as interrupted; returns them. Call once at start.
    [[nodiscard]] Result<QList<Request>> recover();

Q_SIGNALS:
    void asked(const Countersign::Question::Request &request);
    void ended(const Countersign::Question::Ended &ended);

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace Countersign::Question
