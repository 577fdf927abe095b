// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "support/workbench.h"
#include "tools/commandoutput.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QTest>

#include <csignal>
#include <limits>
#include <thread>

using namespace Countersign;
using namespace Countersign::Test;
using namespace Qt::StringLiterals;

class TestBashTool : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void ends_data();
    void ends();
    void timeOutKeepsOutput();
    void timeOutEndsTheWholeGroup();
    void timeLimits_data();
    void timeLimits();
    void backgroundChildDoesNotHold();
    void endlessOutputLeavesRoomOnTheDisk();
    void longOutput_data();
    void longOutput();
    void limitsExactly();
    void showsWhatATerminalWould();
    void binaryOutputIsSummarised();
    void showsItsOutputWhileItRuns();
    void largeInputByHereDocument();
    void unwritableStoreIsAnError();
    void stopEndsTheCommand();
    void asksForTheCommand();
    void rejectingWordsAreTheError();
    void workdir_data();
    void workdir();
    void missingShell();
};

namespace {

using Permission::Effect;

/// The bash tool where everything but reading is asked, with somebody who allows everything.
class Bench : public Workbench
{
public:
    explicit Bench(const QString &shell = u"/bin/sh"_s)
        : Workbench({rule(u"*"_s, u"*"_s, Effect::Ask), rule(u"read"_s, u"*"_s, Effect::Allow)}, {},
                    shell)
    {
        seat([](const Permission::Request &) { return yes(); });
    }

    Settled call(const QJsonObject &input, const std::stop_token &stop = {})
    {
        return Workbench::call(u"bash"_s, input, stop);
    }
    QString text(const QJsonObject &input)
    {
        const Settled settled = call(input);
        return settled.ok() ? settled.modelText() : u"ERROR: "_s + settled.error->message;
    }
    QStringList managedFiles() const
    {
        return QDir(scratch.path(u"data/tool-output"_s)).entryList(QDir::Files);
    }
    QStringList questions() const
    {
        QStringList texts;
        for (const Permission::Request &request : asked())
            texts.append(request.inquiry.action + u' ' + request.inquiry.resources.join(u", "_s));
        return texts;
    }
};

QJsonObject structured(const Settled &settled)
{
    return settled.output.structured.toObject();
}

QByteArray contents(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(cannot be read)");
}

} // namespace

void TestBashTool::ends_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QJsonObject>("output");
    const auto exits = [](int code) {
        return QJsonObject{{u"exit"_s, code}, {u"timeout"_s, false}, {u"truncated"_s, false}};
    };
    QTest::newRow("success") << u"echo hello"_s << u"hello\nExit code 0."_s << exits(0);
    QTest::newRow("no line end") << u"printf hello"_s << u"hello\nExit code 0."_s << exits(0);
    QTest::newRow("failure is a result")
            << u"echo bad; exit 3"_s << u"bad\nExit code 3."_s << exits(3);
    QTest::newRow("silence") << u"true"_s << u"(no output)\nExit code 0."_s << exits(0);
    QTest::newRow("both streams in order")
            << u"echo a; echo b >&2; echo c"_s << u"a\nb\nc\nExit code 0."_s << exits(0);
    QTest::newRow("input is empty") << u"cat; echo end"_s << u"end\nExit code 0."_s << exits(0);
    QTest::newRow("unknown program")
            << u"exit 127"_s << u"(no output)\nExit code 127."_s << exits(127);
    QTest::newRow("runs in the project") << u"ls"_s << u"here.txt\nExit code 0."_s << exits(0);
    QTest::newRow("invalid UTF-8")
            << u"printf 'a\\377b\\303'"_s << u"a\uFFFDb\uFFFD\nExit code 0."_s << exits(0);
    QTest::newRow("character in two pieces")
            << u"printf '\\303'; sleep 0.05; printf '\\244'"_s << u"ä\nExit code 0."_s << exits(0);
    QTest::newRow("signal") << u"echo last; kill -9 $$"_s << u"last\nEnded by signal 9."_s
                            << QJsonObject{{u"signal"_s, 9},
                                           {u"timeout"_s, false},
                                           {u"truncated"_s, false}};
    QTest::newRow("empty command") << u"  "_s
                                   << u"ERROR: The command is empty, so nothing was run. Write the "
                                      "command."_s
                                   << QJsonObject();
}

void TestBashTool::ends()
{
    QFETCH(QString, command);
    QFETCH(QString, text);
    QFETCH(QJsonObject, output);
    Bench bench;
    bench.scratch.write(u"project/here.txt"_s, "x");
    const Settled settled = bench.call({{u"command"_s, command}});
    QCOMPARE(settled.ok() ? settled.modelText() : u"ERROR: "_s + settled.error->message, text);
    QCOMPARE(structured(settled), output);
    QCOMPARE(bench.managedFiles(), QStringList());
}

void TestBashTool::timeOutKeepsOutput()
{
    Bench bench;
    const Settled settled =
            bench.call({{u"command"_s, u"echo early; sleep 60"_s}, {u"timeout"_s, 300}});
    QVERIFY(settled.ok());
    QCOMPARE(settled.modelText(),
             u"early\nStopped after 300 ms (time-out); the output so far is above."_s);
    QCOMPARE(structured(settled).value(u"timeout"_s).toBool(), true);
}

void TestBashTool::timeOutEndsTheWholeGroup()
{
    Bench bench;
    // The grandchild does not want to go.
    const Settled settled = bench.call(
            {{u"command"_s,
              u"sh -c 'trap \"\" TERM; echo $$ > pid; while :; do sleep 0.05; done' & wait"_s},
             {u"timeout"_s, 500}});
    QVERIFY(settled.ok());
    QVERIFY(structured(settled).value(u"timeout"_s).toBool());
    const pid_t grandchild = bench.bytesOf(u"pid"_s).trimmed().toInt();
    QVERIFY(grandchild > 0);
    QVERIFY(QTest::qWaitFor([grandchild] { return ::kill(grandchild, 0) != 0; }, 20'000));
}

void TestBashTool::timeLimits_data()
{
    QTest::addColumn<qint64>("timeout");
    QTest::addColumn<bool>("accepted");
    QTest::newRow("none") << qint64(0) << false;
    QTest::newRow("less than none") << qint64(-1) << false;
    QTest::newRow("ten minutes") << qint64(600'000) << true;
    QTest::newRow("more") << qint64(600'001) << false;
}

void TestBashTool::timeLimits()
{
    QFETCH(qint64, timeout);
    QFETCH(bool, accepted);
    Bench bench;
    const Settled settled = bench.call({{u"command"_s, u"true"_s}, {u"timeout"_s, timeout}});
    QCOMPARE(settled.ok(), accepted);
    if (!accepted)
        QCOMPARE(settled.error->code, ErrorCode::InvalidInput);
}

void TestBashTool::backgroundChildDoesNotHold()
{
    Bench bench;
    QElapsedTimer timer;
    timer.start();
    const QString text = bench.text({{u"command"_s, u"sleep 20 & echo $! > pid; echo started"_s}});
    QCOMPARE(text,
             u"started\n[Still running in the background: sleep (%1).]\nExit code 0."_s.arg(
                     QString::fromLatin1(bench.bytesOf(u"pid"_s).trimmed())));
    QVERIFY(timer.elapsed() < 10'000);
}

void TestBashTool::endlessOutputLeavesRoomOnTheDisk()
{
    const Scratch scratch;
    const OutputStore store(scratch.path(u"out"_s), {});
    CommandOutput output(store, std::numeric_limits<qint64>::max());
    const QByteArray piece(8 * 1024 * 1024, 'x');
    for (int i = 0; i < 7; ++i)
        QVERIFY(output.append(piece).has_value());
    const auto refused = output.append(piece);
    QVERIFY(!refused.has_value());
    QCOMPARE(refused.error().code, ErrorCode::Storage);
    QVERIFY2(refused.error().message.startsWith(
                     u"the command wrote 67108864 bytes, and its disk "_s),
             qPrintable(refused.error().message));
    QCOMPARE(QDir(scratch.path(u"out"_s)).entryList(QDir::Files), QStringList());
}

void TestBashTool::longOutput_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<qint64>("bytes");
    QTest::addColumn<QString>("first");
    QTest::addColumn<QString>("middle");
    QTest::addColumn<QString>("last");
    QTest::newRow("5 MB in one line")
            << u"printf START; head -c 5242880 /dev/zero | tr '\\0' x; printf THEEND"_s
            << qint64(5242880 + 11) << u"STARTxxxxx"_s << u"5242891 bytes in 1 lines"_s
            << u"xxxTHEEND\nExit code 0."_s;
    QTest::newRow("many lines") << u"seq 1 100000"_s << qint64(588895) << u"1\n2\n3\n"_s
                                << u"588895 bytes in 100000 lines"_s
                                << u"\n99999\n100000\nExit code 0."_s;
    QTest::newRow("short lines over the line limit")
            << u"seq 1 2500"_s << qint64(11393) << u"1\n2\n3\n"_s << u"11393 bytes in 2500 lines"_s
            << u"\n2499\n2500\nExit code 0."_s;
    QTest::newRow("invalid bytes grow when they are replaced")
            << u"head -c 30000 /dev/zero | tr '\\0' '\\377'; echo; echo end"_s << qint64(30005)
            << u"\uFFFD\uFFFD"_s << u"30005 bytes in 2 lines"_s << u"\uFFFD\nend\nExit code 0."_s;
}

void TestBashTool::longOutput()
{
    QFETCH(QString, command);
    QFETCH(qint64, bytes);
    QFETCH(QString, first);
    QFETCH(QString, middle);
    QFETCH(QString, last);
    Bench bench;
    const Settled settled = bench.call({{u"command"_s, command}});
    QVERIFY(settled.ok());
    const QString text = settled.modelText();
    const QString path = structured(settled).value(u"outputPath"_s).toString();
    QCOMPARE(text.first(first.size()), first);
    QCOMPARE(text.last(last.size()), last);
    QVERIFY2(text.contains(middle), qPrintable(text.sliced(text.indexOf(u"[…"_s), 200)));
    QVERIFY(text.contains(path));
    QCOMPARE(structured(settled).value(u"truncated"_s).toBool(), true);
    // Not cut a second time: the store made no file of its own.
    QCOMPARE(settled.outputPaths, QStringList(path));
    QCOMPARE(bench.managedFiles(), QStringList(QFileInfo(path).fileName()));
    const QByteArray whole = contents(path);
    QCOMPARE(whole.size(), bytes);
    QVERIFY(text.toUtf8().size() > 10'000 || text.count(u'\n') > 1900);
    QCOMPARE(whole.endsWith('\n'), command.contains(u"seq"_s) || command.contains(u"echo"_s));
}

void TestBashTool::limitsExactly()
{
    Bench bench;
    // 2000 lines are the store's limit; some are set aside for what the tool itself says.
    const Settled fits = bench.call({{u"command"_s, u"seq 1 1992"_s}});
    QCOMPARE(structured(fits).value(u"truncated"_s).toBool(), false);
    QCOMPARE(fits.modelText().count(u'\n'), 1992);
    QCOMPARE(bench.managedFiles(), QStringList());
    const Settled cut = bench.call({{u"command"_s, u"seq 1 1993"_s}});
    QCOMPARE(structured(cut).value(u"truncated"_s).toBool(), true);
    QCOMPARE(bench.managedFiles().size(), 1);
}

void TestBashTool::showsWhatATerminalWould()
{
    Bench bench;
    QCOMPARE(bench.text({{u"command"_s, u"printf '\\033[31m10%%\\r\\033[0m100%%\\n'"_s}}),
             u"100%\n[Carriage returns wrote over this output 1 times; what stood there last is "
             "shown.]\nExit code 0."_s);
    QCOMPARE(bench.managedFiles(), QStringList());
}

void TestBashTool::binaryOutputIsSummarised()
{
    Bench bench;
    const Settled settled = bench.call({{u"command"_s, u"printf '\\000\\377\\001'"_s}});
    QVERIFY(settled.ok());
    const QString path = structured(settled).value(u"outputPath"_s).toString();
    QCOMPARE(settled.modelText(),
             u"[The command wrote 3 bytes that are no text. They are in "_s + path
                     + u"]\nExit code 0."_s);
    QCOMPARE(contents(path), QByteArray("\0\377\1", 3));
    // Names that are separated by NULs are text.
    QCOMPARE(bench.text({{u"command"_s, u"printf 'a\\000b'"_s}}), u"a\u2400b\nExit code 0."_s);
}

void TestBashTool::showsItsOutputWhileItRuns()
{
    Bench bench;
    QStringList shown;
    bench.live = [&](const QString &text) {
        shown.append(text);
        if (text.contains(u"second"_s))
            bench.file(u"go"_s, "");
    };
    // The command ends only when its second line has been shown.
    QCOMPARE(bench.text({{u"command"_s,
                          u"echo first; until test -e seen; do sleep 0.01; test -e go && touch "
                          "seen; echo second; done"_s},
                         {u"timeout"_s, 30'000}})
                     .section(u'\n', 0, 1),
             u"first\nsecond"_s);
    QVERIFY(!shown.isEmpty());
    QVERIFY(shown.first().startsWith(u"first\n"_s));
}

void TestBashTool::largeInputByHereDocument()
{
    Bench bench;
    // More than one argument of a program may have.
    QString body;
    for (int i = 0; i < 20'000; ++i)
        body += u"a `line` with $signs 'and' \"quotes\"\n"_s;
    const QString line = u"cat > big.txt <<'END'\n"_s + body + u"END\n"_s;
    const Settled settled = bench.call({{u"command"_s, line}});
    QVERIFY2(settled.ok(), qPrintable(settled.ok() ? QString() : settled.error->message));
    QCOMPARE(bench.bytesOf(u"big.txt"_s), body.toUtf8());
}

void TestBashTool::unwritableStoreIsAnError()
{
    Bench bench;
    bench.scratch.write(u"data/tool-output"_s, "a file in the place of the folder");
    QElapsedTimer timer;
    timer.start();
    const Settled settled = bench.call({{u"command"_s, u"seq 1 100000; exec sleep 60"_s}});
    QVERIFY(!settled.ok());
    QCOMPARE(settled.error->code, ErrorCode::Storage);
    QVERIFY(settled.error->message.startsWith(
            u"The command may have done a part of its work, but its output could not be kept: "_s));
    QVERIFY(timer.elapsed() < 30'000);
}

void TestBashTool::stopEndsTheCommand()
{
    Bench bench;
    std::stop_source stop;
    const QString sign = bench.scratch.path(u"project/running"_s);
    std::optional<Settled> settled;
    std::thread caller([&] {
        settled = bench.call({{u"command"_s, u"seq 1 100000; touch running; sleep 60"_s}},
                             stop.get_token());
    });
    const bool started = QTest::qWaitFor([&] { return QFile::exists(sign); }, 20'000);
    stop.request_stop();
    caller.join();
    QVERIFY(started);
    QVERIFY(!settled->ok());
    QCOMPARE(settled->error->code, ErrorCode::Cancelled);
    QCOMPARE(bench.managedFiles(), QStringList());
}

void TestBashTool::asksForTheCommand()
{
    Bench bench;
    QCOMPARE(bench.text({{u"command"_s, u"echo 'a *'"_s}, {u"timeout"_s, 5000}}),
             u"a *\nExit code 0."_s);
    const QList<Permission::Request> asked = bench.asked();
    QCOMPARE(asked.size(), 1);
    const Permission::Inquiry &inquiry = asked.first().inquiry;
    QCOMPARE(inquiry.action, u"bash"_s);
    QCOMPARE(inquiry.resources, QStringList(u"echo 'a *'"_s));
    QCOMPARE(inquiry.save,
             (QList<Permission::SaveOffer>{{u"echo 'a *'"_s, true}, {u"echo *"_s, false}}));
    QCOMPARE(inquiry.metadata,
             (QJsonObject{{u"command"_s, u"echo 'a *'"_s},
                          {u"workdir"_s, u"."_s},
                          {u"timeout"_s, 5000}}));
}

void TestBashTool::rejectingWordsAreTheError()
{
    Bench bench;
    bench.seat([](const Permission::Request &request) {
        return request.inquiry.action == u"bash"_s ? no(u"Use the build folder."_s) : yes();
    });
    const Settled settled = bench.call({{u"command"_s, u"touch done"_s}});
    QVERIFY(!settled.ok());
    QCOMPARE(settled.error->code, ErrorCode::Denied);
    QVERIFY2(settled.error->message.contains(u"Use the build folder."_s),
             qPrintable(settled.error->message));
    QVERIFY(!bench.scratch.exists(u"project/done"_s));
}

void TestBashTool::workdir_data()
{
    QTest::addColumn<QString>("workdir");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("questions");
    QTest::newRow("inside") << u"sub"_s << u"ROOT/project/sub\nExit code 0."_s
                            << QStringList{u"bash pwd -P"_s};
    QTest::newRow("outside asks first")
            << u"ROOT/elsewhere"_s << u"ROOT/elsewhere\nExit code 0."_s
            << QStringList{u"external_directory ROOT/elsewhere/*"_s, u"bash pwd -P"_s};
    QTest::newRow("a file") << u"file.txt"_s
                            << u"ERROR: file.txt is not a directory, so the command cannot run in "
                               "it; nothing was run."_s
                            << QStringList();
    QTest::newRow("missing") << u"nowhere"_s
                             << u"ERROR: There is no directory nowhere to run the command in; "
                                "nothing was run."_s
                             << QStringList();
}

void TestBashTool::workdir()
{
    QFETCH(QString, workdir);
    QFETCH(QString, text);
    QFETCH(QStringList, questions);
    Bench bench;
    bench.scratch.write(u"project/sub/x"_s, "");
    bench.scratch.write(u"project/file.txt"_s, "");
    bench.scratch.write(u"elsewhere/x"_s, "");
    const QString root = bench.scratch.path();
    const auto placed = [&root](QString pattern) {
        return pattern.replace(u"ROOT"_s, root);
    };
    QCOMPARE(bench.text({{u"command"_s, u"pwd -P"_s}, {u"workdir"_s, placed(workdir)}}),
             placed(text));
    QCOMPARE(bench.questions(), QStringList(questions).replaceInStrings(u"ROOT"_s, root));
}

void TestBashTool::missingShell()
{
    Bench bench(u"/nowhere/sh"_s);
    const QString text = bench.text({{u"command"_s, u"true"_s}});
    QVERIFY2(text.startsWith(u"ERROR: The shell /nowhere/sh could not run the command: "_s),
             qPrintable(text));
}

QTEST_GUILESS_MAIN(TestBashTool)
#include "tst_bashtool.moc"
