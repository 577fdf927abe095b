// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "support/fakeserver.h"

#include <array>
#include <cstring>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

namespace Countersign::Test {

using namespace Qt::StringLiterals;

namespace {

constexpr auto kPatience = std::chrono::seconds(10);

void sendAll(int descriptor, const QByteArray &bytes)
{
    for (qsizetype sent = 0; sent < bytes.size();) {
        const ssize_t now = ::send(descriptor, bytes.constData() + sent,
                                   size_t(bytes.size() - sent), MSG_NOSIGNAL);
        if (now <= 0)
            return; // The client went away: what it does then is what is tested.
        sent += now;
    }
}

void reset(int descriptor)
{
    const linger hard{1, 0};
    ::setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &hard, sizeof(hard));
}

} // namespace

QByteArray FakeServer::Request::header(const QByteArray &name) const
{
    for (const QByteArray &line : head.split('\n')) {
        const qsizetype colon = line.indexOf(':');
        if (colon > 0 && line.first(colon).trimmed().compare(name, Qt::CaseInsensitive) == 0)
            return line.sliced(colon + 1).trimmed();
    }
    return {};
}

FakeServer::FakeServer(QList<Answer> answers) : m_answers(std::move(answers))
{
    m_stop = ::eventfd(0, EFD_CLOEXEC);
    m_listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof(address);
    sockaddr generic{};
    static_assert(sizeof(generic) == sizeof(address));
    std::memcpy(&generic, &address, sizeof(address));
    if (m_stop < 0 || ::bind(m_listener, &generic, size) != 0 || ::listen(m_listener, 32) != 0
        || ::getsockname(m_listener, &generic, &size) != 0)
        qFatal("the fake server cannot listen: %s", std::strerror(errno));
    std::memcpy(&address, &generic, sizeof(address));
    m_port = ntohs(address.sin_port);
    m_acceptor = std::thread([this] { accept(); });
}

FakeServer::~FakeServer()
{
    ::eventfd_write(m_stop, 1);
    m_acceptor.join();
    for (std::thread &connection : m_connections)
        connection.join();
    ::close(m_listener);
    ::close(m_stop);
}

QString FakeServer::url(const QString &path) const
{
    return u"http://127.0.0.1:%1%2"_s.arg(m_port).arg(path);
}

QList<FakeServer::Request> FakeServer::requests() const
{
    const std::lock_guard lock(m_mutex);
    return m_requests;
}

bool FakeServer::waitForRequests(qsizetype count)
{
    std::unique_lock lock(m_mutex);
    return m_changed.wait_for(lock, kPatience, [&] { return m_requests.size() >= count; });
}

bool FakeServer::waitForAbandoned(int count)
{
    std::unique_lock lock(m_mutex);
    return m_changed.wait_for(lock, kPatience, [&] { return m_abandoned >= count; });
}

FakeServer::Answer FakeServer::plain(int status, const QByteArray &body, const QByteArray &type,
                                     const QByteArray &moreHeaders)
{
    return {{"HTTP/1.1 " + QByteArray::number(status) + " Word\r\nContent-Type: " + type
             + "\r\nContent-Length: " + QByteArray::number(body.size()) + "\r\n" + moreHeaders
             + "\r\n" + body},
            End::KeepAlive};
}

FakeServer::Answer FakeServer::events(const QList<QByteArray> &data, End end)
{
    QList<QByteArray> pieces;
    for (const QByteArray &one : data)
        pieces.append("data: " + one + "\n\n");
    return stream(pieces, end);
}

FakeServer::Answer FakeServer::stream(const QList<QByteArray> &pieces, End end)
{
    Answer answer{{"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
                   "Transfer-Encoding: chunked\r\n\r\n"},
                  end};
    for (const QByteArray &piece : pieces) {
        answer.chunks.append(QByteArray::number(piece.size(), 16) + "\r\n" + piece + "\r\n");
    }
    if (end == End::KeepAlive)
        answer.chunks.append("0\r\n\r\n");
    return answer;
}

void FakeServer::accept()
{
    for (int number = 0;; ++number) {
        std::array<pollfd, 2> waits{pollfd{m_listener, POLLIN, 0}, pollfd{m_stop, POLLIN, 0}};
        if (::poll(waits.data(), waits.size(), -1) < 0 || waits[1].revents != 0)
            return;
        const int descriptor = ::accept4(m_listener, nullptr, nullptr, SOCK_CLOEXEC);
        if (descriptor < 0)
            return;
        const int one = 1;
        ::setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one));
        m_connections.emplace_back([this, descriptor, number] { serve(descriptor, number); });
    }
}

bool FakeServer::readMore(int descriptor, QByteArray &buffer) const
{
    std::array<pollfd, 2> waits{pollfd{descriptor, POLLIN, 0}, pollfd{m_stop, POLLIN, 0}};
    if (::poll(waits.data(), waits.size(), -1) < 0 || waits[1].revents != 0)
        return false;
    std::array<char, 65536> bytes{};
    const ssize_t count = ::recv(descriptor, bytes.data(), bytes.size(), 0);
    if (count <= 0)
        return false;
    buffer.append(bytes.data(), count);
    return true;
}

bool FakeServer::readRequest(int descriptor, Request &request, QByteArray &buffer) const
{
    qsizetype end = -1;
    while ((end = buffer.indexOf("\r\n\r\n")) < 0) {
        if (!readMore(descriptor, buffer) || buffer.front() == '\x16') // TLS is not spoken here.
            return false;
    }
    request.head = buffer.first(end + 2);
    buffer.remove(0, end + 4);
    const qsizetype length = request.header("content-length").toInt();
    while (buffer.size() < length) {
        if (!readMore(descriptor, buffer))
            return false;
    }
    request.body = buffer.first(length);
    buffer.remove(0, length);
    return true;
}

void FakeServer::serve(int descriptor, int number)
{
    QByteArray buffer;
    for (;;) {
        Request request;
        request.connection = number;
        if (!readRequest(descriptor, request, buffer))
            break;
        Answer answer{{}, End::Close};
        {
            const std::lock_guard lock(m_mutex);
            m_requests.append(request);
            if (!m_answers.isEmpty())
                answer = m_answers.takeFirst();
        }
        m_changed.notify_all();
        for (const QByteArray &chunk : std::as_const(answer.chunks))
            sendAll(descriptor, chunk);
        if (answer.end == End::KeepAlive)
            continue;
        if (answer.end == End::Reset)
            reset(descriptor);
        if (answer.end == End::Hang) {
            while (readMore(descriptor, buffer)) { }
            const std::lock_guard lock(m_mutex);
            ++m_abandoned;
        }
        break;
    }
    ::close(descriptor);
    m_changed.notify_all();
}

} // namespace Countersign::Test
