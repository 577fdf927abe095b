// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "permission/service.h"

#include <QList>
#include <QObject>
#include <QString>

#include <condition_variable>
#include <mutex>
#include <thread>

namespace Countersign::Test {

/// Someone at the desk of one permission service: answers each question by the first rule that fits,
/// from a thread of its own, and keeps what was asked. Dies before the service.
class HabitualPerson : public QObject
{
public:
    struct Habit
    {
        QString action; ///< Patterns as in rules.
        QString resource; ///< Has to match the first resource.
        Permission::Reply reply;
    };

    explicit HabitualPerson(Permission::Service &service, QList<Habit> habits = {});
    ~HabitualPerson() override;

    void setHabits(const QList<Habit> &habits);
    /// All questions so far, oldest first. What no habit fits is rejected with words.
    [[nodiscard]] QList<Permission::Request> asked() const;
    /// "action resource" of each question.
    [[nodiscard]] QStringList questions() const;

    [[nodiscard]] static Permission::Reply once();
    [[nodiscard]] static Permission::Reply rejects(const QString &words);

private:
    void answer();
    [[nodiscard]] Permission::Reply replyTo(const Permission::Request &request) const;

    Permission::Service &m_service;
    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    QList<Habit> m_habits;
    QList<Permission::Request> m_asked;
    qsizetype m_answered = 0;
    bool m_leaving = false;
    std::thread m_thread;
};

} // namespace Countersign::Test
