// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "media/images.h"
#include "media/picture.h"

#include <QBuffer>
#include <QImage>
#include <QImageReader>
#include <QRandomGenerator>
#include <QTest>
#include <QtEndian>

using namespace Countersign;
using namespace Qt::StringLiterals;

Q_DECLARE_METATYPE(Countersign::MediaKind)

namespace {

/// Noise cannot be compressed, so that the size of the file follows from its pixels.
QImage noise(int width, int height, QImage::Format format = QImage::Format_RGB32)
{
    QImage image(width, height, format);
    QRandomGenerator random(1);
    for (int y = 0; y < height; ++y) {
        auto *line = reinterpret_cast<quint32 *>(image.scanLine(y));
        for (int x = 0; x < width; ++x)
            line[x] = random.generate() | (format == QImage::Format_RGB32 ? 0xFF000000 : 0);
    }
    return image;
}

QImage plain(int width, int height)
{
    QImage image(width, height, QImage::Format_RGB32);
    image.fill(Qt::darkGreen);
    return image;
}

QByteArray encoded(const QImage &image, const char *format)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    if (!buffer.open(QIODevice::WriteOnly) || !image.save(&buffer, format))
        qFatal("no encoder for %s", format);
    return bytes;
}

/// One white pixel.
QByteArray gif()
{
    return QByteArray::fromBase64("R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==");
}

quint32 crcOf(QByteArrayView bytes)
{
    quint32 crc = 0xFFFFFFFF;
    for (const char byte : bytes) {
        crc ^= static_cast<uchar>(byte);
        for (int bit = 0; bit < 8; ++bit)
            crc = (crc >> 1) ^ ((crc & 1) ? 0xEDB88320 : 0);
    }
    return ~crc;
}

/// A PNG file of a few bytes that claims to have this many pixels.
QByteArray pngClaiming(quint32 width, quint32 height)
{
    QByteArray bytes = encoded(plain(1, 1), "png");
    qToBigEndian(width, bytes.data() + 16);
    qToBigEndian(height, bytes.data() + 20);
    qToBigEndian(crcOf(QByteArrayView(bytes).sliced(12, 17)), bytes.data() + 29);
    return bytes;
}

} // namespace

class TestImages : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void passesThrough_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<MediaKind>("kind");
        QTest::addColumn<QSize>("size");
        QTest::newRow("PNG") << encoded(noise(30, 20), "png") << MediaKind::Png << QSize(30, 20);
        QTest::newRow("JPEG") << encoded(noise(30, 20), "jpeg") << MediaKind::Jpeg << QSize(30, 20);
        QTest::newRow("GIF") << gif() << MediaKind::Gif << QSize(1, 1);
        QTest::newRow("WebP") << encoded(noise(30, 20), "webp") << MediaKind::WebP << QSize(30, 20);
        QTest::newRow("exactly the largest")
                << encoded(plain(2000, 2000), "png") << MediaKind::Png << QSize(2000, 2000);
    }

    void passesThrough()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(MediaKind, kind);
        QFETCH(QSize, size);
        const auto image = prepareImage(bytes, kind, {}, u"a.png"_s, {});
        QVERIFY2(image, image ? "" : qPrintable(image.error().detail));
        QVERIFY(image->bytes == bytes);
        QCOMPARE(image->kind, kind);
        QCOMPARE(image->size, size);
        QVERIFY(!image->changed);
    }

    void asManyPixelsAsAreAllowed()
    {
        // 200 MB in memory, which Qt would refuse by itself.
        QImage large(7000, 7000, QImage::Format_RGB32);
        large.fill(Qt::blue);
        const auto image = prepareImage(encoded(large, "png"), MediaKind::Png, {}, u"a.png"_s, {});
        QVERIFY2(image, image ? "" : qPrintable(image.error().message));
        QCOMPARE(image->size, QSize(2000, 2000));
        QCOMPARE(image->original, QSize(7000, 7000));
    }

    void notMadeSmaller_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<ImageLimits>("limits");
        QTest::addColumn<QString>("error"); ///< Empty: it fits.
        const QByteArray wide = encoded(plain(51, 50), "png");
        const QString words =
                u"a.png has %1 pixels and %2 bytes, which is more than the limits %3 and %4, and "
                u"the "
                "configuration says that images are not made smaller (attachments.image). Make a "
                "smaller copy with bash and read that."_s;
        QTest::newRow("what fits") << wide << ImageLimits{51, 50, 10'000, false} << QString();
        QTest::newRow("too wide") << wide << ImageLimits{50, 50, 10'000, false}
                                  << words.arg(u"51×50"_s, QString::number(wide.size()), u"50×50"_s,
                                               u"7500"_s);
        const QByteArray large = encoded(noise(40, 40), "png");
        QTest::newRow("too many bytes")
                << large << ImageLimits{50, 50, 400, false}
                << words.arg(u"40×40"_s, QString::number(large.size()), u"50×50"_s, u"300"_s);
    }

    void notMadeSmaller()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(ImageLimits, limits);
        QFETCH(QString, error);
        const auto image = prepareImage(bytes, MediaKind::Png, limits, u"a.png"_s, {});
        QCOMPARE(image ? QString() : image.error().message, error);
        if (image)
            QCOMPARE(image->bytes, bytes);
        else
            QCOMPARE(image.error().code, ErrorCode::Limit);
    }

    void madeToFit_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<MediaKind>("kind");
        QTest::addColumn<ImageLimits>("limits");
        QTest::addColumn<MediaKind>("expected");
        QTest::addColumn<QSize>("size");
        const ImageLimits pixels{50, 50, qint64(5) * 1024 * 1024};
        QTest::newRow("one pixel too wide") << encoded(plain(51, 50), "png") << MediaKind::Png
                                            << pixels << MediaKind::Png << QSize(50, 49);
        QTest::newRow("a tall JPEG stays one") << encoded(noise(80, 400), "jpeg") << MediaKind::Jpeg
                                               << pixels << MediaKind::Jpeg << QSize(10, 50);
        QTest::newRow("WebP becomes PNG") << encoded(noise(100, 100), "webp") << MediaKind::WebP
                                          << pixels << MediaKind::Png << QSize(50, 50);
        QTest::newRow("a line does not vanish") << encoded(plain(1000, 1), "png") << MediaKind::Png
                                                << pixels << MediaKind::Png << QSize(50, 1);
        QTest::newRow("few pixels, many bytes: JPEG")
                << encoded(noise(100, 100), "png") << MediaKind::Png
                << ImageLimits{2000, 2000, 20'000} << MediaKind::Jpeg << QSize(100, 100);
        QTest::newRow("fewer bytes than any quality gives: smaller")
                << encoded(noise(100, 100), "png") << MediaKind::Png
                << ImageLimits{2000, 2000, 4000} << MediaKind::Jpeg << QSize(75, 75);
    }

    void madeToFit()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(MediaKind, kind);
        QFETCH(ImageLimits, limits);
        QFETCH(MediaKind, expected);
        QFETCH(QSize, size);
        const auto image = prepareImage(bytes, kind, limits, u"a.png"_s, {});
        QVERIFY2(image, image ? "" : qPrintable(image.error().message));
        QVERIFY(image->changed);
        QCOMPARE(image->kind, expected);
        QCOMPARE(sniffKind(image->bytes), expected);
        QCOMPARE(image->size, size);
        QCOMPARE(QImage::fromData(image->bytes).size(), size);
        QCOMPARE(image->original, QImage::fromData(bytes).size());
        QVERIFY(image->bytes.toBase64().size() <= limits.maxBase64Bytes);
    }

    void transparencyBecomesWhiteInJpeg()
    {
        QImage clear = noise(200, 200, QImage::Format_ARGB32);
        for (int y = 0; y < 100; ++y) {
            for (int x = 0; x < 200; ++x)
                clear.setPixel(x, y, 0);
        }
        const auto image = prepareImage(encoded(clear, "png"), MediaKind::Png, {2000, 2000, 60'000},
                                        u"a.png"_s, {});
        QVERIFY(image);
        QCOMPARE(image->kind, MediaKind::Jpeg);
        QVERIFY(qGray(QImage::fromData(image->bytes).pixel(10, 10)) > 245);
    }

    void refused_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<MediaKind>("kind");
        QTest::addColumn<ErrorCode>("code");
        QTest::addColumn<QString>("words");
        const QByteArray whole = encoded(noise(100, 100), "png");
        QTest::newRow("a bomb: 100 bytes, 10 gigapixels")
                << pngClaiming(100'000, 100'000) << MediaKind::Png << ErrorCode::Limit
                << u"100000×100000"_s;
        QTest::newRow("a product beyond 32 bits") << pngClaiming(65'536, 65'536) << MediaKind::Png
                                                  << ErrorCode::Limit << u"65536×65536"_s;
        QTest::newRow("cut in the middle") << whole.first(whole.size() / 2) << MediaKind::Png
                                           << ErrorCode::Unsupported << u"damaged"_s;
        QTest::newRow("only the magic bytes") << QByteArray("\x89PNG\r\n\x1A\n") << MediaKind::Png
                                              << ErrorCode::Unsupported << u"damaged"_s;
        QTest::newRow("another kind behind the magic bytes")
                << QByteArray("GIF89a<svg/>") << MediaKind::Gif << ErrorCode::Unsupported
                << u"damaged"_s;
    }

    void refused()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(MediaKind, kind);
        QFETCH(ErrorCode, code);
        QFETCH(QString, words);
        const auto image = prepareImage(bytes, kind, {}, u"a.png"_s, {});
        QVERIFY(!image);
        QCOMPARE(image.error().code, code);
        QVERIFY2(image.error().message.contains(words), qPrintable(image.error().message));
    }

    void tooLargeHoweverSmall()
    {
        const auto image = prepareImage(encoded(noise(10, 10), "png"), MediaKind::Png,
                                        {2000, 2000, 10}, u"a"_s, {});
        QVERIFY(!image);
        QCOMPARE(image.error().code, ErrorCode::Limit);
    }

    void pictures_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<MediaKind>("kind");
        QTest::addColumn<QSize>("size"); // Invalid: it is refused.
        QTest::addColumn<ErrorCode>("code");
        const ErrorCode none{};
        QTest::newRow("as it is") << encoded(plain(30, 20), "png") << MediaKind::Png
                                  << QSize(30, 20) << none;
        QTest::newRow("made smaller")
                << encoded(plain(400, 100), "png") << MediaKind::Png << QSize(100, 25) << none;
        QTest::newRow("a photo made smaller")
                << encoded(plain(1600, 400), "jpeg") << MediaKind::Jpeg << QSize(100, 25) << none;
        QTest::newRow("very flat")
                << encoded(plain(4000, 1), "png") << MediaKind::Png << QSize(100, 1) << none;
        QTest::newRow("gif") << gif() << MediaKind::Gif << QSize(1, 1) << none;
        QTest::newRow("a bomb") << pngClaiming(100'000, 100'000) << MediaKind::Png << QSize()
                                << ErrorCode::Limit;
        QTest::newRow("damaged") << encoded(plain(30, 20), "png").first(40) << MediaKind::Png
                                 << QSize() << ErrorCode::Unsupported;
        QTest::newRow("by its kind, not its content")
                << encoded(plain(30, 20), "png") << MediaKind::Gif << QSize()
                << ErrorCode::Unsupported;
        QTest::newRow("no image") << QByteArray("%PDF-1.7") << MediaKind::Pdf << QSize()
                                  << ErrorCode::Unsupported;
    }

    void pictures()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(MediaKind, kind);
        QFETCH(QSize, size);
        QFETCH(ErrorCode, code);
        const Result<Picture> picture = decodePicture(bytes, kind, 100, u"a.png"_s, {});
        QCOMPARE(picture.has_value(), size.isValid());
        if (picture)
            QCOMPARE(picture->image.size(), size);
        else
            QCOMPARE(picture.error().code, code);
        std::stop_source stop;
        stop.request_stop();
        const auto stopped = decodePicture(bytes, kind, 100, u"a.png"_s, stop.get_token());
        QVERIFY(!stopped && stopped.error().code == ErrorCode::Cancelled);
    }

    void stops()
    {
        std::stop_source stop;
        stop.request_stop();
        const auto image = prepareImage(encoded(plain(9, 9), "png"), MediaKind::Png, {}, u"a"_s,
                                        stop.get_token());
        QVERIFY(!image);
        QCOMPARE(image.error().code, ErrorCode::Cancelled);
    }
};

Q_DECLARE_METATYPE(Countersign::ImageLimits)

QTEST_GUILESS_MAIN(TestImages)
#include "tst_images.moc"
