// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "actions/registry.h"
#include "review/diffview.h"
#include "review/filelist.h"
#include "review/reviewpanel.h"
#include "samples.h"
#include "support/scratch.h"
#include "theme/theme.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QVBoxLayout>

#include <random>

using namespace Countersign;
using namespace Countersign::Review;
using namespace Countersign::Samples;
using namespace std::chrono_literals;

class TestReviewPanel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void allowsOnce();
    void armsAfterTheDelay();
    void nothingIsAllowedUnseen();
    void aDoubleClickAnswersOnce();
    void answersCarryTheShownId();
    void aPressDoesNotOutliveItsRequest();
    void alwaysKeepsWhatIsTicked();
    void alwaysNeedsATick();
    void alwaysIsNotOffered();
    void rejectsWithWords();
    void rejectsByReturnInTheField();
    void rejectsAndStops();
    void quickPhrases();
    void escapeOnlyLeaves();
    void typingElsewhereAnswersNothing();
    void newRequestsTakeNoFocus();
    void keyboardOnly();
    void actionsAreGuardedToo();
    void commandsInFull();
    void whyFoldsOpen();
    void severalFiles();
    void remembersTheLayout();
    void lateResultsAreDropped();
    void everyControlHasAName();
    void theStepButtonsSayTheirKeys();
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
    void aFileThatMovesOnCannotBeAllowed_data();
    void aFileThatMovesOnCannotBeAllowed();
    void aFileThatMovedOnBeforeIsSaidAtOnce();
    void clears();

private:
    template<class T>
    T *part(const char *name) const
    {
        return m_panel->findChild<T *>(QString::fromLatin1(name));
    }
    QPushButton *button(const char *name) const { return part<QPushButton>(name); }
    void click(const char *name) { QTest::mouseClick(button(name), Qt::LeftButton); }
    void show(const Permission::Request &request);
    Permission::Reply reply(int index = 0) const
    {
        return m_answers->at(index).at(1).value<Permission::Reply>();
    }
    RequestId answeredId(int index = 0) const
    {
        return m_answers->at(index).at(0).value<RequestId>();
    }

    std::unique_ptr<Test::Scratch> m_scratch;
    std::unique_ptr<QWidget> m_window;
    std::unique_ptr<Actions::Registry> m_actions;
    std::unique_ptr<QSignalSpy> m_answers;
    ReviewPanel *m_panel = nullptr;
    QLineEdit *m_elsewhere = nullptr;
};

void TestReviewPanel::initTestCase()
{
    Theme::Theme::install(*qApp, Theme::Scheme::Light);
    qRegisterMetaType<Permission::Reply>();
}

void TestReviewPanel::init()
{
    m_scratch = std::make_unique<Test::Scratch>();
    qputenv("COUNTERSIGN_HOME", m_scratch->path().toUtf8());
    m_actions = std::make_unique<Actions::Registry>();
    m_window = std::make_unique<QWidget>();
    m_panel = new ReviewPanel(*m_actions);
    m_panel->setArmDelay(0ms);
    m_elsewhere = new QLineEdit;
    auto *layout = new QVBoxLayout(m_window.get());
    layout->addWidget(m_panel);
    layout->addWidget(m_elsewhere);
    m_window->resize(780, 600);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    m_answers = std::make_unique<QSignalSpy>(m_panel, &ReviewPanel::answered);
}

void TestReviewPanel::cleanup()
{
    m_answers.reset();
    m_window.reset();
    m_actions.reset();
}

void TestReviewPanel::show(const Permission::Request &request)
{
    QSignalSpy ready(m_panel, &ReviewPanel::ready);
    m_panel->show(request);
    QVERIFY(!ready.isEmpty() || ready.wait());
    // What fits on the screen has been on it after the next frame.
    QCoreApplication::sendPostedEvents();
    m_panel->repaint();
    QTest::qWait(0);
}

void TestReviewPanel::allowsOnce()
{
    show(editRequest(u"per_1"_s, {twoHunks()}));
    QCOMPARE(m_panel->current(), RequestId(u"per_1"_s));
    click("allowOnce");
    QCOMPARE(m_answers->size(), 1);
    QCOMPARE(answeredId(), RequestId(u"per_1"_s));
    QCOMPARE(reply().answer, Permission::Answer::Once);
    QVERIFY(reply().save.isEmpty());
    QVERIFY(!reply().proposal.has_value());
    QCOMPARE(part<QLabel>("said")->text(), u"Allowed once"_s);
}

void TestReviewPanel::armsAfterTheDelay()
{
    m_panel->setArmDelay(24h);
    show(editRequest(u"per_1"_s, {twoHunks()}));
    for (const char *name : {"allowOnce", "always", "reject"}) {
        QVERIFY(!button(name)->isEnabled());
        click(name);
    }
    QCOMPARE(m_answers->size(), 0);
    m_panel->setArmDelay(1s);
    show(editRequest(u"per_2"_s, {twoHunks()}));
    QVERIFY(!button("allowOnce")->isEnabled());
    QTRY_VERIFY(button("allowOnce")->isEnabled());
    click("allowOnce");
    QCOMPARE(answeredId(), RequestId(u"per_2"_s));
}

void TestReviewPanel::nothingIsAllowedUnseen()
{
    // The difference comes from another thread, so it cannot be there when show() returns.
    m_panel->show(editRequest(u"per_1"_s, {twoHunks()}));
    QVERIFY(!button("allowOnce")->isEnabled());
    QVERIFY(!button("always")->isEnabled());
    QVERIFY(button("reject")->isEnabled());
    QTRY_VERIFY(button("allowOnce")->isEnabled());
    QVERIFY(part<DiffView>("diffView")->isVisible());
}

void TestReviewPanel::aDoubleClickAnswersOnce()
{
    m_panel->setArmDelay(24h);
    connect(m_panel, &ReviewPanel::answered, this,
            [this] { m_panel->show(commandRequest(u"per_2"_s, u"rm -r build"_s)); });
    m_panel->setArmDelay(0ms);
    show(commandRequest(u"per_1"_s, u"git status"_s));
    m_panel->setArmDelay(24h); // From the next one on.
    // A double click is a click, then a press of the other kind and its release.
    click("allowOnce");
    QTest::mouseDClick(button("allowOnce"), Qt::LeftButton);
    QTest::mouseRelease(button("allowOnce"), Qt::LeftButton);
    QCOMPARE(m_answers->size(), 1);
    QCOMPARE(answeredId(), RequestId(u"per_1"_s));
    QCOMPARE(m_panel->current(), RequestId(u"per_2"_s));
}

void TestReviewPanel::answersCarryTheShownId()
{
    show(editRequest(u"per_1"_s, {twoHunks()}));
    show(editRequest(u"per_2"_s, {twoHunks(u"src/b.cpp"_s)}));
    click("allowOnce");
    click("allowOnce"); // Answered already.
    QCOMPARE(m_answers->size(), 1);
    QCOMPARE(answeredId(), RequestId(u"per_2"_s));
}

void TestReviewPanel::aPressDoesNotOutliveItsRequest()
{
    show(commandRequest(u"per_1"_s, u"git status"_s));
    QTest::mousePress(button("allowOnce"), Qt::LeftButton);
    show(commandRequest(u"per_2"_s, u"rm -r build"_s));
    QTest::mouseRelease(button("allowOnce"), Qt::LeftButton);
    QCOMPARE(m_answers->size(), 0);

    button("allowOnce")->setFocus();
    QTest::keyPress(button("allowOnce"), Qt::Key_Space);
    show(commandRequest(u"per_3"_s, u"rm -r build"_s));
    QTest::keyRelease(QApplication::focusWidget(), Qt::Key_Space);
    QCOMPARE(m_answers->size(), 0);
}

void TestReviewPanel::alwaysKeepsWhatIsTicked()
{
    show(editRequest(u"per_1"_s, {twoHunks()}));
    click("always");
    const QList<QCheckBox *> boxes = m_panel->findChildren<QCheckBox *>();
    QCOMPARE(boxes.size(), 2);
    QCOMPARE(boxes.at(0)->text(), u"src/*"_s);
    QVERIFY(!boxes.at(0)->isChecked()); // Only the narrowest is.
    QVERIFY(boxes.at(1)->isChecked());
    QVERIFY(boxes.at(0)->accessibleName().contains(u"every file in src/"_s));
    click("saveAndAllow");
    QCOMPARE(reply().answer, Permission::Answer::Always);
    QCOMPARE(reply().save, (QList<Permission::SaveOffer>{{u"src/a.cpp"_s, true}}));

    show(editRequest(u"per_2"_s, {twoHunks()}));
    click("always");
    m_panel->findChildren<QCheckBox *>().at(0)->setChecked(true);
    click("saveAndAllow");
    QCOMPARE(reply(1).save, editRequest(u"per_2"_s, {}).inquiry.save);
}

void TestReviewPanel::alwaysNeedsATick()
{
    show(editRequest(u"per_1"_s, {twoHunks()}));
    click("always");
    m_panel->findChildren<QCheckBox *>().at(1)->setChecked(false);
    QVERIFY(!button("saveAndAllow")->isEnabled());
    click("alwaysBack");
    QVERIFY(button("allowOnce")->isVisible());
    QCOMPARE(m_answers->size(), 0);
}

void TestReviewPanel::alwaysIsNotOffered()
{
    show(commandRequest(u"per_1"_s, u"sudo rm x"_s));
    QVERIFY(!button("always")->isEnabled());
    QVERIFY(!button("always")->toolTip().isEmpty());
    m_actions->find(u"review.always"_s)->trigger();
    QVERIFY(button("allowOnce")->isVisible());
}

void TestReviewPanel::rejectsWithWords()
{
    show(editRequest(u"per_1"_s, {twoHunks()}));
    click("reject");
    QVERIFY(!button("rejectWithWords")->isEnabled());
    QVERIFY(part<QLabel>("consequence")->text().startsWith(u"Without words the run stops."_s));
    QTest::keyClicks(part<QLineEdit>("rejectWords"), u"use the helper"_s);
    QVERIFY(part<QLabel>("consequence")->text().startsWith(u"The agent reads your words"_s));
    click("rejectWithWords");
    QCOMPARE(reply().answer, Permission::Answer::Reject);
    QCOMPARE(reply().message, u"use the helper"_s);
}

void TestReviewPanel::rejectsByReturnInTheField()
{
    show(editRequest(u"per_1"_s, {twoHunks()}));
    click("reject");
    auto *words = part<QLineEdit>("rejectWords");
    QVERIFY(words->hasFocus()); // The person asked for it.
    QTest::keyClick(words, Qt::Key_Return);
    QCOMPARE(m_answers->size(), 0); // An empty field is no answer.
    QTest::keyClicks(words, u"no"_s);
    QTest::keyClick(words, Qt::Key_Return);
    QCOMPARE(reply().message, u"no"_s);
}

void TestReviewPanel::rejectsAndStops()
{
    show(editRequest(u"per_1"_s, {twoHunks()}));
    click("reject");
    click("rejectAndStop");
    QCOMPARE(reply().answer, Permission::Answer::Reject);
    QCOMPARE(reply().message, QString());
}

void TestReviewPanel::quickPhrases()
{
    show(editRequest(u"per_1"_s, {twoHunks()}));
    click("reject");
    click("phrase");
    QCOMPARE(part<QLineEdit>("rejectWords")->text(), u"Explain first."_s);
    QCOMPARE(m_answers->size(), 0);
    // The words belong to their request.
    show(editRequest(u"per_2"_s, {twoHunks()}));
    QCOMPARE(part<QLineEdit>("rejectWords")->text(), QString());
    QVERIFY(button("allowOnce")->isVisible());
}

void TestReviewPanel::escapeOnlyLeaves()
{
    QSignalSpy aside(m_panel, &ReviewPanel::putAside);
    show(editRequest(u"per_1"_s, {twoHunks()}));
    click("reject");
    QTest::keyClick(part<QLineEdit>("rejectWords"), Qt::Key_Escape);
    QVERIFY(button("allowOnce")->isVisible());
    QCOMPARE(aside.size(), 0);
    part<DiffView>("diffView")->setFocus();
    QTest::keyClick(part<DiffView>("diffView"), Qt::Key_Escape);
    QCOMPARE(aside.size(), 1);
    QCOMPARE(m_answers->size(), 0);
    QCOMPARE(m_panel->current(), RequestId(u"per_1"_s));
}

void TestReviewPanel::typingElsewhereAnswersNothing()
{
    m_elsewhere->setFocus();
    show(editRequest(u"per_1"_s, {twoHunks()}));
    for (const Qt::Key key : {Qt::Key_Space, Qt::Key_Return, Qt::Key_Enter, Qt::Key_A, Qt::Key_Y})
        QTest::keyClick(m_elsewhere, key);
    auto *view = part<DiffView>("diffView");
    view->setFocus();
    for (const Qt::Key key : {Qt::Key_Space, Qt::Key_Return, Qt::Key_Enter, Qt::Key_A, Qt::Key_Y})
        QTest::keyClick(view, key);
    QCOMPARE(m_answers->size(), 0);
    QVERIFY(!button("allowOnce")->isDefault());
    QVERIFY(!button("allowOnce")->autoDefault());
}

void TestReviewPanel::newRequestsTakeNoFocus()
{
    m_elsewhere->setFocus();
    show(editRequest(u"per_1"_s, {twoHunks()}));
    QVERIFY(m_elsewhere->hasFocus());
    show(commandRequest(u"per_2"_s, u"ls"_s));
    QVERIFY(m_elsewhere->hasFocus());
    m_panel->clear();
    QVERIFY(m_elsewhere->hasFocus());
    // Focus on an answer does not become focus on the next request's answer.
    show(commandRequest(u"per_3"_s, u"ls"_s));
    button("allowOnce")->setFocus();
    show(commandRequest(u"per_4"_s, u"rm x"_s));
    QVERIFY(!button("allowOnce")->hasFocus());
    QVERIFY(part<QPlainTextEdit>("commandText")->hasFocus());
}

void TestReviewPanel::keyboardOnly()
{
    show(editRequest(u"per_1"_s, {twoHunks()}));
    auto *view = part<DiffView>("diffView");
    view->setFocus();
    QSet<QString> reached;
    for (int i = 0; i < 20; ++i) {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        reached.insert(QApplication::focusWidget()->objectName());
    }
    for (const char *name : {"allowOnce", "always", "reject", "why", "layoutChoice", "nextHunk"})
        QVERIFY2(reached.contains(QString::fromLatin1(name)), name);
    button("always")->setFocus();
    QTest::keyClick(button("always"), Qt::Key_Space);
    auto *box = qobject_cast<QCheckBox *>(QApplication::focusWidget());
    QVERIFY(box != nullptr);
    QTest::keyClick(box, Qt::Key_Space);
    QVERIFY(box->isChecked());
    button("saveAndAllow")->setFocus();
    QTest::keyClick(button("saveAndAllow"), Qt::Key_Space);
    QCOMPARE(reply().save, editRequest(u"per_1"_s, {}).inquiry.save);
}

void TestReviewPanel::actionsAreGuardedToo()
{
    m_panel->setArmDelay(24h);
    show(editRequest(u"per_1"_s, {twoHunks()}));
    m_actions->find(u"review.allowOnce"_s)->trigger();
    QCOMPARE(m_answers->size(), 0);
    for (const char16_t *id : {u"review.allowOnce", u"review.always", u"review.reject"})
        QVERIFY(m_actions->find(QStringView(id).toString())->shortcuts().isEmpty());
    m_panel->setArmDelay(0ms);
    show(editRequest(u"per_2"_s, {twoHunks()}));
    m_actions->find(u"review.allowOnce"_s)->trigger();
    QCOMPARE(answeredId(), RequestId(u"per_2"_s));
}

void TestReviewPanel::commandsInFull()
{
    const QString command = u"cat <<EOF\n"_s + u"word \n"_s.repeated(300) + u"EOF\nrm \u202Ex"_s;
    show(commandRequest(u"per_1"_s, command));
    auto *text = part<QPlainTextEdit>("commandText");
    QVERIFY(text->isVisible());
    QVERIFY(text->toPlainText().endsWith(u"EOF\nrm ⟨U+202E⟩x"_s));
    QCOMPARE(text->lineWrapMode(), QPlainTextEdit::WidgetWidth);
    QVERIFY(part<QLabel>("honestLine")->isVisible());
    QVERIFY(part<QLabel>("honestLine")->text().contains(u"not sandboxed"_s));
    QVERIFY(part<QLabel>("hiddenWarning")->isVisible());
    QCOMPARE(part<QLabel>("commandPlace")->text(), u"303 lines · in /p"_s);
    QVERIFY(!part<QLabel>("cautionLine")->isVisible());
    Permission::Request reckless = commandRequest(u"per_4"_s, u"rm -rf ."_s);
    reckless.explanation.verdicts.first().reason = u"Deletes \u202Eeverything."_s;
    show(reckless);
    QVERIFY(part<QLabel>("cautionLine")->isVisible());
    QCOMPARE(part<QLabel>("cautionLine")->text(), u"◆ Deletes ⟨U+202E⟩everything."_s);
    show(commandRequest(u"per_2"_s, u"ls"_s));
    QVERIFY(!part<QLabel>("hiddenWarning")->isVisible());
    Permission::Request outside = commandRequest(u"per_3"_s, u"/etc/*"_s);
    outside.inquiry.action = u"external_directory"_s;
    show(outside);
    QVERIFY(!part<QLabel>("honestLine")->isVisible());
}

void TestReviewPanel::whyFoldsOpen()
{
    show(editRequest(u"per_1"_s, {twoHunks()}));
    QVERIFY(!part<QLabel>("whyText")->isVisible());
    part<QToolButton>("why")->click();
    QVERIFY(part<QLabel>("whyText")->isVisible());
    QVERIFY(part<QLabel>("whyText")->text().contains(u"no rule matched, so ask"_s));
}

void TestReviewPanel::severalFiles()
{
    show(editRequest(u"per_1"_s, {twoHunks(), twoHunks(u"src/b.cpp"_s)}));
    auto *files = part<QListWidget>("reviewFiles");
    auto *view = part<DiffView>("diffView");
    QVERIFY(files->isVisible());
    QCOMPARE(files->count(), 2);
    QTRY_VERIFY(files->item(1)->data(Qt::AccessibleTextRole).toString().contains(u"+3 −1"_s));
    QCOMPARE(view->document()->resource, u"src/a.cpp"_s);
    view->setFocus();
    QTest::keyClick(view, Qt::Key_F7);
    QTest::keyClick(view, Qt::Key_F7); // The last one: says so first.
    QVERIFY(part<QLabel>("hunkPosition")->text().startsWith(u"2 of 2, "_s));
    QCOMPARE(files->currentRow(), 0);
    QTest::keyClick(view, Qt::Key_F7);
    QCOMPARE(files->currentRow(), 1);
    QTRY_COMPARE(view->document()->resource, u"src/b.cpp"_s);
    show(editRequest(u"per_2"_s, {twoHunks()}));
    QVERIFY(!files->isVisible());
}

void TestReviewPanel::remembersTheLayout()
{
    auto *choice = part<QComboBox>("layoutChoice");
    QCOMPARE(choice->currentText(), u"Automatic"_s);
    show(editRequest(u"per_1"_s, {twoHunks()}));
    auto *view = part<DiffView>("diffView");
    QCOMPARE(view->presentation(), Presentation::Unified); // Too narrow for two.
    m_window->resize(1900, 600);
    QTRY_COMPARE(view->presentation(), Presentation::SideBySide);
    const Diff::FileChange fresh{
            Diff::ChangeKind::Added, u"n"_s, u"/p/n"_s, {}, {}, numbered(3), {}};
    show(editRequest(u"per_2"_s, {fresh}));
    QCOMPARE(view->presentation(), Presentation::Unified); // One side would be empty.
    show(editRequest(u"per_3"_s, {twoHunks()}));
    QCOMPARE(view->presentation(), Presentation::SideBySide);
    m_panel->setLayoutChoice(ReviewPanel::Layout::Unified);
    QCOMPARE(view->presentation(), Presentation::Unified);
    Actions::Registry registry;
    const ReviewPanel other(registry);
    QCOMPARE(other.findChild<QComboBox *>(u"layoutChoice"_s)->currentText(), u"Unified"_s);
}

void TestReviewPanel::lateResultsAreDropped()
{
    QSignalSpy ready(m_panel, &ReviewPanel::ready);
    const QByteArray big = numbered(50'000);
    m_panel->show(editRequest(u"per_1"_s, {modified(big, numbered(50'000, "!\n"))}));
    m_panel->show(editRequest(u"per_2"_s, {twoHunks(u"src/b.cpp"_s)}));
    QVERIFY(ready.wait());
    QCOMPARE(part<DiffView>("diffView")->document()->resource, u"src/b.cpp"_s);
    m_panel->show(editRequest(u"per_3"_s, {modified(big, numbered(50'000, "!\n"))}));
    m_panel->clear();
    QVERIFY(part<DiffView>("diffView")->document() == nullptr);
    show(editRequest(u"per_4"_s, {twoHunks()}));
    QCOMPARE(ready.size(), 2); // Those of per_1 and per_3 never came.
}

void TestReviewPanel::everyControlHasAName()
{
    show(editRequest(u"per_1"_s, {twoHunks(), twoHunks(u"src/b.cpp"_s)}));
    for (const QWidget *widget : m_panel->findChildren<QWidget *>()) {
        const bool control = qobject_cast<const QAbstractButton *>(widget)
                || qobject_cast<const QComboBox *>(widget)
                || qobject_cast<const QLineEdit *>(widget)
                || qobject_cast<const QListWidget *>(widget)
                || qobject_cast<const QPlainTextEdit *>(widget)
                || qobject_cast<const DiffView *>(widget);
        if (!control || widget->objectName().startsWith(u"qt_"_s))
            continue;
        if (widget->objectName() == u"commandText"_s) // Named with what it shows.
            continue;
        QVERIFY2(!widget->accessibleName().isEmpty(), qPrintable(widget->objectName()));
    }
    for (const QLabel *label : m_panel->findChildren<QLabel *>())
        QCOMPARE(label->textFormat(), Qt::PlainText);
}

void TestReviewPanel::theStepButtonsSayTheirKeys()
{
    show(editRequest(u"per_1"_s, {twoHunks()}));
    for (const auto &[name, key] : {std::pair("nextHunk", Qt::Key_F7 | Qt::NoModifier),
                                    std::pair("previousHunk", Qt::Key_F7 | Qt::ShiftModifier)}) {
        const auto *step = part<QToolButton>(name);
        QVERIFY(step->isVisible());
        QCOMPARE(step->toolButtonStyle(), Qt::ToolButtonIconOnly);
        QVERIFY(!step->icon().isNull());
        QVERIFY(!step->accessibleName().isEmpty());
        const QString keys = QKeySequence(key).toString(QKeySequence::NativeText);
        QVERIFY2(step->toolTip().endsWith(u"(%1)"_s.arg(keys)), qPrintable(step->toolTip()));
    }
    const auto *position = part<QLabel>("hunkPosition");
    QCOMPARE(position->text(), u"1 of 2"_s);
    QTest::mouseClick(part<QToolButton>("nextHunk"), Qt::LeftButton);
    QCOMPARE(position->text(), u"2 of 2"_s);
    QTest::mouseClick(part<QToolButton>("previousHunk"), Qt::LeftButton);
    QCOMPARE(position->text(), u"1 of 2"_s);
}

static Diff::FileChange farApart(const QString &resource = u"src/far.cpp"_s)
{
    const QByteArray before = numbered(600);
    QByteArray after = before;
    for (const char *line : {"line 10\n", "line 300\n", "line 590\n"})
        after.replace(line, QByteArray(line).replace('\n', " new\n"));
    return modified(before, after, resource);
}

void TestReviewPanel::allowWaitsForEveryChange()
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

void TestReviewPanel::allowWaitsForTheEndOfALongChange()
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

void TestReviewPanel::notReadingAllIsSaid()
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

void TestReviewPanel::longCommandsWaitToo()
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

void TestReviewPanel::filesAreTickedWhenSeen()
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

void TestReviewPanel::ticksComeBackWithTheSameContentOnly()
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

void TestReviewPanel::leavesOutByKeyAndMouse()
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

void TestReviewPanel::takesInAgain()
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

void TestReviewPanel::everythingLeftOutIsNoAnswer()
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

void TestReviewPanel::leavesOutFiles()
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
    QCOMPARE(reply().proposal->files, (QList<Diff::FileChange>{twoHunks(), part}));
}

void TestReviewPanel::whatIsShownIsWhatIsAnswered()
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
        for (const QByteArray &line : diff.newLines)
            shown += line + '\n';
        if (!diff.newFinalNewline)
            shown.chop(1);
        QCOMPARE(shown, side.text);
        QCOMPARE(view->document()->newCrlf, side.crlf);
        QCOMPARE(reply(round).proposal.has_value(), taken < hunks);
    }
}

void TestReviewPanel::aFileThatMovesOnCannotBeAllowed_data()
{
    QTest::addColumn<Diff::ChangeKind>("kind");
    QTest::addColumn<bool>("replaced");
    QTest::newRow("written in place") << Diff::ChangeKind::Modified << false;
    QTest::newRow("replaced") << Diff::ChangeKind::Modified << true;
    QTest::newRow("a new file that comes from elsewhere") << Diff::ChangeKind::Added << false;
    QTest::newRow("a file that will be deleted") << Diff::ChangeKind::Deleted << false;
}

void TestReviewPanel::aFileThatMovesOnCannotBeAllowed()
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

void TestReviewPanel::aFileThatMovedOnBeforeIsSaidAtOnce()
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

void TestReviewPanel::clears()
{
    show(editRequest(u"per_1"_s, {twoHunks()}));
    m_panel->clear();
    QVERIFY(m_panel->current().isEmpty());
    QVERIFY(!button("allowOnce")->isVisible());
    QVERIFY(part<QLabel>("reviewMessage")->isVisible());
    m_actions->find(u"review.allowOnce"_s)->trigger();
    m_actions->find(u"review.reject"_s)->trigger();
    QCOMPARE(m_answers->size(), 0);
}

QTEST_MAIN(TestReviewPanel)
#include "tst_reviewpanel.moc"
