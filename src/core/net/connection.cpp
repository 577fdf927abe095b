// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "net/connection.h"

#include "net/inflater.h"
#include "net/proxy.h"

#include <QNetworkProxy>
#include <QSslError>
#include <QSslSocket>
#include <QTcpSocket>

#include <algorithm>
#include <cerrno>

#include <sys/socket.h>

namespace Countersign::Net {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr qint64 kSocketBuffer = 256 * 1024; // Read-ahead of a socket while its caller is busy.
constexpr auto kIdleLimit = 30s; // Common servers close idle connections after 5 to 75 s.
constexpr auto kNextAddress = 3s; // Per address while there is another: most answer in 0.3 s.
constexpr auto kDrainLimit = 250ms; // The end of a chunked body usually is there already.

QUrl urlOf(const Endpoint &endpoint)
{
    QUrl url;
    url.setScheme(endpoint.tls ? u"https"_s : u"http"_s);
    url.setHost(endpoint.host);
    url.setPort(endpoint.port);
    return url;
}

QString seconds(std::chrono::milliseconds time)
{
    return QString::number(double(time.count()) / 1000.0) + u" s"_s;
}

QByteArray requestBytes(const HttpRequest &request, const Endpoint &endpoint)
{
    QByteArray target = request.url.path(QUrl::FullyEncoded).toLatin1();
    if (target.isEmpty())
        target = "/";
    if (request.url.hasQuery())
        target += '?' + request.url.query(QUrl::FullyEncoded).toLatin1();
    const bool usualPort = endpoint.port == (endpoint.tls ? 443 : 80);
    const QByteArray label = endpoint.label().toLatin1();
    const QByteArray host = usualPort ? label.first(label.lastIndexOf(':')) : label;
    QByteArray bytes;
    bytes.reserve(1024 + request.body.size());
    bytes += request.method + ' ' + target + " HTTP/1.1\r\nHost: " + host + "\r\n";
    bytes += request.acceptCompressed ? "Accept-Encoding: gzip, deflate\r\n"
                                      : "Accept-Encoding: identity\r\n";
    if (!request.body.isEmpty() || request.method == "POST" || request.method == "PUT")
        bytes += "Content-Length: " + QByteArray::number(request.body.size()) + "\r\n";
    for (const auto &[name, value] : request.headers)
        bytes += name + ": " + value + "\r\n";
    bytes += "\r\n";
    bytes += request.body;
    return bytes;
}

} // namespace

QString Endpoint::label() const
{
    const QString name = host.contains(u':') ? u'[' + host + u']' : host;
    return name + u':' + QString::number(port);
}

Connection::Connection(Endpoint endpoint, OnFreed onFreed, QObject *parent)
    : QObject(parent)
    , m_endpoint(std::move(endpoint))
    , m_onFreed(std::move(onFreed))
    // A TLS socket loads the TLS library: plain connections do without its memory and time.
    , m_socket(m_endpoint.tls ? new QSslSocket(this) : new QTcpSocket(this))
{
    m_socket->setReadBufferSize(kSocketBuffer);
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &Connection::timedOut);
    connect(m_socket, &QAbstractSocket::connected, this, [this] { m_connected = true; });
    if (m_endpoint.tls) {
        auto *tls = static_cast<QSslSocket *>(m_socket);
        connect(tls, &QSslSocket::encrypted, this, &Connection::sendRequest);
        connect(tls, &QSslSocket::sslErrors, this, [this](const QList<QSslError> &errors) {
            QStringList words; // Never ignored: the handshake fails after this.
            for (const QSslError &error : errors)
                words.append(error.errorString());
            m_tlsProblem = words.join(u"; "_s);
        });
    } else {
        connect(m_socket, &QAbstractSocket::connected, this, &Connection::sendRequest);
    }
    connect(m_socket, &QIODevice::readyRead, this, &Connection::readAvailable);
    connect(m_socket, &QAbstractSocket::errorOccurred, this, &Connection::socketEnded);
    connect(m_socket, &QAbstractSocket::disconnected, this, &Connection::socketEnded);
}

void Connection::start(std::shared_ptr<Exchange> exchange)
{
    m_exchange = std::move(exchange);
    m_parser = Http1Parser(m_exchange->request().method == "HEAD");
    m_paused = false;
    if (m_phase == Phase::New) {
        connectSocket();
    } else {
        m_reused = true;
        sendRequest();
    }
}

void Connection::connectSocket()
{
    m_phase = Phase::Connecting;
    armTimer();
    m_socket->setProxy(proxyFor(urlOf(m_endpoint)));
    // An address that was checked is connected to as it is: a name could mean another one by now.
    const QString place = m_endpoint.addresses.isEmpty()
            ? m_endpoint.host
            : m_endpoint.addresses.at(m_address).toString();
    if (m_endpoint.tls)
        static_cast<QSslSocket *>(m_socket)->connectToHostEncrypted(place, m_endpoint.port,
                                                                    m_endpoint.host);
    else
        m_socket->connectToHost(place, m_endpoint.port);
}

void Connection::tryNextAddress()
{
    if (m_phase != Phase::Connecting)
        return;
    {
        const QSignalBlocker quiet(m_socket); // This end is our own.
        m_socket->abort();
    }
    m_ended = false;
    ++m_address;
    connectSocket();
}

void Connection::sendRequest()
{
    // Without this a request of more than one segment waits 40 ms for a delayed acknowledgement.
    m_socket->setSocketOption(QAbstractSocket::LowDelayOption, 1);
    m_phase = Phase::Waiting;
    armTimer();
    m_socket->write(requestBytes(m_exchange->request(), m_endpoint));
}

void Connection::readAvailable()
{
    while (!m_paused && m_phase != Phase::Dead && m_socket->bytesAvailable() > 0) {
        const QByteArray bytes = m_socket->readAll();
        if (m_phase == Phase::Idle) { // Nothing was asked: what this says is not for us.
            free(Freed::Dead);
            return;
        }
        auto output = m_parser.feed(bytes);
        if (!output) {
            fail(output.error().code,
                 u"%1 %2. Check that the address is right and that this service speaks HTTP there."_s
                         .arg(m_endpoint.label(), output.error().message));
            return;
        }
        if (m_phase == Phase::Waiting || m_phase == Phase::Body) {
            m_phase = Phase::Body;
            armTimer();
        }
        if (output->head && m_exchange) {
            const QByteArray encoding = output->head->header("content-encoding");
            const bool understood =
                    m_exchange->request().acceptCompressed && Inflater::understands(encoding);
            if (!encoding.isEmpty() && encoding.compare("identity", Qt::CaseInsensitive) != 0
                && !understood) {
                fail(ErrorCode::Protocol,
                     u"%1 sent its answer compressed (%2), which was not asked for. Switch "
                     u"compression off there or in the proxy in between."_s.arg(
                             m_endpoint.label(), QString::fromLatin1(encoding)));
                return;
            }
            m_exchange->putHead(*std::move(output->head));
        }
        if (!output->body.isEmpty() && m_exchange && !m_exchange->putBody(output->body)) {
            m_paused = true;
            m_timer.stop();
        }
        if (m_parser.done()) {
            complete();
            return;
        }
    }
}

void Connection::socketEnded()
{
    m_ended = true;
    if (m_phase == Phase::Dead || m_paused)
        return;
    readAvailable();
    if (m_phase == Phase::Dead || m_paused)
        return;
    switch (m_phase) {
    case Phase::New:
    case Phase::Connecting:
        if (!m_connected && m_address + 1 < m_endpoint.addresses.size()) {
            m_timer.stop();
            // Not from within the socket's own signal.
            QMetaObject::invokeMethod(this, &Connection::tryNextAddress, Qt::QueuedConnection);
            return;
        }
        fail(ErrorCode::Network, connectFailure(), m_socket->errorString());
        return;
    case Phase::Waiting:
        if (m_reused && !m_parser.started()) {
            free(Freed::Retry);
            return;
        }
        fail(ErrorCode::Network,
             u"%1 closed the connection before it answered. Try again; if it stays so, look at "
             u"what that server reports."_s.arg(m_endpoint.label()),
             m_socket->errorString());
        return;
    case Phase::Body:
        // An answer without a length ends with the connection; Qt gives a reset the same code, so
        // whoever needs to know must see the end in the body itself.
        if (m_socket->error() == QAbstractSocket::RemoteHostClosedError && m_parser.closed()) {
            complete();
            return;
        }
        fail(ErrorCode::Network,
             u"The connection to %1 was lost in the middle of its answer. Try again."_s.arg(
                     m_endpoint.label()),
             m_socket->errorString());
        return;
    case Phase::Draining:
    case Phase::Idle:
    case Phase::Dead:
        free(Freed::Dead);
        return;
    }
}

QString Connection::connectFailure() const
{
    if (!m_tlsProblem.isEmpty()) {
        return u"%1 could not prove who it is: %2. Check the address, this computer's clock and "
               u"its "
               u"certificates."_s.arg(m_endpoint.label(), m_tlsProblem);
    }
    if (const QNetworkProxy proxy = m_socket->proxy();
        !proxy.hostName().isEmpty() && proxy.type() != QNetworkProxy::NoProxy) {
        return u"Could not connect to %1 through the proxy %2: %3. Check the proxy of this system "
               u"and "
               u"the address."_s.arg(m_endpoint.label(),
                                     Endpoint{false, proxy.hostName(), proxy.port()}.label(),
                                     m_socket->errorString());
    }
    return u"Could not connect to %1: %2. Check that the server runs there and that the address is "
           u"right."_s.arg(m_endpoint.label(), m_socket->errorString());
}

void Connection::timedOut()
{
    const auto give = [this](const QString &message) {
        fail(ErrorCode::Network, message);
    };
    switch (m_phase) {
    case Phase::Connecting:
        if (!m_connected && m_address + 1 < m_endpoint.addresses.size()) {
            tryNextAddress();
            return;
        }
        give(u"%1 did not accept a connection within %2. Check the address and the network."_s.arg(
                m_endpoint.label(), seconds(m_exchange->request().connectTimeout)));
        return;
    case Phase::Waiting:
        give(u"%1 did not answer within %2. It may be starting or overloaded: try again."_s.arg(
                m_endpoint.label(), seconds(m_exchange->request().firstByteTimeout)));
        return;
    case Phase::Body:
        give(u"%1 sent nothing for %2 in the middle of its answer. Try again."_s.arg(
                m_endpoint.label(), seconds(m_exchange->request().idleTimeout)));
        return;
    case Phase::New:
    case Phase::Draining:
    case Phase::Idle:
    case Phase::Dead:
        free(Freed::Dead);
        return;
    }
}

void Connection::armTimer()
{
    switch (m_phase) {
    case Phase::Connecting: {
        const auto limit = m_exchange->request().connectTimeout;
        const bool last = m_address + 1 >= m_endpoint.addresses.size();
        m_timer.start(last ? limit : std::min<std::chrono::milliseconds>(limit, kNextAddress));
        return;
    }
    case Phase::Waiting:
        m_timer.start(m_exchange->request().firstByteTimeout);
        return;
    case Phase::Body:
        m_timer.start(m_exchange->request().idleTimeout);
        return;
    case Phase::Draining:
        m_timer.start(kDrainLimit);
        return;
    case Phase::Idle:
        m_timer.start(kIdleLimit);
        return;
    case Phase::New:
    case Phase::Dead:
        m_timer.stop();
        return;
    }
}

void Connection::complete()
{
    const bool reusable = m_parser.keepsAlive() && !m_ended
            && m_socket->state() == QAbstractSocket::ConnectedState;
    const std::shared_ptr<Exchange> exchange = m_exchange;
    // Free first: a caller that sends its next request at once then finds the connection.
    free(reusable ? Freed::Reusable : Freed::Dead);
    if (exchange)
        exchange->putDone();
}

void Connection::fail(ErrorCode code, const QString &message, const QString &detail)
{
    const std::shared_ptr<Exchange> exchange = m_exchange;
    free(Freed::Dead);
    if (exchange)
        exchange->putError(Error{code, message, detail});
}

void Connection::free(Freed how)
{
    const std::shared_ptr<Exchange> exchange = std::exchange(m_exchange, nullptr);
    m_phase = how == Freed::Reusable ? Phase::Idle : Phase::Dead;
    m_paused = false;
    armTimer();
    if (m_phase == Phase::Dead)
        m_socket->abort();
    m_onFreed(this, how, exchange);
}

void Connection::resume()
{
    if (!m_paused)
        return;
    m_paused = false;
    armTimer();
    if (m_ended)
        socketEnded();
    else
        readAvailable();
}

void Connection::release()
{
    if (m_phase != Phase::Body && m_phase != Phase::Waiting) {
        abort();
        return;
    }
    m_exchange = nullptr;
    m_phase = Phase::Draining;
    m_paused = false;
    armTimer();
    if (m_ended)
        socketEnded();
    else
        readAvailable();
}

void Connection::abort()
{
    if (m_phase != Phase::Dead)
        free(Freed::Dead);
}

bool Connection::isHealthy() const
{
    if (m_ended || m_socket->state() != QAbstractSocket::ConnectedState
        || m_socket->bytesAvailable() > 0)
        return false;
    char byte = 0;
    const auto descriptor = int(m_socket->socketDescriptor());
    const ssize_t seen = ::recv(descriptor, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    if (seen < 0)
        return errno == EAGAIN || errno == EWOULDBLOCK;
    // Under TLS the server may have sent a session ticket; in the clear nothing was due.
    return seen > 0 && m_endpoint.tls;
}

} // namespace Countersign::Net
