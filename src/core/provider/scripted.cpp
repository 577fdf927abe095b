// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "provider/scripted.h"

#include "provider/modelfailure.h"

#include <QFile>
#include <QJsonDocument>

#include <algorithm>
#include <condition_variable>
#include <mutex>

namespace Countersign::Provider {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype kPieceLength = 24; // A few words: enough to see text arrive, not one by one.

/// Cuts a text behind blanks into pieces of some words; nothing is lost.
QStringList pieces(const QString &text)
{
    QStringList out;
    for (qsizetype start = 0; start < text.size();) {
        qsizetype end = std::min(start + kPieceLength, text.size());
        while (end < text.size() && !text.at(end - 1).isSpace())
            ++end;
        out.append(text.sliced(start, end - start));
        start = end;
    }
    return out;
}

class Player
{
public:
    Player(const Sink &sink, std::stop_token stop) : m_sink(sink), m_stop(std::move(stop)) { }

    /// False when a stop was requested: nothing more may be delivered.
    bool give(const Event &event)
    {
        if (m_stop.stop_requested())
            return false;
        m_sink(event);
        return true;
    }

    bool wait(std::chrono::milliseconds time)
    {
        std::mutex mutex;
        std::condition_variable_any never;
        std::unique_lock lock(mutex);
        never.wait_for(lock, m_stop, time, [] { return false; });
        return !m_stop.stop_requested();
    }

    bool words(const ScriptedTurn &turn)
    {
        for (const QString &piece : pieces(turn.reasoning)) {
            if (!give(ReasoningDelta{piece}))
                return false;
        }
        for (const QString &piece : pieces(turn.text)) {
            if (!give(TextDelta{piece}))
                return false;
        }
        return true;
    }

    bool call(const CallId &id, const ScriptedCall &call, bool spoiled)
    {
        QString raw = QString::fromUtf8(QJsonDocument(call.input).toJson(QJsonDocument::Compact));
        CallReady ready{id, call.name, call.input, {}, {}, {}};
        if (spoiled) {
            raw.chop(1);
            ready.input = {};
            ready.malformed = u"The arguments are no valid JSON: they end too early."_s;
        }
        ready.raw = raw;
        return give(CallStarted{id, call.name}) && give(CallDelta{id, raw}) && give(ready);
    }

private:
    const Sink &m_sink;
    std::stop_token m_stop;
};

} // namespace

Result<std::unique_ptr<Scripted>> Scripted::load(const QString &file)
{
    QFile in(file);
    if (!in.open(QIODevice::ReadOnly)) {
        return failure(in.exists() ? ErrorCode::Io : ErrorCode::NotFound,
                       u"The script %1 could not be read: %2. Give the path of a file with "
                       u"{\"turns\": [...]} in it."_s.arg(file, in.errorString()));
    }
    auto turns = parseScript(in.readAll(), file);
    if (!turns)
        return failure(turns.error());
    return std::make_unique<Scripted>(*std::move(turns));
}

Result<Finish> Scripted::run(const Turn &turn, const Sink &sink, std::stop_token stop)
{
    Player player(sink, stop);
    const auto stopped = [] {
        return failure(ErrorCode::Cancelled, u"The scripted model was stopped."_s);
    };
    const qsizetype number =
            std::count_if(turn.history.begin(), turn.history.end(),
                          [](const Entry &entry) { return entry.role == Role::Assistant; });
    if (number >= m_turns.size()) {
        if (!player.give(TextDelta{u"All %1 scripted turns are done."_s.arg(m_turns.size())}))
            return stopped();
        return Finish::Stop;
    }
    const ScriptedTurn &part = m_turns.at(number);
    if (part.delay.count() > 0 && !player.wait(part.delay))
        return stopped();
    if (part.fault == ScriptedTurn::Fault::Refused) {
        return failure(modelFailure(u"The scripted model"_s, part.status, {}, {}, 0).error);
    }
    if (!player.words(part))
        return stopped();
    if (part.fault == ScriptedTurn::Fault::Disconnect) {
        return failure(
                ErrorCode::Network,
                u"The connection to the scripted model was lost in the middle of its answer. "
                u"Try again."_s);
    }
    for (qsizetype i = 0; i < part.tools.size(); ++i) {
        const bool spoiled =
                part.fault == ScriptedTurn::Fault::Malformed && i == part.tools.size() - 1;
        const CallId id(u"call_%1_%2"_s.arg(number).arg(i));
        if (!player.call(id, part.tools.at(i), spoiled))
            return stopped();
    }
    if (stop.stop_requested())
        return stopped();
    return part.tools.isEmpty() ? Finish::Stop : Finish::ToolCalls;
}

} // namespace Countersign::Provider
