// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "actions/registry.h"
#include "composer/composer.h"
#include "theme/theme.h"

#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

using namespace Countersign;
using namespace Qt::StringLiterals;

class tst_Composer : public QObject
{
    Q_OBJECT
private:
    std::unique_ptr<Actions::Registry> m_actions;
    std::unique_ptr<Composer::Composer> m_composer;

    [[nodiscard]] QPlainTextEdit *edit() const
    {
        return m_composer->findChild<QPlainTextEdit *>(u"composerText"_s);
    }
    [[nodiscard]] QPushButton *button(const QString &name) const
    {
        return m_composer->findChild<QPushButton *>(name);
    }

private Q_SLOTS:
    void initTestCase() { Theme::Theme::install(*qApp, Theme::Scheme::Light); }
    void init()
    {
        m_actions = std::make_unique<Actions::Registry>();
        m_composer = std::make_unique<Composer::Composer>(*m_actions);
        m_composer->resize(500, m_composer->sizeHint().height());
        m_composer->show();
        m_composer->activateWindow();
        m_composer->focusText();
        QVERIFY(QTest::qWaitForWindowActive(m_composer.get()));
        QTRY_VERIFY(edit()->hasFocus());
    }
    void cleanup()
    {
        m_composer.reset();
        m_actions.reset();
    }

    void enterSends()
    {
        QSignalSpy sent(m_composer.get(), &Composer::Composer::submitted);
        QTest::keyClicks(edit(), u"Fix it"_s);
        QTest::keyClick(edit(), Qt::Key_Return);
        QCOMPARE(sent.size(), 1);
        QCOMPARE(sent.first().first().toString(), u"Fix it"_s);
        QCOMPARE(m_composer->text(), QString());
        // What was sent can be had again.
        QTest::keyClick(edit(), Qt::Key_Up);
        QCOMPARE(m_composer->text(), u"Fix it"_s);
    }

    void shiftEnterBeginsALine()
    {
        QSignalSpy sent(m_composer.get(), &Composer::Composer::submitted);
        QTest::keyClicks(edit(), u"a"_s);
        QTest::keyClick(edit(), Qt::Key_Return, Qt::ShiftModifier);
        QTest::keyClicks(edit(), u"b"_s);
        QCOMPARE(m_composer->text(), u"a\nb"_s);
        QTest::keyClick(edit(), Qt::Key_Up); // Moves the cursor: there is text.
        QCOMPARE(m_composer->text(), u"a\nb"_s);
        QCOMPARE(sent.size(), 0);
        QTest::mouseClick(button(u"send"_s), Qt::LeftButton);
        QCOMPARE(sent.size(), 1);
    }

    void nothingIsNotSent()
    {
        QSignalSpy sent(m_composer.get(), &Composer::Composer::submitted);
        QTest::keyClick(edit(), Qt::Key_Return);
        QTest::keyClicks(edit(), u"   "_s);
        QTest::keyClick(edit(), Qt::Key_Return);
        QVERIFY(!button(u"send"_s)->isEnabled());
        QCOMPARE(sent.size(), 0);
        QCOMPARE(m_composer->text(), u"   "_s);
    }

    void draftsArePerSession()
    {
        m_composer->setSession(SessionId(u"a"_s));
        QTest::keyClicks(edit(), u"for a"_s);
        m_composer->setSession(SessionId(u"b"_s));
        QCOMPARE(m_composer->text(), QString());
        QTest::keyClicks(edit(), u"for b"_s);
        m_composer->setSession(SessionId(u"a"_s));
        QCOMPARE(m_composer->text(), u"for a"_s);
        m_composer->setSession(SessionId(u"b"_s));
        QCOMPARE(m_composer->text(), u"for b"_s);
    }

    void typedTextStays()
    {
        QTest::keyClicks(edit(), u"half a sen"_s);
        m_composer->setWorking(true);
        QTest::keyClick(edit(), Qt::Key_Escape);
        m_composer->setWorking(false);
        QCOMPARE(m_composer->text(), u"half a sen"_s);
        QVERIFY(edit()->hasFocus());
    }

    void stopIsThereWhileWorking()
    {
        QSignalSpy stop(m_composer.get(), &Composer::Composer::stopRequested);
        QVERIFY(!button(u"stop"_s)->isVisible());
        m_actions->find(u"session.stop"_s)->trigger();
        QCOMPARE(stop.size(), 0);
        m_composer->setWorking(true);
        QVERIFY(button(u"stop"_s)->isVisible());
        QTest::mouseClick(button(u"stop"_s), Qt::LeftButton);
        QTest::keyClick(edit(), Qt::Key_Period, Qt::ControlModifier);
        QCOMPARE(stop.size(), 2);
    }

    void growsToEightLines()
    {
        const int small = edit()->height();
        edit()->setPlainText(u"wrapped words "_s.repeated(40));
        QTRY_VERIFY(edit()->height() > small);
        edit()->setPlainText(u"line\n"_s.repeated(8));
        const int full = edit()->height();
        edit()->setPlainText(u"line\n"_s.repeated(80));
        QCOMPARE(edit()->height(), full);
        edit()->clear();
        QCOMPARE(edit()->height(), small);
    }

    void everyControlHasAName()
    {
        QCOMPARE(edit()->accessibleName(), u"Message to the agent"_s);
        QCOMPARE(button(u"send"_s)->text(), u"Send"_s);
        QCOMPARE(button(u"stop"_s)->text(), u"Stop"_s);
    }
};

QTEST_MAIN(tst_Composer)
#include "tst_composer.moc"
