// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "tools/bashtool.h"

#include "permission/evaluate.h"
#include "process/process.h"
#include "tools/asking.h"
#include "tools/commandoutput.h"
#include "tools/commandplan.h"

#include <algorithm>

namespace Countersign {

using namespace Qt::StringLiterals;

namespace {

/// Milliseconds; both as OpenCode V2.
constexpr qint64 kDefaultTimeout = 120'000;
constexpr qint64 kMaximumTimeout = 600'000;

/// Bytes. Linux takes no argument of more than 128 KiB; a longer line is read from a file.
constexpr qsizetype kLongestArgument = 100 * 1024;
/// What a card shows of a command that still runs.
constexpr qsizetype kLiveBytes = 16 * 1024;

constexpr qsizetype kMostSurvivors = 5; ///< Named in a result.

struct BashInput
{
    QString command;
    std::optional<QString> workdir;
    std::optional<qint64> timeout;
};

struct BashOutput
{
    std::optional<qint64> exit;
    std::optional<qint64> signal;
    bool timeout = false;
    bool truncated = false;
    std::optional<QString> outputPath;
    QString text; ///< Not encoded: for the model only.
};

/// What the person approves must be what the shell gets, character for character.
Result<void> checkCommand(const QString &command)
{
    if (command.trimmed().isEmpty())
        return failure(ErrorCode::InvalidInput,
                       u"The command is empty, so nothing was run. Write the command."_s);
    if (command.contains(QChar::Null) || !command.isValidUtf16())
        return failure(ErrorCode::InvalidInput,
                       u"The command holds a NUL character or half of a surrogate pair, which no "
                       "shell can be given; nothing was run. Write it without."_s);
    return {};
}

Result<ResolvedPath> workingDirectory(const ToolServices &services, const BashInput &input,
                                      const ToolContext &context)
{
    auto path = resolvePath(services, context, input.workdir.value_or(u"."_s), PathKind::Directory);
    if (!path)
        return path;
    if (path->type == FileType::Missing)
        return failure(ErrorCode::NotFound,
                       u"There is no directory %1 to run the command in; nothing was run."_s.arg(
                               path->resource));
    if (path->type != FileType::Directory)
        return failure(
                ErrorCode::InvalidInput,
                u"%1 is not a directory, so the command cannot run in it; nothing was run."_s.arg(
                        path->resource));
    return path;
}

QString endingOf(const BashOutput &output, qint64 timeout)
{
    if (output.timeout)
        return u"Stopped after %1 ms (time-out); the output so far is above."_s.arg(timeout);
    if (output.exit)
        return u"Exit code %1."_s.arg(*output.exit);
    return u"Ended by signal %1."_s.arg(output.signal.value_or(0));
}

Result<BashOutput> run(const ToolServices &services, const BashInput &input,
                       const ResolvedPath &directory, qint64 timeout, const ToolContext &context)
{
    CommandOutput collected(services.outputs);
    std::optional<Error> broken;
    ProcessRequest request;
    request.program = services.shell;
    request.arguments = {u"-c"_s, input.command};
    std::optional<ManagedOutput> script;
    if (const QByteArray bytes = input.command.toUtf8(); bytes.size() > kLongestArgument) {
        auto file = services.outputs.openManaged();
        if (!file)
            return failure(file.error());
        script = std::move(*file);
        if (const auto written = script->append(bytes); !written) {
            script->discard();
            return failure(written.error());
        }
        request.arguments = {u"-c"_s, u". \"$0\""_s, script->path()};
    }
    request.workingDirectory = directory.canonical;
    request.mergeOutput = true;
    request.listSurvivors = true;
    request.timeout = std::chrono::milliseconds(timeout);
    request.captureLimit = 0;
    request.onOutput = [&](QByteArrayView piece) {
        const auto taken = collected.append(piece);
        if (!taken)
            broken = taken.error();
        return taken.has_value();
    };
    if (context.live)
        request.onProgress = [&] {
            context.live(collected.tail(kLiveBytes));
        };
    const auto ended = runProcess(request, context.stop);
    if (script)
        script->discard();
    if (!ended) {
        collected.discard();
        if (ended.error().code == ErrorCode::Cancelled)
            return failure(ended.error());
        return failure(ended.error().code,
                       u"The shell %1 could not run the command: %2"_s.arg(services.shell,
                                                                           ended.error().message),
                       ended.error().detail);
    }
    if (const auto finished = collected.finish(); !finished && !broken)
        broken = finished.error();
    if (broken) {
        collected.discard();
        return failure(broken->code,
                       u"The command may have done a part of its work, but its output could not be "
                       "kept: %1"_s.arg(broken->message),
                       broken->detail);
    }
    BashOutput output;
    output.exit = ended->exitCode;
    output.signal = ended->signal;
    output.timeout = ended->timedOut;
    output.outputPath = collected.path();
    output.truncated = output.outputPath.has_value();
    output.text = collected.text();
    if (output.text.isEmpty())
        output.text = u"(no output)"_s;
    if (!output.text.endsWith(u'\n'))
        output.text += u'\n';
    if (const qsizetype left = ended->survivors.size(); left > 0)
        output.text += u"[Still running in the background: %1%2.]\n"_s.arg(
                ended->survivors.mid(0, kMostSurvivors).join(u", "_s),
                left > kMostSurvivors ? u" and %1 more"_s.arg(left - kMostSurvivors) : QString());
    output.text += endingOf(output, timeout);
    return output;
}

/// Leaves of the offers those that would spare the question: not those about what is allowed anyway.
Result<void> keepUsefulOffers(const ToolServices &services, Permission::Inquiry &inquiry)
{
    const auto explained = services.permission.explain(inquiry);
    if (!explained)
        return failure(explained.error());
    inquiry.save.removeIf([&explained](const Permission::SaveOffer &offer) {
        return std::none_of(explained->verdicts.begin(), explained->verdicts.end(),
                            [&offer](const Permission::Verdict &verdict) {
                                return verdict.effect == Permission::Effect::Ask
                                        && (offer.exact ? offer.resource == verdict.resource
                                                        : Permission::matches(verdict.resource,
                                                                              offer.resource));
                            });
    });
    return {};
}

Result<BashOutput> bash(const ToolServices &services, const BashInput &input,
                        const ToolContext &context)
{
    if (const auto checked = checkCommand(input.command); !checked)
        return failure(checked.error());
    const auto directory = workingDirectory(services, input, context);
    if (!directory)
        return failure(directory.error());
    const qint64 timeout = input.timeout.value_or(kDefaultTimeout);
    const QList<Permission::Inquiry> plan =
            planCommand(services, input.command, directory->canonical, context.stop);
    for (Permission::Inquiry inquiry : plan) {
        inquiry.session = context.session;
        inquiry.agent = context.agent;
        inquiry.message = context.message;
        inquiry.call = context.call;
        inquiry.metadata.insert(u"workdir"_s, directory->resource);
        inquiry.metadata.insert(u"timeout"_s, timeout);
        if (const auto kept = keepUsefulOffers(services, inquiry); !kept)
            return failure(kept.error());
        if (const auto grant = services.permission.require(inquiry, context.stop); !grant)
            return failure(grant.error());
    }
    // The person may have thought for a while: the directory must still be the one that was shown.
    const auto again = services.location.resolve(directory->canonical, PathKind::Directory);
    if (!again || again->canonical != directory->canonical || again->type != FileType::Directory)
        return failure(ErrorCode::Stale,
                       u"The directory %1 was removed or replaced while permission was asked; the "
                       "command was not run. Look at it again."_s.arg(directory->resource));
    if (!services.recorder)
        return run(services, input, *directory, timeout, context);
    const auto record = services.recorder->willRun(context);
    if (!record)
        return failure(record.error());
    auto output = run(services, input, *directory, timeout, context);
    services.recorder->ran(*record);
    return output;
}

} // namespace

Tool makeBashTool(const ToolServices &services)
{
    return Tool::make(ToolSpec<BashInput, BashOutput>{
            u"Runs a command line in the shell (%1 -c) with the person's own rights and waits for "
            "its end. bash is not sandboxed. Standard input is empty; standard error comes with "
            "the "
            "output. The person may be asked first. Output that is too long is cut in the middle "
            "and kept whole in a file. Prefer read, glob, grep, edit and write for work with "
            "files."_s.arg(services.shell),
            Schema::object<BashInput>()
                    .field(u"command"_s, &BashInput::command,
                           Schema::string().described(u"The command line to run."_s))
                    .alias(u"cmd"_s)
                    .field(u"workdir"_s, &BashInput::workdir,
                           Schema::string().described(
                                   u"Directory to run it in; the project's when left out."_s))
                    .alias(u"cwd"_s)
                    .field(u"timeout"_s, &BashInput::timeout,
                           Schema::integer(1, kMaximumTimeout)
                                   .described(u"Milliseconds after which the command and its "
                                              "children are ended; 120000 when left out."_s))
                    .codec(),
            Schema::object<BashOutput>()
                    .field(u"exit"_s, &BashOutput::exit, Schema::integer())
                    .field(u"signal"_s, &BashOutput::signal, Schema::integer())
                    .field(u"timeout"_s, &BashOutput::timeout, Schema::boolean())
                    .field(u"truncated"_s, &BashOutput::truncated, Schema::boolean())
                    .field(u"outputPath"_s, &BashOutput::outputPath, Schema::string())
                    .codec(),
            [services](const BashInput &input, const ToolContext &context) {
                return bash(services, input, context);
            },
            [](const BashInput &, const QJsonValue &, const BashOutput &output) -> Content {
                return {TextContent{output.text}};
            },
            [](const BashOutput &output) {
                return output.outputPath ? QStringList{*output.outputPath} : QStringList();
            },
            QString::fromUtf16(Permission::Action::bash)});
}

} // namespace Countersign
