// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "cli/commands.h"
#include "cli/options.h"
#include "cli/output.h"
#include "engine/engine.h"
#include "permission/explain.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QJsonArray>
#include <QJsonObject>

namespace Countersign::Cli {

using namespace Qt::StringLiterals;

namespace {

/// Runs the event loop until a receiver of the engine's signals ends it; failures end it with 1.
int wait(Engine &engine)
{
    QObject receiver;
    QObject::connect(&engine, &Engine::failed, &receiver, [](const Error &error) {
        QCoreApplication::exit(complain(error.message, kFailed));
    });
    return QCoreApplication::exec();
}

/// The strictest of several answers is the answer to all of them together.
Permission::Effect together(const QList<Permission::Explanation> &explanations)
{
    using Permission::Effect;
    Effect effect = Effect::Allow;
    for (const Permission::Explanation &explanation : explanations) {
        if (explanation.effect == Effect::Deny
            || (explanation.effect == Effect::Ask && effect == Effect::Allow))
            effect = explanation.effect;
    }
    return effect;
}

void show(const QList<Permission::Explanation> &explanations, bool json)
{
    if (!json) {
        for (const Permission::Explanation &explanation : explanations)
            out(Permission::explainText(explanation) + u'\n');
        return;
    }
    // The last one is about what was asked; before it come the files of a command line.
    QJsonObject object = Permission::toJson(explanations.last());
    object.insert(u"effect"_s, Permission::effectName(together(explanations)));
    QJsonArray files;
    for (const Permission::Explanation &explanation : explanations.first(explanations.size() - 1))
        files.append(Permission::toJson(explanation));
    if (!files.isEmpty())
        object.insert(u"files"_s, files);
    outJson(object);
}

int check(Engine &engine, const QString &agent, const QString &action, const QString &resource,
          bool json)
{
    QObject receiver;
    QObject::connect(&engine, &Engine::explained, &receiver,
                     [json](const QList<Permission::Explanation> &explanations) {
                         show(explanations, json);
                         QCoreApplication::exit(kDone);
                     });
    engine.requestExplanation(agent, action, {resource});
    return wait(engine);
}

QJsonObject toJson(const Permission::SavedApproval &approval)
{
    return {{u"id"_s, approval.id.value},           {u"action"_s, approval.action},
            {u"resource"_s, approval.resource},     {u"exact"_s, approval.exact},
            {u"created"_s, approval.created},       {u"lastUsed"_s, approval.lastUsed},
            {u"session"_s, approval.session.value}, {u"agent"_s, approval.agent}};
}

int list(Engine &engine, bool json)
{
    QObject receiver;
    QObject::connect(
            &engine, &Engine::approvalsLoaded, &receiver,
            [json](const QList<Permission::SavedApproval> &approvals) {
                for (const Permission::SavedApproval &approval : approvals) {
                    if (json) {
                        outJson(toJson(approval));
                        continue;
                    }
                    out(u"%1  %2  %3  %4  %5\n"_s.arg(
                            approval.id.value,
                            QDateTime::fromMSecsSinceEpoch(approval.created).toString(Qt::ISODate),
                            approval.action, approval.exact ? u"exact"_s : u"pattern"_s,
                            approval.resource));
                }
                QCoreApplication::exit(kDone);
            });
    engine.requestApprovals();
    return wait(engine);
}

int revoke(Engine &engine, const QString &id)
{
    QObject receiver;
    // The list arrives again after a removal.
    QObject::connect(&engine, &Engine::approvalsLoaded, &receiver, [id] {
        out(u"Revoked "_s + id + u".\n"_s);
        QCoreApplication::exit(kDone);
    });
    engine.revokeApproval(ApprovalId(id));
    return wait(engine);
}

} // namespace

int permissions(Arguments arguments)
{
    QCoreApplication application(arguments.argc, arguments.argv);
    QCommandLineParser parser;
    parser.setApplicationDescription(u"check ACTION RESOURCE says what would happen and which rule "
                                     u"decides; list prints the saved "
                                     "approvals of the project; revoke ID removes one."_s);
    parser.addOptions({projectOption(), agentOption(), jsonOption()});
    parser.addPositionalArgument(u"check|list|revoke"_s, u"What to do."_s,
                                 u"check ACTION RESOURCE | list | revoke ID"_s);
    if (const auto ended = parse(parser, u"permissions"_s, arguments.rest))
        return *ended;
    const QStringList words = parser.positionalArguments();
    const QString verb = words.value(0);
    const bool fits = (verb == u"check" && words.size() == 3)
            || (verb == u"list" && words.size() == 1) || (verb == u"revoke" && words.size() == 2);
    if (!fits) {
        return complain(
                u"Write permissions check ACTION RESOURCE, permissions list, or permissions "
                "revoke ID."_s,
                kUsage);
    }
    EngineOptions options = engineOptions(parser);
    // "check" explains an unknown agent instead of refusing to start.
    const QString agent = options.agent.value_or(QString());
    options.agent.reset();
    auto engine = Engine::open(options);
    if (!engine)
        return complain(engine.error().message, kFailed);
    const bool json = parser.isSet(u"json"_s);
    if (verb == u"check")
        return check(**engine, agent, words.at(1), words.at(2), json);
    if (verb == u"list")
        return list(**engine, json);
    return revoke(**engine, words.at(1));
}

} // namespace Countersign::Cli
