// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "support/workbench.h"

#include <QBuffer>
#include <QDir>
#include <QImage>
#include <QtTest>

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace Countersign::Test {

using Permission::Effect;

class ReadToolTest : public QObject
{
    Q_OBJECT

    static QByteArray numbered(int lines)
    {
        QByteArray bytes;
        for (int i = 1; i <= lines; ++i)
            bytes += "line " + QByteArray::number(i) + '\n';
        return bytes;
    }
    static QByteArray image(const char *format, int width, int height)
    {
        if (qstrcmp(format, "gif") == 0) // Qt writes none: one white pixel.
            return QByteArray::fromBase64("R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==");
        QImage picture(width, height, QImage::Format_RGB32);
        picture.fill(Qt::darkGreen);
        QByteArray bytes;
        QBuffer buffer(&bytes);
        if (!buffer.open(QIODevice::WriteOnly) || !picture.save(&buffer, format))
            qFatal("no encoder for %s", format);
        return bytes;
    }

private Q_SLOTS:
    void text_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QJsonObject>("range");
        QTest::addColumn<QString>("text");
        const QJsonObject all;
        QTest::newRow("whole") << QByteArray("a\nb\n") << all
                               << u"f.txt, lines 1-2 of 2:\n1: a\n2: b"_s;
        QTest::newRow("no final line feed")
                << QByteArray("a\nb") << all << u"f.txt, lines 1-2 of 2:\n1: a\n2: b"_s;
        QTest::newRow("empty") << QByteArray() << all << u"f.txt is empty."_s;
        QTest::newRow("CRLF") << QByteArray("a\r\nb\r\n") << all
                              << u"f.txt, lines 1-2 of 2:\n1: a\n2: b"_s;
        QTest::newRow("byte order mark") << QByteArray("\xEF\xBB\xBF"
                                                       "a")
                                         << all << u"f.txt, lines 1-1 of 1:\n1: a"_s;
        QTest::newRow("UTF-16") << QByteArray(
                "\xFF\xFE\xE4\0\n\0b\0",
                8) << all << u"f.txt, lines 1-2 of 2, in UTF-16 (little-endian):\n1: ä\n2: b"_s;
        QTest::newRow("UTF-16 without a mark")
                << QByteArray("\0a\0\r\0\n\0b", 8) << all
                << u"f.txt, lines 1-2 of 2, in UTF-16 (big-endian) as far as it can be told:\n"
                   "1: a\n2: b"_s;
        QTest::newRow("windows-1252")
                << QByteArray("fine\ncaf\xE9\r\n") << all
                << u"f.txt, lines 1-2 of 2, in windows-1252 as far as it can be told:\n"
                   "1: fine\n2: café"_s;
        QTest::newRow("Shift_JIS, in which a line feed is never part of a character")
                << QByteArray("\x83\x65\x83\x58\x83\x67\n\x95\x5C\x8E\xA6\x82\xF0") << all
                << u"f.txt, lines 1-2 of 2, in Shift_JIS as far as it can be told:\n"
                   "1: テスト\n2: 表示を"_s;
        QTest::newRow("UTF-8 with a bad byte") << QByteArray("größer, höher\n\xE9\n") << all
                                               << u"f.txt, lines 1-2 of 2, in UTF-8 with bytes "
                                                  u"that are no text (shown as \\xNN):\n"
                                                  "1: größer, höher\n2: \\xe9"_s;
        QTest::newRow("only carriage returns")
                << QByteArray("a\rb\r") << all << u"f.txt, lines 1-2 of 2:\n1: a\n2: b"_s;
        QTest::newRow("a zero byte far inside")
                << QByteArray(QByteArray("x\n").repeated(40'000) + QByteArray("a\0b\n", 4))
                << QJsonObject{{u"offset"_s, 40'001}}
                << u"f.txt, lines 40001-40001 of 40001:\n40001: a\\x00b"_s;
        QTest::newRow("part") << numbered(9) << QJsonObject{{u"offset"_s, 3}, {u"limit"_s, 2}}
                              << u"f.txt, lines 3-4 of 9:\n3: line 3\n4: line 4\n"
                                 "(More lines follow: read on with offset 5.)"_s;
        QTest::newRow("limit reaches the end exactly")
                << numbered(4) << QJsonObject{{u"offset"_s, 3}, {u"limit"_s, 2}}
                << u"f.txt, lines 3-4 of 4:\n3: line 3\n4: line 4"_s;
        QTest::newRow("bad bytes behind the page do not matter")
                << QByteArray("a\n\xFF\n") << QJsonObject{{u"limit"_s, 1}}
                << u"f.txt, lines 1-1 of 2:\n1: a\n(More lines follow: read on with offset 2.)"_s;
    }
    void text()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QJsonObject, range);
        QFETCH(QString, text);
        Workbench bench;
        bench.file(u"f.txt"_s, bytes);
        range.insert(u"path"_s, u"f.txt"_s);
        const Settled settled = bench.call(u"read"_s, range);
        QCOMPARE(settled.modelText(), text);
    }

    void namesThatLookLikePlaceMarkers()
    {
        Workbench bench;
        bench.file(u"a%2Fb%3.txt"_s, "x");
        QCOMPARE(bench.call(u"read"_s, {{u"path"_s, u"a%2Fb%3.txt"_s}}).modelText(),
                 u"a%2Fb%3.txt, lines 1-1 of 1:\n1: x"_s);
    }

    void linesFarInsideALargeFile()
    {
        Workbench bench;
        bench.file(u"f.txt"_s, numbered(10'000));
        const Settled settled = bench.call(
                u"read"_s, {{u"path"_s, u"f.txt"_s}, {u"offset"_s, 9000}, {u"limit"_s, 101}});
        QVERIFY(settled.modelText().startsWith(
                u"f.txt, lines 9000-9100 of 10000:\n9000: line 9000\n"_s));
        QCOMPARE(settled.output.structured,
                 QJsonValue(QJsonObject{{u"type"_s, u"text"_s},
                                        {u"resource"_s, u"f.txt"_s},
                                        {u"offset"_s, 9000},
                                        {u"count"_s, 101},
                                        {u"next"_s, 9101},
                                        {u"total"_s, 10000}}));
    }

    void pagesAreNeverCutTwice_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::newRow("many short lines") << QByteArray("x");
        QTest::newRow("long lines") << QByteArray(1500, 'x');
        QTest::newRow("text that is escaped in JSON") << QByteArray("\"\\\t").repeated(300);
        QTest::newRow("three bytes a character") << QByteArray("語").repeated(500);
    }
    void pagesAreNeverCutTwice()
    {
        QFETCH(QByteArray, line);
        Workbench bench;
        const int lines = 5000;
        bench.file(u"f.txt"_s, QByteArray(line + '\n').repeated(lines));
        QString all;
        qint64 offset = 1;
        while (true) {
            const Settled settled =
                    bench.call(u"read"_s, {{u"path"_s, u"f.txt"_s}, {u"offset"_s, offset}});
            QVERIFY2(settled.ok(), qPrintable(settled.modelText()));
            QCOMPARE(settled.outputPaths, QStringList()); // Settlement left it alone.
            const QJsonObject page = settled.output.structured.toObject();
            const qint64 count = page.value(u"count"_s).toInteger();
            QVERIFY(count > 0);
            all += settled.modelText().split(u'\n').mid(1, count).join(u'\n') + u'\n';
            if (!page.contains(u"next"_s))
                break;
            QCOMPARE(page.value(u"next"_s).toInteger(), offset + count);
            offset += count;
        }
        QString expected;
        for (int i = 1; i <= lines; ++i)
            expected += QString::number(i) + u": "_s + QString::fromUtf8(line) + u'\n';
        QVERIFY(all == expected); // No line is missing or doubled over all pages.
    }

    void longLinesAreCut_data()
    {
        QTest::addColumn<int>("length");
        QTest::addColumn<bool>("cut");
        QTest::newRow("2000") << 2000 << false;
        QTest::newRow("2001") << 2001 << true;
        QTest::newRow("longer than the buffer") << 300'000 << true;
    }
    void longLinesAreCut()
    {
        QFETCH(int, length);
        QFETCH(bool, cut);
        Workbench bench;
        bench.file(u"f.txt"_s, QString(length, u'ä').toUtf8() + "\nend\n");
        const QString note = cut ? u"... (line cut at 2000 characters)"_s : QString();
        QCOMPARE(bench.call(u"read"_s, {{u"path"_s, u"f.txt"_s}}).modelText(),
                 QString(u"f.txt, lines 1-2 of 2:\n1: "_s + QString(2000, u'ä') + note
                         + u"\n2: end"_s));
    }

    void errors_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QJsonObject>("range");
        QTest::addColumn<ErrorCode>("code");
        QTest::addColumn<QString>("words");
        QTest::newRow("offset behind the end")
                << QByteArray("a\nb\n") << QJsonObject{{u"offset"_s, 3}} << ErrorCode::InvalidInput
                << u"behind the end of f.txt, which has 2 lines"_s;
        QTest::newRow("offset 0") << QByteArray("a") << QJsonObject{{u"offset"_s, 0}}
                                  << ErrorCode::InvalidInput << u"offset"_s;
        QTest::newRow("limit 2001") << QByteArray("a") << QJsonObject{{u"limit"_s, 2001}}
                                    << ErrorCode::InvalidInput << u"limit"_s;
        QTest::newRow("UTF-16 that is damaged") << QByteArray("\xFF\xFE"
                                                              "a\0\n\0\0\xD8\n\0",
                                                              10)
                                                << QJsonObject{} << ErrorCode::Unsupported
                                                << u"Line 2 of f.txt is not valid UTF-16"_s;
        QTest::newRow("binary") << QByteArray("ELF\0\1\2", 6) << QJsonObject{}
                                << ErrorCode::Unsupported << u"binary"_s;
        QTest::newRow("image over 20 MiB")
                << QByteArray("\x89PNG\r\n\x1A\n") + QByteArray(20 * 1024 * 1024, 'x')
                << QJsonObject{} << ErrorCode::Limit << u"20971520 bytes"_s;
        QTest::newRow("image that is cut") << image("png", 100, 100).chopped(20) << QJsonObject{}
                                           << ErrorCode::Unsupported << u"damaged"_s;
        QTest::newRow("PDF over 5 MiB in base64")
                << QByteArray("%PDF-1.7") + QByteArray(4 * 1024 * 1024, 'x') << QJsonObject{}
                << ErrorCode::Limit << u"3932160 bytes"_s;
    }
    void errors()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QJsonObject, range);
        QFETCH(ErrorCode, code);
        QFETCH(QString, words);
        Workbench bench;
        bench.file(u"f.txt"_s, bytes);
        range.insert(u"path"_s, u"f.txt"_s);
        const Settled settled = bench.call(u"read"_s, range);
        QVERIFY2(!settled.ok(), qPrintable(settled.modelText()));
        QCOMPARE(settled.error->code, code);
        QVERIFY2(settled.modelText().contains(words), qPrintable(settled.modelText()));
    }

    void files_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("mime");
        QTest::addColumn<QString>("words");
        QTest::newRow("PNG") << image("png", 3, 2) << u"image/png"_s << u"3×2 pixels, "_s;
        QTest::newRow("JPEG") << image("jpeg", 3, 2) << u"image/jpeg"_s << u"3×2 pixels, "_s;
        QTest::newRow("GIF") << image("gif", 1, 1) << u"image/gif"_s << u"1×1 pixels, "_s;
        QTest::newRow("WebP") << image("webp", 3, 2) << u"image/webp"_s << u"3×2 pixels, "_s;
        QTest::newRow("PDF") << QByteArray("%PDF-1.7 ....\n%%EOF\n") << u"application/pdf"_s
                             << QString();
    }
    void files()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, mime);
        QFETCH(QString, words);
        Workbench bench;
        bench.file(u"misnamed.txt"_s, bytes); // By content, not by name.
        const Settled settled = bench.call(u"read"_s, {{u"path"_s, u"misnamed.txt"_s}});
        QVERIFY2(settled.ok(), qPrintable(settled.modelText()));
        QCOMPARE(settled.output.content,
                 Content({TextContent{u"misnamed.txt (%1, %2%3 bytes) follows."_s.arg(
                                  mime, words, QString::number(bytes.size()))},
                          FileContent{bytes, mime, u"misnamed.txt"_s}}));
    }

    void largeImagesAreMadeSmaller()
    {
        Workbench bench;
        bench.file(u"big.png"_s, image("png", 4000, 100));
        const Settled settled = bench.call(u"read"_s, {{u"path"_s, u"big.png"_s}});
        QVERIFY2(settled.ok(), qPrintable(settled.modelText()));
        const auto *file = std::get_if<FileContent>(&settled.output.content.last());
        QVERIFY(file);
        QCOMPARE(QImage::fromData(file->data).size(), QSize(2000, 50));
        QVERIFY2(
                settled.modelText().contains(
                        u"made smaller for the model: the file itself is image/png with 4000×100"_s),
                qPrintable(settled.modelText()));
    }

    void imagesFollowTheConfiguration()
    {
        Workbench bench;
        bench.setImages({.maxWidth = 100, .maxHeight = 100});
        bench.file(u"big.png"_s, image("png", 200, 100));
        const Settled smaller = bench.call(u"read"_s, {{u"path"_s, u"big.png"_s}});
        QVERIFY2(smaller.ok(), qPrintable(smaller.modelText()));
        const auto *file = std::get_if<FileContent>(&smaller.output.content.last());
        QVERIFY(file);
        QCOMPARE(QImage::fromData(file->data).size(), QSize(100, 50));
        bench.setImages({.maxWidth = 100, .maxHeight = 100, .shrink = false});
        const Settled refused = bench.call(u"read"_s, {{u"path"_s, u"big.png"_s}});
        QVERIFY2(refused.modelText().contains(u"big.png has 200×100 pixels"_s),
                 qPrintable(refused.modelText()));
        QVERIFY(!refused.ok());
    }

    void directory()
    {
        Workbench bench;
        bench.file(u"d/b.txt"_s, "x");
        bench.file(u"d/.hidden"_s, "x");
        bench.file(u"d/sub/x"_s, "x");
        bench.scratch.write(u"outside.txt"_s, "x");
        QVERIFY(QFile::link(u"b.txt"_s, bench.path(u"d/inlink"_s)));
        QVERIFY(QFile::link(bench.scratch.path(u"outside.txt"_s), bench.path(u"d/outlink"_s)));
        QVERIFY(QFile::link(u"nowhere"_s, bench.path(u"d/broken"_s)));
        QCOMPARE(::mkfifo(QFile::encodeName(bench.path(u"d/fifo"_s)).constData(), 0600), 0);
        QCOMPARE(bench.call(u"read"_s, {{u"path"_s, u"d"_s}}).modelText(),
                 u"d, entries 1-4 of 4:\nsub/\n.hidden\nb.txt\ninlink"_s);
        QCOMPARE(bench.call(u"read"_s, {{u"path"_s, u"d"_s}, {u"offset"_s, 2}, {u"limit"_s, 2}})
                         .modelText(),
                 u"d, entries 2-3 of 4:\n.hidden\nb.txt\n"
                 "(More entries follow: read on with offset 4.)"_s);
    }

    void unusualNamesInADirectory()
    {
        Workbench bench;
        bench.file(u"d/a\nb"_s, "x");
        bench.file(u"d/red\x1B[31m"_s, "x");
        const QByteArray folder = QFile::encodeName(bench.path(u"d"_s));
        QCOMPARE(::mkdir(QByteArray(folder + "/dir\xFF").constData(), 0700), 0);
        QCOMPARE(::mknod(QByteArray(folder + "/caf\xE9").constData(), S_IFREG | 0600, 0), 0);
        QCOMPARE(bench.call(u"read"_s, {{u"path"_s, u"d"_s}}).modelText(),
                 u"d, entries 1-4 of 4:\n$'dir\\xFF'/\n$'a\\nb'\n$'caf\\xE9'\n$'red\\x1B[31m'"_s);
        // Qt cannot name them to remove them.
        QCOMPARE(::rmdir(QByteArray(folder + "/dir\xFF").constData()), 0);
        QCOMPARE(::unlink(QByteArray(folder + "/caf\xE9").constData()), 0);
    }

    void aDocumentThatEndsEarlyIsNotGiven()
    {
        Workbench bench;
        bench.file(u"cut.pdf"_s, "%PDF-1.7\n1 0 obj\n<<>>\nendobj\n");
        const Settled settled = bench.call(u"read"_s, {{u"path"_s, u"cut.pdf"_s}});
        QVERIFY(!settled.ok());
        QCOMPARE(settled.error->code, ErrorCode::Unsupported);
        QVERIFY(settled.modelText().contains(u"damaged or incomplete"_s));
    }

    void aTildeIsNoHome()
    {
        Workbench bench;
        const Settled settled = bench.call(u"read"_s, {{u"path"_s, u"~/notes.txt"_s}});
        QCOMPARE(settled.error->code, ErrorCode::InvalidInput);
        QVERIFY2(settled.modelText().contains(u"not your home directory"_s),
                 qPrintable(settled.modelText()));
        bench.file(u"~/notes.txt"_s, "here\n");
        QVERIFY(bench.call(u"read"_s, {{u"path"_s, u"~/notes.txt"_s}}).ok());
    }

    void missingSuggests_data()
    {
        QTest::addColumn<QString>("asked");
        QTest::addColumn<QString>("words");
        QTest::newRow("other case") << u"src/README.MD"_s << u"there is: readme.md."_s;
        QTest::newRow("a letter off") << u"src/mian.cpp"_s << u"there is: main.cpp."_s;
        QTest::newRow("a name with a line feed in it")
                << u"src/oneline"_s << u"there is: $'one\\nline'."_s;
        QTest::newRow("nothing like it, other folder") << u"nowhere/x"_s << u"Use glob"_s;
        QTest::newRow("nothing like it") << u"src/zzzzzzzzzzzzzzz"_s << u"Use glob"_s;
    }
    void missingSuggests()
    {
        QFETCH(QString, asked);
        QFETCH(QString, words);
        Workbench bench;
        bench.file(u"src/readme.md"_s, "x");
        bench.file(u"src/one\nline"_s, "x");
        bench.file(u"src/main.cpp"_s, "x");
        const Settled settled = bench.call(u"read"_s, {{u"path"_s, asked}});
        QCOMPARE(settled.error->code, ErrorCode::NotFound);
        QVERIFY2(settled.modelText().contains(words), qPrintable(settled.modelText()));
    }

    /// Names are contents: those that may not be read are not told.
    void suggestionsKeepToTheRules()
    {
        Workbench bench({rule(u"read"_s, u"secret/*"_s, Effect::Deny)});
        bench.file(u"secret/password1"_s, "x");
        const Settled settled = bench.call(u"read"_s, {{u"path"_s, u"secret/password2"_s}});
        QCOMPARE(settled.error->code, ErrorCode::NotFound);
        QVERIFY2(!settled.modelText().contains(u"password1"_s), qPrintable(settled.modelText()));
    }

    void namesThatModelsCannotRepeat_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("asked");
        QTest::newRow("a narrow space") << u"Shot 9.41\u202FAM.txt"_s << u"Shot 9.41 AM.txt"_s;
        QTest::newRow("a curly apostrophe") << u"Ann\u2019s.txt"_s << u"Ann's.txt"_s;
        QTest::newRow("decomposed accents") << u"re\u0301sume\u0301.txt"_s << u"résumé.txt"_s;
    }
    void namesThatModelsCannotRepeat()
    {
        QFETCH(QString, name);
        QFETCH(QString, asked);
        Workbench bench({rule(u"read"_s, name, Effect::Ask)});
        bench.seat([](const Permission::Request &) { return yes(); });
        bench.file(name, "text");
        const Settled settled = bench.call(u"read"_s, {{u"path"_s, asked}});
        QCOMPARE(settled.modelText(), u"%1, lines 1-1 of 1:\n1: text"_s.arg(name));
        QCOMPARE(bench.asked().size(), 1); // About the file that is read.
    }

    void fifoDoesNotHang()
    {
        Workbench bench;
        QCOMPARE(::mkfifo(QFile::encodeName(bench.path(u"fifo"_s)).constData(), 0600), 0);
        QCOMPARE(bench.call(u"read"_s, {{u"path"_s, u"fifo"_s}}).error->code,
                 ErrorCode::Unsupported);
        QCOMPARE(bench.call(u"read"_s, {{u"path"_s, u"/dev/zero"_s}}).error->code,
                 ErrorCode::Unsupported);
        const int made = ::socket(AF_UNIX, SOCK_STREAM, 0);
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        const QByteArray path = QFile::encodeName(bench.path(u"s"_s));
        QVERIFY(path.size() < qsizetype(sizeof address.sun_path));
        std::copy(path.begin(), path.end(), address.sun_path);
        QCOMPARE(::bind(made, reinterpret_cast<sockaddr *>(&address), sizeof address), 0);
        ::close(made);
        QCOMPARE(bench.call(u"read"_s, {{u"path"_s, u"s"_s}}).error->code, ErrorCode::Unsupported);
    }

    void permission()
    {
        Workbench bench({rule(u"read"_s, u"*.env"_s, Effect::Ask),
                         rule(u"read"_s, u"secret/*"_s, Effect::Deny)});
        bench.seat([](const Permission::Request &) { return no(u"that is private"_s); });
        bench.file(u"app/.env"_s, "KEY=1");
        bench.file(u"secret/a"_s, "KEY=2");
        const Settled asked = bench.call(u"read"_s, {{u"path"_s, u"app/.env"_s}});
        QCOMPARE(asked.error->code, ErrorCode::Denied);
        QVERIFY(asked.modelText().contains(u"that is private"_s));
        QCOMPARE(bench.call(u"read"_s, {{u"path"_s, u"secret/a"_s}}).error->code,
                 ErrorCode::Denied);
        QCOMPARE(bench.asked().size(), 1);
        QCOMPARE(bench.asked().first().inquiry.save,
                 QList<Permission::SaveOffer>(
                         {{u"app/.env"_s, true}, {u"app/*"_s, false}, {u"*"_s, false}}));
    }

    /// A rule on any name of a file holds, whichever of its names is used.
    void everyNameOfAFile_data()
    {
        QTest::addColumn<QString>("denied");
        QTest::addColumn<QString>("asked");
        QTest::newRow("the file, by a link") << u"*.env"_s << u"link"_s;
        QTest::newRow("the file, by a link to a link") << u"*.env"_s << u"second"_s;
        QTest::newRow("the file, by a linked folder") << u"app/.env"_s << u"folder/.env"_s;
        QTest::newRow("a link, by that link") << u"link"_s << u"link"_s;
        QTest::newRow("a link, by a link to it") << u"link"_s << u"second"_s;
        QTest::newRow("a path through a linked folder") << u"folder/*"_s << u"folder/.env"_s;
    }
    void everyNameOfAFile()
    {
        QFETCH(QString, denied);
        QFETCH(QString, asked);
        Workbench bench({rule(u"read"_s, denied, Effect::Deny)});
        bench.file(u"app/.env"_s, "KEY=1");
        QVERIFY(QFile::link(u"app/.env"_s, bench.path(u"link"_s)));
        QVERIFY(QFile::link(u"link"_s, bench.path(u"second"_s)));
        QVERIFY(QFile::link(u"app"_s, bench.path(u"folder"_s)));
        const Settled settled = bench.call(u"read"_s, {{u"path"_s, asked}});
        QVERIFY2(!settled.ok(), qPrintable(settled.modelText()));
        QCOMPARE(settled.error->code, ErrorCode::Denied);
    }

    void aSmallBoundHolds()
    {
        OutputLimits limits;
        limits.maxBytes = 2000;
        Workbench bench({}, limits);
        bench.file(u"f.txt"_s, QByteArray(1900, 'x') + "\nend\n");
        const Settled settled = bench.call(u"read"_s, {{u"path"_s, u"f.txt"_s}});
        QCOMPARE(settled.outputPaths, QStringList()); // Settlement left it alone.
        QVERIFY2(settled.modelText().contains(u"... (line cut at the size of a page)"_s),
                 qPrintable(settled.modelText()));
        QCOMPARE(settled.output.structured.toObject().value(u"next"_s), QJsonValue(2));
    }

    void theProjectSaysTheEncoding()
    {
        Workbench bench;
        bench.file(u".editorconfig"_s, "root=true\n[*.txt]\ncharset=KOI8-R\n");
        bench.file(u"f.txt"_s, "caf\xE9");
        QCOMPARE(bench.call(u"read"_s, {{u"path"_s, u"f.txt"_s}}).modelText(),
                 u"f.txt, lines 1-1 of 1, in KOI8-R:\n1: cafИ"_s);
    }

    void aHugeFileIsReadInPages()
    {
        Workbench bench;
        bench.file(u"f.log"_s, numbered(100'000));
        QVERIFY(QFile::resize(bench.path(u"f.log"_s), qint64(5) << 30)); // Sparse.
        for (const qint64 offset : {1, 50'001, 90'001}) {
            const Settled settled =
                    bench.call(u"read"_s, {{u"path"_s, u"f.log"_s}, {u"offset"_s, offset}});
            QVERIFY(settled.modelText().contains(u"\n%1: line %1\n"_s.arg(offset)));
            QVERIFY(settled.modelText().contains(u" of more than shown:"_s));
            QCOMPARE(settled.output.structured.toObject().value(u"next"_s),
                     QJsonValue(offset + 1996));
        }
    }

    void symlinkOutIsRefused()
    {
        Workbench bench;
        bench.scratch.write(u"secret"_s, "KEY");
        QVERIFY(QFile::link(bench.scratch.path(u"secret"_s), bench.path(u"link"_s)));
        QCOMPARE(bench.call(u"read"_s, {{u"path"_s, u"link"_s}}).error->code, ErrorCode::Denied);
    }

    void managedOutputCanBeRead()
    {
        Workbench bench;
        const Settled long_ = bench.call(u"bash"_s, {{u"command"_s, u"seq 1 30000"_s}});
        QCOMPARE(long_.outputPaths.size(), 1);
        const Settled settled = bench.call(
                u"read"_s,
                {{u"path"_s, long_.outputPaths.first()}, {u"offset"_s, 15000}, {u"limit"_s, 1}});
        QVERIFY2(settled.modelText().contains(u"\n15000: 15000\n"_s),
                 qPrintable(settled.modelText()));
    }
};

} // namespace Countersign::Test

QTEST_GUILESS_MAIN(Countersign::Test::ReadToolTest)
#include "tst_readtool.moc"
