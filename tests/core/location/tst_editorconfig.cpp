// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "location/editorconfig.h"

#include "support/scratch.h"

#include <QFile>
#include <QTest>

#include <sys/stat.h>
#include <unistd.h>

using namespace Countersign;
using namespace Countersign::Test;
using namespace Qt::StringLiterals;

class TestEditorConfig : public QObject
{
    Q_OBJECT

    static QByteArray charset(const Scratch &scratch, const QString &path)
    {
        return editorConfigFor(QFile::encodeName(scratch.path(path))).value("charset");
    }

private Q_SLOTS:
    void matches_data()
    {
        QTest::addColumn<QByteArray>("section");
        QTest::addColumn<QByteArray>("path");
        QTest::addColumn<bool>("matching");
        const auto row = [](const char *section, const char *path, bool matching) {
            QTest::addRow("%s %s %s", section, matching ? "is" : "is not", path)
                    << QByteArray(section) << QByteArray(path) << matching;
        };
        row("*", "a.c", true);
        row("*", "src/a.c", true);
        row("*.c", "src/deep/a.c", true);
        row("*.c", "a.cc", false);
        row("/*.c", "a.c", true);
        row("/*.c", "src/a.c", false);
        row("src/*.c", "src/a.c", true);
        row("src/*.c", "src/deep/a.c", false);
        row("src/**.c", "src/deep/a.c", true);
        row("src/**/a.c", "src/a.c", true);
        row("src/**/a.c", "src/x/y/a.c", true);
        row("src/**/a.c", "srca.c", false);
        row("**/b.c", "x/y/b.c", true);
        row("?.c", "a.c", true);
        row("?.c", "\xC3\xA4.c", true);
        row("?.c", "ab.c", false);
        row("[ab].c", "b.c", true);
        row("[!ab].c", "b.c", false);
        row("[!ab].c", "c.c", true);
        row("[a-c]x", "bx", true);
        row("[a", "[a", true);
        row("a[b/c]", "a[b/c]", true);
        row("*.{js,ts}", "x.ts", true);
        row("*.{js,ts}", "x.tss", false);
        row("{a,b{c,d}}.x", "bd.x", true);
        row("{a,}.x", ".x", true);
        row("{single}", "{single}", true);
        row("{single}", "single", false);
        row("file{1..12}.c", "file7.c", true);
        row("file{1..12}.c", "file12.c", true);
        row("file{1..12}.c", "file13.c", false);
        row("{-3..3}", "-2", true);
        row("\\*.c", "*.c", true);
        row("\\*.c", "a.c", false);
        row("a{b", "a{b", true);
        row("", "a", false);
        row("Makefile", "x/Makefile", true);
        row("Makefile", "makefile", false);
    }

    void matches()
    {
        QFETCH(QByteArray, section);
        QFETCH(QByteArray, path);
        QTEST(editorConfigMatches(section, path), "matching");
    }

    /// A pattern that somebody else wrote cannot hold the program up.
    void hostilePatterns()
    {
        const QByteArray stars = QByteArray("*a").repeated(200) + 'b';
        QVERIFY(!editorConfigMatches(stars, QByteArray(2000, 'a')));
        QVERIFY(!editorConfigMatches(QByteArray("{a,aa}").repeated(100),
                                     QByteArray(QByteArray(150, 'a') + 'b')));
        QVERIFY(!editorConfigMatches(QByteArray("{").repeated(1000), "x"));
        QVERIFY(!editorConfigMatches(QByteArray("a").repeated(5000), "x"));
    }

    void nearerFilesWin()
    {
        Scratch scratch;
        scratch.write(u".editorconfig"_s, "root = true\n[*]\ncharset = latin1\nend_of_line=CRLF\n");
        scratch.write(u"a/.editorconfig"_s,
                      "\xEF\xBB\xBF; a comment\n[*.c]\n charset = UTF-8-BOM ; and another\n"
                      "[*.d]\ncharset=utf-16le\n");
        const auto c = editorConfigFor(QFile::encodeName(scratch.path(u"a/x.c"_s)));
        QCOMPARE(c.value("charset"), QByteArray("utf-8-bom"));
        QCOMPARE(c.value("end_of_line"), QByteArray("crlf"));
        QCOMPARE(charset(scratch, u"a/deep/x.d"_s), QByteArray("utf-16le"));
        QCOMPARE(charset(scratch, u"x.c"_s), QByteArray("latin1"));
    }

    void rootEndsTheSearch()
    {
        Scratch scratch;
        scratch.write(u".editorconfig"_s, "root=true\n[*]\ncharset=latin1\n");
        scratch.write(u"a/.editorconfig"_s, "# first\nRoot = True\n[*]\nend_of_line=lf\n");
        QCOMPARE(charset(scratch, u"a/x"_s), QByteArray());
        // After a section it is no such line.
        scratch.write(u"a/.editorconfig"_s, "[*]\nroot = true\n");
        QCOMPARE(charset(scratch, u"a/x"_s), QByteArray("latin1"));
    }

    void whatIsNoSmallFileSaysNothing()
    {
        Scratch scratch;
        scratch.write(u".editorconfig"_s, "root=true\n[*]\ncharset=latin1\n");
        scratch.write(u"big/.editorconfig"_s, "[*]\ncharset=utf-8\n" + QByteArray(70'000, '#'));
        QCOMPARE(charset(scratch, u"big/x"_s), QByteArray("latin1"));
        scratch.write(u"fifo/x"_s, "");
        QCOMPARE(::mkfifo(QFile::encodeName(scratch.path(u"fifo/.editorconfig"_s)).constData(),
                          0600),
                 0);
        QCOMPARE(charset(scratch, u"fifo/x"_s), QByteArray("latin1"));
        scratch.write(u"link/x"_s, "");
        QCOMPARE(::symlink("/dev/zero",
                           QFile::encodeName(scratch.path(u"link/.editorconfig"_s)).constData()),
                 0);
        QCOMPARE(charset(scratch, u"link/x"_s), QByteArray("latin1"));
    }
};

QTEST_GUILESS_MAIN(TestEditorConfig)
#include "tst_editorconfig.moc"
