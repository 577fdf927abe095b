// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "panelfixture.h"
#include "review/diffview.h"
#include "review/filelist.h"

#include <QCheckBox>
#include <QLabel>
#include <QPlainTextEdit>
#include <QToolButton>

using namespace Countersign;
using namespace Countersign::Review;
using namespace Countersign::Samples;

/// Files change on disk while a change of them is looked at.
class TestReviewRevision : public QObject, private PanelFixture
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { setUpAll(); }
    void init() { setUp(); }
    void cleanup() { tearDown(); }
    void isAskedForAndShown();
    void anAnswerIsAboutWhatIsShown();
    void mustBeSeenAgain();
    void whatDoesNotFitSaysWhy();
    void eachChangeOnDiskAsksAgain();
    void whatIsLeftOutIsCarriedOver();
    void otherLinesAreTakenInAndSaid();
    void placesThatStillFitStayLeftOut();
    void whatIsLeftOutOfAnotherFileIsCarriedOver_data();
    void whatIsLeftOutOfAnotherFileIsCarriedOver();
    void otherFilesKeepEverything();
    void theWordsOfARejectionStay();
    void thePersonsOwnChangesAreCarriedOver();
    void ownChangesThatDoNotFitAreKept();
    void remarksMoveAlong();
    void othersAreIgnored();

private:
    Permission::Request watched(const QByteArray &before, const QByteArray &after);
    static Permission::Request revised(Permission::Request request, const QByteArray &before,
                                       const QByteArray &after);
    DiffView *view() const { return part<DiffView>("diffView"); }
    QString news() const { return part<QLabel>("news")->text(); }
    bool reads(const QString &text) const;
    void goTo(const QString &text);
    void isShownAgain();
};

static const QByteArray kBefore = numbered(60);

static QByteArray edited(QByteArray text)
{
    text.replace("line 20\n", "line 20 changed\n");
    text.replace("line 45\n", "line 45\nnew one\nnew two\n");
    return text;
}

/// A request about a file that is there.
Permission::Request TestReviewRevision::watched(const QByteArray &before, const QByteArray &after)
{
    Diff::FileChange change = modified(before, after);
    change.target = m_scratch->write(u"project/src/a.cpp"_s, before);
    return editRequest(u"per_1"_s, {change});
}

Permission::Request TestReviewRevision::revised(Permission::Request request,
                                                const QByteArray &before, const QByteArray &after)
{
    request.inquiry.proposal.files.first().before = before;
    request.inquiry.proposal.files.first().after = after;
    ++request.inquiry.revision;
    return request;
}

bool TestReviewRevision::reads(const QString &text) const
{
    for (int visual = 0; visual < view()->visuals().size(); ++visual) {
        if (view()->rowText(visual).contains(text))
            return true;
    }
    return false;
}

void TestReviewRevision::goTo(const QString &text)
{
    view()->setFocus();
    QTest::keyClick(view(), Qt::Key_Home);
    while (!view()->rowText(view()->currentRow()).contains(text)) {
        const int before = view()->currentRow();
        QTest::keyClick(view(), Qt::Key_Down);
        QVERIFY2(view()->currentRow() != before, qPrintable(text));
    }
}

void TestReviewRevision::isShownAgain()
{
    QTRY_VERIFY(button("allowOnce")->isEnabled() || button("notReadAll")->isVisible());
    if (button("notReadAll")->isVisible())
        click("notReadAll");
    QTRY_VERIFY(button("allowOnce")->isEnabled());
}

void TestReviewRevision::isAskedForAndShown()
{
    QSignalSpy wanted(m_panel, &ReviewPanel::recomputeWanted);
    const Permission::Request request = watched(kBefore, edited(kBefore));
    show(request);
    isShownAgain();
    QCOMPARE(wanted.size(), 0);
    const QByteArray now = "top\n" + kBefore;
    m_scratch->write(u"project/src/a.cpp"_s, now);
    QTRY_COMPARE(wanted.size(), 1);
    QCOMPARE(wanted.first().first().value<RequestId>(), RequestId(u"per_1"_s));
    QVERIFY(!button("allowOnce")->isEnabled());
    QVERIFY(part<QLabel>("stale")->isVisible());
    m_panel->revise(revised(request, now, edited(now)));
    isShownAgain();
    QVERIFY(!part<QLabel>("stale")->isVisible());
    QVERIFY(part<QLabel>("news")->isVisible());
    QCOMPARE(news(),
             u"Changed on disk, and computed again on what is there now: src/a.cpp (line 20 → 21, "
             "line 46 → 47). Look at it once more."_s);
    QVERIFY(reads(u"21+line 20 changed"_s));
    click("allowOnce");
    QCOMPARE(reply().revision, 1);
    QVERIFY(!reply().proposal.has_value());
    // The next request has no such news.
    show(editRequest(u"per_2"_s, {twoHunks(u"src/b.cpp"_s)}));
    QVERIFY(!part<QLabel>("news")->isVisible());
}

void TestReviewRevision::anAnswerIsAboutWhatIsShown()
{
    const Permission::Request request = watched(kBefore, edited(kBefore));
    show(request);
    isShownAgain();
    m_panel->setArmDelay(std::chrono::hours(1));
    m_panel->revise(revised(request, kBefore, edited(kBefore) + "more\n"));
    // Nothing that was meant for what was there before gets through.
    click("allowOnce");
    m_actions->find(u"review.allowOnce"_s)->trigger();
    QTRY_VERIFY(reads(u"+more"_s));
    click("allowOnce");
    QCOMPARE(m_answers->size(), 0);
}

void TestReviewRevision::mustBeSeenAgain()
{
    m_window->resize(780, 330);
    QByteArray before = numbered(300);
    QByteArray after = before;
    after.replace("line 20\n", "line 20 x\n").replace("line 280\n", "line 280 x\n");
    const Permission::Request request = watched(before, after);
    show(request);
    view()->setFocus();
    QTest::keyClick(view(), Qt::Key_F7);
    QTRY_VERIFY(button("allowOnce")->isEnabled());
    m_scratch->write(u"project/src/a.cpp"_s, "top\n" + before);
    m_panel->revise(revised(request, "top\n" + before, "top\n" + after));
    QTRY_COMPARE(part<QLabel>("unread")->text(), u"1 of 2 changes seen"_s);
    QVERIFY(!button("allowOnce")->isEnabled());
    QTest::keyClick(view(), Qt::Key_F7);
    QTRY_VERIFY(button("allowOnce")->isEnabled());
}

void TestReviewRevision::whatDoesNotFitSaysWhy()
{
    const Permission::Request request = watched(kBefore, edited(kBefore));
    show(request);
    m_scratch->write(u"project/src/a.cpp"_s, "all is new\n");
    QTRY_VERIFY(part<QLabel>("stale")->isVisible());
    m_panel->cannotRevise(request.id, u"The text is not in src/a.cpp any more."_s);
    QCOMPARE(part<QLabel>("stale")->text(),
             u"src/a.cpp has changed on disk since this was proposed, and it cannot be made on "
             u"what is "
             "there now: The text is not in src/a.cpp any more. Reject it, and the agent reads the "
             "file again."_s);
    QVERIFY(!button("allowOnce")->isEnabled());
    click("reject");
    QCOMPARE(
            part<QLineEdit>("rejectWords")->text(),
            u"src/a.cpp has changed on disk: read it again. The text is not in src/a.cpp any more."_s);
    click("rejectWithWords");
    QCOMPARE(reply().answer, Permission::Answer::Reject);
    QVERIFY(reply().message.contains(u"read it again"_s));
}

void TestReviewRevision::eachChangeOnDiskAsksAgain()
{
    QSignalSpy wanted(m_panel, &ReviewPanel::recomputeWanted);
    const Permission::Request request = watched(kBefore, edited(kBefore));
    show(request);
    m_scratch->write(u"project/src/a.cpp"_s, "one\n");
    QTRY_COMPARE(wanted.size(), 1);
    m_panel->cannotRevise(request.id, u"No."_s);
    m_scratch->write(u"project/src/a.cpp"_s, "two\n");
    QTRY_COMPARE(wanted.size(), 2);
    QVERIFY(!part<QLabel>("stale")->text().contains(u"No."_s));
    m_scratch->write(u"project/src/a.cpp"_s, kBefore);
    QTRY_VERIFY(!part<QLabel>("stale")->isVisible());
    QCOMPARE(wanted.size(), 2);
    isShownAgain();
}

void TestReviewRevision::whatIsLeftOutIsCarriedOver()
{
    const Permission::Request request = watched(kBefore, edited(kBefore));
    show(request);
    goTo(u"+new one"_s);
    QTest::keyClick(view(), Qt::Key_N, Qt::ShiftModifier);
    QTRY_VERIFY(reads(u"⊘"_s));
    const QByteArray now = "top\n" + kBefore;
    m_scratch->write(u"project/src/a.cpp"_s, now);
    m_panel->revise(revised(request, now, edited(now)));
    QTRY_VERIFY(reads(u"21+line 20 changed"_s) && reads(u"⊘"_s));
    isShownAgain();
    QVERIFY(!news().contains(u"taken in again"_s));
    click("allowOnce");
    QByteArray wanted = edited(now);
    wanted.replace("new one\n", "");
    QCOMPARE(reply().proposal->files.first().after, wanted);
    QCOMPARE(reply().proposal->files.first().before, now);
}

void TestReviewRevision::otherLinesAreTakenInAndSaid()
{
    const Permission::Request request = watched(kBefore, edited(kBefore));
    show(request);
    view()->setFocus();
    QTest::keyClick(view(), Qt::Key_N);
    QTRY_VERIFY(view()->isLeftOut(0));
    QByteArray now = kBefore;
    now.replace("line 20\n", "line 20 of theirs\n");
    m_scratch->write(u"project/src/a.cpp"_s, now);
    m_panel->revise(revised(request, now, edited(kBefore)));
    QTRY_VERIFY(news().contains(u"What you left out of src/a.cpp is taken in again"_s));
    QVERIFY(!view()->isLeftOut(0));
    isShownAgain();
    QCOMPARE(button("allowOnce")->text(), u"Allow once"_s);
}

void TestReviewRevision::placesThatStillFitStayLeftOut()
{
    const Permission::Request request = watched(kBefore, edited(kBefore));
    show(request);
    goTo(u"+new one"_s);
    QTest::keyClick(view(), Qt::Key_N);
    QTRY_VERIFY(view()->isLeftOut(1));
    // The other place says something else now.
    QByteArray now = kBefore;
    now.replace("line 20\n", "line 20 of theirs\n");
    m_scratch->write(u"project/src/a.cpp"_s, now);
    m_panel->revise(revised(request, now, edited(kBefore)));
    QTRY_VERIFY(reads(u"−line 20 of theirs"_s));
    QTRY_VERIFY(view()->isLeftOut(1));
    QVERIFY(!news().contains(u"taken in again"_s));
}

void TestReviewRevision::whatIsLeftOutOfAnotherFileIsCarriedOver_data()
{
    QTest::addColumn<QByteArray>("now");
    QTest::addColumn<QByteArray>("proposed"); // Of what is there now.
    QTest::addColumn<QByteArray>("written");
    QTest::addColumn<QString>("said");
    const QByteArray more = "top\n" + kBefore;
    QByteArray kept = edited(more);
    kept.replace("line 20 changed", "line 20").replace("new one\n", "");
    QTest::newRow("all of it fits") << more << edited(more) << kept << QString();
    QByteArray theirs = kBefore;
    theirs.replace("line 20\n", "line 20 of theirs\n");
    QByteArray partly = edited(kBefore);
    partly.replace("new one\n", "");
    QTest::newRow("some of it") << theirs << edited(kBefore) << partly
                                << u"Some of what you left out of src/b.cpp is taken in again"_s;
    QTest::newRow("nothing") << QByteArray("line 45\n") << QByteArray("line 45\nnew\n")
                             << QByteArray("line 45\nnew\n")
                             << u"What you left out of src/b.cpp is taken in again"_s;
}

void TestReviewRevision::whatIsLeftOutOfAnotherFileIsCarriedOver()
{
    QFETCH(QByteArray, now);
    QFETCH(QByteArray, proposed);
    QFETCH(QString, said);
    Permission::Request request = watched(kBefore, edited(kBefore));
    request.inquiry.proposal.files.append(modified(kBefore, edited(kBefore), u"src/b.cpp"_s));
    show(request);
    auto *files = part<FileList>("reviewFiles");
    files->setCurrentRow(1);
    QTRY_COMPARE(view()->document()->resource, u"src/b.cpp"_s);
    view()->setFocus();
    QTest::keyClick(view(), Qt::Key_N);
    QTRY_VERIFY(view()->isLeftOut(0));
    goTo(u"+new one"_s);
    QTest::keyClick(view(), Qt::Key_N, Qt::ShiftModifier);
    QTRY_VERIFY(!reads(u"+new one"_s));
    files->setCurrentRow(0);
    QTRY_COMPARE(view()->document()->resource, u"src/a.cpp"_s);
    Permission::Request next = request;
    next.inquiry.proposal.files.last().before = now;
    next.inquiry.proposal.files.last().after = proposed;
    ++next.inquiry.revision;
    m_panel->revise(next);
    // Twice: what is still being looked for is not lost.
    ++next.inquiry.revision;
    m_panel->revise(next);
    QVERIFY(!button("allowOnce")->isEnabled());
    isShownAgain();
    QCOMPARE(news().contains(said) && (!said.isEmpty() || !news().contains(u"taken in"_s)), true);
    click("allowOnce");
    const QByteArray written = reply().proposal ? reply().proposal->files.last().after : proposed;
    QTEST(written, "written");
}

void TestReviewRevision::otherFilesKeepEverything()
{
    Permission::Request request = watched(kBefore, edited(kBefore));
    request.inquiry.proposal.files.append(twoHunks(u"src/b.cpp"_s));
    show(request);
    auto *files = part<FileList>("reviewFiles");
    files->setCurrentRow(1);
    QTRY_COMPARE(view()->document()->resource, u"src/b.cpp"_s);
    view()->setFocus();
    QTest::keyClick(view(), Qt::Key_N);
    QTRY_VERIFY(view()->isLeftOut(0));
    files->setViewed(0, true);
    files->setViewed(1, true);
    const QByteArray now = "top\n" + kBefore;
    m_scratch->write(u"project/src/a.cpp"_s, now);
    m_panel->revise(revised(request, now, edited(now)));
    // It stays where the person is.
    QTRY_VERIFY(view()->document() && view()->document()->resource == u"src/b.cpp"_s
                && view()->isLeftOut(0));
    QVERIFY(files->isViewed(1));
    QVERIFY(!files->isViewed(0));
    QVERIFY(!button("allowOnce")->isEnabled());
    files->setViewed(0, true);
    QTRY_VERIFY(button("allowOnce")->isEnabled());
    click("allowOnce");
    QCOMPARE(reply().proposal->files.first().after, edited(now));
    QVERIFY(reply().proposal->files.last().after != twoHunks().after);
}

void TestReviewRevision::theWordsOfARejectionStay()
{
    const Permission::Request request = watched(kBefore, edited(kBefore));
    show(request);
    click("reject");
    auto *words = part<QLineEdit>("rejectWords");
    QTest::keyClicks(words, u"not like this"_s);
    m_panel->revise(revised(request, "top\n" + kBefore, "top\n" + edited(kBefore)));
    QTRY_VERIFY(reads(u"21+line 20 changed"_s));
    QVERIFY(words->isVisible());
    QCOMPARE(words->text(), u"not like this"_s);
    click("rejectWithWords");
    QCOMPARE(reply().message, u"not like this"_s);
}

void TestReviewRevision::thePersonsOwnChangesAreCarriedOver()
{
    const Permission::Request request = watched(kBefore, edited(kBefore));
    show(request);
    view()->setFocus();
    QTest::keyClick(view(), Qt::Key_E);
    auto *text = part<QPlainTextEdit>("editText");
    QVERIFY(text->isVisible());
    text->setPlainText(text->toPlainText().replace(u"new two"_s, u"mine"_s));
    // In the middle of it, not taken yet.
    const QByteArray now = "top\n" + kBefore;
    m_scratch->write(u"project/src/a.cpp"_s, now);
    m_panel->revise(revised(request, now, edited(now)));
    QTRY_VERIFY(reads(u"+mine"_s));
    isShownAgain();
    click("allowOnce");
    QByteArray wanted = edited(now);
    wanted.replace("new two\n", "mine\n");
    QCOMPARE(reply().proposal->files.first().after, wanted);
}

void TestReviewRevision::ownChangesThatDoNotFitAreKept()
{
    const Permission::Request request = watched(kBefore, edited(kBefore));
    show(request);
    view()->setFocus();
    QTest::keyClick(view(), Qt::Key_E);
    auto *text = part<QPlainTextEdit>("editText");
    text->setPlainText(text->toPlainText().replace(u"line 20 changed"_s, u"mine"_s));
    QTest::keyClick(text, Qt::Key_Return, Qt::ControlModifier);
    QTRY_VERIFY(reads(u"+mine"_s));
    QByteArray now = edited(kBefore);
    now.replace("line 20 changed", "line 20 changed by another");
    m_panel->revise(revised(request, kBefore, now));
    QTRY_VERIFY(news().contains(u"Your own changes of src/a.cpp do not fit"_s));
    QTRY_VERIFY(reads(u"changed by another"_s));
    QVERIFY(!reads(u"+mine"_s));
    view()->setFocus();
    QTest::keyClick(view(), Qt::Key_E);
    QVERIFY(text->toPlainText().contains(u"mine"_s));
    QTest::keyClick(text, Qt::Key_Return, Qt::ControlModifier);
    QTRY_VERIFY(reads(u"+mine"_s));
    QVERIFY(!news().contains(u"do not fit"_s));
}

void TestReviewRevision::remarksMoveAlong()
{
    const Permission::Request request = watched(kBefore, edited(kBefore));
    show(request);
    goTo(u"+new one"_s);
    QTest::keyClick(view(), Qt::Key_C);
    part<QLineEdit>("noteText")->setText(u"hm"_s);
    QTest::keyClick(part<QLineEdit>("noteText"), Qt::Key_Return);
    const QByteArray now = "top\n" + kBefore;
    m_panel->revise(revised(request, now, edited(now)));
    QTRY_VERIFY(reads(u"47+new one ● hm"_s));
    QVERIFY(part<QCheckBox>("sendRemarks")->isVisible());
}

void TestReviewRevision::othersAreIgnored()
{
    const Permission::Request request = watched(kBefore, edited(kBefore));
    show(request);
    isShownAgain();
    Permission::Request other = revised(request, "x\n", "y\n");
    other.id = RequestId(u"per_9"_s);
    m_panel->revise(other);
    m_panel->cannotRevise(other.id, u"No."_s);
    QVERIFY(button("allowOnce")->isEnabled());
    // What was answered is over.
    click("allowOnce");
    m_panel->revise(revised(request, "x\n", "y\n"));
    QVERIFY(!button("allowOnce")->isEnabled());
}

QTEST_MAIN(TestReviewRevision)
#include "tst_reviewrevision.moc"
