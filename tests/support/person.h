// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "permission/service.h"

#include <QList>
#include <QObject>

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

namespace Countersign::Test {

/// Somebody at the desk: answers the requests of a service from a thread of its own, one after the
/// other, by a function. Destroy it before the service.
class Person final : public QObject
{
    Q_OBJECT
public:
    /// The answer to a request; called on the person's thread. Nothing: leave it pending.
    using Judgement = std::function<std::optional<Permission::Reply>(const Permission::Request &)>;

    Person(Permission::Service &service, Judgement judgement);
    ~Person() override;

    /// Every request so far, answered or not, oldest first.
    [[nodiscard]] QList<Permission::Request> asked() const;

private:
    void answer(const std::stop_token &stop);

    Permission::Service &m_service; // Not owned.
    const Judgement m_judgement;
    mutable std::mutex m_mutex;
    std::condition_variable_any m_more;
    QList<Permission::Request> m_asked;
    std::deque<Permission::Request> m_queue;
    std::jthread m_thread; // Last: it uses all of the above.
};

} // namespace Countersign::Test
