// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "permission/decisionlog.h"
#include "permission/service.h"
#include "support/scratch.h"

#include <QObject>

#include <atomic>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>

namespace Countersign::Test {

/// A database, a clock, and services over it whose agents all have the rules in `rules`.
class Gate
{
public:
    Gate();

    [[nodiscard]] std::unique_ptr<Permission::Service> service(const QString &project = {});
    void setRules(const Permission::Ruleset &rules);
    /// The single text of a column, for rows that no function reads.
    [[nodiscard]] QString text(const QString &sql, const QVariantList &values = {});
    [[nodiscard]] QList<Permission::Decision> log();

    ManualClock clock{1000};
    std::unique_ptr<Storage::Store> store; // Before the services in the tests: outlives them.

private:
    Scratch m_scratch;
    std::mutex m_mutex;
    Permission::Ruleset m_rules; ///< Guarded by m_mutex.
};

/// One blocking require() on a thread of its own.
class Call
{
public:
    Call(Permission::Service &service, const Permission::Inquiry &inquiry);
    /// Waits for the end of the call.
    [[nodiscard]] Result<Permission::Grant> result();
    [[nodiscard]] bool isOver() const { return m_over.load(); }
    void stop() { m_thread.request_stop(); }

private:
    Result<Permission::Grant> m_result; // Read after joining only.
    std::atomic<bool> m_over = false;
    std::jthread m_thread;
};

/// Keeps what a service has signalled; direct, so on whatever thread caused it.
class Witness : public QObject
{
    Q_OBJECT
public:
    explicit Witness(Permission::Service &service);
    [[nodiscard]] QList<Permission::Request> asked() const;
    [[nodiscard]] QList<Permission::Replied> replied() const;

private:
    mutable std::mutex m_mutex;
    QList<Permission::Request> m_asked;
    QList<Permission::Replied> m_replied;
};

/// An inquiry of the agent "build" in the session `session`.
[[nodiscard]] Permission::Inquiry inquiry(const QString &action, const QStringList &resources,
                                          const QString &session = QStringLiteral("ses_1"));

} // namespace Countersign::Test
