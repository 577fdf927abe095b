// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/callqueue.h"

#include <QObject>

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>

namespace Countersign::Review {

/// One background thread for values that widgets need, started with the first job and ended with
/// this object. Jobs run in order; their results come back to the thread of this object.
class Background final : public QObject
{
    Q_OBJECT
public:
    /// Runs on the thread of this object; may be empty (nothing to deliver).
    using Delivery = std::function<void()>;
    /// Runs in the background; must touch no object of another thread.
    using Job = std::function<Delivery(const std::stop_token &)>;

    explicit Background(QObject *parent = nullptr);
    ~Background() override; ///< Stops the running job and waits for its end.

    void start(Job job);
    /// Forgets all jobs: waiting ones never run, the running one is told to stop, and what it
    /// would deliver is dropped.
    void cancel();

private:
    struct Waiting
    {
        quint64 generation;
        std::stop_token stop;
        Job job;
    };
    void work(const std::stop_token &end);
    void deliver(quint64 generation, Delivery delivery);

    CallQueue m_deliveries; ///< Outlives the thread.
    std::atomic<quint64> m_generation = 0;
    std::stop_source m_stop; ///< Of the current generation; this object's thread only.
    std::mutex m_mutex;
    std::condition_variable_any m_wake;
    std::deque<Waiting> m_waiting;
    std::jthread m_thread;
};

} // namespace Countersign::Review
