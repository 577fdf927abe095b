// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/result.h"
#include "base/wait.h"

#include <QList>

#include <algorithm>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <utility>

namespace Countersign {

/// The requests that a service's callers wait on until somebody ends them, oldest first. Each is
/// waiting (anyone may take it), then taken (one thread is making its end durable), then ended with
/// the Result<Value> that its caller returns. So of two replies at once exactly one finds a request,
/// and a stop never overtakes a reply. Thread-safe; no lock is held when a method returns.
template<class Request, class Value>
class PendingRequests
{
public:
    class Entry
    {
    public:
        explicit Entry(Request asked) : request(std::move(asked)) { }
        const Request request;

    private:
        friend class PendingRequests;
        enum class State { Waiting, Taken, Ended };
        State m_state = State::Waiting; // As the next, guarded by the mutex.
        Result<Value> m_outcome;
    };
    using EntryPtr = std::shared_ptr<Entry>;
    using Entries = QList<EntryPtr>;

    /// A call that is inside; close() waits until it is destroyed.
    class Stay
    {
    public:
        explicit Stay(PendingRequests &requests) : m_requests(&requests) { }
        Stay(Stay &&other) noexcept : m_requests(std::exchange(other.m_requests, nullptr)) { }
        Stay &operator=(Stay &&) = delete;
        ~Stay()
        {
            if (!m_requests)
                return;
            // Notifies under the lock: close() must not return before the notification is over.
            const std::lock_guard lock(m_requests->m_mutex);
            --m_requests->m_inside;
            m_requests->m_changed.notify_all();
        }

    private:
        PendingRequests *m_requests; // Not owned; null after a move.
    };

    /// `pool` is the pool whose threads wait here; may be null.
    explicit PendingRequests(QThreadPool *pool) : m_pool(pool) { }

    /// Lets a call in; nothing when close() was called or a stop is requested.
    [[nodiscard]] std::optional<Stay> enter(const std::stop_token &stop)
    {
        const std::lock_guard lock(m_mutex);
        if (m_closing || stop.stop_requested())
            return {};
        ++m_inside;
        return std::optional<Stay>(std::in_place, *this);
    }

    void add(const EntryPtr &entry)
    {
        const std::lock_guard lock(m_mutex);
        m_entries.append(entry);
    }

    /// Blocks until `entry` is ended (returns the outcome), or until a stop or close(): returns
    /// nothing then, and the entry is taken for the caller, who ends it.
    [[nodiscard]] std::optional<Result<Value>> await(const EntryPtr &entry,
                                                     const std::stop_token &stop)
    {
        const PoolSlotRelease slot(m_pool);
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, stop,
                       [&] { return entry->m_state == Entry::State::Ended || m_closing; });
        // Whoever took the request is making its end durable: that end holds, a stop comes too late.
        m_changed.wait(lock, [&] { return entry->m_state != Entry::State::Taken; });
        if (entry->m_state == Entry::State::Ended)
            return entry->m_outcome;
        entry->m_state = Entry::State::Taken;
        return {};
    }

    /// The entry among `entries` whose request has this id; null when there is none.
    template<class Id>
    [[nodiscard]] static EntryPtr find(const Entries &entries, const Id &id)
    {
        const auto found = std::find_if(entries.begin(), entries.end(),
                                        [&id](const EntryPtr &e) { return e->request.id == id; });
        return found == entries.end() ? EntryPtr() : *found;
    }

    /// Takes, in one step, what `choose` picks: a Result<Entries> from the waiting Entries that it is
    /// given, oldest first. It runs under the lock, so it must not call out. The caller ends each
    /// taken entry, or gives it back.
    template<class Choose>
    [[nodiscard]] Result<Entries> take(Choose choose)
    {
        const std::lock_guard lock(m_mutex);
        Result<Entries> chosen = choose(waitingLocked());
        if (chosen) {
            for (const EntryPtr &entry : std::as_const(*chosen))
                entry->m_state = Entry::State::Taken;
        }
        return chosen;
    }

    /// Takes `entry` if it still waits.
    [[nodiscard]] bool takeOne(const EntryPtr &entry)
    {
        const std::lock_guard lock(m_mutex);
        if (entry->m_state != Entry::State::Waiting)
            return false;
        entry->m_state = Entry::State::Taken;
        return true;
    }

    void giveBack(const Entries &taken)
    {
        {
            const std::lock_guard lock(m_mutex);
            for (const EntryPtr &entry : taken)
                entry->m_state = Entry::State::Waiting;
        }
        m_changed.notify_all();
    }

    void end(const EntryPtr &taken, const Result<Value> &outcome)
    {
        {
            const std::lock_guard lock(m_mutex);
            taken->m_outcome = outcome;
            taken->m_state = Entry::State::Ended;
            m_entries.removeOne(taken);
        }
        m_changed.notify_all();
    }

    [[nodiscard]] Entries waiting() const
    {
        const std::lock_guard lock(m_mutex);
        return waitingLocked();
    }

    [[nodiscard]] QList<Request> requests() const ///< Those that wait.
    {
        QList<Request> requests;
        const Entries entries = waiting();
        for (const EntryPtr &entry : entries)
            requests.append(entry->request);
        return requests;
    }

    /// Lets nobody in any more, ends the waits, and blocks until every call has left.
    void close()
    {
        std::unique_lock lock(m_mutex);
        m_closing = true;
        m_changed.notify_all();
        m_changed.wait(lock, [this] { return m_inside == 0; });
    }

private:
    [[nodiscard]] Entries waitingLocked() const
    {
        Entries waiting;
        for (const EntryPtr &entry : m_entries) {
            if (entry->m_state == Entry::State::Waiting)
                waiting.append(entry);
        }
        return waiting;
    }

    QThreadPool *const m_pool; // Not owned.
    mutable std::mutex m_mutex;
    std::condition_variable_any m_changed;
    Entries m_entries; // Without ended ones.
    int m_inside = 0;
    bool m_closing = false;
};

} // namespace Countersign
