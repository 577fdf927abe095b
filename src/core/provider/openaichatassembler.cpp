// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "provider/openaichatassembler.h"

#include <QJsonDocument>
#include <QUuid>

#include <algorithm>

namespace Countersign::Provider {

using namespace Qt::StringLiterals;

namespace {

QString compact(const QJsonObject &object)
{
    return QString::fromUtf8(QJsonDocument(object).toJson(QJsonDocument::Compact));
}

/// The arguments' next piece: a string, or an object where a server did not quote it.
QString argumentsText(const QJsonValue &value)
{
    if (value.isObject())
        return compact(value.toObject());
    return value.toString();
}

bool isCompleteObject(const QString &text)
{
    return QJsonDocument::fromJson(text.toUtf8()).isObject();
}

bool hasError(const QJsonObject &object)
{
    const QJsonValue error = object.value(u"error"_s);
    return !error.isUndefined() && !error.isNull();
}

ChatAssembler::Trouble unreadable(const QByteArray &data)
{
    return {{}, QString::fromUtf8(data.first(std::min<qsizetype>(data.size(), 200)))};
}

ChatAssembler::Trouble told(const QJsonValue &json)
{
    ServerWords words = serverWords(json);
    if (words.message.isEmpty())
        words.message = u"an error without words"_s;
    return {words, {}};
}

/// `piece` after what was held back, less a high surrogate at its end, which is held back.
QString joinSurrogates(QString &held, const QString &piece)
{
    QString all = std::exchange(held, {}) + piece;
    if (!all.isEmpty() && all.back().isHighSurrogate()) {
        held = all.back();
        all.chop(1);
    }
    return all;
}

} // namespace

tl::expected<QJsonObject, QString> parseArguments(const QString &text)
{
    if (text.trimmed().isEmpty())
        return QJsonObject();
    // Wrapped in a list, as QJsonDocument takes no bare strings.
    const auto parse = [](const QString &json, QJsonParseError &problem) {
        return QJsonDocument::fromJson('[' + json.toUtf8() + ']', &problem).array();
    };
    QJsonParseError problem;
    QJsonArray values = parse(text, problem);
    if (problem.error != QJsonParseError::NoError) {
        return tl::unexpected(
                u"The arguments are no valid JSON: %1 at character %2."_s.arg(problem.errorString())
                        .arg(std::max(0, problem.offset - 1)));
    }
    if (values.size() == 1 && values.at(0).isString()) {
        QJsonParseError inner;
        const QJsonArray opened = parse(values.at(0).toString(), inner);
        if (inner.error == QJsonParseError::NoError && opened.size() == 1)
            values = opened;
    }
    if (values.size() != 1 || !values.at(0).isObject())
        return tl::unexpected(u"The arguments are no JSON object."_s);
    return values.at(0).toObject();
}

std::optional<ChatAssembler::Trouble> ChatAssembler::feed(const QByteArray &data,
                                                          const QByteArray &name)
{
    if (m_done)
        return std::nullopt;
    const QByteArray trimmed = data.trimmed();
    if (trimmed == "[DONE]") {
        m_done = true;
        return std::nullopt;
    }
    if (trimmed.isEmpty())
        return std::nullopt;
    QJsonParseError problem;
    const QJsonDocument document = QJsonDocument::fromJson(trimmed, &problem);
    if (name == "error") {
        if (problem.error == QJsonParseError::NoError && document.isObject())
            return told(document.object());
        return told(QString::fromUtf8(trimmed));
    }
    if (problem.error != QJsonParseError::NoError)
        return unreadable(trimmed);
    if (document.isArray()) { // Gemini's errors come as a list.
        const QJsonObject first = document.array().at(0).toObject();
        return hasError(first) ? told(first) : unreadable(trimmed);
    }
    return chunk(document.object());
}

std::optional<ChatAssembler::Trouble> ChatAssembler::feedWhole(const QJsonObject &completion)
{
    if (!hasError(completion) && !completion.value(u"choices"_s).isArray())
        return told(completion);
    m_whole = true;
    return chunk(completion);
}

std::optional<ChatAssembler::Trouble> ChatAssembler::chunk(const QJsonObject &object)
{
    if (hasError(object))
        return told(object);
    if (const QJsonValue numbers = object.value(u"usage"_s); numbers.isObject())
        usage(numbers.toObject());
    const QJsonArray choices = object.value(u"choices"_s).toArray();
    for (const QJsonValue &value : choices) {
        const QJsonObject choice = value.toObject();
        if (choice.value(u"index"_s).toInt(0) != 0)
            continue;
        // A finish reason of the choice's own error is told by the server's words.
        if (hasError(choice))
            return told(choice);
        const QJsonValue part = choice.value(u"delta"_s);
        delta(part.isObject() ? part.toObject() : choice.value(u"message"_s).toObject());
        const QString reason = choice.value(u"finish_reason"_s).toString();
        if (m_finish.isEmpty())
            m_finish = reason;
        if (reason == u"error"_s)
            return told(QString(u"the model's answer ended with an error"_s));
    }
    return std::nullopt;
}

void ChatAssembler::delta(const QJsonObject &message)
{
    reasoning(message);
    content(message.value(u"content"_s));
    text(message.value(u"refusal"_s).toString());
    const QJsonArray calls = message.value(u"tool_calls"_s).toArray();
    for (const QJsonValue &fragment : calls)
        callFragment(fragment.toObject());
}

void ChatAssembler::content(const QJsonValue &value)
{
    text(value.toString());
    const QJsonArray parts = value.toArray(); // Mistral sends typed parts.
    for (const QJsonValue &part : parts) {
        const QJsonObject object = part.toObject();
        if (object.value(u"type"_s) == "thinking"_L1) {
            const QJsonArray thoughts = object.value(u"thinking"_s).toArray();
            for (const QJsonValue &one : thoughts)
                thought(one.toObject().value(u"text"_s).toString());
        } else {
            text(object.value(u"text"_s).toString());
        }
    }
}

void ChatAssembler::reasoning(const QJsonObject &message)
{
    // Some servers send the same words under both names.
    QString words = message.value(u"reasoning_content"_s).toString();
    if (words.isEmpty())
        words = message.value(u"reasoning"_s).toString();
    const QJsonArray details = message.value(u"reasoning_details"_s).toArray();
    QString fromDetails;
    for (const QJsonValue &detail : details) {
        m_reasoningDetails.append(detail);
        fromDetails += detail.toObject().value(u"text"_s).toString();
    }
    thought(words.isEmpty() ? fromDetails : words);
}

void ChatAssembler::text(const QString &piece)
{
    if (piece.isEmpty())
        return;
    if (const QString ready = joinSurrogates(m_heldText, piece); !ready.isEmpty())
        m_sink(TextDelta{ready});
}

void ChatAssembler::thought(const QString &piece)
{
    if (piece.isEmpty())
        return;
    if (const QString ready = joinSurrogates(m_heldThought, piece); !ready.isEmpty())
        m_sink(ReasoningDelta{ready});
}

void ChatAssembler::callFragment(const QJsonObject &fragment)
{
    const QJsonObject function = fragment.value(u"function"_s).toObject();
    const QString id = fragment.value(u"id"_s).toString();
    const QString name = function.value(u"name"_s).toString();
    const QString arguments = argumentsText(function.value(u"arguments"_s));
    if (id.isEmpty() && name.isEmpty() && arguments.isEmpty() && m_drafts.isEmpty())
        return;

    Draft &draft = draftFor(fragment, id, name, arguments);
    if (draft.wireId.isEmpty())
        draft.wireId = id;
    // Names are not joined; a longer one that begins with what is known is the same, repeated.
    if (draft.name.isEmpty() || (name.size() > draft.name.size() && name.startsWith(draft.name)))
        draft.name = name;
    if (const QJsonValue extra = fragment.value(u"extra_content"_s); extra.isObject())
        draft.opaque.insert(u"extra_content"_s, extra);
    const bool repeated = !id.isEmpty() && !arguments.isEmpty() && draft.arguments == arguments
            && isCompleteObject(arguments);
    if (!repeated)
        draft.arguments += arguments;
    announce(draft);
}

ChatAssembler::Draft &ChatAssembler::draftFor(const QJsonObject &fragment, const QString &id,
                                              const QString &name, const QString &arguments)
{
    const QJsonValue number = fragment.value(u"index"_s);
    const int index = number.isDouble() ? number.toInt() : -1;
    Draft *found = nullptr;
    if (index >= 0) {
        const auto last = std::find_if(m_drafts.rbegin(), m_drafts.rend(),
                                       [index](const Draft &d) { return d.index == index; });
        found = last == m_drafts.rend() ? nullptr : &*last;
        // Ollama gives every call the index 0.
        if (found && !id.isEmpty() && !found->wireId.isEmpty() && found->wireId != id) {
            const auto same = std::find_if(m_drafts.begin(), m_drafts.end(), [&](const Draft &d) {
                return d.index == index && d.wireId == id;
            });
            found = same == m_drafts.end() ? nullptr : &*same;
        }
    } else if (!id.isEmpty()) {
        const auto same = std::find_if(m_drafts.begin(), m_drafts.end(),
                                       [&id](const Draft &d) { return d.wireId == id; });
        found = same == m_drafts.end() ? nullptr : &*same;
    } else if (!m_drafts.isEmpty()) {
        found = &m_drafts.last();
    }
    // Neither ids nor different indexes: a whole call after a whole call is another one.
    if (found && id.isEmpty() && !name.isEmpty() && !found->name.isEmpty()
        && isCompleteObject(found->arguments) && isCompleteObject(arguments)) {
        found = nullptr;
    }
    return found ? *found : newDraft(index, id);
}

ChatAssembler::Draft &ChatAssembler::newDraft(int index, const QString &id)
{
    Draft draft;
    draft.index = index;
    draft.wireId = id;
    draft.id = CallId(id);
    if (!id.isEmpty()) {
        const auto same = std::find_if(m_drafts.begin(), m_drafts.end(),
                                       [&id](const Draft &d) { return d.id.value == id; });
        if (same != m_drafts.end())
            draft.repeats = same - m_drafts.begin();
    }
    if (id.isEmpty() || draft.repeats >= 0)
        draft.id = CallId(u"call_"_s + QUuid::createUuid().toString(QUuid::Id128));
    m_drafts.append(draft);
    return m_drafts.last();
}

void ChatAssembler::announce(Draft &draft)
{
    // One that may turn out to be a mere repetition is not shown before the end.
    if (draft.name.isEmpty() || draft.repeats >= 0)
        return;
    if (!draft.announced) {
        draft.announced = true;
        m_sink(CallStarted{draft.id, draft.name});
    }
    if (draft.unsent < draft.arguments.size()) {
        m_sink(CallDelta{draft.id, draft.arguments.sliced(draft.unsent)});
        draft.unsent = draft.arguments.size();
    }
}

void ChatAssembler::usage(const QJsonObject &object)
{
    const QJsonObject in = object.value(u"prompt_tokens_details"_s).toObject();
    const QJsonObject out = object.value(u"completion_tokens_details"_s).toObject();
    Usage seen;
    seen.input = object.value(u"prompt_tokens"_s).toInteger();
    seen.output = object.value(u"completion_tokens"_s).toInteger();
    seen.reasoning = out.value(u"reasoning_tokens"_s).toInteger();
    seen.cacheRead = in.contains(u"cached_tokens"_s)
            ? in.value(u"cached_tokens"_s).toInteger()
            : object.value(u"prompt_cache_hit_tokens"_s).toInteger(); // DeepSeek.
    seen.cacheWrite = in.value(u"cache_write_tokens"_s).toInteger();
    m_usage = seen;
}

bool ChatAssembler::ended() const
{
    return m_whole || !m_finish.isEmpty() || (m_done && !m_requiresFinishReason);
}

Finish ChatAssembler::finish()
{
    flushText();
    if (m_usage)
        m_sink(*m_usage);
    if (m_finish == u"content_filter"_s)
        return Finish::ContentFilter;
    const bool cut = m_finish == u"length"_s || m_finish == u"max_tokens"_s;
    deliverCalls(cut);
    if (cut)
        return Finish::Length;
    if (!m_drafts.isEmpty())
        return Finish::ToolCalls;
    static const QStringList kOrdinary{u""_s,         u"stop"_s,          u"eos"_s,
                                       u"end_turn"_s, u"stop_sequence"_s, u"tool_calls"_s,
                                       u"tool_use"_s, u"function_call"_s};
    return kOrdinary.contains(m_finish) ? Finish::Stop : Finish::Unknown;
}

void ChatAssembler::flushText()
{
    // A half that never found its other half is shown as what it is: one wrong character.
    if (!std::exchange(m_heldThought, {}).isEmpty())
        m_sink(ReasoningDelta{QString(QChar(QChar::ReplacementCharacter))});
    if (!std::exchange(m_heldText, {}).isEmpty())
        m_sink(TextDelta{QString(QChar(QChar::ReplacementCharacter))});
}

bool ChatAssembler::isRepeat(const Draft &draft) const
{
    if (draft.repeats < 0)
        return false;
    const Draft &first = m_drafts.at(draft.repeats);
    return first.name == draft.name && first.arguments == draft.arguments;
}

void ChatAssembler::deliverCalls(bool lastIsCut)
{
    for (qsizetype i = 0; i < m_drafts.size(); ++i) {
        Draft draft = m_drafts.at(i);
        if (isRepeat(draft))
            continue;
        draft.repeats = -1;
        announce(draft);
        if (!draft.announced)
            m_sink(CallStarted{draft.id, draft.name});
        if (i == 0 && !m_reasoningDetails.isEmpty())
            draft.opaque.insert(u"reasoning_details"_s, m_reasoningDetails);
        CallReady ready{draft.id, draft.name, {}, draft.arguments, {}, draft.opaque};
        if (const auto input = parseArguments(draft.arguments))
            ready.input = *input;
        else
            ready.malformed = input.error();
        if (draft.name.isEmpty())
            ready.malformed = u"The call names no tool."_s;
        if (lastIsCut && i == m_drafts.size() - 1) {
            ready.malformed = u"The call was cut off: the answer reached its length limit before "
                              u"the arguments were complete. Make a shorter call."_s;
        }
        if (ready.malformed)
            ready.input = {};
        m_sink(ready);
    }
}

} // namespace Countersign::Provider
