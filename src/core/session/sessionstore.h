// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/clock.h"
#include "base/result.h"
#include "session/types.h"
#include "storage/store.h"

#include <QList>
#include <QSet>
#include <QString>

#include <functional>
#include <mutex>
#include <optional>

/// The durable conversation: an event log and the tables that are projected from it.
namespace Countersign::Session {

/// A prompt that has been accepted and not yet become a message.
struct PendingInput
{
    MessageId id;
    QString text;
    qint64 created = 0;
    QString agent; ///< Who answers it and what follows it; empty: the one before.
    friend bool operator==(const PendingInput &, const PendingInput &) = default;
};

/// Sessions in the database. Every change is one event appended together with its projection, in one
/// transaction. Thread-safe; blocking unless said otherwise. Errors: Storage, NotFound.
class SessionStore
{
public:
    /// `store` outlives this.
    explicit SessionStore(Storage::Store &store, const Clock &clock = Clock::system());

    [[nodiscard]] static QList<Storage::Migration> migrations();

    [[nodiscard]] Result<void> create(const Info &info);
    [[nodiscard]] Result<std::optional<Info>> find(const SessionId &session);
    [[nodiscard]] Result<QList<Info>> list(const ProjectId &project); ///< Newest first.
    [[nodiscard]] Result<QList<Message>> messages(const SessionId &session);

    /// Accepts a prompt durably; it becomes a message at the next safe boundary of the run.
    [[nodiscard]] Result<void> admit(const SessionId &session, const PendingInput &input);
    /// Turns all accepted prompts into user messages and returns them, oldest first. The agent of the
    /// last one is the session's from then on; `agent` is the one before.
    [[nodiscard]] Result<QList<Message>> promote(const SessionId &session, const QString &agent);
    /// Replaces the session's list; false when there is no such session, and nothing was kept.
    [[nodiscard]] Result<bool> setTodos(const SessionId &session, const QList<Todo> &todos);
    [[nodiscard]] Result<QList<Todo>> todos(const SessionId &session); ///< In the agent's order.
    /// Whether admit() accepted a prompt since the last promote(). Never blocks. Knows this object's
    /// prompts only: what an earlier process left waiting is found by promote() alone.
    [[nodiscard]] bool hasNewInput(const SessionId &session) const;
    [[nodiscard]] Result<void> rename(const SessionId &session, const QString &title);

    /// Takes the session for this process (`owner`: its processMark()). Stale with the other owner in
    /// `detail` when a living process has it.
    [[nodiscard]] Result<void> claim(const SessionId &session, const QString &owner);
    [[nodiscard]] Result<void> release(const SessionId &session);
    /// Ends what a dead process left open: its unfinished calls and messages become interrupted.
    /// Sessions of living processes are left alone. Returns the sessions that were mended.
    [[nodiscard]] Result<QList<SessionId>> recover();

    /// A turn begins. Queued: it is durable before anything that is written later.
    void stepStarted(const SessionId &session, const Message &assistant);
    /// The parts `from` … end of `message` have their final text, or a call is now recorded: durable
    /// on return. Must come before a call's side effect.
    [[nodiscard]] Result<void> callsCalled(const SessionId &session, const Message &message,
                                           int from);

    /// Told on the storage thread when a queued change could not be stored.
    using OnFailure = std::function<void(const Error &)>;
    /// One call has its result. Queued: durable before anything that is written later, so before
    /// callsCalled() of the next turn returns, and with it before the next side effect.
    void callSettled(const SessionId &session, const MessageId &message, int index,
                     const CallPart &call, OnFailure onFailure);
    /// The turn is over: the head and the parts from `from` on. Queued, as callSettled().
    void stepEnded(const SessionId &session, const Message &message, int from, OnFailure onFailure);
    /// A remark of the program in the conversation; durable on return.
    [[nodiscard]] Result<void> noticed(const SessionId &session, const Message &notice);

private:
    Storage::Store &m_store; // Not owned.
    const Clock &m_clock; // Not owned.
    mutable std::mutex m_mutex;
    QSet<QString> m_newInput; ///< Guarded: sessions with prompts admitted since the last promote().
};

} // namespace Countersign::Session
