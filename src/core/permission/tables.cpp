// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "permission/tables.h"

using namespace Qt::StringLiterals;

namespace Countersign::Permission {

QList<Storage::Migration> tableMigrations()
{
    return {{u"permission-0001"_s,
             {
                     u"CREATE TABLE permission_request ("
                     "id TEXT PRIMARY KEY, project_id TEXT NOT NULL, owner TEXT NOT NULL, "
                     "session_id TEXT NOT NULL, agent TEXT NOT NULL, message_id TEXT NOT NULL, "
                     "call_id TEXT NOT NULL, action TEXT NOT NULL, resources TEXT NOT NULL, "
                     "save TEXT NOT NULL, metadata TEXT NOT NULL, proposal TEXT NOT NULL, "
                     "explanation TEXT NOT NULL, state TEXT NOT NULL CHECK (state IN "
                     "('pending', 'once', 'always', 'reject', 'interrupted')), "
                     "message TEXT NOT NULL, time_asked INTEGER NOT NULL, "
                     "time_answered INTEGER)"_s,
                     u"CREATE INDEX permission_request_pending ON permission_request (project_id) "
                     "WHERE state = 'pending'"_s,
                     u"CREATE INDEX permission_request_session ON permission_request "
                     "(session_id)"_s,
                     u"CREATE TABLE saved_approval ("
                     "id TEXT PRIMARY KEY, project_id TEXT NOT NULL, action TEXT NOT NULL, "
                     "resource TEXT NOT NULL, exact INTEGER NOT NULL, session_id TEXT NOT NULL, "
                     "agent TEXT NOT NULL, time_created INTEGER NOT NULL, "
                     "time_used INTEGER NOT NULL DEFAULT 0, "
                     "UNIQUE (project_id, action, resource, exact))"_s,
                     u"CREATE TABLE decision ("
                     "id INTEGER PRIMARY KEY AUTOINCREMENT, time INTEGER NOT NULL, "
                     "project_id TEXT NOT NULL, session_id TEXT NOT NULL, agent TEXT NOT NULL, "
                     "call_id TEXT NOT NULL, request_id TEXT NOT NULL, action TEXT NOT NULL, "
                     "resource TEXT NOT NULL, effect TEXT NOT NULL, decided_by TEXT NOT NULL, "
                     "answer TEXT NOT NULL, rule TEXT NOT NULL, source TEXT NOT NULL, "
                     "message TEXT NOT NULL)"_s,
                     u"CREATE INDEX decision_session ON decision (session_id)"_s,
                     u"CREATE INDEX decision_project ON decision (project_id)"_s,
             }}};
}

Result<QList<SavedApproval>> readApprovals(QSqlDatabase &database, const ProjectId &project)
{
    QList<SavedApproval> approvals;
    const auto selected = Storage::select(
            database,
            u"SELECT id, action, resource, exact, time_created, time_used, session_id, agent "
            "FROM saved_approval WHERE project_id = ? ORDER BY time_created, id"_s,
            {project.value}, [&](const QSqlQuery &row) {
                SavedApproval approval;
                approval.id = ApprovalId(row.value(0).toString());
                approval.project = project;
                approval.action = row.value(1).toString();
                approval.resource = row.value(2).toString();
                approval.exact = row.value(3).toBool();
                approval.created = row.value(4).toLongLong();
                approval.lastUsed = row.value(5).toLongLong();
                approval.session = SessionId(row.value(6).toString());
                approval.agent = row.value(7).toString();
                approvals.append(approval);
            });
    if (!selected)
        return failure(selected.error());
    return approvals;
}

Result<void> insertApproval(QSqlDatabase &database, const SavedApproval &approval)
{
    return Storage::execute(
            database,
            u"INSERT INTO saved_approval (id, project_id, action, resource, exact, session_id, "
            "agent, time_created) VALUES (?, ?, ?, ?, ?, ?, ?, ?) "
            "ON CONFLICT (project_id, action, resource, exact) DO NOTHING"_s,
            {approval.id.value, approval.project.value, approval.action, approval.resource,
             approval.exact, approval.session.value, approval.agent, approval.created});
}

Result<void> deleteApproval(QSqlDatabase &database, const ProjectId &project, const ApprovalId &id)
{
    bool found = false;
    auto done = Storage::select(database,
                                u"DELETE FROM saved_approval WHERE id = ? AND project_id = ? "
                                "RETURNING id"_s,
                                {id.value, project.value},
                                [&found](const QSqlQuery &) { found = true; });
    if (!done)
        return done;
    if (!found) {
        return failure(ErrorCode::NotFound,
                       u"There is no saved approval %1 in this project: it may have been revoked "
                       "already."_s.arg(id.value));
    }
    return {};
}

Result<void> touchApproval(QSqlDatabase &database, const ApprovalId &id, qint64 time)
{
    return Storage::execute(database, u"UPDATE saved_approval SET time_used = ? WHERE id = ?"_s,
                            {time, id.value});
}

Ruleset rulesOf(const QList<SavedApproval> &approvals)
{
    Ruleset rules;
    rules.reserve(approvals.size());
    for (const SavedApproval &approval : approvals) {
        rules.append({approval.action,
                      approval.resource,
                      Effect::Allow,
                      Origin::Saved,
                      approval.id.value,
                      {},
                      approval.exact});
    }
    return rules;
}

} // namespace Countersign::Permission
