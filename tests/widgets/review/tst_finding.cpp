// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "review/finding.h"
#include "viewfixture.h"

#include <QSignalSpy>

using namespace Countersign;
using namespace Countersign::Review;
using namespace Countersign::Samples;

class TestFinding : public QObject, private ViewFixture
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { setUpAll(); }
    void init() { setUp(); }
    void cleanup() { tearDown(); }
    void finds_data();
    void finds();
    void isBounded();
    void stops();
    void paintsInOrder();
    void namesOfLines_data();
    void namesOfLines();
    void opensWhatHidesAMatch();
    void keepsTheCurrentLine();
    void scrollsSideways();
    void scrollsInAWrappedLine();
    void marksAreSeen();
    void goesToLines_data();
    void goesToLines();

private:
    [[nodiscard]] Matches find(const QString &text,
                               Qt::CaseSensitivity cases = Qt::CaseInsensitive) const
    {
        return findMatches(*m_view->document(), text, cases);
    }
};

void TestFinding::finds_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("cases");
    QTest::addColumn<QList<Match>>("wanted");
    const QList<Match> none;
    QTest::newRow("nothing looked for")
            << QByteArray("a\n") << QByteArray("a\n") << QString() << false << none;
    QTest::newRow("unchanged lines once")
            << QByteArray("one\ntwo\n") << QByteArray("one\ntwo\n") << u"two"_s << false
            << QList<Match>{{1, Side::New, {0, 3}}};
    QTest::newRow("both sides of a change")
            << QByteArray("say one\n") << QByteArray("say two\n") << u"say"_s << false
            << QList<Match>{{0, Side::Old, {0, 3}}, {0, Side::New, {0, 3}}};
    QTest::newRow("several in a line, not overlapping")
            << QByteArray("aaaaa\n") << QByteArray("aaaaa\n") << u"aa"_s << false
            << QList<Match>{{0, Side::New, {0, 2}}, {0, Side::New, {2, 2}}};
    QTest::newRow("any case") << QByteArray("Word\n") << QByteArray("Word\n") << u"wORD"_s << false
                              << QList<Match>{{0, Side::New, {0, 4}}};
    QTest::newRow("this case") << QByteArray("Word\n") << QByteArray("Word\n") << u"word"_s << true
                               << none;
    QTest::newRow("beyond ASCII") << QByteArray("größe\n") << QByteArray("größe\n") << u"GRÖ"_s
                                  << false << QList<Match>{{0, Side::New, {0, 3}}};
    QTest::newRow("behind a tab, where it is painted")
            << QByteArray("\tx\n") << QByteArray("\tx\n") << u"x"_s << false
            << QList<Match>{{0, Side::New, {4, 1}}};
    QTest::newRow("an escape as it is painted")
            << QByteArray("a\xE2\x80\xAEz\n") << QByteArray("a\xE2\x80\xAEz\n") << u"U+202E"_s
            << false << QList<Match>{{0, Side::New, {2, 6}}};
    QTest::newRow("a hidden character, pasted")
            << QByteArray("a\xE2\x80\xAEz\n") << QByteArray("a\xE2\x80\xAEz\n") << u"\u202E"_s
            << false << QList<Match>{{0, Side::New, {1, 8}}};
    QTest::newRow("not across lines")
            << QByteArray("ab\ncd\n") << QByteArray("ab\ncd\n") << u"bc"_s << false << none;
}

void TestFinding::finds()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    QFETCH(QString, text);
    QFETCH(bool, cases);
    QFETCH(QList<Match>, wanted);
    show(modified(before, after), Presentation::Unified);
    const Matches matches = find(text, cases ? Qt::CaseSensitive : Qt::CaseInsensitive);
    QCOMPARE(matches.found, wanted);
    QVERIFY(!matches.more);
}

void TestFinding::isBounded()
{
    const QByteArray line(2 * kMostMatches, 'x');
    show(modified("a\n", line + "\n"), Presentation::Unified);
    const Matches matches = find(u"x"_s);
    QCOMPARE(matches.found.size(), kMostMatches);
    QVERIFY(matches.more);
    m_view->setMatches(matches.found);
    m_view->goToMatch(kMostMatches - 1);
    QCOMPARE(m_view->currentMatch(), kMostMatches - 1);
    QVERIFY(!m_view->grab().isNull());
}

void TestFinding::stops()
{
    show(twoHunks(), Presentation::Unified);
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(findMatches(*m_view->document(), u"line"_s, Qt::CaseSensitive, stop.get_token())
                    .found.isEmpty());
}

void TestFinding::paintsInOrder()
{
    const QByteArray before = "x 1\nx 2\n";
    const QByteArray after = "x 3 other words\nx 4 and more of them\n";
    const auto texts = [this] {
        m_view->setMatches(find(u"x"_s).found);
        QStringList rows;
        for (int i = 0; i < m_view->matchCount(); ++i) {
            m_view->goToMatch(i);
            rows.append(QString::number(m_view->currentRow()));
        }
        return rows.join(u' ');
    };
    show(modified(before, after), Presentation::Unified);
    QCOMPARE(texts(), u"0 1 2 3"_s); // Down the screen.
    show(modified("x one two\nx three four\n", "x one 2\nx three 4\n"), Presentation::SideBySide);
    QCOMPARE(texts(), u"0 0 1 1"_s);
    // The current one stays the current one when the presentation changes.
    m_view->goToMatch(1);
    const QString row = m_view->rowText(m_view->currentRow());
    m_view->setPresentation(Presentation::Unified);
    m_view->goToMatch(m_view->currentMatch());
    QCOMPARE(m_view->rowText(m_view->currentRow()), u"1+x one 2"_s);
    QVERIFY(row.contains(u"x one 2"_s));
}

void TestFinding::namesOfLines_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<int>("side");
    QTest::addColumn<int>("number");
    const QByteArray some = "x\n";
    QTest::newRow("number") << u"12"_s << some << int(Side::New) << 12;
    QTest::newRow("spaces") << u"  12 "_s << some << int(Side::New) << 12;
    QTest::newRow("old") << u"old:12"_s << some << int(Side::Old) << 12;
    QTest::newRow("old, loosely") << u"Old 12"_s << some << int(Side::Old) << 12;
    QTest::newRow("new") << u"new:12"_s << some << int(Side::New) << 12;
    QTest::newRow("deleted file") << u"12"_s << QByteArray() << int(Side::Old) << 12;
    QTest::newRow("nothing") << QString() << some << int(Side::New) << 0;
    QTest::newRow("words") << u"twelve"_s << some << int(Side::New) << 0;
    QTest::newRow("negative") << u"-1"_s << some << int(Side::New) << 0;
    QTest::newRow("too long") << u"99999999999999999999"_s << some << int(Side::New) << 0;
}

void TestFinding::namesOfLines()
{
    QFETCH(QString, text);
    QFETCH(QByteArray, after);
    QFETCH(int, side);
    QFETCH(int, number);
    show(modified("a\n", after), Presentation::Unified);
    const WantedLine line = wantedLine(text, *m_view->document());
    QCOMPARE(line.number, number);
    if (number > 0)
        QCOMPARE(int(line.side), side);
}

void TestFinding::opensWhatHidesAMatch()
{
    const QByteArray before = numbered(500);
    QByteArray after = before;
    after.replace("line 400\n", "line x\n");
    show(modified(before, after), Presentation::SideBySide);
    const qsizetype rows = m_view->visuals().size();
    m_view->setMatches(find(u"line 200"_s).found);
    QCOMPARE(m_view->matchCount(), 1);
    QCOMPARE(m_view->visuals().size(), rows); // Looking opens nothing yet.
    m_view->goToMatch(0);
    QCOMPARE(m_view->rowText(m_view->currentRow()), u"200 line 200 | 200 line 200"_s);
    // It, ten lines on either side, and a second fold.
    QCOMPARE(m_view->visuals().size(), rows + 21 + 1);
    QVERIFY(m_view->viewport()->rect().contains(centre(m_view->currentRow(), 100)));
}

void TestFinding::keepsTheCurrentLine()
{
    const QByteArray before = numbered(500);
    QByteArray after = before;
    after.replace("line 100\n", "line x\n").replace("line 400\n", "line y\n");
    show(modified(before, after), Presentation::SideBySide);
    m_view->setMatches(find(u"line 40"_s).found); // 40, 400 before, 401 …
    QSignalSpy hunks(m_view, &DiffView::currentHunkChanged);
    m_view->goToMatch(0);
    QCOMPARE(m_view->currentHunk(), 0);
    m_view->goToMatch(1);
    QCOMPARE(m_view->currentHunk(), 1);
    QCOMPARE(hunks.size(), 1);
}

void TestFinding::scrollsSideways()
{
    const QByteArray line = QByteArray(400, '.') + "here" + QByteArray(300, '.');
    show(modified("a\n", line + "\n"), Presentation::Unified);
    m_view->setMatches(find(u"here"_s).found);
    m_view->goToMatch(0);
    const QScrollBar *bar = m_view->horizontalScrollBar();
    QVERIFY(bar->value() > 0);
    const qreal column = qreal(bar->maximum() + bar->pageStep()) / (704 + 2);
    QVERIFY(bar->value() < 400 * column && 404 * column < bar->value() + bar->pageStep());
    m_view->setMatches(find(u"a"_s).found);
    m_view->goToMatch(0);
    QCOMPARE(bar->value(), 0);
}

void TestFinding::scrollsInAWrappedLine()
{
    m_view->setWrapped(true);
    const QByteArray line = QByteArray(20'000, '.') + "here" + QByteArray(20'000, '.');
    show(modified("a\n", line + "\n"), Presentation::Unified);
    m_view->setMatches(find(u"here"_s).found);
    m_view->goToMatch(0);
    // In the middle of the line, wherever that is broken.
    const int row = m_view->currentRow();
    const int first = m_view->screenLines().first(row);
    const int at = (first + m_view->screenLines().first(row + 1)) / 2;
    QVERIFY(at >= top() && at < top() + m_view->verticalScrollBar()->pageStep());
}

void TestFinding::marksAreSeen()
{
    show(modified("one here\n", "one there\n"), Presentation::Unified);
    m_view->clearFocus();
    const QImage plain = m_view->viewport()->grab().toImage();
    m_view->setMatches(find(u"one"_s).found);
    const QImage marked = m_view->viewport()->grab().toImage();
    QVERIFY(plain != marked);
    m_view->goToMatch(0);
    const QImage current = m_view->viewport()->grab().toImage();
    QVERIFY(current != marked);
    m_view->goToMatch(1);
    QVERIFY(current != m_view->viewport()->grab().toImage());
    m_view->setMatches({});
    QCOMPARE(m_view->matchCount(), 0);
    QCOMPARE(m_view->currentMatch(), -1);
}

void TestFinding::goesToLines_data()
{
    QTest::addColumn<Presentation>("presentation");
    QTest::newRow("unified") << Presentation::Unified;
    QTest::newRow("side by side") << Presentation::SideBySide;
}

void TestFinding::goesToLines()
{
    QFETCH(Presentation, presentation);
    const QByteArray before = numbered(500);
    QByteArray after = before;
    after.replace("line 100\n", "line 100\nmore\n");
    show(modified(before, after), presentation);
    const auto current = [this] {
        return m_view->rowText(m_view->currentRow());
    };
    QVERIFY(m_view->goToLine(Side::New, 101));
    QVERIFY2(current().endsWith(u"101+more"_s), qPrintable(current()));
    QVERIFY(m_view->goToLine(Side::New, 301));
    QVERIFY2(current().endsWith(u"301 line 300"_s), qPrintable(current()));
    QVERIFY(m_view->goToLine(Side::Old, 301));
    QVERIFY2(current().endsWith(u"302 line 301"_s), qPrintable(current()));
    QVERIFY(m_view->goToLine(Side::New, 1));
    QVERIFY(m_view->goToLine(Side::New, 501));
    const int row = m_view->currentRow();
    QVERIFY(!m_view->goToLine(Side::New, 502));
    QVERIFY(!m_view->goToLine(Side::Old, 501));
    QVERIFY(!m_view->goToLine(Side::New, 0));
    QCOMPARE(m_view->currentRow(), row);
}

QTEST_MAIN(TestFinding)
#include "tst_finding.moc"
