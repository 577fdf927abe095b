// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "question/table.h"

#include "base/processmark.h"
#include "question/form.h"

#include <QJsonArray>
#include <QJsonDocument>

namespace Countersign::Question {

using namespace Qt::StringLiterals;

namespace {

QString compact(const QJsonArray &array)
{
    return QString::fromUtf8(QJsonDocument(array).toJson(QJsonDocument::Compact));
}

QString answererName(Permission::Answerer by)
{
    switch (by) {
    case Permission::Answerer::Person:
        return u"person"_s;
    case Permission::Answerer::Automatic:
        return u"automatic"_s;
    case Permission::Answerer::Nobody:
        return u"nobody"_s;
    }
    Q_UNREACHABLE();
}

Request requestFrom(const QSqlQuery &row)
{
    Request request;
    request.id = QuestionId(row.value(0).toString());
    request.inquiry.session = SessionId(row.value(1).toString());
    request.inquiry.agent = row.value(2).toString();
    request.inquiry.message = MessageId(row.value(3).toString());
    request.inquiry.call = CallId(row.value(4).toString());
    const auto items =
            Schema::list(itemCodec())
                    .decode(QJsonDocument::fromJson(row.value(5).toString().toUtf8()).array());
    request.inquiry.items = items.value_or(QList<Item>());
    request.asked = row.value(6).toLongLong();
    return request;
}

} // namespace

QList<Storage::Migration> tableMigrations()
{
    return {{u"question-0001"_s,
             {
                     u"CREATE TABLE question ("
                     "id TEXT PRIMARY KEY, project_id TEXT NOT NULL, owner TEXT NOT NULL, "
                     "session_id TEXT NOT NULL, agent TEXT NOT NULL, message_id TEXT NOT NULL, "
                     "call_id TEXT NOT NULL, items TEXT NOT NULL, state TEXT NOT NULL CHECK (state "
                     "IN ('pending', 'answered', 'dismissed', 'interrupted')), "
                     "answers TEXT NOT NULL, message TEXT NOT NULL, answered_by TEXT NOT NULL, "
                     "time_asked INTEGER NOT NULL, time_answered INTEGER)"_s,
                     u"CREATE INDEX question_pending ON question (project_id) "
                     "WHERE state = 'pending'"_s,
                     u"CREATE INDEX question_session ON question (session_id)"_s,
             }}};
}

Result<void> insertRequest(QSqlDatabase &database, const ProjectId &project, const Request &request)
{
    const Inquiry &inquiry = request.inquiry;
    const auto items = Schema::list(itemCodec()).encode(inquiry.items);
    if (!items)
        return failure(ErrorCode::Internal, u"The question could not be written down."_s,
                       Schema::describe(items.error()));
    return Storage::execute(
            database,
            u"INSERT INTO question (id, project_id, owner, session_id, agent, message_id, call_id, "
            "items, state, answers, message, answered_by, time_asked) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'pending', '', '', '', ?)"_s,
            {request.id.value, project.value, processMark(), inquiry.session.value, inquiry.agent,
             inquiry.message.value, inquiry.call.value, compact(items->toArray()), request.asked});
}

Result<void> closeRequest(QSqlDatabase &database, const Ended &ended, Permission::Answerer by,
                          qint64 time)
{
    QJsonArray answers;
    for (const QStringList &given : ended.answers)
        answers.append(QJsonArray::fromStringList(given));
    const bool interrupted = ended.ending == Ending::Interrupted;
    return Storage::execute(database,
                            u"UPDATE question SET state = ?, answers = ?, message = ?, "
                            "answered_by = ?, time_answered = ? WHERE id = ?"_s,
                            {endingName(ended.ending), answers.isEmpty() ? u""_s : compact(answers),
                             ended.message, interrupted ? u""_s : answererName(by), time,
                             ended.id.value});
}

Result<QList<Request>> abandonedRequests(QSqlDatabase &database, const ProjectId &project)
{
    QList<Request> requests;
    const auto selected = Storage::select(
            database,
            u"SELECT id, session_id, agent, message_id, call_id, items, time_asked, owner "
            "FROM question WHERE project_id = ? AND state = 'pending' ORDER BY time_asked, id"_s,
            {project.value}, [&requests](const QSqlQuery &row) {
                // Another program on the same project may be waiting for its own person.
                if (!isProcessAlive(row.value(7).toString()))
                    requests.append(requestFrom(row));
            });
    if (!selected)
        return failure(selected.error());
    return requests;
}

} // namespace Countersign::Question
