// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "engine/engine.h"

#include "base/callqueue.h"
#include "base/clock.h"
#include "base/log.h"
#include "config/config.h"
#include "engine/changedesk.h"
#include "engine/metatypes.h"
#include "engine/models.h"
#include "engine/sessionhub.h"
#include "location/location.h"
#include "permission/service.h"
#include "question/service.h"
#include "secrets/secretstore.h"
#include "session/agents.h"
#include "session/runner.h"
#include "session/sessionstore.h"
#include "session/systemprompt.h"
#include "storage/eventlog.h"
#include "storage/store.h"
#include "tool/outputstore.h"
#include "tool/registry.h"
#include "tool/settlement.h"
#include "tools/catalog.h"
#include "tools/commandplan.h"
#include "tools/toolservices.h"
#include "tools/websearchtool.h"

#include <QFileInfo>
#include <QThread>
#include <QThreadPool>
#include <QTimer>

#include <chrono>

namespace Countersign {

using namespace Qt::StringLiterals;

namespace {

/// Threads that may work at once beside those that wait (a waiting one gives its place back).
int poolSize()
{
    return qMax(4, QThread::idealThreadCount() * 2);
}

/// Stacks of pool threads: a thousand waiting calls must not reserve gigabytes.
constexpr uint kPoolStackBytes = 1024 * 1024;

OutputLimits limitsFrom(const Config::Settings &settings)
{
    OutputLimits limits;
    if (settings.maxOutputLines)
        limits.maxLines = *settings.maxOutputLines;
    if (settings.maxOutputBytes)
        limits.maxBytes = *settings.maxOutputBytes;
    return limits;
}

QList<Storage::Migration> allMigrations()
{
    return Storage::eventLogMigrations() + Session::SessionStore::migrations()
            + Permission::Service::migrations() + Question::Service::migrations();
}

} // namespace

/// Members are in the order of their needs: destruction runs it backwards, so nothing is used after
/// its end. The pool is waited for first, in ~Engine.
class Engine::Private
{
public:
    Private(EngineOptions o, Location l, Config::Settings s, std::unique_ptr<Storage::Store> st)
        : options(std::move(o))
        , location(std::move(l))
        , settings(std::move(s))
        , agents(Session::Agents::fromSettings(settings, options.paths))
        , store(std::move(st))
        , sessions(*store)
        , outputs(options.paths.toolOutput(), limitsFrom(settings))
        , changes(options.paths.snapshots(), location, sessions,
                  settings.snapshots.value_or(true) ? QString() : settings.snapshotsSource)
        , permission(
                  *store, location.project().id,
                  [this](const QString &name) -> std::optional<Permission::Ruleset> {
                      const Session::Agent *agent =
                              name.isEmpty() ? agents.defaultAgent() : agents.find(name);
                      return agent ? std::optional(agent->rules) : std::nullopt;
                  },
                  &pool)
        , questions(*store, location.project().id, &pool)
        , models(settings, options.model, http)
        , settlement(applicationTools, locationTools, outputs)
    {
        pool.setMaxThreadCount(poolSize());
        pool.setStackSize(kPoolStackBytes);
    }

    [[nodiscard]] ToolServices services()
    {
        ToolServices services{location, permission, outputs, settings.shell.value_or(u"/bin/sh"_s)};
        services.web.emplace(WebServices{http, Net::lookUp, searchAccountFor(settings.websearch)});
        services.skills = settings.skills;
        services.images = settings.images;
        services.questions = options.questions ? &questions : nullptr;
        services.recorder = changes.recorder();
        services.keepTodos = [this](const SessionId &session, const QList<Todo> &todos) {
            auto kept = sessions.setTodos(session, todos);
            if (kept && *kept)
                Q_EMIT hub->todosChanged(session, todos);
            return kept;
        };
        return services;
    }

    /// The person's choice of a search service may have its key in the keychain, which answers later.
    /// `done` is called once, with or without one.
    void offerSearchByKeychain(std::function<void()> done)
    {
        const ToolServices usual = services();
        const auto service = searchServiceFromName(settings.websearch.value_or(QString()));
        if (!service || usual.web->search) {
            done();
            return;
        }
        secrets = std::make_unique<SecretStore>(options.keychain ? options.keychain()
                                                                 : systemKeychain());
        secrets->read(searchSecretName(*service),
                      [this, usual, service = *service,
                       done = std::move(done)](const Result<std::optional<FoundSecret>> &found) {
                          const auto offered = found ? offerSearch(usual, service, *found)
                                                     : Result<void>(failure(found.error()));
                          if (!offered)
                              qCWarning(logEngine, "%s", qUtf8Printable(offered.error().message));
                          done();
                      });
    }

    Result<void> offerSearch(const ToolServices &usual, SearchService service,
                             const std::optional<FoundSecret> &found)
    {
        if (!found)
            return {};
        ToolServices able = usual;
        able.web.emplace(WebServices{http, Net::lookUp, searchAccount(service, found->secret)});
        auto added = locationTools.add({{u"websearch"_s, makeWebsearchTool(able)}});
        if (!added)
            return failure(added.error());
        search = std::move(*added);
        return {};
    }

    EngineOptions options;
    Location location;
    Config::Settings settings;
    Session::Agents agents;
    std::unique_ptr<Storage::Store> store;
    Session::SessionStore sessions;
    OutputStore outputs;
    ChangeDesk changes;
    QThreadPool pool;
    Permission::Service permission;
    Question::Service questions;
    Net::HttpClient http;
    Models models;
    ToolRegistry applicationTools;
    ToolRegistry locationTools;
    Registration builtins;
    Registration search; ///< By a key of the keychain.
    std::unique_ptr<SecretStore> secrets; ///< Null where none is needed.
    Settlement settlement;
    std::unique_ptr<SessionHub> hub;
    CallQueue calls;
    QTimer sweep;
};

Engine::Engine(std::unique_ptr<Private> p) : d(std::move(p)) { }

Result<std::unique_ptr<Engine>> Engine::open(const EngineOptions &options)
{
    registerMetaTypes();
    auto location = Location::open(options.directory);
    if (!location)
        return failure(location.error());
    Config::Settings settings =
            Config::load(options.paths, location->root(), location->project().directory);
    auto store = Storage::Store::open(options.paths.databaseFile(), allMigrations());
    if (!store)
        return failure(store.error());

    auto d = std::make_unique<Private>(options, std::move(*location), std::move(settings),
                                       std::move(*store));
    Private *p = d.get();
    if (options.agent && !p->agents.find(*options.agent)) {
        return failure(ErrorCode::NotFound,
                       u"There is no agent named \"%1\". Choose one of: %2."_s.arg(
                               *options.agent, p->agents.names().join(u", "_s)));
    }
    auto builtins = p->locationTools.add(builtinTools(p->services()));
    if (!builtins)
        return failure(builtins.error());
    p->builtins = std::move(*builtins);

    const auto mended = p->sessions.recover();
    if (!mended)
        return failure(mended.error());
    if (const auto lost = p->permission.recover(); !lost)
        return failure(lost.error());
    if (const auto lost = p->questions.recover(); !lost)
        return failure(lost.error());

    std::unique_ptr<Engine> engine(new Engine(std::move(d)));
    Engine *self = engine.get();
    p->hub = std::make_unique<SessionHub>(
            Session::RunnerServices{p->sessions, p->permission, p->applicationTools,
                                    p->locationTools, p->settlement, p->agents, p->pool,
                                    Clock::system(),
                                    [p](const QString &name) { return p->models.resolve(name); },
                                    [p] {
                                        return Session::surroundings(
                                                p->location.root(), p->location.project().directory,
                                                p->location.project().isGit,
                                                p->options.paths.config, Clock::system().nowMs());
                                    }},
            p->location.project().id, p->location.root(), p->models.configured());

    const SessionHub *hub = p->hub.get();
    self->relay(hub, &SessionHub::sessionChanged, &Engine::sessionChanged);
    self->relay(hub, &SessionHub::messageChanged, &Engine::messageChanged);
    self->relay(hub, &SessionHub::partChanged, &Engine::partChanged);
    self->relay(hub, &SessionHub::textAppended, &Engine::textAppended);
    self->relay(hub, &SessionHub::todosChanged, &Engine::todosChanged);
    self->relay(hub, &SessionHub::runEnded, &Engine::runEnded);
    self->relay(hub, &SessionHub::failed, &Engine::failed);
    self->relay(&p->permission, &Permission::Service::asked, &Engine::asked);
    self->relay(&p->permission, &Permission::Service::revised, &Engine::revised);
    self->relay(&p->permission, &Permission::Service::replied, &Engine::replied);
    self->relay(&p->permission, &Permission::Service::approvalsChanged, &Engine::requestApprovals);
    self->relay(&p->questions, &Question::Service::asked, &Engine::questionAsked);
    self->relay(&p->questions, &Question::Service::ended, &Engine::questionEnded);
    // The call's state changes on the thread that asks, before anybody can answer.
    connect(
            &p->permission, &Permission::Service::asked, hub,
            [waits = p->hub.get()](const Permission::Request &request) {
                const Permission::Inquiry &inquiry = request.inquiry;
                waits->waitBegan(inquiry.session, request.id.value, inquiry.message, inquiry.call);
            },
            Qt::DirectConnection);
    connect(
            &p->permission, &Permission::Service::replied, hub,
            [waits = p->hub.get()](const Permission::Replied &replied) {
                waits->waitEnded(replied.session, replied.id.value);
            },
            Qt::DirectConnection);
    connect(
            &p->questions, &Question::Service::asked, hub,
            [waits = p->hub.get()](const Question::Request &request) {
                const Question::Inquiry &inquiry = request.inquiry;
                waits->waitBegan(inquiry.session, request.id.value, inquiry.message, inquiry.call);
            },
            Qt::DirectConnection);
    connect(
            &p->questions, &Question::Service::ended, hub,
            [waits = p->hub.get()](const Question::Ended &ended) {
                waits->waitEnded(ended.session, ended.id.value);
            },
            Qt::DirectConnection);

    p->changes.setListener([self](const SessionId &session) {
        self->announce([self, session] { Q_EMIT self->changesRecorded(session); });
    });
    p->offerSearchByKeychain([self] { self->announce([self] { Q_EMIT self->toolsCompleted(); }); });
    startOn(p->pool, [p] { p->changes.recover(); });
    const auto sweep = [p] {
        startOn(p->pool, [p] {
            p->outputs.sweep();
            p->changes.sweep();
        });
    };
    connect(&p->sweep, &QTimer::timeout, self, sweep);
    p->sweep.start(std::chrono::hours(1));
    sweep();
    return engine;
}

Engine::~Engine()
{
    d->sweep.stop();
    d->hub->shutDown();
    d->pool.waitForDone();
}

template<class Sender, class... Values>
void Engine::relay(const Sender *sender, void (Sender::*signal)(Values...),
                   void (Engine::*method)(Values...))
{
    connect(
            sender, signal, this,
            [this, method](Values... values) {
                if (QThread::currentThread() == thread())
                    (this->*method)(values...);
                else
                    announce([this, method, ... kept = std::decay_t<Values>(values)] {
                        (this->*method)(kept...);
                    });
            },
            Qt::DirectConnection);
}

void Engine::announce(std::function<void()> emission)
{
    d->calls.post(std::move(emission));
}

QString Engine::directory() const
{
    return d->location.root();
}

QString Engine::projectName() const
{
    return QFileInfo(d->location.project().directory).fileName();
}

QString Engine::model() const
{
    return d->models.configured();
}

QList<AgentInfo> Engine::agents() const
{
    QList<AgentInfo> infos;
    const auto selectable = d->agents.selectable();
    for (const Session::Agent &agent : selectable)
        infos.append({agent.name, agent.description});
    return infos;
}

QStringList Engine::configProblems() const
{
    QStringList texts;
    for (const Config::Problem &problem : std::as_const(d->settings.problems)) {
        texts.append(problem.line > 0 ? u"%1:%2:%3: %4"_s.arg(problem.file)
                                                .arg(problem.line)
                                                .arg(problem.column)
                                                .arg(problem.message)
                                      : u"%1: %2"_s.arg(problem.file, problem.message));
    }
    if (!d->changes.problem().isEmpty())
        texts.append(d->changes.problem());
    return texts;
}

QString Engine::changesTurnedOffIn() const
{
    return d->changes.turnedOffIn();
}

QStringList Engine::unavailableTools() const
{
    const auto turn = materialise(d->applicationTools, d->locationTools, {});
    QStringList texts;
    for (auto tool = turn.unavailable.begin(); tool != turn.unavailable.end(); ++tool)
        texts.append(tool.key() + u": "_s + tool.value());
    texts.sort();
    return texts;
}

QList<Permission::Request> Engine::pendingRequests() const
{
    return d->permission.pending();
}

QList<Question::Request> Engine::pendingQuestions() const
{
    return d->questions.pending();
}

QList<ToolDefinition> Engine::tools(const QString &agent) const
{
    const Session::Agent *found =
            agent.isEmpty() ? d->agents.defaultAgent() : d->agents.find(agent);
    return materialise(d->applicationTools, d->locationTools,
                       found ? found->rules : Permission::Ruleset{})
            .definitions;
}

SessionId Engine::createSession(const QString &agent)
{
    QString name = agent.isEmpty() ? d->options.agent.value_or(QString()) : agent;
    if (name.isEmpty()) {
        if (const Session::Agent *chosen = d->agents.defaultAgent())
            name = chosen->name;
    }
    return d->hub->create(name);
}

void Engine::prompt(const SessionId &session, const QString &text, const QString &agent)
{
    d->hub->prompt(session, text, agent);
}

void Engine::interrupt(const SessionId &session)
{
    d->hub->interrupt(session);
}

void Engine::callTool(const QString &name, const QJsonObject &input)
{
    startOn(d->pool, [this, name, input] {
        const Session::Agent *agent =
                d->options.agent ? d->agents.find(*d->options.agent) : d->agents.defaultAgent();
        const Materialisation turn = materialise(d->applicationTools, d->locationTools,
                                                 agent ? agent->rules : Permission::Ruleset{});
        const ToolContext context{newSessionId(), agent ? agent->name : QString(), newMessageId(),
                                  CallId(u"call_1"_s), d->hub->stopToken()};
        const Settled settled =
                d->settlement.settle(turn, {context.call, name, input, {}}, context);
        announce([this, settled] { Q_EMIT toolCalled(settled); });
    });
}

void Engine::reply(const RequestId &request, const Permission::Reply &reply)
{
    // Writing the answer waits for the disk: not on this thread.
    startOn(d->pool, [this, request, reply] {
        const auto done = d->permission.reply(request, reply);
        // That another answer was there first is news for a person, not for a prepared answer.
        const bool tooLate = !done && done.error().code == ErrorCode::NotFound;
        if (!done && !(tooLate && reply.by != Permission::Answerer::Person))
            announce([this, error = done.error()] { Q_EMIT failed(error); });
    });
}

void Engine::recompute(const RequestId &request)
{
    startOn(d->pool, [this, request] {
        const auto done = d->permission.recompute(request, d->hub->stopToken());
        if (!done)
            announce([this, request, error = done.error()] { Q_EMIT notRevised(request, error); });
    });
}

void Engine::replyToQuestion(const QuestionId &question, const Question::Reply &reply)
{
    startOn(d->pool, [this, question, reply] {
        const auto done = d->questions.reply(question, reply);
        const bool tooLate = !done && done.error().code == ErrorCode::NotFound;
        if (!done && !(tooLate && reply.by != Permission::Answerer::Person))
            announce([this, error = done.error()] { Q_EMIT failed(error); });
    });
}

void Engine::requestSessions()
{
    startOn(d->pool, [this] {
        auto sessions = d->sessions.list(d->location.project().id);
        if (!sessions) {
            announce([this, error = sessions.error()] { Q_EMIT failed(error); });
            return;
        }
        d->hub->addStatus(*sessions);
        announce([this, loaded = *sessions] { Q_EMIT sessionsLoaded(loaded); });
    });
}

void Engine::requestHistory(const SessionId &session)
{
    startOn(d->pool, [this, session] {
        const auto todos = d->sessions.todos(session);
        const auto messages = todos ? d->sessions.messages(session)
                                    : Result<QList<Session::Message>>(failure(todos.error()));
        if (!messages) {
            announce([this, error = messages.error()] { Q_EMIT failed(error); });
            return;
        }
        announce([this, session, list = *todos, loaded = *messages] {
            Q_EMIT todosChanged(session, list);
            Q_EMIT historyLoaded(session, loaded);
        });
    });
}

void Engine::requestChanges(const SessionId &session)
{
    startOn(d->pool, [this, session] {
        const auto changes = d->changes.changes(session, d->hub->stopToken());
        if (changes)
            announce([this, loaded = *changes] { Q_EMIT changesLoaded(loaded); });
        else
            announce([this, error = changes.error()] { Q_EMIT failed(error); });
    });
}

void Engine::requestChange(const SessionId &session, const MessageId &turn, const QString &file)
{
    startOn(d->pool, [this, session, turn, file] {
        const auto change = d->changes.change(session, turn, file, d->hub->stopToken());
        if (change)
            announce([this, loaded = *change] { Q_EMIT changeLoaded(loaded); });
        else
            announce([this, error = change.error()] { Q_EMIT failed(error); });
    });
}

void Engine::act(Session::PutBackReport::Act kind, const SessionId &session,
                 std::function<Result<Session::PutBackReport>()> act)
{
    startOn(d->pool, [this, kind, session, act = std::move(act)] {
        auto report = act();
        // Whoever asked for it waits for its end, whatever that is.
        if (!report)
            report = Session::PutBackReport{
                    session, kind, {}, {{{}, Session::told(report.error())}}};
        announce([this, ended = *report] { Q_EMIT putBackEnded(ended); });
    });
}

void Engine::putBack(const Session::PutBackOrder &order)
{
    act(Session::PutBackReport::Act::PutBack, order.session,
        [this, order] { return d->changes.putBack(order); });
}

void Engine::undoPutBack(const SessionId &session)
{
    act(Session::PutBackReport::Act::Undo, session,
        [this, session] { return d->changes.undo(session); });
}

void Engine::redoPutBack(const SessionId &session)
{
    act(Session::PutBackReport::Act::Redo, session,
        [this, session] { return d->changes.redo(session); });
}

void Engine::requestPastChange(const SessionId &session, const CallId &call)
{
    startOn(d->pool, [this, session, call] {
        const auto past = d->permission.pastChange(session, call);
        if (past && *past) {
            announce([this, loaded = **past] { Q_EMIT pastChangeLoaded(loaded); });
            return;
        }
        const Error error = past
                ? Error{ErrorCode::NotFound,
                        u"Nobody was asked about this change, so it was not kept for reading."_s,
                        {}}
                : past.error();
        announce([this, error] { Q_EMIT failed(error); });
    });
}

void Engine::requestApprovals()
{
    startOn(d->pool, [this] {
        const auto approvals = d->permission.approvals();
        if (approvals)
            announce([this, loaded = *approvals] { Q_EMIT approvalsLoaded(loaded); });
        else
            announce([this, error = approvals.error()] { Q_EMIT failed(error); });
    });
}

void Engine::revokeApproval(const ApprovalId &approval)
{
    startOn(d->pool, [this, approval] {
        if (const auto revoked = d->permission.revoke(approval); !revoked)
            announce([this, error = revoked.error()] { Q_EMIT failed(error); });
    });
}

void Engine::requestExplanation(const QString &agent, const QString &action,
                                const QStringList &resources)
{
    startOn(d->pool, [this, agent, action, resources] {
        QList<Permission::Inquiry> inquiries;
        if (action == QStringView(Permission::Action::bash)) {
            for (const QString &line : resources)
                inquiries +=
                        planCommand(d->services(), line, d->location.root(), d->hub->stopToken());
        } else {
            inquiries.resize(1);
            inquiries.first().action = action;
            inquiries.first().resources = resources;
        }
        QList<Permission::Explanation> explanations;
        for (Permission::Inquiry &inquiry : inquiries) {
            inquiry.agent = agent;
            const auto explanation = d->permission.explain(inquiry);
            if (!explanation) {
                announce([this, error = explanation.error()] { Q_EMIT failed(error); });
                return;
            }
            explanations.append(*explanation);
        }
        announce([this, explanations] { Q_EMIT explained(explanations); });
    });
}

} // namespace Countersign
