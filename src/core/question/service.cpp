// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "question/service.h"

#include "base/log.h"
#include "base/pendingrequests.h"
#include "question/form.h"
#include "question/table.h"

using namespace Qt::StringLiterals;

namespace Countersign::Question {

namespace {

using Waits = PendingRequests<Request, Answers>;
using EntryPtr = Waits::EntryPtr;
using Entries = Waits::Entries;

} // namespace

class Service::Private
{
public:
    Private(Service &service, Storage::Store &database, ProjectId id, QThreadPool *waitingPool,
            const Clock &time)
        : q(service)
        , store(database)
        , project(std::move(id))
        , clock(time)
        , waits(waitingPool)
    {
    }

    Result<Answers> ask(const Inquiry &inquiry, const std::stop_token &stop);
    Result<Answers> interrupt(const EntryPtr &entry);
    Result<void> answer(const QuestionId &id, const Reply &reply);

    Service &q;
    Storage::Store &store;
    const ProjectId project;
    const Clock &clock;
    Waits waits;
};

Result<Answers> Service::Private::ask(const Inquiry &inquiry, const std::stop_token &stop)
{
    const auto entry =
            std::make_shared<Waits::Entry>(Request{newQuestionId(), inquiry, clock.nowMs()});
    // Durable before anybody sees it: after a crash the question is known, whatever was on screen.
    auto stored = store.write([&](QSqlDatabase &database) {
        return insertRequest(database, project, entry->request);
    });
    if (!stored)
        return failure(stored.error());
    waits.add(entry);
    Q_EMIT q.asked(entry->request);
    if (auto outcome = waits.await(entry, stop))
        return *outcome;
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
    waits.end(entry, outcome);
    return outcome;
}

Result<void> Service::Private::answer(const QuestionId &id, const Reply &reply)
{
    Answers answers;
    const auto taken = waits.take([&](const Entries &waiting) -> Result<Entries> {
        const EntryPtr found = Waits::find(waiting, id);
        if (!found) {
            return failure(ErrorCode::NotFound,
                           u"The question %1 is not pending: it was answered or interrupted "
                           "already, or never existed."_s.arg(id.value));
        }
        if (!reply.dismissed) {
            auto checked = checkAnswers(found->request.inquiry.items, reply.answers);
            if (!checked)
                return failure(checked.error());
            answers = std::move(*checked);
        }
        return Entries{found};
    });
    if (!taken)
        return failure(taken.error());
    const EntryPtr &entry = taken->first();
    const Ended ended{id, entry->request.inquiry.session,
                      reply.dismissed ? Ending::Dismissed : Ending::Answered, answers,
                      reply.dismissed ? reply.message.trimmed() : QString()};
    auto stored = store.write([&](QSqlDatabase &database) {
        return closeRequest(database, ended, reply.by, clock.nowMs());
    });
    if (!stored) {
        waits.giveBack({entry});
        return stored;
    }
    Q_EMIT q.ended(ended);
    if (reply.dismissed)
        waits.end(entry, failure(dismissalOf(reply)));
    else
        waits.end(entry, answers);
    return {};
}

Service::Service(Storage::Store &store, ProjectId project, QThreadPool *pool, const Clock &clock)
    : d(std::make_unique<Private>(*this, store, std::move(project), pool, clock))
{
}

Service::~Service()
{
    d->waits.close();
}

QList<Storage::Migration> Service::migrations()
{
    return tableMigrations();
}

Result<Answers> Service::ask(const Inquiry &inquiry, std::stop_token stop)
{
    if (auto good = checkItems(inquiry.items); !good)
        return failure(good.error());
    const auto stay = d->waits.enter(stop);
    if (!stay)
        return failure(interruption());
    return d->ask(inquiry, stop);
}

Result<void> Service::reply(const QuestionId &id, const Reply &reply)
{
    return d->answer(id, reply);
}

QList<Request> Service::pending() const
{
    return d->waits.requests();
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
