// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "permission/service.h"

#include "base/log.h"
#include "base/wait.h"
#include "permission/ending.h"
#include "permission/evaluate.h"
#include "permission/explain.h"
#include "permission/replycheck.h"
#include "permission/requestrow.h"
#include "permission/tables.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>

using namespace Qt::StringLiterals;

namespace Countersign::Permission {

namespace {

/// A request on its way. Waiting: anyone may take it to end it. Taken: one thread is making its end
/// durable. Ended: `outcome` is what require() returns. Guarded by the service's mutex, but for
/// `request`, which never changes.
struct Entry
{
    explicit Entry(Request asked) : request(std::move(asked)) { }
    enum class State { Waiting, Taken, Ended };
    const Request request;
    State state = State::Waiting;
    Result<Grant> outcome;
};
using EntryPtr = std::shared_ptr<Entry>;
using Entries = QList<EntryPtr>;

Ending interrupted(const Request &request)
{
    return {u"interrupted"_s, {}, Effect::Ask, DecidedBy::Interrupted, {}, request.explanation};
}

DecidedBy deciderOf(Answerer by)
{
    switch (by) {
    case Answerer::Person:
        return DecidedBy::Person;
    case Answerer::Automatic:
        return DecidedBy::Automatic;
    case Answerer::Nobody:
        return DecidedBy::Nobody;
    }
    Q_UNREACHABLE();
}

} // namespace

class Service::Private
{
public:
    Private(Service &service, Storage::Store &database, ProjectId id, RulesOfAgent rules,
            QThreadPool *waitingPool, const Clock &time)
        : q(service)
        , store(database)
        , project(std::move(id))
        , rulesOfAgent(std::move(rules))
        , pool(waitingPool)
        , clock(time)
    {
    }

    Result<Ruleset> savedRules();
    Result<Explanation> decideNow(const Inquiry &inquiry);

    void postAllowed(const Inquiry &inquiry, const Explanation &explanation);

    Result<Grant> ask(const Inquiry &inquiry, const Explanation &explanation, quint64 generation,
                      const std::stop_token &stop);
    Result<Grant> await(const EntryPtr &entry, const std::stop_token &stop);
    Result<Grant> interrupt(const EntryPtr &entry);
    Result<void> answer(const RequestId &id, const Reply &reply);
    void releaseNowAllowed(const QString &cause);

    /// The entries still waiting among `wanted` are taken. The caller ends them or gives them back.
    Entries takeWaiting(const Entries &wanted);
    void giveBack(const Entries &entries);
    void end(const EntryPtr &entry, const Result<Grant> &outcome);

    Service &q;
    Storage::Store &store;
    const ProjectId project;
    const RulesOfAgent rulesOfAgent;
    QThreadPool *const pool; // Not owned.
    const Clock &clock;

    std::mutex mutex; // Never held while calling out: not for the store, rules or signals.
    std::condition_variable_any changed;
    Entries entries; // Oldest first; without ended ones.
    quint64 generation = 0; // Counts the replies that saved something.
    int inside = 0; // Calls of require() that have not returned.
    bool closing = false;
};

Result<Ruleset> Service::Private::savedRules()
{
    Ruleset rules;
    auto read = store.read([&](QSqlDatabase &database) -> Result<void> {
        auto approvals = readApprovals(database, project);
        if (!approvals)
            return failure(approvals.error());
        rules = rulesOf(*approvals);
        return {};
    });
    if (!read)
        return failure(read.error());
    return rules;
}

Result<Explanation> Service::Private::decideNow(const Inquiry &inquiry)
{
    const std::optional<Ruleset> rules = rulesOfAgent(inquiry.agent);
    const auto by = [&](const Ruleset &saved) {
        return decide(inquiry.action, inquiry.resources, rules, saved, inquiry.otherNames,
                      inquiry.cautions);
    };
    Explanation explanation = by({});
    if (explanation.effect != Effect::Ask)
        return explanation;
    // Saved approvals can only turn an ask into an allow, so they are read here and nowhere else:
    // from the database each time, because another process (the command line) may have revoked
    // one, and that counts from the next evaluation on. What the rules allow costs no read.
    const auto saved = savedRules();
    if (!saved)
        return failure(saved.error());
    return by(*saved);
}

/// Logs what rules allowed without waiting for the disk: it changes no right, and a tool call must
/// stay cheap. The rows become durable with the next thing that is waited for.
void Service::Private::postAllowed(const Inquiry &inquiry, const Explanation &explanation)
{
    QList<ApprovalId> used;
    for (const Verdict &verdict : explanation.verdicts) {
        if (verdict.rule && verdict.rule->origin == Origin::Saved)
            used.append(ApprovalId(verdict.rule->source));
    }
    store.post(
            [rows = decisionsFor(project, clock.nowMs(), inquiry, explanation), used,
             time = clock.nowMs()](QSqlDatabase &database) -> Result<void> {
                if (auto added = appendDecisions(database, rows); !added)
                    return added;
                for (const ApprovalId &id : used) {
                    if (auto touched = touchApproval(database, id, time); !touched)
                        return touched;
                }
                return {};
            },
            [](const Result<void> &result) {
                if (!result)
                    qCWarning(logPermission) << "decision not logged:" << result.error().message;
            });
}

Result<Grant> Service::Private::ask(const Inquiry &inquiry, const Explanation &explanation,
                                    quint64 seenGeneration, const std::stop_token &stop)
{
    const auto entry =
            std::make_shared<Entry>(Request{newRequestId(), inquiry, explanation, clock.nowMs()});
    // Durable before anybody sees it: after a crash the question is known, whatever was on screen.
    auto stored = store.write([&](QSqlDatabase &database) {
        return insertRequest(database, project, entry->request);
    });
    if (!stored)
        return failure(stored.error());
    bool savedMeanwhile = false;
    {
        const std::lock_guard lock(mutex);
        entries.append(entry);
        savedMeanwhile = generation != seenGeneration;
    }
    Q_EMIT q.asked(entry->request);
    // An "always" that was saved after this call was evaluated did not find this request waiting.
    if (savedMeanwhile)
        releaseNowAllowed({});
    return await(entry, stop);
}

Result<Grant> Service::Private::await(const EntryPtr &entry, const std::stop_token &stop)
{
    const PoolSlotRelease slot(pool);
    std::unique_lock lock(mutex);
    changed.wait(lock, stop, [&] { return entry->state == Entry::State::Ended || closing; });
    // Whoever took the request is making its end durable: that end holds, a stop comes too late.
    changed.wait(lock, [&] { return entry->state != Entry::State::Taken; });
    if (entry->state == Entry::State::Ended)
        return entry->outcome;
    entry->state = Entry::State::Taken;
    lock.unlock();
    return interrupt(entry);
}

Result<Grant> Service::Private::interrupt(const EntryPtr &entry)
{
    const Request &request = entry->request;
    auto stored = store.write([&](QSqlDatabase &database) {
        return endRequest(database, project, clock.nowMs(), request, interrupted(request));
    });
    // Nothing was permitted either way; the row that stays pending is found by recover().
    if (!stored)
        qCWarning(logPermission) << "interruption not stored:" << stored.error().message;
    Q_EMIT q.replied({request.id, request.inquiry.session, Answer::Reject, {}, true, false});
    const Result<Grant> outcome = failure(interruptionOf(request.inquiry));
    end(entry, outcome);
    return outcome;
}

Entries Service::Private::takeWaiting(const Entries &wanted)
{
    Entries taken;
    const std::lock_guard lock(mutex);
    for (const EntryPtr &entry : wanted) {
        if (entry->state != Entry::State::Waiting)
            continue;
        entry->state = Entry::State::Taken;
        taken.append(entry);
    }
    return taken;
}

void Service::Private::giveBack(const Entries &taken)
{
    {
        const std::lock_guard lock(mutex);
        for (const EntryPtr &entry : taken)
            entry->state = Entry::State::Waiting;
    }
    changed.notify_all();
}

void Service::Private::end(const EntryPtr &entry, const Result<Grant> &outcome)
{
    {
        const std::lock_guard lock(mutex);
        entry->outcome = outcome;
        entry->state = Entry::State::Ended;
        entries.removeOne(entry);
    }
    changed.notify_all();
}

Result<void> Service::Private::answer(const RequestId &id, const Reply &reply)
{
    // Taking the request and, for a refusal, the others of its session is one step: of two replies
    // at once exactly one finds it waiting.
    Entries taken;
    {
        const std::lock_guard lock(mutex);
        const auto found = std::find_if(entries.begin(), entries.end(), [&id](const EntryPtr &e) {
            return e->request.id == id && e->state == Entry::State::Waiting;
        });
        if (found == entries.end()) {
            return failure(ErrorCode::NotFound,
                           u"The request %1 is not pending: it was answered or interrupted "
                           "already, or never existed."_s.arg(id.value));
        }
        if (auto checked = checkReply((*found)->request.inquiry, reply); !checked)
            return checked;
        taken.append(*found);
        if (reply.answer == Answer::Reject && reply.wholeSession) {
            const SessionId &session = (*found)->request.inquiry.session;
            for (const EntryPtr &other : std::as_const(entries)) {
                if (other != *found && other->state == Entry::State::Waiting
                    && other->request.inquiry.session == session)
                    taken.append(other);
            }
        }
        for (const EntryPtr &entry : std::as_const(taken))
            entry->state = Entry::State::Taken;
    }

    const bool accepted = reply.answer != Answer::Reject;
    const QString words = accepted ? QString() : reply.message.trimmed();
    const QList<SaveOffer> kept = reply.answer == Answer::Always ? reply.save : QList<SaveOffer>();
    const qint64 now = clock.nowMs();
    auto stored = store.write([&](QSqlDatabase &database) -> Result<void> {
        for (const EntryPtr &entry : std::as_const(taken)) {
            const bool first = entry == taken.first();
            const Ending ending{answerName(reply.answer),
                                first ? words : QString(),
                                accepted ? Effect::Allow : Effect::Deny,
                                deciderOf(reply.by),
                                first ? QString() : id.value,
                                entry->request.explanation};
            if (auto ended = endRequest(database, project, now, entry->request, ending); !ended)
                return ended;
        }
        const Inquiry &inquiry = taken.first()->request.inquiry;
        for (const SaveOffer &offer : kept) {
            const SavedApproval approval{newApprovalId(),
                                         project,
                                         inquiry.action,
                                         offer.resource,
                                         offer.exact,
                                         now,
                                         0,
                                         inquiry.session,
                                         inquiry.agent};
            if (auto saved = insertApproval(database, approval); !saved)
                return saved;
        }
        return {};
    });
    if (!stored) {
        giveBack(taken);
        return stored;
    }
    if (!kept.isEmpty()) {
        const std::lock_guard lock(mutex);
        ++generation;
    }

    for (const EntryPtr &entry : std::as_const(taken)) {
        const bool first = entry == taken.first();
        const Inquiry &inquiry = entry->request.inquiry;
        Q_EMIT q.replied({entry->request.id, inquiry.session, reply.answer,
                          first ? words : QString(), false, !first});
        if (accepted) {
            end(entry, grantFor(inquiry, reply.proposal));
            continue;
        }
        // The words were about one request: the others end without them, and so stop the run.
        Reply wordless = reply;
        if (!first)
            wordless.message.clear();
        end(entry, failure(refusalFor(inquiry, wordless)));
    }
    if (!kept.isEmpty()) {
        Q_EMIT q.approvalsChanged();
        releaseNowAllowed(id.value);
    }
    return {};
}

/// Ends, as allowed, every waiting request that saved approvals now cover. `cause` is the request
/// whose reply saved them, for the log.
void Service::Private::releaseNowAllowed(const QString &cause)
{
    Entries waiting;
    {
        const std::lock_guard lock(mutex);
        waiting = entries;
    }
    for (const EntryPtr &entry : std::as_const(waiting)) {
        const Inquiry &inquiry = entry->request.inquiry;
        const auto explanation = decideNow(inquiry);
        if (!explanation) {
            qCWarning(logPermission) << "request left pending:" << explanation.error().message;
            continue;
        }
        if (explanation->effect != Effect::Allow)
            continue;
        const Entries taken = takeWaiting({entry});
        if (taken.isEmpty())
            continue; // Answered or interrupted in the meantime.
        const Ending ending{u"always"_s, {}, Effect::Allow, DecidedBy::Saved, cause, *explanation};
        auto stored = store.write([&](QSqlDatabase &database) {
            return endRequest(database, project, clock.nowMs(), entry->request, ending);
        });
        if (!stored) {
            qCWarning(logPermission) << "request left pending:" << stored.error().message;
            giveBack(taken);
            continue;
        }
        Q_EMIT q.replied({entry->request.id, inquiry.session, Answer::Always, {}, false, true});
        end(entry, grantFor(inquiry, {}));
    }
}

Service::Service(Storage::Store &store, ProjectId project, RulesOfAgent rules, QThreadPool *pool,
                 const Clock &clock)
    : d(std::make_unique<Private>(*this, store, std::move(project), std::move(rules), pool, clock))
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

Result<Grant> Service::require(const Inquiry &inquiry, std::stop_token stop)
{
    quint64 generation = 0;
    {
        const std::lock_guard lock(d->mutex);
        if (d->closing || stop.stop_requested())
            return failure(interruptionOf(inquiry));
        ++d->inside;
        generation = d->generation;
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

    const auto explanation = d->decideNow(inquiry);
    if (!explanation)
        return failure(explanation.error());
    switch (explanation->effect) {
    case Effect::Allow:
        d->postAllowed(inquiry, *explanation);
        return Grant{false, inquiry.proposal, false};
    case Effect::Deny:
        if (auto logged = d->store.write([&](QSqlDatabase &database) {
                return appendDecisions(
                        database,
                        decisionsFor(d->project, d->clock.nowMs(), inquiry, *explanation));
            });
            !logged)
            return failure(logged.error());
        return failure(ErrorCode::Denied, denialText(*explanation, inquiry.agent));
    case Effect::Ask:
        return d->ask(inquiry, *explanation, generation, stop);
    }
    Q_UNREACHABLE();
}

Result<Explanation> Service::explain(const QString &agent, const QString &action,
                                     const QStringList &resources)
{
    Inquiry inquiry;
    inquiry.agent = agent;
    inquiry.action = action;
    inquiry.resources = resources;
    return d->decideNow(inquiry);
}

Result<Explanation> Service::explain(const Inquiry &inquiry)
{
    return d->decideNow(inquiry);
}

Result<void> Service::reply(const RequestId &id, const Reply &reply)
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

Result<QList<SavedApproval>> Service::approvals()
{
    QList<SavedApproval> approvals;
    auto read = d->store.read([&](QSqlDatabase &database) -> Result<void> {
        auto rows = readApprovals(database, d->project);
        if (!rows)
            return failure(rows.error());
        approvals = *rows;
        return {};
    });
    if (!read)
        return failure(read.error());
    return approvals;
}

Result<void> Service::revoke(const ApprovalId &id)
{
    auto removed = d->store.write(
            [&](QSqlDatabase &database) { return deleteApproval(database, d->project, id); });
    if (removed)
        Q_EMIT approvalsChanged();
    return removed;
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
            if (auto ended = endRequest(database, d->project, d->clock.nowMs(), request,
                                        interrupted(request));
                !ended)
                return ended;
        }
        return {};
    });
    if (!stored)
        return failure(stored.error());
    return abandoned;
}

} // namespace Countersign::Permission

#include "moc_service.cpp"
