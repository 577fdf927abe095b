// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QByteArray>
#include <QList>
#include <QString>

#include <condition_variable>
#include <mutex>
#include <thread>

namespace Countersign::Test {

/// An HTTP server on the loopback interface that plays byte scripts: each request, on whichever
/// connection, gets the next answer. Its threads use std primitives and system calls only.
class FakeServer
{
public:
    enum class End {
        KeepAlive, ///< The next request may follow.
        Close, ///< An orderly close.
        Reset, ///< RST, as from a server that crashed.
        Hang, ///< Nothing more; the client has to go away.
    };
    struct Answer
    {
        QList<QByteArray> chunks; ///< Sent one by one, as they are: status line, headers, body.
        End end = End::KeepAlive;
    };
    struct Request
    {
        QByteArray head; ///< Request line and headers.
        QByteArray body;
        int connection = 0; ///< From 0, in the order of their being accepted.
        [[nodiscard]] QByteArray line() const { return head.left(head.indexOf('\r')); }
        [[nodiscard]] QByteArray header(const QByteArray &name) const;
    };

    explicit FakeServer(QList<Answer> answers);
    ~FakeServer();
    FakeServer(const FakeServer &) = delete;
    FakeServer &operator=(const FakeServer &) = delete;

    [[nodiscard]] quint16 port() const { return m_port; }
    [[nodiscard]] QString url(const QString &path = {}) const; ///< "http://127.0.0.1:PORT" + path
    [[nodiscard]] QList<Request> requests() const;
    /// Waits until so many requests have been read; false after ten seconds.
    [[nodiscard]] bool waitForRequests(qsizetype count);
    /// Waits until the client has closed so many connections that were left hanging.
    [[nodiscard]] bool waitForAbandoned(int count);

    /// A whole answer with a Content-Length.
    [[nodiscard]] static Answer plain(int status, const QByteArray &body,
                                      const QByteArray &type = "application/json",
                                      const QByteArray &moreHeaders = {});
    /// A chunked event stream; each data gets its own chunk and its own packet. `end` other than
    /// KeepAlive comes in place of the stream's orderly end.
    [[nodiscard]] static Answer events(const QList<QByteArray> &data, End end = End::KeepAlive);
    /// The same with the body's bytes as given.
    [[nodiscard]] static Answer stream(const QList<QByteArray> &pieces, End end = End::KeepAlive);

private:
    void accept();
    void serve(int descriptor, int number);
    [[nodiscard]] bool readRequest(int descriptor, Request &request, QByteArray &buffer) const;
    [[nodiscard]] bool readMore(int descriptor, QByteArray &buffer) const;

    int m_listener = -1;
    int m_stop = -1; ///< An eventfd that stays readable once the server is to end.
    quint16 m_port = 0;
    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    QList<Answer> m_answers;
    QList<Request> m_requests;
    int m_abandoned = 0;
    std::vector<std::thread> m_connections; // Touched by the accepting thread, then the destructor.
    std::thread m_acceptor;
};

} // namespace Countersign::Test
