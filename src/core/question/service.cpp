// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "question/service.h"

#include "base/log.h"
#include "base/wait.h"
#include "question/form.h"
#include "question/table.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>

using namespace Qt::StringLiterals;

namespace Countersign::Question {

namespace {

/// A form on its way. Waiting: anyone may take it to end it. Taken: one thread is making its end
/// durable. Over: `outcome` is what ask() returns. Guarded by the service's mutex, but for `request`,
/// which never changes.
struct Entry
{
    explicit Entry(Request asked) : request(std::move(asked)) { }
    enum class State { Waiting, Taken, Over };
    const Request request;
    State state = State::Waiting;
    Result<Answers> outcome;
};
using EntryPtr = std::shared_ptr<Entry>;

} // namespace

class Service::Private
{
public:
    Private(Service &service, Storage::Store &database, ProjectId id, QThreadPool *waitingPool,
            const Clock &time)
        : q(service)
        , store(database)
        , project(std::move(id))
        , pool(waitingPool)
        , clock(time)
    {
    }

    Result<Answers> ask(const Inquiry &inquiry, const std::stop_token &stop);
    Result<Answers> await(const EntryPtr &entry, const std::stop_token &stop);
    Result<Answers> interrupt(const EntryPtr &entry);
    Result<void> answer(const QuestionId &id, const Reply &reply);
    void end(const EntryPtr &entry, const Result<Answers> &outcome);
    void giveBack(const EntryPtr &entry);

    Service &q;
    Storage::Store &store;
    const ProjectId project;
    QThreadPool *const pool; // Not owned.
    const Clock &clock;

    std::mutex mutex; // Never held while calling out: not for the store, not for signals.
    std::condition_variable_any changed;
    QList<EntryPtr> entries; // Oldest first; without those that are over.
    int inside = 0; // Calls of ask() that have not returned.
    bool closing = false;
};

Result<Answers> Service::Private::ask(const Inquiry &inquiry, const std::stop_token &stop)
{
    const auto entry = std::make_shared<Entry>(Request{newQuestionId(), inquiry, clock.nowMs()});
    // Durable before anybody sees it: after a crash the question is known, whatever was on screen.
    auto stored = store.write([&](QSqlDatabase &database) {
        return insertRequest(database, project, entry->request);
    });
    if (!stored)
        return failure(stored.error());
    {
        const std::lock_guard lock(mutex);
        entries.append(entry);
    }
    Q_EMIT q.asked(entry->request);
    return await(entry, stop);
}

Result<Answers> Service::Private::await(const EntryPtr &entry, const std::stop_token &stop)
{
    const PoolSlotRelease slot(pool);
    std::unique_lock lock(mutex);
    changed.wait(lock, stop, [&] { return entry->state == Entry::State::Over || closing; });
    // Whoever took the form is making its end durable: that end holds, a stop comes too late.
    changed.wait(lock, [&] { return entry->state != Entry::State::Taken; });
    if (entry->state == Entry::State::Over)
        return entry->outcome;
    entry->state = Entry::State::Taken;
    lock.unlock();
    return interrupt(entry);
}

Result<Answers> Service::Private::interrupt(const EntryPtr &entry)
{
    const Ended ended{
            entry->request.id, entry->request.inquiry.session, Ending::Interrupted, {}, {}};
    auto stored = store.write([&](QSqlDatabase &database) {
        return closeRequest(database, ended, Permission::Answerer::Nobody, clock.nowMs());
    });
    // Nothing was answered either way; the row that stays pending is found by recover().
    if (!stored)
        qCWarning(logQuestion) << "interrupted question not stored:" << stored.error().message;
    Q_EMIT q.ended(ended);
    const Result<Answers> outcome = failure(interruption());
    end(entry, outcome);
    return outcome;
}

void Service::Private::end(const EntryPtr &entry, const Result<Answers> &outcome)
{
    {
        const std::lock_guard lock(mutex);
        entry->outcome = outcome;
        entry->state = Entry::State::Over;
        entries.removeOne(entry);
    }
    changed.notify_all();
}

void Service::Private::giveBack(const EntryPtr &entry)
{
    {
        const std::lock_guard lock(mutex);
        entry->state = Entry::State::Waiting;
    }
    changed.notify_all();
}

Result<void> Service::Private::answer(const QuestionId &id, const Reply &reply)
{
    EntryPtr entry;
    Answers answers;
    {
        const std::lock_guard lock(mutex);
        const auto found = std::find_if(entries.begin(), entries.end(), [&id](const EntryPtr &e) {
            return e->request.id == id && e->state == Entry::State::Waiting;
        });
        if (found == entries.end()) {
            return failure(ErrorCode::NotFound,
                           u"The question %1 is not pending: it was answered or interrupted "
                           "already, or never existed."_s.arg(id.value));
        }
        if (!reply.dismissed) {
            auto checked = checkAnswers((*found)->request.inquiry.items, reply.answers);
            if (!checked)
                return failure(checked.error());
            answers = std::move(*checked);
        }
        entry = *found;
        entry->state = Entry::State::Taken;
    }
    const Ended ended{id, entry->request.inquiry.session,
                      reply.dismissed ? Ending::Dismissed : Ending::Answered, answers,
                      reply.dismissed ? reply.message.trimmed() : QString()};
    auto stored = store.write([&](QSqlDatabase &database) {
        return closeRequest(database, ended, reply.by, clock.nowMs());
    });
    if (!stored) {
        giveBack(entry);
        return stored;
    }
    Q_EMIT q.ended(ended);
    if (reply.dismissed)
        end(entry, failure(dismissalOf(reply)));
    else
        end(entry, answers);
    return {};
}

Service::Service(Storage::Store &store, ProjectId project, QThreadPool *pool, const Clock &clock)
    : d(std::make_unique<Private>(*this, store, std::move(project), pool, clock))
{
}

Service::~Service()
{
    std::unique_lock lock(d->mutex);
    d->closing = true;
    d->changed.notify_all();
    d->changed.wait(lock, [this] { return d->inside == 0; });
}

QList<Storage::Migration> Service::migrations()
{
    return tableMigrations();
}

Result<Answers> Service::ask(const Inquiry &inquiry, std::stop_token stop)
{
    if (auto good = checkItems(inquiry.items); !good)
        return failure(good.error());
    {
        const std::lock_guard lock(d->mutex);
        if (d->closing || stop.stop_requested())
            return failure(interruption());
        ++d->inside;
    }
    // Leaves under the lock: the destructor must not go on before the notification is over.
    struct Leave
    {
        Private &d;
        ~Leave()
        {
            const std::lock_guard lock(d.mutex);
            --d.inside;
            d.changed.notify_all();
        }
    } const leave{*d};
    return d->ask(inquiry, stop);
}

Result<void> Service::reply(const QuestionId &id, const Reply &reply)
{
    return d->answer(id, reply);
}

QList<Request> Service::pending() const
{
    QList<Request> requests;
    const std::lock_guard lock(d->mutex);
    for (const EntryPtr &entry : std::as_const(d->entries)) {
        if (entry->state == Entry::State::Waiting)
            requests.append(entry->request);
    }
    return requests;
}

Result<QList<Request>> Service::recover()
{
    QList<Request> abandoned;
    auto stored = d->store.write([&](QSqlDatabase &database) -> Result<void> {
        auto found = abandonedRequests(database, d->project);
        if (!found)
            return failure(found.error());
        abandoned = *found;
        for (const Request &request : std::as_const(abandoned)) {
            const Ended ended{request.id, request.inquiry.session, Ending::Interrupted, {}, {}};
            if (auto closed = closeRequest(database, ended, Permission::Answerer::Nobody,
                                           d->clock.nowMs());
                !closed)
                return closed;
        }
        return {};
    });
    if (!stored)
        return failure(stored.error());
    return abandoned;
}

} // namespace Countersign::Question
