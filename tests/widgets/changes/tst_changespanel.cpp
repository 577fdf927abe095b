// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "actions/registry.h"
#include "changes/changespanel.h"
#include "changes/grouplist.h"
#include "review/diffview.h"
#include "review/filelist.h"
#include "review/imagepage.h"
#include "review/reviewpanel.h"
#include "support/desk.h"
#include "theme/theme.h"
#include "window/mainwindow.h"

#include <QBuffer>
#include <QImage>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QTranslator>

using namespace Countersign;
using namespace Countersign::Test;
using namespace Qt::StringLiterals;
using Countersign::Changes::ChangesPanel;
using Countersign::Window::MainWindow;

namespace {

constexpr int kLong = 15000;

QJsonObject call(const QString &name, const QJsonObject &input)
{
    return {{u"name"_s, name}, {u"input"_s, input}};
}

QJsonObject edit(const QString &path, const QString &from, const QString &to)
{
    return call(u"edit"_s, {{u"path"_s, path}, {u"oldString"_s, from}, {u"newString"_s, to}});
}

QJsonObject calls(const QJsonArray &all)
{
    return {{u"text"_s, u"I do it."_s}, {u"tools"_s, all}};
}

const QJsonObject kDone{{u"text"_s, u"Done."_s}};

/// A window after a session of two turns: the first edits a.txt in two places, the second makes and
/// removes files by a command.
class Person
{
public:
    explicit Person(const QJsonObject &config = {}) : desk(scratch)
    {
        if (!config.isEmpty())
            desk.setConfig(config);
        QByteArray text;
        for (int line = 1; line <= 40; ++line)
            text += "line " + QByteArray::number(line) + '\n';
        scratch.write(u"project/a.txt"_s, text);
        scratch.write(u"project/old.txt"_s, "old\n");
        desk.setScript(
                {calls({edit(u"a.txt"_s, u"line 3\n"_s, u"LINE 3\n"_s)}),
                 calls({edit(u"a.txt"_s, u"line 33\n"_s, u"LINE 33\n"_s)}), kDone,
                 calls({call(u"bash"_s, {{u"command"_s, u"rm old.txt; echo new > new.txt"_s}})}),
                 kDone});
        desk.open();
        session = desk.run(u"Write in capitals\nplease"_s).session;
        desk.run(u"Tidy up"_s, session);
        window = std::make_unique<MainWindow>(*desk.engine, desk.paths());
        window->resize(1280, 800);
        window->show();
        window->activateWindow();
        Session::Info info;
        info.id = session;
        window->openSession(info);
    }

    template<typename Widget>
    [[nodiscard]] Widget *find(const QString &name = {}) const
    {
        return window->findChild<Widget *>(name);
    }
    [[nodiscard]] ChangesPanel *panel() const { return find<ChangesPanel>(); }
    [[nodiscard]] Review::FileList *files() const
    {
        return find<Review::FileList>(u"changedFiles"_s);
    }
    [[nodiscard]] Changes::GroupList *groups() const { return find<Changes::GroupList>(); }
    [[nodiscard]] Review::DiffView *view() const { return find<Review::DiffView>(u"changeView"_s); }
    [[nodiscard]] QPushButton *button(const QString &name) const { return find<QPushButton>(name); }
    [[nodiscard]] QString text(const QString &name) const
    {
        return find<QLabel>(name)->isVisible() ? find<QLabel>(name)->text() : QString();
    }
    [[nodiscard]] QStringList rows(const QListWidget *list) const
    {
        QStringList all;
        for (int row = 0; row < list->count(); ++row)
            all.append(list->item(row)->text());
        return all;
    }
    [[nodiscard]] QByteArray bytes(const QString &name) const
    {
        return scratch.read(u"project/"_s + name);
    }

    Scratch scratch;
    Desk desk;
    SessionId session;
    std::unique_ptr<MainWindow> window;
};

} // namespace

class tst_ChangesPanel : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { Theme::Theme::install(*qApp, Theme::Scheme::Light); }

    void byMouse()
    {
        Person person;
        QVERIFY(QTest::qWaitForWindowActive(person.window.get()));
        QVERIFY(!person.panel()->isVisible());
        QSignalSpy shown(person.panel(), &ChangesPanel::shown);
        QTest::mouseClick(person.find<QToolButton>(u"changes"_s), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!shown.isEmpty(), kLong);
        QVERIFY(person.panel()->isVisible());
        QCOMPARE(person.rows(person.groups()),
                 (QStringList{u"All turns"_s, u"Write in capitals"_s, u"Tidy up"_s}));
        QCOMPARE(person.rows(person.files()),
                 (QStringList{u"a.txt"_s, u"new.txt"_s, u"old.txt"_s}));
        QCOMPARE(person.view()->hunkCount(), 2);
        QCOMPARE(person.text(u"placePosition"_s), u"1 of 2"_s);

        // The second place, by its button; then the same undone.
        QTest::mouseClick(person.find<QToolButton>(u"nextPlace"_s), Qt::LeftButton);
        QCOMPARE(person.text(u"placePosition"_s), u"2 of 2"_s);
        QTest::mouseClick(person.button(u"putBackPlace"_s), Qt::LeftButton);
        QVERIFY(!person.button(u"putBackPlace"_s)->isEnabled()); // One click, one act.
        QTRY_COMPARE_WITH_TIMEOUT(person.view()->hunkCount(), 1, kLong);
        QVERIFY(person.bytes(u"a.txt"_s).contains("LINE 3\n"));
        QVERIFY(person.bytes(u"a.txt"_s).contains("line 33\n"));
        QCOMPARE(person.text(u"putBackReport"_s), u"Put back: a.txt"_s);
        QTRY_VERIFY_WITH_TIMEOUT(person.button(u"undoPutBack"_s)->isEnabled(), kLong);
        QTest::mouseClick(person.button(u"undoPutBack"_s), Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(person.view()->hunkCount(), 2, kLong);
        QVERIFY(person.bytes(u"a.txt"_s).contains("LINE 33\n"));

        // A turn, and a file of it.
        const QRect second = person.groups()->visualItemRect(person.groups()->item(2));
        QTest::mouseClick(person.groups()->viewport(), Qt::LeftButton, {}, second.center());
        QCOMPARE(person.rows(person.files()), (QStringList{u"new.txt"_s, u"old.txt"_s}));
        QTRY_COMPARE_WITH_TIMEOUT(person.text(u"changePath"_s).remove(QChar(0x200B)), u"new.txt"_s,
                                  kLong);
        QTRY_VERIFY_WITH_TIMEOUT(person.button(u"putBackFile"_s)->isEnabled(), kLong);
        QTest::mouseClick(person.button(u"putBackFile"_s), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!person.scratch.exists(u"project/new.txt"_s), kLong);
        QTRY_COMPARE_WITH_TIMEOUT(person.text(u"changesMessage"_s),
                                  u"Nothing of this change is left."_s, kLong);
        QVERIFY(!person.button(u"putBackFile"_s)->isEnabled());
        QTest::mouseClick(person.find<QToolButton>(u"closeChanges"_s), Qt::LeftButton);
        QVERIFY(!person.panel()->isVisible());
    }

    void byKeyboard()
    {
        Person person;
        QVERIFY(QTest::qWaitForWindowActive(person.window.get()));
        QSignalSpy shown(person.panel(), &ChangesPanel::shown);
        QTest::keyClick(person.window.get(), Qt::Key_R, Qt::ControlModifier | Qt::ShiftModifier);
        QTRY_VERIFY_WITH_TIMEOUT(!shown.isEmpty(), kLong);
        QVERIFY(person.files()->hasFocus());
        QTest::keyClick(person.files(), Qt::Key_F7);
        QCOMPARE(person.text(u"placePosition"_s), u"2 of 2"_s);
        QTest::keyClick(person.files(), Qt::Key_F7, Qt::ShiftModifier);
        QCOMPARE(person.text(u"placePosition"_s), u"1 of 2"_s);
        QTest::keyClick(person.files(), Qt::Key_U);
        QTRY_COMPARE_WITH_TIMEOUT(person.view()->hunkCount(), 1, kLong);
        QVERIFY(person.bytes(u"a.txt"_s).contains("line 3\n"));
        QTRY_VERIFY_WITH_TIMEOUT(person.button(u"undoPutBack"_s)->isEnabled(), kLong);
        QTest::keyClick(person.files(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE_WITH_TIMEOUT(person.view()->hunkCount(), 2, kLong);
        QTRY_VERIFY_WITH_TIMEOUT(person.button(u"redoPutBack"_s)->isVisible()
                                         && person.button(u"redoPutBack"_s)->isEnabled(),
                                 kLong);
        QTest::keyClick(person.files(), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QTRY_COMPARE_WITH_TIMEOUT(person.view()->hunkCount(), 1, kLong);
        QVERIFY(person.bytes(u"a.txt"_s).contains("line 3\n"));
        QTRY_VERIFY_WITH_TIMEOUT(person.button(u"putBackFile"_s)->isEnabled(), kLong);
        QTest::keyClick(person.files(), Qt::Key_U, Qt::ShiftModifier);
        QTRY_VERIFY_WITH_TIMEOUT(person.bytes(u"a.txt"_s).contains("line 33\n"), kLong);
        // The deleted file comes back.
        QTest::keyClick(person.files(), Qt::Key_End);
        QTRY_VERIFY_WITH_TIMEOUT(person.button(u"putBackFile"_s)->isEnabled(), kLong);
        QTest::keyClick(person.files(), Qt::Key_U, Qt::ShiftModifier);
        QTRY_COMPARE_WITH_TIMEOUT(person.bytes(u"old.txt"_s), QByteArray("old\n"), kLong);
        QTest::keyClick(person.files(), Qt::Key_Escape);
        QVERIFY(!person.panel()->isVisible());
        QVERIFY(person.find<QPlainTextEdit>(u"composerText"_s)->hasFocus());
    }

    void whatThePersonChangedIsToldAndStays()
    {
        Person person;
        const QByteArray mine = person.bytes(u"a.txt"_s).replace("LINE 3\n", "my line\n");
        person.scratch.write(u"project/a.txt"_s, mine);
        QVERIFY(QTest::qWaitForWindowActive(person.window.get()));
        QSignalSpy shown(person.panel(), &ChangesPanel::shown);
        QTest::keyClick(person.window.get(), Qt::Key_R, Qt::ControlModifier | Qt::ShiftModifier);
        QTRY_VERIFY_WITH_TIMEOUT(!shown.isEmpty(), kLong);
        QCOMPARE(person.text(u"changeStanding"_s), u"◆ changed since, in part"_s);
        QCOMPARE(person.text(u"changeReason"_s),
                 u"Line 3 changed since, so the session's change there was left."_s);
        QVERIFY(!person.button(u"putBackFile"_s)->isEnabled());
        QCOMPARE(person.view()->hunkCount(), 1);
        QTest::keyClick(person.files(), Qt::Key_U);
        QTRY_VERIFY_WITH_TIMEOUT(person.bytes(u"a.txt"_s).contains("line 33\n"), kLong);
        QVERIFY(person.bytes(u"a.txt"_s).contains("my line\n"));

        // Saved between showing and pressing: nothing is removed, and it says why.
        QTest::keyClick(person.files(), Qt::Key_Down);
        QTRY_VERIFY_WITH_TIMEOUT(person.button(u"putBackFile"_s)->isEnabled(), kLong);
        person.scratch.write(u"project/new.txt"_s, "new\nand mine\n");
        QTest::keyClick(person.files(), Qt::Key_U, Qt::ShiftModifier);
        QTRY_COMPARE_WITH_TIMEOUT(
                person.text(u"putBackReport"_s),
                u"new.txt: It was made by the session and changed since, so it was "
                "not removed. Line 2 changed since."_s,
                kLong);
        QCOMPARE(person.bytes(u"new.txt"_s), QByteArray("new\nand mine\n"));
        QTRY_COMPARE_WITH_TIMEOUT(person.text(u"changeStanding"_s), u"◆ cannot be put back"_s,
                                  kLong);
        QVERIFY(!person.button(u"putBackFile"_s)->isEnabled());
    }

    void turnedOff()
    {
        Person person({{u"snapshots"_s, false}});
        QVERIFY(QTest::qWaitForWindowActive(person.window.get()));
        person.find<QToolButton>(u"changes"_s)->click();
        QTRY_COMPARE_WITH_TIMEOUT(person.text(u"changesMessage"_s),
                                  u"Nothing was kept of what this session changed."_s, kLong);
        const QString told = person.text(u"changesTurnedOff"_s);
        QVERIFY2(told.contains(u"countersign.jsonc"_s) && told.contains(u"Set it to true there"_s),
                 qPrintable(told));
        QCOMPARE(person.find<QLabel>(u"changesTurnedOff"_s)->accessibleName(), told.mid(2));
        QVERIFY(person.bytes(u"a.txt"_s).contains("LINE 33\n"));
        QVERIFY(!person.scratch.exists(u"home/data/snapshots/snapshots.db"_s));
    }

    void imagesAreComparedAsImages()
    {
        const auto png = [](const QSize &size, Qt::GlobalColor colour) {
            QImage image(size, QImage::Format_RGB32);
            image.fill(colour);
            QBuffer buffer;
            buffer.open(QIODevice::WriteOnly);
            image.save(&buffer, "PNG");
            return buffer.data();
        };
        Actions::Registry actions;
        ChangesPanel panel(actions);
        panel.resize(900, 600);
        panel.show();
        panel.setSession(SessionId(u"ses_1"_s));
        Session::SessionChanges changes;
        changes.session = SessionId(u"ses_1"_s);
        Session::ShownChange change;
        change.session = changes.session;
        change.file.path = u"/p/logo.png"_s;
        change.file.resource = u"logo.png"_s;
        change.change.resource = u"logo.png"_s;
        change.change.before = png({8, 8}, Qt::red);
        change.change.after = png({16, 8}, Qt::blue);
        changes.all.files = {change.file};
        panel.setChanges(changes);
        panel.setChange(change);
        auto *page = panel.findChild<Review::ImagePage *>();
        QVERIFY(page);
        QTRY_VERIFY_WITH_TIMEOUT(page->isVisible(), kLong);
        QCOMPARE(page->imageRect(false).size(), QSize(8, 8));
        QCOMPARE(page->imageRect(true).size(), QSize(16, 8));
        QVERIFY(panel.findChild<QPushButton *>(u"putBackFile"_s)->isEnabled());
        QVERIFY(!panel.findChild<QPushButton *>(u"putBackPlace"_s)->isEnabled());
    }

    /// The core gives values, and the panel says them in the language of the program.
    void reasonsAreTranslated()
    {
        class Marks final : public QTranslator
        {
        public:
            QString translate(const char *context, const char *source, const char *,
                              int) const override
            {
                return qstrcmp(context, "Reason") == 0 ? u'<' + QString::fromLatin1(source) + u'>'
                                                       : QString();
            }
            bool isEmpty() const override { return false; }
        };
        Marks marks;
        qApp->installTranslator(&marks);
        Actions::Registry actions;
        ChangesPanel panel(actions);
        panel.show();
        panel.setSession(SessionId(u"ses_1"_s));
        using Kind = Session::Reason::Kind;
        Session::SessionChanges changes;
        changes.session = SessionId(u"ses_1"_s);
        Session::ChangedFile file;
        file.standing = Session::Standing::NotKept;
        file.reason = {Kind::TooLarge, {u"8"_s}};
        changes.all.files = {file};
        changes.all.notes = {{Kind::RepositoryWithin, {u"a%1"_s}}};
        panel.setChanges(changes);
        const auto text = [&](const QString &name) {
            return panel.findChild<QLabel *>(name)->text();
        };
        QCOMPARE(text(u"changeReason"_s),
                 u"<It cannot be shown or put back: it is larger than 8 MiB.>"_s);
        QCOMPARE(text(u"changeNotes"_s), u"<The repository in a%1 was not looked at.>"_s);
        Session::PutBackReport report;
        report.session = changes.session;
        report.refused = {{u"f"_s, {Kind::LinesChanged, {}, {{2, 1}, {4, 2}}}}};
        panel.setReport(report);
        QCOMPARE(text(u"putBackReport"_s), u"f: <<Lines <3 and <5 to 6>>> changed since.>"_s);
        qApp->removeTranslator(&marks);
    }

    void everythingHasAName()
    {
        Person person;
        QVERIFY(QTest::qWaitForWindowActive(person.window.get()));
        QSignalSpy shown(person.panel(), &ChangesPanel::shown);
        person.find<QToolButton>(u"changes"_s)->click();
        QTRY_VERIFY_WITH_TIMEOUT(!shown.isEmpty(), kLong);
        for (const QAbstractButton *button : person.panel()->findChildren<QAbstractButton *>())
            QVERIFY2(!button->accessibleName().isEmpty(), qPrintable(button->objectName()));
        for (const QAbstractItemView *list : person.panel()->findChildren<QAbstractItemView *>())
            QVERIFY2(!list->accessibleName().isEmpty(), qPrintable(list->objectName()));
        QCOMPARE(person.groups()->item(0)->data(Qt::AccessibleTextRole).toString(),
                 u"All turns, 3 files"_s);
        QVERIFY(person.files()
                        ->item(1)
                        ->data(Qt::AccessibleTextRole)
                        .toString()
                        .contains(u"by a command"_s));
    }

    void aRequestDoesNotTakeItAway()
    {
        Person person;
        QVERIFY(QTest::qWaitForWindowActive(person.window.get()));
        QSignalSpy shown(person.panel(), &ChangesPanel::shown);
        person.find<QToolButton>(u"changes"_s)->click();
        QTRY_VERIFY_WITH_TIMEOUT(!shown.isEmpty(), kLong);
        Permission::Request request;
        request.id = RequestId(u"per_1"_s);
        request.inquiry.session = person.session;
        request.inquiry.action = u"bash"_s;
        request.inquiry.resources = {u"ls"_s};
        Q_EMIT person.desk.engine->asked(request);
        QVERIFY(person.panel()->isVisible());
        person.window->review(request.id);
        QVERIFY(!person.panel()->isVisible());
        QVERIFY(person.find<Review::ReviewPanel>()->isVisible());
        // And back again, as often as one likes.
        person.find<QToolButton>(u"changes"_s)->click();
        QVERIFY(person.panel()->isVisible());
        person.find<QToolButton>(u"changes"_s)->click();
        QVERIFY(person.find<Review::ReviewPanel>()->isVisible());
    }
};

QTEST_MAIN(tst_ChangesPanel)
#include "tst_changespanel.moc"
