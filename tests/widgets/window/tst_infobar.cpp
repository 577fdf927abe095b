// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "theme/theme.h"
#include "window/infobar.h"

#include <QLabel>
#include <QTest>
#include <QToolButton>

using namespace Countersign;
using namespace Countersign::Window;
using namespace Qt::StringLiterals;

class tst_InfoBar : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { Theme::Theme::install(*qApp, Theme::Scheme::Light); }

    void tellsAndCounts()
    {
        InfoBar bar;
        QVERIFY(bar.isHidden());
        bar.add(u"One."_s);
        bar.add(u"Two."_s, u"why"_s);
        bar.add(u"One."_s);
        QVERIFY(!bar.isHidden());
        QCOMPARE(bar.text(), u"One. (2 times)\nTwo."_s);
    }

    void detailsFoldOut()
    {
        InfoBar bar;
        bar.add(u"One."_s, u"the cause"_s);
        bar.show();
        auto *toggle = bar.findChild<QToolButton *>(u"infoDetails"_s);
        auto *details = bar.findChild<QLabel *>(u"infoDetailText"_s);
        QVERIFY(toggle->isVisible());
        QVERIFY(!details->isVisible());
        QTest::mouseClick(toggle, Qt::LeftButton);
        QVERIFY(details->isVisible());
        QCOMPARE(details->text(), u"the cause"_s);
        QVERIFY(details->textInteractionFlags().testFlag(Qt::TextSelectableByMouse));
    }

    void nothingIsInterpreted()
    {
        InfoBar bar;
        bar.add(u"<b>bold</b> a\u202Eb"_s);
        QCOMPARE(bar.text(), u"<b>bold</b> a⟨U+202E⟩b"_s);
        QCOMPARE(bar.findChild<QLabel *>(u"infoText"_s)->textFormat(), Qt::PlainText);
    }

    void closesByMouseAndKeyboard()
    {
        InfoBar bar;
        auto *close = bar.findChild<QToolButton *>(u"closeInfo"_s);
        QCOMPARE(close->accessibleName(), u"Close the message"_s);
        bar.add(u"One."_s);
        bar.show();
        QTest::mouseClick(close, Qt::LeftButton);
        QVERIFY(bar.isHidden());
        bar.add(u"One."_s);
        QCOMPARE(bar.text(), u"One."_s); // Counts anew.
        QTest::keyClick(close, Qt::Key_Space);
        QVERIFY(bar.isHidden());
    }

    void theOldestGoFirst()
    {
        InfoBar bar;
        for (int i = 0; i < 30; ++i)
            bar.add(u"Problem %1."_s.arg(i));
        QCOMPARE(bar.text().count(u'\n'), 19);
        QVERIFY(bar.text().startsWith(u"Problem 10."));
    }
};

QTEST_MAIN(tst_InfoBar)
#include "tst_infobar.moc"
