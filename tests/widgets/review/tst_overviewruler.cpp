// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "review/overviewruler.h"
#include "viewfixture.h"

using namespace Countersign;
using namespace Countersign::Review;
using namespace Countersign::Samples;
using Kind = OverviewMark::Kind;

class TestOverviewRuler : public QObject, private ViewFixture
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { setUpAll(); }
    void init() { setUp(); }
    void cleanup() { tearDown(); }
    void marks_data();
    void marks();
    void saysWhatItIs();
    void clicksGoThere();
    void dragsGoAlong();
    void foldedPlaces();
    void sidesDifferByPlace();
    void manyMarks();
    void nothingToShow();

private:
    [[nodiscard]] OverviewRuler *ruler() const
    {
        return m_view->findChild<OverviewRuler *>(u"overviewRuler"_s);
    }
};

void TestOverviewRuler::marks_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<QList<OverviewMark>>("wanted");
    QTest::newRow("added") << QByteArray("a\nb\n") << QByteArray("a\nx\ny\nb\n")
                           << QList<OverviewMark>{{Kind::Added, 1, 2}};
    QTest::newRow("removed") << QByteArray("a\nx\ny\nb\n") << QByteArray("a\nb\n")
                             << QList<OverviewMark>{{Kind::Removed, 1, 2}};
    QTest::newRow("changed") << QByteArray("a\none two\n") << QByteArray("a\none three\n")
                             << QList<OverviewMark>{{Kind::Changed, 1, 1}};
    QTest::newRow("replaced") << numbered(9) << QByteArray("line 1\nline x\n" + numbered(9).mid(14))
                              << QList<OverviewMark>{{Kind::Changed, 1, 1}};
    QTest::newRow("nothing") << QByteArray("a\n") << QByteArray("a\n") << QList<OverviewMark>();
}

void TestOverviewRuler::marks()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    QFETCH(QList<OverviewMark>, wanted);
    show(modified(before, after), Presentation::Unified);
    QCOMPARE(ruler()->marks(), wanted);
}

void TestOverviewRuler::saysWhatItIs()
{
    show(twoHunks(), Presentation::Unified);
    QVERIFY(ruler()->isVisible());
    QCOMPARE(ruler()->accessibleName(), u"Overview of the file"_s);
    QVERIFY2(ruler()->accessibleDescription().startsWith(u"2 changed place"_s),
             qPrintable(ruler()->accessibleDescription()));
    QVERIFY(!ruler()->toolTip().isEmpty());
    // Beside the text, not on it.
    QCOMPARE(ruler()->height(), m_view->viewport()->height());
    QVERIFY(ruler()->x() >= m_view->viewport()->geometry().right());
}

void TestOverviewRuler::clicksGoThere()
{
    const QByteArray before = numbered(1000);
    QByteArray after = before;
    after.replace("line 900\n", "line x\n");
    show(modified(before, after), Presentation::SideBySide);
    m_view->openFold(foldRow(0), true);
    m_view->openFold(foldRow(0), true);
    QTest::mouseClick(ruler(), Qt::LeftButton, {}, {4, ruler()->yOf(300) + 1});
    const int row = m_view->visuals().at(m_view->currentRow()).index;
    QVERIFY2(row >= 298 && row <= 304, qPrintable(QString::number(row)));
    // In the middle of the window.
    const int line = m_view->screenLines().first(m_view->currentRow()) - top();
    QVERIFY(line > 3 && line < m_view->verticalScrollBar()->pageStep() - 3);
    QTest::mouseClick(ruler(), Qt::LeftButton, {}, {4, ruler()->yOf(899) + 1});
    QVERIFY(m_view->viewport()->rect().contains(centre(rowWith(u"900+line x"_s), 100)));
}

void TestOverviewRuler::dragsGoAlong()
{
    show(modified(numbered(1000), numbered(1000, "!\n")), Presentation::SideBySide);
    QTest::mousePress(ruler(), Qt::LeftButton, {}, {4, 5});
    const int start = top();
    QTest::mouseMove(ruler(), {4, ruler()->height() / 2});
    const int middle = top();
    QTest::mouseMove(ruler(), {4, ruler()->height() + 50});
    QTest::mouseRelease(ruler(), Qt::LeftButton, {}, {4, ruler()->height() + 50});
    QVERIFY(start < middle && middle < top());
    QCOMPARE(top(), m_view->verticalScrollBar()->maximum());
}

void TestOverviewRuler::foldedPlaces()
{
    show(twoHunks(), Presentation::Unified);
    const qsizetype rows = m_view->visuals().size();
    QTest::mouseClick(ruler(), Qt::LeftButton, {}, {4, 1});
    QCOMPARE(m_view->visuals().size(), rows); // A look opens nothing.
    QCOMPARE(m_view->currentRow(), foldRow(0));
}

void TestOverviewRuler::sidesDifferByPlace()
{
    // Who sees no colours sees where the marks stand.
    const auto marked = [this](int x, int row) {
        const QImage image = ruler()->grab().toImage();
        const qreal ratio = image.devicePixelRatio();
        const QColor ground =
                image.pixelColor(qRound(2 * ratio), qRound((ruler()->yOf(row) + 1) * ratio));
        return image.pixelColor(qRound(x * ratio), qRound((ruler()->yOf(row) + 1) * ratio))
                != ground;
    };
    QByteArray after = numbered(400);
    after.replace("line 100\n", "").replace("line 200\n", "line 200\nmore\n");
    after.replace("line 300\n", "line 300 x\n");
    show(modified(numbered(400), after), Presentation::SideBySide);
    const int left = 6;
    const int right = 11;
    QVERIFY(marked(left, 99) && !marked(right, 99));
    QVERIFY(!marked(left, 200) && marked(right, 200));
    QVERIFY(marked(left, 300) && marked(right, 300));
}

void TestOverviewRuler::manyMarks()
{
    QByteArray before;
    QByteArray after;
    for (int i = 0; i < 40'000; ++i) {
        const QByteArray line = "line " + QByteArray::number(i) + '\n';
        before += line;
        after += i % 2 == 0 ? QByteArray("changed " + line) : line;
    }
    show(modified(before, after), Presentation::SideBySide);
    QCOMPARE(ruler()->marks().size(), 20'000);
    QVERIFY(!ruler()->grab().isNull());
}

void TestOverviewRuler::nothingToShow()
{
    m_view->setDocument(nullptr);
    QVERIFY(!ruler()->isVisible());
    show(modified(QByteArray("\0a", 2), QByteArray("\0b", 2)), Presentation::Unified);
    QVERIFY(!ruler()->isVisible());
    QCOMPARE(ruler()->rowAt(10), -1);
    show(twoHunks(), Presentation::Unified);
    QVERIFY(ruler()->isVisible());
}

QTEST_MAIN(TestOverviewRuler)
#include "tst_overviewruler.moc"
