// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "cli/changes.h"
#include "cli/commands.h"
#include "cli/options.h"
#include "cli/output.h"
#include "engine/engine.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QJsonArray>
#include <QJsonDocument>

namespace Countersign::Cli {

using namespace Qt::StringLiterals;

namespace {

QString dated(qint64 time)
{
    return QDateTime::fromMSecsSinceEpoch(time).toString(Qt::ISODate);
}

QJsonObject toJson(const Session::Info &info)
{
    return {{u"id"_s, info.id.value},    {u"title"_s, info.title}, {u"directory"_s, info.directory},
            {u"agent"_s, info.agent},    {u"model"_s, info.model}, {u"created"_s, info.created},
            {u"updated"_s, info.updated}};
}

void print(const Session::Message &message)
{
    out(u"── %1 · %2\n"_s.arg(Session::roleName(message.role), dated(message.created)));
    for (const Session::Part &part : message.parts) {
        if (const auto *text = std::get_if<Session::TextPart>(&part)) {
            out(text->text + u'\n');
        } else if (const auto *call = std::get_if<Session::CallPart>(&part)) {
            out(u"[%1] %2 %3\n"_s.arg(
                    Session::callStateName(call->state), call->tool,
                    QString::fromUtf8(QJsonDocument(call->input).toJson(QJsonDocument::Compact))));
            if (!call->error.isEmpty())
                out(u"  "_s + call->error + u'\n');
        }
    }
    if (message.interrupted)
        out(u"(interrupted)\n"_s);
    if (!message.error.isEmpty())
        out(u"(error) "_s + message.error + u'\n');
}

} // namespace

int sessions(Arguments arguments)
{
    QCoreApplication application(arguments.argc, arguments.argv);
    QCommandLineParser parser;
    parser.setApplicationDescription(u"list prints the project's sessions, newest first; show ID "
                                     u"prints one; export ID prints one as "
                                     "JSON; changes ID [FILE] prints what one changed on the disk; "
                                     "put-back ID [FILE…] puts it back as it was, and leaves alone "
                                     "what was changed since."_s);
    parser.addOptions({projectOption(), jsonOption()});
    addChangeOptions(parser);
    parser.addPositionalArgument(
            u"list|show|export|changes|put-back"_s, u"What to do."_s,
            u"list | show ID | export ID | changes ID [FILE] | put-back ID [FILE…]"_s);
    if (const auto ended = parse(parser, u"sessions"_s, arguments.rest))
        return *ended;
    const QStringList words = parser.positionalArguments();
    const QString verb = words.value(0);
    const bool changing = verb == u"changes" || verb == u"put-back";
    const bool one = verb == u"show" || verb == u"export" || changing;
    if (changing) {
        if (const auto usage = changeUsage(parser))
            return complain(*usage, kUsage);
    } else if (!(verb == u"list" && words.size() == 1) && !(one && words.size() == 2)) {
        return complain(
                u"Write sessions list, sessions show ID, sessions export ID, sessions changes ID, or sessions put-back ID."_s,
                kUsage);
    }

    auto engine = Engine::open(engineOptions(parser));
    if (!engine)
        return complain(engine.error().message, kFailed);
    Engine &desk = **engine;
    const bool json = parser.isSet(u"json"_s) || verb == u"export";
    QObject::connect(&desk, &Engine::failed, &application, [](const Error &error) {
        QCoreApplication::exit(complain(error.message, kFailed));
    });
    QObject::connect(
            &desk, &Engine::sessionsLoaded, &application, [&](const QList<Session::Info> &infos) {
                if (!one) {
                    for (const Session::Info &info : infos) {
                        if (json)
                            outJson(toJson(info));
                        else
                            out(u"%1  %2  %3\n"_s.arg(info.id.value, dated(info.updated),
                                                      info.title));
                    }
                    QCoreApplication::exit(kDone);
                    return;
                }
                const SessionId id(words.at(1));
                for (const Session::Info &info : infos) {
                    if (info.id == id) {
                        if (changing)
                            startChanges(desk, application, parser);
                        else
                            desk.requestHistory(id);
                        return;
                    }
                }
                QCoreApplication::exit(complain(
                        u"There is no session %1 in this project."_s.arg(id.value), kFailed));
            });
    QList<Todo> todos;
    QObject::connect(&desk, &Engine::todosChanged, &application,
                     [&todos](const SessionId &, const QList<Todo> &list) { todos = list; });
    QObject::connect(&desk, &Engine::historyLoaded, &application,
                     [&](const SessionId &id, const QList<Session::Message> &messages) {
                         QJsonArray array;
                         for (const Session::Message &message : messages) {
                             if (json)
                                 array.append(Session::toJson(message));
                             else
                                 print(message);
                         }
                         if (json) {
                             outJson({{u"session"_s, id.value},
                                      {u"todos"_s, toJson(todos)},
                                      {u"messages"_s, array}});
                         } else if (!todos.isEmpty()) {
                             out(u"── todos\n"_s);
                             for (const Todo &todo : std::as_const(todos))
                                 out(todoLine(todo));
                         }
                         QCoreApplication::exit(kDone);
                     });
    desk.requestSessions();
    return QCoreApplication::exec();
}

} // namespace Countersign::Cli
