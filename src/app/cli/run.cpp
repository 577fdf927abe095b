// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "cli/answers.h"
#include "cli/commands.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/runreport.h"
#include "cli/signals.h"
#include "engine/engine.h"

#include <QCoreApplication>

#include <csignal>

namespace Countersign::Cli {

using namespace Qt::StringLiterals;

namespace {

int exitCodeOf(const Session::RunEnded &ended, bool refused, int signal)
{
    if (signal != 0)
        return 128 + signal; // As a shell reports it.
    if (refused)
        return kRefused;
    switch (ended.outcome) {
    case Session::Outcome::Done:
        return kDone;
    case Session::Outcome::Refused:
        return kRefused;
    case Session::Outcome::Failed:
    case Session::Outcome::Interrupted:
    case Session::Outcome::StepLimit:
        return kFailed;
    }
    Q_UNREACHABLE();
}

QString whatWasAsked(const Permission::Request &request)
{
    return request.inquiry.action + u' ' + request.inquiry.resources.join(u", "_s);
}

} // namespace

int run(Arguments arguments)
{
    QCoreApplication application(arguments.argc, arguments.argv);
    QCommandLineParser parser;
    parser.setApplicationDescription(
            u"Runs one prompt without a screen. Requests are refused unless --auto or --answers "
            u"answers "
            "them.\nExit codes: 0 done, 1 error, 2 usage, 3 stopped by a refusal."_s);
    const QCommandLineOption format(u"format"_s, u"text or json (one object a line)."_s,
                                    u"text|json"_s, u"text"_s);
    const QCommandLineOption sessionOption(u"session"_s, u"Go on with this session."_s, u"ID"_s);
    parser.addOptions({projectOption(), modelOption(), agentOption(), sessionOption, autoOption(),
                       answersOption(), format});
    parser.addPositionalArgument(u"PROMPT"_s, u"What the agent should do."_s, u"PROMPT…"_s);
    if (const auto ended = parse(parser, u"run"_s, arguments.rest))
        return *ended;

    const QString prompt = parser.positionalArguments().join(u' ');
    if (prompt.trimmed().isEmpty())
        return complain(u"run needs a prompt. See \"countersign run --help\"."_s, kUsage);
    const QString wanted = parser.value(format);
    if (wanted != u"text" && wanted != u"json")
        return complain(u"--format is \"%1\"; write text or json."_s.arg(wanted), kUsage);

    std::optional<Answers> answers;
    if (parser.isSet(u"answers"_s)) {
        auto read = Answers::fromFile(parser.value(u"answers"_s));
        if (!read)
            return complain(read.error().message, kUsage);
        answers = std::move(*read);
    } else if (parser.isSet(u"auto"_s)) {
        answers = Answers::once();
    }

    EngineOptions options = engineOptions(parser);
    // An agent that cannot ask decides by itself; one that asks nobody would end the run.
    options.questions = answers && answers->haveQuestions();
    auto engine = Engine::open(options);
    if (!engine)
        return complain(engine.error().message, kFailed);
    Engine &desk = **engine;
    RunReport report(desk, wanted == u"json" ? RunReport::Format::Json : RunReport::Format::Text);
    const QStringList problems = desk.configProblems();
    for (const QString &problem : problems)
        err(u"countersign: "_s + problem + u'\n');

    const SessionId session = parser.isSet(sessionOption) ? SessionId(parser.value(sessionOption))
                                                          : desk.createSession();
    report.follow(session);

    bool refused = false;
    bool prompted = false;
    int signal = 0;
    const EndSignals signalsToEnd([&](int number) {
        signal = number;
        if (!prompted) // A keychain that waits to be unlocked is not waited for.
            QCoreApplication::exit(exitCodeOf({}, refused, signal));
        desk.interrupt(session);
    });
    QObject::connect(&desk, &Engine::asked, &application, [&](const Permission::Request &request) {
        if (request.inquiry.session != session)
            return;
        if (const auto reply = answers ? answers->find(request) : std::nullopt) {
            desk.reply(request.id, *reply);
            return;
        }
        refused = true;
        report.error(u"Refused: %1. Nobody could be asked: this run has no person at the desk. Use "
                     "--auto to answer every request with \"once\", --answers FILE, or add a "
                     "rule."_s.arg(whatWasAsked(request)));
        desk.reply(request.id, nobodyThere());
    });
    QObject::connect(
            &desk, &Engine::questionAsked, &application, [&](const Question::Request &request) {
                if (request.inquiry.session != session)
                    return;
                const auto reply = answers ? answers->find(request) : std::nullopt;
                if (!reply) {
                    refused = true;
                    report.error(u"Not answered: %1 Nobody could be asked: no entry of the answers "
                                 "file fits this question."_s.arg(
                                         request.inquiry.items.first().question.simplified()));
                }
                desk.replyToQuestion(request.id, reply.value_or(nobodyToAnswer()));
            });
    // An answer that does not fit its question leaves it pending, with nobody else to answer it.
    QObject::connect(&desk, &Engine::failed, &application, [&](const Error &error) {
        const auto pending = desk.pendingQuestions();
        for (const Question::Request &request : pending) {
            if (error.code == ErrorCode::InvalidInput && request.inquiry.session == session) {
                refused = true;
                desk.replyToQuestion(request.id, nobodyToAnswer());
            }
        }
    });
    // A signal may arrive before the run has begun: then there was nothing to interrupt yet.
    QObject::connect(&desk, &Engine::sessionChanged, &application, [&](const Session::Info &info) {
        if (signal != 0 && info.id == session)
            desk.interrupt(session);
    });
    QObject::connect(&desk, &Engine::runEnded, &application, [&](const Session::RunEnded &ended) {
        if (ended.session != session)
            return;
        const int code = exitCodeOf(ended, refused, signal);
        report.done(ended, code);
        QCoreApplication::exit(code);
    });
    QObject::connect(&desk, &Engine::toolsCompleted, &application, [&] {
        prompted = true;
        desk.prompt(session, prompt, parser.value(u"agent"_s));
    });
    return QCoreApplication::exec();
}

} // namespace Countersign::Cli
