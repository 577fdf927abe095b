// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "provider/openaichatrequest.h"

#include <QCryptographicHash>
#include <QJsonDocument>

#include <algorithm>

namespace Countersign::Provider {

using namespace Qt::StringLiterals;

namespace {

QJsonObject textPart(const QString &text)
{
    return {{u"type"_s, u"text"_s}, {u"text"_s, text}};
}

QString dataUrl(const File &file)
{
    return u"data:"_s + file.mime + u";base64,"_s + QString::fromLatin1(file.data.toBase64());
}

QJsonObject filePart(const File &file, const ChatCompat &compat)
{
    const QString name = file.name.isEmpty() ? u"file"_s : file.name;
    if (file.mime.startsWith(u"image/"_s))
        return {{u"type"_s, u"image_url"_s},
                {u"image_url"_s, QJsonObject{{u"url"_s, dataUrl(file)}}}};
    if (file.mime.startsWith(u"text/"_s))
        return textPart(name + u":\n"_s + QString::fromUtf8(file.data));
    if (compat.supportsFiles && file.mime == u"application/pdf"_s) {
        return {{u"type"_s, u"file"_s},
                {u"file"_s, QJsonObject{{u"filename"_s, name}, {u"file_data"_s, dataUrl(file)}}}};
    }
    return textPart(u"[The file %1 (%2) is not shown: this model's service cannot read it.]"_s.arg(
            name, file.mime));
}

/// One text as a plain string (every server understands that), anything more as parts.
QJsonValue userContent(const QList<Item> &items, const ChatCompat &compat)
{
    QJsonArray parts;
    bool onlyText = true;
    QStringList texts;
    for (const Item &item : items) {
        if (const auto *text = std::get_if<Text>(&item); text && !text->text.isEmpty()) {
            parts.append(textPart(text->text));
            texts.append(text->text);
        } else if (const auto *file = std::get_if<File>(&item)) {
            parts.append(filePart(*file, compat));
            onlyText = false;
        }
    }
    if (onlyText)
        return texts.join(u"\n\n"_s);
    return parts;
}

QString joinedText(const QList<Item> &items)
{
    QString all;
    for (const Item &item : items) {
        if (const auto *text = std::get_if<Text>(&item))
            all += text->text;
    }
    return all;
}

class Messages
{
public:
    Messages(const Turn &turn, const ChatCompat &compat) : m_turn(turn), m_compat(compat) { }

    QJsonArray build()
    {
        const QString systemRole = m_compat.supportsDeveloperRole ? u"developer"_s : u"system"_s;
        if (!m_turn.system.isEmpty())
            add(systemRole, m_turn.system);
        for (qsizetype i = 0; i < m_turn.history.size(); ++i) {
            const Entry &entry = m_turn.history.at(i);
            switch (entry.role) {
            case Role::System:
                if (const QString text = joinedText(entry.items); !text.isEmpty())
                    add(systemRole, text);
                break;
            case Role::User: {
                const QJsonValue content = userContent(entry.items, m_compat);
                if (!content.toString().isEmpty() || content.isArray())
                    add(u"user"_s, content);
                break;
            }
            case Role::Assistant:
                assistant(i);
                break;
            case Role::Tool: // Results were placed behind the calls they belong to.
                break;
            }
        }
        return m_messages;
    }

private:
    void add(const QString &role, const QJsonValue &content)
    {
        m_messages.append(QJsonObject{{u"role"_s, role}, {u"content"_s, content}});
    }

    [[nodiscard]] QString wireId(const CallId &id) const
    {
        if (m_compat.toolIdFormat != u"alnum9"_s)
            return id.value;
        // Nine letters and digits, the same ones for the same call.
        return QString::fromLatin1(
                QCryptographicHash::hash(id.value.toUtf8(), QCryptographicHash::Sha1)
                        .toHex()
                        .first(9));
    }

    /// The result of a call of the assistant's entry at `index`: ids are unique within a message
    /// only, so the search ends at the next assistant entry.
    [[nodiscard]] const CallResult *resultOf(const CallId &id, qsizetype index) const
    {
        for (qsizetype i = index; i < m_turn.history.size(); ++i) {
            const Entry &entry = m_turn.history.at(i);
            if (i > index && entry.role == Role::Assistant)
                return nullptr;
            for (const Item &item : entry.items) {
                if (const auto *result = std::get_if<CallResult>(&item); result && result->id == id)
                    return result;
            }
        }
        return nullptr;
    }

    void assistant(qsizetype index)
    {
        const QList<Item> &items = m_turn.history.at(index).items;
        const QString text = joinedText(items);
        QJsonArray calls;
        QList<const Call *> made;
        QString reasoning;
        QJsonValue details;
        for (const Item &item : items) {
            if (const auto *thought = std::get_if<Reasoning>(&item)) {
                if (thought->model == m_turn.model)
                    reasoning += thought->text;
            } else if (const auto *call = std::get_if<Call>(&item)) {
                calls.append(callObject(*call));
                made.append(call);
                if (call->model == m_turn.model && call->opaque.contains(u"reasoning_details"_s))
                    details = call->opaque.value(u"reasoning_details"_s);
            }
        }
        if (text.isEmpty() && calls.isEmpty())
            return; // An answer that never came: servers refuse an empty one.
        QJsonObject message{{u"role"_s, u"assistant"_s},
                            {u"content"_s, text.isEmpty() ? QJsonValue() : QJsonValue(text)}};
        if (!calls.isEmpty())
            message.insert(u"tool_calls"_s, calls);
        if (m_compat.reasoningField == u"reasoning_details"_s) {
            if (!details.isNull())
                message.insert(m_compat.reasoningField, details);
        } else if (!m_compat.reasoningField.isEmpty() && !reasoning.isEmpty()) {
            message.insert(m_compat.reasoningField, reasoning);
        }
        m_messages.append(message);
        results(made, index);
    }

    [[nodiscard]] QJsonObject callObject(const Call &call) const
    {
        const QByteArray arguments = QJsonDocument(call.input).toJson(QJsonDocument::Compact);
        QJsonObject object{{u"id"_s, wireId(call.id)},
                           {u"type"_s, u"function"_s},
                           {u"function"_s,
                            QJsonObject{{u"name"_s, call.name},
                                        {u"arguments"_s, QString::fromUtf8(arguments)}}}};
        if (call.model == m_turn.model && call.opaque.contains(u"extra_content"_s))
            object.insert(u"extra_content"_s, call.opaque.value(u"extra_content"_s));
        return object;
    }

    void results(const QList<const Call *> &made, qsizetype index)
    {
        QJsonArray pictures; // A tool message takes text only: they follow as the user's.
        for (const Call *call : made) {
            const CallResult *result = resultOf(call->id, index);
            const QString text = result
                    ? result->text
                    : u"This call was interrupted: it has no result, and what it did is not known."_s;
            m_messages.append(QJsonObject{{u"role"_s, u"tool"_s},
                                          {u"tool_call_id"_s, wireId(call->id)},
                                          {u"content"_s, text}});
            if (!result)
                continue;
            for (const File &file : result->files) {
                pictures.append(textPart(u"From the result of %1%2:"_s.arg(
                        call->name, file.name.isEmpty() ? QString() : u" ("_s + file.name + u')')));
                pictures.append(filePart(file, m_compat));
            }
        }
        if (!pictures.isEmpty())
            add(u"user"_s, pictures);
    }

    const Turn &m_turn;
    const ChatCompat &m_compat;
    QJsonArray m_messages;
};

} // namespace

Result<QUrl> chatEndpoint(const QString &baseUrl)
{
    QUrl url(baseUrl.trimmed(), QUrl::StrictMode);
    if (!url.isValid() || (url.scheme() != u"http"_s && url.scheme() != u"https"_s)
        || url.host().isEmpty()) {
        return failure(ErrorCode::InvalidInput,
                       u"The base URL \"%1\" is no address of a server; write it like "
                       u"https://host/v1 or http://localhost:11434/v1."_s.arg(
                               url.toDisplayString(QUrl::RemoveUserInfo | QUrl::RemoveQuery)));
    }
    if (!url.userInfo().isEmpty()) {
        return failure(ErrorCode::InvalidInput,
                       u"The base URL for %1 holds a user name; leave it out and give the key by "
                       u"COUNTERSIGN_API_KEY."_s.arg(url.host()));
    }
    const QString suffix = u"/chat/completions"_s;
    QString path = url.path(QUrl::FullyEncoded);
    while (path.endsWith(u'/'))
        path.chop(1);
    if (path.isEmpty())
        path = u"/v1"_s;
    if (!path.endsWith(suffix))
        path += suffix;
    url.setPath(path, QUrl::StrictMode);
    url.setFragment(QString());
    return url;
}

QJsonArray chatMessages(const Turn &turn, const ChatCompat &compat)
{
    return Messages(turn, compat).build();
}

QJsonObject chatRequest(const Turn &turn, const ChatCompat &compat,
                        std::optional<qint64> outputLimit)
{
    QJsonObject body{{u"model"_s, turn.model},
                     {u"stream"_s, true},
                     {u"messages"_s, chatMessages(turn, compat)}};
    if (compat.supportsStreamOptions)
        body.insert(u"stream_options"_s, QJsonObject{{u"include_usage"_s, true}});
    if (!turn.tools.isEmpty()) {
        QJsonArray tools;
        for (const ToolSchema &tool : turn.tools) {
            tools.append(QJsonObject{{u"type"_s, u"function"_s},
                                     {u"function"_s,
                                      QJsonObject{{u"name"_s, tool.name},
                                                  {u"description"_s, tool.description},
                                                  {u"parameters"_s, tool.inputSchema}}}});
        }
        body.insert(u"tools"_s, tools);
        body.insert(u"tool_choice"_s, turn.mayCallTools ? u"auto"_s : u"none"_s);
        if (compat.supportsParallelFlag)
            body.insert(u"parallel_tool_calls"_s, true);
    }
    if (outputLimit)
        body.insert(compat.maxTokensField, *outputLimit);
    if (compat.supportsCacheKey && !turn.cacheKey.isEmpty())
        body.insert(u"prompt_cache_key"_s, turn.cacheKey);
    for (auto it = compat.extraBody.begin(); it != compat.extraBody.end(); ++it)
        body.insert(it.key(), it.value());
    return body;
}

} // namespace Countersign::Provider
