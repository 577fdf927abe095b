// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "panelfixture.h"
#include "review/diffview.h"
#include "review/filelist.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

using namespace Countersign;
using namespace Countersign::Review;
using namespace Countersign::Samples;
using namespace std::chrono_literals;

class TestReviewPanel : public QObject, private PanelFixture
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { setUpAll(); }
    void init() { setUp(); }
    void cleanup() { tearDown(); }
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
    void wordsOfAnUnansweredRequestComeBack();
    void escapeOnlyLeaves();
    void typingElsewhereAnswersNothing();
    void newRequestsTakeNoFocus();
    void keyboardOnly();
    void actionsAreGuardedToo();
    void commandsInFull();
    void skillsAreReadBeforeTheyAreLoaded();
    void whyFoldsOpen();
    void severalFiles();
    void remembersTheLayout();
    void wrapsByKeyAndButton();
    void lateResultsAreDropped();
    void everyControlHasAName();
    void theStepButtonsSayTheirKeys();
    void clears();

private:
    /// What "Always" offers to keep.
    QList<QCheckBox *> offers() const
    {
        QList<QCheckBox *> boxes = m_panel->findChildren<QCheckBox *>();
        boxes.removeIf([](const QCheckBox *box) { return !box->isVisible(); });
        return boxes;
    }
};

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
    const QList<QCheckBox *> boxes = offers();
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
    offers().at(0)->setChecked(true);
    click("saveAndAllow");
    QCOMPARE(reply(1).save, editRequest(u"per_2"_s, {}).inquiry.save);
}

void TestReviewPanel::alwaysNeedsATick()
{
    show(editRequest(u"per_1"_s, {twoHunks()}));
    click("always");
    offers().at(1)->setChecked(false);
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

void TestReviewPanel::wordsOfAnUnansweredRequestComeBack()
{
    const auto words = [this] {
        return part<QLineEdit>("rejectWords")->text();
    };
    show(editRequest(u"per_1"_s, {twoHunks()}));
    click("reject");
    QTest::keyClicks(part<QLineEdit>("rejectWords"), u"use the helper"_s);
    click("phrase");
    show(editRequest(u"per_2"_s, {twoHunks()}));
    QCOMPARE(words(), QString());
    m_panel->clear();
    show(editRequest(u"per_1"_s, {twoHunks()}));
    QVERIFY(button("allowOnce")->isVisible());
    click("reject");
    QCOMPARE(words(), u"use the helper Explain first."_s);
    click("rejectWithWords");
    QCOMPARE(reply().message, u"use the helper Explain first."_s);
    // They were said.
    show(editRequest(u"per_2"_s, {twoHunks()}));
    show(editRequest(u"per_1"_s, {twoHunks()}));
    QCOMPARE(words(), QString());
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
    // No key that types anything is an answer's.
    for (const char16_t *id : {u"review.allowOnce", u"review.always", u"review.reject"}) {
        const QAction *action = m_actions->find(QStringView(id).toString());
        QVERIFY(!action->autoRepeat());
        const QList<QKeySequence> keys = action->shortcuts();
        for (const QKeySequence &key : keys)
            QVERIFY(key[0].keyboardModifiers().testFlag(Qt::AltModifier));
    }
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

void TestReviewPanel::skillsAreReadBeforeTheyAreLoaded()
{
    Permission::Request request = commandRequest(u"per_1"_s, u"deploy"_s);
    request.inquiry.action = u"skill"_s;
    request.inquiry.metadata = {{u"file"_s, u".claude/skills/deploy/SKILL.md"_s},
                                {u"from"_s, u"project"_s},
                                {u"description"_s, u"How to deploy."_s},
                                {u"content"_s, u"First line.\nDo \u200bthis."_s}};
    show(request);
    QCOMPARE(part<QPlainTextEdit>("commandText")->toPlainText(),
             u".claude/skills/deploy/SKILL.md\nHow to deploy.\n\nFirst line.\nDo ⟨U+200B⟩this."_s);
    QCOMPARE(part<QLabel>("commandPlace")->text(), u"It comes with this project"_s);
    // Words that only a machine would see are worth a warning most of all here.
    QVERIFY(part<QLabel>("hiddenWarning")->isVisible());
    QVERIFY(!part<QLabel>("honestLine")->isVisible());
    request.id = RequestId(u"per_2"_s);
    request.inquiry.metadata.insert(u"from"_s, u"user"_s);
    request.inquiry.metadata.insert(u"content"_s, u"Plain."_s);
    show(request);
    QCOMPARE(part<QLabel>("commandPlace")->text(), u"It is one of your own"_s);
    QVERIFY(!part<QLabel>("hiddenWarning")->isVisible());
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

void TestReviewPanel::wrapsByKeyAndButton()
{
    show(editRequest(u"per_1"_s, {twoHunks()}));
    auto *view = part<DiffView>("diffView");
    auto *wrap = part<QToolButton>("wrapLines");
    QVERIFY(wrap->isVisible());
    QVERIFY(!view->isWrapped());
    QTest::mouseClick(wrap, Qt::LeftButton);
    QVERIFY(view->isWrapped());
    QVERIFY(wrap->isChecked());
    {
        Actions::Registry registry;
        const ReviewPanel other(registry);
        QVERIFY(other.findChild<DiffView *>(u"diffView"_s)->isWrapped());
        QVERIFY(other.findChild<QToolButton *>(u"wrapLines"_s)->isChecked());
    }
    view->setFocus();
    QTest::keyClick(view, Qt::Key_W);
    QVERIFY(!view->isWrapped());
    QVERIFY(!wrap->isChecked());
    Actions::Registry registry;
    QVERIFY(!ReviewPanel(registry).findChild<DiffView *>(u"diffView"_s)->isWrapped());
    m_panel->clear();
    QVERIFY(!wrap->isVisible());
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
