// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "support/person.h"

namespace Countersign::Test {

Person::Person(Permission::Service &service, Judgement judgement)
    : m_service(service)
    , m_judgement(std::move(judgement))
    , m_thread([this](const std::stop_token &stop) { answer(stop); })
{
    connect(
            &service, &Permission::Service::asked, this,
            [this](const Permission::Request &request) {
                {
                    const std::lock_guard lock(m_mutex);
                    m_asked.append(request);
                    m_queue.push_back(request);
                }
                m_more.notify_one();
            },
            Qt::DirectConnection);
}

Person::~Person()
{
    m_service.disconnect(this);
    m_thread.request_stop();
    m_thread.join();
}

QList<Permission::Request> Person::asked() const
{
    const std::lock_guard lock(m_mutex);
    return m_asked;
}

void Person::answer(const std::stop_token &stop)
{
    while (true) {
        std::unique_lock lock(m_mutex);
        if (!m_more.wait(lock, stop, [this] { return !m_queue.empty(); }))
            return;
        const Permission::Request request = m_queue.front();
        m_queue.pop_front();
        lock.unlock();
        const auto reply = m_judgement(request);
        if (!reply)
            continue;
        if (const auto replied = m_service.reply(request.id, *reply); !replied)
            qFatal("the reply was refused: %s", qUtf8Printable(replied.error().message));
    }
}

} // namespace Countersign::Test
