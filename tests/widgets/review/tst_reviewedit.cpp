// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "panelfixture.h"
#include "review/diffview.h"
#include "review/filelist.h"

#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QPlainTextEdit>
#include <QToolButton>

#include <algorithm>

using namespace Countersign;
using namespace Countersign::Review;
using namespace Countersign::Samples;

/// The person changes what is proposed before allowing it.
class TestReviewEdit : public QObject, private PanelFixture
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { setUpAll(); }
    void init() { setUp(); }
    void cleanup();
    void byKey();
    void byMouse();
    void escapeAsksOnlyForChanges();
    void keysAreLetters();
    void nothingIsAllowedMeanwhile();
    void bytesAreTheFilesOwn_data();
    void bytesAreTheFilesOwn();
    void whatCannotBeWrittenIsSaidAtOnce();
    void seenMarksFallOffWhereItChanged();
    void aTickFallsOff();
    void notReadIsSaidAnew();
    void onTopOfWhatIsLeftOut();
    void backToTheProposal();
    void backToTheDiskIsNothingToAllow();
    void aNewFile();
    void whatIsNoTextIsForAnotherEditor();
    void anotherFileKeepsTheDraft();
    void aTextOutlivesItsQuestion_data();
    void aTextOutlivesItsQuestion();
    void anAllowedTextIsDone();
    void inAnEditorOfTheirOwn();
    void anEditorThatReturnsAtOnce();
    void goingOnHereAfterAnEditor();
    void anEditorHasWhatWasTyped();
    void aKeptTextOutlivesAnEditor_data();
    void aKeptTextOutlivesAnEditor();
    void withoutAnEditor();

private:
    QString editor(const QByteArray &script) const; ///< A program that is run with the copy as $1.
    DiffView *view() const { return part<DiffView>("diffView"); }
    QPlainTextEdit *text() const { return part<QPlainTextEdit>("editText"); }
    bool reads(const QString &row) const;
    void open();
    void replace(const QString &from, const QString &to);
    void take() { QTest::keyClick(text(), Qt::Key_Return, Qt::ControlModifier); }
    QByteArray allowed();
};

void TestReviewEdit::cleanup()
{
    tearDown();
    qunsetenv("VISUAL");
    qunsetenv("EDITOR");
    qunsetenv("TERMINAL");
}

bool TestReviewEdit::reads(const QString &row) const
{
    for (int visual = 0; visual < view()->visuals().size(); ++visual) {
        if (view()->rowText(visual).contains(row))
            return true;
    }
    return false;
}

void TestReviewEdit::open()
{
    view()->setFocus();
    QTest::keyClick(view(), Qt::Key_E);
    QVERIFY(text()->isVisible());
    QVERIFY(text()->hasFocus());
}

/// As typed: the words are selected and written over.
void TestReviewEdit::replace(const QString &from, const QString &to)
{
    text()->moveCursor(QTextCursor::Start);
    QVERIFY2(text()->find(from), qPrintable(from));
    const bool typed =
            std::all_of(to.begin(), to.end(), [](QChar c) { return c.unicode() < 0x80; });
    if (typed)
        QTest::keyClicks(text(), to);
    else
        text()->insertPlainText(to); // As an input method does.
}

QByteArray TestReviewEdit::allowed()
{
    if (!QTest::qWaitFor([this] {
            return button("allowOnce")->isEnabled() || button("notReadAll")->isVisible();
        }))
        return "never";
    if (button("notReadAll")->isVisible())
        click("notReadAll");
    click("allowOnce");
    const Permission::Reply last = reply(int(m_answers->size()) - 1);
    return last.proposal ? last.proposal->files.first().after : QByteArray("as proposed");
}

void TestReviewEdit::byKey()
{
    const Diff::FileChange change = twoHunks();
    show(editRequest(u"per_1"_s, {change}));
    open();
    replace(u"new one"_s, u"my own"_s);
    take();
    QTRY_VERIFY(reads(u"+my own"_s));
    QVERIFY(view()->hasFocus());
    QVERIFY(part<QWidget>("reviewChips")->accessibleName().contains(u"Changed by you"_s));
    Diff::FileChange wanted = change;
    wanted.after.replace("new one", "my own");
    QCOMPARE(allowed(), wanted.after);
    // It is not told as a part of the agent's own words.
    QCOMPARE(reply().proposal->files, QList<Diff::FileChange>{wanted});
}

void TestReviewEdit::byMouse()
{
    const Diff::FileChange change = twoHunks();
    show(editRequest(u"per_1"_s, {change}));
    auto *edit = part<QToolButton>("editFile");
    QVERIFY(edit->isVisible());
    QTest::mouseClick(edit, Qt::LeftButton);
    QVERIFY(text()->isVisible());
    QVERIFY(!edit->isVisible());
    replace(u"new one"_s, u"my own"_s);
    QTest::mouseClick(button("takeEdit"), Qt::LeftButton);
    QTRY_VERIFY(reads(u"+my own"_s));
    QVERIFY(edit->isVisible());
    QVERIFY(!text()->isVisible());
}

void TestReviewEdit::escapeAsksOnlyForChanges()
{
    show(editRequest(u"per_1"_s, {twoHunks()}));
    QSignalSpy aside(m_panel, &ReviewPanel::putAside);
    open();
    QTest::keyClick(text(), Qt::Key_Escape);
    QVERIFY(!text()->isVisible());
    QVERIFY(view()->hasFocus());
    QTRY_VERIFY(button("allowOnce")->isEnabled());
    open();
    replace(u"new one"_s, u"my own"_s);
    QTest::keyClick(text(), Qt::Key_Escape);
    QVERIFY(text()->isVisible());
    QVERIFY(button("keepEditing")->hasFocus());
    QTest::keyClick(button("keepEditing"), Qt::Key_Escape); // Not twice the same: nothing is lost.
    QVERIFY(text()->hasFocus());
    QVERIFY(text()->toPlainText().contains(u"my own"_s));
    QTest::mouseClick(button("leaveEdit"), Qt::LeftButton);
    QTest::mouseClick(button("discardEdit"), Qt::LeftButton);
    QVERIFY(!text()->isVisible());
    QTRY_VERIFY(button("allowOnce")->isEnabled());
    QCOMPARE(aside.size(), 0);
    QCOMPARE(allowed(), QByteArray("as proposed"));
}

void TestReviewEdit::keysAreLetters()
{
    show(editRequest(u"per_1"_s, {twoHunks()}));
    open();
    replace(u"new one"_s, u"NYCVEnycve"_s);
    QTest::keyClick(text(), Qt::Key_Return);
    QVERIFY(text()->isVisible());
    QVERIFY(text()->toPlainText().contains(u"NYCVEnycve\n\n"_s));
    take();
    QTRY_VERIFY(reads(u"+NYCVEnycve"_s));
}

void TestReviewEdit::nothingIsAllowedMeanwhile()
{
    show(editRequest(u"per_1"_s, {twoHunks()}));
    QTRY_VERIFY(button("allowOnce")->isEnabled());
    open();
    QVERIFY(!button("allowOnce")->isEnabled());
    m_actions->find(u"review.allowOnce"_s)->trigger();
    m_actions->find(u"review.leaveOut"_s)->trigger();
    QTest::qWait(0);
    QVERIFY(!button("allowOnce")->isEnabled());
    QVERIFY(text()->isVisible());
    QCOMPARE(m_answers->size(), 0);
    // Rejecting is no matter of the text.
    click("reject");
    click("rejectAndStop");
    QCOMPARE(m_answers->size(), 1);
}

void TestReviewEdit::bytesAreTheFilesOwn_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<QByteArray>("wanted");
    QTest::newRow("CR LF") << QByteArray("a\r\nb\r\n") << QByteArray("a\r\nword\r\n")
                           << QByteArray("a\r\nmine\r\n");
    QTest::newRow("mixed, byte order mark, no final line end") << QByteArray("\xEF\xBB\xBF"
                                                                             "a\r\nb\nc")
                                                               << QByteArray("\xEF\xBB\xBF"
                                                                             "a\r\nword\nc")
                                                               << QByteArray("\xEF\xBB\xBF"
                                                                             "a\r\nmine\nc");
    QTest::newRow("Latin-1") << QByteArray("caf\xE9 d\xE9j\xE0 vu\nb\n")
                             << QByteArray("caf\xE9 d\xE9j\xE0 vu\nword\n")
                             << QByteArray("caf\xE9 d\xE9j\xE0 vu\nmine\n");
    QTest::newRow("no-break space")
            << QByteArray("a\xC2\xA0z\nb\n") << QByteArray("a\xC2\xA0z\nword\n")
            << QByteArray("a\xC2\xA0z\nmine\n");
}

void TestReviewEdit::bytesAreTheFilesOwn()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    show(editRequest(u"per_1"_s, {modified(before, after)}));
    open();
    replace(u"word"_s, u"mine"_s);
    take();
    QTRY_VERIFY(reads(u"+mine"_s));
    QTEST(allowed(), "wanted");
}

void TestReviewEdit::whatCannotBeWrittenIsSaidAtOnce()
{
    const QByteArray french = "caf\xE9 au lait, d\xE9j\xE0 vu, o\xF9 \xEAtre ni\xE8\x63\x65\n";
    show(editRequest(u"per_1"_s, {modified(french + "b\n", french + "word\n")}));
    open();
    replace(u"word"_s, u"文"_s);
    QTRY_VERIFY(part<QLabel>("editStatus")->text().contains(u"文"_s));
    QVERIFY(!button("takeEdit")->isEnabled());
    take();
    QVERIFY(text()->isVisible()); // And nothing is lost.
    replace(u"文"_s, u"fine"_s);
    QTRY_VERIFY(button("takeEdit")->isEnabled());
    QVERIFY(part<QLabel>("editStatus")->text().isEmpty());
    take();
    QTRY_VERIFY(reads(u"+fine"_s));
}

void TestReviewEdit::seenMarksFallOffWhereItChanged()
{
    m_window->resize(780, 330);
    const QByteArray before = numbered(300);
    QByteArray after = before;
    after.replace("line 20\n", "line 20 x\n").replace("line 280\n", "line 280 x\n");
    show(editRequest(u"per_1"_s, {modified(before, after)}));
    view()->setFocus();
    QTest::keyClick(view(), Qt::Key_F7);
    QTRY_VERIFY(view()->isSeen());
    // The place that will be changed is not on the screen.
    QTest::keyClick(view(), Qt::Key_F7, Qt::ShiftModifier);
    open();
    replace(u"line 280 x"_s, u"line 280 mine"_s);
    take();
    QTRY_COMPARE(part<QLabel>("unread")->text(), u"1 of 2 changes seen"_s);
    QVERIFY(!button("allowOnce")->isEnabled());
    QTest::keyClick(view(), Qt::Key_F7);
    QTRY_VERIFY(button("allowOnce")->isEnabled());
}

void TestReviewEdit::aTickFallsOff()
{
    show(editRequest(u"per_1"_s, {modified("a\n", numbered(200)), twoHunks(u"src/b.cpp"_s)}));
    auto *files = part<FileList>("reviewFiles");
    files->setViewed(0, true);
    open();
    replace(u"line 5"_s, u"mine"_s);
    take();
    QTRY_VERIFY(reads(u"+mine"_s));
    QVERIFY(!files->isViewed(0));
}

void TestReviewEdit::notReadIsSaidAnew()
{
    m_window->resize(780, 330);
    const QByteArray before = numbered(300);
    QByteArray after = before;
    after.replace("line 20\n", "line 20 x\n").replace("line 280\n", "line 280 x\n");
    show(editRequest(u"per_1"_s, {modified(before, after)}));
    click("notReadAll");
    QTRY_VERIFY(button("allowOnce")->isEnabled());
    open();
    replace(u"line 20 x"_s, u"line 20 mine"_s);
    take();
    QTRY_VERIFY(reads(u"+line 20 mine"_s));
    QTRY_VERIFY(button("notReadAll")->isVisible());
    QVERIFY(!button("allowOnce")->isEnabled());
    click("notReadAll");
    QTRY_VERIFY(button("allowOnce")->isEnabled());
}

void TestReviewEdit::onTopOfWhatIsLeftOut()
{
    const Diff::FileChange change = twoHunks();
    show(editRequest(u"per_1"_s, {change}));
    view()->setFocus();
    QTest::keyClick(view(), Qt::Key_N);
    QTRY_VERIFY(view()->isLeftOut(0));
    open();
    QVERIFY(!text()->toPlainText().contains(u"line 20 changed"_s)); // It is what would be written.
    replace(u"new one"_s, u"my own"_s);
    take();
    QTRY_VERIFY(reads(u"+my own"_s));
    QByteArray wanted = change.after;
    wanted.replace("line 20 changed", "line 20").replace("new one", "my own");
    // Of the person's text a part can be left out as well.
    QCOMPARE(view()->hunkCount(), 1);
    QCOMPARE(allowed(), wanted);
}

void TestReviewEdit::backToTheProposal()
{
    show(editRequest(u"per_1"_s, {twoHunks()}));
    open();
    replace(u"new one"_s, u"my own"_s);
    take();
    QTRY_VERIFY(reads(u"+my own"_s));
    open();
    QTest::mouseClick(button("restoreProposal"), Qt::LeftButton);
    QVERIFY(text()->toPlainText().contains(u"new one"_s));
    take();
    QTRY_VERIFY(reads(u"+new one"_s));
    QVERIFY(!part<QWidget>("reviewChips")->accessibleName().contains(u"Changed by you"_s));
    QCOMPARE(allowed(), QByteArray("as proposed"));
}

void TestReviewEdit::backToTheDiskIsNothingToAllow()
{
    show(editRequest(u"per_1"_s, {modified("a\nb\n", "a\nword\n")}));
    open();
    replace(u"word"_s, u"b"_s);
    take();
    QTRY_VERIFY(!text()->isVisible());
    QTRY_VERIFY(button("allowOnce")->toolTip().contains(u"reject"_s));
    QVERIFY(!button("allowOnce")->isEnabled());
}

void TestReviewEdit::aNewFile()
{
    const Diff::FileChange fresh{Diff::ChangeKind::Added, u"n"_s, u"/p/n"_s, {}, {}, "x\ny\n", {}};
    show(editRequest(u"per_1"_s, {fresh}));
    open();
    replace(u"y"_s, u"z"_s);
    take();
    QTRY_VERIFY(reads(u"+z"_s));
    QCOMPARE(allowed(), QByteArray("x\nz\n"));
    // What goes has no text to change.
    show(editRequest(u"per_2"_s,
                     {{Diff::ChangeKind::Deleted, u"n"_s, u"/p/n"_s, {}, "x\n", {}, {}}}));
    QVERIFY(!part<QToolButton>("editFile")->isVisible());
    QTest::keyClick(view(), Qt::Key_E);
    QVERIFY(!text()->isVisible());
}

void TestReviewEdit::whatIsNoTextIsForAnotherEditor()
{
    show(editRequest(u"per_1"_s, {modified("a\nb\rc\n", "a\nb\rd\n")}));
    view()->setFocus();
    QTest::keyClick(view(), Qt::Key_E);
    QVERIFY(!text()->isVisible());
    QVERIFY(part<QLabel>("editStatus")->text().contains(u"U+000D"_s));
    QVERIFY(button("editOutside")->hasFocus());
    QVERIFY(!button("takeEdit")->isEnabled());
    QTest::keyClick(button("editOutside"), Qt::Key_Escape);
    QTRY_VERIFY(button("allowOnce")->isEnabled());
}

void TestReviewEdit::anotherFileKeepsTheDraft()
{
    show(editRequest(u"per_1"_s, {twoHunks(), twoHunks(u"src/b.cpp"_s)}));
    open();
    replace(u"new one"_s, u"my own"_s);
    auto *files = part<FileList>("reviewFiles");
    files->setCurrentRow(1);
    QTRY_VERIFY(view()->isVisible() && view()->document()->resource == u"src/b.cpp"_s);
    QVERIFY(part<QLabel>("news")->text().contains(u"Your text of src/a.cpp is not taken yet"_s));
    files->setCurrentRow(0);
    QTRY_VERIFY(view()->document()->resource == u"src/a.cpp"_s);
    QVERIFY(reads(u"+new one"_s));
    open();
    QVERIFY(text()->toPlainText().contains(u"my own"_s));
    take();
    QTRY_VERIFY(reads(u"+my own"_s));
    QVERIFY(!part<QLabel>("news")->isVisible());
}

void TestReviewEdit::aTextOutlivesItsQuestion_data()
{
    QTest::addColumn<bool>("taken");
    QTest::addColumn<bool>("rejected");
    QTest::addColumn<QByteArray>("next"); // Proposed in the place of "new one" and "new two".
    QTest::addColumn<QString>("news");
    QTest::addColumn<QString>("text");
    const QByteArray same = "new one\nnew two";
    const QString kept = u"Your text of src/a.cpp is not taken yet"_s;
    const QString wanted = u"my own\nnew two\n"_s;
    QTest::newRow("while it is written") << false << false << same << kept << wanted;
    QTest::newRow("taken") << true << false << same << kept << wanted;
    QTest::newRow("rejected") << true << true << same << kept << wanted;
    QTest::newRow("more is proposed") << false << false << QByteArray(same + "\nnew three\nfour")
                                      << kept << u"my own\nnew two\nnew three\nfour\n"_s;
    QTest::newRow("something else is proposed")
            << false << false << QByteArray("another one\nnew two")
            << u"Your own changes of src/a.cpp do not fit"_s << wanted;
}

void TestReviewEdit::aTextOutlivesItsQuestion()
{
    QFETCH(bool, taken);
    QFETCH(bool, rejected);
    QFETCH(QByteArray, next);
    const Diff::FileChange change = twoHunks();
    show(editRequest(u"per_1"_s, {change}));
    open();
    replace(u"new one"_s, u"my own"_s);
    if (taken) {
        take();
        QTRY_VERIFY(reads(u"+my own"_s));
    }
    if (rejected) {
        click("reject");
        click("rejectAndStop");
    }
    // The run was stopped.
    m_panel->clear();
    QCOMPARE(part<QLabel>("reviewMessage")->text().contains(u"Your text of src/a.cpp is kept"_s),
             !rejected);
    // Another file, and another session, have nothing to do with it.
    show(editRequest(u"per_2"_s, {twoHunks(u"src/b.cpp"_s)}));
    QVERIFY(!part<QLabel>("news")->isVisible());
    Permission::Request elsewhere = editRequest(u"per_3"_s, {change});
    elsewhere.inquiry.session = SessionId(u"ses_2"_s);
    show(elsewhere);
    QVERIFY(!part<QLabel>("news")->isVisible());
    Diff::FileChange again = change;
    again.after.replace("new one\nnew two", next);
    show(editRequest(u"per_4"_s, {again}));
    QFETCH(QString, news);
    QVERIFY2(part<QLabel>("news")->text().contains(news), qPrintable(part<QLabel>("news")->text()));
    QVERIFY(!reads(u"+my own"_s)); // It is offered, and nothing is changed by itself.
    open();
    QFETCH(QString, text);
    QVERIFY(this->text()->toPlainText().contains(text));
    take();
    QTRY_VERIFY(reads(u"+my own"_s));
    QVERIFY(!part<QLabel>("news")->isVisible());
}

void TestReviewEdit::anAllowedTextIsDone()
{
    show(editRequest(u"per_1"_s, {twoHunks()}));
    open();
    replace(u"new one"_s, u"my own"_s);
    take();
    QTRY_VERIFY(reads(u"+my own"_s));
    QVERIFY(allowed().contains("my own"));
    m_panel->clear();
    QVERIFY(!part<QLabel>("reviewMessage")->text().contains(u"is kept"_s));
    show(editRequest(u"per_2"_s, {twoHunks()}));
    QVERIFY(!part<QLabel>("news")->isVisible());
}

QString TestReviewEdit::editor(const QByteArray &script) const
{
    const QString path = m_scratch->write(u"editor"_s, "#!/bin/sh\n" + script);
    QFile::setPermissions(path,
                          QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner);
    return path;
}

void TestReviewEdit::inAnEditorOfTheirOwn()
{
    const QString seen = m_scratch->path(u"seen"_s);
    qputenv("VISUAL",
            QFile::encodeName(editor("stat -c '%a' \"$1\" > " + QFile::encodeName(seen)
                                     + "\necho \"$1\" >> " + QFile::encodeName(seen)
                                     + "\nsed -i 's/new one/my own/' \"$1\"\n")));
    const Diff::FileChange change = twoHunks();
    show(editRequest(u"per_1"_s, {change}));
    open();
    QTest::mouseClick(button("editOutside"), Qt::LeftButton);
    QTRY_VERIFY(reads(u"+my own"_s)); // When the editor ends, it is taken.
    QByteArray wanted = change.after;
    wanted.replace("new one", "my own");
    QCOMPARE(allowed(), wanted);
    QFile file(seen);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QList<QByteArray> said = file.readAll().split('\n');
    QCOMPARE(said.value(0), QByteArray("600"));
    QVERIFY(said.value(1).endsWith("/a.cpp"));
    QTRY_VERIFY(!QFileInfo::exists(QFile::decodeName(said.value(1)))); // Nothing is left behind.
}

void TestReviewEdit::anEditorThatReturnsAtOnce()
{
    const QString where = m_scratch->path(u"where"_s);
    qputenv("EDITOR",
            QFile::encodeName(editor("echo \"$1\" > " + QFile::encodeName(where) + '\n')));
    show(editRequest(u"per_1"_s, {twoHunks()}));
    open();
    QTest::mouseClick(button("editOutside"), Qt::LeftButton);
    auto *status = part<QLabel>("editStatus");
    QTRY_VERIFY(status->text().contains(u"nothing saved"_s));
    QVERIFY(!button("takeEdit")->isEnabled());
    QFile file(where);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QFile copy(QFile::decodeName(file.readAll().trimmed()));
    QVERIFY(copy.open(QIODevice::WriteOnly));
    copy.write("saved later\n");
    copy.close();
    QTRY_VERIFY(button("takeEdit")->isEnabled());
    QTest::mouseClick(button("takeEdit"), Qt::LeftButton);
    QTRY_VERIFY(reads(u"+saved later"_s));
    QCOMPARE(allowed(), QByteArray("saved later\n"));
}

/// An editor that says nothing saved does not take the way back to this one.
void TestReviewEdit::goingOnHereAfterAnEditor()
{
    const QString where = m_scratch->path(u"where"_s);
    qputenv("EDITOR",
            QFile::encodeName(editor("echo \"$1\" > " + QFile::encodeName(where) + '\n')));
    show(editRequest(u"per_1"_s, {twoHunks()}));
    open();
    replace(u"new one"_s, u"my own"_s);
    QTest::mouseClick(button("editOutside"), Qt::LeftButton);
    QVERIFY(text()->isReadOnly());
    auto *status = part<QLabel>("editStatus");
    QTRY_VERIFY(status->text().contains(u"nothing saved"_s));
    QVERIFY(!text()->isReadOnly());
    QVERIFY(button("takeEdit")->isEnabled());
    QVERIFY(button("editOutside")->isEnabled());
    text()->setFocus();
    replace(u"new two"_s, u"and more"_s);
    QFile file(where);
    QVERIFY(file.open(QIODevice::ReadOnly));
    // What is saved now must not come over what was typed since: nobody looks any more.
    const QString copy = QFile::decodeName(file.readAll().trimmed());
    QTRY_VERIFY(!QFileInfo::exists(copy));
    take();
    QTRY_VERIFY(reads(u"+my own"_s));
    QVERIFY(reads(u"+and more"_s));
}

/// And what cannot be written is not left out of the copy in silence.
void TestReviewEdit::anEditorHasWhatWasTyped()
{
    qputenv("EDITOR", QFile::encodeName(editor("echo 'from there' >> \"$1\"\n")));
    const QByteArray french = "caf\xE9 au lait, d\xE9j\xE0 vu, o\xF9 \xEAtre ni\xE8\x63\x65\n";
    show(editRequest(u"per_1"_s, {modified(french + "b\n", french + "word\n")}));
    open();
    replace(u"word"_s, u"文"_s);
    QTest::mouseClick(button("editOutside"), Qt::LeftButton); // Before the check of what is typed.
    QVERIFY(part<QLabel>("editStatus")->text().contains(u"文"_s));
    QVERIFY(!button("editOutside")->isEnabled());
    QVERIFY(!text()->isReadOnly());
    text()->setFocus();
    replace(u"文"_s, u"mine"_s);
    QTRY_VERIFY(button("editOutside")->isEnabled());
    QTest::mouseClick(button("editOutside"), Qt::LeftButton);
    QTRY_VERIFY(reads(u"+from there"_s));
    QCOMPARE(allowed(), QByteArray(french + "mine\nfrom there\n"));
}

void TestReviewEdit::aKeptTextOutlivesAnEditor_data()
{
    QTest::addColumn<QByteArray>("program"); // The second one; none: it cannot be started.
    QTest::newRow("that is not set") << QByteArray();
    QTest::newRow("that saves nothing") << QByteArray("true\n");
    QTest::newRow("that fails") << QByteArray("exit 3\n");
}

/// A text that only another editor can show is kept while no newer one comes.
void TestReviewEdit::aKeptTextOutlivesAnEditor()
{
    const Diff::FileChange change = modified("a\nb\rc\n", "a\nb\rd\n");
    qputenv("EDITOR", QFile::encodeName(editor("echo 'my own' >> \"$1\"; exit 1\n")));
    show(editRequest(u"per_1"_s, {change}));
    view()->setFocus();
    QTest::keyClick(view(), Qt::Key_E);
    QTest::mouseClick(button("editOutside"), Qt::LeftButton);
    QTRY_VERIFY(part<QLabel>("editStatus")->text().contains(u"ended with an error"_s));
    QVERIFY(button("takeEdit")->isEnabled());
    m_panel->clear();
    show(editRequest(u"per_2"_s, {change}));
    QVERIFY(part<QLabel>("news")->text().contains(u"Your text of"_s));
    view()->setFocus();
    QTest::keyClick(view(), Qt::Key_E);
    QVERIFY(button("takeEdit")->isEnabled());
    QFETCH(QByteArray, program);
    if (program.isEmpty())
        qunsetenv("EDITOR");
    else
        qputenv("EDITOR", QFile::encodeName(editor(program)));
    QTest::mouseClick(button("editOutside"), Qt::LeftButton);
    QTRY_VERIFY(button("editOutside")->isEnabled());
    QVERIFY(button("takeEdit")->isEnabled());
    QTest::mouseClick(button("takeEdit"), Qt::LeftButton);
    QTRY_VERIFY(reads(u"+my own"_s));
    QCOMPARE(allowed(), QByteArray("a\nb\rd\nmy own\n"));
}

void TestReviewEdit::withoutAnEditor()
{
    show(editRequest(u"per_1"_s, {twoHunks()}));
    open();
    QTest::mouseClick(button("editOutside"), Qt::LeftButton);
    QVERIFY(part<QLabel>("editStatus")->text().contains(u"VISUAL"_s));
    QVERIFY(!text()->isReadOnly());
    qputenv("EDITOR", "/nonexistent/editor");
    QTest::mouseClick(button("editOutside"), Qt::LeftButton);
    QTRY_VERIFY(part<QLabel>("editStatus")->text().contains(u"could not be started"_s));
    QVERIFY(!text()->isReadOnly());
    text()->setFocus();
    replace(u"new one"_s, u"my own"_s);
    take();
    QTRY_VERIFY(reads(u"+my own"_s));
}

QTEST_MAIN(TestReviewEdit)
#include "tst_reviewedit.moc"
