// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/result.h"
#include "net/httpstream.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <stop_token>

namespace Countersign::Net {

/// One request and its answer, shared by the caller's thread and the network thread. The network
/// thread puts, the caller takes. Thread-safe.
class Exchange
{
public:
    /// The most that waits here unread before the socket is left alone (back-pressure).
    static constexpr qsizetype kBufferLimit = 1024 * 1024;

    explicit Exchange(HttpRequest request) : m_request(std::move(request)) { }

    /// Never changes.
    [[nodiscard]] const HttpRequest &request() const { return m_request; }

    /// What arrived since the last take().
    struct Arrived
    {
        std::optional<HttpResponse> head;
        QByteArray body;
        bool done = false;
        std::optional<Error> error; ///< Comes after everything else.
        bool wasFull = false; ///< The network thread stopped reading; it wants to be told.
    };

    /// False when the buffer is full now: stop reading until resumed.
    bool putHead(HttpResponse head)
    {
        return put([&](Arrived &arrived) { arrived.head = std::move(head); });
    }
    bool putBody(const QByteArray &body)
    {
        return put([&](Arrived &arrived) { arrived.body.append(body); });
    }
    void putDone()
    {
        put([](Arrived &arrived) { arrived.done = true; });
    }
    void putError(Error error)
    {
        put([&](Arrived &arrived) { arrived.error = std::move(error); });
    }

    using Deadline = std::optional<std::chrono::steady_clock::time_point>;

    /// Waits for something; nothing when a stop was requested first or the deadline has passed. A stop
    /// wins over what arrived, and so does a deadline: a server that always sends would never end.
    [[nodiscard]] std::optional<Arrived> take(std::stop_token stop, Deadline deadline = {})
    {
        std::unique_lock lock(m_mutex);
        const auto filled = [this] {
            return m_filled;
        };
        if (deadline)
            m_something.wait_until(lock, stop, *deadline, filled);
        else
            m_something.wait(lock, stop, filled);
        if (stop.stop_requested() || !m_filled
            || (deadline && std::chrono::steady_clock::now() >= *deadline))
            return std::nullopt;
        m_filled = false;
        return std::exchange(m_arrived, {});
    }

private:
    template<class Change>
    bool put(Change change)
    {
        bool room = false;
        {
            const std::lock_guard lock(m_mutex);
            change(m_arrived);
            m_filled = true;
            room = m_arrived.body.size() < kBufferLimit;
            m_arrived.wasFull = !room;
        }
        m_something.notify_one();
        return room;
    }

    const HttpRequest m_request;
    std::mutex m_mutex;
    std::condition_variable_any m_something;
    Arrived m_arrived;
    bool m_filled = false;
};

} // namespace Countersign::Net
