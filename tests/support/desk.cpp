// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "support/desk.h"

#include "support/fakemodel.h"

#include <QDir>
#include <QEventLoop>
#include <QJsonDocument>
#include <QSignalSpy>
#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QTest>
#include <QTimer>

namespace Countersign::Test {

using namespace Qt::StringLiterals;

void Desk::setScript(const QJsonArray &turns)
{
    const QJsonObject script{{u"turns"_s, turns}};
    m_model = u"scripted:"_s + scratch.write(u"script.json"_s, QJsonDocument(script).toJson());
}

void Desk::setConfig(const QJsonObject &config)
{
    scratch.write(u"home/config/countersign.jsonc"_s, QJsonDocument(config).toJson());
}

AppPaths Desk::paths() const
{
    return AppPaths::under(scratch.path(u"home"_s));
}

void Desk::open(const std::optional<QString> &agent)
{
    QDir().mkpath(scratch.path(u"project"_s));
    EngineOptions options;
    options.paths = paths();
    options.directory = scratch.path(u"project"_s);
    options.model = m_model;
    options.agent = agent;
    options.questions = asksQuestions;
    options.keychain = keychain;
    auto opened = Engine::open(options);
    if (!opened) {
        QFAIL(qPrintable(opened.error().message + u' ' + opened.error().detail));
        return;
    }
    engine = std::move(*opened);
    connect(engine.get(), &Engine::asked, this, [this](const Permission::Request &request) {
        asked.append(request);
        if (const auto reply = person ? person(request) : std::nullopt)
            engine->reply(request.id, *reply);
    });
    connect(engine.get(), &Engine::replied, this,
            [this](const Permission::Replied &reply) { replied.append(reply); });
    connect(engine.get(), &Engine::questionAsked, this, [this](const Question::Request &request) {
        questions.append(request);
        if (const auto reply = answerer ? answerer(request) : std::nullopt)
            engine->replyToQuestion(request.id, *reply);
    });
    connect(engine.get(), &Engine::questionEnded, this,
            [this](const Question::Ended &question) { questionsEnded.append(question); });
    connect(engine.get(), &Engine::todosChanged, this,
            [this](const SessionId &, const QList<Todo> &list) { todos.append(list); });
    connect(engine.get(), &Engine::runEnded, this,
            [this](const Session::RunEnded &run) { ended.append(run); });
    connect(engine.get(), &Engine::failed, this,
            [this](const Error &error) { failures.append(error); });
    connect(engine.get(), &Engine::textAppended, this,
            [this](const SessionId &, const MessageId &, int, const QString &delta) {
                text += delta;
            });
    connect(engine.get(), &Engine::partChanged, this,
            [this](const SessionId &, const MessageId &, int, const Session::Part &part) {
                if (const auto *piece = std::get_if<Session::TextPart>(&part))
                    text += piece->text;
            });
}

void Desk::close()
{
    engine.reset();
}

Session::RunEnded Desk::run(const QString &prompt, const SessionId &with)
{
    session = with.isEmpty() ? engine->createSession() : with;
    const qsizetype before = ended.size();
    // An event loop of its own wakes at once; QTest::qWaitFor() looks every 10 ms only.
    QEventLoop loop;
    const auto quit = connect(engine.get(), &Engine::runEnded, &loop, &QEventLoop::quit,
                              Qt::QueuedConnection);
    QTimer::singleShot(30000, &loop, &QEventLoop::quit);
    engine->prompt(session, prompt);
    loop.exec();
    disconnect(quit);
    if (ended.size() == before) {
        QTest::qFail("the run did not end within 30 s", __FILE__, __LINE__);
        return {};
    }
    return ended.last();
}

QList<Session::Message> Desk::history(const SessionId &of)
{
    QSignalSpy loaded(engine.get(), &Engine::historyLoaded);
    engine->requestHistory(of);
    if (!loaded.wait(10000))
        return {};
    return loaded.first().at(1).value<QList<Session::Message>>();
}

QList<Session::CallPart> Desk::calls(const QList<Session::Message> &messages)
{
    QList<Session::CallPart> calls;
    for (const Session::Message &message : messages) {
        for (const Session::Part &part : message.parts) {
            if (const auto *call = std::get_if<Session::CallPart>(&part))
                calls.append(*call);
        }
    }
    return calls;
}

QJsonObject servedBy(const FakeModel &model, QJsonObject config)
{
    config.insert(u"model"_s, u"fake/m"_s);
    config.insert(u"providers"_s,
                  QJsonObject{{u"fake"_s,
                               QJsonObject{{u"base_url"_s, model.baseUrl()},
                                           {u"models"_s, QJsonObject{{u"m"_s, QJsonObject{}}}}}}});
    return config;
}

void breakTheRecord(const QString &databaseFile, bool broken)
{
    const QString name = u"breakTheRecord"_s;
    {
        QSqlDatabase database = QSqlDatabase::addDatabase(u"QSQLITE"_s, name);
        database.setDatabaseName(databaseFile);
        QVERIFY2(database.open(), qPrintable(database.lastError().text()));
        QSqlQuery query(database);
        QVERIFY2(query.exec(broken ? u"CREATE TRIGGER broken BEFORE INSERT ON part BEGIN "
                                     "SELECT RAISE(ABORT, 'no room'); END"_s
                                   : u"DROP TRIGGER broken"_s),
                 qPrintable(query.lastError().text()));
    }
    QSqlDatabase::removeDatabase(name);
}

Permission::Reply once()
{
    Permission::Reply reply;
    reply.answer = Permission::Answer::Once;
    return reply;
}

Permission::Reply reject(const QString &words)
{
    Permission::Reply reply;
    reply.answer = Permission::Answer::Reject;
    reply.message = words;
    return reply;
}

Question::Reply answers(const Question::Answers &given)
{
    Question::Reply reply;
    reply.dismissed = false;
    reply.answers = given;
    return reply;
}

Question::Reply dismiss(const QString &words)
{
    Question::Reply reply;
    reply.message = words;
    return reply;
}

Permission::Reply always(const Permission::Request &request)
{
    Permission::Reply reply;
    reply.answer = Permission::Answer::Always;
    reply.save = request.inquiry.save;
    return reply;
}

} // namespace Countersign::Test
