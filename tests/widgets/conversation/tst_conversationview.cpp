// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "actions/registry.h"
#include "conversation/conversationview.h"
#include "theme/theme.h"
#include "widgets/samples.h"

#include <QAccessible>
#include <QClipboard>
#include <QGuiApplication>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

using namespace Countersign;
using namespace Countersign::Conversation;
using namespace Countersign::Session;
using namespace Qt::StringLiterals;
using Test::callOf;
using Test::messageOf;

namespace {

Message answer(int number, const QString &text = u"An answer."_s)
{
    return messageOf(u"m%1"_s.arg(number), Session::Role::Assistant, {TextPart{text}});
}

QList<Message> many(int count)
{
    QList<Message> messages;
    for (int i = 0; i < count; ++i)
        messages.append(answer(
                i, u"Answer %1.\n\n"_s.arg(i) + u"Words that wrap around. "_s.repeated(i % 17)));
    return messages;
}

} // namespace

class tst_ConversationView : public QObject
{
    Q_OBJECT
private:
    std::unique_ptr<Actions::Registry> m_actions;
    std::unique_ptr<ConversationView> m_view;

    [[nodiscard]] QToolButton *pill() const
    {
        return m_view->findChild<QToolButton *>(u"jumpToLatest"_s);
    }
    [[nodiscard]] QScrollBar *bar() const { return m_view->verticalScrollBar(); }
    [[nodiscard]] QModelIndex row(int at) const { return m_view->model()->index(at, 0); }

    [[nodiscard]] int spaceBelow(int at) const
    {
        return m_view->viewport()->height() - m_view->visualRect(row(at)).bottom() - 1;
    }
    /// The heights of all rows, which must be on screen.
    [[nodiscard]] static QList<int> heights(const ConversationView &view)
    {
        QList<int> all;
        for (int at = 0; at < view.model()->rowCount(); ++at)
            all.append(view.visualRect(view.model()->index(at, 0)).height());
        return all;
    }
    /// As a view that never showed anything else lays the same conversation out.
    [[nodiscard]] QList<int> freshHeights(const QList<Message> &messages) const
    {
        Actions::Registry actions;
        ConversationView view(actions);
        view.resize(m_view->size());
        view.show();
        view.conversation().setMessages(messages);
        for (int at = 0; at < view.model()->rowCount(); ++at) {
            if (row(at).data(ConversationModel::ExpandedRole).toBool())
                view.conversation().setExpanded(at, true);
        }
        return heights(view);
    }

private Q_SLOTS:
    void initTestCase() { Theme::Theme::install(*qApp, Theme::Scheme::Light); }
    void init()
    {
        m_actions = std::make_unique<Actions::Registry>();
        m_view = std::make_unique<ConversationView>(*m_actions);
        m_view->resize(600, 400);
        m_view->show();
        m_view->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_view.get()));
    }
    void cleanup()
    {
        m_view.reset();
        m_actions.reset();
    }

    void opensAtTheEndAndMeasuresOnlyWhatIsSeen()
    {
        m_view->conversation().setMessages(many(5000));
        QVERIFY(bar()->maximum() > 10000);
        QCOMPARE(bar()->value(), bar()->maximum());
        QVERIFY2(m_view->measuredRows() < 60, qPrintable(QString::number(m_view->measuredRows())));
        QCOMPARE(spaceBelow(4999), Theme::Space::l);
    }

    void whatIsReadStaysWhenEstimatesAreCorrected()
    {
        m_view->conversation().setMessages(many(500));
        bar()->setValue(bar()->maximum() / 2);
        for (int i = 0; i < 200 && bar()->value() > 0; ++i) {
            const QModelIndex seen = m_view->indexAt({20, 200});
            const int before = m_view->visualRect(seen).top();
            const int wheel = qMin(25, bar()->value());
            bar()->setValue(bar()->value() - wheel);
            QCOMPARE(m_view->visualRect(seen).top(), before + wheel);
        }
    }

    void followsAtTheEndOnly()
    {
        m_view->conversation().setMessages(many(100));
        m_view->conversation().setMessage(answer(100));
        QCOMPARE(bar()->value(), bar()->maximum());
        QVERIFY(!pill()->isVisible());

        bar()->setValue(bar()->maximum() - 300);
        const int read = bar()->value();
        m_view->conversation().setMessage(answer(101));
        m_view->conversation().setMessage(answer(102));
        QCOMPARE(bar()->value(), read);
        QVERIFY(pill()->isVisible());
        QVERIFY2(pill()->text().startsWith(u"2 new"), qPrintable(pill()->text()));
        m_view->conversation().appendText(MessageId(u"m102"_s), 0, u" grows\n\nand grows"_s);
        QTRY_VERIFY(row(102).data(ConversationModel::TextRole).toString().endsWith(u"and grows"));
        QCOMPARE(bar()->value(), read);

        QTest::mouseClick(pill(), Qt::LeftButton);
        QCOMPARE(bar()->value(), bar()->maximum());
        QVERIFY(!pill()->isVisible());
        m_view->conversation().setMessage(answer(103));
        QCOMPARE(bar()->value(), bar()->maximum());
    }

    void scrollingBackToTheEndFollowsAgain()
    {
        m_view->conversation().setMessages(many(100));
        bar()->setValue(0);
        m_view->conversation().setMessage(answer(100));
        QVERIFY(pill()->isVisible());
        bar()->setValue(bar()->maximum());
        QVERIFY(!pill()->isVisible());
        m_view->conversation().setMessage(answer(101));
        QCOMPARE(bar()->value(), bar()->maximum());
    }

    void staysAtTheEndWhenItsSizeChanges()
    {
        m_view->conversation().setMessages(many(100));
        m_view->resize(420, 300);
        QCOMPARE(bar()->value(), bar()->maximum());
        QCOMPARE(spaceBelow(99), Theme::Space::l);
    }

    void aRowIsAsHighAsWhatItShows_data()
    {
        QTest::addColumn<QList<QList<Message>>>("steps");
        const auto calls = [](CallState one, CallState two) {
            return messageOf(u"m1"_s, Session::Role::Assistant,
                             {TextPart{u"I change it."_s}, callOf(u"c1"_s, u"edit"_s, {}, one),
                              callOf(u"c2"_s, u"bash"_s, {}, two)});
        };
        const auto said = [](const QString &text, const QString &error = {}) {
            Message message = messageOf(u"m1"_s, Session::Role::Assistant, {TextPart{text}});
            message.error = error;
            return message;
        };
        const Message prompt = messageOf(u"m0"_s, Session::Role::User, {TextPart{u"Do it"_s}});
        const QString longText = u"Words that wrap around. "_s.repeated(30);
        QTest::newRow("the last call ends and more comes") << QList<QList<Message>>{
                {calls(CallState::Running, CallState::Asking)},
                {calls(CallState::Completed, CallState::Completed)},
                {calls(CallState::Completed, CallState::Completed), answer(2)}};
        QTest::newRow("a call comes behind a call") << QList<QList<Message>>{
                {messageOf(u"m1"_s, Session::Role::Assistant,
                           {TextPart{}, callOf(u"c2"_s, u"bash"_s, {}, CallState::Asking)})},
                {messageOf(u"m1"_s, Session::Role::Assistant,
                           {callOf(u"c1"_s, u"edit"_s, {}, CallState::Running),
                            callOf(u"c2"_s, u"bash"_s, {}, CallState::Asking)})}};
        QTest::newRow("a text becomes a call before a call") << QList<QList<Message>>{
                {messageOf(u"m1"_s, Session::Role::Assistant,
                           {TextPart{u"x"_s}, callOf(u"c2"_s, u"bash"_s, {}, CallState::Asking)})},
                {messageOf(u"m1"_s, Session::Role::Assistant,
                           {callOf(u"c1"_s, u"edit"_s, {}, CallState::Running),
                            callOf(u"c2"_s, u"bash"_s, {}, CallState::Asking)})}};
        QTest::newRow("an answer grows and shrinks") << QList<QList<Message>>{
                {prompt, said(u"Short."_s)}, {prompt, said(longText)}, {prompt, said(u"Short."_s)}};
        QTest::newRow("an error comes, goes and comes longer")
                << QList<QList<Message>>{{said(u"Well."_s, u"It failed."_s)},
                                         {said(u"Well."_s)},
                                         {said(u"Well."_s, longText)}};
        QTest::newRow("the speaker's first words vanish") << QList<QList<Message>>{
                {prompt, said(u"First."_s), answer(2)}, {prompt, said({}), answer(2)}};
    }
    void aRowIsAsHighAsWhatItShows()
    {
        QFETCH(const QList<QList<Message>>, steps);
        m_view->resize(600, 1500);
        for (const QList<Message> &step : steps) {
            for (const Message &message : step)
                m_view->conversation().setMessage(message);
            QCOMPARE(heights(*m_view), freshHeights(step));
            for (int at = 0; at < m_view->model()->rowCount(); ++at)
                m_view->conversation().setExpanded(at, true);
            QCOMPARE(heights(*m_view), freshHeights(step));
            for (int at = 0; at < m_view->model()->rowCount(); ++at)
                m_view->conversation().setExpanded(at, false);
            QCOMPARE(heights(*m_view), freshHeights(step));
        }
    }

    void theSameMessagesLoadedAgainAreMeasuredAgain()
    {
        m_view->resize(600, 1500);
        const QString longText = u"Words that wrap around. "_s.repeated(30);
        m_view->conversation().setMessages({answer(1)});
        m_view->conversation().setMessages({answer(1, longText)});
        QCOMPARE(heights(*m_view), freshHeights({answer(1, longText)}));
    }

    void enterOpensACall()
    {
        auto call = callOf(u"c1"_s, u"read"_s, {{u"path"_s, u"a.txt"_s}}, CallState::Completed);
        call.content = {TextContent{u"one\ntwo\nthree"_s}};
        m_view->conversation().setMessage(messageOf(u"m1"_s, Session::Role::Assistant, {call}));
        const int folded = m_view->visualRect(row(0)).height();
        m_view->setCurrentIndex(row(0));
        QTest::keyClick(m_view.get(), Qt::Key_Return);
        QVERIFY(m_view->visualRect(row(0)).height() > folded);
        QTest::keyClick(m_view.get(), Qt::Key_Space);
        QCOMPARE(m_view->visualRect(row(0)).height(), folded);
        QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {},
                          m_view->visualRect(row(0)).center());
        QVERIFY(m_view->visualRect(row(0)).height() > folded);
    }

    void aWaitingCallLeadsToItsReview()
    {
        m_view->conversation().setMessage(messageOf(
                u"m1"_s, Session::Role::Assistant,
                {callOf(u"c1"_s, u"edit"_s, {{u"path"_s, u"a.txt"_s}}, CallState::Asking)}));
        QSignalSpy review(m_view.get(), &ConversationView::reviewRequested);
        m_view->setCurrentIndex(row(0));
        QTest::keyClick(m_view.get(), Qt::Key_Return);
        QCOMPARE(review.size(), 1);
        QCOMPARE(review.takeFirst().first().value<CallId>(), CallId(u"c1"_s));
        // By mouse, the button at the right; elsewhere the call opens and nothing is reviewed.
        const QRect rect = m_view->visualRect(row(0));
        QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {},
                          {rect.right() - 40, rect.bottom() - 18});
        QCOMPARE(review.size(), 1);
        QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {},
                          {rect.left() + 60, rect.bottom() - 18});
        QCOMPARE(review.size(), 1);
        QVERIFY(m_view->visualRect(row(0)).height() > rect.height());
        QTest::keyClick(m_view.get(), Qt::Key_Escape);
        QCOMPARE(review.size(), 1);
    }

    void aRefusedChangeCanBeSeen_data()
    {
        QTest::addColumn<QString>("tool");
        QTest::addColumn<CallState>("state");
        QTest::addColumn<bool>("shown");
        QTest::newRow("a refused edit") << u"edit"_s << CallState::Refused << true;
        QTest::newRow("a write that failed") << u"write"_s << CallState::Error << false;
        QTest::newRow("a patch that was stopped")
                << u"apply_patch"_s << CallState::Interrupted << true;
        QTest::newRow("an edit that was made") << u"edit"_s << CallState::Completed << false;
        QTest::newRow("a refused command") << u"bash"_s << CallState::Refused << false;
    }

    void aRefusedChangeCanBeSeen()
    {
        QFETCH(const QString, tool);
        QFETCH(const CallState, state);
        QFETCH(const bool, shown);
        m_view->conversation().setMessage(
                messageOf(u"m1"_s, Session::Role::Assistant,
                          {callOf(u"c1"_s, tool, {{u"path"_s, u"a.txt"_s}}, state)}));
        QSignalSpy change(m_view.get(), &ConversationView::changeRequested);
        QSignalSpy review(m_view.get(), &ConversationView::reviewRequested);
        m_view->setFocus();
        m_view->setCurrentIndex(row(0));
        QTest::keyClick(m_view.get(), Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(change.size(), shown ? 1 : 0);
        const QRect rect = m_view->visualRect(row(0));
        QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {},
                          {rect.right() - 40, rect.bottom() - 18});
        QCOMPARE(change.size(), shown ? 2 : 0);
        for (const QList<QVariant> &arguments : std::as_const(change))
            QCOMPARE(arguments.first().value<CallId>(), CallId(u"c1"_s));
        QCOMPARE(review.size(), 0);
    }

    void pressedHereReleasedThereDoesNothing()
    {
        m_view->conversation().setMessage(
                messageOf(u"m1"_s, Session::Role::Assistant,
                          {callOf(u"c1"_s, u"read"_s, {}, CallState::Completed),
                           callOf(u"c2"_s, u"edit"_s, {}, CallState::Asking)}));
        QSignalSpy review(m_view.get(), &ConversationView::reviewRequested);
        const QRect first = m_view->visualRect(row(0));
        const QRect second = m_view->visualRect(row(1));
        QTest::mousePress(m_view->viewport(), Qt::LeftButton, {}, first.center());
        QTest::mouseRelease(m_view->viewport(), Qt::LeftButton, {},
                            {second.right() - 40, second.bottom() - 18});
        QCOMPARE(review.size(), 0);
        QCOMPARE(m_view->visualRect(row(0)).height(), first.height());
    }

    void copies()
    {
        m_view->conversation().setMessages(many(3));
        m_view->setCurrentIndex(row(0));
        QTest::keySequence(m_view.get(), QKeySequence(QKeySequence::Copy));
        QCOMPARE(QGuiApplication::clipboard()->text(), u"Answer 0.\n\n"_s);
    }

    void keysReachEveryRow()
    {
        m_view->conversation().setMessages(many(40));
        QTest::keyClick(m_view.get(), Qt::Key_Home);
        QCOMPARE(m_view->currentIndex().row(), 0);
        QCOMPARE(bar()->value(), 0);
        QSet<int> visited{0};
        for (int i = 0; i < 200 && m_view->currentIndex().row() < 39; ++i) {
            QTest::keyClick(m_view.get(), Qt::Key_Down);
            visited.insert(m_view->currentIndex().row());
        }
        QCOMPARE(visited.size(), 40);
        QTest::keyClick(m_view.get(), Qt::Key_PageUp);
        QVERIFY(m_view->currentIndex().row() < 39);
        QTest::keyClick(m_view.get(), Qt::Key_End);
        QCOMPARE(bar()->value(), bar()->maximum());
    }

    void rowsCanBeHeard()
    {
        m_view->conversation().setMessages(many(2));
        QAccessibleInterface *list = QAccessible::queryAccessibleInterface(m_view.get());
        QVERIFY(list);
        QCOMPARE(list->text(QAccessible::Name), u"Conversation"_s);
        QVERIFY(list->childCount() >= 2);
        QCOMPARE(list->child(0)->text(QAccessible::Name),
                 row(0).data(Qt::AccessibleTextRole).toString());
    }
};

QTEST_MAIN(tst_ConversationView)
#include "tst_conversationview.moc"
