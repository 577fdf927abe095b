// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "process/process.h"

#include "process/groupwatch.h"
#include "support/scratch.h"

#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QTest>

#include <atomic>
#include <csignal>
#include <thread>
#include <vector>

using namespace Countersign;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

ProcessRequest shell(const QString &script)
{
    ProcessRequest request;
    request.program = u"sh"_s;
    request.arguments = {u"-c"_s, script};
    return request;
}

/// Fails the test with the error's words.
ProcessResult run(const ProcessRequest &request, std::stop_token stop = {})
{
    Result<ProcessResult> result = runProcess(request, stop);
    if (!result) {
        QTest::qFail(qPrintable(result.error().message), __FILE__, __LINE__);
        return {};
    }
    return *result;
}

bool isAlive(pid_t pid)
{
    QFile stat(u"/proc/%1/stat"_s.arg(pid));
    if (!stat.open(QIODevice::ReadOnly))
        return false;
    const QByteArray text = stat.readAll();
    const char state = text.at(text.lastIndexOf(')') + 2);
    return state != 'Z' && state != 'X';
}

} // namespace

class TestProcess : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void endsAsTheChildDoes_data();
    void endsAsTheChildDoes();
    void keepsOutputAndErrorsApart();
    void mergesInArrivalOrder();
    void keepsTheFirstBytesAndHandsOverAll();
    void drainsErrorsBeyondTheLimit();
    void keepsBinaryOutput();
    void givesInput_data();
    void givesInput();
    void childThatDoesNotReadIsNoError();
    void standardInputIsTheNullDevice();
    void runsInTheWorkingDirectory();
    void refuses_data();
    void refuses();
    void timeoutKeepsOutputSoFar();
    void killsAGroupThatIgnoresTerm();
    void endsChildrenThatLeftTheGroup();
    void tellsWhatIsLeft();
    void waitsForAGroupThatTidiesUp();
    void backgroundChildDoesNotHoldTheCall();
    void stopEndsAtOnce();
    void stopBeforeStartStartsNothing();
    void callerEndsTheChild();
    void childInheritsNothing();
    void childSeesDefaultSignals();
    void manyAtOnce();
    void groupOfNobodyIsNotAlive();
};

void TestProcess::endsAsTheChildDoes_data()
{
    QTest::addColumn<QString>("script");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<int>("signal");
    QTest::newRow("success") << u"true"_s << 0 << 0;
    QTest::newRow("failure") << u"exit 7"_s << 7 << 0;
    QTest::newRow("highest code") << u"exit 255"_s << 255 << 0;
    QTest::newRow("TERM") << u"kill -TERM $$"_s << -1 << SIGTERM;
    QTest::newRow("KILL") << u"kill -KILL $$"_s << -1 << SIGKILL;
}

void TestProcess::endsAsTheChildDoes()
{
    QFETCH(QString, script);
    QFETCH(int, exitCode);
    QFETCH(int, signal);
    const ProcessResult result = run(shell(script));
    QCOMPARE(result.exitCode.value_or(-1), exitCode);
    QCOMPARE(result.signal.value_or(0), signal);
    QVERIFY(!result.timedOut && !result.stoppedByCaller && !result.truncated);
}

void TestProcess::keepsOutputAndErrorsApart()
{
    const ProcessResult result = run(shell(u"echo out; echo err >&2"_s));
    QCOMPARE(result.output, QByteArray("out\n"));
    QCOMPARE(result.errors, QByteArray("err\n"));
}

void TestProcess::mergesInArrivalOrder()
{
    ProcessRequest request =
            shell(u"i=0; while [ $i -lt 50 ]; do echo o$i; echo e$i >&2; i=$((i+1)); done"_s);
    request.mergeOutput = true;
    QByteArray expected;
    for (int i = 0; i < 50; ++i)
        expected += "o" + QByteArray::number(i) + "\ne" + QByteArray::number(i) + "\n";
    const ProcessResult result = run(request);
    QCOMPARE(result.output, expected);
    QCOMPARE(result.errors, QByteArray());
}

void TestProcess::keepsTheFirstBytesAndHandsOverAll()
{
    ProcessRequest request = shell(u"printf start; head -c 10485755 /dev/zero"_s);
    request.captureLimit = 1000;
    qint64 seen = 0;
    request.onOutput = [&seen](QByteArrayView piece) {
        seen += piece.size();
        return true;
    };
    const ProcessResult result = run(request);
    QCOMPARE(seen, qint64(10 * 1024 * 1024));
    QCOMPARE(result.output, "start" + QByteArray(995, '\0'));
    QVERIFY(result.truncated);
    QCOMPARE(result.exitCode, std::optional<int>(0));
}

void TestProcess::drainsErrorsBeyondTheLimit()
{
    const ProcessResult result = run(shell(u"head -c 1000000 /dev/zero >&2; echo done"_s));
    QCOMPARE(result.errors, QByteArray(8 * 1024, '\0'));
    QCOMPARE(result.output, QByteArray("done\n"));
}

void TestProcess::keepsBinaryOutput()
{
    const ProcessResult result = run(shell(uR"(printf '\000\377\r\n\200')"_s));
    QCOMPARE(result.output, QByteArray("\0\xff\r\n\x80", 5));
}

void TestProcess::givesInput_data()
{
    QTest::addColumn<QByteArray>("input");
    QTest::newRow("nothing") << QByteArray("");
    QTest::newRow("small") << QByteArray("hello\0world", 11);
    QByteArray large;
    while (large.size() < 5 * 1024 * 1024)
        large += QByteArray::number(large.size()) + '\n';
    QTest::newRow("5 MB, more than the pipes hold") << large;
}

void TestProcess::givesInput()
{
    QFETCH(QByteArray, input);
    ProcessRequest request;
    request.program = u"cat"_s;
    request.input = input;
    request.captureLimit = 16 * 1024 * 1024;
    const ProcessResult result = run(request);
    QVERIFY(result.output == input); // QCOMPARE would print megabytes.
    QCOMPARE(result.exitCode, std::optional<int>(0));
}

void TestProcess::childThatDoesNotReadIsNoError()
{
    ProcessRequest request = shell(u"exec 0<&-; echo early"_s);
    request.input = QByteArray(1024 * 1024, 'x');
    const ProcessResult result = run(request);
    QCOMPARE(result.output, QByteArray("early\n"));
    QCOMPARE(result.exitCode, std::optional<int>(0));
}

void TestProcess::standardInputIsTheNullDevice()
{
    QCOMPARE(run(shell(u"readlink /proc/self/fd/0"_s)).output, QByteArray("/dev/null\n"));
}

void TestProcess::runsInTheWorkingDirectory()
{
    const Test::Scratch scratch;
    scratch.write(u"sub dir/tool"_s, "#!/bin/sh\npwd\n");
    QVERIFY(QFile::setPermissions(scratch.path(u"sub dir/tool"_s),
                                  QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    ProcessRequest request;
    request.program = u"./tool"_s;
    request.workingDirectory = scratch.path(u"sub dir"_s);
    QCOMPARE(run(request).output, scratch.path(u"sub dir"_s).toUtf8() + '\n');
}

void TestProcess::refuses_data()
{
    QTest::addColumn<QString>("program");
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("directory");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("words");
    const Test::Scratch scratch;
    QTest::newRow("program not in PATH") << u"no-such-program-here"_s << QStringList{} << QString()
                                         << int(ErrorCode::NotFound) << u"not found in PATH"_s;
    QTest::newRow("path that does not exist")
            << u"/no/such/program"_s << QStringList{} << QString() << int(ErrorCode::NotFound)
            << u"\"/no/such/program\" does not exist"_s;
    QTest::newRow("empty program") << QString() << QStringList{} << QString()
                                   << int(ErrorCode::InvalidInput) << u"must have a name"_s;
    QTest::newRow("NUL in an argument")
            << u"echo"_s << QStringList{u"a"_s + QChar::Null} << QString()
            << int(ErrorCode::InvalidInput) << u"NUL character"_s;
    QTest::newRow("missing working directory")
            << u"true"_s << QStringList{} << u"/no/such/directory"_s << int(ErrorCode::NotFound)
            << u"\"/no/such/directory\" does not exist"_s;
    QTest::newRow("file as working directory")
            << u"true"_s << QStringList{} << u"/etc/passwd"_s << int(ErrorCode::NotFound)
            << u"working directory"_s;
    QTest::newRow("argument that is too long")
            << u"true"_s << QStringList{QString(300'000, u'x')} << QString()
            << int(ErrorCode::Limit) << u"too long"_s;
}

void TestProcess::refuses()
{
    QFETCH(QString, program);
    QFETCH(QStringList, arguments);
    QFETCH(QString, directory);
    QFETCH(int, code);
    QFETCH(QString, words);
    ProcessRequest request;
    request.program = program;
    request.arguments = arguments;
    request.workingDirectory = directory;
    const Result<ProcessResult> result = runProcess(request);
    QVERIFY(!result);
    QCOMPARE(int(result.error().code), code);
    QVERIFY2(result.error().message.contains(words), qPrintable(result.error().message));
}

void TestProcess::timeoutKeepsOutputSoFar()
{
    ProcessRequest request = shell(u"echo before; exec sleep 100"_s);
    request.timeout = 300ms;
    QElapsedTimer timer;
    timer.start();
    const ProcessResult result = run(request);
    QVERIFY(timer.elapsed() < 2500);
    QVERIFY(result.timedOut);
    QCOMPARE(result.signal, std::optional<int>(SIGTERM));
    QCOMPARE(result.exitCode, std::optional<int>());
    QCOMPARE(result.output, QByteArray("before\n"));
}

void TestProcess::killsAGroupThatIgnoresTerm()
{
    ProcessRequest request =
            shell(u"trap '' TERM; sleep 100 & echo $!; while :; do wait; sleep 1; done"_s);
    request.timeout = 200ms;
    QElapsedTimer timer;
    timer.start();
    const ProcessResult result = run(request);
    QVERIFY2(timer.elapsed() >= 3000 && timer.elapsed() < 6000,
             qPrintable(QString::number(timer.elapsed())));
    QVERIFY(result.timedOut);
    QCOMPARE(result.signal, std::optional<int>(SIGKILL));
    const pid_t background = result.output.trimmed().toInt();
    QVERIFY(background > 0);
    QTRY_VERIFY(!isAlive(background));
}

/// setsid takes a child out of the group that is ended.
void TestProcess::endsChildrenThatLeftTheGroup()
{
    ProcessRequest request =
            shell(u"setsid sh -c 'trap \"\" TERM; echo $$; sleep 100 & wait; sleep 100' & wait"_s);
    request.timeout = 300ms;
    const ProcessResult result = run(request);
    QVERIFY(result.timedOut);
    const pid_t escaped = result.output.trimmed().toInt();
    QVERIFY(escaped > 0);
    QTRY_VERIFY(!isAlive(escaped));
}

void TestProcess::tellsWhatIsLeft()
{
    ProcessRequest request = shell(u"sleep 100 & echo $!"_s);
    request.listSurvivors = true;
    const ProcessResult result = run(request);
    const pid_t background = result.output.trimmed().toInt();
    QCOMPARE(result.survivors, QStringList{u"sleep (%1)"_s.arg(background)});
    QCOMPARE(::kill(background, SIGKILL), 0);
    request.arguments = {u"-c"_s, u"sleep 0.1 & wait"_s};
    QCOMPARE(run(request).survivors, QStringList());
}

void TestProcess::waitsForAGroupThatTidiesUp()
{
    // The shell dies of TERM at once; its background child needs a moment to write its last words.
    const Test::Scratch scratch;
    ProcessRequest request = shell(u"sh -c 'trap \"sleep 0.3; echo tidy > tidied; exit\" TERM; "
                                   "echo ready; while :; do sleep 0.05; done' & wait"_s);
    request.workingDirectory = scratch.path();
    request.onOutput = [](QByteArrayView) {
        return false;
    };
    const ProcessResult result = run(request);
    QVERIFY(result.stoppedByCaller);
    QCOMPARE(scratch.read(u"tidied"_s), QByteArray("tidy\n"));
}

void TestProcess::backgroundChildDoesNotHoldTheCall()
{
    QElapsedTimer timer;
    timer.start();
    const ProcessResult result = run(shell(u"sleep 100 & echo $!"_s));
    QVERIFY2(timer.elapsed() < 2000, qPrintable(QString::number(timer.elapsed())));
    QCOMPARE(result.exitCode, std::optional<int>(0));
    const pid_t background = result.output.trimmed().toInt();
    QVERIFY(isAlive(background)); // It was not asked to end.
    QCOMPARE(::kill(background, SIGKILL), 0);
}

void TestProcess::stopEndsAtOnce()
{
    std::stop_source source;
    ProcessRequest request = shell(u"echo $$; exec sleep 100"_s);
    pid_t child = 0;
    QElapsedTimer timer;
    request.onOutput = [&](QByteArrayView piece) {
        child = piece.toByteArray().trimmed().toInt();
        timer.start();
        source.request_stop();
        return true;
    };
    const Result<ProcessResult> result = runProcess(request, source.get_token());
    QVERIFY(timer.elapsed() < 1000);
    QVERIFY(!result);
    QCOMPARE(result.error().code, ErrorCode::Cancelled);
    QVERIFY(child > 0 && !isAlive(child));
}

void TestProcess::stopBeforeStartStartsNothing()
{
    const Test::Scratch scratch;
    std::stop_source source;
    source.request_stop();
    ProcessRequest request = shell(u"echo x > started"_s);
    request.workingDirectory = scratch.path();
    const Result<ProcessResult> result = runProcess(request, source.get_token());
    QVERIFY(!result);
    QCOMPARE(result.error().code, ErrorCode::Cancelled);
    QVERIFY(!scratch.exists(u"started"_s));
}

void TestProcess::callerEndsTheChild()
{
    ProcessRequest request = shell(u"while :; do echo y; done"_s);
    request.captureLimit = 100;
    qint64 seen = 0;
    int callsAfterEnd = 0;
    request.onOutput = [&](QByteArrayView piece) {
        callsAfterEnd += seen > 1000 ? 1 : 0;
        seen += piece.size();
        return seen <= 1000;
    };
    const ProcessResult result = run(request);
    QVERIFY(result.stoppedByCaller && result.truncated && !result.timedOut);
    QCOMPARE(callsAfterEnd, 0);
    QCOMPARE(result.output, QByteArray("y\n").repeated(50));
    QCOMPARE(result.signal, std::optional<int>(SIGTERM));
}

void TestProcess::childInheritsNothing()
{
    QFile open(u"/etc/passwd"_s);
    QVERIFY(open.open(QIODevice::ReadOnly));
    const int leaky = ::dup(open.handle()); // Without close-on-exec, as careless libraries do.
    QVERIFY(leaky >= 0);
    ProcessRequest request;
    request.program = u"ls"_s;
    request.arguments = {u"/proc/self/fd"_s};
    request.mergeOutput = true;
    const ProcessResult result = run(request);
    ::close(leaky);
    QCOMPARE(result.output, QByteArray("0\n1\n2\n3\n")); // 3 is the folder that ls reads.
}

void TestProcess::childSeesDefaultSignals()
{
    sigset_t pipeSet;
    sigset_t before;
    sigemptyset(&pipeSet);
    sigaddset(&pipeSet, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipeSet, &before);
    const auto handlerBefore = ::signal(SIGINT, SIG_IGN);
    const ProcessResult result = run(shell(u"grep -E '^Sig(Blk|Ign)' /proc/self/status"_s));
    ::signal(SIGINT, handlerBefore);
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    // The low 31 bits are the classic signals; the next two are the C library's own affair.
    const QList<QByteArray> lines = result.output.trimmed().split('\n');
    QCOMPARE(lines.size(), 2);
    for (const QByteArray &line : lines)
        QCOMPARE(line.split('\t').last().toULongLong(nullptr, 16) & 0x7fffffffU, 0U);
}

void TestProcess::manyAtOnce()
{
    std::atomic<int> right = 0;
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < 20; ++i) {
            threads.emplace_back([i, &right] {
                ProcessRequest request = shell(u"cat; echo end; exit %1"_s.arg(i));
                request.input = QByteArray(200'000, char('a' + i));
                const Result<ProcessResult> result = runProcess(request);
                if (result && result->exitCode == i && result->output == *request.input + "end\n")
                    ++right;
            });
        }
    }
    QCOMPARE(right.load(), 20);
}

void TestProcess::groupOfNobodyIsNotAlive()
{
    QVERIFY(groupIsAlive(::getpgrp()));
    QVERIFY(!groupIsAlive(0x7ffffff0)); // Above the highest number the kernel gives out.
}

QTEST_GUILESS_MAIN(TestProcess)
#include "tst_process.moc"
