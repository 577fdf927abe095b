// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "session/types.h"

#include <QJsonArray>

#include <utility>

namespace Countersign::Session {

using namespace Qt::StringLiterals;

namespace {

constexpr std::pair<CallState, const char16_t *> kCallStates[] = {
    {CallState::Pending, u"pending"},     {CallState::Asking, u"asking"},
    {CallState::Running, u"running"},     {CallState::Completed, u"completed"},
    {CallState::Error, u"error"},         {CallState::Refused, u"refused"},
    {CallState::Interrupted, u"interrupted"},
};

CallState callStateFromName(const QString &name)
{
    for (const auto &[state, text] : kCallStates) {
        if (name == QStringView(text))
            return state;
    }
    return CallState::Interrupted; // Written by a newer version: nothing that could still run.
}

QJsonObject toJson(const ContentPart &part)
{
    if (const auto *text = std::get_if<TextContent>(&part))
        return {{u"type"_s, u"text"_s}, {u"text"_s, text->text}};
    const auto &file = std::get<FileContent>(part);
    return {{u"type"_s, u"file"_s},
            {u"mime"_s, file.mime},
            {u"name"_s, file.name},
            {u"data"_s, QString::fromLatin1(file.data.toBase64())}};
}

ContentPart contentFromJson(const QJsonObject &json)
{
    if (json.value(u"type").toString() == u"file") {
        return FileContent{QByteArray::fromBase64(json.value(u"data").toString().toLatin1()),
                           json.value(u"mime").toString(), json.value(u"name").toString()};
    }
    return TextContent{json.value(u"text").toString()};
}

qint64 toInteger(const QJsonObject &json, QStringView key)
{
    return json.value(key).toInteger();
}

} // namespace

QString callStateName(CallState state)
{
    for (const auto &[known, text] : kCallStates) {
        if (known == state)
            return QStringView(text).toString();
    }
    Q_UNREACHABLE();
}

QString outcomeName(Outcome outcome)
{
    switch (outcome) {
    case Outcome::Done:
        return u"done"_s;
    case Outcome::Failed:
        return u"failed"_s;
    case Outcome::Refused:
        return u"refused"_s;
    case Outcome::Interrupted:
        return u"interrupted"_s;
    case Outcome::StepLimit:
        return u"step_limit"_s;
    }
    Q_UNREACHABLE();
}

QString roleName(Role role)
{
    switch (role) {
    case Role::User:
        return u"user"_s;
    case Role::Assistant:
        return u"assistant"_s;
    case Role::Notice:
        return u"notice"_s;
    }
    Q_UNREACHABLE();
}

Role roleFromName(QStringView name)
{
    if (name == u"user")
        return Role::User;
    return name == u"assistant" ? Role::Assistant : Role::Notice;
}

QJsonArray toJson(const Content &content)
{
    QJsonArray array;
    for (const ContentPart &part : content)
        array.append(toJson(part));
    return array;
}

Content contentFromJson(const QJsonArray &json)
{
    Content content;
    content.reserve(json.size());
    for (const QJsonValue &part : json)
        content.append(contentFromJson(part.toObject()));
    return content;
}

QJsonObject toJson(const Part &part)
{
    if (const auto *text = std::get_if<TextPart>(&part))
        return {{u"type"_s, u"text"_s}, {u"text"_s, text->text}};
    if (const auto *reasoning = std::get_if<ReasoningPart>(&part)) {
        QJsonObject json{{u"type"_s, u"reasoning"_s}, {u"text"_s, reasoning->text}};
        if (!reasoning->opaque.isEmpty())
            json.insert(u"opaque"_s, reasoning->opaque);
        return json;
    }
    const auto &call = std::get<CallPart>(part);
    QJsonObject json{{u"type"_s, u"call"_s},
                     {u"id"_s, call.id.value},
                     {u"tool"_s, call.tool},
                     {u"input"_s, call.input},
                     {u"state"_s, callStateName(call.state)},
                     {u"created"_s, call.created}};
    // Absent means empty: a call that has not ended is a short row.
    if (!call.rawInput.isEmpty())
        json.insert(u"rawInput"_s, call.rawInput);
    if (!call.structured.isNull())
        json.insert(u"structured"_s, call.structured);
    if (!call.content.isEmpty())
        json.insert(u"content"_s, toJson(call.content));
    if (!call.outputPaths.isEmpty())
        json.insert(u"outputPaths"_s, QJsonArray::fromStringList(call.outputPaths));
    if (!call.error.isEmpty())
        json.insert(u"error"_s, call.error);
    if (!call.opaque.isEmpty())
        json.insert(u"opaque"_s, call.opaque);
    if (call.started != 0)
        json.insert(u"started"_s, call.started);
    if (call.ended != 0)
        json.insert(u"ended"_s, call.ended);
    return json;
}

Part partFromJson(const QJsonObject &json)
{
    const QString type = json.value(u"type").toString();
    if (type == u"call") {
        CallPart call;
        call.id = CallId(json.value(u"id").toString());
        call.tool = json.value(u"tool").toString();
        call.input = json.value(u"input").toObject();
        call.rawInput = json.value(u"rawInput").toString();
        call.state = callStateFromName(json.value(u"state").toString());
        call.structured = json.contains(u"structured") ? json.value(u"structured") : QJsonValue();
        call.content = contentFromJson(json.value(u"content").toArray());
        for (const QJsonValue &path : json.value(u"outputPaths").toArray())
            call.outputPaths.append(path.toString());
        call.error = json.value(u"error").toString();
        call.opaque = json.value(u"opaque").toObject();
        call.created = toInteger(json, u"created");
        call.started = toInteger(json, u"started");
        call.ended = toInteger(json, u"ended");
        return call;
    }
    if (type == u"reasoning")
        return ReasoningPart{json.value(u"text").toString(), json.value(u"opaque").toObject()};
    return TextPart{json.value(u"text").toString()};
}

QJsonObject headToJson(const Message &message)
{
    QJsonObject json{{u"id"_s, message.id.value},
                     {u"role"_s, roleName(message.role)},
                     {u"created"_s, message.created},
                     {u"ended"_s, message.ended}};
    if (!message.agent.isEmpty())
        json.insert(u"agent"_s, message.agent);
    if (!message.model.isEmpty())
        json.insert(u"model"_s, message.model);
    if (!message.error.isEmpty())
        json.insert(u"error"_s, message.error);
    if (message.interrupted)
        json.insert(u"interrupted"_s, true);
    if (message.inputTokens != 0)
        json.insert(u"inputTokens"_s, message.inputTokens);
    if (message.outputTokens != 0)
        json.insert(u"outputTokens"_s, message.outputTokens);
    return json;
}

QJsonObject toJson(const Message &message)
{
    QJsonObject json = headToJson(message);
    QJsonArray parts;
    for (const Part &part : message.parts)
        parts.append(toJson(part));
    json.insert(u"parts"_s, parts);
    return json;
}

Message messageFromJson(const QJsonObject &json)
{
    Message message;
    message.id = MessageId(json.value(u"id").toString());
    message.role = roleFromName(json.value(u"role").toString());
    message.agent = json.value(u"agent").toString();
    message.model = json.value(u"model").toString();
    message.error = json.value(u"error").toString();
    message.interrupted = json.value(u"interrupted").toBool();
    message.created = toInteger(json, u"created");
    message.ended = toInteger(json, u"ended");
    message.inputTokens = toInteger(json, u"inputTokens");
    message.outputTokens = toInteger(json, u"outputTokens");
    for (const QJsonValue &part : json.value(u"parts").toArray())
        message.parts.append(partFromJson(part.toObject()));
    return message;
}

} // namespace Countersign::Session
