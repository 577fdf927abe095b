// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "support/workbench.h"

#include <QDir>
#include <QtTest>

#include <thread>

#include <sys/stat.h>

using namespace Qt::StringLiterals;

namespace Countersign::Test {

using Permission::Effect;

class BashToolTest : public QObject
{
    Q_OBJECT

    static QString fullText(const Settled &settled)
    {
        QFile file(settled.outputPaths.value(0));
        return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
    }

private Q_SLOTS:
    void results_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QJsonObject>("structured");
        const auto structured = [](const QString &key, int value) {
            return QJsonObject{{key, value}, {u"timeout"_s, false}, {u"truncated"_s, false}};
        };
        QTest::newRow("output") << u"echo hi"_s << u"hi\n\nExit code 0."_s
                                << structured(u"exit"_s, 0);
        QTest::newRow("both streams in order")
                << u"echo 1; echo 2 >&2; echo 3"_s << u"1\n2\n3\n\nExit code 0."_s
                << structured(u"exit"_s, 0);
        QTest::newRow("no output")
                << u"true"_s << u"(no output)\n\nExit code 0."_s << structured(u"exit"_s, 0);
        QTest::newRow("failure is a result")
                << u"echo bad; exit 3"_s << u"bad\n\nExit code 3."_s << structured(u"exit"_s, 3);
        QTest::newRow("a signal") << u"echo dying; kill -KILL $$"_s
                                  << u"dying\n\nThe command was ended by signal 9 (Killed)."_s
                                  << structured(u"signal"_s, 9);
        QTest::newRow("standard input is empty")
                << u"cat; echo end"_s << u"end\n\nExit code 0."_s << structured(u"exit"_s, 0);
        QTest::newRow("invalid UTF-8 is shown lossy")
                << u"printf 'a\\377b'"_s << u"a\uFFFDb\n\nExit code 0."_s
                << structured(u"exit"_s, 0);
    }
    void results()
    {
        QFETCH(QString, command);
        QFETCH(QString, text);
        QFETCH(QJsonObject, structured);
        Workbench bench;
        const Settled settled = bench.call(u"bash"_s, {{u"command"_s, command}});
        QCOMPARE(settled.modelText(), text);
        QCOMPARE(settled.output.structured, QJsonValue(structured));
        QCOMPARE(settled.outputPaths, QStringList());
    }

    void outputAtTheTimeoutIsKept()
    {
        Workbench bench;
        const Settled settled = bench.call(
                u"bash"_s, {{u"command"_s, u"echo so far; exec sleep 60"_s}, {u"timeout"_s, 400}});
        QVERIFY(settled.ok());
        QVERIFY2(settled.modelText().startsWith(u"so far\n"_s), qPrintable(settled.modelText()));
        QVERIFY(settled.modelText().contains(u"400 ms"_s));
        QCOMPARE(settled.output.structured.toObject().value(u"timeout"_s), QJsonValue(true));
    }

    void timeoutRange_data()
    {
        QTest::addColumn<int>("timeout");
        QTest::newRow("0") << 0;
        QTest::newRow("600001") << 600001;
    }
    void timeoutRange()
    {
        QFETCH(int, timeout);
        Workbench bench;
        QCOMPARE(bench.call(u"bash"_s, {{u"command"_s, u"touch ran"_s}, {u"timeout"_s, timeout}})
                         .error->code,
                 ErrorCode::InvalidInput);
        QVERIFY(!bench.has(u"ran"_s));
    }

    void stopEndsTheCommand()
    {
        Workbench bench;
        std::stop_source source;
        const QString fifo = bench.path(u"started"_s);
        QCOMPARE(::mkfifo(QFile::encodeName(fifo).constData(), 0600), 0);
        std::jthread stopper([&] {
            QFile file(fifo); // Opening waits for the command.
            if (file.open(QIODevice::ReadOnly))
                source.request_stop();
        });
        const Settled settled =
                bench.call(u"bash"_s, {{u"command"_s, u"echo > started; exec sleep 60"_s}},
                           source.get_token());
        QCOMPARE(settled.error->code, ErrorCode::Cancelled);
    }

    void nothingOfLongOutputIsLost()
    {
        Workbench bench;
        const Settled settled = bench.call(u"bash"_s,
                                           {{u"command"_s,
                                             u"i=0; while [ $i -lt 30000 ]; do echo line $i; "
                                             "i=$((i+1)); done; exit 7"_s}});
        QVERIFY2(settled.ok(), qPrintable(settled.modelText()));
        const QString text = settled.modelText();
        // One managed file, the tool's own: the result was not bounded a second time.
        QCOMPARE(settled.outputPaths.size(), 1);
        QVERIFY(text.contains(settled.outputPaths.first()));
        QVERIFY(text.startsWith(u"line 0\nline 1\n"_s));
        QVERIFY(text.endsWith(u"line 29999\n\nExit code 7."_s));
        QVERIFY(text.toUtf8().size() <= 51200);
        QVERIFY(text.count(u'\n') + 1 <= 2000);
        QString all;
        for (int i = 0; i < 30000; ++i)
            all += u"line %1\n"_s.arg(i);
        QCOMPARE(fullText(settled), all);
        QVERIFY(text.contains(u"%1 bytes in 30001 lines"_s.arg(all.size())));
        QCOMPARE(settled.output.structured.toObject().value(u"truncated"_s), QJsonValue(true));
        struct stat status{};
        QCOMPARE(::stat(QFile::encodeName(settled.outputPaths.first()).constData(), &status), 0);
        QCOMPARE(int(status.st_mode & 07777), 0600);
    }

    void outputThatLooksLikePlaceMarkers()
    {
        Workbench bench({}, {20, 2000});
        const Settled settled = bench.call(u"bash"_s,
                                           {{u"command"_s,
                                             u"i=0; while [ $i -lt 100 ]; do echo %1%2%3%4%5; "
                                             "i=$((i+1)); done"_s}});
        QVERIFY(settled.modelText().startsWith(u"%1%2%3%4%5\n%1%2%3%4%5\n"_s));
        QVERIFY(settled.modelText().contains(u"1100 bytes in 101 lines"_s));
    }

    void oneEndlessLine()
    {
        Workbench bench;
        const Settled settled = bench.call(
                u"bash"_s, {{u"command"_s, u"head -c 3000000 /dev/zero | tr '\\0' x"_s}});
        QVERIFY(settled.ok());
        QCOMPARE(settled.outputPaths.size(), 1);
        QCOMPARE(fullText(settled).size(), 3000000);
        QVERIFY(settled.modelText().toUtf8().size() <= 51200);
    }

    void bytesThatGrowWhenShownAreKeptToo()
    {
        // Fits as bytes, but not with three bytes for each replacement character.
        Workbench bench;
        const Settled settled = bench.call(
                u"bash"_s, {{u"command"_s, u"head -c 40000 /dev/zero | tr '\\0' '\\377'"_s}});
        QVERIFY(settled.ok());
        QCOMPARE(settled.outputPaths.size(), 1);
        QCOMPARE(QFileInfo(settled.outputPaths.first()).size(), 40000);
        QVERIFY(settled.modelText().toUtf8().size() <= 51200);
    }

    void outputThatCannotBeKeptIsAnError()
    {
        Workbench bench;
        bench.scratch.write(u"data/tool-output"_s, "a file where the folder should be");
        const Settled settled =
                bench.call(u"bash"_s, {{u"command"_s, u"head -c 300000 /dev/zero"_s}});
        QVERIFY(!settled.ok());
        QCOMPARE(settled.error->code, ErrorCode::Storage);
    }

    void workdir()
    {
        Workbench bench;
        QVERIFY(QDir().mkpath(bench.path(u"sub"_s)));
        QCOMPARE(bench.call(u"bash"_s, {{u"command"_s, u"pwd"_s}}).modelText(),
                 QString(bench.path() + u"\n\nExit code 0."_s));
        QCOMPARE(bench.call(u"bash"_s, {{u"command"_s, u"pwd"_s}, {u"workdir"_s, u"sub"_s}})
                         .modelText(),
                 QString(bench.path(u"sub"_s) + u"\n\nExit code 0."_s));
        QCOMPARE(bench.call(u"bash"_s, {{u"command"_s, u"pwd"_s}, {u"workdir"_s, u"none"_s}})
                         .error->code,
                 ErrorCode::NotFound);
        bench.file(u"f"_s, "x");
        QCOMPARE(bench.call(u"bash"_s, {{u"command"_s, u"pwd"_s}, {u"workdir"_s, u"f"_s}})
                         .error->code,
                 ErrorCode::InvalidInput);
    }

    void externalWorkdirAsksFirst()
    {
        Workbench bench({rule(u"external_directory"_s, u"*"_s, Effect::Ask)});
        bench.seat([](const Permission::Request &) { return no(u"stay inside"_s); });
        const Settled settled = bench.call(
                u"bash"_s, {{u"command"_s, u"touch ran"_s}, {u"workdir"_s, bench.scratch.path()}});
        QCOMPARE(settled.error->code, ErrorCode::Denied);
        QVERIFY(settled.modelText().contains(u"stay inside"_s));
        QVERIFY(!bench.scratch.exists(u"ran"_s));
    }

    void theRequestHoldsTheExactCommand()
    {
        Workbench bench({rule(u"bash"_s, u"*"_s, Effect::Ask)});
        bench.seat([](const Permission::Request &) { return yes(); });
        const QString command = u"echo * # all"_s;
        QVERIFY(bench.call(u"bash"_s, {{u"command"_s, command}, {u"timeout"_s, 5000}}).ok());
        const Permission::Inquiry inquiry = bench.asked().first().inquiry;
        QCOMPARE(inquiry.resources, QStringList{command});
        QCOMPARE(inquiry.save, QList<Permission::SaveOffer>({{command, true}}));
        QCOMPARE(inquiry.metadata,
                 QJsonObject({{u"command"_s, command},
                              {u"workdir"_s, bench.path()},
                              {u"timeout"_s, 5000}}));
    }

    void refusedNeverRuns()
    {
        Workbench bench({rule(u"bash"_s, u"touch *"_s, Effect::Deny)});
        QCOMPARE(bench.call(u"bash"_s, {{u"command"_s, u"touch ran"_s}}).error->code,
                 ErrorCode::Denied);
        QVERIFY(!bench.has(u"ran"_s));
    }

    void workdirReplacedDuringTheQuestion()
    {
        Workbench bench({rule(u"bash"_s, u"*"_s, Effect::Ask)});
        QVERIFY(QDir().mkpath(bench.path(u"sub"_s)));
        QVERIFY(QDir().mkpath(bench.path(u"other"_s)));
        bench.seat([&](const Permission::Request &) {
            QDir().rmdir(bench.path(u"sub"_s));
            return QFile::link(bench.path(u"other"_s), bench.path(u"sub"_s)) ? yes() : no();
        });
        const Settled settled =
                bench.call(u"bash"_s, {{u"command"_s, u"touch ran"_s}, {u"workdir"_s, u"sub"_s}});
        QCOMPARE(settled.error->code, ErrorCode::Stale);
        QVERIFY(!bench.has(u"other/ran"_s));
    }

    void missingShell()
    {
        Workbench bench({}, {}, u"/no/such/shell"_s);
        const Settled settled = bench.call(u"bash"_s, {{u"command"_s, u"true"_s}});
        QCOMPARE(settled.error->code, ErrorCode::NotFound);
        QVERIFY(settled.modelText().contains(u"/no/such/shell"_s));
    }
};

} // namespace Countersign::Test

QTEST_GUILESS_MAIN(Countersign::Test::BashToolTest)
#include "tst_bashtool.moc"
