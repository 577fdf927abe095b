// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "session/sessionstore.h"

#include "base/processmark.h"
#include "storage/eventlog.h"

#include <QJsonDocument>
#include <QSqlQuery>

namespace Countersign::Session {

using namespace Qt::StringLiterals;
using Storage::appendEvent;
using Storage::execute;
using Storage::select;

namespace {

QString compact(const QJsonObject &json)
{
    return QString::fromUtf8(QJsonDocument(json).toJson(QJsonDocument::Compact));
}

QJsonObject parse(const QString &text)
{
    return QJsonDocument::fromJson(text.toUtf8()).object();
}

Result<void> record(QSqlDatabase &database, const SessionId &session, const QString &type,
                    qint64 time, const QJsonObject &data)
{
    const Result<qint64> sequence = appendEvent(database, session.value, type, time, data);
    if (!sequence)
        return failure(sequence.error());
    return execute(database, u"UPDATE session SET time_updated = ? WHERE id = ?"_s,
                   {time, session.value});
}

Result<void> putMessage(QSqlDatabase &database, const SessionId &session, const Message &message)
{
    return execute(
            database,
            u"INSERT INTO message (id, session_id, role, time_created, data) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT (id) DO UPDATE SET data = excluded.data"_s,
            {message.id.value, session.value, roleName(message.role), message.created,
             compact(headToJson(message))});
}

Result<void> putPart(QSqlDatabase &database, const SessionId &session, const MessageId &message,
                     qsizetype index, const Part &part)
{
    const auto *call = std::get_if<CallPart>(&part);
    return execute(database,
                   u"INSERT INTO part (message_id, position, session_id, state, data) VALUES (?, "
                   u"?, ?, ?, ?)"
                   " ON CONFLICT (message_id, position) DO UPDATE SET state = excluded.state,"
                   " data = excluded.data"_s,
                   {message.value, index, session.value,
                    call ? QVariant(callStateName(call->state)) : QVariant(),
                    compact(toJson(part))});
}

Result<void> putParts(QSqlDatabase &database, const SessionId &session, const Message &message,
                      qsizetype from)
{
    for (qsizetype i = from; i < message.parts.size(); ++i) {
        if (const auto put = putPart(database, session, message.id, i, message.parts.at(i)); !put)
            return put;
    }
    return {};
}

QJsonArray partsJson(const Message &message, qsizetype from)
{
    QJsonArray parts;
    for (qsizetype i = from; i < message.parts.size(); ++i)
        parts.append(toJson(message.parts.at(i)));
    return parts;
}

QJsonObject stepEvent(const Message &message, int from)
{
    QJsonObject data = headToJson(message);
    data.insert(u"from"_s, from);
    data.insert(u"parts"_s, partsJson(message, from));
    return data;
}

Info infoFrom(const QSqlQuery &row)
{
    Info info;
    info.id = SessionId(row.value(0).toString());
    info.project = ProjectId(row.value(1).toString());
    info.directory = row.value(2).toString();
    info.title = row.value(3).toString();
    info.agent = row.value(4).toString();
    info.model = row.value(5).toString();
    info.created = row.value(6).toLongLong();
    info.updated = row.value(7).toLongLong();
    return info;
}

constexpr char16_t kInfoColumns[] =
        u"id, project_id, directory, title, agent, model, time_created, time_updated";

Result<QList<Message>> readMessages(QSqlDatabase &database, const SessionId &session)
{
    QList<Message> messages;
    QHash<QString, qsizetype> positions;
    auto read = select(database, u"SELECT data FROM message WHERE session_id = ? ORDER BY rowid"_s,
                       {session.value}, [&](const QSqlQuery &row) {
                           messages.append(messageFromJson(parse(row.value(0).toString())));
                           positions.insert(messages.last().id.value, messages.size() - 1);
                       });
    if (!read)
        return failure(read.error());
    read = select(
            database,
            u"SELECT message_id, data FROM part WHERE session_id = ? ORDER BY message_id, position"_s,
            {session.value}, [&](const QSqlQuery &row) {
                const auto at = positions.constFind(row.value(0).toString());
                if (at != positions.constEnd())
                    messages[*at].parts.append(partFromJson(parse(row.value(1).toString())));
            });
    if (!read)
        return failure(read.error());
    return messages;
}

bool isOpen(CallState state)
{
    return state == CallState::Pending || state == CallState::Asking || state == CallState::Running;
}

/// Marks what was open in a session as interrupted. The side effect of a call that ran may or may
/// not have happened: the words say so, and nothing is run again.
Result<void> mend(QSqlDatabase &database, const SessionId &session, qint64 now)
{
    auto messages = readMessages(database, session);
    if (!messages)
        return failure(messages.error());
    for (Message &message : *messages) {
        bool changed = false;
        for (qsizetype i = 0; i < message.parts.size(); ++i) {
            auto *call = std::get_if<CallPart>(&message.parts[i]);
            if (!call || !isOpen(call->state))
                continue;
            call->error =
                    u"The program ended while this call was open. Whether it had an effect is "
                    "not known; it was not run again."_s;
            call->state = CallState::Interrupted;
            call->ended = now;
            changed = true;
            const QJsonObject data{{u"message"_s, message.id.value},
                                   {u"index"_s, i},
                                   {u"part"_s, toJson(message.parts.at(i))}};
            if (auto done = record(database, session, u"tool.interrupted.1"_s, now, data); !done)
                return done;
            if (auto done = putPart(database, session, message.id, i, message.parts.at(i)); !done)
                return done;
        }
        if (message.role == Role::Assistant && message.ended == 0) {
            message.ended = now;
            message.interrupted = true;
            changed = true;
            if (auto done = record(database, session, u"step.interrupted.1"_s, now,
                                   headToJson(message));
                !done)
                return done;
        }
        if (changed) {
            if (auto done = putMessage(database, session, message); !done)
                return done;
        }
    }
    return execute(database, u"UPDATE session SET owner = NULL WHERE id = ?"_s, {session.value});
}

std::function<void(const Result<void> &)> whenFailed(SessionStore::OnFailure onFailure)
{
    return [onFailure = std::move(onFailure)](const Result<void> &done) {
        if (!done)
            onFailure(done.error());
    };
}

} // namespace

SessionStore::SessionStore(Storage::Store &store, const Clock &clock)
    : m_store(store)
    , m_clock(clock)
{
}

QList<Storage::Migration> SessionStore::migrations()
{
    return {{u"session-0001"_s,
             {
                     u"CREATE TABLE session (id TEXT PRIMARY KEY, project_id TEXT NOT NULL, "
                     u"directory TEXT NOT NULL,"
                     " title TEXT NOT NULL, agent TEXT NOT NULL, model TEXT NOT NULL, owner TEXT,"
                     " time_created INTEGER NOT NULL, time_updated INTEGER NOT NULL)"_s,
                     u"CREATE INDEX session_project ON session (project_id, time_updated)"_s,
                     u"CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT NOT NULL "
                     u"REFERENCES session (id)"
                     " ON DELETE CASCADE, role TEXT NOT NULL, time_created INTEGER NOT NULL, data TEXT NOT NULL)"_s,
                     u"CREATE INDEX message_session ON message (session_id)"_s,
                     u"CREATE TABLE part (message_id TEXT NOT NULL REFERENCES message (id) ON "
                     u"DELETE CASCADE,"
                     " position INTEGER NOT NULL, session_id TEXT NOT NULL, state TEXT, data TEXT "
                     "NOT NULL,"
                     " PRIMARY KEY (message_id, position)) WITHOUT ROWID"_s,
                     u"CREATE INDEX part_session ON part (session_id)"_s,
                     u"CREATE TABLE session_input (id TEXT PRIMARY KEY, session_id TEXT NOT NULL "
                     u"REFERENCES session (id)"
                     " ON DELETE CASCADE, text TEXT NOT NULL, time_created INTEGER NOT NULL)"_s,
             }},
            {u"session-0002"_s,
             {u"ALTER TABLE session_input ADD COLUMN agent TEXT NOT NULL DEFAULT ''"_s}},
            {u"session-todo-0001"_s,
             {
                     u"CREATE TABLE todo (session_id TEXT NOT NULL REFERENCES session (id) ON "
                     "DELETE CASCADE, position INTEGER NOT NULL, data TEXT NOT NULL, "
                     "PRIMARY KEY (session_id, position)) WITHOUT ROWID"_s,
             }}};
}

Result<void> SessionStore::create(const Info &info)
{
    return m_store.write([&info](QSqlDatabase &database) -> Result<void> {
        if (auto done = execute(database,
                                u"INSERT INTO session (id, project_id, directory, title, agent, "
                                u"model, time_created,"
                                " time_updated) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"_s,
                                {info.id.value, info.project.value, info.directory, info.title,
                                 info.agent, info.model, info.created, info.updated});
            !done)
            return done;
        return record(database, info.id, u"session.created.1"_s, info.created,
                      {{u"project"_s, info.project.value},
                       {u"directory"_s, info.directory},
                       {u"agent"_s, info.agent},
                       {u"model"_s, info.model}});
    });
}

Result<std::optional<Info>> SessionStore::find(const SessionId &session)
{
    std::optional<Info> found;
    const auto read = m_store.read([&](QSqlDatabase &database) {
        return select(database, u"SELECT "_s + kInfoColumns + u" FROM session WHERE id = ?"_s,
                      {session.value}, [&](const QSqlQuery &row) { found = infoFrom(row); });
    });
    if (!read)
        return failure(read.error());
    return found;
}

Result<QList<Info>> SessionStore::list(const ProjectId &project)
{
    QList<Info> sessions;
    const auto read = m_store.read([&](QSqlDatabase &database) {
        return select(
                database,
                u"SELECT "_s + kInfoColumns
                        + u" FROM session WHERE project_id = ? ORDER BY time_updated DESC, id DESC"_s,
                {project.value}, [&](const QSqlQuery &row) { sessions.append(infoFrom(row)); });
    });
    if (!read)
        return failure(read.error());
    return sessions;
}

Result<QList<Message>> SessionStore::messages(const SessionId &session)
{
    Result<QList<Message>> messages;
    const auto read = m_store.read([&](QSqlDatabase &database) -> Result<void> {
        messages = readMessages(database, session);
        if (!messages)
            return failure(messages.error());
        return {};
    });
    if (!read)
        return failure(read.error());
    return messages;
}

Result<void> SessionStore::admit(const SessionId &session, const PendingInput &input)
{
    auto admitted = m_store.write([&](QSqlDatabase &database) -> Result<void> {
        if (auto done = record(database, session, u"prompt.admitted.1"_s, input.created,
                               {{u"id"_s, input.id.value},
                                {u"text"_s, input.text},
                                {u"agent"_s, input.agent}});
            !done)
            return done;
        return execute(database,
                       u"INSERT INTO session_input (id, session_id, text, agent, time_created) "
                       "VALUES (?, ?, ?, ?, ?)"_s,
                       {input.id.value, session.value, input.text, input.agent, input.created});
    });
    if (admitted) {
        const std::lock_guard lock(m_mutex);
        m_newInput.insert(session.value);
    }
    return admitted;
}

bool SessionStore::hasNewInput(const SessionId &session) const
{
    const std::lock_guard lock(m_mutex);
    return m_newInput.contains(session.value);
}

Result<QList<Message>> SessionStore::promote(const SessionId &session, const QString &agent)
{
    {
        // Before the reading: a prompt that comes in between is looked for once more.
        const std::lock_guard lock(m_mutex);
        m_newInput.remove(session.value);
    }
    QList<Message> promoted;
    const qint64 now = m_clock.nowMs();
    const auto done = m_store.write([&](QSqlDatabase &database) -> Result<void> {
        auto read = select(
                database,
                u"SELECT id, text, agent FROM session_input WHERE session_id = ? ORDER BY rowid"_s,
                {session.value}, [&](const QSqlQuery &row) {
                    Message message;
                    message.id = MessageId(row.value(0).toString());
                    message.role = Role::User;
                    const QString chosen = row.value(2).toString();
                    message.agent = !chosen.isEmpty() ? chosen
                            : promoted.isEmpty()      ? agent
                                                      : promoted.last().agent;
                    message.created = message.ended = now;
                    message.parts = {TextPart{row.value(1).toString()}};
                    promoted.append(message);
                });
        if (!read || promoted.isEmpty())
            return read;
        for (const Message &message : std::as_const(promoted)) {
            if (auto put = record(database, session, u"prompt.promoted.1"_s, now, toJson(message));
                !put)
                return put;
            if (auto put = putMessage(database, session, message); !put)
                return put;
            if (auto put = putParts(database, session, message, 0); !put)
                return put;
        }
        if (promoted.last().agent != agent) {
            if (auto put = execute(database, u"UPDATE session SET agent = ? WHERE id = ?"_s,
                                   {promoted.last().agent, session.value});
                !put)
                return put;
        }
        return execute(database, u"DELETE FROM session_input WHERE session_id = ?"_s,
                       {session.value});
    });
    if (!done)
        return failure(done.error());
    return promoted;
}

Result<bool> SessionStore::setTodos(const SessionId &session, const QList<Todo> &todos)
{
    const qint64 now = m_clock.nowMs();
    bool found = false;
    const auto done = m_store.write([&](QSqlDatabase &database) -> Result<void> {
        auto put = select(database, u"SELECT 1 FROM session WHERE id = ?"_s, {session.value},
                          [&found](const QSqlQuery &) { found = true; });
        if (!put || !found)
            return put;
        const QJsonArray list = toJson(todos);
        put = record(database, session, u"todo.updated.1"_s, now, {{u"todos"_s, list}});
        if (put)
            put = execute(database, u"DELETE FROM todo WHERE session_id = ?"_s, {session.value});
        for (qsizetype i = 0; put && i < list.size(); ++i) {
            put = execute(database,
                          u"INSERT INTO todo (session_id, position, data) VALUES (?, ?, ?)"_s,
                          {session.value, i, compact(list.at(i).toObject())});
        }
        return put;
    });
    if (!done)
        return failure(done.error());
    return found;
}

Result<QList<Todo>> SessionStore::todos(const SessionId &session)
{
    QList<Todo> todos;
    const auto codec = todoCodec();
    const auto read = m_store.read([&](QSqlDatabase &database) {
        return select(database, u"SELECT data FROM todo WHERE session_id = ? ORDER BY position"_s,
                      {session.value}, [&](const QSqlQuery &row) {
                          if (auto todo = codec.decode(parse(row.value(0).toString())))
                              todos.append(*todo);
                      });
    });
    if (!read)
        return failure(read.error());
    return todos;
}

Result<void> SessionStore::rename(const SessionId &session, const QString &title)
{
    const qint64 now = m_clock.nowMs();
    return m_store.write([&](QSqlDatabase &database) -> Result<void> {
        if (auto done = execute(database, u"UPDATE session SET title = ? WHERE id = ?"_s,
                                {title, session.value});
            !done)
            return done;
        return record(database, session, u"session.renamed.1"_s, now, {{u"title"_s, title}});
    });
}

Result<void> SessionStore::claim(const SessionId &session, const QString &owner)
{
    const qint64 now = m_clock.nowMs();
    return m_store.write([&](QSqlDatabase &database) -> Result<void> {
        QString holder;
        bool found = false;
        if (auto read =
                    select(database, u"SELECT owner FROM session WHERE id = ?"_s, {session.value},
                           [&](const QSqlQuery &row) {
                               found = true;
                               holder = row.value(0).toString();
                           });
            !read)
            return read;
        if (!found) {
            return failure(ErrorCode::NotFound,
                           u"There is no session %1 in this project."_s.arg(session.value));
        }
        if (!holder.isEmpty() && holder != owner) {
            if (isProcessAlive(holder)) {
                return failure(
                        ErrorCode::Stale,
                        u"The session is already running in another Countersign. Stop it there, "
                        "or go on there."_s,
                        holder);
            }
            if (auto done = mend(database, session, now); !done)
                return done;
        }
        return execute(database, u"UPDATE session SET owner = ? WHERE id = ?"_s,
                       {owner, session.value});
    });
}

Result<void> SessionStore::release(const SessionId &session)
{
    return m_store.write([&](QSqlDatabase &database) {
        return execute(database, u"UPDATE session SET owner = NULL WHERE id = ?"_s,
                       {session.value});
    });
}

Result<QList<SessionId>> SessionStore::recover()
{
    QList<SessionId> mended;
    const qint64 now = m_clock.nowMs();
    const auto done = m_store.write([&](QSqlDatabase &database) -> Result<void> {
        auto read = select(database, u"SELECT id, owner FROM session WHERE owner IS NOT NULL"_s, {},
                           [&](const QSqlQuery &row) {
                               if (!isProcessAlive(row.value(1).toString()))
                                   mended.append(SessionId(row.value(0).toString()));
                           });
        if (!read)
            return read;
        for (const SessionId &session : std::as_const(mended)) {
            if (auto put = mend(database, session, now); !put)
                return put;
        }
        return {};
    });
    if (!done)
        return failure(done.error());
    return mended;
}

void SessionStore::stepStarted(const SessionId &session, const Message &assistant)
{
    m_store.post([session, assistant](QSqlDatabase &database) -> Result<void> {
        if (auto put = record(database, session, u"step.started.1"_s, assistant.created,
                              headToJson(assistant));
            !put)
            return put;
        return putMessage(database, session, assistant);
    });
}

Result<void> SessionStore::callsCalled(const SessionId &session, const Message &message, int from)
{
    const qint64 now = m_clock.nowMs();
    return m_store.write([&](QSqlDatabase &database) -> Result<void> {
        if (auto put = record(database, session, u"tool.called.1"_s, now, stepEvent(message, from));
            !put)
            return put;
        return putParts(database, session, message, from);
    });
}

void SessionStore::callSettled(const SessionId &session, const MessageId &message, int index,
                               const CallPart &call, OnFailure onFailure)
{
    const qint64 now = m_clock.nowMs();
    m_store.post(
            [session, message, index, call, now](QSqlDatabase &database) -> Result<void> {
                const QString type = call.state == CallState::Completed ? u"tool.success.1"_s
                                                                        : u"tool.failed.1"_s;
                const QJsonObject data{{u"message"_s, message.value},
                                       {u"index"_s, index},
                                       {u"part"_s, toJson(Part(call))}};
                if (auto put = record(database, session, type, now, data); !put)
                    return put;
                return putPart(database, session, message, index, call);
            },
            whenFailed(std::move(onFailure)));
}

void SessionStore::stepEnded(const SessionId &session, const Message &message, int from,
                             OnFailure onFailure)
{
    const qint64 now = m_clock.nowMs();
    m_store.post(
            [session, message, from, now](QSqlDatabase &database) -> Result<void> {
                const QString type = message.error.isEmpty() && !message.interrupted
                        ? u"step.ended.1"_s
                        : u"step.failed.1"_s;
                if (auto put = record(database, session, type, now, stepEvent(message, from)); !put)
                    return put;
                if (auto put = putMessage(database, session, message); !put)
                    return put;
                return putParts(database, session, message, from);
            },
            whenFailed(std::move(onFailure)));
}

Result<void> SessionStore::noticed(const SessionId &session, const Message &notice)
{
    return m_store.write([&](QSqlDatabase &database) -> Result<void> {
        if (auto put = record(database, session, u"notice.1"_s, notice.created, toJson(notice));
            !put)
            return put;
        if (auto put = putMessage(database, session, notice); !put)
            return put;
        return putParts(database, session, notice, 0);
    });
}

} // namespace Countersign::Session
