// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "tools/bashtool.h"

#include "process/process.h"
#include "tools/asking.h"
#include "tools/outputcollector.h"

#include <cstring>

namespace Countersign {

using namespace Qt::StringLiterals;

namespace {

/// Milliseconds; as OpenCode V2.
constexpr qint64 kDefaultTimeout = 120'000;
constexpr qint64 kMaximumTimeout = 600'000;

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
    // Not encoded: for the model only.
    QString text;
    QString path;
};

Result<ResolvedPath> workingDirectory(const ToolServices &services, const BashInput &input,
                                      const ToolContext &context)
{
    auto directory =
            resolvePath(services, context, input.workdir.value_or(u"."_s), PathKind::Directory);
    if (directory && directory->type != FileType::Directory)
        return failure(directory->type == FileType::Missing ? ErrorCode::NotFound
                                                            : ErrorCode::InvalidInput,
                       u"The command did not run, because the working directory %1 is not a "
                       "directory. Name one that exists."_s.arg(directory->resource));
    return directory;
}

QString endOf(const BashOutput &output, qint64 timeout)
{
    if (output.timeout)
        return u"The command was ended because it took longer than %1 ms; the output above is what "
               "came until then. A larger timeout (up to %2 ms) may help."_s.arg(timeout)
                       .arg(kMaximumTimeout);
    if (output.signal)
        return u"The command was ended by signal %1 (%2)."_s.arg(*output.signal)
                .arg(QString::fromLocal8Bit(::strsignal(int(*output.signal))));
    return u"Exit code %1."_s.arg(output.exit.value_or(-1));
}

Result<BashOutput> bash(const ToolServices &services, const BashInput &input,
                        const ToolContext &context)
{
    if (input.command.contains(QChar::Null))
        return failure(
                ErrorCode::InvalidInput,
                u"The command holds a NUL character, which no shell can be given; it did not "
                "run."_s);
    const auto directory = workingDirectory(services, input, context);
    if (!directory)
        return failure(directory.error());
    const qint64 timeout = input.timeout.value_or(kDefaultTimeout);
    const auto grant = services.permission.require(
            inquiryOf(context, QString::fromUtf16(Permission::Action::bash), {input.command},
                      {{input.command, true}},
                      {{u"command"_s, input.command},
                       {u"workdir"_s, directory->canonical},
                       {u"timeout"_s, timeout}}),
            context.stop);
    if (!grant)
        return failure(grant.error());
    // Time may have passed over the question: what was approved is this very directory.
    const auto again =
            services.location.resolve(input.workdir.value_or(u"."_s), PathKind::Directory);
    if (!again)
        return failure(again.error());
    if (again->canonical != directory->canonical || again->type != FileType::Directory)
        return failure(ErrorCode::Stale,
                       u"The command did not run, because the working directory %1 changed while "
                       "the command was being approved."_s.arg(directory->resource));

    OutputCollector collector(services.outputs);
    Result<void> collected;
    ProcessRequest request;
    request.program = services.shell;
    request.arguments = {u"-c"_s, input.command};
    request.workingDirectory = directory->canonical;
    request.mergeOutput = true;
    request.timeout = std::chrono::milliseconds(timeout);
    request.captureLimit = 0;
    request.onOutput = [&](QByteArrayView bytes) {
        collected = collector.append(bytes);
        return collected.has_value();
    };
    const auto ended = runProcess(request, context.stop);
    if (!ended)
        return failure(ended.error());
    if (!collected)
        return failure(collected.error().code,
                       "The command was ended, because its output could not be kept. "_L1
                               + collected.error().message,
                       collected.error().detail);
    const auto output = collector.finish();
    if (!output)
        return failure(output.error());
    BashOutput result;
    if (ended->exitCode)
        result.exit = *ended->exitCode;
    if (ended->signal)
        result.signal = *ended->signal;
    result.timeout = ended->timedOut;
    result.truncated = output->truncated;
    result.path = output->path;
    result.text = output->text.isEmpty() ? u"(no output)"_s : output->text;
    if (!result.text.endsWith(u'\n'))
        result.text += u'\n';
    result.text += u'\n' + endOf(result, timeout);
    return result;
}

} // namespace

Tool makeBashTool(const ToolServices &services)
{
    return Tool::make(ToolSpec<BashInput, BashOutput>{
            u"Runs a command line in the shell and returns its output (standard output and error "
            "together) with its exit code. bash is not sandboxed: a command can do anything the "
            "person's account can do, so the person may be asked first. Every call starts in "
            "workdir (default: the project's folder); cd does not last. Standard input is empty. "
            "Of "
            "long output the beginning and the end are shown and all of it is kept in a file that "
            "read and grep can open. Prefer read, edit, write, glob and grep for files."_s,
            Schema::object<BashInput>()
                    .field(u"command"_s, &BashInput::command,
                           Schema::string().described(u"The command line."_s))
                    .alias(u"cmd"_s)
                    .field(u"workdir"_s, &BashInput::workdir,
                           Schema::string().described(
                                   u"Directory to run in, relative to the project or absolute."_s))
                    .alias(u"cwd"_s)
                    .field(u"timeout"_s, &BashInput::timeout,
                           Schema::integer(1, kMaximumTimeout)
                                   .described(u"Milliseconds after which it is ended; default "
                                              "120000."_s))
                    .codec(),
            Schema::object<BashOutput>()
                    .field(u"exit"_s, &BashOutput::exit, Schema::integer())
                    .field(u"signal"_s, &BashOutput::signal, Schema::integer())
                    .field(u"timeout"_s, &BashOutput::timeout, Schema::boolean())
                    .field(u"truncated"_s, &BashOutput::truncated, Schema::boolean())
                    .codec(),
            [services](const BashInput &input, const ToolContext &context) {
                return bash(services, input, context);
            },
            [](const BashInput &, const QJsonValue &, const BashOutput &output) -> Content {
                return {TextContent{output.text}};
            },
            [](const BashOutput &output) {
                return output.path.isEmpty() ? QStringList() : QStringList{output.path};
            },
            {}});
}

} // namespace Countersign
