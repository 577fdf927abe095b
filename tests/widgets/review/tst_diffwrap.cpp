// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "viewfixture.h"

#include <QSignalSpy>

using namespace Countersign;
using namespace Countersign::Review;
using namespace Countersign::Samples;

/// "0001 0002 … ", `columns` of them: every place of the line is told by what stands there.
static QByteArray counted(int columns)
{
    QByteArray text;
    for (int i = 1; text.size() < columns; ++i)
        text += QByteArray::number(i).rightJustified(4, '0') + ' ';
    text.truncate(columns);
    return text;
}

class TestDiffWrap : public QObject, private ViewFixture
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { setUpAll(); }
    void init() { setUp(); }
    void cleanup() { tearDown(); }
    void columns_data();
    void columns();
    void marksDoNotPileUp();
    void breaks_data();
    void breaks();
    void everyPieceFits();
    void rowsThatDoNotFitAreCutAndTold();
    void linesBreakAtTheWindow_data();
    void linesBreakAtTheWindow();
    void sidesStayAligned();
    void nothingIsCut();
    void endIsSeenWhenPainted();
    void arrowsReadALongLine();
    void pagesReadALongLine();
    void homeAndEnd();
    void selectsInAnyPart();
    void escapesBreakAsText();
    void remarksHaveRoom();
    void keepsThePlace();
    void foldsOpenWhereTheyAre();
    void hugeTexts();
    void oneHugeLine();

private:
    /// In so many columns at the end of a screen line a good place to break is looked for.
    [[nodiscard]] int back() const { return std::min(m_view->columnsPerLine() / 8, 16); }
    [[nodiscard]] int step() const { return m_view->columnsPerLine() - back(); }
    [[nodiscard]] int wanted(int columns) const { return (columns - back() + step() - 1) / step(); }
};

void TestDiffWrap::columns_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QList<int>>("starts"); // Of each painted unit, and the end.
    QTest::newRow("empty") << QString() << QList<int>{0};
    QTest::newRow("plain") << u"ab"_s << QList<int>{0, 1, 2};
    QTest::newRow("accents") << u"é€"_s << QList<int>{0, 1, 2};
    QTest::newRow("tab") << u"a\tb"_s << QList<int>{0, 1, 2, 3, 4, 5};
    QTest::newRow("wide") << u"a中b"_s << QList<int>{0, 1, 3, 4};
    QTest::newRow("surrogates") << u"a😀b"_s << QList<int>{0, 1, 3, 3, 4};
    QTest::newRow("mark") << u"e\u0301x"_s << QList<int>{0, 1, 1, 2};
    QTest::newRow("escape") << u"\u202E"_s << QList<int>{0, 1, 2, 3, 4, 5, 6, 7, 8};
}

void TestDiffWrap::columns()
{
    QFETCH(QString, text);
    QFETCH(QList<int>, starts);
    const DisplayLine line(text);
    QList<int> found;
    for (int unit = 0; unit <= line.text().size(); ++unit)
        found.append(line.columnAt(unit));
    QCOMPARE(found, starts);
    QCOMPARE(line.columns(), starts.constLast());
    QCOMPARE(columnsOf(text.toUtf8()), starts.constLast());
    // Every column leads to the first letter at or after it, and to none of its marks.
    for (int column = 1; column <= starts.constLast(); ++column) {
        const int unit = line.unitAt(column);
        QVERIFY(unit == line.text().size() || line.columnAt(unit) >= column);
        for (int before = 0; before < unit; ++before) {
            const bool letter = line.columnAt(before + 1) > line.columnAt(before);
            QVERIFY(!letter || line.columnAt(before) < column);
        }
        QVERIFY(unit == line.text().size() || line.columnAt(unit + 1) > line.columnAt(unit));
    }
}

void TestDiffWrap::marksDoNotPileUp()
{
    // One letter with a million marks is no reason to lay out a million units at once.
    const DisplayLine line(u'e' + QString(1'000'000, QChar(0x301)));
    QVERIFY(line.columns() > 900'000);
    QVERIFY(line.unitAt(100) < 200);
    // And many letters are as quick to find at the end as at the start.
    const DisplayLine wide(QString(1'000'000, QChar(0x4e2d)));
    QCOMPARE(wide.unitAt(1'999'998), 999'999);
    QCOMPARE(wide.columnAt(999'999), 1'999'998);
}

void TestDiffWrap::breaks_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("wanted"); // Before the break of ten columns, four of them looked at.
    QTest::newRow("behind a space") << u"some text of words"_s << u"some text "_s;
    QTest::newRow("behind an earlier space") << u"a longer wordy one"_s << u"a longer "_s;
    QTest::newRow("behind all spaces") << u"a long    word is"_s << u"a long    "_s;
    QTest::newRow("not in front of spaces") << u"a long xy   word"_s << u"a long "_s;
    QTest::newRow("before a word") << u"call(one,two,three)"_s << u"call(one,"_s;
    QTest::newRow("a space before a word") << u"call( a,b_cd,three)"_s << u"call( a,"_s;
    QTest::newRow("nothing near") << u"abcdefghijklmnopq"_s << u"abcdefghij"_s;
    QTest::newRow("only far away") << u"abc defghijklmnopq"_s << u"abc defghi"_s;
    QTest::newRow("it fits") << u"short"_s << u"short"_s;
    QTest::newRow("a wide letter on the edge") << u"abcdefghi中jkl"_s << u"abcdefghi中"_s;
    QTest::newRow("a pair on the edge") << u"abcdefghi😀jkl"_s << u"abcdefghi😀"_s;
    QTest::newRow("an escape that fits below") << u"abcdefgh\u202Exyz"_s << u"abcdefgh"_s;
    QTest::newRow("a longer escape") << u"abc\u202Exyz"_s << u"abc⟨U+202E"_s;
}

void TestDiffWrap::breaks()
{
    QFETCH(QString, text);
    const DisplayLine line(text);
    QTEST(line.text().left(line.breakBefore(10, 4)), "wanted");
}

void TestDiffWrap::everyPieceFits()
{
    m_view->setWrapped(true);
    QByteArray text;
    for (int i = 0; text.size() < 3000; ++i)
        text += QByteArray(1 + (i * 7) % 6, char('a' + i % 26)) + (i % 5 == 0 ? ", " : " ");
    show(modified("a\n", text + "\n"), Presentation::Unified);
    const int row = rowWith(u"1+"_s);
    const int pieces = m_view->screenLines().count(row);
    QCOMPARE(pieces, wanted(static_cast<int>(text.size())));
    const int right = m_view->viewport()->width() - 2;
    QString read;
    for (int piece = 0; piece < pieces; ++piece) {
        m_view->verticalScrollBar()->setValue(m_view->screenLines().first(row) + piece - 3);
        key(Qt::Key_Escape);
        QTest::mousePress(m_view->viewport(), Qt::LeftButton, {}, centre(row, 2, piece));
        QTest::mouseMove(m_view->viewport(), centre(row, right, piece));
        QTest::mouseRelease(m_view->viewport(), Qt::LeftButton, {}, centre(row, right, piece));
        const QString words = m_view->selectedText();
        QVERIFY2(words.size() <= m_view->columnsPerLine(), qPrintable(words));
        // Words are short enough for a good place.
        QVERIFY2(piece + 1 == pieces || words.endsWith(u' '), qPrintable(words));
        read += words;
    }
    QCOMPARE(read, QString::fromLatin1(text));
}

void TestDiffWrap::rowsThatDoNotFitAreCutAndTold()
{
    Result<DiffDocument> built = buildDocument(modified("a\n", "b\n"));
    QVERIFY(built.has_value());
    const QString words = u"<b>note</b> "_s.repeated(40);
    built->summary.facts.append({u"short"_s, u"short"_s, true, true});
    built->summary.facts.append({u"long"_s, words, true, true});
    m_view->setDocument(std::make_shared<const DiffDocument>(*std::move(built)));
    const int brief = rowWith(u"short"_s);
    const int row = rowWith(words);
    QVERIFY(brief >= 0 && row >= 0);
    QCOMPARE(m_view->cutBandAt(centre(brief, 200)), QString());
    QCOMPARE(m_view->cutBandAt(centre(row, 200)), u"◆ "_s + words);
    QCOMPARE(m_view->cutBandAt(centre(rowWith(u"1+b"_s), 200)), QString());
    paint();
}

void TestDiffWrap::linesBreakAtTheWindow_data()
{
    QTest::addColumn<Presentation>("presentation");
    QTest::newRow("unified") << Presentation::Unified;
    QTest::newRow("side by side") << Presentation::SideBySide;
}

void TestDiffWrap::linesBreakAtTheWindow()
{
    QFETCH(Presentation, presentation);
    show(modified("a\n", counted(300) + "\n"), presentation);
    QVERIFY(m_view->horizontalScrollBar()->maximum() > 0);
    const int row = rowWith(u"0001"_s);
    QCOMPARE(m_view->screenLines().count(row), 1);
    m_view->setWrapped(true);
    QCOMPARE(m_view->horizontalScrollBar()->maximum(), 0);
    QVERIFY(m_view->columnsPerLine() < 100);
    QCOMPARE(m_view->screenLines().count(row), wanted(300));
    m_view->setWrapped(false);
    QCOMPARE(m_view->screenLines().total(), m_view->visuals().size());
    QVERIFY(m_view->horizontalScrollBar()->maximum() > 0);
}

void TestDiffWrap::sidesStayAligned()
{
    const QByteArray shared = counted(200);
    show(modified("head\n" + shared + "\nold\ntail\n",
                  "head\n" + shared + "\n" + counted(250) + "\ntail\n"),
         Presentation::SideBySide);
    m_view->setWrapped(true);
    const ScreenLines &lines = m_view->screenLines();
    // The row of both sides takes what the longer side takes; the next one begins below.
    const int same = rowWith(u"2 0001"_s);
    QCOMPARE(lines.count(same), wanted(200));
    const int changed = rowWith(u"3−old"_s);
    QCOMPARE(lines.first(changed), lines.last(same) + 1);
    const int longer = rowWith(u"3+0001"_s);
    QCOMPARE(lines.count(longer), wanted(250));
    QCOMPARE(lines.count(rowWith(u"tail"_s)), 1);
    // A click beside the text of the shorter side is on its line.
    m_view->verticalScrollBar()->setValue(0);
    const int middle = m_view->viewport()->width() / 2;
    QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {},
                      centre(longer, middle - 10, lines.count(longer) - 1));
    QCOMPARE(m_view->currentRow(), longer);
}

void TestDiffWrap::nothingIsCut()
{
    // Without wrapping the line goes on at the right edge, which says so; wrapped it does not.
    const auto edge = [this] {
        paint();
        const QImage image = m_view->viewport()->grab().toImage();
        const int row = rowWith(u"1+"_s);
        const QColor ground = Theme::Theme::instance().color(Theme::Token::AddedLine);
        const int ratio = qRound(image.devicePixelRatio());
        int other = 0;
        const QRect line(m_view->viewport()->width() - 5, centre(row, 0).y() - 4, 4, 8);
        for (int y = line.top() * ratio; y < line.bottom() * ratio; ++y) {
            for (int x = line.left() * ratio; x < line.right() * ratio; ++x)
                other += image.pixelColor(x, y) == ground ? 0 : 1;
        }
        return other;
    };
    show(modified("a\n", QByteArray(400, 'W') + "\n"), Presentation::Unified);
    QVERIFY(edge() > 0);
    m_view->setWrapped(true);
    QCOMPARE(edge(), 0);
}

void TestDiffWrap::endIsSeenWhenPainted()
{
    m_view->setWrapped(true);
    show(modified("a\n", counted(20'000) + "\n"), Presentation::Unified);
    QVERIFY(wanted(20'000) > 100);
    paint();
    QVERIFY(!m_view->isSeen()); // Its start alone is on screen.
    QSignalSpy seen(m_view, &DiffView::seenChanged);
    // One line short of the end is not the end.
    m_view->verticalScrollBar()->setValue(m_view->verticalScrollBar()->maximum() - 1);
    paint();
    QVERIFY(!m_view->isSeen());
    m_view->verticalScrollBar()->setValue(m_view->verticalScrollBar()->maximum());
    paint();
    QVERIFY(m_view->isSeen());
    QCOMPARE(seen.size(), 1);
}

void TestDiffWrap::arrowsReadALongLine()
{
    m_view->setWrapped(true);
    show(modified("a\nz\n", counted(20'000) + "\nz\n"), Presentation::Unified);
    const int longRow = rowWith(u"1+0001"_s);
    key(Qt::Key_Down);
    QCOMPARE(m_view->currentRow(), longRow);
    const int lines = m_view->screenLines().count(longRow);
    int steps = 0;
    while (m_view->currentRow() == longRow && steps < 2 * lines) {
        key(Qt::Key_Down);
        paint();
        ++steps;
    }
    // Line by line, and the end was on screen before the next row became current.
    QVERIFY(steps > lines / 2 && steps <= lines + 1);
    QVERIFY(m_view->isSeen());
    QCOMPARE(m_view->rowText(m_view->currentRow()), u"2 z"_s);
    key(Qt::Key_Up);
    key(Qt::Key_Up);
    QCOMPARE(m_view->currentRow(), longRow); // Still: its start is far above.
    const int before = top();
    key(Qt::Key_Up);
    QCOMPARE(top(), before - 1);
}

void TestDiffWrap::pagesReadALongLine()
{
    m_view->setWrapped(true);
    show(modified("a\nz\n", counted(20'000) + "\nz\n"), Presentation::Unified);
    const int page = m_view->verticalScrollBar()->pageStep();
    key(Qt::Key_Down);
    int before = top();
    for (int i = 0; i < 3; ++i) {
        key(Qt::Key_PageDown);
        QCOMPARE(top(), before + page); // Nothing is skipped.
        before = top();
    }
    QVERIFY(m_view->rowText(m_view->currentRow()).startsWith(u"1+0001"_s));
    key(Qt::Key_PageUp);
    QCOMPARE(top(), before - page);
}

void TestDiffWrap::homeAndEnd()
{
    m_view->setWrapped(true);
    show(modified(counted(9000) + "\n", counted(20'000) + "\n"), Presentation::Unified);
    key(Qt::Key_End);
    QCOMPARE(top(), m_view->verticalScrollBar()->maximum());
    QCOMPARE(m_view->currentRow(), m_view->visuals().size() - 1);
    key(Qt::Key_Home);
    QCOMPARE(top(), 0);
    QCOMPARE(m_view->currentRow(), 0);
}

void TestDiffWrap::selectsInAnyPart()
{
    m_view->setWrapped(true);
    show(modified("a\n", counted(300) + "\n"), Presentation::Unified);
    const int row = rowWith(u"1+0001"_s);
    QVERIFY(m_view->screenLines().count(row) >= 3);
    const QString text = QString::fromLatin1(counted(300));
    const DisplayLine line(text);
    const int second = line.breakBefore(step() + back(), back());
    const int third = line.breakBefore(2 * step() + back(), back());
    QCOMPARE(text.at(second - 1), u' ');
    const auto drag = [&](QPoint from, QPoint to) {
        key(Qt::Key_Escape); // A press on a number of a selection would be about that one.
        QTest::mousePress(m_view->viewport(), Qt::LeftButton, {}, from);
        QTest::mouseMove(m_view->viewport(), to);
        QTest::mouseRelease(m_view->viewport(), Qt::LeftButton, {}, to);
        return m_view->selectedText();
    };
    const int right = m_view->viewport()->width() - 2;
    // From the numbers beside the second part to its end: that part, whole.
    QCOMPARE(drag(centre(row, 2, 1), centre(row, right, 1)), text.mid(second, third - second));
    QCOMPARE(drag(centre(row, 2, 0), centre(row, right, 1)), text.left(third));
    QCOMPARE(drag(centre(row, 2, 2), centre(row, 2, 1)), text.mid(second, third - second));
    QVERIFY(!m_view->grab().isNull());
}

void TestDiffWrap::escapesBreakAsText()
{
    m_view->setWrapped(true);
    // Each is one unit of the file and eight columns of the view.
    show(modified("a\n", QByteArray("\xE2\x80\xAE").repeated(60) + "z\n"), Presentation::Unified);
    const int row = rowWith(u"1+"_s);
    QCOMPARE(m_view->screenLines().count(row), wanted(60 * 8 + 1));
    const int last = m_view->screenLines().count(row) - 1;
    const int right = m_view->viewport()->width() - 2;
    QTest::mousePress(m_view->viewport(), Qt::LeftButton, {}, centre(row, 2));
    QTest::mouseMove(m_view->viewport(), centre(row, right, last));
    QTest::mouseRelease(m_view->viewport(), Qt::LeftButton, {}, centre(row, right, last));
    QCOMPARE(m_view->selectedText(), QString(60, QChar(0x202e)) + u'z');
    QVERIFY(!m_view->grab().isNull());
}

void TestDiffWrap::remarksHaveRoom()
{
    m_view->setWrapped(true);
    show(modified("a\nb\n", "a\nnew\n"), Presentation::Unified);
    const auto remark = [](const QString &text) {
        return Remark{0, {Side::New, 2, 2}, text, {}, false};
    };
    const int row = rowWith(u"2+new"_s);
    const ScreenLines &lines = m_view->screenLines();
    QCOMPARE(lines.count(row), 1);
    m_view->setRemarks({remark(u"short"_s)});
    QCOMPARE(lines.count(row), 1); // Behind the text, as ever.
    m_view->setRemarks({remark(u"word "_s.repeated(60))});
    QCOMPARE(lines.count(row), 1 + wanted(302));
    QCOMPARE(lines.count(row - 1), 1);
    paint();
    m_view->setRemarks({});
    QCOMPARE(lines.count(row), 1);
}

void TestDiffWrap::keepsThePlace()
{
    QByteArray before;
    for (int i = 1; i <= 60; ++i)
        before += QByteArray::number(1000 + i) + ' ' + counted(i % 7 == 0 ? 900 : 20) + '\n';
    QByteArray after = before;
    after.replace("\n1030 ", "\nnew ").replace("\n1055 ", "\nnew ");
    show(modified(before, after), Presentation::SideBySide);
    while (foldRow() >= 0)
        m_view->openFold(foldRow(), true);
    const auto topRow = [this] {
        return m_view->screenLines().visualAt(top());
    };
    m_view->verticalScrollBar()->setValue(35);
    QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {}, centre(40, 200));
    QCOMPARE(topRow(), 35);
    m_view->setWrapped(true);
    QCOMPARE(topRow(), 35);
    QCOMPARE(m_view->currentRow(), 40);
    m_window->resize(500, 400);
    QCoreApplication::sendPostedEvents();
    QCOMPARE(topRow(), 35);
    // In the middle of a line, the same part of it stays at the edge.
    const int tall = 41;
    QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {}, centre(tall, 200));
    m_view->verticalScrollBar()->setValue(m_view->screenLines().first(tall) + 6);
    const int column = 6 * step();
    m_window->resize(900, 400);
    QCoreApplication::sendPostedEvents();
    QCOMPARE(topRow(), tall);
    const int line = top() - m_view->screenLines().first(tall);
    QCOMPARE(line, column / step());
    m_view->setPresentation(Presentation::Unified);
    QCOMPARE(m_view->visuals().at(topRow()).index, tall);
}

void TestDiffWrap::foldsOpenWhereTheyAre()
{
    QByteArray before;
    for (int i = 1; i <= 80; ++i)
        before += QByteArray::number(1000 + i) + ' ' + counted(300) + '\n';
    QByteArray after = before;
    after.replace("\n1040 ", "\nnew ");
    m_view->setWrapped(true);
    show(modified(before, after), Presentation::Unified);
    m_view->verticalScrollBar()->setValue(0);
    const int row = rowWith(u"40+new"_s);
    const int y = m_view->screenLines().first(row) - top();
    m_view->openFold(foldRow(), false);
    const int now = rowWith(u"40+new"_s);
    QCOMPARE(now, row + 20);
    // The fold became current, which is above: what was read is where it can be scrolled to.
    QVERIFY(m_view->screenLines().first(now) - top() >= y);
}

void TestDiffWrap::hugeTexts()
{
    const QByteArray before = numbered(200'000);
    QByteArray after = before;
    after.replace("line 100000\n", QByteArray("line x " + counted(500) + "\n"));
    m_view->setWrapped(true);
    show(modified(before, after), Presentation::SideBySide);
    m_view->openFold(foldRow(0), true);
    m_view->openFold(foldRow(0), true);
    const int rows = static_cast<int>(m_view->visuals().size());
    QVERIFY(rows > 200'000);
    QCOMPARE(m_view->screenLines().total(), rows + wanted(507) - 1);
    key(Qt::Key_End);
    QCOMPARE(m_view->rowText(m_view->currentRow()), u"200000 line 200000 | 200000 line 200000"_s);
    QVERIFY(!m_view->grab().isNull());
    QVERIFY(m_view->previousHunk());
    QCOMPARE(m_view->rowText(m_view->currentRow()), u"100000−line 100000 | "_s);
}

void TestDiffWrap::oneHugeLine()
{
    const QByteArray line(5'000'000, 'x');
    m_view->setWrapped(true);
    show(modified(line + "\n", line + "end\n"), Presentation::Unified);
    paint(); // The scroll bar has come.
    const int row = rowWith(u"1+x"_s);
    QCOMPARE(m_view->screenLines().count(row), wanted(5'000'003));
    for (const int at :
         {0, m_view->verticalScrollBar()->maximum() / 2, m_view->verticalScrollBar()->maximum()}) {
        m_view->verticalScrollBar()->setValue(at);
        paint();
    }
    QVERIFY(m_view->isSeen());
    const int last = m_view->screenLines().count(row) - 1;
    const int right = m_view->viewport()->width() - 2;
    QTest::mousePress(m_view->viewport(), Qt::LeftButton, {}, centre(row, 2, last));
    QTest::mouseMove(m_view->viewport(), centre(row, right, last));
    QVERIFY(m_view->selectedText().endsWith(u"xend"_s));
    QVERIFY(m_view->selectedText().size() <= m_view->columnsPerLine());
}

QTEST_MAIN(TestDiffWrap)
#include "tst_diffwrap.moc"
