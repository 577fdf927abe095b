// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "review/background.h"

#include <algorithm>
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

Background::Ticket Background::start(Job job, Urgency urgency)
{
    const auto ticket = Ticket(++m_tickets);
    m_wanted.insert(ticket);
    {
        const std::scoped_lock lock(m_mutex);
        (urgency == Urgency::Now ? m_now : m_later)
                .push_back({ticket, std::stop_source(), std::move(job)});
    }
    m_wake.notify_one();
    if (!m_thread.joinable())
        m_thread = std::jthread([this](const std::stop_token &end) { work(end); });
    return ticket;
}

void Background::cancel(Ticket ticket)
{
    if (m_wanted.erase(ticket) == 0)
        return;
    std::stop_source running{std::nostopstate};
    Entry dropped; // Destroyed without the lock: a job may own large values.
    {
        const std::scoped_lock lock(m_mutex);
        if (m_running == ticket)
            running = m_stop;
        for (std::deque<Entry> *entries : {&m_now, &m_later}) {
            const auto found =
                    std::find_if(entries->begin(), entries->end(),
                                 [ticket](const Entry &entry) { return entry.ticket == ticket; });
            if (found != entries->end()) {
                dropped = std::move(*found);
                entries->erase(found);
            }
        }
    }
    running.request_stop();
}

void Background::cancel()
{
    m_wanted.clear();
    std::stop_source running{std::nostopstate};
    std::deque<Entry> dropped;
    std::deque<Entry> droppedToo;
    {
        const std::scoped_lock lock(m_mutex);
        running = m_stop;
        dropped.swap(m_now);
        droppedToo.swap(m_later);
    }
    running.request_stop();
}

std::optional<Background::Entry> Background::take(const std::stop_token &end)
{
    std::unique_lock lock(m_mutex);
    m_running = Ticket::None;
    m_stop = std::stop_source(std::nostopstate);
    if (!m_wake.wait(lock, end, [this] { return !m_now.empty() || !m_later.empty(); }))
        return {};
    std::deque<Entry> &entries = m_now.empty() ? m_later : m_now;
    Entry next = std::move(entries.front());
    entries.pop_front();
    m_running = next.ticket;
    m_stop = next.stop;
    return next;
}

void Background::work(const std::stop_token &end)
{
    while (std::optional<Entry> next = take(end))
        deliver(next->ticket, next->job(next->stop.get_token()));
}

void Background::deliver(Ticket ticket, Delivery delivery)
{
    m_deliveries.post([this, ticket, delivery = std::move(delivery)] {
        if (m_wanted.erase(ticket) > 0 && delivery)
            delivery();
    });
}

} // namespace Countersign::Review
