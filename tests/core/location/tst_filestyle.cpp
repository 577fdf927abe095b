// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "location/filestyle.h"

#include "support/scratch.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <sys/stat.h>

using namespace Countersign;
using namespace Countersign::Test;
using namespace Qt::StringLiterals;

Q_DECLARE_METATYPE(Countersign::LineEnding)

class TestFileStyle : public QObject
{
    Q_OBJECT

    static FileStyle styleOf(const Scratch &scratch, const QString &path)
    {
        const auto location = Location::open(scratch.path());
        if (!location)
            qFatal("%s", qPrintable(location.error().message));
        return declaredStyle(*location, scratch.path(path));
    }
    static void makeRepository(const Scratch &scratch)
    {
        scratch.write(u".git/HEAD"_s, "ref: refs/heads/main\n");
        scratch.write(u".git/config"_s, "[core]\nrepositoryformatversion = 0\n");
        QDir(scratch.path()).mkpath(u".git/objects"_s);
        QDir(scratch.path()).mkpath(u".git/refs"_s);
    }

private Q_SLOTS:
    void says_data()
    {
        QTest::addColumn<QByteArray>("editor");
        QTest::addColumn<QByteArray>("attributes");
        QTest::addColumn<QString>("encoding");
        QTest::addColumn<bool>("mark");
        QTest::addColumn<QString>("encodingSource");
        QTest::addColumn<int>("ending"); // -1: nothing is said.
        QTest::addColumn<QString>("endingSource");
        QTest::addColumn<bool>("finalNewline");
        const QString editor = u".editorconfig"_s;
        const QString git = u".gitattributes"_s;
        const int crLf = int(LineEnding::CrLf);
        const int lf = int(LineEnding::Lf);
        QTest::newRow("silence") << QByteArray() << QByteArray() << QString() << false << QString()
                                 << -1 << QString() << false;
        QTest::newRow(".editorconfig") << QByteArray(
                "[*]\ncharset=utf-16le\nend_of_line=crlf\ninsert_final_newline=true\n")
                                       << QByteArray() << u"UTF-16 (little-endian)"_s << false
                                       << editor << crLf << editor << true;
        QTest::newRow("unset, and what nobody knows")
                << QByteArray("[*]\ncharset=unset\nend_of_line=what\ninsert_final_newline=unset\n")
                << QByteArray() << QString() << false << QString() << -1 << QString() << false;
        QTest::newRow("trimming is the editor's business")
                << QByteArray("[*]\ntrim_trailing_whitespace=true\n") << QByteArray() << QString()
                << false << QString() << -1 << QString() << false;
        QTest::newRow(".gitattributes")
                << QByteArray()
                << QByteArray("*.txt text eol=crlf working-tree-encoding=UTF-16LE-BOM\n")
                << u"UTF-16 (little-endian)"_s << true << git << crLf << git << false;
        QTest::newRow("a legacy charset")
                << QByteArray() << QByteArray("*.txt working-tree-encoding=SHIFT-JIS\n")
                << u"Shift_JIS"_s << false << git << -1 << QString() << false;
        QTest::newRow("a file that git takes for binary has no line ends")
                << QByteArray() << QByteArray("*.txt -text eol=crlf\n") << QString() << false
                << QString() << -1 << QString() << false;
        QTest::newRow("a macro") << QByteArray() << QByteArray("*.txt binary\n*.md eol=lf\n")
                                 << QString() << false << QString() << -1 << QString() << false;
        QTest::newRow("both: the encoding of git, the line ends of the editor")
                << QByteArray("[*.txt]\ncharset=latin1\nend_of_line=lf\n")
                << QByteArray("*.txt eol=crlf working-tree-encoding=UTF-16\n")
                << u"UTF-16 (big-endian)"_s << true << git << lf << editor << false;
    }

    void says()
    {
        QFETCH(QByteArray, editor);
        QFETCH(QByteArray, attributes);
        Scratch scratch;
        makeRepository(scratch);
        scratch.write(u".editorconfig"_s, "root=true\n" + editor);
        scratch.write(u".gitattributes"_s, attributes);
        const FileStyle style = styleOf(scratch, u"new/f.txt"_s);
        QTEST(style.format ? encodingName(*style.format) : QString(), "encoding");
        QTEST(style.format && style.format->byteOrderMark, "mark");
        QTEST(style.formatSource, "encodingSource");
        QTEST(style.lineEnding ? int(*style.lineEnding) : -1, "ending");
        QTEST(style.lineEndingSource, "endingSource");
        QTEST(style.finalNewline, "finalNewline");
    }

    void withoutGitAttributesAreNothing()
    {
        Scratch scratch;
        scratch.write(u".editorconfig"_s, "root=true\n");
        scratch.write(u".gitattributes"_s, "*.txt eol=crlf\n");
        QVERIFY(!styleOf(scratch, u"f.txt"_s).lineEnding);
    }

    void attributesThatAreNoFileAreLeft()
    {
        Scratch scratch;
        makeRepository(scratch);
        scratch.write(u".editorconfig"_s, "root=true\n");
        scratch.write(u".gitattributes"_s, "*.txt eol=crlf\n");
        QDir(scratch.path()).mkpath(u"sub"_s);
        const QByteArray fifo = QFile::encodeName(scratch.path(u"sub/.gitattributes"_s));
        QCOMPARE(::mkfifo(fifo.constData(), 0600), 0);
        QVERIFY(!styleOf(scratch, u"sub/f.txt"_s).lineEnding);
        QVERIFY(styleOf(scratch, u"f.txt"_s).lineEnding);
    }
};

QTEST_GUILESS_MAIN(TestFileStyle)
#include "tst_filestyle.moc"
