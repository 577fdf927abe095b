// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QByteArray>
#include <QJsonObject>
#include <QList>
#include <QString>

#include <atomic>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace Countersign::Test {

/// What the fake model says in one turn.
struct FakeTurn
{
    struct Call
    {
        QString name;
        QJsonObject input;
    };
    QString text;
    QList<Call> calls;
};

/// An OpenAI-compatible chat-completions server on 127.0.0.1 that plays a script: the answer is
/// chosen by the number of assistant messages in the request. Threads of its own; keep-alive.
class FakeModel
{
public:
    /// `script` gets the number of assistant messages since the last user message and the request.
    using Script = std::function<FakeTurn(int turn, const QJsonObject &request)>;

    explicit FakeModel(Script script);
    ~FakeModel(); ///< Closes every connection and waits for the threads.
    FakeModel(const FakeModel &) = delete;
    FakeModel &operator=(const FakeModel &) = delete;

    [[nodiscard]] QString baseUrl() const; ///< "http://127.0.0.1:PORT/v1"
    /// The bodies received so far.
    [[nodiscard]] QList<QJsonObject> requests() const;
    /// When each request had arrived, in milliseconds of a steady clock.
    [[nodiscard]] std::vector<double> arrivals() const;
    void forget(); ///< Drops requests and arrivals.

private:
    void accept();
    void serve(int socket);
    [[nodiscard]] QByteArray answer(const QJsonObject &request);

    Script m_script;
    int m_listener = -1;
    quint16 m_port = 0;
    std::atomic<bool> m_stopping{false};
    mutable std::mutex m_mutex;
    QList<QJsonObject> m_requests;
    std::vector<double> m_arrivals;
    std::vector<int> m_sockets;
    std::vector<std::thread> m_threads;
    std::thread m_acceptor;
};

} // namespace Countersign::Test
