// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "permission/service.h"
#include "question/service.h"
#include "session/sessionstore.h"
#include "storage/eventlog.h"
#include "storage/store.h"
#include "support/desk.h"
#include "support/patience.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QProcess>
#include <QSignalSpy>
#include <QTest>

#include <csignal>
#include <cstdio>

using namespace Countersign;
using namespace Countersign::Session;
using namespace Countersign::Test;
using namespace Qt::StringLiterals;

namespace {

/// Each of the two contents that the child writes in turn: large, so that a kill can hit the middle.
constexpr qsizetype kBigFile = 1024 * 1024;

QJsonObject toolTurn(const QString &name, const QJsonObject &input)
{
    return {{u"tools"_s, QJsonArray{QJsonObject{{u"name"_s, name}, {u"input"_s, input}}}}};
}

QJsonArray scriptOf(const QString &scenario)
{
    if (scenario == u"asking") {
        return {toolTurn(
                u"edit"_s,
                {{u"path"_s, u"a.txt"_s}, {u"oldString"_s, u"one"_s}, {u"newString"_s, u"1"_s}})};
    }
    if (scenario == u"question") {
        return {toolTurn(
                u"question"_s,
                {{u"questions"_s, QJsonArray{QJsonObject{{u"question"_s, u"Which one?"_s}}}}})};
    }
    if (scenario == u"bash") {
        return {toolTurn(u"bash"_s,
                         {{u"command"_s, u"echo $$ > pid.new; mv pid.new pid; exec sleep 60"_s}})};
    }
    QJsonArray turns;
    for (int i = 0; i < 100; ++i) {
        const QString content = QString(kBigFile, i % 2 == 0 ? u'A' : u'B');
        turns.append(toolTurn(u"write"_s, {{u"path"_s, u"big.txt"_s}, {u"content"_s, content}}));
    }
    return turns;
}

void say(const char *word)
{
    std::fputs(word, stdout);
    std::fputc('\n', stdout);
    std::fflush(stdout);
}

/// The program that will be killed: runs one scenario and says how far it is.
int child(const QString &scenario, const QString &folder)
{
    EngineOptions options;
    options.paths = AppPaths::under(folder + u"/home"_s);
    options.directory = folder + u"/project"_s;
    options.model = u"scripted:"_s + folder + u"/script.json"_s;
    auto engine = Engine::open(options);
    if (!engine)
        return 1;
    QObject::connect(engine->get(), &Engine::asked, [&](const Permission::Request &request) {
        say("asked");
        if (scenario != u"asking")
            (*engine)->reply(request.id, once());
    });
    QObject::connect(engine->get(), &Engine::questionAsked,
                     [](const Question::Request &) { say("asked"); });
    QObject::connect(engine->get(), &Engine::runEnded, [] { say("ended"); });
    const SessionId session = (*engine)->createSession();
    (*engine)->prompt(session, u"Go"_s);
    return QCoreApplication::exec();
}

} // namespace

class tst_Crash : public QObject
{
    Q_OBJECT

    Scratch m_scratch;
    QProcess m_child;

    void start(const QString &scenario)
    {
        QDir().mkpath(m_scratch.path(u"project"_s));
        Desk desk(m_scratch);
        desk.setScript(scriptOf(scenario));
        desk.setConfig({{u"permissions"_s,
                         QJsonArray{QJsonObject{{u"action"_s, u"edit"_s},
                                                {u"resource"_s, u"*"_s},
                                                {u"effect"_s, u"ask"_s}}}}});
        m_child.start(QCoreApplication::applicationFilePath(),
                      {u"--child"_s, scenario, m_scratch.path()});
    }

    /// Waits until the child has said `word` `times` times.
    bool waitFor(const QByteArray &word, int times = 1)
    {
        QByteArray said;
        return QTest::qWaitFor(
                [&] {
                    said += m_child.readAllStandardOutput();
                    return said.count(word) >= times;
                },
                20000 * kPatience);
    }

    void killChild()
    {
        ::kill(pid_t(m_child.processId()), SIGKILL);
        QVERIFY(m_child.waitForFinished(10000));
        QCOMPARE(m_child.exitStatus(), QProcess::CrashExit);
    }

    /// The calls as a new process sees them, after checking that nothing runs by itself.
    QList<CallPart> callsAfterwards()
    {
        Desk desk(m_scratch);
        desk.open();
        if (!desk.engine)
            return {};
        QSignalSpy sessions(desk.engine.get(), &Engine::sessionsLoaded);
        desk.engine->requestSessions();
        if (!sessions.wait(10000))
            return {};
        const auto infos = sessions.first().first().value<QList<Info>>();
        if (infos.size() != 1 || infos.first().status != Status::Idle
            || !desk.engine->pendingRequests().isEmpty()
            || !desk.engine->pendingQuestions().isEmpty() || !desk.asked.isEmpty())
            return {};
        return Desk::calls(desk.history(infos.first().id));
    }

private Q_SLOTS:
    void init()
    {
        QDir(m_scratch.path(u"project"_s)).removeRecursively();
        QDir(m_scratch.path(u"home"_s)).removeRecursively();
        m_scratch.write(u"project/a.txt"_s, "one\n");
    }

    void killedWhileARequestIsPending()
    {
        start(u"asking"_s);
        QVERIFY(waitFor("asked"));
        killChild();
        QCOMPARE(m_scratch.read(u"project/a.txt"_s), "one\n");
        const auto calls = callsAfterwards();
        QCOMPARE(calls.size(), 1);
        QCOMPARE(calls.first().state, CallState::Interrupted);
        QCOMPARE(m_scratch.read(u"project/a.txt"_s), "one\n");
    }

    void killedWhileAQuestionIsPending()
    {
        start(u"question"_s);
        QVERIFY(waitFor("asked"));
        killChild();
        const auto calls = callsAfterwards();
        QCOMPARE(calls.size(), 1);
        QCOMPARE(calls.first().tool, u"question"_s);
        QCOMPARE(calls.first().state, CallState::Interrupted);
        const auto store = Storage::Store::open(
                AppPaths::under(m_scratch.path(u"home"_s)).databaseFile(),
                Storage::eventLogMigrations() + SessionStore::migrations()
                        + Permission::Service::migrations() + Question::Service::migrations());
        QVERIFY(store);
        QString state;
        QVERIFY((*store)->read([&state](QSqlDatabase &database) {
            return Storage::select(
                    database, u"SELECT state FROM question"_s, {},
                    [&state](const QSqlQuery &row) { state = row.value(0).toString(); });
        }));
        QCOMPARE(state, u"interrupted"_s);
    }

    void killedDuringABashCall()
    {
        start(u"bash"_s);
        QVERIFY(QTest::qWaitFor([this] { return m_scratch.exists(u"project/pid"_s); },
                                20000 * kPatience));
        const auto shell = pid_t(m_scratch.read(u"project/pid"_s).trimmed().toInt());
        killChild();
        const auto calls = callsAfterwards();
        // What the shell started is ours to end, whatever became of it.
        if (shell > 1)
            ::kill(shell, SIGKILL);
        QCOMPARE(calls.size(), 1);
        QCOMPARE(calls.first().tool, u"bash"_s);
        QCOMPARE(calls.first().state, CallState::Interrupted);
        QVERIFY(!calls.first().error.isEmpty());
    }

    void killedDuringAWrite_data()
    {
        QTest::addColumn<int>("writes");
        for (const int writes : {1, 2, 5, 9})
            QTest::addRow("after %d calls had begun", writes) << writes;
    }
    void killedDuringAWrite()
    {
        QFETCH(int, writes);
        const QByteArray first(kBigFile, 'A');
        const QByteArray second(kBigFile, 'B');
        start(u"write"_s);
        QVERIFY(waitFor("asked", writes));
        killChild();
        const bool exists = m_scratch.exists(u"project/big.txt"_s);
        const QByteArray bytes = m_scratch.read(u"project/big.txt"_s);
        QVERIFY(!exists || bytes == first || bytes == second);
        const auto calls = callsAfterwards();
        QVERIFY(calls.size() >= writes);
        for (qsizetype i = 0; i + 1 < calls.size(); ++i)
            QCOMPARE(calls.at(i).state, CallState::Completed);
        QCOMPARE(m_scratch.read(u"project/big.txt"_s), bytes); // Nothing ran again.
        const QStringList left =
                QDir(m_scratch.path(u"project"_s)).entryList(QDir::Files | QDir::Hidden);
        for (const QString &name : left)
            QVERIFY2(name == u"a.txt" || name == u"big.txt" || name.startsWith(u'.'),
                     qPrintable(name));
    }
};

int main(int argc, char **argv)
{
    QCoreApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.value(1) == u"--child")
        return child(arguments.value(2), arguments.value(3));
    tst_Crash test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_crash.moc"
