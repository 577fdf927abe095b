// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "base/callqueue.h"

#include <QCoreApplication>
#include <QEvent>
#include <QThreadPool>

#include <atomic>
#include <memory>

namespace Countersign {

void CallQueue::post(std::function<void()> call)
{
    {
        const std::lock_guard lock(m_mutex);
        m_calls.push_back(std::move(call));
    }
    wake();
}

void CallQueue::wake()
{
    QCoreApplication::postEvent(this, new QEvent(QEvent::User));
}

void CallQueue::customEvent(QEvent * /*event*/)
{
    // One event, one call: a call that runs an event loop of its own leaves the others in order.
    std::function<void()> call;
    {
        const std::lock_guard lock(m_mutex);
        call = std::move(m_calls.front());
        m_calls.pop_front();
    }
    call();
}

void startOn(QThreadPool &pool, std::function<void()> task)
{
    struct Handed
    {
        std::function<void()> task;
        std::atomic<bool> ready = false;
    };
    auto handed = std::make_unique<Handed>();
    handed->task = std::move(task);
    handed->ready.store(true, std::memory_order_release);
    // A plain pointer lies within the pool's own memory, which no code of ours reads before the flag.
    pool.start([raw = handed.release()] {
        const std::unique_ptr<Handed> own(raw);
        if (own->ready.load(std::memory_order_acquire)) // It is; what was written before, is seen.
            own->task();
    });
}

} // namespace Countersign
