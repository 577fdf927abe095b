// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "net/networkthread.h"

#include "net/connection.h"

#include <QEventLoop>
#include <QHash>
#include <QSocketNotifier>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <sys/eventfd.h>
#include <unistd.h>

namespace Countersign::Net {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype kIdlePerHost = 8; // Kept for the next requests; in use there may be any number.

Endpoint endpointOf(const HttpRequest &request)
{
    const bool tls = request.url.scheme() == u"https"_s;
    return {tls, request.url.host(QUrl::FullyEncoded), quint16(request.url.port(tls ? 443 : 80)),
            request.addresses};
}

} // namespace

/// The connections, on the network thread only.
class NetworkThread::Pool : public QObject
{
public:
    void start(const std::shared_ptr<Exchange> &exchange)
    {
        const Endpoint endpoint = endpointOf(exchange->request());
        QList<Connection *> idle = m_idle.take(endpoint);
        while (!idle.isEmpty()) {
            Connection *connection = idle.takeLast(); // The freshest.
            if (connection->isHealthy()) {
                if (!idle.isEmpty())
                    m_idle.insert(endpoint, idle);
                use(connection, exchange);
                return;
            }
            connection->abort();
        }
        startFresh(exchange);
    }

    /// The connection that carries `exchange`, or null when it has ended.
    [[nodiscard]] Connection *carrier(const std::shared_ptr<Exchange> &exchange) const
    {
        return m_active.value(exchange.get());
    }

    void endAll()
    {
        for (const auto &exchange : std::exchange(m_exchanges, {}))
            exchange->putError(
                    Error{ErrorCode::Cancelled, u"The program is closing its connections."_s, {}});
    }

private:
    void startFresh(const std::shared_ptr<Exchange> &exchange)
    {
        auto *connection = new Connection(
                endpointOf(exchange->request()),
                [this](Connection *c, Connection::Freed how, const std::shared_ptr<Exchange> &e) {
                    freed(c, how, e);
                },
                this);
        use(connection, exchange);
    }

    void use(Connection *connection, const std::shared_ptr<Exchange> &exchange)
    {
        m_active.insert(exchange.get(), connection);
        m_exchanges.insert(connection, exchange);
        connection->start(exchange);
    }

    void freed(Connection *connection, Connection::Freed how,
               const std::shared_ptr<Exchange> &exchange)
    {
        if (const auto held = m_exchanges.take(connection))
            m_active.remove(held.get());
        QList<Connection *> idle = m_idle.take(connection->endpoint());
        idle.removeAll(connection);
        const bool kept = how == Connection::Freed::Reusable && idle.size() < kIdlePerHost;
        if (kept)
            idle.append(connection);
        if (!idle.isEmpty()) // A page is read from each of many hosts, most of them once.
            m_idle.insert(connection->endpoint(), idle);
        if (kept)
            return;
        connection->deleteLater();
        if (how == Connection::Freed::Retry && exchange)
            startFresh(exchange);
    }

    QHash<const Exchange *, Connection *> m_active;
    QHash<Connection *, std::shared_ptr<Exchange>> m_exchanges;
    QHash<Endpoint, QList<Connection *>> m_idle;
};

NetworkThread::~NetworkThread()
{
    shutDown();
}

Result<void> NetworkThread::start(const std::shared_ptr<Exchange> &exchange)
{
    const std::lock_guard lock(m_mutex);
    if (m_shutDown)
        return failure(ErrorCode::Cancelled, u"The program is closing its connections."_s);
    if (m_wakeFd < 0) {
        m_wakeFd = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
        if (m_wakeFd < 0) {
            return failure(ErrorCode::Io,
                           u"The network could not be used: the system gave no file descriptor. "
                           u"Close other programs or raise the limit of open files."_s,
                           QString::fromLocal8Bit(std::strerror(errno)));
        }
        m_thread = std::thread([this] { run(); });
    }
    m_orders.append({Order::Start, exchange});
    wake();
    return {};
}

void NetworkThread::resume(const std::shared_ptr<Exchange> &exchange)
{
    give(Order::Resume, exchange);
}

void NetworkThread::release(const std::shared_ptr<Exchange> &exchange)
{
    give(Order::Release, exchange);
}

void NetworkThread::abort(const std::shared_ptr<Exchange> &exchange)
{
    give(Order::Abort, exchange);
}

void NetworkThread::shutDown()
{
    {
        const std::lock_guard lock(m_mutex);
        if (std::exchange(m_shutDown, true) || m_wakeFd < 0)
            return;
        m_orders.append({Order::Quit, nullptr});
        wake();
    }
    m_thread.join();
    const std::lock_guard lock(m_mutex);
    ::close(std::exchange(m_wakeFd, -1));
}

void NetworkThread::give(Order order, const std::shared_ptr<Exchange> &exchange)
{
    const std::lock_guard lock(m_mutex);
    if (m_shutDown)
        return;
    m_orders.append({order, exchange});
    wake();
}

void NetworkThread::wake() const
{
    // Fails only when the counter is full, and then the thread is to wake anyway.
    ::eventfd_write(m_wakeFd, 1);
}

void NetworkThread::run()
{
    QEventLoop loop; // First: it gives this thread its event dispatcher.
    Pool pool;
    QSocketNotifier notifier(m_wakeFd, QSocketNotifier::Read);
    QObject::connect(&notifier, &QSocketNotifier::activated, &pool, [&] {
        eventfd_t count = 0;
        ::eventfd_read(m_wakeFd, &count);
        Orders orders;
        {
            const std::lock_guard lock(m_mutex);
            orders.swap(m_orders);
        }
        for (const auto &[order, exchange] : std::as_const(orders)) {
            if (order == Order::Quit) {
                pool.endAll();
                loop.quit();
                return;
            }
            if (order == Order::Start) {
                pool.start(exchange);
                continue;
            }
            Connection *connection = pool.carrier(exchange);
            if (!connection)
                continue;
            switch (order) {
            case Order::Resume:
                connection->resume();
                break;
            case Order::Release:
                connection->release();
                break;
            case Order::Abort:
                connection->abort();
                break;
            case Order::Start:
            case Order::Quit:
                break;
            }
        }
    });
    loop.exec();
}

} // namespace Countersign::Net
