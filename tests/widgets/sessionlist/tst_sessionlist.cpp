// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "actions/registry.h"
#include "sessionlist/sessionmodel.h"
#include "sessionlist/sessionpanel.h"
#include "theme/theme.h"

#include <QAbstractItemModelTester>
#include <QListView>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QTextDocument>

using namespace Countersign;
using namespace Countersign::SessionList;
using namespace Qt::StringLiterals;

namespace {

Session::Info info(const QString &id, const QString &title,
                   Session::Status status = Session::Status::Idle)
{
    Session::Info made;
    made.id = SessionId(id);
    made.title = title;
    made.status = status;
    return made;
}

} // namespace

class tst_SessionList : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { Theme::Theme::install(*qApp, Theme::Scheme::Light); }

    void model()
    {
        SessionModel model;
        QAbstractItemModelTester tester(&model,
                                        QAbstractItemModelTester::FailureReportingMode::Fatal);
        model.setSessions({info(u"a"_s, u"First"_s), info(u"b"_s, {}, Session::Status::Waiting)});
        model.setSession(info(u"c"_s, u"Ne\u202Ew"_s, Session::Status::Working));
        model.setSession(info(u"a"_s, u"First"_s, Session::Status::Failed));
        QStringList printed;
        for (int row = 0; row < model.rowCount(); ++row)
            printed.append(model.index(row).data(Qt::AccessibleTextRole).toString());
        QCOMPARE(printed,
                 (QStringList{u"Ne⟨U+202E⟩w, working"_s, u"First, failed"_s,
                              u"New session, waiting for you"_s}));
        QCOMPARE(model.rowOf(SessionId(u"none"_s)), -1);
    }

    void aTitleIsNoPage()
    {
        SessionModel model;
        model.setSessions({info(u"a"_s, u"<img src=x> & \u202Emore"_s)});
        QTextDocument tip;
        const QString shown = model.index(0).data(Qt::ToolTipRole).toString();
        QVERIFY(Qt::mightBeRichText(shown)); // What is escaped must not be shown with its escapes.
        tip.setHtml(shown);
        QCOMPARE(tip.toPlainText(), u"<img src=x> & ⟨U+202E⟩more"_s);
    }

    void choosing()
    {
        Actions::Registry actions;
        SessionPanel panel(actions);
        panel.setSessions({info(u"a"_s, u"A"_s), info(u"b"_s, u"B"_s), info(u"c"_s, u"C"_s)});
        panel.setCurrent(SessionId(u"a"_s));
        panel.resize(220, 300);
        panel.show();
        panel.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&panel));
        QSignalSpy chosen(&panel, &SessionPanel::chosen);
        QSignalSpy created(&panel, &SessionPanel::newRequested);
        auto *list = panel.findChild<QListView *>(u"sessions"_s);
        QCOMPARE(list->accessibleName(), u"Sessions"_s);
        const auto choice = [&] {
            return chosen.takeFirst().first().value<Session::Info>().id;
        };

        QTest::mouseClick(list->viewport(), Qt::LeftButton, {},
                          list->visualRect(list->model()->index(1, 0)).center());
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(choice(), SessionId(u"b"_s));
        list->setFocus();
        QTest::keyClick(list, Qt::Key_Down);
        QTest::keyClick(list, Qt::Key_Return);
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(choice(), SessionId(u"c"_s));
        // The one that is shown is not chosen again, nor by a change from outside.
        QTest::keyClick(list, Qt::Key_Return);
        panel.setSession(info(u"b"_s, u"B"_s, Session::Status::Working));
        panel.setCurrent(SessionId(u"a"_s));
        QCOMPARE(chosen.size(), 0);
        QCOMPARE(list->currentIndex().row(), 0);

        QTest::mouseClick(panel.findChild<QPushButton *>(u"newSession"_s), Qt::LeftButton);
        QTest::keySequence(&panel, QKeySequence(QKeySequence::New));
        QCOMPARE(created.size(), 2);
    }

    void aChangeDoesNotMoveWhoReadsTheList()
    {
        Actions::Registry actions;
        SessionPanel panel(actions);
        panel.setSessions({info(u"a"_s, u"A"_s), info(u"b"_s, u"B"_s), info(u"c"_s, u"C"_s)});
        panel.setCurrent(SessionId(u"a"_s));
        panel.show();
        panel.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&panel));
        auto *list = panel.findChild<QListView *>(u"sessions"_s);
        list->setFocus();
        QTest::keyClick(list, Qt::Key_Down);
        QTest::keyClick(list, Qt::Key_Down);
        panel.setSession(info(u"a"_s, u"A"_s, Session::Status::Working));
        QCOMPARE(list->currentIndex().row(), 2);
    }
};

QTEST_MAIN(tst_SessionList)
#include "tst_sessionlist.moc"
