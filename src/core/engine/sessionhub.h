// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/result.h"
#include "session/runner.h"
#include "session/types.h"

#include <QHash>
#include <QObject>
#include <QSet>

#include <condition_variable>
#include <memory>
#include <mutex>
#include <stop_token>

namespace Countersign {

/// The sessions of a Location that are open in this process: at most one run each, prompts during a
/// run join it, status for people. Commands are thread-safe and return at once; signals come from
/// pool threads with no lock held.
class SessionHub final : public QObject
{
    Q_OBJECT
public:
    SessionHub(Session::RunnerServices services, ProjectId project, QString directory,
               QString model);
    ~SessionHub() override;

    [[nodiscard]] SessionId create(const QString &agent);
    void prompt(const SessionId &session, const QString &text, const QString &agent);
    void interrupt(const SessionId &session);
    /// Stops every run and waits until the last one has ended.
    void shutDown();
    /// Stopped by shutDown().
    [[nodiscard]] std::stop_token stopToken() const { return m_stop.get_token(); }

    /// Fills in the live status of stored sessions.
    void addStatus(QList<Session::Info> &sessions) const;

    /// A call waits for a person, or waits no longer; `wait` is the request's or question's id.
    void waitBegan(const SessionId &session, const QString &wait, const MessageId &message,
                   const CallId &call);
    void waitEnded(const SessionId &session, const QString &wait);

Q_SIGNALS:
    void sessionChanged(const Countersign::Session::Info &session);
    void messageChanged(const Countersign::SessionId &session,
                        const Countersign::Session::Message &message);
    void partChanged(const Countersign::SessionId &session, const Countersign::MessageId &message,
                     int index, const Countersign::Session::Part &part);
    void textAppended(const Countersign::SessionId &session, const Countersign::MessageId &message,
                      int index, const QString &delta);
    void todosChanged(const Countersign::SessionId &session, const QList<Countersign::Todo> &todos);
    void runEnded(const Countersign::Session::RunEnded &ended);
    void failed(const Countersign::Error &error);

private:
    class Relay;
    struct Waiting
    {
        MessageId message;
        CallId call;
    };
    struct Active
    {
        std::stop_source stop;
        std::shared_ptr<Session::Runner> runner; ///< Null until the run has begun.
        bool again = false; ///< A prompt came: look once more before ending.
        QHash<QString, Waiting> waiting; ///< What a person is being asked.
    };
    struct Known
    {
        Session::Info info;
        bool stored = false;
    };
    struct Prompt
    {
        SessionId session;
        Session::PendingInput input;
    };

    void admitNext();
    [[nodiscard]] Result<Session::Info> ensureStored(const Prompt &prompt);
    void runLoop(const SessionId &session);
    [[nodiscard]] Session::RunEnded runOnce(const SessionId &session, std::stop_token stop);
    void announce(const SessionId &session);
    [[nodiscard]] Session::Status statusOf(const SessionId &session) const; ///< With m_mutex held.

    const Session::RunnerServices m_services;
    const ProjectId m_project;
    const QString m_directory;
    const QString m_model;
    const QString m_owner;
    std::unique_ptr<Relay> m_relay;
    std::stop_source m_stop;

    std::mutex m_admitMutex; ///< Prompts become durable in the order in which they were given.
    mutable std::mutex m_mutex;
    std::condition_variable m_idle;
    QList<Prompt> m_prompts; ///< Given and not yet durable.
    QHash<SessionId, Active> m_active;
    QHash<SessionId, Known> m_known; ///< Created or used in this process.
    QSet<SessionId> m_failed; ///< Their last run failed.
};

} // namespace Countersign
