// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "actions/registry.h"
#include "inbox/card.h"
#include "inbox/codeblock.h"
#include "inbox/inboxpanel.h"
#include "samples.h"
#include "theme/theme.h"

#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QVBoxLayout>

#include <algorithm>

using namespace Countersign;
using namespace Countersign::Inbox;
using namespace Countersign::Samples;
using namespace std::chrono_literals;

class TestInbox : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void oldestFirst();
    void emptyPlaceSpeaks();
    void countsAndRemoves();
    void theSameRequestTwice();
    void allowsByButton();
    void allowsByKeyOnItsCardOnly();
    void armsAfterTheDelay();
    void cardsThatMoveArmAnew();
    void movesWithArrows();
    void opensTheReview();
    void takesNoFocus();
    void typingElsewhereAnswersNothing();
    void showsWhatIsAsked();
    void longCommandsNeedTheReview();
    void summaryArrives();
    void setRequestsKeepsWhatStays();
    void aRevisedChangeIsCountedAnew();
    void ages_data();
    void ages();
    void labelsArePlain();

private:
    QList<Card *> cards() const;
    QPushButton *button(int card, const char *name) const
    {
        return cards().at(card)->findChild<QPushButton *>(QString::fromLatin1(name));
    }
    static Permission::Request asked(const QString &id, qint64 when,
                                     const QString &command = u"git status"_s)
    {
        Permission::Request request = commandRequest(id, command);
        request.asked = when;
        return request;
    }

    std::unique_ptr<QWidget> m_window;
    std::unique_ptr<Actions::Registry> m_actions;
    std::unique_ptr<QSignalSpy> m_answers;
    InboxPanel *m_inbox = nullptr;
    QLineEdit *m_elsewhere = nullptr;
};

void TestInbox::initTestCase()
{
    Theme::Theme::install(*qApp, Theme::Scheme::Light);
    qRegisterMetaType<Permission::Reply>();
}

void TestInbox::init()
{
    m_actions = std::make_unique<Actions::Registry>();
    m_window = std::make_unique<QWidget>();
    m_inbox = new InboxPanel(*m_actions);
    m_inbox->setArmDelay(0ms);
    m_elsewhere = new QLineEdit;
    auto *layout = new QVBoxLayout(m_window.get());
    layout->addWidget(m_inbox);
    layout->addWidget(m_elsewhere);
    m_window->resize(360, 700);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    m_answers = std::make_unique<QSignalSpy>(m_inbox, &InboxPanel::answered);
}

void TestInbox::cleanup()
{
    m_answers.reset();
    m_window.reset();
    m_actions.reset();
}

QList<Card *> TestInbox::cards() const
{
    QList<Card *> found = m_inbox->findChildren<Card *>();
    found.removeIf([](const Card *card) { return card->isHidden(); });
    m_inbox->layout()->activate();
    std::sort(found.begin(), found.end(), [](const Card *a, const Card *b) {
        return a->parentWidget()->layout()->indexOf(const_cast<Card *>(a))
                < b->parentWidget()->layout()->indexOf(const_cast<Card *>(b));
    });
    return found;
}

static QStringList ids(const QList<Card *> &cards)
{
    QStringList list;
    for (const Card *card : cards)
        list.append(card->request().id.value);
    return list;
}

void TestInbox::oldestFirst()
{
    m_inbox->add(asked(u"b"_s, 20));
    m_inbox->add(asked(u"c"_s, 30));
    m_inbox->add(asked(u"a"_s, 10));
    QCOMPARE(ids(cards()), (QStringList{u"a"_s, u"b"_s, u"c"_s}));
}

void TestInbox::emptyPlaceSpeaks()
{
    auto *empty = m_inbox->findChild<QLabel *>(u"inboxEmpty"_s);
    QVERIFY(empty->isVisible());
    m_inbox->add(asked(u"a"_s, 1));
    QVERIFY(!empty->isVisible());
    m_inbox->remove(RequestId(u"a"_s));
    QVERIFY(empty->isVisible());
    // The words keep away from the edges, also after the style has set the label up anew.
    for (const int width : {360, 240}) {
        m_window->resize(width, 700);
        QEvent style(QEvent::StyleChange);
        QApplication::sendEvent(empty, &style);
        const QImage picture = empty->grab().toImage();
        const QRgb ground = picture.pixel(0, 0);
        for (int y = 0; y < picture.height(); ++y) {
            for (int x = 0; x < Theme::Space::l; ++x) {
                QCOMPARE(picture.pixel(x, y), ground);
                QCOMPARE(picture.pixel(picture.width() - 1 - x, y), ground);
            }
        }
    }
}

void TestInbox::countsAndRemoves()
{
    QSignalSpy counts(m_inbox, &InboxPanel::countChanged);
    m_inbox->setRequests({asked(u"a"_s, 1), asked(u"b"_s, 2)});
    QCOMPARE(m_inbox->count(), 2);
    m_inbox->remove(RequestId(u"a"_s));
    m_inbox->remove(RequestId(u"unheard of"_s));
    QCOMPARE(m_inbox->count(), 1);
    QCOMPARE(counts.size(), 2);
    QCOMPARE(counts.last().at(0).toInt(), 1);
    QCOMPARE(ids(cards()), QStringList{u"b"_s});
}

void TestInbox::theSameRequestTwice()
{
    m_inbox->add(asked(u"a"_s, 1));
    m_inbox->add(asked(u"a"_s, 1));
    QCOMPARE(m_inbox->count(), 1);
}

void TestInbox::allowsByButton()
{
    m_inbox->setRequests({asked(u"a"_s, 1), asked(u"b"_s, 2)});
    QTest::mouseClick(button(1, "cardAllow"), Qt::LeftButton);
    QTest::mouseClick(button(1, "cardAllow"), Qt::LeftButton); // Answered already.
    QCOMPARE(m_answers->size(), 1);
    QCOMPARE(m_answers->at(0).at(0).value<RequestId>(), RequestId(u"b"_s));
    QCOMPARE(m_answers->at(0).at(1).value<Permission::Reply>().answer, Permission::Answer::Once);
}

void TestInbox::allowsByKeyOnItsCardOnly()
{
    m_inbox->setRequests({asked(u"a"_s, 1), asked(u"b"_s, 2)});
    QTest::keyClick(m_elsewhere, Qt::Key_A);
    button(0, "cardReview")->setFocus();
    QTest::keyClick(button(0, "cardReview"), Qt::Key_A); // On a button of the card: no.
    cards().at(0)->setFocus();
    QTest::keyClick(cards().at(0), Qt::Key_A, Qt::ControlModifier);
    QCOMPARE(m_answers->size(), 0);
    QTest::keyClick(cards().at(0), Qt::Key_A);
    QCOMPARE(m_answers->size(), 1);
    QCOMPARE(m_answers->at(0).at(0).value<RequestId>(), RequestId(u"a"_s));
    // A held key repeats; it must not run through the list.
    cards().at(1)->setFocus();
    QKeyEvent held(QEvent::KeyPress, Qt::Key_A, Qt::NoModifier, u"a"_s, true);
    QApplication::sendEvent(cards().at(1), &held);
    QCOMPARE(m_answers->size(), 1);
}

void TestInbox::armsAfterTheDelay()
{
    m_inbox->setArmDelay(24h);
    m_inbox->add(asked(u"a"_s, 1));
    QVERIFY(!button(0, "cardAllow")->isEnabled());
    QVERIFY(button(0, "cardReview")->isEnabled()); // Looking is always possible.
    cards().at(0)->setFocus();
    QTest::keyClick(cards().at(0), Qt::Key_A);
    QTest::mouseClick(button(0, "cardAllow"), Qt::LeftButton);
    QCOMPARE(m_answers->size(), 0);
    m_inbox->setArmDelay(20ms);
    m_inbox->add(asked(u"b"_s, 2));
    QVERIFY(!button(1, "cardAllow")->isEnabled());
    QTRY_VERIFY(button(1, "cardAllow")->isEnabled());
}

void TestInbox::cardsThatMoveArmAnew()
{
    m_inbox->setRequests({asked(u"a"_s, 1), asked(u"b"_s, 2)});
    QVERIFY(button(1, "cardAllow")->isEnabled());
    m_inbox->setArmDelay(24h);
    connect(m_inbox, &InboxPanel::answered, m_inbox, &InboxPanel::remove);
    QTest::mouseClick(button(0, "cardAllow"), Qt::LeftButton);
    QCOMPARE(ids(cards()), QStringList{u"b"_s});
    // The card that slid under the pointer is not answered by the second click.
    QVERIFY(!button(0, "cardAllow")->isEnabled());
    QTest::mouseDClick(button(0, "cardAllow"), Qt::LeftButton);
    QTest::mouseRelease(button(0, "cardAllow"), Qt::LeftButton);
    QCOMPARE(m_answers->size(), 1);
}

void TestInbox::movesWithArrows()
{
    m_inbox->setRequests({asked(u"a"_s, 1), asked(u"b"_s, 2)});
    m_actions->find(u"inbox.focus"_s)->trigger();
    QVERIFY(cards().at(0)->hasFocus());
    QTest::keyClick(cards().at(0), Qt::Key_Down);
    QVERIFY(cards().at(1)->hasFocus());
    QTest::keyClick(cards().at(1), Qt::Key_Down);
    QVERIFY(cards().at(1)->hasFocus());
    QTest::keyClick(cards().at(1), Qt::Key_Up);
    QVERIFY(cards().at(0)->hasFocus());
    m_inbox->remove(RequestId(u"a"_s));
    QVERIFY(cards().at(0)->hasFocus()); // Goes on with the next one.
}

void TestInbox::opensTheReview()
{
    QString opened;
    connect(m_inbox, &InboxPanel::reviewRequested, this,
            [&](const Permission::Request &request) { opened = request.id.value; });
    m_inbox->setRequests({asked(u"a"_s, 1), asked(u"b"_s, 2)});
    QTest::mouseClick(button(1, "cardReview"), Qt::LeftButton);
    QCOMPARE(opened, u"b"_s);
    cards().at(0)->setFocus();
    QTest::keyClick(cards().at(0), Qt::Key_Return);
    QCOMPARE(opened, u"a"_s);
    QCOMPARE(m_answers->size(), 0);
}

void TestInbox::takesNoFocus()
{
    m_elsewhere->setFocus();
    m_inbox->add(asked(u"a"_s, 1));
    m_inbox->add(asked(u"b"_s, 2));
    m_inbox->remove(RequestId(u"a"_s));
    QVERIFY(m_elsewhere->hasFocus());
}

void TestInbox::typingElsewhereAnswersNothing()
{
    m_inbox->add(asked(u"a"_s, 1));
    m_elsewhere->setFocus();
    for (const Qt::Key key : {Qt::Key_Space, Qt::Key_Return, Qt::Key_A, Qt::Key_Y})
        QTest::keyClick(m_elsewhere, key);
    cards().at(0)->setFocus();
    for (const Qt::Key key : {Qt::Key_Space, Qt::Key_Y, Qt::Key_Escape})
        QTest::keyClick(cards().at(0), key);
    QCOMPARE(m_answers->size(), 0);
}

void TestInbox::showsWhatIsAsked()
{
    m_inbox->setSessionTitle(SessionId(u"ses_1"_s), u"Fix the \u202Eparser"_s);
    m_inbox->add(asked(u"a"_s, 1, u"git \u202Estatus"_s));
    const Card *card = cards().at(0);
    QCOMPARE(card->findChild<QLabel *>(u"cardOrigin"_s)->text(),
             u"Fix the ⟨U+202E⟩parser · build · bash"_s);
    QVERIFY(card->accessibleDescription().contains(u"git ⟨U+202E⟩status"_s));
    QCOMPARE(card->findChild<CodeBlock *>()->accessibleName(), u"git ⟨U+202E⟩status"_s);
    m_inbox->setSessionTitle(SessionId(u"ses_1"_s), u"Other"_s);
    QVERIFY(card->findChild<QLabel *>(u"cardOrigin"_s)->text().startsWith(u"Other"_s));
}

void TestInbox::longCommandsNeedTheReview()
{
    m_inbox->add(asked(u"a"_s, 1, u"echo\n"_s.repeated(5) + u"last"_s));
    QTRY_VERIFY(button(0, "cardAllow")->isEnabled());
    m_inbox->add(asked(u"b"_s, 2, u"echo\n"_s.repeated(6) + u"rm -r x"_s));
    QTRY_VERIFY(!cards().at(1)->findChild<CodeBlock *>()->isComplete());
    QVERIFY(!button(1, "cardAllow")->isEnabled());
    cards().at(1)->setFocus();
    QTest::keyClick(cards().at(1), Qt::Key_A);
    QCOMPARE(m_answers->size(), 0);
}

void TestInbox::summaryArrives()
{
    Diff::FileChange outside = twoHunks();
    outside.facts = {u"outside"_s};
    m_inbox->add(editRequest(u"a"_s, {outside, twoHunks(u"src/b.cpp"_s)}));
    QTRY_VERIFY(cards().at(0)->accessibleDescription().contains(u"6 lines added, 2 removed"_s));
    QVERIFY(cards().at(0)->accessibleDescription().contains(u"Outside the project"_s));
}

void TestInbox::setRequestsKeepsWhatStays()
{
    m_inbox->setRequests({asked(u"a"_s, 1), asked(u"b"_s, 2)});
    const Card *kept = cards().at(1);
    cards().at(1)->setFocus();
    m_inbox->setRequests({asked(u"b"_s, 2), asked(u"c"_s, 3)});
    QCOMPARE(ids(cards()), (QStringList{u"b"_s, u"c"_s}));
    QCOMPARE(cards().at(0), kept);
    QVERIFY(kept->hasFocus());
}

void TestInbox::aRevisedChangeIsCountedAnew()
{
    Permission::Request request = editRequest(u"a"_s, {twoHunks()});
    m_inbox->setRequests({request});
    const Card *card = cards().at(0);
    QTRY_VERIFY(card->accessibleDescription().contains(u"3 lines added, 1 removed"_s));
    request.inquiry.revision = 1;
    request.inquiry.proposal.files[0].after.append("one more\n");
    m_inbox->setRequests({request});
    QCOMPARE(cards(), QList<Card *>{const_cast<Card *>(card)});
    QTRY_VERIFY(card->accessibleDescription().contains(u"4 lines added, 1 removed"_s));
    QSignalSpy opened(m_inbox, &InboxPanel::reviewRequested);
    QTest::mouseClick(card->findChild<QPushButton *>(u"cardReview"_s), Qt::LeftButton);
    QCOMPARE(opened.size(), 1);
    QCOMPARE(opened.first().first().value<Permission::Request>().inquiry.revision, 1);
}

void TestInbox::ages_data()
{
    QTest::addColumn<qint64>("ms");
    QTest::addColumn<QString>("text");
    QTest::newRow("clock went back") << qint64(-5000) << u"now"_s;
    QTest::newRow("just now") << qint64(4999) << u"now"_s;
    QTest::newRow("seconds") << qint64(59'999) << u"59 s"_s;
    QTest::newRow("minutes") << qint64(60'000) << u"1 min"_s;
    QTest::newRow("hours") << qint64(7'200'000) << u"2 h"_s;
    QTest::newRow("days") << qint64(172'800'000) << u"2 d"_s;
}

void TestInbox::ages()
{
    QFETCH(qint64, ms);
    QFETCH(QString, text);
    QCOMPARE(ageText(ms), text);
}

void TestInbox::labelsArePlain()
{
    m_inbox->add(asked(u"a"_s, 1, u"<b>bold</b>"_s));
    for (const QLabel *label : m_inbox->findChildren<QLabel *>())
        QCOMPARE(label->textFormat(), Qt::PlainText);
    for (const QPushButton *control : m_inbox->findChildren<QPushButton *>())
        QVERIFY(!control->accessibleName().isEmpty());
}

QTEST_MAIN(TestInbox)
#include "tst_inbox.moc"
