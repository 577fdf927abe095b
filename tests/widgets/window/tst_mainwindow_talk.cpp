// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "base/uniquefd.h"
#include "conversation/conversationview.h"
#include "inbox/inboxpanel.h"
#include "inbox/questioncard.h"
#include "inbox/questionitem.h"
#include "support/desk.h"
#include "theme/theme.h"
#include "todo/todopanel.h"
#include "window/mainwindow.h"

#include <QAbstractButton>
#include <QDockWidget>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTest>
#include <QToolButton>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace Countersign;
using namespace Countersign::Session;
using namespace Countersign::Test;
using namespace Qt::StringLiterals;

namespace {

QJsonObject turnOf(const QString &tool, const QJsonObject &input)
{
    return {{u"text"_s, u""_s},
            {u"tools"_s, QJsonArray{QJsonObject{{u"name"_s, tool}, {u"input"_s, input}}}}};
}

QJsonObject questionTurn()
{
    const QJsonArray options{QJsonObject{{u"label"_s, u"A"_s}}, QJsonObject{{u"label"_s, u"B"_s}}};
    return turnOf(
            u"question"_s,
            {{u"questions"_s,
              QJsonArray{QJsonObject{{u"question"_s, u"Which?"_s}, {u"options"_s, options}}}}});
}

QJsonObject todoTurn(const QString &status)
{
    return turnOf(u"todowrite"_s,
                  {{u"todos"_s,
                    QJsonArray{QJsonObject{{u"content"_s, u"Mend it"_s}, {u"status"_s, status}}}}});
}

const QJsonObject kDone{{u"text"_s, u"All done."_s}};

} // namespace

/// Questions, todos and running commands on the real window with a real engine.
class tst_MainWindowTalk : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { Theme::Theme::install(*qApp, Theme::Scheme::Light); }

    void aQuestionFromTheAgentToItsAnswer()
    {
        Scratch scratch;
        Desk desk(scratch);
        desk.setScript({questionTurn(), kDone});
        desk.open();
        Window::MainWindow window(*desk.engine, desk.paths());
        window.resize(1280, 800);
        window.show();
        window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        auto *composer = window.findChild<QPlainTextEdit *>(u"composerText"_s);
        QVERIFY(composer->hasFocus());
        QTest::keyClicks(composer, u"Go"_s);
        QTest::keyClick(composer, Qt::Key_Return);
        QTRY_VERIFY(window.findChild<Inbox::QuestionCard *>());
        auto *card = window.findChild<Inbox::QuestionCard *>();
        QVERIFY(composer->hasFocus()); // It takes no focus.
        QVERIFY(window.windowTitle().startsWith(u"(1 waiting)"_s));
        // The waiting call in the conversation leads to its form.
        auto *conversation = window.findChild<Conversation::ConversationView *>();
        const CallId call = card->request().inquiry.call;
        Q_EMIT conversation->reviewRequested(call);
        QVERIFY(card->hasFocus());
        QTest::keyClick(card, Qt::Key_Return);
        auto *answer = card->findChild<QPushButton *>(u"questionAnswer"_s);
        auto *dismiss = card->findChild<QPushButton *>(u"questionDismiss"_s);
        QTRY_VERIFY(dismiss->isEnabled()); // After 400 ms.
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
        QTRY_VERIFY(answer->isEnabled());
        QTest::mouseClick(answer, Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(desk.ended.size(), 1, 10000);
        QCOMPARE(desk.ended.first().outcome, Outcome::Done);
        QCOMPARE(desk.questionsEnded.first().answers, (Question::Answers{{u"A"_s}}));
        QTRY_COMPARE(window.findChild<Inbox::InboxPanel *>()->count(), 0);
        QVERIFY(!window.windowTitle().contains(u"waiting"_s));
    }

    void theBadgeLeadsToAQuestionInANarrowWindow()
    {
        Scratch scratch;
        Desk desk(scratch);
        desk.setScript({questionTurn(), kDone});
        desk.open();
        Window::MainWindow window(*desk.engine, desk.paths());
        window.resize(900, 600);
        window.show();
        window.activateWindow();
        window.begin(u"Go"_s);
        QTRY_VERIFY(window.findChild<Inbox::QuestionCard *>());
        auto *dock = window.findChild<QDockWidget *>(u"inboxDock"_s);
        QVERIFY(!dock->isVisible());
        auto *badge = window.findChild<QAbstractButton *>(u"waiting"_s);
        QVERIFY(badge);
        QTest::mouseClick(badge, Qt::LeftButton);
        QVERIFY(dock->isVisible());
        QTRY_VERIFY(window.findChild<Inbox::QuestionCard *>()->hasFocus());
        desk.engine->interrupt(window.currentSession());
        QTRY_COMPARE(window.findChild<Inbox::InboxPanel *>()->count(), 0);
    }

    void aRunningCommandShowsItsOutput()
    {
        Scratch scratch;
        Desk desk(scratch);
        desk.setConfig({{u"permissions"_s,
                         QJsonArray{QJsonObject{{u"action"_s, u"bash"_s},
                                                {u"resource"_s, u"*"_s},
                                                {u"effect"_s, u"allow"_s}}}}});
        // The second line comes when the test has seen the first one.
        desk.setScript(
                {turnOf(u"bash"_s, {{u"command"_s, u"echo first; read go <gate; echo second"_s}}),
                 kDone});
        scratch.write(u"project/a.txt"_s, "");
        const QByteArray gate = QFile::encodeName(scratch.path(u"project/gate"_s));
        QCOMPARE(::mkfifo(gate.constData(), 0600), 0);
        desk.open();
        Window::MainWindow window(*desk.engine, desk.paths());
        window.resize(1280, 800);
        window.show();
        window.begin(u"Go"_s);
        auto &model = window.findChild<Conversation::ConversationView *>()->conversation();
        const auto shown = [&model] {
            for (int row = 0; row < model.rowCount(); ++row) {
                const QModelIndex index = model.index(row);
                if (!index.data(Conversation::ConversationModel::CallRole).isNull())
                    return index.data(Conversation::ConversationModel::TextRole).toString();
            }
            return QString();
        };
        QTRY_COMPARE_WITH_TIMEOUT(shown(), u"first"_s, 10000);
        QVERIFY(desk.ended.isEmpty());
        const UniqueFd opened(::open(gate.constData(), O_WRONLY | O_CLOEXEC));
        QCOMPARE(::write(opened.get(), "go\n", 3), 3);
        QTRY_COMPARE_WITH_TIMEOUT(desk.ended.size(), 1, 10000);
        QTRY_COMPARE(shown(), u"first\nsecond\nExit code 0."_s);
    }

    void todosOfTheShownSession()
    {
        Scratch scratch;
        Desk desk(scratch);
        desk.setScript({todoTurn(u"in_progress"_s), todoTurn(u"completed"_s), kDone});
        desk.open();
        {
            Window::MainWindow window(*desk.engine, desk.paths());
            window.resize(1280, 800);
            window.show();
            auto *panel = window.findChild<Todos::TodoPanel *>();
            QVERIFY(!panel->isVisible());
            window.begin(u"Go"_s);
            QTRY_VERIFY(panel->isVisible());
            QTRY_COMPARE_WITH_TIMEOUT(desk.ended.size(), 1, 10000);
            QTRY_COMPARE(panel->findChild<QToolButton *>()->text(), u"Tasks · 1 of 1 done"_s);
            const SessionId first = window.currentSession();
            window.begin(u"Another"_s); // A new session has its own, or none yet.
            QTRY_COMPARE_WITH_TIMEOUT(desk.ended.size(), 2, 10000);
            Info info;
            info.id = first;
            panel->setFolded(true);
            window.openSession(info);
            QTRY_VERIFY(panel->isVisible());
            window.close();
        }
        Window::MainWindow again(*desk.engine, desk.paths());
        QVERIFY(again.findChild<Todos::TodoPanel *>()->isFolded());
    }
};

QTEST_MAIN(tst_MainWindowTalk)
#include "tst_mainwindow_talk.moc"
