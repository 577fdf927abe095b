// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "media/kinds.h"

#include <QTest>

using namespace Countersign;
using namespace Qt::StringLiterals;

Q_DECLARE_METATYPE(Countersign::MediaKind)

class TestKinds : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void sniffs_data()
    {
        QTest::addColumn<QByteArray>("head");
        QTest::addColumn<MediaKind>("kind");
        QTest::addColumn<bool>("image");
        QTest::addColumn<QString>("mime");
        using enum MediaKind;
        const QString unknown = u"application/octet-stream"_s;
        QTest::newRow("PNG") << QByteArray("\x89PNG\r\n\x1A\n....") << Png << true
                             << u"image/png"_s;
        QTest::newRow("PNG spoiled by a text transfer")
                << QByteArray("\x89PNG\n\x1A\n....") << Other << false << unknown;
        QTest::newRow("PNG cut") << QByteArray("\x89PNG\r\n\x1A") << Other << false << unknown;
        QTest::newRow("JPEG") << QByteArray("\xFF\xD8\xFF\xE0") << Jpeg << true << u"image/jpeg"_s;
        QTest::newRow("GIF 87a") << QByteArray("GIF87a") << Gif << true << u"image/gif"_s;
        QTest::newRow("GIF 89a") << QByteArray("GIF89a") << Gif << true << u"image/gif"_s;
        QTest::newRow("WebP") << QByteArray("RIFF\0\1\2\3WEBPVP8 ", 16) << WebP << true
                              << u"image/webp"_s;
        QTest::newRow("WebP cut") << QByteArray("RIFF\0\1\2\3WEB", 11) << Other << false << unknown;
        QTest::newRow("a RIFF sound")
                << QByteArray("RIFF\0\1\2\3WAVE", 12) << Other << false << unknown;
        QTest::newRow("PDF") << QByteArray("%PDF-1.7\n") << Pdf << false << u"application/pdf"_s;
        QTest::newRow("PDF not at the start")
                << QByteArray(" %PDF-1.7") << Other << false << unknown;
        QTest::newRow("a comment of TeX about PDF")
                << QByteArray("%PDF settings\n") << Other << false << unknown;
        QTest::newRow("a comment with a dash")
                << QByteArray("%PDF-Setup") << Other << false << unknown;
        QTest::newRow("PDF of another version")
                << QByteArray("%PDF-2.0\n") << Pdf << false << u"application/pdf"_s;
        QTest::newRow("a text about GIF")
                << QByteArray("GIF8 is no format\n") << Other << false << unknown;
        QTest::newRow("GIF cut") << QByteArray("GIF89") << Other << false << unknown;
        QTest::newRow("text") << QByteArray("PNG") << Other << false << unknown;
        QTest::newRow("empty") << QByteArray() << Other << false << unknown;
    }

    void sniffs()
    {
        QFETCH(QByteArray, head);
        const MediaKind kind = sniffKind(head);
        QTEST(kind, "kind");
        QTEST(isImage(kind), "image");
        QTEST(mimeOf(kind), "mime");
    }

    void paths_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("mime");
        QTest::addColumn<bool>("binary");
        const QString unknown = u"application/octet-stream"_s;
        const auto row = [](const QString &path, const QString &mime, bool binary) {
            QTest::newRow(path.isEmpty() ? "empty" : qPrintable(path)) << path << mime << binary;
        };
        row({}, unknown, false);
        row(u"Makefile"_s, unknown, false);
        row(u".gitignore"_s, unknown, false);
        row(u".zip"_s, unknown, false);
        row(u"src/.zip"_s, unknown, false);
        row(u"name."_s, unknown, false);
        row(u"a.zip/b"_s, unknown, false);
        row(u"a.unknown"_s, unknown, false);
        row(u"main.cpp"_s, u"text/x-c++src"_s, false);
        row(u"MAIN.CPP"_s, u"text/x-c++src"_s, false);
        row(u"a.b/c.d.ts"_s, u"text/typescript"_s, false);
        row(u"first.7z"_s, u"application/x-7z-compressed"_s, true);
        row(u"last.zst"_s, u"application/zstd"_s, false);
        row(u"/abs/archive.tar.gz"_s, u"application/gzip"_s, true);
        row(u"A.ZIP"_s, u"application/zip"_s, true);
        row(u"lib/x.so"_s, unknown, true);
        row(u"lib/x.so.1"_s, unknown, false);
        row(u"x.o"_s, unknown, true);
        row(u"picture.png"_s, u"image/png"_s, false);
        row(u"paper.pdf"_s, u"application/pdf"_s, false);
        row(u"sheet.xlsx"_s, u"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"_s,
            true);
    }

    void paths()
    {
        QFETCH(QString, path);
        QTEST(mimeForPath(path), "mime");
        QTEST(hasBinaryExtension(path), "binary");
    }

    void knowsEveryBinaryExtension()
    {
        const QString all =
                u"zip tar gz exe dll so class jar war 7z doc docx xls xlsx ppt pptx odt "
                u"ods odp bin dat obj o a lib wasm pyc pyo"_s;
        for (const QString &extension : all.split(u' '))
            QVERIFY2(hasBinaryExtension(QString(u"x."_s + extension)), qPrintable(extension));
    }
};

QTEST_GUILESS_MAIN(TestKinds)
#include "tst_kinds.moc"
