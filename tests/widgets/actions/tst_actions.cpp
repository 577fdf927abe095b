// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "actions/registry.h"
#include "theme/theme.h"

#include <QSignalSpy>
#include <QTest>
#include <QWidget>

using namespace Countersign;
using namespace Qt::StringLiterals;

class tst_Actions : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { Theme::Theme::install(*qApp, Theme::Scheme::Light); }

    void findsWhatWasAdded()
    {
        Actions::Registry registry;
        QWidget owner;
        QAction *first = registry.add(&owner,
                                      {u"a.first"_s,
                                       u"First"_s,
                                       u"Does the first."_s,
                                       {QKeySequence(u"Ctrl+1"_s)},
                                       u"send"_s});
        QAction *second =
                registry.add(&owner, {u"a.second"_s, u"Second"_s, u"Does the second."_s, {}, {}});
        QCOMPARE(registry.find(u"a.first"_s), first);
        QCOMPARE(registry.find(u"a.none"_s), nullptr);
        QCOMPARE(registry.all(), (QList<QAction *>{first, second}));
        QCOMPARE(first->toolTip(), u"Does the first. (Ctrl+1)"_s);
        QCOMPARE(second->toolTip(), u"Does the second."_s);
        QVERIFY(!first->icon().isNull());
    }

    void keysWorkInTheOwner()
    {
        Actions::Registry registry;
        QWidget owner;
        QAction *action = registry.add(
                &owner, {u"a.key"_s, u"Key"_s, u"Is pressed."_s, {QKeySequence(u"Ctrl+1"_s)}, {}});
        QSignalSpy triggered(action, &QAction::triggered);
        owner.setFocusPolicy(Qt::StrongFocus);
        owner.show();
        owner.setFocus();
        owner.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&owner));
        QTest::keyClick(&owner, Qt::Key_1, Qt::ControlModifier);
        QCOMPARE(triggered.size(), 1);
    }
};

QTEST_MAIN(tst_Actions)
#include "tst_actions.moc"
