// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

// How one model call becomes one result. This file is the only place that knows the order:
//
//   1. Lookup      The name must be in the turn's materialisation: what was not advertised (never
//                  registered, or hidden by a rule) is unknown.                       -> NotFound
//                  A tool that cannot be used here says why.                          -> Unsupported
//   2. Identity    The name is resolved again, now. Nothing there, or another registration than
//                  the one that was advertised: the call is stale.                    -> Stale
//                  Only then is the tool value captured; later changes of the registries do not
//                  touch the running call.
//   3. Input       Arguments that were not a JSON object are an error, as are arguments that the
//                  input codec refuses. The tool does not run.                        -> InvalidInput
//   4. Execute     Not when a stop was requested already.                             -> Cancelled
//                  The tool's own Error is the result as it stands.                   -> any code
//   5. Encode      An output that breaks its own codec is a failure, although what the tool did
//                  has happened.                                                      -> Internal
//   6. Project     To model content, from the encoded output.
//   7. Bound       Once, here and nowhere else. A full text that cannot be kept fails the
//                  settlement; nothing is cut without a copy.                         -> Storage
//   8. Result      Settled: bounded output and the managed files, or the error.
//
// Steps 3 (codec) to 6 are Tool::make's run(), which this file calls and nobody else can. An
// exception out of a tool is a bug or want of memory; it is caught here, at the one boundary, logged
// and told as Internal. Error messages are not bounded. A refusal without words (Declined) is an
// error like any other here; the runner stops at it.

#include "tool/settlement.h"

#include "base/log.h"
#include "tool/jsontext.h"

#include <exception>

namespace Countersign {

using namespace Qt::StringLiterals;

namespace {

Settled failed(Error error)
{
    Settled settled;
    settled.error = std::move(error);
    return settled;
}

Error unknownTool(const Materialisation &turn, const QString &name)
{
    QStringList known;
    for (const ToolDefinition &definition : turn.definitions)
        known.append(definition.name);
    return {ErrorCode::NotFound,
            known.isEmpty()
                    ? u"There is no tool \"%1\"; no tools are available in this turn."_s.arg(name)
                    : u"There is no tool \"%1\"; the tools of this turn are: %2."_s.arg(
                              name, known.join(u", "_s)),
            {}};
}

Error staleCall(const QString &name)
{
    return {ErrorCode::Stale,
            u"The tool \"%1\" was removed or replaced after it was offered, so this call did not "
            "run. Call it again with the tools of the next turn."_s.arg(name),
            {}};
}

Error malformedInput(const ToolCall &call)
{
    return {ErrorCode::InvalidInput,
            u"The arguments of the tool \"%1\" are not a complete JSON object, so it did not run: "
            "%2. Send the whole object again."_s.arg(call.name, *call.malformed),
            {}};
}

Error stoppedBefore(const QString &name)
{
    return {ErrorCode::Cancelled,
            u"The tool \"%1\" did not run, because a stop was requested."_s.arg(name),
            {}};
}

Error broken(const QString &name, const QString &what)
{
    qCCritical(logTool, "The tool %s threw: %s", qUtf8Printable(name), qUtf8Printable(what));
    return {ErrorCode::Internal,
            u"The tool \"%1\" failed because of an error in the program; what it did up to then "
            u"may "
            "have taken effect."_s.arg(name),
            what};
}

} // namespace

Settlement::Settlement(const ToolRegistry &application, const ToolRegistry &location,
                       const OutputStore &store)
    : m_application(application)
    , m_location(location)
    , m_store(store)
{
}

Settled Settlement::settle(const Materialisation &turn, const ToolCall &call,
                           const ToolContext &context) const
{
    const auto advertised = turn.identities.constFind(call.name);
    if (advertised == turn.identities.constEnd()) {
        const auto why = turn.unavailable.constFind(call.name);
        return failed(why == turn.unavailable.constEnd() ? unknownTool(turn, call.name)
                                                         : Error{ErrorCode::Unsupported, *why, {}});
    }
    const auto entry = effective(m_application, m_location, call.name);
    if (!entry || entry->identity != *advertised)
        return failed(staleCall(call.name));
    if (call.malformed)
        return failed(malformedInput(call));
    if (context.stop.stop_requested())
        return failed(stoppedBefore(call.name));
    try {
        const Result<ToolOutput> output = entry->tool.m_parts->run(call.name, call.input, context);
        if (!output)
            return failed(output.error());
        Result<BoundedOutput> bounded = m_store.bound(*output);
        if (!bounded)
            return failed(bounded.error());
        return Settled{std::move(bounded->output), std::move(bounded->paths), std::nullopt};
    } catch (const std::exception &exception) {
        return failed(broken(call.name, QString::fromLocal8Bit(exception.what())));
    }
}

QString Settled::modelText() const
{
    if (error)
        return error->message;
    if (output.content.isEmpty())
        return compactJson(output.structured);
    QString text;
    for (const ContentPart &part : output.content) {
        if (const auto *piece = std::get_if<TextContent>(&part))
            text += piece->text;
    }
    return text;
}

} // namespace Countersign
