// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "panelfixture.h"
#include "review/diffview.h"
#include "review/imagepage.h"

#include <QBuffer>
#include <QLabel>
#include <QListWidget>
#include <QLocale>
#include <QSet>
#include <QToolButton>

using namespace Countersign;
using namespace Countersign::Review;
using namespace Countersign::Samples;

static QByteArray picture(QSize size, const QColor &color, const char *format = "png")
{
    QImage image(size, QImage::Format_ARGB32);
    image.fill(color);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    if (!buffer.open(QIODevice::WriteOnly) || !image.save(&buffer, format))
        qFatal("The picture cannot be made.");
    return bytes;
}

/// The head of a PNG that says it has so many pixels, and no more of it.
static QByteArray bomb(quint32 width, quint32 height)
{
    QByteArray bytes = picture({1, 1}, Qt::red);
    const auto put = [&](qsizetype at, quint32 value) {
        for (int i = 0; i < 4; ++i)
            bytes[at + i] = static_cast<char>(value >> (24 - 8 * i));
    };
    put(16, width);
    put(20, height);
    // The checksum of the head, so that it is believed.
    quint32 crc = 0xffffffffU;
    for (qsizetype i = 12; i < 29; ++i) {
        crc ^= static_cast<uchar>(bytes.at(i));
        for (int bit = 0; bit < 8; ++bit)
            crc = (crc >> 1) ^ ((crc & 1) != 0 ? 0xedb88320U : 0U);
    }
    put(29, crc ^ 0xffffffffU);
    return bytes;
}

class TestImagePage : public QObject, private PanelFixture
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { setUpAll(); }
    void init() { setUp(); }
    void cleanup() { tearDown(); }
    void decodes_data();
    void decodes();
    void onlyImages_data();
    void onlyImages();
    void showsBothSides();
    void fitsTheWindow();
    void showsOneSide();
    void saysWhyNot();
    void isSeenWhenPainted();
    void isOneOfSeveralFiles();

private:
    [[nodiscard]] ImagePage *page() const { return part<ImagePage>("imagePage"); }
    static Diff::FileChange change(const QByteArray &before, const QByteArray &after)
    {
        return modified(before, after, u"logo.png"_s);
    }
};

void TestImagePage::decodes_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QSize>("size"); // Of what is kept; empty: nothing.
    QTest::addColumn<QString>("facts");
    const QByteArray png = picture({30, 20}, Qt::red);
    QTest::newRow("png") << png << QSize(30, 20)
                         << u"30 × 20 pixels · %1 bytes · PNG"_s.arg(png.size());
    const QByteArray jpeg = picture({30, 20}, Qt::red, "jpeg");
    QTest::newRow("jpeg") << jpeg << QSize(30, 20)
                          << u"30 × 20 pixels · %1 · JPEG"_s.arg(
                                     QLocale().formattedDataSize(jpeg.size()));
    QTest::newRow("large") << picture({5000, 100}, Qt::red) << QSize(2048, 40) << QString();
    QTest::newRow("damaged") << png.first(40) << QSize() << QString();
    QTest::newRow("a bomb") << bomb(60'000, 60'000) << QSize() << QString();
    QTest::newRow("wider than anything") << bomb(0x7fffffff, 1) << QSize() << QString();
    QTest::newRow("other bytes") << QByteArray("\0abc", 4) << QSize() << u"4 bytes"_s;
    QTest::newRow("nothing") << QByteArray() << QSize() << u"0 bytes"_s;
}

void TestImagePage::decodes()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QSize, size);
    QFETCH(QString, facts);
    const ImageChange images = decodeImages(change(picture({8, 8}, Qt::blue), bytes), {});
    QVERIFY(images.before.exists && images.after.exists);
    QCOMPARE(images.before.image.size(), QSize(8, 8));
    QCOMPARE(images.after.image.size(), size.isEmpty() ? QSize(0, 0) : size);
    QCOMPARE(images.after.problem.isEmpty(), !size.isEmpty());
    if (!facts.isEmpty())
        QCOMPARE(images.after.facts, facts);
}

void TestImagePage::onlyImages_data()
{
    QTest::addColumn<Diff::FileChange>("file");
    QTest::addColumn<bool>("image");
    const QByteArray png = picture({3, 2}, Qt::red);
    QTest::newRow("both") << change(png, png + "x") << true;
    QTest::newRow("one became an image") << change(QByteArray("\0a", 2), png) << true;
    QTest::newRow("neither") << change(QByteArray("\0a", 2), QByteArray("\0b", 2)) << false;
    // SVG is text, and the name proves nothing.
    QTest::newRow("text") << modified("<svg/>\n", "<svg></svg>\n", u"a.svg"_s) << false;
    QTest::newRow("text by the name of an image") << modified("a\n", "b\n", u"a.png"_s) << false;
}

void TestImagePage::onlyImages()
{
    QFETCH(Diff::FileChange, file);
    QFETCH(bool, image);
    QCOMPARE(isImageChange(file), image);
    show(editRequest(u"per_1"_s, {file}));
    QCOMPARE(page()->isVisible(), image);
    QCOMPARE(part<DiffView>("diffView")->isVisible(), !image);
}

void TestImagePage::showsBothSides()
{
    show(editRequest(u"per_1"_s,
                     {change(picture({40, 30}, Qt::red), picture({60, 20}, Qt::blue))}));
    QVERIFY(page()->isVisible());
    QVERIFY(page()->accessibleName().contains(u"logo.png"_s));
    QVERIFY2(page()->accessibleDescription().contains(u"40 × 30 pixels"_s),
             qPrintable(page()->accessibleDescription()));
    QVERIFY(page()->accessibleDescription().contains(u"60 × 20 pixels"_s));
    const QRect before = page()->imageRect(false);
    const QRect after = page()->imageRect(true);
    QCOMPARE(before.size(), QSize(40, 30)); // Never larger than it is.
    QCOMPARE(after.size(), QSize(60, 20));
    QVERIFY(before.right() < page()->width() / 2 && after.left() > page()->width() / 2);
    const QImage image = page()->grab().toImage();
    const qreal ratio = image.devicePixelRatio();
    QCOMPARE(image.pixelColor((QPointF(before.center()) * ratio).toPoint()), QColor(Qt::red));
    QCOMPARE(image.pixelColor((QPointF(after.center()) * ratio).toPoint()), QColor(Qt::blue));
    // What is transparent shows the ground.
    show(editRequest(u"per_2"_s,
                     {change(picture({40, 30}, Qt::red), picture({64, 64}, Qt::transparent))}));
    const QImage clear = page()->grab().toImage();
    QSet<QRgb> colors;
    const QRect ground = page()->imageRect(true).adjusted(2, 2, -2, -2);
    for (int y = ground.top(); y < ground.bottom(); ++y) {
        for (int x = ground.left(); x < ground.right(); ++x)
            colors.insert(clear.pixel(qRound(x * ratio), qRound(y * ratio)));
    }
    QCOMPARE(colors.size(), 2);
}

void TestImagePage::fitsTheWindow()
{
    show(editRequest(u"per_1"_s,
                     {change(picture({1500, 1500}, Qt::red), picture({750, 750}, Qt::blue))}));
    for (const int width : {780, 1500, 420}) {
        m_window->resize(width, 600);
        QCoreApplication::sendPostedEvents();
        const QRect before = page()->imageRect(false);
        const QRect after = page()->imageRect(true);
        QVERIFY(page()->rect().contains(before) && page()->rect().contains(after));
        QVERIFY(!before.intersects(after));
        // One scale: half as many pixels look half as wide.
        QVERIFY(std::abs(before.width() - 2 * after.width()) <= 2);
    }
}

void TestImagePage::showsOneSide()
{
    Diff::FileChange fresh = change({}, picture({40, 30}, Qt::red));
    fresh.kind = Diff::ChangeKind::Added;
    show(editRequest(u"per_1"_s, {fresh}));
    QVERIFY(page()->imageRect(false).isEmpty());
    const QRect after = page()->imageRect(true);
    QVERIFY(std::abs(after.center().x() - page()->width() / 2) <= 1);
    Diff::FileChange gone = change(picture({40, 30}, Qt::red), {});
    gone.kind = Diff::ChangeKind::Deleted;
    show(editRequest(u"per_2"_s, {gone}));
    QVERIFY(!page()->imageRect(false).isEmpty());
    QVERIFY(page()->imageRect(true).isEmpty());
    QVERIFY(!page()->accessibleDescription().contains(u"After"_s));
}

void TestImagePage::saysWhyNot()
{
    show(editRequest(u"per_1"_s,
                     {change(picture({40, 30}, Qt::red).first(50), bomb(60'000, 60'000))}));
    QVERIFY(page()->isVisible());
    QVERIFY(page()->accessibleDescription().contains(u"cannot be decoded"_s));
    QVERIFY(page()->accessibleDescription().contains(u"too many pixels"_s));
    QVERIFY(!page()->grab().isNull());
    // What cannot be looked at is still decided on: its bytes are named.
    QTRY_VERIFY(button("allowOnce")->isEnabled());
}

void TestImagePage::isSeenWhenPainted()
{
    show(editRequest(u"per_1"_s,
                     {change(picture({40, 30}, Qt::red), picture({60, 20}, Qt::blue))}));
    QTRY_VERIFY(page()->isSeen());
    QTRY_VERIFY(button("allowOnce")->isEnabled());
    click("allowOnce");
    QCOMPARE(m_answers->size(), 1);
}

void TestImagePage::isOneOfSeveralFiles()
{
    show(editRequest(u"per_1"_s,
                     {twoHunks(), change(picture({40, 30}, Qt::red), picture({60, 20}, Qt::blue)),
                      twoHunks(u"src/z.cpp"_s)}));
    auto *files = part<QListWidget>("reviewFiles");
    auto *view = part<DiffView>("diffView");
    QVERIFY(view->isVisible());
    view->setFocus();
    for (int i = 0; i < 3; ++i)
        QTest::keyClick(view, Qt::Key_F7);
    QTRY_VERIFY(page()->isVisible());
    QCOMPARE(files->currentRow(), 1);
    page()->setFocus();
    // It is left out as a whole, and F7 goes on.
    QTest::keyClick(page(), Qt::Key_N);
    QTRY_VERIFY(part<QToolButton>("takeIn")->isVisible());
    QVERIFY(page()->isVisible());
    QTest::keyClick(page(), Qt::Key_Y);
    QTRY_VERIFY(part<QToolButton>("leaveOut")->isVisible());
    QTest::keyClick(page(), Qt::Key_F7);
    QTest::keyClick(page(), Qt::Key_F7);
    QTRY_VERIFY(view->isVisible());
    QCOMPARE(files->currentRow(), 2);
    QVERIFY(view->hasFocus());
}

QTEST_MAIN(TestImagePage)
#include "tst_imagepage.moc"
