// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "review/background.h"

#include <utility>

namespace Countersign::Review {

Background::Background(QObject *parent) : QObject(parent) { }

Background::~Background()
{
    cancel();
    m_thread.request_stop();
    if (m_thread.joinable())
        m_thread.join();
}

void Background::start(Job job)
{
    {
        const std::scoped_lock lock(m_mutex);
        m_waiting.push_back({m_generation.load(), m_stop.get_token(), std::move(job)});
    }
    m_wake.notify_one();
    if (!m_thread.joinable())
        m_thread = std::jthread([this](const std::stop_token &end) { work(end); });
}

void Background::cancel()
{
    ++m_generation;
    m_stop.request_stop();
    m_stop = std::stop_source();
    std::deque<Waiting> dropped; // Destroyed without the lock: a job may own large values.
    const std::scoped_lock lock(m_mutex);
    dropped.swap(m_waiting);
}

void Background::work(const std::stop_token &end)
{
    while (true) {
        Waiting next;
        {
            std::unique_lock lock(m_mutex);
            if (!m_wake.wait(lock, end, [this] { return !m_waiting.empty(); }))
                return;
            next = std::move(m_waiting.front());
            m_waiting.pop_front();
        }
        Delivery delivery = next.job(next.stop);
        if (delivery && next.generation == m_generation.load())
            deliver(next.generation, std::move(delivery));
    }
}

void Background::deliver(quint64 generation, Delivery delivery)
{
    m_deliveries.post([this, generation, delivery = std::move(delivery)] {
        if (generation == m_generation.load())
            delivery();
    });
}

} // namespace Countersign::Review
