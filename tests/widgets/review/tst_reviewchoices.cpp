// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "panelfixture.h"
#include "review/diffview.h"
#include "review/filelist.h"

#include <QCheckBox>
#include <QFile>
#include <QLabel>
#include <QPlainTextEdit>
#include <QToolButton>

#include <random>

using namespace Countersign;
using namespace Countersign::Review;
using namespace Countersign::Samples;

/// What a review takes to be allowed, what of it is taken, and what is said about it.
class TestReviewChoices : public QObject, private PanelFixture
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { setUpAll(); }
    void init() { setUp(); }
    void cleanup() { tearDown(); }
    void allowWaitsForEveryChange();
    void allowWaitsForTheEndOfALongChange();
    void notReadingAllIsSaid();
    void longCommandsWaitToo();
    void filesAreTickedWhenSeen();
    void ticksComeBackWithTheSameContentOnly();
    void leavesOutByKeyAndMouse();
    void takesInAgain();
    void everythingLeftOutIsNoAnswer();
    void leavesOutFiles();
    void whatIsShownIsWhatIsAnswered();
    void remarksGoWithTheRejection();
    void aFileThatMovesOnCannotBeAllowed_data();
    void aFileThatMovesOnCannotBeAllowed();
    void aFileThatMovedOnBeforeIsSaidAtOnce();
};

static Diff::FileChange farApart(const QString &resource = u"src/far.cpp"_s)
{
    const QByteArray before = numbered(600);
    QByteArray after = before;
    for (const char *line : {"line 10\n", "line 300\n", "line 590\n"})
        after.replace(line, QByteArray(line).replace('\n', " new\n"));
    return modified(before, after, resource);
}

void TestReviewChoices::allowWaitsForEveryChange()
{
    m_window->resize(780, 330);
    show(editRequest(u"per_1"_s, {farApart()}));
    auto *view = part<DiffView>("diffView");
    QTRY_COMPARE(part<QLabel>("unread")->text(), u"1 of 3 changes seen"_s);
    QVERIFY(!button("allowOnce")->isEnabled());
    QVERIFY(!button("always")->isEnabled());
    QVERIFY(button("reject")->isEnabled());
    QVERIFY(!button("allowOnce")->toolTip().isEmpty());
    click("allowOnce");
    m_actions->find(u"review.allowOnce"_s)->trigger();
    QCOMPARE(m_answers->size(), 0);
    view->setFocus();
    QTest::keyClick(view, Qt::Key_End); // Jumps over one.
    QTRY_COMPARE(part<QLabel>("unread")->text(), u"2 of 3 changes seen"_s);
    QTest::keyClick(view, Qt::Key_F7, Qt::ShiftModifier);
    QTest::keyClick(view, Qt::Key_F7, Qt::ShiftModifier);
    QTRY_VERIFY(button("allowOnce")->isEnabled());
    QVERIFY(!part<QLabel>("unread")->isVisible());
    QVERIFY(!button("notReadAll")->isVisible());
    click("allowOnce");
    QVERIFY(!reply().proposal.has_value());
}

void TestReviewChoices::allowWaitsForTheEndOfALongChange()
{
    const Diff::FileChange fresh{Diff::ChangeKind::Added, u"n"_s, u"/p/n"_s, {}, {},
                                 numbered(500),           {}};
    show(editRequest(u"per_1"_s, {fresh}));
    auto *view = part<DiffView>("diffView");
    QTRY_COMPARE(part<QLabel>("unread")->text(), u"0 of 1 changes seen"_s);
    QVERIFY(!button("allowOnce")->isEnabled());
    view->setFocus();
    QTest::keyClick(view, Qt::Key_PageDown);
    QTest::qWait(0);
    QVERIFY(!button("allowOnce")->isEnabled());
    QTest::keyClick(view, Qt::Key_End);
    QTRY_VERIFY(button("allowOnce")->isEnabled());
}

void TestReviewChoices::notReadingAllIsSaid()
{
    show(editRequest(u"per_1"_s, {farApart()}));
    QTRY_VERIFY(button("notReadAll")->isVisible());
    m_panel->setArmDelay(20ms);
    click("notReadAll");
    QVERIFY(!button("allowOnce")->isEnabled()); // Arms first: it lies beside what was clicked.
    QTRY_VERIFY(button("allowOnce")->isEnabled());
    QVERIFY(!button("notReadAll")->isVisible());
    // Said of this request only.
    show(editRequest(u"per_2"_s, {farApart(u"src/other.cpp"_s)}));
    QTRY_VERIFY(button("notReadAll")->isVisible());
    QVERIFY(!button("allowOnce")->isEnabled());
    QTRY_VERIFY(button("notReadAll")->isEnabled());
    button("notReadAll")->setFocus();
    QTest::keyClick(button("notReadAll"), Qt::Key_Space);
    QTRY_VERIFY(button("allowOnce")->isEnabled());
    click("allowOnce");
    QCOMPARE(answeredId(), RequestId(u"per_2"_s));
}

void TestReviewChoices::longCommandsWaitToo()
{
    show(commandRequest(u"per_1"_s, u"echo one\n"_s.repeated(300) + u"rm -r build"_s));
    auto *text = part<QPlainTextEdit>("commandText");
    QVERIFY(!button("allowOnce")->isEnabled());
    QVERIFY(part<QLabel>("unread")->isVisible());
    text->setFocus();
    QTest::keyClick(text, Qt::Key_PageDown);
    QTest::qWait(0);
    QVERIFY(!button("allowOnce")->isEnabled());
    QTest::keyClick(text, Qt::Key_End, Qt::ControlModifier);
    QTRY_VERIFY(button("allowOnce")->isEnabled());
    show(commandRequest(u"per_2"_s, u"ls"_s));
    QTRY_VERIFY(button("allowOnce")->isEnabled());
}

void TestReviewChoices::filesAreTickedWhenSeen()
{
    show(editRequest(u"per_1"_s, {twoHunks(), twoHunks(u"src/b.cpp"_s), farApart()}));
    auto *files = part<FileList>("reviewFiles");
    auto *view = part<DiffView>("diffView");
    QTRY_VERIFY(files->isViewed(0));
    QTRY_COMPARE(part<QLabel>("unread")->text(), u"1 of 3 files viewed"_s);
    QVERIFY(!button("allowOnce")->isEnabled());
    view->setFocus();
    for (int press = 0; press < 3; ++press)
        QTest::keyClick(view, Qt::Key_F7);
    QTRY_VERIFY(files->isViewed(1));
    QTRY_COMPARE(part<QLabel>("unread")->text(), u"2 of 3 files viewed"_s);
    // By hand: Space in the list, a click on the box, V.
    files->setFocus();
    files->setCurrentRow(2);
    QVERIFY(!files->isViewed(2));
    QTest::keyClick(files, Qt::Key_Space);
    QVERIFY(files->isViewed(2));
    QTRY_VERIFY(button("allowOnce")->isEnabled());
    QTest::keyClick(files, Qt::Key_V);
    QVERIFY(!files->isViewed(2));
    QVERIFY(!button("allowOnce")->isEnabled());
    const QRect row = files->visualItemRect(files->item(2));
    QTest::mouseClick(files->viewport(), Qt::LeftButton, {}, {row.left() + 10, row.center().y()});
    QVERIFY(files->isViewed(2));
    QVERIFY(files->item(2)->data(Qt::AccessibleTextRole).toString().contains(u"viewed"_s));
    QTRY_VERIFY(button("allowOnce")->isEnabled());
}

void TestReviewChoices::ticksComeBackWithTheSameContentOnly()
{
    auto *files = part<FileList>("reviewFiles");
    const Diff::FileChange first = farApart(u"src/a.cpp"_s);
    const Diff::FileChange second = farApart(u"src/b.cpp"_s);
    show(editRequest(u"per_1"_s, {first, second}));
    QTRY_VERIFY(files->item(1)->data(Qt::AccessibleTextRole).toString().contains(u"+3"_s));
    files->setViewed(0, true);
    files->setViewed(1, true);
    // The agent tries again, with another content of the second file.
    Diff::FileChange other = second;
    other.after += "and more\n";
    show(editRequest(u"per_2"_s, {first, other}));
    QTRY_VERIFY(files->isViewed(0));
    QVERIFY(!files->isViewed(1));
    QVERIFY(!button("allowOnce")->isEnabled());
    // A tick that was taken back stays away.
    files->setViewed(0, false);
    show(editRequest(u"per_3"_s, {first, second}));
    QTRY_VERIFY(files->item(1)->data(Qt::AccessibleTextRole).toString().contains(u"+3"_s));
    QVERIFY(!files->isViewed(0));
    QTRY_VERIFY(files->isViewed(1)); // This very content was viewed.
}

void TestReviewChoices::leavesOutByKeyAndMouse()
{
    const Diff::FileChange change = twoHunks();
    show(editRequest(u"per_1"_s, {change}));
    auto *view = part<DiffView>("diffView");
    view->setFocus();
    QTest::keyClick(view, Qt::Key_N);
    QVERIFY(!button("allowOnce")->isEnabled()); // Until the rest has been shown.
    QTRY_VERIFY(view->isLeftOut(0));
    QCOMPARE(view->hunkCount(), 2);
    QCOMPARE(part<QLabel>("hunkPosition")->text(), u"1 of 2"_s);
    QTRY_VERIFY(button("allowOnce")->isEnabled());
    QCOMPARE(button("allowOnce")->text(), u"Allow 1 of 2 changes"_s);
    // It says so in its place; the lines are those that will be there.
    QStringList rows;
    for (int visual = 0; visual < view->visuals().size(); ++visual)
        rows.append(view->rowText(visual));
    QVERIFY2(rows.contains(u"⊘ Left out (+1 −1): these lines stay as they are"_s),
             qPrintable(rows.join(u'\n')));
    QVERIFY(rows.contains(u"20 line 20"_s));
    QVERIFY(!rows.join(u'\n').contains(u"20 changed"_s));
    click("allowOnce");
    QVERIFY(reply().proposal.has_value());
    Diff::FileChange left = change;
    left.after.replace("line 20 changed\n", "line 20\n");
    left.facts = {u"part"_s}; // As the tool is told.
    QCOMPARE(reply().proposal->files, QList<Diff::FileChange>{left});
    QCOMPARE(reply().answer, Permission::Answer::Once);

    show(editRequest(u"per_2"_s, {change}));
    QTest::mouseClick(part<QToolButton>("nextHunk"), Qt::LeftButton);
    QTest::mouseClick(part<QToolButton>("leaveOut"), Qt::LeftButton);
    QTRY_VERIFY(view->isLeftOut(1) && button("allowOnce")->isEnabled());
    QVERIFY(part<QToolButton>("takeIn")->isVisible());
    QVERIFY(!part<QToolButton>("leaveOut")->isVisible());
    click("always");
    click("saveAndAllow");
    left = change;
    left.after.replace("new one\nnew two\n", "");
    left.facts = {u"part"_s};
    QCOMPARE(reply(1).proposal->files, QList<Diff::FileChange>{left});
    QCOMPARE(reply(1).answer, Permission::Answer::Always);

    // The only place of a request is rejected, not left out.
    show(editRequest(u"per_only"_s, {modified("a\n", "b\n")}));
    QVERIFY(!part<QToolButton>("leaveOut")->isVisible());

    // A refusal refuses all of it.
    show(editRequest(u"per_3"_s, {change}));
    QTest::keyClick(view, Qt::Key_N);
    QTRY_VERIFY(view->isLeftOut(0));
    click("reject");
    click("rejectAndStop");
    QVERIFY(!reply(2).proposal.has_value());
}

void TestReviewChoices::takesInAgain()
{
    show(editRequest(u"per_1"_s, {twoHunks()}));
    auto *view = part<DiffView>("diffView");
    view->setFocus();
    const auto leaveOutFirst = [&] {
        QTest::keyClick(view, Qt::Key_N);
        return QTest::qWaitFor([&] { return view->isLeftOut(0); });
    };
    const auto isBack = [&] {
        return QTest::qWaitFor([&] { return !view->isLeftOut(0); });
    };
    QVERIFY(leaveOutFirst());
    QTest::keyClick(view, Qt::Key_Y);
    QVERIFY(isBack());
    QVERIFY(leaveOutFirst());
    QTest::mouseClick(part<QToolButton>("takeIn"), Qt::LeftButton);
    QVERIFY(isBack());
    QVERIFY(leaveOutFirst());
    for (int visual = 0; visual < view->visuals().size(); ++visual) {
        if (view->visuals().at(visual).kind == VisualRow::Kind::LeftOut)
            QTest::mouseClick(view->viewport(), Qt::LeftButton, {},
                              {200, visual * view->rowHeight() + 4});
    }
    QVERIFY(isBack());
    QTRY_VERIFY(button("allowOnce")->isEnabled());
    QCOMPARE(button("allowOnce")->text(), u"Allow once"_s);
    click("allowOnce");
    QVERIFY(!reply().proposal.has_value());
}

void TestReviewChoices::everythingLeftOutIsNoAnswer()
{
    show(editRequest(u"per_1"_s, {twoHunks()}));
    auto *view = part<DiffView>("diffView");
    view->setFocus();
    QTest::keyClick(view, Qt::Key_N);
    QTest::keyClick(view, Qt::Key_F7);
    QTest::keyClick(view, Qt::Key_N);
    QTRY_VERIFY(view->isLeftOut(0) && view->isLeftOut(1));
    QTest::qWait(0);
    QVERIFY(!button("allowOnce")->isEnabled());
    QVERIFY(button("allowOnce")->toolTip().contains(u"reject"_s));
    m_actions->find(u"review.allowOnce"_s)->trigger();
    QCOMPARE(m_answers->size(), 0);
    QVERIFY(button("reject")->isEnabled());
}

void TestReviewChoices::leavesOutFiles()
{
    const Diff::FileChange fresh{
            Diff::ChangeKind::Added, u"n"_s, u"/p/n"_s, {}, {}, numbered(3), {}};
    show(editRequest(u"per_1"_s, {twoHunks(), fresh, farApart()}));
    auto *files = part<FileList>("reviewFiles");
    auto *view = part<DiffView>("diffView");
    files->setFocus();
    files->setCurrentRow(1);
    QTRY_COMPARE(view->document()->resource, u"n"_s);
    QTest::keyClick(files, Qt::Key_N);
    QTRY_COMPARE(view->visuals().first().kind, VisualRow::Kind::Note); // It says so.
    QVERIFY(view->rowText(0).startsWith(u"Left out"_s));
    QVERIFY(files->item(1)->data(Qt::AccessibleTextRole).toString().contains(u"left out"_s));
    // What is left out need not be seen.
    files->setCurrentRow(2);
    QTest::keyClick(files, Qt::Key_N);
    files->setCurrentRow(0);
    QTRY_VERIFY(button("allowOnce")->isEnabled());
    QCOMPARE(button("allowOnce")->text(), u"Allow 1 of 3 files"_s);
    files->setCurrentRow(2);
    QTRY_VERIFY(view->document()->resource == u"src/far.cpp"_s && view->isLeftOut(2));
    // One hunk of it comes back alone.
    view->setFocus();
    QTest::keyClick(view, Qt::Key_Y);
    QTRY_VERIFY(!view->isLeftOut(0) && view->isLeftOut(1));
    files->setViewed(2, true);
    QTRY_VERIFY(button("allowOnce")->isEnabled());
    QCOMPARE(button("allowOnce")->text(), u"Allow what is left"_s);
    click("allowOnce");
    Diff::FileChange part = farApart();
    part.after = part.before;
    part.after.replace("line 10\n", "line 10 new\n");
    part.facts = {u"part"_s};
    QCOMPARE(reply().proposal->files, (QList<Diff::FileChange>{twoHunks(), part}));
}

void TestReviewChoices::whatIsShownIsWhatIsAnswered()
{
    auto *view = part<DiffView>("diffView");
    std::mt19937 random(20261130); // NOLINT(bugprone-random-generator-seed): the same each time.
    const auto below = [&](int end) {
        return int(random() % unsigned(end));
    };
    m_window->resize(1200, 900);
    for (int round = 0; round < 25; ++round) {
        const QByteArray end = below(3) == 0 ? "\r\n" : "\n";
        QByteArray before = below(4) == 0 ? "\xEF\xBB\xBF" : "";
        QByteArray after = before;
        for (int line = 0; line < 40; ++line) {
            const QByteArray text = "line " + QByteArray::number(below(10));
            before += text + end;
            const int what = below(8);
            if (what != 0)
                after += (what == 1 ? "other" : text) + (what == 2 && below(4) == 0 ? "\n" : end);
            if (what == 3)
                after += "more" + end;
        }
        if (below(3) == 0)
            before.chop(end.size());
        if (below(3) == 0)
            after += "no end";
        show(editRequest(u"per_%1"_s.arg(round), {modified(before, after)}));
        const int hunks = view->hunkCount();
        int taken = hunks;
        view->setFocus();
        QTest::keyClick(view, Qt::Key_Home);
        QTest::keyClick(view, Qt::Key_F7, Qt::ShiftModifier);
        for (int hunk = 0; hunk < hunks; ++hunk) {
            if (below(2) == 0 && taken > 1) {
                while (view->currentHunk() < hunk)
                    QTest::keyClick(view, Qt::Key_F7);
                QCOMPARE(view->currentHunk(), hunk);
                QTest::keyClick(view, Qt::Key_N);
                QTRY_VERIFY(view->isLeftOut(hunk));
                --taken;
            }
        }
        if (button("notReadAll")->isVisible())
            click("notReadAll");
        QTRY_VERIFY(button("allowOnce")->isEnabled());
        click("allowOnce");
        const QByteArray answered =
                reply(round).proposal ? reply(round).proposal->files.first().after : after;
        const SideText side = sideText(answered);
        // Line for line what is on the new side, with its line ends and its end.
        QByteArray shown;
        const Diff::LineDiff &diff = view->document()->diff;
        for (qsizetype line = 0; line < diff.newLines.size(); ++line)
            shown.append(diff.newLines.at(line)).append('\n');
        if (!diff.newFinalNewline)
            shown.chop(1);
        QCOMPARE(shown, side.text);
        QCOMPARE(view->document()->newCrlf, side.crlf);
        QCOMPARE(reply(round).proposal.has_value(), taken < hunks);
    }
}

void TestReviewChoices::remarksGoWithTheRejection()
{
    show(editRequest(u"per_1"_s, {twoHunks(), twoHunks(u"src/b.cpp"_s)}));
    auto *view = part<DiffView>("diffView");
    auto *field = part<QLineEdit>("noteText");
    view->setFocus();
    QTest::keyClick(view, Qt::Key_Down); // From the removed line to the one that takes its place.
    QTest::keyClick(view, Qt::Key_C);
    QVERIFY(field->isVisible());
    QVERIFY(field->hasFocus());
    QCOMPARE(part<QLabel>("notePlace")->text(), u"src/a.cpp:20"_s);
    // Keys in the field are words, and leave nothing out.
    QTest::keyClicks(field, u"not in vain, Nancy"_s);
    QTest::keyClick(field, Qt::Key_Return);
    QVERIFY(!field->isVisible());
    QVERIFY(view->hasFocus());
    QVERIFY(!view->isLeftOut(0));
    QVERIFY(view->rowText(view->currentRow()).endsWith(u"● not in vain, Nancy"_s));
    QVERIFY(part<QCheckBox>("sendRemarks")->isVisible());
    // By mouse, on the numbers; Escape leaves it as it was.
    const int row = view->currentRow();
    const auto clickNumbers = [&](int visual) {
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {},
                          {20, visual * view->rowHeight() + view->rowHeight() / 2});
    };
    clickNumbers(row);
    QCOMPARE(field->text(), u"not in vain, Nancy"_s);
    QTest::keyClicks(field, u"something else"_s);
    QTest::keyClick(field, Qt::Key_Escape);
    QVERIFY(!field->isVisible());
    clickNumbers(row - 1);
    QCOMPARE(part<QLabel>("notePlace")->text(), u"src/a.cpp:20 (before the change)"_s);
    QTest::keyClicks(field, u"this was right"_s);
    QTest::mouseClick(button("keepNote"), Qt::LeftButton);
    // Another file.
    part<FileList>("reviewFiles")->setCurrentRow(1);
    QTRY_COMPARE(view->document()->resource, u"src/b.cpp"_s);
    QVERIFY(!view->rowText(row).contains(u'●'));
    view->setFocus();
    QTest::keyClick(view, Qt::Key_C);
    QTest::keyClicks(field, u"and here"_s);
    QTest::keyClick(field, Qt::Key_Return);
    // An empty one takes it back.
    QTest::keyClick(view, Qt::Key_C);
    QCOMPARE(field->text(), u"and here"_s);
    field->clear();
    QTest::keyClick(field, Qt::Key_Return);
    click("reject");
    QVERIFY(part<QLabel>("remarkList")->isVisible()); // Seen before it is sent.
    QVERIFY(button("rejectWithWords")->isEnabled()); // They are words enough.
    QTest::keyClicks(part<QLineEdit>("rejectWords"), u"Otherwise fine."_s);
    click("rejectWithWords");
    QCOMPARE(reply().message,
             u"src/a.cpp:20: not in vain, Nancy\nsrc/a.cpp:20 (before the change): this was right\n"
             "Otherwise fine."_s);
    // They belong to their session and file.
    Permission::Request other = editRequest(u"per_2"_s, {twoHunks()});
    other.inquiry.session = SessionId(u"ses_2"_s);
    show(other);
    QVERIFY(!part<QCheckBox>("sendRemarks")->isVisible());
    click("reject");
    QVERIFY(!button("rejectWithWords")->isEnabled());
    QVERIFY(!part<QLabel>("remarkList")->isVisible());
}

void TestReviewChoices::aFileThatMovesOnCannotBeAllowed_data()
{
    QTest::addColumn<Diff::ChangeKind>("kind");
    QTest::addColumn<bool>("replaced");
    QTest::newRow("written in place") << Diff::ChangeKind::Modified << false;
    QTest::newRow("replaced") << Diff::ChangeKind::Modified << true;
    QTest::newRow("a new file that comes from elsewhere") << Diff::ChangeKind::Added << false;
    QTest::newRow("a file that will be deleted") << Diff::ChangeKind::Deleted << false;
}

void TestReviewChoices::aFileThatMovesOnCannotBeAllowed()
{
    QFETCH(Diff::ChangeKind, kind);
    QFETCH(bool, replaced);
    Diff::FileChange change = modified("one\n", "two\n");
    change.kind = kind;
    change.target = m_scratch->path(u"project/a.cpp"_s);
    m_scratch->write(u"project/b.cpp"_s, "one\n");
    if (kind == Diff::ChangeKind::Added)
        change.before.clear();
    else
        m_scratch->write(u"project/a.cpp"_s, change.before);
    if (kind == Diff::ChangeKind::Deleted)
        change.after.clear();
    show(editRequest(u"per_1"_s, {change}));
    QTRY_VERIFY(button("allowOnce")->isEnabled());
    QVERIFY(!part<QLabel>("stale")->isVisible());
    if (replaced) {
        m_scratch->write(u"project/new"_s, "1\n22"); // The same size.
        QVERIFY(QFile::remove(change.target));
        QVERIFY(QFile::rename(m_scratch->path(u"project/new"_s), change.target));
    } else {
        m_scratch->write(u"project/a.cpp"_s, "won\n");
    }
    QTRY_VERIFY(!button("allowOnce")->isEnabled());
    QVERIFY(part<QLabel>("stale")->text().startsWith(u"src/a.cpp has changed on disk"_s));
    m_actions->find(u"review.allowOnce"_s)->trigger();
    QCOMPARE(m_answers->size(), 0);
    // Back to what it was: as before.
    if (kind == Diff::ChangeKind::Added)
        QVERIFY(QFile::remove(change.target));
    else
        m_scratch->write(u"project/a.cpp"_s, change.before);
    QTRY_VERIFY(button("allowOnce")->isEnabled());
    QVERIFY(!part<QLabel>("stale")->isVisible());
}

void TestReviewChoices::aFileThatMovedOnBeforeIsSaidAtOnce()
{
    Diff::FileChange change = modified("one\n", "two\n");
    change.target = m_scratch->write(u"project/a.cpp"_s, "something else\n");
    show(editRequest(u"per_1"_s, {change}));
    QTRY_VERIFY(part<QLabel>("stale")->isVisible());
    QVERIFY(!button("allowOnce")->isEnabled());
    // The words for the agent are there already.
    click("reject");
    QVERIFY(part<QLineEdit>("rejectWords")->text().contains(u"changed on disk"_s));
    click("rejectWithWords");
    QCOMPARE(reply().answer, Permission::Answer::Reject);
    show(editRequest(u"per_2"_s, {twoHunks()}));
    QVERIFY(!part<QLabel>("stale")->isVisible());
}

QTEST_MAIN(TestReviewChoices)
#include "tst_reviewchoices.moc"
