// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "conversation/conversationview.h"
#include "inbox/inboxpanel.h"
#include "review/diffview.h"
#include "review/filelist.h"
#include "review/reviewpanel.h"
#include "support/desk.h"
#include "theme/theme.h"
#include "window/infobar.h"
#include "window/mainwindow.h"

#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include <algorithm>

using namespace Countersign;
using namespace Countersign::Session;
using namespace Countersign::Test;
using namespace Qt::StringLiterals;
using Countersign::Window::MainWindow;

namespace {

QJsonObject call(const QString &name, const QJsonObject &input)
{
    return {{u"name"_s, name}, {u"input"_s, input}};
}

QJsonObject edit(const QString &path, const QString &from, const QString &to)
{
    return call(u"edit"_s, {{u"path"_s, path}, {u"oldString"_s, from}, {u"newString"_s, to}});
}

QJsonObject turn(const QJsonArray &calls, const QString &text = {})
{
    return {{u"text"_s, text}, {u"tools"_s, calls}};
}

const QJsonObject kDone{{u"text"_s, u"All done."_s}};
const QJsonObject kAskEdits{
        {u"permissions"_s,
         QJsonArray{QJsonObject{
                 {u"action"_s, u"edit"_s}, {u"resource"_s, u"*"_s}, {u"effect"_s, u"ask"_s}}}}};

/// A window on a scripted model and what a person finds on it.
class Person
{
public:
    explicit Person(const QJsonArray &turns) : desk(scratch)
    {
        scratch.write(u"project/a.txt"_s, "one\ntwo\nthree\n");
        scratch.write(u"project/b.txt"_s, "one\n");
        desk.setConfig(kAskEdits);
        desk.setScript(turns);
        desk.open();
        show({1280, 800});
    }

    void show(const QSize &size)
    {
        window = std::make_unique<MainWindow>(*desk.engine, desk.paths());
        window->resize(size);
        window->show();
        window->activateWindow();
    }

    template<typename Widget>
    [[nodiscard]] Widget *find(const QString &name = {}) const
    {
        return window->findChild<Widget *>(name);
    }
    [[nodiscard]] QPlainTextEdit *composer() const
    {
        return find<QPlainTextEdit>(u"composerText"_s);
    }
    [[nodiscard]] QPushButton *button(const QString &name) const { return find<QPushButton>(name); }
    [[nodiscard]] Review::ReviewPanel *review() const { return find<Review::ReviewPanel>(); }
    [[nodiscard]] Inbox::InboxPanel *inbox() const { return find<Inbox::InboxPanel>(); }
    [[nodiscard]] QStringList rows() const
    {
        QStringList all;
        const QAbstractItemModel *model = find<Conversation::ConversationView>()->model();
        for (int row = 0; row < model->rowCount(); ++row)
            all.append(model->index(row, 0).data(Qt::AccessibleTextRole).toString());
        return all;
    }
    [[nodiscard]] QList<QMessageBox *> questions() const
    {
        QList<QMessageBox *> all = window->findChildren<QMessageBox *>();
        all.removeIf([](const QMessageBox *box) { return !box->isVisible(); });
        return all;
    }
    void stopAndQuit() const ///< The answer to whether to quit all the same.
    {
        for (QAbstractButton *button : questions().constFirst()->buttons()) {
            if (button->text() == u"Stop and Quit"_s)
                return QTest::mouseClick(button, Qt::LeftButton);
        }
        QFAIL("there is no such button");
    }
    void say(const QString &prompt) const
    {
        QTest::keyClicks(composer(), prompt);
        QTest::keyClick(composer(), Qt::Key_Return);
    }

    Scratch scratch;
    Desk desk;
    std::unique_ptr<MainWindow> window;
};

constexpr int kLong = 15000;

} // namespace

class tst_MainWindow : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { Theme::Theme::install(*qApp, Theme::Scheme::Light); }

    void escapePutsARequestAside()
    {
        Person person({turn({edit(u"a.txt"_s, u"two"_s, u"2"_s)}, u"I change it."_s), kDone});
        QVERIFY(QTest::qWaitForWindowActive(person.window.get()));
        person.say(u"Change two"_s);
        QTRY_VERIFY_WITH_TIMEOUT(person.button(u"allowOnce"_s)->isEnabled(), kLong);
        auto *diff = person.find<Review::DiffView>(u"diffView"_s);
        diff->setFocus();
        QTest::keyClick(diff, Qt::Key_Escape);
        QVERIFY(!person.review()->isVisible());
        QVERIFY(person.find<Conversation::ConversationView>()->hasFocus());
        QCOMPARE(person.inbox()->count(), 1); // It still waits,
        QCOMPARE(person.desk.replied.size(), 0);
        QTest::keyClick(person.find<Conversation::ConversationView>(), Qt::Key_Return);
        QVERIFY(person.review()->isVisible()); // and comes back when it is asked for.
        QTRY_VERIFY_WITH_TIMEOUT(person.button(u"allowOnce"_s)->isEnabled(), kLong);
    }

    void whatWasRefusedCanBeReadAgain()
    {
        Person person({turn({edit(u"a.txt"_s, u"two"_s, u"2"_s)}, u"I change it."_s), kDone});
        QVERIFY(QTest::qWaitForWindowActive(person.window.get()));
        person.say(u"Change two"_s);
        QTRY_COMPARE_WITH_TIMEOUT(person.desk.asked.size(), 1, kLong);
        person.desk.engine->reply(person.desk.asked.first().id,
                                  {Permission::Answer::Reject, u"keep the word"_s, {}, {}});
        QTRY_COMPARE_WITH_TIMEOUT(person.desk.ended.size(), 1, kLong);
        QTRY_VERIFY(!person.review()->isVisible());
        auto *conversation = person.find<Conversation::ConversationView>();
        conversation->setFocus();
        conversation->setCurrentIndex(conversation->model()->index(2, 0));
        QTest::keyClick(conversation, Qt::Key_Return, Qt::ControlModifier);
        QTRY_VERIFY(person.review()->isVisible());
        auto *diff = person.find<Review::DiffView>(u"diffView"_s);
        QTRY_VERIFY(diff->rowText(2).endsWith(u"2+2"));
        QVERIFY(!person.button(u"allowOnce"_s)->isVisible());
        QVERIFY(person.find<QLabel>(u"news"_s)->text().endsWith(u": keep the word"));
        QTest::mouseClick(person.button(u"closePast"_s), Qt::LeftButton);
        QVERIFY(!person.review()->isVisible());
    }

    void fromPromptToDisk()
    {
        Person person({turn({edit(u"a.txt"_s, u"two"_s, u"2"_s)}, u"I change it."_s), kDone});
        QVERIFY(QTest::qWaitForWindowActive(person.window.get()));
        QVERIFY(person.composer()->hasFocus()); // One can begin at once.
        person.say(u"Change two"_s);
        QTRY_COMPARE_WITH_TIMEOUT(person.inbox()->count(), 1, kLong);
        QTRY_VERIFY(person.review()->isVisible());
        QVERIFY(person.composer()->hasFocus()); // A request never takes it.
        QTest::keyClicks(person.composer(), u"meanwhile"_s);
        QTest::keyClick(person.composer(), Qt::Key_Escape);
        QCOMPARE(person.desk.replied.size(), 0);

        QPushButton *allow = person.button(u"allowOnce"_s);
        QTRY_VERIFY_WITH_TIMEOUT(allow->isEnabled(), kLong);
        QCOMPARE(person.scratch.read(u"project/a.txt"_s), "one\ntwo\nthree\n");
        QTest::mouseClick(allow, Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(person.desk.ended.size(), 1, kLong);
        QCOMPARE(person.scratch.read(u"project/a.txt"_s), "one\n2\nthree\n");
        QTRY_COMPARE(person.inbox()->count(), 0);
        QVERIFY(!person.review()->isVisible());
        QCOMPARE(person.composer()->toPlainText(), u"meanwhile"_s);
        QTRY_COMPARE(person.rows().last(), u"Agent: All done."_s);
        QVERIFY(person.rows().at(2).startsWith(u"edit a.txt – done"));
    }

    void whatIsLeftOutIsNotWrittenAndTheAgentIsTold()
    {
        QByteArray lines;
        for (int i = 1; i <= 40; ++i)
            lines += "line " + QByteArray::number(i) + "\r\n";
        QByteArray all = lines;
        all.replace("line 5\r\n", "line five\r\n")
                .replace("line 30\r\n", "line thirty\r\nmore\r\n");
        Person person(
                {turn({call(u"write"_s,
                            {{u"path"_s, u"c.txt"_s}, {u"content"_s, QString::fromUtf8(all)}})}),
                 kDone});
        person.scratch.write(u"project/c.txt"_s, lines);
        person.say(u"Change five and thirty"_s);
        QPushButton *allow = person.button(u"allowOnce"_s);
        QTRY_VERIFY_WITH_TIMEOUT(
                person.review()->isVisible()
                        && person.review()->findChild<Review::DiffView *>()->hunkCount() == 2,
                kLong);
        auto *view = person.review()->findChild<Review::DiffView *>();
        view->setFocus();
        QTest::keyClick(view, Qt::Key_F7);
        QTest::keyClick(view, Qt::Key_N);
        QTRY_VERIFY_WITH_TIMEOUT(view->isLeftOut(1) && allow->isEnabled(), kLong);
        QCOMPARE(person.scratch.read(u"project/c.txt"_s), lines);
        QTest::mouseClick(allow, Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(person.desk.ended.size(), 1, kLong);
        QByteArray wanted = lines;
        wanted.replace("line 5\r\n", "line five\r\n");
        QCOMPARE(person.scratch.read(u"project/c.txt"_s), wanted);
        // The model reads what became of its proposal.
        const auto calls = Desk::calls(person.desk.history(person.window->currentSession()));
        QCOMPARE(calls.size(), 1);
        QString told;
        for (const auto &content : calls.first().content) {
            if (const auto *text = std::get_if<TextContent>(&content))
                told += text->text;
        }
        const qsizetype refused = told.indexOf(u"This was refused"_s);
        QVERIFY2(told.contains(u"allowed only a part of your change to c.txt"_s) && refused > 0,
                 qPrintable(told));
        QVERIFY2(told.first(refused).contains(u"+line five"_s), qPrintable(told));
        QVERIFY2(!told.first(refused).contains(u"+line thirty"_s), qPrintable(told));
        QVERIFY2(told.sliced(refused).contains(u"-line 30"_s)
                         && told.sliced(refused).contains(u"+line thirty"_s),
                 qPrintable(told));
    }

    void aFileThatChangesOnDiskIsComputedAgain()
    {
        Person person({turn({edit(u"a.txt"_s, u"two"_s, u"2"_s)}), kDone});
        person.say(u"Change two"_s);
        auto *view = person.review()->findChild<Review::DiffView *>();
        QPushButton *allow = person.button(u"allowOnce"_s);
        QTRY_VERIFY_WITH_TIMEOUT(person.review()->isVisible() && allow->isEnabled(), kLong);
        person.scratch.write(u"project/a.txt"_s, "zero\none\ntwo\nthree\n");
        const auto *news = person.review()->findChild<QLabel *>(u"news"_s);
        QTRY_VERIFY_WITH_TIMEOUT(news->isVisible() && allow->isEnabled(), kLong);
        QCOMPARE(view->document()->line(Review::Side::New, 3), "2");
        QVERIFY2(news->text().contains(u"line 2 → 3"_s), qPrintable(news->text()));
        QTest::mouseClick(allow, Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(person.desk.ended.size(), 1, kLong);
        QCOMPARE(person.scratch.read(u"project/a.txt"_s), "zero\none\n2\nthree\n");
        QVERIFY(person.desk.failures.isEmpty());
    }

    void whatFitsNoMoreIsRejectedWithTheReason()
    {
        Person person({turn({edit(u"a.txt"_s, u"two"_s, u"2"_s)}), kDone});
        person.say(u"Change two"_s);
        QPushButton *allow = person.button(u"allowOnce"_s);
        QTRY_VERIFY_WITH_TIMEOUT(person.review()->isVisible() && allow->isEnabled(), kLong);
        person.scratch.write(u"project/a.txt"_s, "all is new\n");
        const auto *stale = person.review()->findChild<QLabel *>(u"stale"_s);
        const auto toldWhy = [stale] {
            return stale->text().contains(u"not in a.txt any more"_s);
        };
        QVERIFY2(QTest::qWaitFor(toldWhy, kLong), qPrintable(stale->text()));
        QVERIFY(!allow->isEnabled());
        QTest::mouseClick(person.button(u"reject"_s), Qt::LeftButton);
        QTRY_VERIFY(person.button(u"rejectWithWords"_s)->isEnabled());
        QTest::mouseClick(person.button(u"rejectWithWords"_s), Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(person.desk.ended.size(), 1, kLong);
        QCOMPARE(person.scratch.read(u"project/a.txt"_s), "all is new\n");
        const auto calls = Desk::calls(person.desk.history(person.window->currentSession()));
        QVERIFY2(calls.first().error.contains(u"a.txt has changed on disk: read it again"_s),
                 qPrintable(calls.first().error));
    }

    void aRefusedWriteSaysWhichFileAndWhy()
    {
        Person person({turn({edit(u"a.txt"_s, u"two"_s, u"2"_s)}), kDone});
        person.say(u"Change two"_s);
        QTRY_COMPARE_WITH_TIMEOUT(person.desk.asked.size(), 1, kLong);
        // Faster than anybody can look.
        person.scratch.write(u"project/a.txt"_s, "all is new\n");
        person.desk.engine->reply(person.desk.asked.first().id, once());
        QTRY_COMPARE_WITH_TIMEOUT(person.desk.ended.size(), 1, kLong);
        QCOMPARE(person.scratch.read(u"project/a.txt"_s), "all is new\n");
        const QString card = person.rows().filter(u"edit a.txt"_s).value(0);
        QVERIFY2(card.contains(u"a.txt changed after this change to it was computed"_s),
                 qPrintable(card));
    }

    void aPatchCanBeTakenInPart()
    {
        const QString patch = u"*** Begin Patch\n*** Add File: new.txt\n+fresh\n"
                              "*** Update File: a.txt\n@@\n one\n-two\n+2\n three\n"
                              "*** Delete File: b.txt\n*** End Patch\n"_s;
        Person person({turn({call(u"apply_patch"_s, {{u"patchText"_s, patch}})}), kDone});
        person.say(u"Patch"_s);
        auto *files = person.review()->findChild<Review::FileList *>();
        QPushButton *allow = person.button(u"allowOnce"_s);
        QTRY_VERIFY_WITH_TIMEOUT(files->isVisible() && files->count() == 3, kLong);
        int deleted = -1;
        for (int file = 0; file < files->count(); ++file) {
            if (files->item(file)->text() == u"b.txt"_s)
                deleted = file;
        }
        files->setFocus();
        files->setCurrentRow(deleted);
        QTest::keyClick(files, Qt::Key_N);
        for (int file = 0; file < files->count(); ++file) {
            files->setCurrentRow(file);
            QTRY_VERIFY_WITH_TIMEOUT(file == deleted || files->isViewed(file), kLong);
        }
        QTRY_VERIFY_WITH_TIMEOUT(allow->isEnabled(), kLong);
        QCOMPARE(allow->text(), u"Allow 2 of 3 files"_s);
        QTest::mouseClick(allow, Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(person.desk.ended.size(), 1, kLong);
        QCOMPARE(person.scratch.read(u"project/a.txt"_s), "one\n2\nthree\n");
        QCOMPARE(person.scratch.read(u"project/new.txt"_s), "fresh\n");
        QCOMPARE(person.scratch.read(u"project/b.txt"_s), "one\n"); // Left out.
        const auto calls = Desk::calls(person.desk.history(person.window->currentSession()));
        QString told;
        for (const auto &content : calls.first().content) {
            if (const auto *text = std::get_if<TextContent>(&content))
                told += text->text;
        }
        QVERIFY2(told.contains(u"b.txt"_s), qPrintable(told));
    }

    void rejectedWithWords()
    {
        Person person({turn({edit(u"a.txt"_s, u"two"_s, u"2"_s)}), kDone});
        person.say(u"Change two"_s);
        QPushButton *reject = person.button(u"reject"_s);
        QVERIFY(reject);
        QTRY_VERIFY_WITH_TIMEOUT(reject->isVisible() && reject->isEnabled(), kLong);
        QTest::mouseClick(reject, Qt::LeftButton);
        auto *words = person.find<QLineEdit>(u"rejectWords"_s);
        QTRY_VERIFY(words->isVisible());
        QTest::keyClicks(words, u"keep the word"_s);
        QPushButton *send = person.button(u"rejectWithWords"_s);
        QVERIFY(send);
        QTRY_VERIFY_WITH_TIMEOUT(send->isEnabled(), kLong);
        QTest::mouseClick(send, Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(person.desk.ended.size(), 1, kLong);
        QCOMPARE(person.desk.ended.first().outcome, Outcome::Done);
        QCOMPARE(person.scratch.read(u"project/a.txt"_s), "one\ntwo\nthree\n");
        QTRY_VERIFY(person.rows().at(1).startsWith(u"edit a.txt – refused"));
        QVERIFY(person.rows().at(1).contains(u"keep the word"));
    }

    void twoRequestsAndTheBadge()
    {
        Person person(
                {turn({edit(u"a.txt"_s, u"two"_s, u"2"_s), edit(u"b.txt"_s, u"one"_s, u"1"_s)}),
                 kDone});
        person.say(u"Both"_s);
        QTRY_COMPARE_WITH_TIMEOUT(person.inbox()->count(), 2, kLong);
        QPushButton *badge = person.button(u"waiting"_s);
        QTRY_COMPARE(badge->text(), u"2 waiting"_s);
        QVERIFY(person.window->windowTitle().contains(u'2'));
        const RequestId shown = person.review()->current();
        QPushButton *allow = person.button(u"allowOnce"_s);
        QTRY_VERIFY_WITH_TIMEOUT(allow->isEnabled(), kLong);
        QTest::mouseClick(allow, Qt::LeftButton);
        QTRY_COMPARE(person.inbox()->count(), 1);
        QCOMPARE(badge->text(), u"1 waiting"_s);
        QTRY_VERIFY(!person.review()->current().isEmpty() && person.review()->current() != shown);
        // A double click does not answer the second one unseen.
        QVERIFY(!allow->isEnabled());
        QTRY_VERIFY_WITH_TIMEOUT(allow->isEnabled(), kLong);
        QTest::mouseClick(allow, Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(person.desk.ended.size(), 1, kLong);
        QCOMPARE(person.scratch.read(u"project/a.txt"_s), "one\n2\nthree\n");
        QCOMPARE(person.scratch.read(u"project/b.txt"_s), "1\n");
        QTRY_VERIFY(!badge->isVisible());
    }

    void theAgentOfTheNextPromptCanBeChosen()
    {
        Person person({kDone, kDone, kDone});
        QVERIFY(QTest::qWaitForWindowActive(person.window.get()));
        person.say(u"First"_s);
        QTRY_COMPARE_WITH_TIMEOUT(person.desk.ended.size(), 1, kLong);
        auto *box = person.find<QComboBox>(u"agent"_s);
        QCOMPARE(box->currentText(), u"build"_s);
        QVERIFY(box->isEnabled());
        box->setFocus(Qt::TabFocusReason);
        QTest::keyClick(box, Qt::Key_Down);
        const QString other = box->currentText();
        QVERIFY(other != u"build"_s);
        // Another session has its own; the choice waits where it was made.
        const SessionId first = person.window->currentSession();
        QTest::mouseClick(person.button(u"newSession"_s), Qt::LeftButton);
        QVERIFY(person.window->currentSession() != first);
        auto *list = person.find<QAbstractItemView>(u"sessions"_s);
        QTRY_COMPARE(list->model()->rowCount(), 1);
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {},
                          list->visualRect(list->model()->index(0, 0)).center());
        QCOMPARE(person.window->currentSession(), first);
        QCOMPARE(box->currentText(), other);
        QTRY_COMPARE(person.rows().size(), 2);
        person.composer()->setFocus();
        person.say(u"Second"_s);
        QTRY_COMPARE_WITH_TIMEOUT(person.desk.ended.size(), 2, kLong);
        QStringList who;
        const auto history = person.desk.history(first);
        for (const Message &message : history)
            who.append(message.agent);
        QCOMPARE(who, (QStringList{u"build"_s, u"build"_s, other, other}));
    }

    void aRunThatCannotBeRecordedIsTold()
    {
        Person person({turn({edit(u"a.txt"_s, u"two"_s, u"2"_s)}), kDone});
        person.say(u"Change two"_s);
        QPushButton *allow = person.button(u"allowOnce"_s);
        QVERIFY(allow);
        QTRY_VERIFY_WITH_TIMEOUT(allow->isVisible() && allow->isEnabled(), kLong);
        auto *bar = person.find<Window::InfoBar>();
        QVERIFY(!bar->isVisible());
        breakTheRecord(person.desk.paths().databaseFile());
        QTest::mouseClick(allow, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(bar->isVisible(), kLong);
        // What, where, and what to do.
        for (const QString &words : {u"“Change two” has stopped"_s, person.desk.paths().data,
                                     u"no room"_s, u"write to the session again"_s})
            QVERIFY2(bar->text().contains(words), qPrintable(bar->text()));
        QTRY_COMPARE_WITH_TIMEOUT(person.desk.ended.size(), 1, kLong);
        QCOMPARE(person.desk.ended.first().outcome, Outcome::Failed);
        // It stays until it is closed.
        QTest::keyClicks(person.composer(), u"x"_s);
        QVERIFY(bar->isVisible());
        QTest::mouseClick(person.find<QToolButton>(u"closeInfo"_s), Qt::LeftButton);
        QVERIFY(!bar->isVisible());
        // As it said: once that is mended, the session goes on.
        breakTheRecord(person.desk.paths().databaseFile(), false);
        person.composer()->clear();
        person.say(u"Go on"_s);
        QTRY_COMPARE_WITH_TIMEOUT(person.desk.ended.size(), 2, kLong);
        QCOMPARE(person.desk.ended.last().outcome, Outcome::Done);
        QVERIFY(!bar->isVisible());
    }

    void aFailureThatTheConversationTellsIsNotToldTwice()
    {
        Person person({QJsonObject{{u"fault"_s, u"disconnect"_s}}});
        person.say(u"Hello"_s);
        QTRY_COMPARE_WITH_TIMEOUT(person.desk.ended.size(), 1, kLong);
        QCOMPARE(person.desk.ended.first().outcome, Outcome::Failed);
        QTRY_COMPARE(person.rows().size(), 2);
        QVERIFY(!person.find<Window::InfoBar>()->isVisible());
    }

    void aNarrowWindowFoldsTheInbox()
    {
        Person person({kDone});
        QVERIFY(QTest::qWaitForWindowActive(person.window.get()));
        auto *dock = person.find<QDockWidget>(u"inboxDock"_s);
        QVERIFY(dock->isVisible());
        person.window->resize(900, 600);
        QTRY_VERIFY(!dock->isVisible());
        QTest::keyClick(person.window.get(), Qt::Key_I, Qt::ControlModifier);
        QTRY_VERIFY(dock->isVisible());
        person.window->resize(1280, 800);
        QTRY_VERIFY(dock->isVisible());
        // Closed by the person, it stays closed.
        dock->hide();
        person.window->resize(900, 600);
        person.window->resize(1280, 800);
        QTest::qWait(0);
        QVERIFY(!dock->isVisible());
    }

    void anInboxFoldedForWantOfRoomIsNotStoredAsClosed()
    {
        Person person({kDone});
        QVERIFY(QTest::qWaitForWindowActive(person.window.get()));
        person.window->resize(900, 600);
        QTRY_VERIFY(!person.find<QDockWidget>(u"inboxDock"_s)->isVisible());
        QVERIFY(person.window->close());
        person.show({1280, 800});
        QTRY_VERIFY(person.find<QDockWidget>(u"inboxDock"_s)->isVisible());
        // Closed by the person, it is.
        person.find<QDockWidget>(u"inboxDock"_s)->hide();
        QVERIFY(person.window->close());
        person.show({1280, 800});
        QTest::qWait(0);
        QVERIFY(!person.find<QDockWidget>(u"inboxDock"_s)->isVisible());
    }

    void quittingWhileAnAgentWorksIsAsked_data()
    {
        QTest::addColumn<QJsonObject>("call");
        QTest::newRow("a command runs") << call(u"bash"_s, {{u"command"_s, u"sleep 1000"_s}});
        QTest::newRow("a request waits") << edit(u"a.txt"_s, u"two"_s, u"2"_s);
    }

    void quittingWhileAnAgentWorksIsAsked()
    {
        QFETCH(const QJsonObject, call);
        Person person({turn({call}), kDone});
        QVERIFY(QTest::qWaitForWindowActive(person.window.get()));
        person.say(u"Work"_s);
        QTRY_VERIFY_WITH_TIMEOUT(person.button(u"stop"_s)->isVisible(), kLong);
        QTest::keyClick(person.composer(), Qt::Key_Q, Qt::ControlModifier);
        QVERIFY(person.window->isVisible());
        QCOMPARE(person.questions().size(), 1);
        QMessageBox *box = person.questions().first();
        QVERIFY2(box->text().startsWith(u"1 session"_s), qPrintable(box->text()));
        // Once more does not quit, and asks no second question.
        QVERIFY(!person.window->close());
        QCOMPARE(person.questions(), QList<QMessageBox *>{box});
        QTRY_VERIFY(box->isActiveWindow());
        QCOMPARE(box->defaultButton()->text(), u"Stay"_s);
        QTest::keyClick(box, Qt::Key_Escape);
        QTRY_VERIFY(person.questions().isEmpty());
        QVERIFY(person.window->isVisible());
        QVERIFY(person.button(u"stop"_s)->isVisible());
        QVERIFY(!person.window->close());
        person.stopAndQuit();
        QTRY_VERIFY(!person.window->isVisible());
        person.window.reset();
        person.desk.close(); // Ends the command, too, or this would wait for it.
        QCOMPARE(person.scratch.read(u"project/a.txt"_s), "one\ntwo\nthree\n");
    }

    void quittingAfterTheWorkIsNotAsked()
    {
        Person person({turn({}, u"Hello."_s)});
        QVERIFY(QTest::qWaitForWindowActive(person.window.get()));
        person.say(u"Hi"_s);
        QTRY_VERIFY_WITH_TIMEOUT(!person.desk.ended.isEmpty(), kLong);
        QTRY_VERIFY(!person.button(u"stop"_s)->isVisible());
        QVERIFY(person.window->close());
    }

    void closingWithAPendingRequestAnswersNothing()
    {
        Person person({turn({edit(u"a.txt"_s, u"two"_s, u"2"_s)}), kDone});
        person.say(u"Change two"_s);
        QTRY_COMPARE_WITH_TIMEOUT(person.inbox()->count(), 1, kLong);
        QVERIFY(!person.window->close());
        person.stopAndQuit();
        QTRY_VERIFY(!person.window->isVisible());
        person.window.reset();
        person.desk.close();
        QCOMPARE(person.scratch.read(u"project/a.txt"_s), "one\ntwo\nthree\n");
        // Another start shows it as interrupted.
        person.desk.open();
        person.show({1280, 800});
        QCOMPARE(person.inbox()->count(), 0);
        QVERIFY(person.scratch.exists(u"home/config/window.ini"_s));
        auto *list = person.find<QAbstractItemView>(u"sessions"_s);
        QTRY_COMPARE(list->model()->rowCount(), 1);
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {},
                          list->visualRect(list->model()->index(0, 0)).center());
        QTRY_VERIFY(person.rows().size() >= 2);
        QVERIFY2(person.rows().at(1).startsWith(u"edit a.txt – interrupted"),
                 qPrintable(person.rows().join(u'|')));
    }

    void everyControlCanBeReachedAndNamed()
    {
        Person person({turn({edit(u"a.txt"_s, u"two"_s, u"2"_s)}), kDone});
        person.say(u"Change two"_s);
        QPushButton *allow = person.button(u"allowOnce"_s);
        QTRY_VERIFY_WITH_TIMEOUT(allow->isEnabled(), kLong);
        QSet<QString> reached;
        for (int i = 0; i < 60; ++i) {
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
            const QWidget *at = QApplication::focusWidget();
            QVERIFY(at);
            const auto *button = qobject_cast<const QAbstractButton *>(at);
            QVERIFY2(!at->accessibleName().isEmpty() || (button && !button->text().isEmpty()),
                     qPrintable(QString::fromLatin1(at->metaObject()->className()) + u' '
                                + at->objectName()));
            reached.insert(at->objectName());
        }
        for (const QString &name : {u"composerText"_s, u"conversation"_s, u"sessions"_s,
                                    u"newSession"_s, u"agent"_s, u"allowOnce"_s, u"waiting"_s})
            QVERIFY2(reached.contains(name), qPrintable(name));
        QCOMPARE(person.desk.replied.size(), 0);
    }
};

QTEST_MAIN(tst_MainWindow)
#include "tst_mainwindow.moc"
