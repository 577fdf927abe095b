// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "net/exchange.h"
#include "net/http1parser.h"

#include <QHostAddress>
#include <QList>
#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>

class QTcpSocket;

namespace Countersign::Net {

/// Where a connection leads.
struct Endpoint
{
    bool tls = false;
    QString host;
    quint16 port = 0;
    /// Where to connect; empty: what a look-up of the host says. A connection to other addresses is
    /// not used again for these.
    QList<QHostAddress> addresses = {};
    /// "host:port" for people, with the brackets of an IPv6 address.
    [[nodiscard]] QString label() const;
    friend bool operator==(const Endpoint &, const Endpoint &) = default;
    friend size_t qHash(const Endpoint &endpoint, size_t seed = 0)
    {
        return qHashMulti(seed, endpoint.tls, endpoint.host, endpoint.port, endpoint.addresses);
    }
};

/// One HTTP/1.1 connection that carries one exchange at a time. Lives on the network thread.
class Connection : public QObject
{
public:
    enum class Freed {
        Reusable, ///< The answer is complete and the connection still stands.
        Dead, ///< Of no further use.
        Retry, ///< It had been kept alive and was dead before any byte of the answer: `exchange` is
        ///< to be sent again on a new one.
    };
    /// Called when the connection carries nothing any more; may be called again when an idle one dies.
    using OnFreed =
            std::function<void(Connection *, Freed, const std::shared_ptr<Exchange> &exchange)>;

    Connection(Endpoint endpoint, OnFreed onFreed, QObject *parent);

    [[nodiscard]] const Endpoint &endpoint() const { return m_endpoint; }

    /// Sends the request of `exchange`, connecting first when needed.
    void start(std::shared_ptr<Exchange> exchange);
    /// The caller took what had filled its buffer.
    void resume();
    /// The caller wants no more: what little is left of the answer is read and thrown away, so that
    /// the connection can serve again; a longer rest closes it.
    void release();
    /// Closes at once, so that the server stops working on the answer.
    void abort();
    /// Whether an idle connection still stands, asked of the operating system.
    [[nodiscard]] bool isHealthy() const;

private:
    enum class Phase { New, Connecting, Waiting, Body, Draining, Idle, Dead };

    void connectSocket();
    void tryNextAddress();
    void sendRequest();
    void readAvailable();
    void socketEnded();
    void timedOut();
    void complete();
    void fail(ErrorCode code, const QString &message, const QString &detail = {});
    void free(Freed how);
    void armTimer();
    [[nodiscard]] QString connectFailure() const;

    Endpoint m_endpoint;
    OnFreed m_onFreed;
    QTcpSocket *m_socket; // Child.
    QTimer m_timer;
    Phase m_phase = Phase::New;
    std::shared_ptr<Exchange> m_exchange;
    Http1Parser m_parser;
    qsizetype m_address = 0; ///< Of the endpoint's addresses: the one that is tried.
    bool m_connected = false; ///< Somebody listens at that address.
    QString m_tlsProblem; ///< What is wrong with the certificate.
    bool m_reused = false;
    bool m_paused = false; ///< The caller's buffer is full.
    bool m_ended = false; ///< The socket will bring nothing more.
};

} // namespace Countersign::Net
