// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "permission/service.h"

#include "base/log.h"
#include "base/pendingrequests.h"
#include "permission/ending.h"
#include "permission/evaluate.h"
#include "permission/explain.h"
#include "permission/replycheck.h"
#include "permission/requestrow.h"
#include "permission/tables.h"

#include <QHash>

#include <atomic>
#include <mutex>

using namespace Qt::StringLiterals;

namespace Countersign::Permission {

namespace {

using Waits = PendingRequests<Request, Grant>;
using EntryPtr = Waits::EntryPtr;
using Entries = Waits::Entries;

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
        , clock(time)
        , waits(waitingPool)
    {
    }

    Result<Ruleset> savedRules();
    Result<Explanation> decideNow(const Inquiry &inquiry);

    void postAllowed(const Inquiry &inquiry, const Explanation &explanation);

    Result<Grant> ask(const Inquiry &inquiry, const Explanation &explanation, quint64 generation,
                      const std::stop_token &stop);
    Result<Grant> interrupt(const EntryPtr &entry);
    /// The request as it is now: with its change as it was last computed.
    [[nodiscard]] Request latest(const EntryPtr &entry) const;
    Result<Request> recompute(const RequestId &id, const std::stop_token &stop);
    Result<void> answer(const RequestId &id, const Reply &reply);
    void releaseNowAllowed(const QString &cause);

    Service &q;
    Storage::Store &store;
    const ProjectId project;
    const RulesOfAgent rulesOfAgent;
    const Clock &clock;
    Waits waits;
    std::atomic<quint64> generation = 0; // Counts the replies that saved something.
    /// Guards `revised`, which has the requests whose change was computed again. Taken last.
    mutable std::mutex revisedMutex;
    QHash<QString, Request> revised;
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
    const auto entry = std::make_shared<Waits::Entry>(
            Request{newRequestId(), inquiry, explanation, clock.nowMs()});
    // Durable before anybody sees it: after a crash the question is known, whatever was on screen.
    auto stored = store.write([&](QSqlDatabase &database) {
        return insertRequest(database, project, entry->request);
    });
    if (!stored)
        return failure(stored.error());
    waits.add(entry);
    Q_EMIT q.asked(entry->request);
    // An "always" that was saved after this call was evaluated may not have found this request waiting.
    // One that is saved from here on does: it counts itself before it looks for those that wait.
    if (generation != seenGeneration)
        releaseNowAllowed({});
    auto outcome = waits.await(entry, stop);
    if (!outcome)
        outcome = interrupt(entry);
    const std::lock_guard lock(revisedMutex);
    revised.remove(entry->request.id.value);
    return *outcome;
}

Request Service::Private::latest(const EntryPtr &entry) const
{
    const std::lock_guard lock(revisedMutex);
    return revised.value(entry->request.id.value, entry->request);
}

Result<Request> Service::Private::recompute(const RequestId &id, const std::stop_token &stop)
{
    const auto notPending = [&id] {
        return failure(ErrorCode::NotFound,
                       u"The request %1 is not pending: it was answered or interrupted "
                       "already, or never existed."_s.arg(id.value));
    };
    const auto stay = waits.enter(stop);
    const EntryPtr entry = stay ? Waits::find(waits.waiting(), id) : EntryPtr();
    if (!entry)
        return notPending();
    if (!entry->request.inquiry.recompute) {
        return failure(ErrorCode::Unsupported,
                       u"This %1 cannot be computed again."_s.arg(entry->request.inquiry.action));
    }
    const auto revision = entry->request.inquiry.recompute(stop);
    if (!revision) {
        // Of the request, "not found" says that nobody waits for it any more.
        Error reason = revision.error();
        if (reason.code == ErrorCode::NotFound)
            reason.code = ErrorCode::Stale;
        return failure(reason);
    }
    // Nobody answers between the old change and the new one.
    if (!waits.takeOne(entry))
        return notPending();
    Request request = entry->request;
    request.inquiry.proposal = revision->proposal;
    request.inquiry.metadata = revision->metadata;
    request.inquiry.revision = revision->number;
    auto stored =
            store.write([&](QSqlDatabase &database) { return updateRequest(database, request); });
    if (stored) {
        const std::lock_guard lock(revisedMutex);
        revised.insert(id.value, request);
    }
    waits.giveBack({entry});
    if (!stored)
        return failure(stored.error());
    Q_EMIT q.revised(request);
    return request;
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
    waits.end(entry, outcome);
    return outcome;
}

Result<void> Service::Private::answer(const RequestId &id, const Reply &reply)
{
    // Taking the request and, for a refusal, the others of its session is one step: of two replies
    // at once exactly one finds it waiting.
    const auto chosen = waits.take([&](const Entries &waiting) -> Result<Entries> {
        const EntryPtr found = Waits::find(waiting, id);
        if (!found) {
            return failure(ErrorCode::NotFound,
                           u"The request %1 is not pending: it was answered or interrupted "
                           "already, or never existed."_s.arg(id.value));
        }
        const Inquiry inquiry = latest(found).inquiry;
        if (auto checked = checkReply(inquiry, reply); !checked)
            return failure(checked.error());
        Entries entries{found};
        if (reply.answer == Answer::Reject && reply.wholeSession) {
            for (const EntryPtr &other : waiting) {
                if (other != found && other->request.inquiry.session == inquiry.session)
                    entries.append(other);
            }
        }
        return entries;
    });
    if (!chosen)
        return failure(chosen.error());
    const Entries &taken = *chosen;

    const bool accepted = reply.answer != Answer::Reject;
    const QString words = reply.message.trimmed();
    const QList<SaveOffer> kept = reply.answer == Answer::Always ? reply.save : QList<SaveOffer>();
    const qint64 now = clock.nowMs();
    auto stored = store.write([&](QSqlDatabase &database) -> Result<void> {
        for (const EntryPtr &entry : taken) {
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
        waits.giveBack(taken);
        return stored;
    }
    if (!kept.isEmpty())
        ++generation;

    for (const EntryPtr &entry : taken) {
        const bool first = entry == taken.first();
        const Inquiry &inquiry = entry->request.inquiry;
        Q_EMIT q.replied({entry->request.id, inquiry.session, reply.answer,
                          first ? words : QString(), false, !first});
        if (accepted) {
            waits.end(entry, grantFor(latest(entry).inquiry, reply));
            continue;
        }
        // The words were about one request: the others end without them, and so stop the run.
        Reply wordless = reply;
        if (!first)
            wordless.message.clear();
        waits.end(entry, failure(refusalFor(inquiry, wordless)));
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
    const Entries waiting = waits.waiting();
    for (const EntryPtr &entry : waiting) {
        const Inquiry &inquiry = entry->request.inquiry;
        const auto explanation = decideNow(inquiry);
        if (!explanation) {
            qCWarning(logPermission) << "request left pending:" << explanation.error().message;
            continue;
        }
        if (explanation->effect != Effect::Allow)
            continue;
        if (!waits.takeOne(entry))
            continue; // Answered or interrupted in the meantime.
        const Ending ending{u"always"_s, {}, Effect::Allow, DecidedBy::Saved, cause, *explanation};
        auto stored = store.write([&](QSqlDatabase &database) {
            return endRequest(database, project, clock.nowMs(), entry->request, ending);
        });
        if (!stored) {
            qCWarning(logPermission) << "request left pending:" << stored.error().message;
            waits.giveBack({entry});
            continue;
        }
        Q_EMIT q.replied({entry->request.id, inquiry.session, Answer::Always, {}, false, true});
        waits.end(entry, grantFor(latest(entry).inquiry, {}));
    }
}

Service::Service(Storage::Store &store, ProjectId project, RulesOfAgent rules, QThreadPool *pool,
                 const Clock &clock)
    : d(std::make_unique<Private>(*this, store, std::move(project), std::move(rules), pool, clock))
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

Result<Grant> Service::require(const Inquiry &inquiry, std::stop_token stop)
{
    const auto stay = d->waits.enter(stop);
    if (!stay)
        return failure(interruptionOf(inquiry));
    const quint64 generation = d->generation;

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
    for (const EntryPtr &entry : d->waits.waiting())
        requests.append(d->latest(entry));
    return requests;
}

Result<Request> Service::recompute(const RequestId &id, const std::stop_token &stop)
{
    return d->recompute(id, stop);
}

Result<std::optional<PastRequest>> Service::pastChange(const SessionId &session, const CallId &call)
{
    std::optional<PastRequest> past;
    auto read = d->store.read([&](QSqlDatabase &database) -> Result<void> {
        auto row = pastChangeOf(database, d->project, session, call);
        if (!row)
            return failure(row.error());
        past = std::move(*row);
        return {};
    });
    if (!read)
        return failure(read.error());
    return past;
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
