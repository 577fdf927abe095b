// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "permission/requestrow.h"

#include "base/processmark.h"
#include "permission/explain.h"

#include <QJsonDocument>

#include <array>
#include <utility>

using namespace Qt::StringLiterals;

namespace Countersign::Permission {

namespace {

constexpr std::array kKinds{std::pair(Diff::ChangeKind::Added, u"added"),
                            std::pair(Diff::ChangeKind::Modified, u"modified"),
                            std::pair(Diff::ChangeKind::Deleted, u"deleted"),
                            std::pair(Diff::ChangeKind::Moved, u"moved")};

QString compact(const QJsonDocument &document)
{
    return QString::fromUtf8(document.toJson(QJsonDocument::Compact));
}

QString compact(const QJsonArray &array)
{
    return compact(QJsonDocument(array));
}

QJsonArray arrayFrom(const QVariant &column)
{
    return QJsonDocument::fromJson(column.toString().toUtf8()).array();
}

QJsonObject objectFrom(const QVariant &column)
{
    return QJsonDocument::fromJson(column.toString().toUtf8()).object();
}

QJsonObject contentToJson(const QByteArray &bytes)
{
    QJsonObject object{{u"bytes"_s, bytes.size()}};
    if (bytes.size() <= kKeptContentBytes)
        object.insert(u"base64"_s, QString::fromLatin1(bytes.toBase64()));
    return object;
}

QByteArray contentFromJson(const QJsonObject &object)
{
    return QByteArray::fromBase64(object.value("base64"_L1).toString().toLatin1());
}

QJsonArray offersToJson(const QList<SaveOffer> &offers)
{
    QJsonArray array;
    for (const SaveOffer &offer : offers)
        array.append(QJsonObject{{u"resource"_s, offer.resource}, {u"exact"_s, offer.exact}});
    return array;
}

QList<SaveOffer> offersFromJson(const QJsonArray &array)
{
    QList<SaveOffer> offers;
    for (const QJsonValue &value : array) {
        offers.append({value.toObject().value("resource"_L1).toString(),
                       value.toObject().value("exact"_L1).toBool()});
    }
    return offers;
}

QStringList textsFromJson(const QJsonArray &array)
{
    QStringList texts;
    for (const QJsonValue &value : array)
        texts.append(value.toString());
    return texts;
}

Request requestFromRow(const QSqlQuery &row)
{
    Request request;
    int column = 0;
    const auto next = [&] {
        return row.value(column++);
    };
    request.id = RequestId(next().toString());
    Inquiry &inquiry = request.inquiry;
    inquiry.session = SessionId(next().toString());
    inquiry.agent = next().toString();
    inquiry.message = MessageId(next().toString());
    inquiry.call = CallId(next().toString());
    inquiry.action = next().toString();
    inquiry.resources = textsFromJson(arrayFrom(next()));
    inquiry.save = offersFromJson(arrayFrom(next()));
    inquiry.metadata = objectFrom(next());
    inquiry.proposal = proposalFromJson(arrayFrom(next()));
    request.explanation = explanationFromJson(objectFrom(next()));
    request.asked = next().toLongLong();
    return request;
}

const QString kSelect =
        u"SELECT id, session_id, agent, message_id, call_id, action, resources, save, metadata, "
        "proposal, explanation, time_asked, owner, state, message, time_answered "
        "FROM permission_request "_s;

} // namespace

QJsonArray proposalToJson(const Diff::Proposal &proposal)
{
    QJsonArray array;
    for (const Diff::FileChange &file : proposal.files) {
        QString kind;
        for (const auto &[value, name] : kKinds) {
            if (value == file.kind)
                kind = QString::fromUtf16(name);
        }
        QJsonObject object{{u"kind"_s, kind},
                           {u"resource"_s, file.resource},
                           {u"target"_s, file.target},
                           {u"moved_to"_s, file.movedTo},
                           {u"moved_target"_s, file.movedTarget},
                           {u"facts"_s, QJsonArray::fromStringList(file.facts)},
                           {u"before"_s, contentToJson(file.before)},
                           {u"after"_s, contentToJson(file.after)}};
        if (!file.charset.isEmpty())
            object.insert(u"charset"_s, QString::fromLatin1(file.charset));
        array.append(object);
    }
    return array;
}

Diff::Proposal proposalFromJson(const QJsonArray &array)
{
    Diff::Proposal proposal;
    for (const QJsonValue &value : array) {
        const QJsonObject object = value.toObject();
        Diff::FileChange file;
        const QString kind = object.value("kind"_L1).toString();
        for (const auto &[known, name] : kKinds) {
            if (kind == QStringView(name))
                file.kind = known;
        }
        file.resource = object.value("resource"_L1).toString();
        file.target = object.value("target"_L1).toString();
        file.movedTo = object.value("moved_to"_L1).toString();
        file.movedTarget = object.value("moved_target"_L1).toString();
        file.charset = object.value("charset"_L1).toString().toLatin1();
        file.facts = textsFromJson(object.value("facts"_L1).toArray());
        const QJsonObject before = object.value("before"_L1).toObject();
        const QJsonObject after = object.value("after"_L1).toObject();
        file.before = contentFromJson(before);
        file.after = contentFromJson(after);
        if (!before.contains("base64"_L1) || !after.contains("base64"_L1))
            file.facts.append(QString::fromUtf16(Diff::kNotKeptFact));
        proposal.files.append(file);
    }
    return proposal;
}

Result<void> insertRequest(QSqlDatabase &database, const ProjectId &project, const Request &request)
{
    const Inquiry &inquiry = request.inquiry;
    return Storage::execute(
            database,
            u"INSERT INTO permission_request (id, project_id, owner, session_id, agent, "
            u"message_id, "
            "call_id, action, resources, save, metadata, proposal, explanation, state, message, "
            "time_asked) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'pending', '', ?)"_s,
            {request.id.value, project.value, processMark(), inquiry.session.value, inquiry.agent,
             inquiry.message.value, inquiry.call.value, inquiry.action,
             compact(QJsonArray::fromStringList(inquiry.resources)),
             compact(offersToJson(inquiry.save)), compact(QJsonDocument(inquiry.metadata)),
             compact(proposalToJson(inquiry.proposal)),
             compact(QJsonDocument(toJson(request.explanation))), request.asked});
}

Result<void> updateRequest(QSqlDatabase &database, const Request &request)
{
    return Storage::execute(
            database, u"UPDATE permission_request SET metadata = ?, proposal = ? WHERE id = ?"_s,
            {compact(QJsonDocument(request.inquiry.metadata)),
             compact(proposalToJson(request.inquiry.proposal)), request.id.value});
}

Result<void> closeRequest(QSqlDatabase &database, const RequestId &id, const QString &state,
                          const QString &message, qint64 time)
{
    return Storage::execute(database,
                            u"UPDATE permission_request SET state = ?, message = ?, "
                            "time_answered = ? WHERE id = ?"_s,
                            {state, message, time, id.value});
}

Result<QList<Request>> abandonedRequests(QSqlDatabase &database, const ProjectId &project)
{
    QList<Request> requests;
    const auto selected = Storage::select(database,
                                          kSelect
                                                  + u"WHERE project_id = ? AND state = 'pending' "
                                                    "ORDER BY time_asked, id"_s,
                                          {project.value}, [&requests](const QSqlQuery &row) {
                                              // Another program on the same project may be waiting for its own person.
                                              if (!isProcessAlive(row.value(u"owner"_s).toString()))
                                                  requests.append(requestFromRow(row));
                                          });
    if (!selected)
        return failure(selected.error());
    return requests;
}

Result<std::optional<PastRequest>> pastChangeOf(QSqlDatabase &database, const ProjectId &project,
                                                const SessionId &session, const CallId &call)
{
    std::optional<PastRequest> past;
    const auto selected = Storage::select(
            database,
            kSelect
                    + u"WHERE project_id = ? AND session_id = ? AND call_id = ? AND "
                      "state <> 'pending' AND proposal <> '[]' ORDER BY time_asked DESC, id DESC "
                      "LIMIT 1"_s,
            {project.value, session.value, call.value}, [&past](const QSqlQuery &row) {
                past = PastRequest{requestFromRow(row),
                                   answerFromName(row.value(u"state"_s).toString()),
                                   row.value(u"message"_s).toString(),
                                   row.value(u"time_answered"_s).toLongLong()};
            });
    if (!selected)
        return failure(selected.error());
    return past;
}

} // namespace Countersign::Permission
