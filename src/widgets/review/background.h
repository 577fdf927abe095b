// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/callqueue.h"

#include <QObject>

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <unordered_set>

namespace Countersign::Review {

/// One background thread for values that widgets need, started with the first job and ended with
/// this object. Results come back to the thread of this object, on which everything here is called.
class Background final : public QObject
{
    Q_OBJECT
public:
    /// Runs on the thread of this object; may be empty (nothing to deliver).
    using Delivery = std::function<void()>;
    /// Runs in the background; must touch no object of another thread.
    using Job = std::function<Delivery(const std::stop_token &)>;
    /// Whether a person waits for it. Jobs for Later run when no other one waits.
    enum class Urgency { Now, Later };
    enum class Ticket : quint64 { None };

    explicit Background(QObject *parent = nullptr);
    ~Background() override; ///< Stops the running job and waits for its end.

    /// Jobs of one urgency run in the order of their start.
    Ticket start(Job job, Urgency urgency = Urgency::Now);
    /// Forgets a job: it never runs, or is told to stop, and what it would deliver is dropped.
    /// Nothing happens for one that has delivered.
    void cancel(Ticket ticket);
    void cancel(); ///< All jobs.

private:
    struct Entry
    {
        Ticket ticket = Ticket::None;
        std::stop_source stop;
        Job job;
    };
    void work(const std::stop_token &end);
    [[nodiscard]] std::optional<Entry> take(const std::stop_token &end);
    void deliver(Ticket ticket, Delivery delivery);

    CallQueue m_deliveries; ///< Outlives the thread.
    quint64 m_tickets = 0; ///< Given so far; this object's thread only, as m_wanted is.
    std::unordered_set<Ticket> m_wanted; ///< Jobs whose result has not come and was not forgotten.
    std::mutex m_mutex; ///< For what follows but the thread.
    std::condition_variable_any m_wake;
    std::deque<Entry> m_now;
    std::deque<Entry> m_later;
    Ticket m_running = Ticket::None;
    std::stop_source m_stop{std::nostopstate}; ///< Of the running job.
    std::jthread m_thread;
};

} // namespace Countersign::Review
