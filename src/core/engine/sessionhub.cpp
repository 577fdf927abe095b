// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "engine/sessionhub.h"

#include "base/callqueue.h"
#include "base/processmark.h"

#include <QThreadPool>

#include <utility>

namespace Countersign {

using namespace Qt::StringLiterals;
using Session::Info;
using Session::Outcome;
using Session::RunEnded;
using Session::Status;

namespace {

constexpr int kTitleLength = 80;

QString titleFrom(const QString &prompt)
{
    const QString line = prompt.trimmed().section(u'\n', 0, 0).simplified();
    return line.size() <= kTitleLength ? line : line.left(kTitleLength - 1) + u'…';
}

} // namespace

/// Hands a run's progress on as signals.
class SessionHub::Relay final : public Session::Observer
{
public:
    explicit Relay(SessionHub &hub) : m_hub(hub) { }
    void messageChanged(const SessionId &session, const Session::Message &message) override
    {
        Q_EMIT m_hub.messageChanged(session, message);
    }
    void partChanged(const SessionId &session, const MessageId &message, int index,
                     const Session::Part &part) override
    {
        Q_EMIT m_hub.partChanged(session, message, index, part);
    }
    void textAppended(const SessionId &session, const MessageId &message, int index,
                      const QString &delta) override
    {
        Q_EMIT m_hub.textAppended(session, message, index, delta);
    }

private:
    SessionHub &m_hub;
};

SessionHub::SessionHub(Session::RunnerServices services, ProjectId project, QString directory,
                       QString model)
    : m_services(std::move(services))
    , m_project(std::move(project))
    , m_directory(std::move(directory))
    , m_model(std::move(model))
    , m_owner(processMark())
    , m_relay(std::make_unique<Relay>(*this))
{
}

SessionHub::~SessionHub()
{
    shutDown();
}

SessionId SessionHub::create(const QString &agent)
{
    Info info;
    info.id = newSessionId();
    info.project = m_project;
    info.directory = m_directory;
    info.agent = agent;
    info.model = m_model;
    info.created = info.updated = m_services.clock.nowMs();
    const std::lock_guard lock(m_mutex);
    m_known.insert(info.id, Known{info, false});
    return info.id;
}

void SessionHub::prompt(const SessionId &session, const QString &text, const QString &agent)
{
    {
        const std::lock_guard lock(m_mutex);
        m_prompts.append({session, {newMessageId(), text, m_services.clock.nowMs(), agent}});
    }
    startOn(m_services.pool, [this] { admitNext(); });
}

void SessionHub::admitNext()
{
    const std::lock_guard inOrder(m_admitMutex);
    Prompt prompt;
    {
        const std::lock_guard lock(m_mutex);
        prompt = m_prompts.takeFirst();
    }
    const auto info = ensureStored(prompt);
    const auto admitted = info ? m_services.store.admit(prompt.session, prompt.input)
                               : Result<void>(failure(info.error()));
    if (!admitted) {
        Q_EMIT failed(admitted.error());
        Q_EMIT runEnded({prompt.session, Outcome::Failed, admitted.error().message, {}});
        return;
    }
    bool start = false;
    {
        const std::lock_guard lock(m_mutex);
        if (m_stop.stop_requested())
            return; // It stays in the inbox and is taken up when the session goes on.
        const auto active = m_active.find(prompt.session);
        if (active != m_active.end()) {
            active->again = true;
        } else {
            m_active.insert(prompt.session, Active{});
            m_failed.remove(prompt.session);
            start = true;
        }
    }
    announce(prompt.session);
    if (start)
        startOn(m_services.pool, [this, session = prompt.session] { runLoop(session); });
}

Result<Info> SessionHub::ensureStored(const Prompt &prompt)
{
    std::optional<Known> known;
    {
        const std::lock_guard lock(m_mutex);
        const auto found = m_known.constFind(prompt.session);
        if (found != m_known.constEnd())
            known = *found;
    }
    const auto choose = [&] {
        if (!prompt.input.agent.isEmpty())
            known->info.agent = prompt.input.agent;
    };
    if (known && !known->stored) {
        choose();
        known->info.title = titleFrom(prompt.input.text);
        if (const auto created = m_services.store.create(known->info); !created)
            return failure(created.error());
        known->stored = true;
    } else if (!known) {
        const auto stored = m_services.store.find(prompt.session);
        if (!stored)
            return failure(stored.error());
        if (!*stored || (*stored)->project != m_project) {
            return failure(ErrorCode::NotFound,
                           u"There is no session %1 in this project."_s.arg(prompt.session.value));
        }
        known = Known{**stored, true};
    }
    choose();
    known->info.updated = prompt.input.created;
    const std::lock_guard lock(m_mutex);
    m_known.insert(prompt.session, *known);
    return known->info;
}

void SessionHub::runLoop(const SessionId &session)
{
    RunEnded ended;
    for (;;) {
        std::stop_token stop;
        {
            const std::lock_guard lock(m_mutex);
            Active &active = m_active[session];
            active.again = false;
            stop = active.stop.get_token();
        }
        ended = runOnce(session, stop);
        const std::lock_guard lock(m_mutex);
        const Active &active = m_active[session];
        if (active.again && ended.outcome == Outcome::Done)
            continue; // A prompt arrived after the run had looked for the last time.
        m_active.remove(session);
        if (ended.outcome == Outcome::Failed)
            m_failed.insert(session);
        break;
    }
    announce(session);
    Q_EMIT runEnded(ended);
    // Notified with the lock held: shutDown() may destroy this object as soon as it can take it.
    const std::lock_guard lock(m_mutex);
    m_idle.notify_all();
}

RunEnded SessionHub::runOnce(const SessionId &session, std::stop_token stop)
{
    if (const auto claimed = m_services.store.claim(session, m_owner); !claimed) {
        Q_EMIT failed(claimed.error());
        return {session, Outcome::Failed, claimed.error().message, {}};
    }
    std::shared_ptr<Session::Runner> runner;
    {
        const std::lock_guard lock(m_mutex);
        runner = std::make_shared<Session::Runner>(m_services, m_known.value(session).info,
                                                   *m_relay);
        m_active[session].runner = runner;
    }
    const RunEnded ended = runner->run(stop);
    if (const auto released = m_services.store.release(session); !released)
        Q_EMIT failed(released.error());
    return ended;
}

void SessionHub::interrupt(const SessionId &session)
{
    std::stop_source stop(std::nostopstate);
    {
        const std::lock_guard lock(m_mutex);
        const auto active = m_active.constFind(session);
        if (active == m_active.constEnd())
            return;
        stop = active->stop;
    }
    stop.request_stop();
}

void SessionHub::shutDown()
{
    QList<std::stop_source> stops;
    {
        const std::lock_guard lock(m_mutex);
        m_stop.request_stop();
        for (const Active &active : std::as_const(m_active))
            stops.append(active.stop);
    }
    for (std::stop_source &stop : stops)
        stop.request_stop();
    std::unique_lock lock(m_mutex);
    m_idle.wait(lock, [this] { return m_active.isEmpty(); });
}

void SessionHub::addStatus(QList<Info> &sessions) const
{
    const std::lock_guard lock(m_mutex);
    for (Info &info : sessions)
        info.status = statusOf(info.id);
}

Status SessionHub::statusOf(const SessionId &session) const
{
    const auto active = m_active.constFind(session);
    if (active != m_active.constEnd())
        return active->waiting.isEmpty() ? Status::Working : Status::Waiting;
    return m_failed.contains(session) ? Status::Failed : Status::Idle;
}

void SessionHub::announce(const SessionId &session)
{
    Info info;
    {
        const std::lock_guard lock(m_mutex);
        const auto known = m_known.constFind(session);
        if (known == m_known.constEnd())
            return;
        info = known->info;
        info.status = statusOf(session);
    }
    Q_EMIT sessionChanged(info);
}

void SessionHub::waitBegan(const SessionId &session, const QString &wait, const MessageId &message,
                           const CallId &call)
{
    std::shared_ptr<Session::Runner> runner;
    {
        const std::lock_guard lock(m_mutex);
        const auto active = m_active.find(session);
        if (active == m_active.end())
            return; // A single tool call without a session.
        active->waiting.insert(wait, {message, call});
        runner = active->runner;
    }
    if (runner)
        runner->setAsking(message, call, true);
    announce(session);
}

void SessionHub::waitEnded(const SessionId &session, const QString &wait)
{
    std::shared_ptr<Session::Runner> runner;
    Waiting waiting;
    {
        const std::lock_guard lock(m_mutex);
        const auto active = m_active.find(session);
        if (active == m_active.end())
            return;
        waiting = active->waiting.take(wait);
        runner = active->runner;
    }
    if (runner)
        runner->setAsking(waiting.message, waiting.call, false);
    announce(session);
}

} // namespace Countersign
