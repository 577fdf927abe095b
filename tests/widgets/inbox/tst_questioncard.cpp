// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "actions/registry.h"
#include "inbox/inboxpanel.h"
#include "inbox/questioncard.h"
#include "inbox/questionitem.h"
#include "theme/theme.h"

#include <QAbstractButton>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QVBoxLayout>

using namespace Countersign;
using namespace Countersign::Inbox;
using namespace std::chrono_literals;
using namespace Qt::StringLiterals;

namespace {

Question::Item item(const QString &question, const QStringList &labels, bool multiple = false)
{
    Question::Item made{question, u"Topic"_s, {}, multiple};
    for (const QString &label : labels)
        made.options.append({label, u"About "_s + label});
    return made;
}

Question::Request form(const QList<Question::Item> &items, const QString &id = u"que_1"_s,
                       qint64 asked = 2000)
{
    Question::Request request;
    request.id = QuestionId(id);
    request.asked = asked;
    request.inquiry.session = SessionId(u"ses_1"_s);
    request.inquiry.agent = u"build"_s;
    request.inquiry.items = items;
    return request;
}

} // namespace

class tst_QuestionCard : public QObject
{
    Q_OBJECT

    std::unique_ptr<QWidget> m_window;
    std::unique_ptr<Actions::Registry> m_actions;
    std::unique_ptr<QSignalSpy> m_answers;
    InboxPanel *m_inbox = nullptr;
    QLineEdit *m_elsewhere = nullptr;

    [[nodiscard]] QuestionCard *card() const { return m_inbox->findChild<QuestionCard *>(); }
    template<class Kind>
    [[nodiscard]] Kind *find(const char *name) const
    {
        return card()->findChild<Kind *>(QString::fromLatin1(name));
    }
    [[nodiscard]] QList<QAbstractButton *> choices(int question = 0) const
    {
        return card()->findChildren<QuestionItem *>().at(question)->choices();
    }
    [[nodiscard]] QLineEdit *own(int question = 0) const
    {
        return card()->findChildren<QuestionItem *>().at(question)->findChild<QLineEdit *>();
    }
    [[nodiscard]] Question::Reply said() const
    {
        return m_answers->isEmpty() ? Question::Reply{true, {}, u"(no reply)"_s}
                                    : m_answers->last().at(1).value<Question::Reply>();
    }
    static void click(QWidget *widget)
    {
        QTest::mouseClick(widget, Qt::LeftButton, {}, QPoint(10, widget->height() / 2));
    }
    /// Tab until `target` has the focus; the number of times, -1 when it never comes.
    static int tabTo(QWidget *target)
    {
        for (int i = 0; i < 40; ++i) {
            if (target->hasFocus())
                return i;
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        }
        return -1;
    }

private Q_SLOTS:
    void initTestCase()
    {
        Theme::Theme::install(*qApp, Theme::Scheme::Light);
        qRegisterMetaType<Question::Reply>();
    }

    void init()
    {
        m_actions = std::make_unique<Actions::Registry>();
        m_window = std::make_unique<QWidget>();
        m_inbox = new InboxPanel(*m_actions);
        m_inbox->setArmDelay(0ms);
        m_elsewhere = new QLineEdit;
        auto *layout = new QVBoxLayout(m_window.get());
        layout->addWidget(m_elsewhere);
        layout->addWidget(m_inbox);
        m_window->resize(360, 900);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        m_elsewhere->setFocus();
        m_answers = std::make_unique<QSignalSpy>(m_inbox, &InboxPanel::questionAnswered);
    }

    void cleanup()
    {
        m_answers.reset();
        m_window.reset();
        m_actions.reset();
    }

    void oneOfSeveralByMouse()
    {
        m_inbox->addQuestion(form({item(u"Which?"_s, {u"A"_s, u"B"_s})}));
        QCOMPARE(m_inbox->count(), 1);
        QVERIFY(!find<QPushButton>("questionAnswer")->isEnabled()); // Nothing is chosen yet.
        click(choices().at(0));
        click(choices().at(1));
        QCOMPARE(choices().at(0)->isChecked(), false);
        click(find<QPushButton>("questionAnswer"));
        QCOMPARE(m_answers->size(), 1);
        QCOMPARE(m_answers->first().first().value<QuestionId>(), QuestionId(u"que_1"_s));
        QCOMPARE(said(), (Question::Reply{false, {{u"B"_s}}, {}}));
        // One answer only.
        click(find<QPushButton>("questionAnswer"));
        QCOMPARE(m_answers->size(), 1);
    }

    void severalByKeyboard()
    {
        m_inbox->addQuestion(form({item(u"Which?"_s, {u"A"_s, u"B"_s, u"C"_s}, true)}));
        m_actions->find(u"inbox.focus"_s)->trigger();
        QVERIFY(card()->hasFocus());
        QTest::keyClick(card(), Qt::Key_Return); // Into the form.
        QVERIFY(choices().at(0)->hasFocus());
        QTest::keyClick(choices().at(0), Qt::Key_Space);
        QCOMPARE(tabTo(choices().at(2)), 2);
        QTest::keyClick(choices().at(2), Qt::Key_Space);
        QVERIFY(tabTo(own()) > 0);
        QTest::keyClicks(own(), u"and mine"_s);
        QVERIFY(choices().last()->isChecked()); // Writing chooses it.
        QVERIFY(tabTo(find<QPushButton>("questionAnswer")) > 0);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
        QCOMPARE(said(), (Question::Reply{false, {{u"A"_s, u"C"_s, u"and mine"_s}}, {}}));
    }

    void ownWordsInsteadOfAnOption()
    {
        m_inbox->addQuestion(form({item(u"Which?"_s, {u"A"_s, u"B"_s})}));
        click(choices().at(0));
        click(own());
        QTest::keyClicks(own(), u"neither"_s);
        QVERIFY(!choices().at(0)->isChecked());
        // Changing one's mind keeps what was written, and does not send it.
        click(choices().at(1));
        QCOMPARE(own()->text(), u"neither"_s);
        click(find<QPushButton>("questionAnswer"));
        QCOMPARE(said(), (Question::Reply{false, {{u"B"_s}}, {}}));
    }

    void onlyOwnWords()
    {
        m_inbox->addQuestion(form({item(u"What is it called?"_s, {})}));
        QVERIFY(choices().isEmpty());
        own()->setFocus();
        QTest::keyClick(own(), Qt::Key_Return);
        QTest::keyClicks(own(), u"  "_s);
        QVERIFY(!find<QPushButton>("questionAnswer")->isEnabled());
        QCOMPARE(m_answers->size(), 0);
        QTest::keyClicks(own(), u"desk "_s);
        QTest::keyClick(own(), Qt::Key_Return);
        QCOMPARE(said(), (Question::Reply{false, {{u"desk"_s}}, {}}));
    }

    void chosenOwnWordsThatAreMissingAreNoAnswer()
    {
        m_inbox->addQuestion(form({item(u"Which?"_s, {u"A"_s})}));
        click(choices().last());
        QVERIFY(own()->hasFocus() || choices().last()->hasFocus());
        QVERIFY(!find<QPushButton>("questionAnswer")->isEnabled());
    }

    void someUnanswered()
    {
        m_inbox->addQuestion(form({item(u"Which?"_s, {u"A"_s}), item(u"What?"_s, {})}));
        QCOMPARE(find<QLabel>("questionCount")->text(), u"0 of 2 answered"_s);
        click(choices(0).at(0));
        QCOMPARE(find<QLabel>("questionCount")->text(), u"1 of 2 answered"_s);
        // Return in a line sends a form that is complete only.
        own(0)->setFocus();
        QTest::keyClick(own(0), Qt::Key_Return);
        QCOMPARE(m_answers->size(), 0);
        click(find<QPushButton>("questionAnswer"));
        QCOMPARE(said(), (Question::Reply{false, {{u"A"_s}, {}}, {}}));
    }

    void dismissedInTwoSteps_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<QString>("button");
        QTest::newRow("without words") << QString() << u"Dismiss and stop"_s;
        QTest::newRow("with words") << u"You decide."_s << u"Dismiss with words"_s;
    }

    void dismissedInTwoSteps()
    {
        QFETCH(const QString, words);
        QFETCH(const QString, button);
        m_inbox->addQuestion(form({item(u"Which?"_s, {u"A"_s})}));
        click(choices().at(0)); // A choice is not sent with it.
        QVERIFY(!find<QPushButton>("questionDismissNow")->isVisible());
        find<QPushButton>("questionDismiss")->setFocus();
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
        QCOMPARE(m_answers->size(), 0);
        QVERIFY(find<QLineEdit>("questionWords")->hasFocus());
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return); // No words: not by this key.
        QCOMPARE(m_answers->size(), 0);
        QTest::keyClicks(QApplication::focusWidget(), words);
        QCOMPARE(find<QPushButton>("questionDismissNow")->text(), button);
        QVERIFY(tabTo(find<QPushButton>("questionDismissNow")) > 0);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
        QCOMPARE(said(), (Question::Reply{true, {}, words}));
    }

    void backFromDismissing()
    {
        m_inbox->addQuestion(form({item(u"Which?"_s, {u"A"_s})}));
        click(choices().at(0));
        for (const bool byKey : {false, true}) {
            click(find<QPushButton>("questionDismiss"));
            QVERIFY(find<QPushButton>("questionBack")->isVisible());
            if (byKey) {
                find<QLineEdit>("questionWords")->setFocus();
                QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
            } else {
                click(find<QPushButton>("questionBack"));
            }
            QVERIFY(find<QPushButton>("questionAnswer")->isVisible());
        }
        QVERIFY(choices().at(0)->isChecked());
        QCOMPARE(m_answers->size(), 0);
    }

    void inertUntilItArms()
    {
        m_inbox->setArmDelay(400ms);
        m_inbox->addQuestion(form({item(u"Which?"_s, {u"A"_s, u"B"_s})}));
        click(choices().at(0)); // What was meant for something else.
        choices().at(0)->setFocus();
        QTest::keyClick(choices().at(0), Qt::Key_Space);
        QTest::keyClick(choices().at(0), Qt::Key_Down);
        for (const QAbstractButton *choice : choices())
            QVERIFY(!choice->isChecked());
        QVERIFY(!find<QPushButton>("questionAnswer")->isEnabled());
        QVERIFY(!find<QPushButton>("questionDismiss")->isEnabled());
        QTRY_VERIFY(find<QPushButton>("questionDismiss")->isEnabled());
        click(choices().at(0));
        QVERIFY(find<QPushButton>("questionAnswer")->isEnabled());
        // Another card comes above: it moved, and is inert again, but what was chosen stays.
        m_inbox->addQuestion(form({item(u"Older?"_s, {})}, u"que_0"_s, 1000));
        const auto cards = m_inbox->findChildren<QuestionCard *>();
        for (const QuestionCard *one : cards)
            QVERIFY(!one->findChild<QPushButton *>(u"questionAnswer"_s)->isEnabled());
        QVERIFY(cards.first()
                        ->findChildren<QuestionItem *>()
                        .first()
                        ->choices()
                        .first()
                        ->isChecked());
    }

    void takesNoFocus()
    {
        m_inbox->addQuestion(form({item(u"Which?"_s, {u"A"_s}), item(u"What?"_s, {})}));
        QVERIFY(m_elsewhere->hasFocus());
        QTest::keyClicks(m_elsewhere, u"a "_s);
        QTest::keyClick(m_elsewhere, Qt::Key_Return);
        QCOMPARE(m_answers->size(), 0);
        m_inbox->removeQuestion(QuestionId(u"que_1"_s));
        QVERIFY(m_elsewhere->hasFocus());
        QCOMPARE(m_inbox->count(), 0);
    }

    void whatIsWrittenStaysWhenCardsComeAndGo()
    {
        m_inbox->addQuestion(form({item(u"What?"_s, {})}));
        own()->setFocus();
        QTest::keyClicks(own(), u"half a"_s);
        m_inbox->addQuestion(form({item(u"Other?"_s, {})}, u"que_2"_s, 3000));
        m_inbox->setQuestions(
                {form({item(u"What?"_s, {})}), form({item(u"New?"_s, {})}, u"que_3"_s)});
        QCOMPARE(own()->text(), u"half a"_s);
        QVERIFY(own()->hasFocus());
        m_inbox->setRequests({}); // The other kind of cards.
        QCOMPARE(m_inbox->count(), 2);
    }

    void arrowsStayInsideTheForm()
    {
        m_inbox->addQuestion(form({item(u"First?"_s, {u"A"_s, u"B"_s})}));
        m_inbox->addQuestion(form({item(u"Second?"_s, {u"C"_s})}, u"que_2"_s, 3000));
        choices().at(0)->setFocus();
        for (int i = 0; i < 6; ++i)
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Down);
        QVERIFY(card()->isAncestorOf(QApplication::focusWidget()));
        // From card to card they lead as in the whole inbox.
        card()->setFocus();
        QTest::keyClick(card(), Qt::Key_Down);
        QVERIFY(m_inbox->findChildren<QuestionCard *>().at(1)->hasFocus());
    }

    void agentsWordsAreShownAsTheyAre()
    {
        Question::Item hostile = item(u"<b>Which</b>\u202e?"_s, {u"A&B <i>x</i>"_s});
        m_inbox->addQuestion(form({hostile}));
        // But for the places where a long word may break.
        QCOMPARE(find<QLabel>("questionText")->text().remove(QChar(0x200B)),
                 u"<b>Which</b>⟨U+202E⟩?"_s);
        QCOMPARE(find<QLabel>("questionText")->accessibleName(), u"<b>Which</b>⟨U+202E⟩?"_s);
        QCOMPARE(find<QLabel>("questionText")->textFormat(), Qt::PlainText);
        QCOMPARE(choices().at(0)->accessibleName(), u"A&B <i>x</i>"_s);
        click(choices().at(0));
        click(find<QPushButton>("questionAnswer"));
        QCOMPARE(said().answers, (Question::Answers{{u"A&B <i>x</i>"_s}}));
    }

    void everythingHasAName()
    {
        m_inbox->addQuestion(
                form({item(u"Which?"_s, {u"A"_s}), item(u"Several?"_s, {u"B"_s}, true)}));
        const auto widgets = card()->findChildren<QWidget *>();
        for (const QWidget *widget : widgets) {
            if (widget->focusPolicy() != Qt::NoFocus)
                QVERIFY2(!widget->accessibleName().isEmpty(), widget->metaObject()->className());
        }
        QCOMPARE(card()->accessibleName(), u"The agent asks you 2 things"_s);
        QVERIFY(card()->accessibleDescription().contains(u"Which?"_s));
        QCOMPARE(choices().at(0)->accessibleDescription(), u"About A"_s);
    }

    void longWordsWrap()
    {
        m_window->resize(240, 900);
        m_inbox->addQuestion(form({item(QString(300, u'q'), {QString(200, u'x')})}));
        QTest::qWait(50);
        QVERIFY(card()->width() <= m_inbox->width());
        QVERIFY(choices().at(0)->height() > 2 * Theme::kHitTarget);
        QCOMPARE(find<QLabel>("questionText")->accessibleName(), QString(300, u'q'));
        click(find<QPushButton>("questionDismiss"));
        QTest::qWait(50);
        QVERIFY(card()->width() <= m_inbox->width());
        click(find<QPushButton>("questionBack"));
        QTest::qWait(50);
        QVERIFY(find<QPushButton>("questionDismiss")->geometry().right() <= card()->width());
    }
};

QTEST_MAIN(tst_QuestionCard)
#include "tst_questioncard.moc"
