// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "theme/theme.h"
#include "window/headerbar.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QTextDocument>

using namespace Countersign;
using namespace Countersign::Window;
using namespace Qt::StringLiterals;

class tst_HeaderBar : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { Theme::Theme::install(*qApp, Theme::Scheme::Light); }

    void saysWhatIsOpen()
    {
        HeaderBar bar;
        bar.setProject(u"<b>x\u202E"_s, u"/a"_s);
        bar.setModel({});
        bar.setTokens(1200, 34);
        bar.show();
        const auto text = [&](const QString &name) {
            return bar.findChild<QLabel *>(name)->text();
        };
        QCOMPARE(text(u"project"_s), u"<b>x⟨U+202E⟩"_s);
        QCOMPARE(bar.findChild<QLabel *>(u"project"_s)->textFormat(), Qt::PlainText);
        QCOMPARE(text(u"model"_s), u"no model is configured"_s);
        const auto tip = [&](const QString &shown) {
            QTextDocument document;
            document.setHtml(Qt::mightBeRichText(shown) ? shown : u"no page"_s);
            return document.toPlainText();
        };
        bar.setProject(u"R&D"_s, u"/R&D <b>"_s);
        QCOMPARE(tip(bar.findChild<QLabel *>(u"project"_s)->toolTip()), u"/R&D <b>"_s);
        bar.setAgents({{u"a"_s, u"<img src=x> & more"_s}}, u"a"_s);
        QCOMPARE(tip(bar.findChild<QComboBox *>()->itemData(0, Qt::ToolTipRole).toString()),
                 u"<img src=x> & more"_s);
        QVERIFY(text(u"tokens"_s).contains(u"34 out"));
        bar.setTokens(0, 0);
        QCOMPARE(text(u"tokens"_s), QString());
    }

    void theBadgeCounts()
    {
        HeaderBar bar;
        bar.show();
        auto *badge = bar.findChild<QPushButton *>(u"waiting"_s);
        QVERIFY(!badge->isVisible());
        bar.setWaiting(2);
        QVERIFY(badge->isVisible());
        QCOMPARE(badge->text(), u"2 waiting"_s);
        QSignalSpy clicked(&bar, &HeaderBar::waitingClicked);
        QTest::mouseClick(badge, Qt::LeftButton);
        badge->setFocus(Qt::TabFocusReason);
        QTest::keyClick(badge, Qt::Key_Space);
        QCOMPARE(clicked.size(), 2);
        bar.setWaiting(0);
        QVERIFY(!badge->isVisible());
    }

    void agents()
    {
        HeaderBar bar;
        bar.setAgents({{u"build"_s, u"Does."_s}, {u"plan"_s, u"Thinks."_s}}, u"plan"_s);
        QCOMPARE(bar.agent(), u"plan"_s);
        QSignalSpy chosen(&bar, &HeaderBar::agentChosen);
        bar.setAgent(u"build"_s);
        QCOMPARE(bar.agent(), u"build"_s);
        QCOMPARE(chosen.size(), 0); // Only people choose.
        auto *box = bar.findChild<QComboBox *>(u"agent"_s);
        QVERIFY(!box->accessibleName().isEmpty());
        QTest::keyClick(box, Qt::Key_Down);
        QCOMPARE(bar.agent(), u"plan"_s);
        QCOMPARE(chosen.size(), 1);
    }

    void longNamesDoNotWidenTheWindow()
    {
        HeaderBar bar;
        bar.setProject(QString(300, u'p'), u"/a"_s);
        bar.setModel(QString(300, u'm'));
        bar.setWaiting(3);
        QVERIFY2(bar.minimumSizeHint().width() <= 600,
                 qPrintable(QString::number(bar.minimumSizeHint().width())));
    }
};

QTEST_MAIN(tst_HeaderBar)
#include "tst_headerbar.moc"
