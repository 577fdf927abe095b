// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "permission/decisionlog.h"

#include <algorithm>
#include <array>
#include <utility>

using namespace Qt::StringLiterals;

namespace Countersign::Permission {

namespace {

constexpr std::array kDeciders{
        std::pair(DecidedBy::Rule, u"rule"),     std::pair(DecidedBy::Saved, u"saved"),
        std::pair(DecidedBy::Person, u"person"), std::pair(DecidedBy::Automatic, u"automatic"),
        std::pair(DecidedBy::Nobody, u"nobody"), std::pair(DecidedBy::Interrupted, u"interrupted")};

DecidedBy decidedByFromName(const QString &name)
{
    for (const auto &[value, known] : kDeciders) {
        if (name == QStringView(known))
            return value;
    }
    return DecidedBy::Rule; // Only this file writes the column.
}

Decision decisionFromRow(const QSqlQuery &row)
{
    Decision decision;
    int column = 0;
    const auto text = [&] {
        return row.value(column++).toString();
    };
    const auto number = [&] {
        return row.value(column++).toLongLong();
    };
    decision.id = number();
    decision.time = number();
    decision.project = ProjectId(text());
    decision.session = SessionId(text());
    decision.agent = text();
    decision.call = CallId(text());
    decision.request = RequestId(text());
    decision.action = text();
    decision.resource = text();
    decision.effect = effectFromName(text()).value_or(Effect::Deny);
    decision.decidedBy = decidedByFromName(text());
    decision.answer = text();
    decision.rule = text();
    decision.source = text();
    decision.message = text();
    return decision;
}

} // namespace

QString decidedByName(DecidedBy decidedBy)
{
    for (const auto &[value, name] : kDeciders) {
        if (value == decidedBy)
            return QString::fromUtf16(name);
    }
    Q_UNREACHABLE();
}

Result<QList<Decision>> decisions(Storage::Store &store, const DecisionFilter &filter)
{
    QString sql = u"SELECT id, time, project_id, session_id, agent, call_id, request_id, action, "
                  "resource, effect, decided_by, answer, rule, source, message FROM decision "
                  "WHERE 1"_s;
    QVariantList values;
    if (filter.project) {
        sql += " AND project_id = ?"_L1;
        values.append(filter.project->value);
    }
    if (filter.session) {
        sql += " AND session_id = ?"_L1;
        values.append(filter.session->value);
    }
    sql += " ORDER BY id DESC LIMIT ?"_L1; // A negative limit is none.
    values.append(filter.newest);
    QList<Decision> result;
    const auto job = [&](QSqlDatabase &database) {
        result.clear();
        return Storage::select(database, sql, values, [&result](const QSqlQuery &row) {
            result.append(decisionFromRow(row));
        });
    };
    if (auto read = store.read(job); !read)
        return failure(read.error());
    std::reverse(result.begin(), result.end());
    return result;
}

Result<void> appendDecision(QSqlDatabase &database, const Decision &decision)
{
    return Storage::execute(
            database,
            u"INSERT INTO decision (time, project_id, session_id, agent, call_id, request_id, "
            "action, resource, effect, decided_by, answer, rule, source, message) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"_s,
            {decision.time, decision.project.value, decision.session.value, decision.agent,
             decision.call.value, decision.request.value, decision.action, decision.resource,
             effectName(decision.effect), decidedByName(decision.decidedBy), decision.answer,
             decision.rule, decision.source, decision.message});
}

QJsonObject toJson(const Decision &decision)
{
    return {{u"id"_s, decision.id},
            {u"time"_s, decision.time},
            {u"project"_s, decision.project.value},
            {u"session"_s, decision.session.value},
            {u"agent"_s, decision.agent},
            {u"call"_s, decision.call.value},
            {u"request"_s, decision.request.value},
            {u"action"_s, decision.action},
            {u"resource"_s, decision.resource},
            {u"effect"_s, effectName(decision.effect)},
            {u"decided_by"_s, decidedByName(decision.decidedBy)},
            {u"answer"_s, decision.answer},
            {u"rule"_s, decision.rule},
            {u"source"_s, decision.source},
            {u"message"_s, decision.message}};
}

} // namespace Countersign::Permission
