// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "support/workbench.h"

#include <QDir>
#include <QtTest>

using namespace Qt::StringLiterals;

namespace Countersign::Test {

using Permission::Effect;

class WriteToolTest : public QObject
{
    Q_OBJECT

    static QJsonObject write(const QString &path, const QString &content)
    {
        return {{u"path"_s, path}, {u"content"_s, content}};
    }

private Q_SLOTS:
    void formatOfTheOldFileIsKept_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QString>("content");
        QTest::addColumn<QByteArray>("after");
        QTest::newRow("plain") << QByteArray("a\n") << u"b\n"_s << QByteArray("b\n");
        QTest::newRow("CRLF") << QByteArray("a\r\nb\r\n") << u"x\ny\n"_s
                              << QByteArray("x\r\ny\r\n");
        QTest::newRow("CRLF in LF file")
                << QByteArray("a\nb\n") << u"x\r\ny"_s << QByteArray("x\ny");
        QTest::newRow("mixed, and the model knows: as written")
                << QByteArray("a\r\nb\n") << u"x\ny\r\n"_s << QByteArray("x\ny\r\n");
        QTest::newRow("mixed: every line keeps its own")
                << QByteArray("a\r\nb\nc\r\n") << u"a\nx\nc\n"_s << QByteArray("a\r\nx\r\nc\r\n");
        QTest::newRow("UTF-8 with a bad byte stays UTF-8")
                << QByteArray("größer, höher \xE9\n") << u"ü\n"_s << QByteArray("ü\n");
        QTest::newRow("no line end: as written")
                << QByteArray("a") << u"x\n"_s << QByteArray("x\n");
        QTest::newRow("byte order mark") << QByteArray("\xEF\xBB\xBF"
                                                       "a\n")
                                         << u"b\n"_s
                                         << QByteArray("\xEF\xBB\xBF"
                                                       "b\n");
        QTest::newRow("byte order mark given as well") << QByteArray("\xEF\xBB\xBF"
                                                                     "a\n")
                                                       << u"\uFEFFb\n"_s
                                                       << QByteArray("\xEF\xBB\xBF"
                                                                     "b\n");
        QTest::newRow("UTF-16 big endian")
                << QByteArray("\xFE\xFF\0a", 4) << u"ä"_s << QByteArray("\xFE\xFF\0\xE4", 4);
        QTest::newRow("windows-1252") << QByteArray("caf\xE9\r\n") << u"größer: 5 €\n"_s
                                      << QByteArray("gr\xF6\xDF"
                                                    "er: 5 \x80\r\n");
        QTest::newRow("Shift_JIS") << QByteArray("\x83\x65\x83\x58\x83\x67\x95\x5C\x8E\xA6\x82\xF0")
                                   << u"表"_s << QByteArray("\x95\x5C");
        QTest::newRow("what is damaged UTF-16 becomes UTF-8") << QByteArray("\xFF\xFE"
                                                                            "a")
                                                              << u"ä"_s << QByteArray("ä");
        QTest::newRow("to nothing") << QByteArray("a\n") << QString() << QByteArray();
    }
    void formatOfTheOldFileIsKept()
    {
        QFETCH(QByteArray, before);
        QFETCH(QString, content);
        QFETCH(QByteArray, after);
        Workbench bench;
        bench.file(u"f.txt"_s, before);
        const Settled settled = bench.call(u"write"_s, write(u"f.txt"_s, content));
        QVERIFY2(settled.ok(), qPrintable(settled.modelText()));
        QCOMPARE(bench.bytesOf(u"f.txt"_s), after);
    }

    void newFilesAreAsTheProjectWants_data()
    {
        QTest::addColumn<QByteArray>("editorConfig");
        QTest::addColumn<QString>("content");
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("said");
        QTest::newRow("nothing is said")
                << QByteArray() << u"a\r\nb"_s << QByteArray("a\r\nb") << QString();
        QTest::newRow("CRLF") << QByteArray("end_of_line = crlf") << u"a\nb\n"_s
                              << QByteArray("a\r\nb\r\n")
                              << u" It has CRLF line ends as .editorconfig says."_s;
        QTest::newRow("CRLF that was there already")
                << QByteArray("end_of_line = crlf") << u"a\r\n"_s << QByteArray("a\r\n")
                << QString();
        QTest::newRow("a final line end")
                << QByteArray("insert_final_newline = true") << u"a"_s << QByteArray("a\n")
                << u" It has a final line end as .editorconfig says."_s;
        QTest::newRow("a final CRLF")
                << QByteArray("insert_final_newline = true\nend_of_line = crlf") << u"a"_s
                << QByteArray("a\r\n")
                << u" It has a final line end as .editorconfig says, CRLF line ends as "
                   ".editorconfig says."_s;
        QTest::newRow("an empty file stays empty") << QByteArray("insert_final_newline = true")
                                                   << QString() << QByteArray() << QString();
        QTest::newRow("no final line end wanted: as written")
                << QByteArray("insert_final_newline = false") << u"a\n"_s << QByteArray("a\n")
                << QString();
        QTest::newRow("white space is the editor's business")
                << QByteArray("trim_trailing_whitespace = true") << u"a  \n"_s
                << QByteArray("a  \n") << QString();
        QTest::newRow("a charset") << QByteArray("charset = latin1") << u"ä"_s << QByteArray("\xE4")
                                   << u" It has ISO-8859-1 as .editorconfig says."_s;
        QTest::newRow("a byte order mark")
                << QByteArray("charset = utf-8-bom") << u"ä"_s << QByteArray("\xEF\xBB\xBFä")
                << u" It has UTF-8 with a byte order mark as .editorconfig says."_s;
    }
    void newFilesAreAsTheProjectWants()
    {
        QFETCH(QByteArray, editorConfig);
        QFETCH(QString, content);
        QFETCH(QByteArray, bytes);
        QFETCH(QString, said);
        Workbench bench({rule(u"edit"_s, u"*"_s, Effect::Ask)});
        bench.seat([](const Permission::Request &) { return yes(); });
        bench.file(u".editorconfig"_s, "root = true\n[*]\n" + editorConfig + '\n');
        const Settled settled = bench.call(u"write"_s, write(u"f.txt"_s, content));
        QVERIFY2(settled.ok(), qPrintable(settled.modelText()));
        QCOMPARE(bench.bytesOf(u"f.txt"_s), bytes);
        QVERIFY2(settled.modelText().endsWith(u" lines)."_s + said),
                 qPrintable(settled.modelText()));
        // And that is what was shown.
        QCOMPARE(bench.asked().first().inquiry.proposal.files.first().after, bytes);
    }

    void theProjectDoesNotChangeWhatIsThere()
    {
        Workbench bench;
        bench.file(u".editorconfig"_s, "root=true\n[*]\nend_of_line=crlf\ncharset=utf-16le\n");
        bench.file(u"f.txt"_s, "a\n");
        const Settled settled = bench.call(u"write"_s, write(u"f.txt"_s, u"b\n"_s));
        QVERIFY2(settled.ok(), qPrintable(settled.modelText()));
        QCOMPARE(bench.bytesOf(u"f.txt"_s), QByteArray("b\n"));
    }

    void whatWasOnlyAsciiGetsTheCharsetOfTheProject_data()
    {
        QTest::addColumn<QString>("tool");
        QTest::addColumn<QJsonObject>("input");
        QTest::newRow("write") << u"write"_s << write(u"f.txt"_s, u"\u00E9\n"_s);
        QTest::newRow("edit") << u"edit"_s
                              << QJsonObject{{u"path"_s, u"f.txt"_s},
                                             {u"oldString"_s, u"a"_s},
                                             {u"newString"_s, u"\u00E9"_s}};
        QTest::newRow("apply_patch")
                << u"apply_patch"_s
                << QJsonObject{{u"patchText"_s,
                                u"*** Begin Patch\n*** Update File: f.txt\n@@\n-a\n+\u00E9\n"
                                "*** End Patch"_s}};
    }
    void whatWasOnlyAsciiGetsTheCharsetOfTheProject()
    {
        QFETCH(QString, tool);
        QFETCH(QJsonObject, input);
        Workbench bench;
        bench.file(u".editorconfig"_s, "root=true\n[*]\ncharset=latin1\n");
        bench.file(u"f.txt"_s, "a\n");
        const Settled settled = bench.call(tool, input);
        QVERIFY2(settled.ok(), qPrintable(settled.modelText()));
        QCOMPARE(bench.bytesOf(u"f.txt"_s), QByteArray("\xE9\n"));
    }

    void namesThatMeanSomethingElse_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("words");
        QTest::newRow("the home directory") << u"~/f.txt"_s << u"not your home directory"_s;
        QTest::newRow("a directory") << u"new/"_s << u"names a directory"_s;
        QTest::newRow("a file as a directory") << u"f.txt/"_s << u"names a directory"_s;
    }
    void namesThatMeanSomethingElse()
    {
        QFETCH(QString, path);
        QFETCH(QString, words);
        Workbench bench;
        bench.file(u"f.txt"_s, "a\n");
        const Settled settled = bench.call(u"write"_s, write(path, u"x"_s));
        QCOMPARE(settled.error->code, ErrorCode::InvalidInput);
        QVERIFY2(settled.modelText().contains(words), qPrintable(settled.modelText()));
        QCOMPARE(QDir(bench.path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot),
                 QStringList{u"f.txt"_s});
        QCOMPARE(bench.bytesOf(u"f.txt"_s), QByteArray("a\n"));
    }

    void foldersGoAgainWhenTheFileFails()
    {
        Workbench bench;
        // No name may be that long; its folders may.
        const QString name(300, u'x');
        QVERIFY(!bench.call(u"write"_s, write(u"new/deep/"_s + name, u"x"_s)).ok());
        QVERIFY(!bench.has(u"new"_s));
    }

    void charactersThatDoNotFit_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QString>("words");
        QTest::newRow("an old file") << QByteArray("caf\xE9\n")
                                     << u"windows-1252 cannot hold these characters of the text: "
                                        "“語” (U+8A9E, line 2)."_s;
        QTest::newRow("a new file") << QByteArray()
                                    << u"ISO-8859-1 cannot hold these characters of the text: “語” "
                                       "(U+8A9E, line 2)."_s;
    }
    void charactersThatDoNotFit()
    {
        QFETCH(QByteArray, before);
        QFETCH(QString, words);
        Workbench bench;
        if (before.isEmpty())
            bench.file(u".editorconfig"_s, "root=true\n[*]\ncharset=latin1\n");
        else
            bench.file(u"f.txt"_s, before);
        const Settled settled = bench.call(u"write"_s, write(u"f.txt"_s, u"a\n語"_s));
        QVERIFY(!settled.ok());
        QCOMPARE(settled.error->code, ErrorCode::InvalidInput);
        QVERIFY2(settled.modelText().contains(words), qPrintable(settled.modelText()));
        QCOMPARE(bench.has(u"f.txt"_s), !before.isEmpty());
        if (!before.isEmpty())
            QCOMPARE(bench.bytesOf(u"f.txt"_s), before);
    }

    void everyNameOfAFile()
    {
        Workbench bench({rule(u"edit"_s, u"link.txt"_s, Effect::Deny)});
        bench.file(u"real.txt"_s, "a");
        QVERIFY(QFile::link(u"real.txt"_s, bench.path(u"link.txt"_s)));
        QCOMPARE(bench.call(u"write"_s, write(u"link.txt"_s, u"b"_s)).error->code,
                 ErrorCode::Denied);
        QCOMPARE(bench.bytesOf(u"real.txt"_s), QByteArray("a"));
        QVERIFY(bench.call(u"write"_s, write(u"real.txt"_s, u"b"_s)).ok());
    }

    void modeLinkAndNameAreKept()
    {
        Workbench bench;
        const QString real = bench.file(u"run.sh"_s, "a");
        QVERIFY(QFile::setPermissions(real,
                                      QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        QVERIFY(QFile::link(u"run.sh"_s, bench.path(u"link"_s)));
        QVERIFY(bench.call(u"write"_s, write(u"link"_s, u"b"_s)).ok());
        QCOMPARE(bench.bytesOf(u"run.sh"_s), QByteArray("b"));
        QVERIFY(QFileInfo(bench.path(u"link"_s)).isSymLink());
        QVERIFY(QFileInfo(real).isExecutable());
        QCOMPARE(QFileInfo(real).permissions() & (QFile::ReadGroup | QFile::ReadOther),
                 QFile::Permissions());
    }

    void unusualNames_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("a line feed") << u"a\nb"_s;
        QTest::newRow("a leading dash") << u"-rf"_s;
        QTest::newRow("quotation marks") << u"\"it's\""_s;
        QTest::newRow("spaces around") << u" a "_s;
        QTest::newRow("stars") << u"*?.txt"_s;
        QTest::newRow("a backslash") << u"a\\b"_s;
        QTest::newRow("beyond ASCII") << u"größe 🙂"_s;
        QTest::newRow("two dots and more") << u"..a"_s;
    }
    void unusualNames()
    {
        QFETCH(QString, name);
        Workbench bench;
        QVERIFY(bench.call(u"write"_s, write(name, u"text"_s)).ok());
        QCOMPARE(QDir(bench.path()).entryList(QDir::Files | QDir::Hidden), QStringList{name});
        QVERIFY(bench.call(u"read"_s, {{u"path"_s, name}}).modelText().endsWith(u"1: text"_s));
    }

    void linesOfOtherEncodingsAreCounted_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::newRow("UTF-16 with a mark") << QByteArray("\xFF\xFE"
                                                          "a\0\n\0b\0\n\0",
                                                          10);
        QTest::newRow("UTF-16 without one") << QByteArray("a\0\n\0b\0\n\0", 8);
        QTest::newRow("UTF-32") << QByteArray("\0\0\xFE\xFF\0\0\0a\0\0\0\n\0\0\0b\0\0\0\n", 20);
        QTest::newRow("windows-1252") << QByteArray("a\nb\xE4\n");
    }
    void linesOfOtherEncodingsAreCounted()
    {
        QFETCH(QByteArray, before);
        Workbench bench;
        bench.file(u"f.txt"_s, before);
        QCOMPARE(bench.call(u"write"_s, write(u"f.txt"_s, u"a\nx\ny\n"_s)).modelText(),
                 u"Wrote f.txt (+2 -1 lines)."_s);
    }

    void hugeFilesAreNotLoaded()
    {
        Workbench bench;
        bench.file(u"f.log"_s, "a\n");
        // It takes no space on the disk; held in memory it would take all there is.
        QVERIFY(QFile::resize(bench.path(u"f.log"_s), qint64(1) << 40));
        const Settled settled = bench.call(u"write"_s, write(u"f.log"_s, u"x"_s));
        QVERIFY(!settled.ok());
        QCOMPARE(settled.error->code, ErrorCode::Limit);
        QVERIFY2(settled.modelText().contains(u"f.log has more than 64 MiB"_s),
                 qPrintable(settled.modelText()));
        QCOMPARE(QFileInfo(bench.path(u"f.log"_s)).size(), qint64(1) << 40);
    }

    void createsWithFolders()
    {
        Workbench bench({rule(u"edit"_s, u"*"_s, Effect::Ask)});
        bench.seat([&](const Permission::Request &) {
            // While the person thinks there is neither file nor folder.
            return bench.has(u"new"_s) ? no(u"too early"_s) : yes();
        });
        const Settled settled = bench.call(u"write"_s, write(u"new/deep/f.txt"_s, u"a\nb"_s));
        QCOMPARE(settled.modelText(), u"Created new/deep/f.txt (+2 -0 lines)."_s);
        QCOMPARE(bench.bytesOf(u"new/deep/f.txt"_s), QByteArray("a\nb"));
        Diff::FileChange shown;
        shown.kind = Diff::ChangeKind::Added;
        shown.resource = u"new/deep/f.txt"_s;
        shown.target = bench.path(u"new/deep/f.txt"_s);
        shown.after = "a\nb";
        QCOMPARE(bench.asked().first().inquiry.proposal.files, QList<Diff::FileChange>{shown});
    }

    void sameContentAsksNobody()
    {
        Workbench bench({rule(u"edit"_s, u"*"_s, Effect::Deny)});
        bench.file(u"f.txt"_s, "a\r\n");
        const Settled settled = bench.call(u"write"_s, write(u"f.txt"_s, u"a\n"_s));
        QVERIFY2(settled.ok(), qPrintable(settled.modelText()));
        QVERIFY(settled.modelText().contains(u"already"_s));
        QCOMPARE(settled.output.structured.toObject().value(u"written"_s), QJsonValue(false));
    }

    void danglingSymlinkOutIsRefused()
    {
        Workbench bench;
        const QString outside = bench.scratch.path(u"victim.txt"_s);
        QVERIFY(QFile::link(outside, bench.path(u"link.txt"_s)));
        const Settled settled = bench.call(u"write"_s, write(u"link.txt"_s, u"x"_s));
        QVERIFY(!settled.ok());
        QCOMPARE(settled.error->code, ErrorCode::Denied);
        QVERIFY(!QFileInfo::exists(outside));
    }

    void folderTurnedIntoASymlinkDuringTheQuestion()
    {
        Workbench bench({rule(u"edit"_s, u"*"_s, Effect::Ask)});
        QVERIFY(QDir().mkpath(bench.path(u"sub"_s)));
        QVERIFY(QDir().mkpath(bench.scratch.path(u"outside"_s)));
        bench.seat([&](const Permission::Request &) {
            QDir().rmdir(bench.path(u"sub"_s));
            return QFile::link(bench.scratch.path(u"outside"_s), bench.path(u"sub"_s))
                    ? yes()
                    : no(u"no link"_s);
        });
        const Settled settled = bench.call(u"write"_s, write(u"sub/f.txt"_s, u"x"_s));
        QVERIFY(!settled.ok());
        QVERIFY2(settled.error->code != ErrorCode::Denied, qPrintable(settled.modelText()));
        QVERIFY(!bench.scratch.exists(u"outside/f.txt"_s));
    }

    void appearedDuringTheQuestion()
    {
        Workbench bench({rule(u"edit"_s, u"*"_s, Effect::Ask)});
        bench.seat([&](const Permission::Request &) {
            bench.file(u"f.txt"_s, "the person's");
            return yes();
        });
        QCOMPARE(bench.call(u"write"_s, write(u"f.txt"_s, u"x"_s)).error->code, ErrorCode::Stale);
        QCOMPARE(bench.bytesOf(u"f.txt"_s), QByteArray("the person's"));
    }

    void refused()
    {
        Workbench bench({rule(u"edit"_s, u"*"_s, Effect::Ask)});
        bench.seat([](const Permission::Request &) { return no(u"not here"_s); });
        const Settled settled = bench.call(u"write"_s, write(u"f.txt"_s, u"x"_s));
        QCOMPARE(settled.error->code, ErrorCode::Denied);
        QVERIFY(settled.modelText().contains(u"not here"_s));
        QVERIFY(!bench.has(u"f.txt"_s));
    }

    void directoryIsNoFile()
    {
        Workbench bench;
        QVERIFY(QDir().mkpath(bench.path(u"sub"_s)));
        QCOMPARE(bench.call(u"write"_s, write(u"sub"_s, u"x"_s)).error->code,
                 ErrorCode::InvalidInput);
    }
};

} // namespace Countersign::Test

QTEST_GUILESS_MAIN(Countersign::Test::WriteToolTest)
#include "tst_writetool.moc"
