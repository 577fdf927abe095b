// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "program.h"

#include <QTest>

#include <sys/stat.h>

using namespace Countersign::Test;
using namespace Qt::StringLiterals;

class tst_CliChanges : public QObject
{
    Q_OBJECT

    std::unique_ptr<Program> m_program;

    /// A session in which tools and a command change files; its id.
    QString work()
    {
        m_program->file(u"a.txt"_s, "1\n2\n3\n4\n5\n");
        m_program->file(u"old.sh"_s, "#!/bin/sh\n");
        ::chmod(qPrintable(m_program->scratch.path(u"project/old.sh"_s)), 0755);
        const QString model = m_program->script(
                {turn(u"I edit."_s, u"edit"_s,
                      {{u"path"_s, u"a.txt"_s},
                       {u"oldString"_s, u"1"_s},
                       {u"newString"_s, u"one"_s}}),
                 turn(u"Again."_s, u"edit"_s,
                      {{u"path"_s, u"a.txt"_s},
                       {u"oldString"_s, u"5"_s},
                       {u"newString"_s, u"five"_s}}),
                 turn(u"I run."_s, u"bash"_s,
                      {{u"command"_s, u"rm old.sh; printf 'new\\n' > new.txt"_s}}),
                 turn(u"Done."_s)});
        const Ran ran = m_program->run({u"run"_s, u"--auto"_s, u"--format"_s, u"json"_s,
                                        u"--model"_s, model, u"Tidy up\nplease"_s});
        return ran.lines().last().value(u"session"_s).toString();
    }

    Ran sessions(const QStringList &arguments) const
    {
        return m_program->run(QStringList{u"sessions"_s} + arguments);
    }

    QStringList filesOf(const QJsonObject &group) const
    {
        QStringList names;
        const QJsonArray files = group.value(u"files"_s).toArray();
        for (const QJsonValue &file : files) {
            names.append(u"%1 %2 %3"_s.arg(file[u"status"_s].toString(), file[u"file"_s].toString(),
                                           file[u"standing"_s].toString()));
        }
        return names;
    }

private Q_SLOTS:
    void init() { m_program = std::make_unique<Program>(); }

    void changes()
    {
        const QString session = work();
        const Ran json = sessions({u"changes"_s, session, u"--json"_s});
        QCOMPARE(json.exit, 0);
        const QJsonObject object = json.object();
        const QStringList expected{u"modified a.txt stands"_s, u"added new.txt stands"_s,
                                   u"deleted old.sh stands"_s};
        QCOMPARE(filesOf(object.value(u"all"_s).toObject()), expected);
        const QJsonArray turns = object.value(u"turns"_s).toArray();
        QCOMPARE(turns.size(), 1);
        QCOMPARE(turns.first()[u"prompt"_s].toString(), u"Tidy up"_s);
        QCOMPARE(filesOf(turns.first().toObject()), expected);
        const Ran text = sessions({u"changes"_s, session});
        QCOMPARE(text.exit, 0);
        QVERIFY2(text.out.startsWith("── all turns\n"
                                     "  M a.txt  +2 −2\n"
                                     "  A new.txt  +1 −0  by a command\n"
                                     "  D old.sh  +0 −1  by a command\n"
                                     "── msg_"),
                 text.out.constData());
        const Ran one = sessions({u"changes"_s, session, u"a.txt"_s});
        QCOMPARE(one.exit, 0);
        QVERIFY2(one.out.startsWith("hunk 1: line 1\nhunk 2: line 5\n")
                         && one.out.contains("\n+five\n"),
                 one.out.constData());
        const Ran none = sessions({u"changes"_s, session, u"x.txt"_s});
        QCOMPARE(none.exit, 1);
        QCOMPARE(none.err, "countersign: The session has not changed a file named \"x.txt\".\n");
    }

    void putBackAllOfIt()
    {
        const QString session = work();
        // What was written since stays.
        m_program->file(u"a.txt"_s, "one\n2\nmine\n4\nfive\n");
        const Ran ran = sessions({u"put-back"_s, session});
        QCOMPARE(ran.err, "");
        QCOMPARE(ran.exit, 0);
        QCOMPARE(ran.out, "Put back a.txt.\nPut back new.txt.\nPut back old.sh.\n");
        QCOMPARE(m_program->bytes(u"a.txt"_s), "1\n2\nmine\n4\n5\n");
        QVERIFY(!m_program->scratch.exists(u"project/new.txt"_s));
        struct stat status{};
        QCOMPARE(::stat(qPrintable(m_program->scratch.path(u"project/old.sh"_s)), &status), 0);
        QCOMPARE(status.st_mode & 0777, mode_t(0755));
        const Ran again = sessions({u"put-back"_s, session});
        QCOMPARE(again.exit, 1);
        QCOMPARE(again.err, "countersign: There is nothing to be put back.\n");

        QCOMPARE(sessions({u"put-back"_s, session, u"--undo"_s}).exit, 0);
        QCOMPARE(m_program->bytes(u"a.txt"_s), "one\n2\nmine\n4\nfive\n");
        QCOMPARE(m_program->bytes(u"new.txt"_s), "new\n");
        QVERIFY(!m_program->scratch.exists(u"project/old.sh"_s));
        QCOMPARE(sessions({u"put-back"_s, session, u"--redo"_s}).exit, 0);
        QCOMPARE(m_program->bytes(u"a.txt"_s), "1\n2\nmine\n4\n5\n");
    }

    void putBackSome()
    {
        const QString session = work();
        QCOMPARE(sessions({u"put-back"_s, session, u"a.txt"_s, u"--hunk"_s, u"2"_s}).exit, 0);
        QCOMPARE(m_program->bytes(u"a.txt"_s), "one\n2\n3\n4\n5\n");
        m_program->file(u"a.txt"_s, "mine\n2\n3\n4\n5\n");
        const Ran ran = sessions({u"put-back"_s, session, u"a.txt"_s, u"new.txt"_s, u"--json"_s});
        QCOMPARE(ran.exit, 1);
        QCOMPARE(ran.object().value(u"done"_s).toArray(), QJsonArray{u"new.txt"_s});
        QCOMPARE(
                ran.object().value(u"refused"_s).toArray(),
                QJsonArray{
                        u"a.txt: Line 1 changed since, so the session's change there was left."_s});
        QCOMPARE(m_program->bytes(u"a.txt"_s), "mine\n2\n3\n4\n5\n");
        const Ran none = sessions({u"put-back"_s, session, u"old.sh"_s, u"--hunk"_s, u"9"_s});
        QCOMPARE(none.exit, 0); // A file that went or came is one place.
    }

    void aPatchThatMoves()
    {
        m_program->file(u"a.txt"_s, "1\r\n2\r\n");
        m_program->file(u"b.txt"_s, "b\n");
        const QString model = m_program->script(
                {turn(u"I patch."_s, u"apply_patch"_s,
                      {{u"patchText"_s,
                        u"*** Begin Patch\n*** Update File: a.txt\n*** Move to: "
                        u"sub/c.txt\n@@\n-2\n+two\n"
                        "*** Delete File: b.txt\n*** Add File: d.txt\n+d\n*** End Patch\n"_s}}),
                 turn(u"Done."_s)});
        const QString session = m_program
                                        ->run({u"run"_s, u"--auto"_s, u"--format"_s, u"json"_s,
                                               u"--model"_s, model, u"Patch"_s})
                                        .lines()
                                        .last()
                                        .value(u"session"_s)
                                        .toString();
        QCOMPARE(m_program->bytes(u"sub/c.txt"_s), "1\r\ntwo\r\n");
        const QJsonObject all =
                sessions({u"changes"_s, session, u"--json"_s}).object().value(u"all"_s).toObject();
        QCOMPARE(filesOf(all),
                 (QStringList{u"moved a.txt stands"_s, u"deleted b.txt stands"_s,
                              u"added d.txt stands"_s}));
        QCOMPARE(all.value(u"files"_s).toArray().at(0)[u"movedTo"_s].toString(), u"sub/c.txt"_s);
        QCOMPARE(sessions({u"put-back"_s, session}).err, "");
        QCOMPARE(m_program->bytes(u"a.txt"_s), "1\r\n2\r\n");
        QCOMPARE(m_program->bytes(u"b.txt"_s), "b\n");
        QVERIFY(!m_program->scratch.exists(u"project/sub/c.txt"_s));
        QVERIFY(!m_program->scratch.exists(u"project/d.txt"_s));
    }

    void nothingChanged()
    {
        const QString model = m_program->script({turn(u"Hello."_s)});
        const QString session =
                m_program->run({u"run"_s, u"--format"_s, u"json"_s, u"--model"_s, model, u"Hi"_s})
                        .lines()
                        .last()
                        .value(u"session"_s)
                        .toString();
        const Ran ran = sessions({u"changes"_s, session});
        QCOMPARE(ran.exit, 0);
        QCOMPARE(ran.out, "The session has changed no file.\n");
        const Ran undo = sessions({u"put-back"_s, session, u"--undo"_s});
        QCOMPARE(undo.exit, 1);
        QCOMPARE(undo.err,
                 "countersign: Nothing was put back in this session that could be undone.\n");
    }

    void turnedOff()
    {
        m_program->configure("{\n\"snapshots\": false}");
        const QString words = u"What sessions change is not kept and cannot be put back, because "
                              u"\"snapshots\" is "
                              "false in %1:2. Set it to true there, and open the folder again, to "
                              "have it kept from "
                              "then on."_s;
        const QString session = work();
        QCOMPARE(m_program->bytes(u"a.txt"_s), "one\n2\n3\n4\nfive\n"); // Tools work as ever.
        QCOMPARE(m_program->bytes(u"new.txt"_s), "new\n");
        const QJsonObject object = sessions({u"changes"_s, session, u"--json"_s}).object();
        QCOMPARE(object.value(u"keeping"_s), QJsonValue(false));
        QCOMPARE(filesOf(object.value(u"all"_s).toObject()), QStringList());
        const QString told =
                words.arg(object.value(u"turnedOffIn"_s).toString().section(u':', 0, -2));
        const Ran text = sessions({u"changes"_s, session});
        QCOMPARE(text.exit, 0);
        QCOMPARE(QString::fromUtf8(text.out), told + u'\n');
        const Ran back = sessions({u"put-back"_s, session});
        QCOMPARE(back.exit, 1);
        QCOMPARE(QString::fromUtf8(back.err), u"countersign: "_s + told + u'\n');
        QVERIFY(!m_program->scratch.exists(u"home/data/snapshots/snapshots.db"_s));
        const Ran doctor = m_program->run({u"doctor"_s});
        QVERIFY2(QString::fromUtf8(doctor.out).contains(told), doctor.out.constData());
    }

    /// What was kept before stays for its time, and nothing is added.
    void turnedOffLater()
    {
        const QString session = work();
        m_program->configure("{\"snapshots\": false}");
        const QString later = work();
        const QJsonObject none = sessions({u"changes"_s, later, u"--json"_s}).object();
        QCOMPARE(filesOf(none.value(u"all"_s).toObject()), QStringList());
        const QJsonObject kept = sessions({u"changes"_s, session, u"--json"_s}).object();
        QCOMPARE(filesOf(kept.value(u"all"_s).toObject()).size(), 3);
        QCOMPARE(sessions({u"put-back"_s, session, u"old.sh"_s}).exit, 0);
        QCOMPARE(m_program->bytes(u"old.sh"_s), "#!/bin/sh\n");
        QCOMPARE(sessions({u"put-back"_s, session, u"--undo"_s}).exit, 0);
        QVERIFY(!m_program->scratch.exists(u"project/old.sh"_s));
    }

    void badUsage_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("exit");
        QTest::newRow("changes of nothing") << QStringList{u"changes"_s} << 2;
        QTest::newRow("changes of two files")
                << QStringList{u"changes"_s, u"ses_0"_s, u"a"_s, u"b"_s} << 2;
        QTest::newRow("undo of changes") << QStringList{u"changes"_s, u"ses_0"_s, u"--undo"_s} << 2;
        QTest::newRow("undo of a file")
                << QStringList{u"put-back"_s, u"ses_0"_s, u"a"_s, u"--undo"_s} << 2;
        QTest::newRow("undo and redo")
                << QStringList{u"put-back"_s, u"ses_0"_s, u"--redo"_s, u"--undo"_s} << 2;
        QTest::newRow("a place of no file")
                << QStringList{u"put-back"_s, u"ses_0"_s, u"--hunk"_s, u"1"_s} << 2;
        QTest::newRow("a place that is no number")
                << QStringList{u"put-back"_s, u"ses_0"_s, u"a"_s, u"--hunk"_s, u"x"_s} << 2;
        QTest::newRow("an unknown session") << QStringList{u"put-back"_s, u"ses_0"_s} << 1;
    }

    void badUsage()
    {
        QFETCH(const QStringList, arguments);
        QFETCH(const int, exit);
        const Ran ran = sessions(arguments);
        QCOMPARE(ran.exit, exit);
        QCOMPARE(ran.out, "");
        QVERIFY(ran.err.startsWith("countersign: "));
    }
};

QTEST_GUILESS_MAIN(tst_CliChanges)
#include "tst_cli_changes.moc"
