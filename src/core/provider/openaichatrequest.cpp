// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "provider/openaichatrequest.h"

#include "base/jsonwriter.h"

#include <QCryptographicHash>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace Countersign::Provider {

using namespace Qt::StringLiterals;

namespace {

void writeTextPart(JsonWriter &out, QStringView text)
{
    out.beginObject();
    out.key("type"_L1);
    out.string(u"text");
    out.key("text"_L1);
    out.string(text);
    out.endObject();
}

void writeDataUrl(JsonWriter &out, const File &file)
{
    const QByteArray prefix = "data:" + file.mime.toLatin1() + ";base64,";
    out.base64(prefix, file.data);
}

void writeFilePart(JsonWriter &out, const File &file, const ChatCompat &compat)
{
    const QString name = file.name.isEmpty() ? u"file"_s : file.name;
    if (file.mime.startsWith(u"image/"_s)) {
        out.beginObject();
        out.key("type"_L1);
        out.string(u"image_url");
        out.key("image_url"_L1);
        out.beginObject();
        out.key("url"_L1);
        writeDataUrl(out, file);
        out.endObject();
        out.endObject();
        return;
    }
    if (file.mime.startsWith(u"text/"_s)) {
        const QString text = name + u":\n"_s + QString::fromUtf8(file.data);
        writeTextPart(out, text);
        return;
    }
    if (compat.supportsFiles && file.mime == u"application/pdf"_s) {
        out.beginObject();
        out.key("type"_L1);
        out.string(u"file");
        out.key("file"_L1);
        out.beginObject();
        out.key("filename"_L1);
        out.string(name);
        out.key("file_data"_L1);
        writeDataUrl(out, file);
        out.endObject();
        out.endObject();
        return;
    }
    writeTextPart(out,
                  u"[The file %1 (%2) is not shown: this model's service cannot read it.]"_s.arg(
                          name, file.mime));
}

QString joinedText(const QList<Item> &items, const QString &separator = {})
{
    QStringList texts;
    for (const Item &item : items) {
        if (const auto *text = std::get_if<Text>(&item); text && !text->text.isEmpty())
            texts.append(text->text);
    }
    return texts.join(separator);
}

class Messages
{
public:
    Messages(JsonWriter &out, const Turn &turn, const ChatCompat &compat)
        : m_out(out)
        , m_turn(turn)
        , m_compat(compat)
    {
    }

    void write()
    {
        const QString systemRole = m_compat.supportsDeveloperRole ? u"developer"_s : u"system"_s;
        m_out.beginArray();
        writeText(systemRole, m_turn.system);
        for (qsizetype i = 0; i < m_turn.history.size(); ++i) {
            const Entry &entry = m_turn.history.at(i);
            switch (entry.role) {
            case Role::System:
                writeText(systemRole, joinedText(entry.items));
                break;
            case Role::User:
                writeUser(entry.items);
                break;
            case Role::Assistant:
                writeAssistant(i);
                break;
            case Role::Tool: // Results were placed behind the calls they belong to.
                break;
            }
        }
        m_out.endArray();
    }

private:
    struct Picture
    {
        QString label;
        const File *file;
    };

    void beginMessage(QStringView role)
    {
        m_out.beginObject();
        m_out.key("role"_L1);
        m_out.string(role);
    }

    void writeText(QStringView role, const QString &text)
    {
        if (text.isEmpty())
            return;
        beginMessage(role);
        m_out.key("content"_L1);
        m_out.string(text);
        m_out.endObject();
    }

    /// Texts as one plain string (every server understands that), anything more as parts.
    void writeUser(const QList<Item> &items)
    {
        const bool onlyText = std::none_of(items.begin(), items.end(), [](const Item &item) {
            return std::holds_alternative<File>(item);
        });
        if (onlyText) {
            writeText(u"user", joinedText(items, u"\n\n"_s));
            return;
        }
        beginMessage(u"user");
        m_out.key("content"_L1);
        m_out.beginArray();
        for (const Item &item : items) {
            if (const auto *text = std::get_if<Text>(&item); text && !text->text.isEmpty())
                writeTextPart(m_out, text->text);
            else if (const auto *file = std::get_if<File>(&item))
                writeFilePart(m_out, *file, m_compat);
        }
        m_out.endArray();
        m_out.endObject();
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

    void writeAssistant(qsizetype index)
    {
        const QList<Item> &items = m_turn.history.at(index).items;
        const QString text = joinedText(items);
        QList<const Call *> calls;
        QString reasoning;
        QJsonValue details;
        for (const Item &item : items) {
            if (const auto *thought = std::get_if<Reasoning>(&item)) {
                if (thought->model == m_turn.model)
                    reasoning += thought->text;
            } else if (const auto *call = std::get_if<Call>(&item)) {
                calls.append(call);
                if (call->model == m_turn.model && call->opaque.contains(u"reasoning_details"_s))
                    details = call->opaque.value(u"reasoning_details"_s);
            }
        }
        if (text.isEmpty() && calls.isEmpty())
            return; // An answer that never came: servers refuse an empty one.
        beginMessage(u"assistant");
        m_out.key("content"_L1);
        m_out.value(text.isEmpty() ? QJsonValue() : QJsonValue(text));
        if (!calls.isEmpty()) {
            m_out.key("tool_calls"_L1);
            m_out.beginArray();
            for (const Call *call : std::as_const(calls))
                writeCall(*call);
            m_out.endArray();
        }
        if (m_compat.reasoningField == u"reasoning_details"_s) {
            if (!details.isNull()) {
                m_out.key(m_compat.reasoningField);
                m_out.value(details);
            }
        } else if (!m_compat.reasoningField.isEmpty() && !reasoning.isEmpty()) {
            m_out.key(m_compat.reasoningField);
            m_out.string(reasoning);
        }
        m_out.endObject();
        writeResults(calls, index);
    }

    void writeCall(const Call &call)
    {
        m_out.beginObject();
        m_out.key("id"_L1);
        m_out.string(wireId(call.id));
        m_out.key("type"_L1);
        m_out.string(u"function");
        m_out.key("function"_L1);
        m_out.beginObject();
        m_out.key("name"_L1);
        m_out.string(call.name);
        m_out.key("arguments"_L1);
        m_out.utf8(QJsonDocument(call.input).toJson(QJsonDocument::Compact));
        m_out.endObject();
        if (call.model == m_turn.model && call.opaque.contains(u"extra_content"_s)) {
            m_out.key("extra_content"_L1);
            m_out.value(call.opaque.value(u"extra_content"_s));
        }
        m_out.endObject();
    }

    void writeResults(const QList<const Call *> &made, qsizetype index)
    {
        QList<Picture> pictures; // A tool message takes text only: they follow as the user's.
        for (const Call *call : made) {
            const CallResult *result = resultOf(call->id, index);
            beginMessage(u"tool");
            m_out.key("tool_call_id"_L1);
            m_out.string(wireId(call->id));
            m_out.key("content"_L1);
            m_out.string(QStringView(
                    result ? result->text
                           : u"This call was interrupted: it has no result, and what it did is "
                             u"not known."_s));
            m_out.endObject();
            if (!result)
                continue;
            for (const File &file : result->files) {
                const QString name = file.name.isEmpty() ? QString() : u" ("_s + file.name + u')';
                pictures.append({u"From the result of %1%2:"_s.arg(call->name, name), &file});
            }
        }
        if (pictures.isEmpty())
            return;
        beginMessage(u"user");
        m_out.key("content"_L1);
        m_out.beginArray();
        for (const Picture &picture : std::as_const(pictures)) {
            writeTextPart(m_out, picture.label);
            writeFilePart(m_out, *picture.file, m_compat);
        }
        m_out.endArray();
        m_out.endObject();
    }

    JsonWriter &m_out;
    const Turn &m_turn;
    const ChatCompat &m_compat;
};

void writeTools(JsonWriter &out, const QList<ToolSchema> &tools)
{
    out.beginArray();
    for (const ToolSchema &tool : tools) {
        out.beginObject();
        out.key("type"_L1);
        out.string(u"function");
        out.key("function"_L1);
        out.beginObject();
        out.key("name"_L1);
        out.string(tool.name);
        out.key("description"_L1);
        out.string(tool.description);
        out.key("parameters"_L1);
        out.value(tool.inputSchema);
        out.endObject();
        out.endObject();
    }
    out.endArray();
}

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

QByteArray chatRequest(const Turn &turn, const ChatCompat &compat,
                       std::optional<qint64> outputLimit)
{
    const QString messages = u"messages"_s;
    const QString tools = u"tools"_s;
    QJsonObject fields{{u"model"_s, turn.model}, {u"stream"_s, true}};
    if (compat.supportsStreamOptions)
        fields.insert(u"stream_options"_s, QJsonObject{{u"include_usage"_s, true}});
    if (!turn.tools.isEmpty()) {
        fields.insert(u"tool_choice"_s, turn.mayCallTools ? u"auto"_s : u"none"_s);
        if (compat.supportsParallelFlag)
            fields.insert(u"parallel_tool_calls"_s, true);
    }
    if (outputLimit)
        fields.insert(compat.maxTokensField, *outputLimit);
    if (compat.supportsCacheKey && !turn.cacheKey.isEmpty())
        fields.insert(u"prompt_cache_key"_s, turn.cacheKey);
    for (auto it = compat.extraBody.begin(); it != compat.extraBody.end(); ++it)
        fields.insert(it.key(), it.value());

    JsonWriter out;
    out.beginObject();
    for (auto it = fields.constBegin(); it != fields.constEnd(); ++it) {
        out.key(it.key());
        out.value(it.value());
    }
    if (!fields.contains(tools) && !turn.tools.isEmpty()) {
        out.key(tools);
        writeTools(out, turn.tools);
    }
    // What grows comes last: a service that caches by prefix then finds the rest unchanged.
    if (!fields.contains(messages)) {
        out.key(messages);
        Messages(out, turn, compat).write();
    }
    out.endObject();
    return out.take();
}

} // namespace Countersign::Provider
