// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "panelfixture.h"
#include "review/diffview.h"

#include <QLabel>
#include <QScrollBar>
#include <QStringEncoder>
#include <QToolButton>

#include <random>

using namespace Countersign;
using namespace Countersign::Review;
using namespace Countersign::Samples;

/// Single lines of a change are left out and taken in.
class TestReviewLines : public QObject, private PanelFixture
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { setUpAll(); }
    void init() { setUp(); }
    void cleanup() { tearDown(); }
    void selectedLinesByKey();
    void linesOfUtf16();
    void theCurrentLineByKey();
    void bySignWithTheMouse();
    void bySelectionWithTheMouse();
    void sideBySideARowIsAPair();
    void whatStaysComesBack();
    void aSelectionWithoutChangesDoesNothing();
    void seenStaysSeen();
    void bytesOnDiskAreBytesShown_data();
    void bytesOnDiskAreBytesShown();

private:
    void showSample();
    int visualOf(const QString &text) const;
    QStringList texts() const;
    QPoint signOf(int visual) const;
    QByteArray answered();
    bool settles() const;
    DiffView *view() const { return part<DiffView>("diffView"); }
};

/// Two pairs and an added line in one place, and another place below.
static const QByteArray kBefore = "one\nint first = 1;\nint second = 2;\nfour\nfive\nsix\n";
static const QByteArray kAfter =
        "one\nint first = 10;\nint second = 20;\nnew line\nfour\nfive\nsix!\n";

void TestReviewLines::showSample()
{
    show(editRequest(u"per_1"_s, {modified(kBefore, kAfter)}));
    view()->setFocus();
}

int TestReviewLines::visualOf(const QString &text) const
{
    for (int visual = 0; visual < view()->visuals().size(); ++visual) {
        if (view()->rowText(visual).contains(text))
            return visual;
    }
    return -1;
}

QStringList TestReviewLines::texts() const
{
    QStringList rows;
    for (int visual = 0; visual < view()->visuals().size(); ++visual)
        rows.append(view()->rowText(visual));
    return rows;
}

/// Where the sign of a row is in the unified view.
QPoint TestReviewLines::signOf(int visual) const
{
    const qreal advance =
            QFontMetricsF(Theme::Theme::instance().codeFont()).horizontalAdvance(u'0');
    // Behind both numbers: three digits and their padding each.
    const int gutters = 3 + 2 * (int(std::ceil(3 * advance)) + 12);
    return {gutters + int(advance), visual * view()->rowHeight() + view()->rowHeight() / 2};
}

bool TestReviewLines::settles() const
{
    return QTest::qWaitFor([this] { return button("allowOnce")->isEnabled(); });
}

QByteArray TestReviewLines::answered()
{
    click("allowOnce");
    const Permission::Reply last = reply(int(m_answers->size()) - 1);
    return last.proposal ? last.proposal->files.first().after : kAfter;
}

void TestReviewLines::selectedLinesByKey()
{
    showSample();
    QCOMPARE(texts().mid(0, 7),
             (QStringList{u"1 one"_s, u"2−int first = 1;"_s, u"3−int second = 2;"_s,
                          u"2+int first = 10;"_s, u"3+int second = 20;"_s, u"4+new line"_s,
                          u"5 four"_s}));
    while (view()->currentRow() < visualOf(u"+int second"_s))
        QTest::keyClick(view(), Qt::Key_Down);
    QTest::keyClick(view(), Qt::Key_Down, Qt::ShiftModifier);
    QCOMPARE(part<QToolButton>("leaveOut")->text(), u"Leave Out 2 Lines"_s);
    QTest::keyClick(view(), Qt::Key_N);
    QVERIFY(!button("allowOnce")->isEnabled()); // Until the rest has been shown.
    QVERIFY(settles());
    // Additions are dropped; the removal beside them is still made.
    QCOMPARE(texts().mid(0, 6),
             (QStringList{u"1 one"_s, u"2−int first = 1;"_s, u"2+int first = 10;"_s,
                          u"⊘ Left out (+2 −0): these lines stay as they are"_s,
                          u"3−int second = 2;"_s, u"3 four"_s}));
    QCOMPARE(view()->hunkCount(), 2);
    QVERIFY(!view()->isLeftOut(0));
    QCOMPARE(button("allowOnce")->text(), u"Allow 5 of 7 lines"_s);
    QCOMPARE(answered(), "one\nint first = 10;\nfour\nfive\nsix!\n");
}

void TestReviewLines::linesOfUtf16()
{
    const auto utf16 = [](const QByteArray &text) {
        QStringEncoder encoder(QStringEncoder::Utf16LE, QStringEncoder::Flag::WriteBom);
        const QByteArray bytes = encoder.encode(QString::fromUtf8(text));
        return bytes;
    };
    show(editRequest(u"per_1"_s, {modified(utf16(kBefore), utf16(kAfter))}));
    view()->setFocus();
    while (view()->currentRow() < visualOf(u"+new line"_s))
        QTest::keyClick(view(), Qt::Key_Down);
    QTest::keyClick(view(), Qt::Key_N, Qt::ShiftModifier);
    QVERIFY(settles());
    QByteArray wanted = kAfter;
    wanted.replace("new line\n", "");
    QCOMPARE(answered(), utf16(wanted));
}

void TestReviewLines::theCurrentLineByKey()
{
    showSample();
    while (view()->currentRow() < visualOf(u"−int second"_s))
        QTest::keyClick(view(), Qt::Key_Down);
    QTest::keyClick(view(), Qt::Key_N, Qt::ShiftModifier);
    QVERIFY(settles());
    // The old line stays, before the one that comes.
    QVERIFY2(texts().contains(u"3 int second = 2;"_s), qPrintable(texts().join(u'\n')));
    QVERIFY(texts().contains(u"4+int second = 20;"_s));
    // And back.
    const int stays = visualOf(u"3 int second = 2;"_s);
    while (view()->currentRow() != stays)
        QTest::keyClick(view(), view()->currentRow() < stays ? Qt::Key_Down : Qt::Key_Up);
    QTest::keyClick(view(), Qt::Key_Y, Qt::ShiftModifier);
    QTRY_COMPARE(visualOf(u"⊘"_s), -1);
    QVERIFY(settles());
    QCOMPARE(button("allowOnce")->text(), u"Allow once"_s);
    QCOMPARE(answered(), kAfter);
    QVERIFY(!reply().proposal.has_value());
}

void TestReviewLines::bySignWithTheMouse()
{
    showSample();
    QTest::mouseClick(view()->viewport(), Qt::LeftButton, {}, signOf(visualOf(u"+new line"_s)));
    QTRY_COMPARE(visualOf(u"+new line"_s), -1);
    QTest::mouseClick(view()->viewport(), Qt::LeftButton, {}, signOf(visualOf(u"−int first"_s)));
    QTRY_VERIFY(visualOf(u"2 int first = 1;"_s) >= 0);
    QVERIFY(settles());
    // The sign of the line that stays takes it in again; so does a click on what was left out.
    QTest::mouseClick(view()->viewport(), Qt::LeftButton, {},
                      signOf(visualOf(u"2 int first = 1;"_s)));
    QTRY_VERIFY(visualOf(u"2−int first = 1;"_s) >= 0);
    QTest::mouseClick(view()->viewport(), Qt::LeftButton, {},
                      {200, visualOf(u"⊘"_s) * view()->rowHeight() + 4});
    QTRY_COMPARE(visualOf(u"⊘"_s), -1);
    QVERIFY(settles());
    // A click on the text or the number leaves nothing out.
    QTest::mouseClick(view()->viewport(), Qt::LeftButton, {},
                      signOf(visualOf(u"+new line"_s)) + QPoint(30, 0));
    QVERIFY(button("allowOnce")->isEnabled());
    QCOMPARE(answered(), kAfter);
}

void TestReviewLines::bySelectionWithTheMouse()
{
    showSample();
    const int from = visualOf(u"+int first"_s);
    const int to = visualOf(u"+new line"_s);
    const QPoint step(40, 0);
    QTest::mousePress(view()->viewport(), Qt::LeftButton, {}, signOf(from) + step);
    QTest::mouseMove(view()->viewport(), signOf(to) + step);
    QTest::mouseRelease(view()->viewport(), Qt::LeftButton, {}, signOf(to) + step);
    auto *leave = part<QToolButton>("leaveOut");
    QCOMPARE(leave->text(), u"Leave Out 3 Lines"_s);
    QTest::mouseClick(leave, Qt::LeftButton);
    QTRY_COMPARE(visualOf(u"+int first"_s), -1);
    QVERIFY(settles());
    QCOMPARE(answered(), "one\nfour\nfive\nsix!\n");
}

void TestReviewLines::sideBySideARowIsAPair()
{
    m_window->resize(1400, 600);
    m_panel->setLayoutChoice(ReviewPanel::Layout::SideBySide);
    showSample();
    while (view()->currentRow() < visualOf(u"int second"_s))
        QTest::keyClick(view(), Qt::Key_Down);
    QTest::keyClick(view(), Qt::Key_N, Qt::ShiftModifier);
    QTRY_VERIFY(texts().contains(u"3 int second = 2; | 3 int second = 2;"_s));
    QVERIFY(settles());
    QCOMPARE(button("allowOnce")->text(), u"Allow 5 of 7 lines"_s);
    QCOMPARE(answered(), "one\nint first = 10;\nint second = 2;\nnew line\nfour\nfive\nsix!\n");
    m_panel->setLayoutChoice(ReviewPanel::Layout::Auto);
}

void TestReviewLines::whatStaysComesBack()
{
    showSample();
    const auto choose = [&](const QString &text, Qt::Key key) {
        const int visual = visualOf(text);
        while (view()->currentRow() != visual)
            QTest::keyClick(view(), view()->currentRow() < visual ? Qt::Key_Down : Qt::Key_Up);
        QTest::keyClick(view(), key);
        return settles();
    };
    // The whole place, of which one run was out already.
    QTest::mouseClick(view()->viewport(), Qt::LeftButton, {}, signOf(visualOf(u"+new line"_s)));
    QVERIFY(settles());
    QVERIFY(choose(u"+int first"_s, Qt::Key_N));
    QTRY_VERIFY(view()->isLeftOut(0));
    QCOMPARE(texts().filter(u"⊘"_s),
             (QStringList{u"⊘ Left out (+3 −2): these lines stay as they are"_s}));
    QVERIFY(part<QToolButton>("takeIn")->isVisible());
    // One row of it by a selection of the line that stays: as the pair that it was.
    const int stays = visualOf(u"3 int second = 2;"_s);
    while (view()->currentRow() != stays)
        QTest::keyClick(view(), Qt::Key_Down);
    QTest::keyClick(view(), Qt::Key_Down, Qt::ShiftModifier);
    QTest::keyClick(view(), Qt::Key_Up, Qt::ShiftModifier);
    QVERIFY(part<QToolButton>("takeIn")->isVisible());
    QTest::mouseClick(part<QToolButton>("takeIn"), Qt::LeftButton);
    QTRY_VERIFY(visualOf(u"+int second"_s) >= 0);
    QVERIFY(settles());
    QCOMPARE(answered(), "one\nint first = 1;\nint second = 20;\nfour\nfive\nsix!\n");
}

void TestReviewLines::aSelectionWithoutChangesDoesNothing()
{
    showSample();
    const int five = visualOf(u"five"_s);
    while (view()->currentRow() != five)
        QTest::keyClick(view(), Qt::Key_Down);
    QTest::keyClick(view(), Qt::Key_Up, Qt::ShiftModifier);
    QVERIFY(view()->hasSelection());
    QTest::keyClick(view(), Qt::Key_N);
    QVERIFY(button("allowOnce")->isEnabled());
    QCOMPARE(visualOf(u"⊘"_s), -1);
    QCOMPARE(answered(), kAfter);
}

void TestReviewLines::seenStaysSeen()
{
    showSample();
    QTRY_VERIFY(view()->isSeen());
    QTest::mouseClick(view()->viewport(), Qt::LeftButton, {}, signOf(visualOf(u"+int second"_s)));
    QTRY_VERIFY(visualOf(u"⊘"_s) >= 0);
    QVERIFY(settles());
    QCOMPARE(view()->seen().size(), 2);
    QVERIFY(view()->isSeen());
    QVERIFY(!part<QLabel>("unread")->isVisible());
}

void TestReviewLines::bytesOnDiskAreBytesShown_data()
{
    QTest::addColumn<QByteArray>("end");
    QTest::addColumn<QByteArray>("otherEnd"); // Of a few lines.
    QTest::addColumn<QByteArray>("mark");
    QTest::addColumn<bool>("sideBySide");
    QTest::newRow("LF") << QByteArray("\n") << QByteArray("\n") << QByteArray() << false;
    QTest::newRow("LF, side by side")
            << QByteArray("\n") << QByteArray("\n") << QByteArray() << true;
    QTest::newRow("CR LF") << QByteArray("\r\n") << QByteArray("\r\n") << QByteArray() << false;
    QTest::newRow("mixed") << QByteArray("\r\n") << QByteArray("\n") << QByteArray() << false;
    QTest::newRow("byte order mark")
            << QByteArray("\n") << QByteArray("\n") << QByteArray("\xEF\xBB\xBF") << false;
    QTest::newRow("byte order mark, CR LF, side by side")
            << QByteArray("\r\n") << QByteArray("\n") << QByteArray("\xEF\xBB\xBF") << true;
}

void TestReviewLines::bytesOnDiskAreBytesShown()
{
    QFETCH(QByteArray, end);
    QFETCH(QByteArray, otherEnd);
    QFETCH(QByteArray, mark);
    QFETCH(bool, sideBySide);
    m_window->resize(1400, 1500);
    m_panel->setLayoutChoice(sideBySide ? ReviewPanel::Layout::SideBySide
                                        : ReviewPanel::Layout::Unified);
    std::mt19937 random(20261130); // NOLINT(bugprone-random-generator-seed): the same each time.
    const auto below = [&](int limit) {
        return int(random() % unsigned(limit));
    };
    for (int round = 0; round < 12; ++round) {
        QByteArray before = mark;
        QByteArray after = below(4) == 0 ? QByteArray() : mark;
        for (int line = 0; line < 25; ++line) {
            const QByteArray text = "line " + QByteArray::number(below(10)) + " of it";
            before += text + (below(6) == 0 ? otherEnd : end);
            const int what = below(6);
            if (what != 0)
                after += (what == 1 ? text + " changed" : text) + (below(6) == 0 ? otherEnd : end);
            if (what == 2)
                after += "more" + end;
        }
        if (below(2) == 0)
            before.chop(before.endsWith("\r\n") ? 2 : 1);
        if (below(2) == 0)
            after += "no end";
        show(editRequest(u"per_%1"_s.arg(round), {modified(before, after)}));
        view()->setFocus();
        for (int choice = 0; choice < 12; ++choice) {
            view()->verticalScrollBar()->setValue(0);
            const int visual = below(int(view()->visuals().size()));
            QTest::keyClick(view(), Qt::Key_Home);
            while (view()->currentRow() != visual)
                QTest::keyClick(view(), Qt::Key_Down);
            for (int more = below(4); more > 0; --more)
                QTest::keyClick(view(), Qt::Key_Down, Qt::ShiftModifier);
            QTest::keyClick(view(), below(4) == 0 ? Qt::Key_Y : Qt::Key_N,
                            below(2) == 0 ? Qt::ShiftModifier : Qt::NoModifier);
            QTest::qWait(0);
        }
        if (button("notReadAll")->isVisible())
            click("notReadAll");
        if (!QTest::qWaitFor([&] { return button("allowOnce")->isEnabled(); }, 300)) {
            QVERIFY(!button("allowOnce")->toolTip().isEmpty()); // Everything was left out.
            continue;
        }
        click("allowOnce");
        const Permission::Reply given = reply(int(m_answers->size()) - 1);
        const QByteArray written = given.proposal ? given.proposal->files.first().after : after;
        const SideText side = sideText(written);
        QByteArray shown;
        const Diff::LineDiff &diff = view()->document()->diff;
        for (const Diff::Row &row : view()->document()->rows) {
            if (row.newNumber > 0)
                shown.append(diff.newLines.at(row.newNumber - 1)).append('\n');
        }
        if (!diff.newFinalNewline)
            shown.chop(1);
        QCOMPARE(shown, side.text);
        QCOMPARE(view()->document()->newCrlf, side.crlf);
        QCOMPARE(side.byteOrderMark, after.startsWith("\xEF\xBB\xBF"));
        // The old side is what is on the disk now.
        QByteArray old;
        for (const Diff::Row &row : view()->document()->rows) {
            if (row.oldNumber > 0)
                old.append(diff.oldLines.at(row.oldNumber - 1)).append('\n');
        }
        if (!diff.oldFinalNewline)
            old.chop(1);
        QCOMPARE(old, sideText(before).text);
    }
    m_panel->setLayoutChoice(ReviewPanel::Layout::Auto);
}

QTEST_MAIN(TestReviewLines)
#include "tst_reviewlines.moc"
