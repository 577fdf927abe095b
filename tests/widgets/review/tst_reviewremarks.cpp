// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "panelfixture.h"
#include "review/choices.h"
#include "review/diffview.h"

#include <QCheckBox>
#include <QLabel>
#include <QScrollBar>

#include <random>

using namespace Countersign;
using namespace Countersign::Review;
using namespace Countersign::Samples;

/// What the person says about lines, and with what it is sent.
class TestReviewRemarks : public QObject, private PanelFixture
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { setUpAll(); }
    void init() { setUp(); }
    void cleanup() { tearDown(); }
    void goWithWhatIsAllowed();
    void areLeftBehindOnPurposeOnly();
    void aRangeByKey();
    void aRangeByMouse();
    void numbersAreThoseOfWhatIsWritten();
    void whatIsLeftOutIsSaid();
    void comeBackWhileTheyHold();
    void areOutdatedWhenTheirLineChanged();
    void afterAnAllowanceTheyAreDone();
    void arePutAwayWithTheirRequest();
    void whatIsBeingWrittenIsKept();
    void anchors_data();
    void anchors();
    void linesAreMappedBothWays();

private:
    DiffView *view() const { return part<DiffView>("diffView"); }
    void goTo(const QString &text);
    void remark(const QString &text, const QString &words);
    QStringList texts() const;
};

void TestReviewRemarks::goTo(const QString &text)
{
    view()->setFocus();
    QTest::keyClick(view(), Qt::Key_Home);
    while (!view()->rowText(view()->currentRow()).contains(text)) {
        const int before = view()->currentRow();
        QTest::keyClick(view(), Qt::Key_Down);
        QVERIFY2(view()->currentRow() != before, qPrintable(text));
    }
}

void TestReviewRemarks::remark(const QString &text, const QString &words)
{
    goTo(text);
    QTest::keyClick(view(), Qt::Key_C);
    auto *field = part<QLineEdit>("noteText");
    QVERIFY(field->hasFocus());
    field->setText(words);
    QTest::keyClick(field, Qt::Key_Return);
}

QStringList TestReviewRemarks::texts() const
{
    QStringList rows;
    for (int visual = 0; visual < view()->visuals().size(); ++visual)
        rows.append(view()->rowText(visual));
    return rows;
}

void TestReviewRemarks::goWithWhatIsAllowed()
{
    show(editRequest(u"per_1"_s, {twoHunks()}));
    auto *send = part<QCheckBox>("sendRemarks");
    QVERIFY(!send->isVisible());
    remark(u"+line 20"_s, u"name it better"_s);
    QVERIFY(send->isVisible());
    QVERIFY(send->isChecked());
    QCOMPARE(send->text(), u"Send 1 remarks"_s);
    QCOMPARE(button("allowOnce")->text(), u"Allow once, with 1 remarks"_s);
    QTRY_VERIFY(button("allowOnce")->isEnabled());
    click("allowOnce");
    QCOMPARE(reply().answer, Permission::Answer::Once);
    QCOMPARE(reply().message, u"src/a.cpp:20: name it better"_s);
    QVERIFY(!reply().proposal.has_value());
    QVERIFY(!send->isVisible());
}

void TestReviewRemarks::areLeftBehindOnPurposeOnly()
{
    show(editRequest(u"per_1"_s, {twoHunks()}));
    remark(u"+line 20"_s, u"one"_s);
    remark(u"+new one"_s, u"two"_s);
    auto *send = part<QCheckBox>("sendRemarks");
    QTest::keyClick(send, Qt::Key_Space); // By keyboard.
    QVERIFY(!send->isChecked());
    QCOMPARE(button("allowOnce")->text(), u"Allow once, without remarks"_s);
    QTest::mouseClick(send, Qt::LeftButton, {}, {10, send->height() / 2});
    QVERIFY(send->isChecked());
    QCOMPARE(button("allowOnce")->text(), u"Allow once, with 2 remarks"_s);
    send->setChecked(false);
    QTRY_VERIFY(button("allowOnce")->isEnabled());
    click("allowOnce");
    QVERIFY(reply().message.isEmpty());
    // A rejection has them whatever was ticked; and the next question begins anew.
    show(editRequest(u"per_2"_s, {twoHunks()}));
    remark(u"+line 20"_s, u"three"_s);
    QVERIFY(send->isChecked());
    send->setChecked(false);
    click("reject");
    click("rejectWithWords");
    QCOMPARE(reply(1).message, u"src/a.cpp:20: three"_s);
}

void TestReviewRemarks::aRangeByKey()
{
    show(editRequest(u"per_1"_s, {twoHunks()}));
    goTo(u"+new one"_s);
    QTest::keyClick(view(), Qt::Key_Down, Qt::ShiftModifier);
    QTest::keyClick(view(), Qt::Key_C);
    QCOMPARE(part<QLabel>("notePlace")->text(), u"src/a.cpp:46-47"_s);
    auto *field = part<QLineEdit>("noteText");
    QTest::keyClicks(field, u"both"_s);
    QTest::keyClick(field, Qt::Key_Return);
    QVERIFY2(texts().contains(u"47+new two ● 46–47: both"_s), qPrintable(texts().join(u'\n')));
    // Any of its lines leads to it again.
    goTo(u"+new one"_s);
    QTest::keyClick(view(), Qt::Key_C);
    QCOMPARE(field->text(), u"both"_s);
    QTest::keyClick(field, Qt::Key_Escape);
    // The old side.
    goTo(u"18 line 18"_s);
    QTest::keyClick(view(), Qt::Key_C);
    QCOMPARE(part<QLabel>("notePlace")->text(), u"src/a.cpp:18"_s);
    QTest::keyClick(field, Qt::Key_Escape);
    goTo(u"−line 20"_s);
    QTest::keyClick(view(), Qt::Key_C);
    QCOMPARE(part<QLabel>("notePlace")->text(), u"src/a.cpp:20 (before the change)"_s);
    QTest::keyClick(field, Qt::Key_Escape);
    click("reject");
    click("rejectWithWords");
    QCOMPARE(reply().message, u"src/a.cpp:46-47: both"_s);
}

void TestReviewRemarks::aRangeByMouse()
{
    show(editRequest(u"per_1"_s, {twoHunks()}));
    goTo(u"+new one"_s);
    const int from = view()->currentRow() - view()->verticalScrollBar()->value();
    QVERIFY(from > 0);
    const QPoint first(20, from * view()->rowHeight() + view()->rowHeight() / 2);
    const QPoint second = first + QPoint(0, view()->rowHeight());
    // A drag over the numbers, then a click on one of them.
    QTest::mousePress(view()->viewport(), Qt::LeftButton, {}, first);
    QTest::mouseMove(view()->viewport(), second + QPoint(200, 0));
    QTest::mouseRelease(view()->viewport(), Qt::LeftButton, {}, second + QPoint(200, 0));
    QVERIFY(!part<QLineEdit>("noteText")->isVisible());
    QVERIFY(view()->hasSelection());
    QTest::mouseClick(view()->viewport(), Qt::LeftButton, {}, first);
    QVERIFY(part<QLineEdit>("noteText")->isVisible());
    QCOMPARE(part<QLabel>("notePlace")->text(), u"src/a.cpp:46-47"_s);
}

void TestReviewRemarks::numbersAreThoseOfWhatIsWritten()
{
    show(editRequest(u"per_1"_s, {twoHunks()}));
    remark(u"45 line 45"_s, u"above"_s);
    remark(u"48 line 46"_s, u"below"_s);
    goTo(u"+new one"_s);
    QTest::keyClick(view(), Qt::Key_N, Qt::ShiftModifier);
    QTRY_VERIFY(texts().filter(u"⊘"_s).size() == 1);
    // It stays on its line.
    QTRY_VERIFY2(texts().contains(u"47 line 46 ● below"_s), qPrintable(texts().join(u'\n')));
    QTRY_VERIFY(button("allowOnce")->isEnabled());
    click("allowOnce");
    QCOMPARE(reply().message, u"src/a.cpp:45: above\nsrc/a.cpp:47: below"_s);
    // The agent knows its own proposal, not the part that was looked at.
    show(editRequest(u"per_2"_s, {twoHunks()}));
    remark(u"48 line 46"_s, u"below"_s);
    goTo(u"+new one"_s);
    QTest::keyClick(view(), Qt::Key_N, Qt::ShiftModifier);
    QTRY_VERIFY(texts().contains(u"47 line 46 ● below"_s));
    click("reject");
    click("rejectWithWords");
    QCOMPARE(reply(1).message, u"src/a.cpp:48: below"_s);
}

void TestReviewRemarks::whatIsLeftOutIsSaid()
{
    show(editRequest(u"per_1"_s, {twoHunks()}));
    remark(u"+new one"_s, u"why this?"_s);
    goTo(u"+new one"_s);
    QTest::keyClick(view(), Qt::Key_N);
    QTRY_VERIFY(view()->isLeftOut(1));
    QTRY_VERIFY(button("allowOnce")->isEnabled());
    QCOMPARE(button("allowOnce")->text(), u"Allow 1 of 2 changes, with 1 remarks"_s);
    click("allowOnce");
    QVERIFY(reply().proposal.has_value());
    QCOMPARE(reply().proposal->files.first().facts, (QStringList{u"part"_s}));
    QCOMPARE(reply().message, u"src/a.cpp:46 (of your proposal, left out): why this?"_s);
}

void TestReviewRemarks::comeBackWhileTheyHold()
{
    show(editRequest(u"per_1"_s, {twoHunks()}));
    remark(u"+new one"_s, u"hm"_s);
    click("reject");
    click("rejectWithWords");
    // The agent tries again, and the line is further down now.
    Diff::FileChange again = twoHunks();
    again.after = "top\n" + again.after;
    show(editRequest(u"per_2"_s, {again}));
    QTRY_VERIFY2(texts().filter(u"● hm"_s).value(0).startsWith(u"47+new one"_s),
                 qPrintable(texts().join(u'\n')));
    QVERIFY(!part<QLabel>("outdatedWords")->isVisible());
    QTRY_VERIFY(button("notReadAll")->isVisible() || button("allowOnce")->isEnabled());
    click("reject");
    click("rejectWithWords");
    QCOMPARE(reply(1).message, u"src/a.cpp:47: hm"_s);
}

void TestReviewRemarks::areOutdatedWhenTheirLineChanged()
{
    show(editRequest(u"per_1"_s, {twoHunks()}));
    remark(u"+new one"_s, u"hm"_s);
    remark(u"+line 20"_s, u"still"_s);
    click("reject");
    click("rejectWithWords");
    Diff::FileChange again = twoHunks();
    again.after.replace("new one", "a better one");
    show(editRequest(u"per_2"_s, {again}));
    QTRY_VERIFY2(texts().contains(u"46+a better one ○ outdated: hm"_s),
                 qPrintable(texts().join(u'\n')));
    QCOMPARE(part<QLabel>("outdatedWords")->text(), u"○ 1 remarks outdated"_s);
    QVERIFY(part<QLabel>("outdatedWords")->isVisible());
    QCOMPARE(part<QCheckBox>("sendRemarks")->text(), u"Send 1 remarks"_s);
    // Said again, it is about the line as it is now.
    click("reject");
    QVERIFY(part<QLabel>("remarkList")->text().contains(u"outdated, not sent: src/a.cpp:46: hm"_s));
    click("rejectBack");
    remark(u"+a better one"_s, u"hm indeed"_s);
    QVERIFY(!part<QLabel>("outdatedWords")->isVisible());
    click("reject");
    click("rejectWithWords");
    QCOMPARE(reply(1).message, u"src/a.cpp:20: still\nsrc/a.cpp:46: hm indeed"_s);
}

void TestReviewRemarks::afterAnAllowanceTheyAreDone()
{
    show(editRequest(u"per_1"_s, {twoHunks()}));
    remark(u"+new one"_s, u"hm"_s);
    QTRY_VERIFY(button("allowOnce")->isEnabled());
    click("allowOnce");
    show(editRequest(u"per_2"_s, {twoHunks()}));
    QTRY_VERIFY(button("allowOnce")->isEnabled());
    QVERIFY(!part<QCheckBox>("sendRemarks")->isVisible());
    QVERIFY(texts().filter(u"●"_s).isEmpty());
}

void TestReviewRemarks::arePutAwayWithTheirRequest()
{
    const Permission::Request first = editRequest(u"per_1"_s, {twoHunks()});
    show(first);
    remark(u"+new one"_s, u"hm"_s);
    goTo(u"+line 20"_s);
    QTest::keyClick(view(), Qt::Key_N);
    QTRY_VERIFY(view()->isLeftOut(0));
    show(editRequest(u"per_2"_s, {twoHunks(u"src/b.cpp"_s)}));
    QVERIFY(texts().filter(u"●"_s).isEmpty());
    QVERIFY(!view()->isLeftOut(0));
    show(first);
    QTRY_VERIFY(view()->isLeftOut(0));
    QTRY_VERIFY(texts().contains(u"46+new one ● hm"_s));
    QCOMPARE(button("allowOnce")->text(), u"Allow 1 of 2 changes, with 1 remarks"_s);
}

void TestReviewRemarks::whatIsBeingWrittenIsKept()
{
    show(editRequest(u"per_1"_s, {twoHunks()}));
    goTo(u"+line 20"_s);
    QTest::keyClick(view(), Qt::Key_C);
    part<QLineEdit>("noteText")->setText(u"half a thou"_s);
    // The run was stopped.
    m_panel->clear();
    show(editRequest(u"per_2"_s, {twoHunks()}));
    QTRY_COMPARE(texts().filter(u"half a thou"_s).size(), 1);
}

void TestReviewRemarks::anchors_data()
{
    QTest::addColumn<LineRange>("lines");
    QTest::addColumn<QList<QByteArray>>("said");
    QTest::addColumn<QList<QByteArray>>("now");
    QTest::addColumn<LineRange>("wanted");
    QTest::addColumn<bool>("outdated");
    const auto row = [](const char *name, LineRange lines, const QList<QByteArray> &said,
                        const QList<QByteArray> &now, LineRange wanted, bool outdated) {
        QTest::newRow(name) << lines << said << now << wanted << outdated;
    };
    row("where it was", {Side::New, 2, 2}, {"line b"}, {"line a", "line b"}, {Side::New, 2, 2},
        false);
    row("further down", {Side::New, 1, 2}, {"line a", "line b"}, {"new", "new", "line a", "line b"},
        {Side::New, 3, 4}, false);
    row("the nearest of several", {Side::Old, 3, 3}, {"line a"},
        {"line a", "x", "y", "line a", "z", "line a"}, {Side::Old, 4, 4}, false);
    row("changed", {Side::New, 1, 1}, {"line a"}, {"line b"}, {Side::New, 1, 1}, true);
    row("a part of the range changed", {Side::New, 1, 2}, {"line a", "line b"},
        {"line a", "line c"}, {Side::New, 1, 2}, true);
    row("a brace where it was", {Side::New, 2, 2}, {"}"}, {"{", "}"}, {Side::New, 2, 2}, false);
    row("a brace that moved is any brace", {Side::New, 2, 2}, {"}"}, {"{", "x", "}"},
        {Side::New, 2, 2}, true);
    row("the file is shorter", {Side::New, 9, 10}, {"line a", "line b"}, {"x", "y"},
        {Side::New, 2, 2}, true);
    row("the file is empty", {Side::New, 9, 10}, {"line a", "line b"}, {}, {Side::New, 1, 1}, true);
}

void TestReviewRemarks::anchors()
{
    QFETCH(LineRange, lines);
    QFETCH(QList<QByteArray>, said);
    QFETCH(QList<QByteArray>, now);
    QFETCH(LineRange, wanted);
    QFETCH(bool, outdated);
    const Remark found = anchored({0, lines, u"words"_s, said, !outdated}, now);
    QCOMPARE(found, (Remark{0, wanted, u"words"_s, said, outdated}));
}

void TestReviewRemarks::linesAreMappedBothWays()
{
    std::mt19937 random(20261130); // NOLINT(bugprone-random-generator-seed): the same each time.
    const auto below = [&](int end) {
        return int(random() % unsigned(end));
    };
    for (int round = 0; round < 300; ++round) {
        QByteArray before;
        QByteArray after;
        for (int line = 0; line < 20; ++line) {
            const QByteArray text = "line " + QByteArray::number(below(8)) + " of it";
            before += text + '\n';
            const int what = below(5);
            if (what != 0)
                after += (what == 1 ? text + " changed" : text) + '\n';
            if (what == 2)
                after += "more\n";
        }
        const Diff::FileChange change = modified(before, after);
        const Result<DiffDocument> whole = buildDocument(change);
        QVERIFY(whole.has_value());
        Choices choices(Diff::Proposal{{change}});
        choices.setDocument(0, *whole);
        for (int row = 0; row < whole->sources.size(); ++row) {
            Picked picked;
            if (below(2) == 0)
                picked.removals.append(row);
            if (below(2) == 0)
                picked.additions.append(row);
            choices.leaveOutLines(0, picked, true);
        }
        const QList<QByteArray> proposed = after.split('\n');
        const QList<QByteArray> written = choices.written(0).after.split('\n');
        int mapped = 0;
        for (int line = 1; line < proposed.size(); ++line) {
            const int at = choices.writtenLine(0, line);
            if (at == 0)
                continue;
            ++mapped;
            QCOMPARE(written.at(at - 1), proposed.at(line - 1));
            QCOMPARE(choices.proposedLine(0, at), line);
        }
        // The others are old lines that stay.
        for (int line = 1; line < written.size(); ++line)
            mapped -= choices.proposedLine(0, line) > 0 ? 1 : 0;
        QCOMPARE(mapped, 0);
    }
}

Q_DECLARE_METATYPE(Countersign::Review::LineRange)

QTEST_MAIN(TestReviewRemarks)
#include "tst_reviewremarks.moc"
