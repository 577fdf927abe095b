// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <condition_variable>
#include <mutex>
#include <optional>
#include <stop_token>

class QThreadPool;

namespace Countersign {

/// A value that one thread gives once and another waits for. A stop request ends the wait.
/// Thread-safe; built on std primitives so that thread checkers understand it.
template<class T>
class Deferred
{
public:
    /// Gives the value; false when one was given already (the first one stays).
    bool set(T value)
    {
        // Notifying under the lock lets the waiting side destroy this object as soon as wait() returns.
        const std::lock_guard lock(m_mutex);
        if (m_value)
            return false;
        m_value = std::move(value);
        m_ready.notify_all();
        return true;
    }

    /// Blocks until a value was given (returns it) or a stop was requested (returns nothing).
    /// A value that is there wins over a stop.
    [[nodiscard]] std::optional<T> wait(std::stop_token stop)
    {
        std::unique_lock lock(m_mutex);
        m_ready.wait(lock, stop, [this] { return m_value.has_value(); });
        return m_value;
    }

private:
    std::mutex m_mutex;
    std::condition_variable_any m_ready;
    std::optional<T> m_value;
};

/// While alive, the calling pool thread does not count against its pool's limit, so that other
/// work can start while this thread waits (for a person, a child, a stream). `pool` may be null.
/// Create it only on a thread of that pool.
class PoolSlotRelease
{
public:
    explicit PoolSlotRelease(QThreadPool *pool);
    ~PoolSlotRelease();
    PoolSlotRelease(const PoolSlotRelease &) = delete;
    PoolSlotRelease &operator=(const PoolSlotRelease &) = delete;

private:
    QThreadPool *m_pool; // Not owned.
};

} // namespace Countersign
