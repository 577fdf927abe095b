// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "actions/registry.h"
#include "theme/theme.h"
#include "todo/todomodel.h"
#include "todo/todopanel.h"

#include <QAbstractItemModelTester>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QVBoxLayout>

using namespace Countersign;
using namespace Countersign::Todos;
using namespace Qt::StringLiterals;

namespace {

QList<Todo> some()
{
    return {{u"Read the tests"_s, TodoStatus::Completed, TodoPriority::High},
            {u"Mend the parser"_s, TodoStatus::InProgress, TodoPriority::High},
            {u"Write a changelog entry"_s, TodoStatus::Pending, TodoPriority::Low},
            {u"Ask about the name"_s, TodoStatus::Cancelled, TodoPriority::Medium}};
}

} // namespace

class tst_TodoPanel : public QObject
{
    Q_OBJECT

    std::unique_ptr<QWidget> m_window;
    std::unique_ptr<Actions::Registry> m_actions;
    TodoPanel *m_panel = nullptr;
    QLineEdit *m_elsewhere = nullptr;

    [[nodiscard]] QToolButton *header() const { return m_panel->findChild<QToolButton *>(); }
    [[nodiscard]] QListView *list() const { return m_panel->findChild<QListView *>(); }
    [[nodiscard]] QLabel *now() const { return m_panel->findChild<QLabel *>(u"todoNow"_s); }

private Q_SLOTS:
    void initTestCase() { Theme::Theme::install(*qApp, Theme::Scheme::Light); }

    void init()
    {
        m_actions = std::make_unique<Actions::Registry>();
        m_window = std::make_unique<QWidget>();
        m_panel = new TodoPanel(*m_actions);
        m_elsewhere = new QLineEdit;
        auto *layout = new QVBoxLayout(m_window.get());
        layout->addWidget(m_elsewhere);
        layout->addWidget(m_panel);
        m_window->resize(600, 400);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        m_elsewhere->setFocus();
    }

    void cleanup()
    {
        m_window.reset();
        m_actions.reset();
    }

    void isThereWhileThereIsSomething()
    {
        QVERIFY(!m_panel->isVisible());
        m_panel->setTodos(some());
        QVERIFY(m_panel->isVisible());
        QCOMPARE(header()->text(), u"Tasks · 2 of 4 done"_s);
        QVERIFY(m_elsewhere->hasFocus());
        m_panel->setTodos({});
        QVERIFY(!m_panel->isVisible());
    }

    void foldsByMouseAndKeyboard()
    {
        m_panel->setTodos(some());
        QVERIFY(list()->isVisible());
        QVERIFY(!now()->isVisible());
        QTest::mouseClick(header(), Qt::LeftButton);
        QVERIFY(!list()->isVisible());
        QVERIFY(now()->isVisible());
        QCOMPARE(now()->text(), u"Mend the parser"_s);
        QTest::keyClick(m_elsewhere, Qt::Key_T, Qt::ControlModifier);
        QVERIFY(list()->isVisible());
        header()->setFocus();
        QTest::keyClick(header(), Qt::Key_Space);
        QVERIFY(m_panel->isFolded());
        QVERIFY(header()->accessibleDescription().contains(u"show"_s));
    }

    void theFocusStaysWhenItFolds()
    {
        m_panel->setTodos(some());
        list()->setFocus();
        QTest::keyClick(list(), Qt::Key_Down);
        QVERIFY(list()->currentIndex().isValid());
        m_panel->setFolded(true);
        QVERIFY(header()->hasFocus());
    }

    void changesWhileItIsRead()
    {
        QList<Todo> todos = some();
        for (int i = 0; i < 40; ++i)
            todos.append({u"More "_s + QString::number(i), TodoStatus::Pending, TodoPriority::Low});
        m_panel->setTodos(todos);
        const int height = list()->height();
        list()->setFocus();
        list()->setCurrentIndex(list()->model()->index(30, 0));
        todos[1].status = TodoStatus::Completed;
        todos[2].status = TodoStatus::InProgress;
        m_panel->setTodos(todos);
        QCOMPARE(list()->currentIndex().row(), 30); // Not scrolled away.
        QCOMPARE(header()->text(), u"Tasks · 3 of 44 done"_s);
        QCOMPARE(list()->height(), height);
        QVERIFY(height < 200);
    }

    void theLineInProgressIsInView()
    {
        QList<Todo> todos;
        for (int i = 0; i < 40; ++i)
            todos.append({QString::number(i), TodoStatus::Completed, TodoPriority::Low});
        todos[35].status = TodoStatus::InProgress;
        m_panel->setTodos(todos);
        QVERIFY(list()->viewport()->rect().contains(
                list()->visualRect(list()->model()->index(35, 0)).center()));
    }

    void isReadAloud_data()
    {
        QTest::addColumn<Todo>("todo");
        QTest::addColumn<QString>("words");
        QTest::newRow("to do") << Todo{u"x"_s, TodoStatus::Pending, TodoPriority::Low}
                               << u"to do: x"_s;
        QTest::newRow("in progress") << Todo{u"x"_s, TodoStatus::InProgress, TodoPriority::High}
                                     << u"in progress: x, high priority"_s;
        QTest::newRow("done") << Todo{u"x"_s, TodoStatus::Completed, TodoPriority::Medium}
                              << u"done: x"_s;
        QTest::newRow("cancelled")
                << Todo{u"x"_s, TodoStatus::Cancelled, TodoPriority::Medium} << u"cancelled: x"_s;
        QTest::newRow("hidden characters are seen")
                << Todo{u"a\u202eb\nc"_s, TodoStatus::Pending, TodoPriority::Medium}
                << u"to do: a⟨U+202E⟩b c"_s;
    }

    void isReadAloud()
    {
        QFETCH(const Todo, todo);
        QFETCH(const QString, words);
        TodoModel model;
        model.setTodos({todo});
        QCOMPARE(model.index(0).data(Qt::AccessibleTextRole).toString(), words);
    }

    void theModelKeepsItsWord()
    {
        TodoModel model;
        const QAbstractItemModelTester tester(
                &model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        const QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
        model.setTodos(some());
        model.setTodos(some());
        QCOMPARE(inserted.size(), 1);
        QCOMPARE(changed.size(), 0);
        model.setTodos(some().first(2));
        QCOMPARE(model.rowCount(), 2);
        model.setTodos({});
        QCOMPARE(model.rowCount(), 0);
    }

    void tooltipsAreNoPages()
    {
        TodoModel model;
        model.setTodos({{u"<img src=x> & more"_s, TodoStatus::Pending, TodoPriority::Low}});
        QVERIFY(!model.index(0).data(Qt::ToolTipRole).toString().contains(u"<img"_s));
    }
};

QTEST_MAIN(tst_TodoPanel)
#include "tst_todopanel.moc"
