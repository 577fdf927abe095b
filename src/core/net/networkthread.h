// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/result.h"
#include "net/exchange.h"

#include <QList>

#include <memory>
#include <mutex>
#include <thread>

namespace Countersign::Net {

/// The one network thread: an event loop with the connections in it, started at the first request.
/// Orders cross by a queue under a std::mutex and an eventfd, so that thread checkers see the
/// hand-over. Thread-safe.
class NetworkThread
{
public:
    NetworkThread() = default;
    ~NetworkThread(); ///< As shutDown().
    NetworkThread(const NetworkThread &) = delete;
    NetworkThread &operator=(const NetworkThread &) = delete;

    /// Begins an exchange. Errors: Io when the thread cannot be made, Cancelled after shutDown().
    [[nodiscard]] Result<void> start(const std::shared_ptr<Exchange> &exchange);
    void resume(const std::shared_ptr<Exchange> &exchange); ///< See Connection::resume().
    void release(const std::shared_ptr<Exchange> &exchange); ///< See Connection::release().
    void abort(const std::shared_ptr<Exchange> &exchange); ///< See Connection::abort().

    /// Ends what runs with ErrorCode::Cancelled and joins the thread.
    void shutDown();

private:
    enum class Order { Start, Resume, Release, Abort, Quit };
    using Orders = QList<std::pair<Order, std::shared_ptr<Exchange>>>;
    class Pool;

    void give(Order order, const std::shared_ptr<Exchange> &exchange);
    void wake() const; // With m_mutex held.
    void run();

    std::mutex m_mutex;
    Orders m_orders;
    int m_wakeFd = -1;
    bool m_shutDown = false;
    std::thread m_thread;
};

} // namespace Countersign::Net
