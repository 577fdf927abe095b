// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "cli/options.h"

#include "cli/commands.h"
#include "cli/output.h"

#include <QDir>

namespace Countersign::Cli {

using namespace Qt::StringLiterals;

QCommandLineOption projectOption()
{
    return {u"project"_s, u"Work in this folder (default: the current one)."_s, u"DIR"_s};
}

QCommandLineOption modelOption()
{
    return {u"model"_s, u"Use this model: provider/id, or scripted:FILE."_s, u"ID"_s};
}

QCommandLineOption agentOption()
{
    return {u"agent"_s, u"Use this agent."_s, u"NAME"_s};
}

QCommandLineOption jsonOption()
{
    return {u"json"_s, u"Print JSON."_s};
}

QCommandLineOption autoOption()
{
    return {u"auto"_s, u"Answer every request with \"once\". What rules deny stays denied."_s};
}

QCommandLineOption answersOption()
{
    return {u"answers"_s, u"Answer requests as this JSON file says; the first match answers."_s,
            u"FILE"_s};
}

std::optional<int> parse(QCommandLineParser &parser, const QString &command,
                         const QStringList &arguments)
{
    const QCommandLineOption help({u"h"_s, u"help"_s}, u"Print this help."_s);
    parser.addOption(help);
    if (!parser.parse(QStringList{u"countersign"_s} + arguments)) {
        const QString called = QString(u"countersign "_s + command).trimmed();
        return complain(parser.errorText() + u" See \""_s + called + u" --help\"."_s, kUsage);
    }
    if (parser.isSet(help)) {
        // Qt writes how the process was called; people look for what they have to write.
        const QString text = parser.helpText();
        const QString called = u"Usage: countersign"_s + (command.isEmpty() ? u""_s : u" "_s);
        out(called + command + text.sliced(text.indexOf(u" [options]"_s)));
        return kDone;
    }
    return {};
}

std::optional<Theme::Scheme> schemeFromName(const QString &name)
{
    if (name == u"system")
        return Theme::Scheme::FollowSystem;
    if (name == u"light")
        return Theme::Scheme::Light;
    if (name == u"dark")
        return Theme::Scheme::Dark;
    return {};
}

EngineOptions engineOptions(const QCommandLineParser &parser)
{
    const QStringList known = parser.optionNames();
    const auto value = [&](const QString &name) -> std::optional<QString> {
        return known.contains(name) ? std::optional(parser.value(name)) : std::nullopt;
    };
    EngineOptions options;
    options.paths = AppPaths::fromEnvironment();
    options.directory = QDir::current().absoluteFilePath(value(u"project"_s).value_or(u"."_s));
    options.model = value(u"model"_s);
    options.agent = value(u"agent"_s);
    return options;
}

} // namespace Countersign::Cli
