// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "support/fakemodel.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <chrono>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

namespace Countersign::Test {

using namespace Qt::StringLiterals;

namespace {

double steadyMs()
{
    return std::chrono::duration<double, std::milli>(
                   std::chrono::steady_clock::now().time_since_epoch())
            .count();
}

bool sendAll(int socket, const QByteArray &bytes)
{
    qsizetype sent = 0;
    while (sent < bytes.size()) {
        const ssize_t n = ::send(socket, bytes.constData() + sent, size_t(bytes.size() - sent),
                                 MSG_NOSIGNAL);
        if (n <= 0)
            return false;
        sent += n;
    }
    return true;
}

QByteArray event(const QJsonObject &delta, const QJsonValue &finish)
{
    const QJsonObject choice{{u"index"_s, 0}, {u"delta"_s, delta}, {u"finish_reason"_s, finish}};
    const QJsonObject chunk{{u"id"_s, u"chatcmpl-1"_s},
                            {u"object"_s, u"chat.completion.chunk"_s},
                            {u"model"_s, u"fake"_s},
                            {u"choices"_s, QJsonArray{choice}}};
    return "data: " + QJsonDocument(chunk).toJson(QJsonDocument::Compact) + "\n\n";
}

} // namespace

FakeModel::FakeModel(Script script) : m_script(std::move(script))
{
    m_listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    if (::bind(m_listener, reinterpret_cast<sockaddr *>(&address), size) != 0
        || ::listen(m_listener, 64) != 0
        || ::getsockname(m_listener, reinterpret_cast<sockaddr *>(&address), &size) != 0)
        qFatal("the fake model cannot listen on the loopback interface");
    m_port = ntohs(address.sin_port);
    m_acceptor = std::thread([this] { accept(); });
}

FakeModel::~FakeModel()
{
    m_stopping = true;
    ::shutdown(m_listener, SHUT_RDWR);
    m_acceptor.join();
    ::close(m_listener);
    {
        const std::lock_guard lock(m_mutex);
        for (const int socket : m_sockets)
            ::shutdown(socket, SHUT_RDWR);
    }
    for (std::thread &thread : m_threads)
        thread.join();
    for (const int socket : m_sockets)
        ::close(socket);
}

QString FakeModel::baseUrl() const
{
    return u"http://127.0.0.1:%1/v1"_s.arg(m_port);
}

QList<QJsonObject> FakeModel::requests() const
{
    const std::lock_guard lock(m_mutex);
    return m_requests;
}

std::vector<double> FakeModel::arrivals() const
{
    const std::lock_guard lock(m_mutex);
    return m_arrivals;
}

void FakeModel::forget()
{
    const std::lock_guard lock(m_mutex);
    m_requests.clear();
    m_arrivals.clear();
}

void FakeModel::accept()
{
    for (;;) {
        const int socket = ::accept4(m_listener, nullptr, nullptr, SOCK_CLOEXEC);
        if (socket < 0)
            return; // Shut down.
        const int on = 1;
        ::setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        const std::lock_guard lock(m_mutex);
        if (m_stopping) {
            ::close(socket);
            return;
        }
        m_sockets.push_back(socket);
        m_threads.emplace_back([this, socket] { serve(socket); });
    }
}

void FakeModel::serve(int socket)
{
    QByteArray buffer;
    for (;;) {
        qsizetype head = -1;
        qsizetype length = 0;
        for (;;) {
            if (head < 0) {
                head = buffer.indexOf("\r\n\r\n");
                if (head >= 0) {
                    const QByteArray headers = buffer.left(head).toLower();
                    const qsizetype at = headers.indexOf("content-length:");
                    const qsizetype end = headers.indexOf('\r', at);
                    length = at < 0 ? 0
                                    : headers.mid(at + 15, end < 0 ? -1 : end - at - 15)
                                              .trimmed()
                                              .toLongLong();
                }
            }
            if (head >= 0 && buffer.size() >= head + 4 + length)
                break;
            char piece[65536];
            const ssize_t n = ::recv(socket, piece, sizeof piece, 0);
            if (n <= 0)
                return;
            buffer.append(piece, qsizetype(n));
        }
        const double arrived = steadyMs();
        const QJsonObject request = QJsonDocument::fromJson(buffer.mid(head + 4, length)).object();
        buffer.remove(0, head + 4 + length);
        {
            const std::lock_guard lock(m_mutex);
            m_requests.append(request);
            m_arrivals.push_back(arrived);
        }
        if (!sendAll(socket, answer(request)))
            return;
    }
}

QByteArray FakeModel::answer(const QJsonObject &request)
{
    int turn = 0;
    for (const QJsonValue &message : request.value(u"messages").toArray()) {
        const QString role = message.toObject().value(u"role").toString();
        if (role == u"user")
            turn = 0;
        else if (role == u"assistant")
            ++turn;
    }
    const FakeTurn said = m_script(turn, request);
    QByteArray body = event({{u"role"_s, u"assistant"_s}, {u"content"_s, said.text}},
                            QJsonValue::Null);
    for (qsizetype i = 0; i < said.calls.size(); ++i) {
        const FakeTurn::Call &call = said.calls.at(i);
        const QString arguments = QString::fromUtf8(
                QJsonDocument(call.input).toJson(QJsonDocument::Compact));
        const QJsonObject function{{u"name"_s, call.name}, {u"arguments"_s, arguments}};
        const QJsonObject delta{{u"index"_s, i},
                                {u"id"_s, u"call_%1_%2"_s.arg(turn).arg(i)},
                                {u"type"_s, u"function"_s},
                                {u"function"_s, function}};
        body += event({{u"tool_calls"_s, QJsonArray{delta}}}, QJsonValue::Null);
    }
    body += event({}, said.calls.isEmpty() ? u"stop"_s : u"tool_calls"_s);
    body += "data: [DONE]\n\n";
    return "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
            + QByteArray::number(body.size(), 16) + "\r\n" + body + "\r\n0\r\n\r\n";
}

} // namespace Countersign::Test
