// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "cli/answers.h"
#include "cli/commands.h"
#include "cli/options.h"
#include "cli/output.h"
#include "engine/engine.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>

namespace Countersign::Cli {

using namespace Qt::StringLiterals;

namespace {

QJsonObject settledJson(const Settled &settled)
{
    if (settled.error) {
        return {{u"status"_s, u"error"_s},
                {u"content"_s, QJsonArray()},
                {u"structured"_s, QJsonValue::Null},
                {u"outputPaths"_s, QJsonArray()},
                {u"error"_s, settled.error->message},
                {u"code"_s, errorCodeName(settled.error->code)}};
    }
    return {{u"status"_s, u"completed"_s},
            {u"content"_s, Session::toJson(settled.output.content)},
            {u"structured"_s, settled.output.structured},
            {u"outputPaths"_s, QJsonArray::fromStringList(settled.outputPaths)}};
}

int list(const QList<ToolDefinition> &tools, bool json)
{
    for (const ToolDefinition &tool : tools) {
        if (json)
            outJson({{u"name"_s, tool.name}, {u"description"_s, tool.description}});
        else
            out(tool.name.leftJustified(12) + u' ' + tool.description.section(u'\n', 0, 0) + u'\n');
    }
    return kDone;
}

int schema(const QList<ToolDefinition> &tools, const QString &name)
{
    for (const ToolDefinition &tool : tools) {
        if (tool.name == name) {
            outJson(tool.inputSchema);
            return kDone;
        }
    }
    return complain(u"There is no tool named \"%1\". See \"countersign tool list\"."_s.arg(name),
                    kUsage);
}

Result<QJsonObject> inputFrom(const QString &text)
{
    QJsonParseError syntax;
    const QJsonDocument document = QJsonDocument::fromJson(text.toUtf8(), &syntax);
    if (document.isObject())
        return document.object();
    return failure(
            ErrorCode::InvalidInput,
            u"The tool's input must be a JSON object: %1."_s.arg(
                    syntax.error == QJsonParseError::NoError
                            ? u"it is none"_s
                            : u"%1 at byte %2"_s.arg(syntax.errorString()).arg(syntax.offset)));
}

int call(Engine &engine, const QString &name, const QJsonObject &input,
         const std::optional<Answers> &answers)
{
    QObject receiver;
    QObject::connect(&engine, &Engine::asked, &receiver, [&](const Permission::Request &request) {
        const auto reply = answers ? answers->find(request) : std::nullopt;
        engine.reply(request.id, reply.value_or(nobodyThere()));
    });
    QObject::connect(&engine, &Engine::questionAsked, &receiver,
                     [&](const Question::Request &request) {
                         const auto reply = answers ? answers->find(request) : std::nullopt;
                         engine.replyToQuestion(request.id, reply.value_or(nobodyToAnswer()));
                     });
    QObject::connect(&engine, &Engine::failed, &receiver, [&engine](const Error &error) {
        err(u"countersign: "_s + error.message + u'\n');
        // An answer that does not fit its question leaves it pending, with nobody else to answer.
        const auto pending = engine.pendingQuestions();
        for (const Question::Request &request : pending)
            engine.replyToQuestion(request.id, nobodyToAnswer());
    });
    QObject::connect(&engine, &Engine::toolCalled, &receiver, [](const Settled &settled) {
        outJson(settledJson(settled));
        QCoreApplication::exit(settled.ok() ? kDone : kFailed);
    });
    QObject::connect(&engine, &Engine::toolsCompleted, &receiver,
                     [&] { engine.callTool(name, input); });
    return QCoreApplication::exec();
}

} // namespace

int tool(Arguments arguments)
{
    QCoreApplication application(arguments.argc, arguments.argv);
    QCommandLineParser parser;
    parser.setApplicationDescription(
            u"Lists the tools (list), prints a tool's input schema (schema NAME), or runs one tool "
            u"through "
            "full settlement and prints the result as JSON (call NAME JSON)."_s);
    parser.addOptions(
            {projectOption(), agentOption(), autoOption(), answersOption(), jsonOption()});
    parser.addPositionalArgument(u"list|schema|call"_s, u"What to do."_s,
                                 u"list | schema NAME | call NAME JSON"_s);
    if (const auto ended = parse(parser, u"tool"_s, arguments.rest))
        return *ended;
    const QStringList words = parser.positionalArguments();
    const QString verb = words.value(0);
    const bool fits = (verb == u"list" && words.size() == 1)
            || (verb == u"schema" && words.size() == 2) || (verb == u"call" && words.size() == 3);
    if (!fits) {
        return complain(u"Write tool list, tool schema NAME, or tool call NAME JSON."_s, kUsage);
    }
    std::optional<Answers> answers;
    if (parser.isSet(u"answers"_s)) {
        auto read = Answers::fromFile(parser.value(u"answers"_s));
        if (!read)
            return complain(read.error().message, kUsage);
        answers = std::move(*read);
    } else if (parser.isSet(u"auto"_s)) {
        answers = Answers::once();
    }
    const auto input = verb == u"call" ? inputFrom(words.at(2)) : QJsonObject();
    if (!input)
        return complain(input.error().message, kUsage);
    const EngineOptions options = engineOptions(parser);
    auto engine = Engine::open(options);
    if (!engine)
        return complain(engine.error().message, kFailed);
    if (verb == u"call")
        return call(**engine, words.at(1), *input, answers);
    QObject::connect(engine->get(), &Engine::toolsCompleted, &application, [&] {
        const QList<ToolDefinition> tools = (*engine)->tools(options.agent.value_or(QString()));
        QCoreApplication::exit(verb == u"list" ? list(tools, parser.isSet(u"json"_s))
                                               : schema(tools, words.at(1)));
    });
    return QCoreApplication::exec();
}

} // namespace Countersign::Cli
