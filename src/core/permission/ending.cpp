// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "permission/ending.h"

#include "permission/explain.h"
#include "permission/requestrow.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Countersign::Permission {

QList<Decision> decisionsFor(const ProjectId &project, qint64 time, const Inquiry &inquiry,
                             const Explanation &explanation)
{
    Decision row;
    row.time = time;
    row.project = project;
    row.session = inquiry.session;
    row.agent = inquiry.agent;
    row.call = inquiry.call;
    row.action = inquiry.action;
    row.effect = explanation.effect;
    if (explanation.verdicts.isEmpty())
        return {row};
    // A call is denied as a whole: its other resources are denied by the same rule.
    const auto denied =
            std::find_if(explanation.verdicts.begin(), explanation.verdicts.end(),
                         [](const Verdict &verdict) { return verdict.effect == Effect::Deny; });
    QList<Decision> rows;
    for (const Verdict &verdict : explanation.verdicts) {
        const Verdict &deciding =
                denied == explanation.verdicts.end() || verdict.effect == Effect::Deny ? verdict
                                                                                       : *denied;
        row.resource = verdict.resource;
        row.decidedBy = DecidedBy::Rule;
        row.rule.clear();
        row.source.clear();
        row.message.clear();
        if (deciding.rule) {
            if (deciding.rule->origin == Origin::Saved)
                row.decidedBy = DecidedBy::Saved;
            row.rule = ruleText(*deciding.rule);
            row.source = deciding.rule->source;
            row.message = deciding.rule->message;
        } else if (!explanation.agentKnown) {
            row.message = u"unknown agent"_s;
        }
        rows.append(row);
    }
    return rows;
}

QList<Decision> decisionsFor(const ProjectId &project, qint64 time, const Request &request,
                             const Ending &ending)
{
    QList<Decision> rows = decisionsFor(project, time, request.inquiry, ending.explanation);
    for (qsizetype i = 0; i < rows.size(); ++i) {
        Decision &row = rows[i];
        row.request = request.id;
        row.effect = ending.effect;
        row.answer = ending.state == "interrupted"_L1 ? QString() : ending.state;
        row.message = ending.message;
        if (row.message.isEmpty() && !ending.consequenceOf.isEmpty())
            row.message = "as a consequence of "_L1 + ending.consequenceOf;
        // What a rule or a saved approval allowed needed no answer; a refusal covers everything.
        const bool allowedByRule = i < ending.explanation.verdicts.size()
                && ending.explanation.verdicts.at(i).effect == Effect::Allow;
        if (!allowedByRule || ending.effect != Effect::Allow)
            row.decidedBy = ending.decidedBy;
    }
    return rows;
}

Result<void> appendDecisions(QSqlDatabase &database, const QList<Decision> &rows)
{
    for (const Decision &row : rows) {
        if (auto added = appendDecision(database, row); !added)
            return added;
    }
    return {};
}

Result<void> endRequest(QSqlDatabase &database, const ProjectId &project, qint64 time,
                        const Request &request, const Ending &ending)
{
    if (auto added = appendDecisions(database, decisionsFor(project, time, request, ending));
        !added)
        return added;
    return closeRequest(database, request.id, ending.state, ending.message, time);
}

} // namespace Countersign::Permission
