// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "program.h"

#include <QProcess>
#include <QTest>

#include <csignal>

using namespace Countersign::Test;
using namespace Qt::StringLiterals;

class tst_CliMisc : public QObject
{
    Q_OBJECT

    std::unique_ptr<Program> m_program;

private Q_SLOTS:
    void init() { m_program = std::make_unique<Program>(); }

    void version()
    {
        const Ran ran = m_program->run({u"--version"_s});
        QCOMPARE(ran.exit, 0);
        QCOMPARE(ran.out, "countersign " COUNTERSIGN_VERSION "\n");
    }

    void librariesOfAProjectAreNotLoaded()
    {
        // The loader must look for nothing in the folder in which the program was started.
        for (const char *library : {"libQt6Core.so.6", "libQt6Sql.so.6", "libQt6Widgets.so.6",
                                    "libc.so.6", "libgit2.so.1.5", "libgit2.so.1.9"})
            m_program->file(QString::fromLatin1(library), "planted");
        const Ran ran = m_program->run({u"--version"_s});
        QCOMPARE(ran.err, "");
        QCOMPARE(ran.exit, 0);
    }

    void help_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("usage");
        QTest::addColumn<QByteArrayList>("words");
        QTest::newRow("the program")
                << QStringList{u"--help"_s} << QByteArray("Usage: countersign [DIR] ")
                << QByteArrayList{"run ",      "tour ", "tool ",   "permissions ",
                                  "sessions ", "keys ", "doctor ", "COUNTERSIGN_HOME"};
        QTest::newRow("run") << QStringList{u"run"_s, u"--help"_s}
                             << QByteArray("Usage: countersign run [options] PROMPT")
                             << QByteArrayList{"--project <DIR>",
                                               "--model <ID>",
                                               "--agent <NAME>",
                                               "--session <ID>",
                                               "--auto",
                                               "--answers <FILE>",
                                               "--format <text|json>",
                                               "3 stopped by a refusal"};
        QTest::newRow("tour") << QStringList{u"tour"_s, u"--help"_s}
                              << QByteArray("Usage: countersign tour [options]")
                              << QByteArrayList{"--screenshots <DIR>", "--theme <NAME>"};
        QTest::newRow("tool") << QStringList{u"tool"_s, u"-h"_s}
                              << QByteArray("Usage: countersign tool [options] list | schema NAME "
                                            "| call NAME JSON")
                              << QByteArrayList{"--project <DIR>", "--auto", "--answers <FILE>"};
        QTest::newRow("permissions")
                << QStringList{u"permissions"_s, u"--help"_s}
                << QByteArray("Usage: countersign permissions [options] check ACTION RESOURCE | "
                              "list | revoke ID")
                << QByteArrayList{"--json", "--agent <NAME>"};
        QTest::newRow("sessions")
                << QStringList{u"sessions"_s, u"--help"_s}
                << QByteArray("Usage: countersign sessions [options] list | show ID | export ID")
                << QByteArrayList{"--json"};
        QTest::newRow("doctor") << QStringList{u"doctor"_s, u"--help"_s}
                                << QByteArray("Usage: countersign doctor [options]")
                                << QByteArrayList{"--model <ID>"};
        QTest::newRow("the desktop, without a display")
                << QStringList{u"."_s, u"--help"_s}
                << QByteArray("Usage: countersign [options] [DIR]")
                << QByteArrayList{"--theme <NAME>", "--model <ID>"};
    }

    void help()
    {
        QFETCH(const QStringList, arguments);
        QFETCH(const QByteArray, usage);
        QFETCH(const QByteArrayList, words);
        const Ran ran = m_program->run(arguments);
        QCOMPARE(ran.exit, 0);
        QCOMPARE(ran.err, "");
        QVERIFY2(ran.out.startsWith(usage), ran.out.constData());
        for (const QByteArray &word : words)
            QVERIFY2(ran.out.contains(word), word.constData());
    }

    void badUsage_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("words");
        QTest::newRow("no such command")
                << QStringList{u"dance"_s}
                << QByteArray("\"dance\" is neither a command nor a folder.");
        QTest::newRow("an unknown option of the desktop")
                << QStringList{u"--loud"_s}
                << QByteArray("Unknown option 'loud'. See "
                              "\"countersign --help\".");
        QTest::newRow("two folders")
                << QStringList{u"."_s, u"."_s} << QByteArray("Only one folder can be opened.");
        QTest::newRow("an unknown theme")
                << QStringList{u"--theme"_s, u"pink"_s} << QByteArray("--theme is \"pink\"");
        QTest::newRow("an unknown theme of the tour")
                << QStringList{u"tour"_s, u"--theme"_s, u"pink"_s}
                << QByteArray("--theme is \"pink\"");
        QTest::newRow("an unknown option of doctor")
                << QStringList{u"doctor"_s, u"--loud"_s}
                << QByteArray("Unknown option 'loud'. See \"countersign doctor --help\".");
    }

    void badUsage()
    {
        QFETCH(const QStringList, arguments);
        QFETCH(const QByteArray, words);
        const Ran ran = m_program->run(arguments);
        QCOMPARE(ran.exit, 2);
        QCOMPARE(ran.out, "");
        QVERIFY2(ran.err.contains(words), ran.err.constData());
    }

    void desktopWithoutADisplay()
    {
        const Ran ran = m_program->run({});
        QCOMPARE(ran.exit, 1);
        QVERIFY2(ran.err.startsWith("countersign: There is no display"), ran.err.constData());
    }

    void theFirstFrame()
    {
        m_program->environment.insert(u"QT_QPA_PLATFORM"_s, u"offscreen"_s);
        m_program->environment.insert(u"COUNTERSIGN_EXIT_AFTER_FIRST_FRAME"_s, u"1"_s);
        const Ran ran = m_program->run({u"."_s});
        QCOMPARE(ran.exit, 0);
        QCOMPARE(ran.out, "first frame\n");
    }

    /// As at the end of a desktop session, or by Ctrl+C: it ends by itself, with all that runs in it.
    void desktopEndsOnASignal_data()
    {
        QTest::addColumn<int>("signal");
        QTest::newRow("terminate") << SIGTERM;
        QTest::newRow("interrupt") << SIGINT;
        QTest::newRow("hang up") << SIGHUP;
    }

    void desktopEndsOnASignal()
    {
        QFETCH(const int, signal);
        m_program->environment.insert(u"QT_QPA_PLATFORM"_s, u"offscreen"_s);
        const std::unique_ptr<QProcess> process = m_program->start({u"."_s});
        QVERIFY(process->waitForStarted());
        QTRY_VERIFY_WITH_TIMEOUT(m_program->scratch.exists(u"home/data/countersign.db"_s), 30000);
        QCOMPARE(::kill(pid_t(process->processId()), signal), 0);
        QVERIFY(process->waitForFinished());
        QCOMPARE(process->exitStatus(), QProcess::NormalExit);
        QCOMPARE(process->exitCode(), 128 + signal);
    }

    void doctorIsContent()
    {
        const Ran ran = m_program->run({u"doctor"_s, u"--model"_s, m_program->script({})});
        QCOMPARE(ran.exit, 0);
        QVERIFY2(!ran.out.contains("✕"), ran.out.constData());
        for (const QByteArray &word :
             QByteArrayList{"countersign " COUNTERSIGN_VERSION, "/rg: ripgrep ", "✓ database opens",
                            "✓ model scripted:", "✓ the configuration has no problems"})
            QVERIFY2(ran.out.contains(word), ran.out.constData());
    }

    void doctorFindsWhatIsMissing()
    {
        m_program->configure("{ \"modle\": 1 }");
        m_program->environment.insert(u"PATH"_s, m_program->scratch.path(u"empty"_s));
        const Ran ran = m_program->run({u"doctor"_s});
        QCOMPARE(ran.exit, 1);
        for (const QByteArray &word : QByteArrayList{"✕ The program ripgrep (rg) is not installed",
                                                     "✕ no model is configured", "modle"})
            QVERIFY2(ran.out.contains(word), ran.out.constData());
    }

    void doctorFindsAnOldRipgrep()
    {
        const QString old =
                m_program->scratch.write(u"bin/rg"_s, "#!/bin/sh\necho 'ripgrep 11.0.2'\n");
        QVERIFY(QFile::setPermissions(old, QFile::ReadOwner | QFile::ExeOwner));
        m_program->environment.insert(u"PATH"_s, m_program->scratch.path(u"bin"_s));
        const Ran ran = m_program->run({u"doctor"_s});
        QCOMPARE(ran.exit, 1);
        const QByteArray words =
                "✕ " + old.toUtf8() + " is ripgrep 11.0.2, and ripgrep 13 or newer is needed.";
        QVERIFY2(ran.out.contains(words), ran.out.constData());
    }

    void brokenConfiguration_data()
    {
        QTest::addColumn<QByteArray>("config");
        QTest::addColumn<QByteArray>("place");
        QTest::addColumn<int>("exit"); // Of a run that edits; 3: the edit became an ask.
        QTest::newRow("a syntax error: everything asks")
                << QByteArray("{\n  \"model\": \"a/b\",\n  nonsense\n}")
                << QByteArray("config/countersign.jsonc:3:3: ") << 3;
        QTest::newRow("a misspelt effect asks") << QByteArray(
                "{ \"permissions\": [\n"
                "  { \"action\": \"edit\", \"resource\": \"*\", \"effect\": \"alow\" } ] "
                "}") << QByteArray("config/countersign.jsonc:2:")
                                                << 3;
        QTest::newRow("an unknown key changes nothing")
                << QByteArray("{\n  \"modle\": \"a/b\" }")
                << QByteArray("config/countersign.jsonc:2:12: ") << 0;
    }

    void brokenConfiguration()
    {
        QFETCH(const QByteArray, config);
        QFETCH(const QByteArray, place);
        QFETCH(const int, exit);
        m_program->configure(config);
        const QJsonObject write{{u"path"_s, u"new.txt"_s}, {u"content"_s, u"x"_s}};
        const Ran ran = m_program->run(
                {u"run"_s, u"--model"_s,
                 m_program->script({turn(u""_s, u"write"_s, write), turn(u"Ok"_s)}), u"Go"_s});
        QVERIFY2(ran.err.contains(place), ran.err.constData());
        QCOMPARE(ran.exit, exit);
        QCOMPARE(m_program->scratch.exists(u"project/new.txt"_s), exit == 0);
    }

    void aProjectCannotAllow()
    {
        m_program->configure(askEverything());
        m_program->file(u"countersign.jsonc"_s,
                        "{ \"permissions\": [\n"
                        "  { \"action\": \"*\", \"resource\": \"*\", \"effect\": \"allow\" } ] }");
        const Ran ran =
                m_program->run({u"permissions"_s, u"check"_s, u"--json"_s, u"edit"_s, u"a"_s});
        QCOMPARE(ran.object().value(u"effect"_s).toString(), u"ask"_s);
        const Ran doctor = m_program->run({u"doctor"_s, u"--model"_s, m_program->script({})});
        QCOMPARE(doctor.exit, 1);
        QVERIFY2(doctor.out.contains("countersign.jsonc:2:"), doctor.out.constData());
    }

    void aDatabaseThatIsNone_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("run") << QStringList{u"run"_s, u"Go"_s};
        QTest::newRow("tool") << QStringList{u"tool"_s, u"list"_s};
        QTest::newRow("sessions") << QStringList{u"sessions"_s, u"list"_s};
        QTest::newRow("permissions") << QStringList{u"permissions"_s, u"list"_s};
    }

    void aDatabaseThatIsNone()
    {
        QFETCH(const QStringList, arguments);
        const QByteArray text = QByteArray("This is a letter, not a database.\n").repeated(200);
        m_program->scratch.write(u"home/data/countersign.db"_s, text);
        const Ran ran = m_program->run(arguments);
        QCOMPARE(ran.exit, 1);
        QCOMPARE(ran.out, "");
        QVERIFY2(ran.err.startsWith("countersign: ") && ran.err.contains("countersign.db"),
                 ran.err.constData());
        QCOMPARE(m_program->scratch.read(u"home/data/countersign.db"_s), text);
    }

    void theDoctorTellsOfTheDatabase()
    {
        m_program->scratch.write(u"home/data/countersign.db"_s, QByteArray("no").repeated(4000));
        const Ran ran = m_program->run({u"doctor"_s});
        QCOMPARE(ran.exit, 1);
        QVERIFY2(ran.out.contains("✕ ") && ran.out.contains("countersign.db"), ran.out.constData());
    }
};

QTEST_GUILESS_MAIN(tst_CliMisc)
#include "tst_cli_misc.moc"
