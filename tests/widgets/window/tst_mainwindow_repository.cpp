// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "conversation/conversationview.h"
#include "inbox/card.h"
#include "inbox/inboxpanel.h"
#include "review/diffview.h"
#include "review/reviewpanel.h"
#include "support/desk.h"
#include "support/fakemodel.h"
#include "support/repository.h"
#include "theme/theme.h"
#include "window/mainwindow.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTest>

using namespace Countersign;
using namespace Countersign::Session;
using namespace Countersign::Test;
using namespace Qt::StringLiterals;

namespace {

constexpr int kLong = 30'000;

/// Edits and commands are asked; reading is not.
const QJsonObject kAskChanges{{u"permissions"_s,
                               QJsonArray{QJsonObject{{u"action"_s, u"edit"_s},
                                                      {u"resource"_s, u"*"_s},
                                                      {u"effect"_s, u"ask"_s}},
                                          QJsonObject{{u"action"_s, u"bash"_s},
                                                      {u"resource"_s, u"*"_s},
                                                      {u"effect"_s, u"ask"_s}}}}};

QProcessEnvironment quietGit()
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"GIT_CONFIG_GLOBAL"_s, u"/dev/null"_s);
    environment.insert(u"GIT_CONFIG_NOSYSTEM"_s, u"1"_s);
    return environment;
}

FakeTurn::Call edit(const QString &path, const QString &from, const QString &to)
{
    return {u"edit"_s, {{u"path"_s, path}, {u"oldString"_s, from}, {u"newString"_s, to}}};
}

} // namespace

/// A person at the desk, in a repository of 3,000 files with a model behind HTTP. The headless twin is
/// tst_cli_repository.
class tst_MainWindowRepository : public QObject
{
    Q_OBJECT

    Scratch m_scratch;
    std::unique_ptr<Repository> m_repository;
    std::unique_ptr<Desk> m_desk;
    std::unique_ptr<Window::MainWindow> m_window;

    template<typename Widget>
    [[nodiscard]] Widget *find(const QString &name = {}) const
    {
        return m_window->findChild<Widget *>(name);
    }
    [[nodiscard]] QPushButton *allow() const { return find<QPushButton>(u"allowOnce"_s); }
    [[nodiscard]] QPushButton *onCard(const QString &name) const
    {
        const auto *card = find<Inbox::Card>();
        return card ? card->findChild<QPushButton *>(name) : nullptr;
    }
    [[nodiscard]] bool waitFor(const std::function<bool()> &done) const
    {
        return QTest::qWaitFor(done, kLong);
    }
    [[nodiscard]] bool reviewShows(const QString &title) const
    {
        return waitFor([&] {
            return find<Review::ReviewPanel>()->isVisible()
                    && find<QLabel>(u"reviewTitle"_s)->accessibleName().contains(title)
                    && allow()->isEnabled();
        });
    }
    /// The new text as a person copies it from the review, all folds opened.
    [[nodiscard]] QString newTextOnScreen() const
    {
        auto *review = find<Review::ReviewPanel>();
        auto *view = find<Review::ReviewPanel>()->findChild<Review::DiffView *>();
        review->setLayoutChoice(Review::ReviewPanel::Layout::SideBySide);
        for (int visual = int(view->visuals().size()) - 1; visual >= 0; --visual)
            view->openFold(visual, true);
        // A click on the right side chooses it.
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {},
                          {3 * view->viewport()->width() / 4, view->rowHeight() / 2});
        QTest::keySequence(view, QKeySequence(QKeySequence::SelectAll));
        QTest::keySequence(view, QKeySequence(QKeySequence::Copy));
        return QGuiApplication::clipboard()->text();
    }
    [[nodiscard]] QStringList rows() const
    {
        QStringList all;
        const QAbstractItemModel *model = find<Conversation::ConversationView>()->model();
        for (int row = 0; row < model->rowCount(); ++row)
            all.append(model->index(row, 0).data(Qt::AccessibleTextRole).toString());
        return all;
    }

private Q_SLOTS:
    void initTestCase()
    {
        Theme::Theme::install(*qApp, Theme::Scheme::Light);
        m_repository = std::make_unique<Repository>(m_scratch.path(u"project"_s), quietGit());
    }

    void cleanup()
    {
        m_window.reset();
        m_desk.reset();
    }

    void allToolsAtTheDesk()
    {
        const QString path = Repository::nameOf(7, 9);
        // The byte order mark and the line ends must stay as they are.
        const QByteArray odd =
                "\xEF\xBB\xBF/* na\xC3\xAFve */\r\nint odd(void)\r\n{\r\n    return 1;\r\n}\r\n";
        m_repository->write(u"src/odd.c"_s, odd);
        m_repository->git({u"add"_s, u"."_s});
        m_repository->git({u"commit"_s, u"-q"_s, u"-m"_s, u"An odd one"_s});
        const QList<FakeTurn> turns{
                {u"Where is it?"_s, {{u"grep"_s, {{u"pattern"_s, u"int unit_7_9\\("_s}}}}},
                {u""_s, {{u"read"_s, {{u"path"_s, path}}}}},
                {u"I change it."_s, {edit(path, u"return 63;"_s, u"return 64; // $& \\1 %n"_s)}},
                {u""_s, {edit(u"src/odd.c"_s, u"return 1;\n}"_s, u"return 2;\n}"_s)}},
                {u""_s, {{u"bash"_s, {{u"command"_s, u"git diff --stat | tail -n 1"_s}}}}},
                {u"Ready."_s, {}}};
        FakeModel model([&](int number, const QJsonObject &) { return turns.value(number); });
        m_desk = std::make_unique<Desk>(m_scratch);
        Desk &desk = *m_desk;
        desk.setConfig(servedBy(model, kAskChanges));
        desk.open();
        m_window = std::make_unique<Window::MainWindow>(*desk.engine, desk.paths());
        m_window->resize(1280, 800);
        m_window->show();
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));

        QTest::keyClicks(QApplication::focusWidget(), u"Make unit_7_9 return 64."_s);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);

        // The first change: by mouse, in the review that has opened itself.
        QVERIFY(reviewShows(path));
        QCOMPARE(m_repository->bytes(path), Repository::contentOf(7, 9));
        QByteArray shown = newTextOnScreen().toUtf8();
        QCOMPARE(shown, desk.asked.at(0).inquiry.proposal.files.first().after);
        QTest::mouseClick(allow(), Qt::LeftButton);

        // The second: from its card in the inbox and by keyboard alone. Its line ends are not text: the
        // review names them, and its bytes are compared with the request's.
        QVERIFY(waitFor([&] { return desk.asked.size() == 2 && onCard(u"cardReview"_s); }));
        QCOMPARE(m_repository->bytes(path), shown);
        onCard(u"cardReview"_s)->setFocus(Qt::TabFocusReason);
        QTest::keyClick(onCard(u"cardReview"_s), Qt::Key_Space);
        QVERIFY(reviewShows(u"src/odd.c"_s));
        const QByteArray approved = desk.asked.at(1).inquiry.proposal.files.first().after;
        shown = newTextOnScreen().toUtf8();
        QCOMPARE(shown, QByteArray(approved).replace("\r\n", "\n").replace("\xEF\xBB\xBF", ""));
        for (int tabs = 0; tabs < 100 && QApplication::focusWidget() != allow(); ++tabs)
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        QCOMPARE(QApplication::focusWidget(), allow());
        QCOMPARE(m_repository->bytes(u"src/odd.c"_s), odd);
        QTest::keyClick(allow(), Qt::Key_Space);

        // The command: on its card in the inbox.
        QVERIFY(waitFor([&] {
            return desk.asked.size() == 3 && onCard(u"cardAllow"_s)
                    && onCard(u"cardAllow"_s)->isEnabled();
        }));
        QCOMPARE(m_repository->bytes(u"src/odd.c"_s), approved);
        QTest::mouseClick(onCard(u"cardAllow"_s), Qt::LeftButton);
        QVERIFY(waitFor([&] { return !desk.ended.isEmpty(); }));
        QCOMPARE(desk.ended.first().outcome, Outcome::Done);
        QCOMPARE(desk.failures.size(), 0);
        QCOMPARE(desk.asked.size(), 3);

        // What the disk holds is what was approved, and nothing else has changed.
        QByteArray expected = Repository::contentOf(7, 9);
        expected.replace("return 63;", "return 64; // $& \\1 %n");
        QCOMPARE(m_repository->bytes(path), expected);
        QCOMPARE(QString::fromUtf8(m_repository->status()), u" M src/odd.c\n M %1\n"_s.arg(path));
        QTRY_COMPARE(rows().last(), u"Agent: Ready."_s);
        const QStringList said = rows().filter(u" – done"_s);
        QCOMPARE(said.size(), 5);
        // The copy in the ignored folder is not found.
        QVERIFY2(said.at(0).contains(u"1 match:\n\n%1:\n  Line 2: int unit_7_9(void)"_s.arg(path)),
                 qPrintable(said.at(0)));
        QVERIFY2(said.at(4).contains(u"2 files changed, 2 insertions(+), 2 deletions(-)"_s),
                 qPrintable(said.at(4)));
        cleanup();
    }
};

QTEST_MAIN(tst_MainWindowRepository)
#include "tst_mainwindow_repository.moc"
