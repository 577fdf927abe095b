// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "session/runner.h"

#include "base/callqueue.h"
#include "base/log.h"
#include "base/wait.h"
#include "session/history.h"
#include "session/systemprompt.h"

#include <QThreadPool>

#include <latch>
#include <mutex>

namespace Countersign::Session {

using namespace Qt::StringLiterals;

namespace {

/// So many identical calls in a row need a person's word (as OpenCode V1).
constexpr int kDoomLoopCalls = 3;

bool isSettled(CallState state)
{
    return state != CallState::Pending && state != CallState::Asking && state != CallState::Running;
}

QString describe(const Error &error)
{
    return error.detail.isEmpty() ? error.message : error.message + u" ("_s + error.detail + u')';
}

/// The first failure to store something: the run cannot go on after it. Shared with the storage
/// thread, which may be told of one after the run has ended.
class Faults
{
public:
    void set(const Error &error)
    {
        const std::lock_guard lock(m_mutex);
        if (!m_first)
            m_first = error;
    }
    [[nodiscard]] std::optional<Error> get() const
    {
        const std::lock_guard lock(m_mutex);
        return m_first;
    }

private:
    mutable std::mutex m_mutex;
    std::optional<Error> m_first;
};

} // namespace

class Runner::Private
{
public:
    Private(RunnerServices s, Info i, Observer &o)
        : services(std::move(s))
        , info(std::move(i))
        , observer(o)
    {
    }

    enum class TurnEnd { Continue, Finished, Ended };

    RunEnded run(std::stop_token stop);
    TurnEnd turn(const Agent &agent, const ResolvedModel &model, bool lastStep,
                 std::stop_token stop);
    void onEvent(const Provider::Event &event);
    void appendText(const QString &text, bool reasoning);
    void addCall(const Provider::CallReady &ready);
    void runCalls(const Materialisation &tools, const Agent &agent, std::stop_token stop);
    void runCall(qsizetype index, const Materialisation &tools, const Agent &agent,
                 std::stop_token stop);
    std::optional<Error> checkDoomLoop(qsizetype index, const Agent &agent, std::stop_token stop);
    void showLive(qsizetype index, const QString &text);
    void settle(qsizetype index, CallState state, const Settled &settled);
    SessionStore::OnFailure onStorageFailure() const
    {
        return [kept = faults](const Error &error) {
            kept->set(error);
        };
    }
    RunEnded ended(Outcome outcome, QString message = {}) const
    {
        return {info.id, outcome, std::move(message), {}};
    }
    RunEnded broken(const Error &fault) const
    {
        return {info.id, Outcome::Failed, describe(fault), fault};
    }
    void remark(const QString &text);

    const RunnerServices services;
    Info info;
    Observer &observer;

    QList<Message> history; ///< Everything before the current turn. Run thread only.
    std::stop_source callStop; ///< Stops the calls of the current turn.

    mutable std::mutex mutex;
    Message current; ///< Guarded: tool calls change their parts.
    int stored = 0; ///< Parts of current that are durable in their final form.
    Provider::Usage usage;
    bool declined = false; ///< Guarded: a person refused without words.
    const std::shared_ptr<Faults> faults = std::make_shared<Faults>();
};

Runner::Runner(RunnerServices services, Info session, Observer &observer)
    : d(std::make_unique<Private>(std::move(services), std::move(session), observer))
{
}

Runner::~Runner() = default;

RunEnded Runner::run(std::stop_token stop)
{
    return d->run(std::move(stop));
}

void Runner::setAsking(const MessageId &message, const CallId &call, bool asking)
{
    std::unique_lock lock(d->mutex);
    if (d->current.id != message)
        return;
    for (int i = 0; i < d->current.parts.size(); ++i) {
        auto *part = std::get_if<CallPart>(&d->current.parts[i]);
        if (!part || part->id != call || isSettled(part->state))
            continue;
        part->state = asking ? CallState::Asking : CallState::Running;
        const Part copy = *part;
        lock.unlock();
        d->observer.partChanged(d->info.id, message, i, copy);
        return;
    }
}

RunEnded Runner::Private::run(std::stop_token stop)
{
    auto loaded = services.store.messages(info.id);
    if (!loaded)
        return broken(loaded.error());
    history = std::move(*loaded);

    int step = 0;
    bool goOn = false;
    for (;;) {
        // Between two turns nobody waits for the disk: what the last turn stored is written in
        // order, and is durable before the next call does anything. The end of a run waits.
        Result<QList<Message>> promoted;
        if (!goOn || services.store.hasNewInput(info.id)) {
            promoted = services.store.promote(info.id, info.agent);
            if (!promoted)
                return broken(promoted.error());
        }
        if (const auto fault = faults->get())
            return broken(*fault);
        for (const Message &message : std::as_const(*promoted)) {
            history.append(message);
            observer.messageChanged(info.id, message);
            info.agent = message.agent; // The person may have chosen another one.
            step = 0; // A person's word starts the count anew.
        }
        if (promoted->isEmpty() && !goOn)
            return ended(Outcome::Done);
        if (stop.stop_requested())
            return ended(Outcome::Interrupted, u"The run was stopped."_s);

        const Agent *agent = info.agent.isEmpty() ? services.agents.defaultAgent()
                                                  : services.agents.find(info.agent);
        if (!agent) {
            const QString words = info.agent.isEmpty()
                    ? u"No agent can be chosen: every agent is disabled, hidden or a subagent."_s
                    : u"There is no agent named \"%1\". Choose another one or add it to the "
                      "configuration."_s.arg(info.agent);
            remark(words);
            return ended(Outcome::Failed, words);
        }
        const auto model =
                services.resolveModel(agent->model.isEmpty() ? info.model : agent->model);
        if (!model) {
            remark(model.error().message);
            return ended(Outcome::Failed, describe(model.error()));
        }

        ++step;
        const bool lastStep = agent->steps && step >= *agent->steps;
        const TurnEnd end = turn(*agent, *model, lastStep, stop);

        if (const auto fault = faults->get())
            return broken(*fault);
        if (declined)
            return ended(Outcome::Refused, u"The run stopped because a request was refused."_s);
        if (stop.stop_requested())
            return ended(Outcome::Interrupted, u"The run was stopped."_s);
        if (end == TurnEnd::Ended)
            return ended(Outcome::Failed, history.last().error);
        if (lastStep && end == TurnEnd::Continue) {
            const QString words = u"The agent reached its limit of %1 steps."_s.arg(*agent->steps);
            remark(words);
            return ended(Outcome::StepLimit, words);
        }
        goOn = end == TurnEnd::Continue && !lastStep;
    }
}

Runner::Private::TurnEnd Runner::Private::turn(const Agent &agent, const ResolvedModel &model,
                                               bool lastStep, std::stop_token stop)
{
    const Materialisation tools = lastStep
            ? Materialisation{}
            : materialise(services.applicationTools, services.locationTools, agent.rules);

    Provider::Turn request;
    request.model = model.id;
    request.system = systemPrompt(agent, services.surroundings());
    request.history = lower(history);
    if (lastStep) {
        request.history.append(
                Provider::Entry{Provider::Role::User, {Provider::Text{lastStepWords()}}});
    }
    for (const ToolDefinition &tool : tools.definitions)
        request.tools.append({tool.name, tool.description, tool.inputSchema});
    request.mayCallTools = !lastStep;
    request.cacheKey = info.id.value;

    {
        const std::lock_guard lock(mutex);
        current = Message{};
        current.id = newMessageId();
        current.role = Role::Assistant;
        current.agent = agent.name;
        current.model = model.name;
        current.created = services.clock.nowMs();
        stored = 0;
        usage = {};
    }
    services.store.stepStarted(info.id, current);
    observer.messageChanged(info.id, current);

    Result<Provider::Finish> finish = failure(ErrorCode::Internal, {});
    {
        // The thread mostly waits for the network: others may use its place in the pool.
        const PoolSlotRelease release(&services.pool);
        finish = model.provider->run(
                request, [this](const Provider::Event &e) { onEvent(e); }, stop);
    }

    bool anyCall = false;
    for (const Part &part : std::as_const(current.parts))
        anyCall = anyCall || std::holds_alternative<CallPart>(part);

    if (finish && anyCall && !stop.stop_requested()) {
        // Durable before any side effect.
        if (const auto called = services.store.callsCalled(info.id, current, 0); !called) {
            faults->set(called.error());
        } else {
            stored = int(current.parts.size());
            runCalls(tools, agent, stop);
        }
    }

    {
        const std::lock_guard lock(mutex);
        for (Part &part : current.parts) {
            auto *call = std::get_if<CallPart>(&part);
            if (!call || isSettled(call->state))
                continue;
            call->state = CallState::Interrupted;
            call->error = u"The run was stopped before this call ran."_s;
            call->ended = services.clock.nowMs();
            stored = 0;
        }
        current.ended = services.clock.nowMs();
        current.inputTokens = usage.input;
        current.outputTokens = usage.output;
        if (!finish && finish.error().code != ErrorCode::Cancelled)
            current.error = describe(finish.error());
        else if (!finish || stop.stop_requested() || declined)
            current.interrupted = true;
        else if (*finish == Provider::Finish::Length && !anyCall)
            current.error = u"The answer was cut off: the model reached its output limit."_s;
        else if (*finish == Provider::Finish::ContentFilter)
            current.error = u"The answer was withheld by the provider's content filter."_s;
    }
    services.store.stepEnded(info.id, current, stored, onStorageFailure());
    history.append(current);
    observer.messageChanged(info.id, current);

    if (!finish || *finish == Provider::Finish::ContentFilter)
        return TurnEnd::Ended;
    return anyCall ? TurnEnd::Continue : TurnEnd::Finished;
}

void Runner::Private::onEvent(const Provider::Event &event)
{
    if (const auto *text = std::get_if<Provider::TextDelta>(&event))
        appendText(text->text, false);
    else if (const auto *reasoning = std::get_if<Provider::ReasoningDelta>(&event))
        appendText(reasoning->text, true);
    else if (const auto *ready = std::get_if<Provider::CallReady>(&event))
        addCall(*ready);
    else if (const auto *counts = std::get_if<Provider::Usage>(&event))
        usage = *counts;
    else if (const auto *retry = std::get_if<Provider::Retrying>(&event))
        qCInfo(logSession) << "provider retry" << retry->attempt << retry->wait.count() << "ms";
    // CallStarted and CallDelta announce a call that may still fail to arrive: it is shown when ready.
}

void Runner::Private::appendText(const QString &text, bool reasoning)
{
    if (text.isEmpty())
        return;
    const bool sameKind = !current.parts.isEmpty()
            && (reasoning ? std::holds_alternative<ReasoningPart>(current.parts.last())
                          : std::holds_alternative<TextPart>(current.parts.last()));
    int index = 0;
    {
        const std::lock_guard lock(mutex);
        if (!sameKind)
            current.parts.append(reasoning ? Part(ReasoningPart{}) : Part(TextPart{}));
        index = int(current.parts.size()) - 1;
        if (reasoning)
            std::get<ReasoningPart>(current.parts.last()).text += text;
        else
            std::get<TextPart>(current.parts.last()).text += text;
    }
    if (sameKind)
        observer.textAppended(info.id, current.id, index, text);
    else
        observer.partChanged(info.id, current.id, index, current.parts.last());
}

void Runner::Private::addCall(const Provider::CallReady &ready)
{
    CallPart call;
    call.id = ready.id;
    call.tool = ready.name;
    call.input = ready.input;
    call.opaque = ready.opaque;
    call.created = services.clock.nowMs();
    if (ready.malformed) {
        call.rawInput = ready.raw;
        call.error = *ready.malformed;
    }
    int index = 0;
    {
        const std::lock_guard lock(mutex);
        current.parts.append(call);
        index = int(current.parts.size()) - 1;
    }
    observer.partChanged(info.id, current.id, index, call);
}

void Runner::Private::runCalls(const Materialisation &tools, const Agent &agent,
                               std::stop_token stop)
{
    QList<qsizetype> calls;
    for (qsizetype i = 0; i < current.parts.size(); ++i) {
        if (std::holds_alternative<CallPart>(current.parts.at(i)))
            calls.append(i);
    }
    callStop = std::stop_source();
    const std::stop_callback forward(stop, [this] { callStop.request_stop(); });
    const std::stop_token callToken = callStop.get_token();

    // One call needs no other thread.
    if (calls.size() == 1) {
        runCall(calls.first(), tools, agent, callToken);
        return;
    }
    std::latch done(calls.size());
    for (const qsizetype index : std::as_const(calls)) {
        startOn(services.pool, [this, index, &tools, &agent, callToken, &done] {
            runCall(index, tools, agent, callToken);
            done.count_down();
        });
    }
    const PoolSlotRelease release(&services.pool);
    done.wait();
}

void Runner::Private::runCall(qsizetype index, const Materialisation &tools, const Agent &agent,
                              std::stop_token stop)
{
    ToolCall call;
    Part part;
    {
        const std::lock_guard lock(mutex);
        auto &state = std::get<CallPart>(current.parts[index]);
        call.id = state.id;
        call.name = state.tool;
        call.input = state.input;
        if (!state.error.isEmpty())
            call.malformed = std::exchange(state.error, {});
        state.state = CallState::Running;
        state.started = services.clock.nowMs();
        part = state;
    }
    observer.partChanged(info.id, current.id, int(index), part);

    Settled settled;
    if (stop.stop_requested()) {
        settled.error =
                Error{ErrorCode::Cancelled, u"The run was stopped before this call ran."_s, {}};
    } else if (auto refused = checkDoomLoop(index, agent, stop)) {
        settled.error = std::move(refused);
    } else {
        const ToolContext context{
                info.id, agent.name, current.id, call.id, stop, [this, index](const QString &text) {
                    showLive(index, text);
                }};
        settled = services.settlement.settle(tools, call, context);
    }

    CallState state = CallState::Completed;
    if (settled.error) {
        switch (settled.error->code) {
        case ErrorCode::Cancelled:
            state = CallState::Interrupted;
            break;
        case ErrorCode::Denied:
            state = CallState::Refused;
            break;
        case ErrorCode::Declined: {
            state = CallState::Refused;
            {
                const std::lock_guard lock(mutex);
                declined = true;
            }
            callStop.request_stop(); // The run ends: its other calls need no answer any more.
            break;
        }
        default:
            state = CallState::Error;
        }
    }
    settle(index, state, settled);
}

std::optional<Error> Runner::Private::checkDoomLoop(qsizetype index, const Agent &agent,
                                                    std::stop_token stop)
{
    CallPart call;
    int same = 1;
    {
        const std::lock_guard lock(mutex);
        call = std::get<CallPart>(current.parts.at(index));
        // Identical calls directly before this one, in this turn and the turns before it, since the
        // person last spoke.
        const auto countBack = [&](const QList<Part> &parts, qsizetype before) {
            for (qsizetype i = before; i-- > 0;) {
                const auto *earlier = std::get_if<CallPart>(&parts.at(i));
                if (!earlier)
                    continue;
                if (earlier->tool != call.tool || earlier->input != call.input)
                    return false;
                ++same;
            }
            return true;
        };
        bool unbroken = countBack(current.parts, index);
        for (qsizetype m = history.size(); unbroken && same < kDoomLoopCalls && m-- > 0;) {
            const Message &message = history.at(m);
            if (message.role == Role::User)
                break;
            if (message.role == Role::Assistant)
                unbroken = countBack(message.parts, message.parts.size());
        }
    }
    if (same < kDoomLoopCalls)
        return {};
    Permission::Inquiry inquiry;
    inquiry.session = info.id;
    inquiry.agent = agent.name;
    inquiry.message = current.id;
    inquiry.call = call.id;
    inquiry.action = QStringView(Permission::Action::doomLoop).toString();
    inquiry.resources = {call.tool};
    inquiry.metadata = {{u"tool"_s, call.tool}, {u"input"_s, call.input}, {u"count"_s, same}};
    const auto granted = services.permission.require(inquiry, stop);
    if (granted)
        return {};
    return granted.error();
}

void Runner::Private::showLive(qsizetype index, const QString &text)
{
    CallPart call;
    {
        const std::lock_guard lock(mutex);
        auto &part = std::get<CallPart>(current.parts[index]);
        if (isSettled(part.state))
            return;
        part.live = text;
        call = part;
    }
    observer.partChanged(info.id, current.id, int(index), call);
}

void Runner::Private::settle(qsizetype index, CallState state, const Settled &settled)
{
    CallPart call;
    {
        const std::lock_guard lock(mutex);
        auto &part = std::get<CallPart>(current.parts[index]);
        part.state = state;
        part.live.clear();
        part.ended = services.clock.nowMs();
        if (settled.error) {
            part.error = settled.error->message;
        } else {
            part.structured = settled.output.structured;
            part.content = settled.output.content;
            part.outputPaths = settled.outputPaths;
        }
        call = part;
    }
    services.store.callSettled(info.id, current.id, int(index), call, onStorageFailure());
    observer.partChanged(info.id, current.id, int(index), call);
}

void Runner::Private::remark(const QString &text)
{
    Message notice;
    notice.id = newMessageId();
    notice.role = Role::Notice;
    notice.error = text;
    notice.created = notice.ended = services.clock.nowMs();
    if (const auto done = services.store.noticed(info.id, notice); !done)
        qCWarning(logSession) << "a notice could not be stored:" << done.error().message;
    history.append(notice);
    observer.messageChanged(info.id, notice);
}

} // namespace Countersign::Session
