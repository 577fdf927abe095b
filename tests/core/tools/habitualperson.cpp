// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "habitualperson.h"

#include "permission/evaluate.h"

namespace Countersign::Test {

using namespace Qt::StringLiterals;

HabitualPerson::HabitualPerson(Permission::Service &service, QList<Habit> habits)
    : m_service(service)
    , m_habits(std::move(habits))
    , m_thread([this] { answer(); })
{
    // Direct: the tool under test may block the thread whose event loop would deliver it.
    connect(
            &service, &Permission::Service::asked, this,
            [this](const Permission::Request &request) {
                const std::lock_guard lock(m_mutex);
                m_asked.append(request);
                m_changed.notify_all();
            },
            Qt::DirectConnection);
}

HabitualPerson::~HabitualPerson()
{
    disconnect(&m_service, nullptr, this, nullptr);
    {
        const std::lock_guard lock(m_mutex);
        m_leaving = true;
    }
    m_changed.notify_all();
    m_thread.join();
}

void HabitualPerson::setHabits(const QList<Habit> &habits)
{
    const std::lock_guard lock(m_mutex);
    m_habits = habits;
}

QList<Permission::Request> HabitualPerson::asked() const
{
    const std::lock_guard lock(m_mutex);
    return m_asked;
}

QStringList HabitualPerson::questions() const
{
    QStringList lines;
    for (const Permission::Request &request : asked())
        lines.append(request.inquiry.action + u' ' + request.inquiry.resources.join(u' '));
    return lines;
}

Permission::Reply HabitualPerson::once()
{
    Permission::Reply reply;
    reply.answer = Permission::Answer::Once;
    return reply;
}

Permission::Reply HabitualPerson::rejects(const QString &words)
{
    Permission::Reply reply;
    reply.answer = Permission::Answer::Reject;
    reply.message = words;
    return reply;
}

void HabitualPerson::answer()
{
    std::unique_lock lock(m_mutex);
    for (;;) {
        m_changed.wait(lock, [this] { return m_leaving || m_answered < m_asked.size(); });
        if (m_leaving)
            return;
        const Permission::Request request = m_asked.at(m_answered++);
        const Permission::Reply reply = replyTo(request);
        lock.unlock();
        if (const auto given = m_service.reply(request.id, reply); !given)
            qWarning("the person could not reply: %s", qPrintable(given.error().message));
        lock.lock();
    }
}

Permission::Reply HabitualPerson::replyTo(const Permission::Request &request) const
{
    const QString resource = request.inquiry.resources.value(0);
    for (const Habit &habit : m_habits) {
        if (Permission::matches(request.inquiry.action, habit.action)
            && Permission::matches(resource, habit.resource))
            return habit.reply;
    }
    return rejects(u"Nobody expected this question."_s);
}

} // namespace Countersign::Test
