// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "actions/keymap.h"
#include "actions/keyrules.h"
#include "actions/registry.h"
#include "inbox/card.h"
#include "inbox/inboxpanel.h"
#include "keys/keycaps.h"
#include "keys/keyoverlay.h"
#include "keys/keyrow.h"
#include "review/diffview.h"
#include "review/reviewpanel.h"
#include "support/desk.h"
#include "theme/theme.h"
#include "window/infobar.h"
#include "window/mainwindow.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QTest>
#include <QToolButton>

using namespace Countersign;
using namespace Countersign::Keys;
using namespace Countersign::Test;
using namespace Qt::StringLiterals;

namespace {

constexpr int kLong = 15000;
const QJsonObject kDone{{u"text"_s, u"All done."_s}};

QJsonObject turn(const QString &tool, const QJsonObject &input)
{
    return {{u"text"_s, u""_s},
            {u"tools"_s, QJsonArray{QJsonObject{{u"name"_s, tool}, {u"input"_s, input}}}}};
}

QJsonObject ask(const QString &action)
{
    return {{u"action"_s, action}, {u"resource"_s, u"*"_s}, {u"effect"_s, u"ask"_s}};
}

/// The real window on a scripted model, and what a person finds on it.
class Person
{
public:
    explicit Person(const QJsonArray &turns = {kDone}, const QByteArray &keys = {}) : desk(scratch)
    {
        QByteArray lines;
        for (int i = 1; i <= 40; ++i)
            lines += "line " + QByteArray::number(i) + '\n';
        scratch.write(u"project/a.txt"_s, lines);
        if (!keys.isEmpty())
            scratch.write(u"home/config/keys.jsonc"_s, keys);
        desk.setConfig({{u"permissions"_s, QJsonArray{ask(u"edit"_s), ask(u"bash"_s)}}});
        desk.setScript(turns);
        desk.open();
        show();
    }

    void show(const QSize &size = {1280, 800})
    {
        window = std::make_unique<Window::MainWindow>(*desk.engine, desk.paths());
        window->resize(size);
        window->show();
        window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(window.get()));
    }
    void say(const QString &prompt) const
    {
        QTest::keyClicks(composer(), prompt);
        QTest::keyClick(composer(), Qt::Key_Return);
    }
    /// On what has the focus.
    static void press(int key, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key(key), modifiers);
    }
    void openOverlay() const
    {
        press(Qt::Key_F1);
        QVERIFY(overlay() && overlay()->isVisible());
    }

    template<typename Widget>
    [[nodiscard]] Widget *find(const char *name = nullptr) const
    {
        return window->findChild<Widget *>(QString::fromLatin1(name));
    }
    [[nodiscard]] QPlainTextEdit *composer() const { return find<QPlainTextEdit>("composerText"); }
    [[nodiscard]] KeyOverlay *overlay() const { return window->findChild<KeyOverlay *>(); }
    [[nodiscard]] QLineEdit *filter() const { return find<QLineEdit>("keyFilter"); }
    [[nodiscard]] Actions::Registry &registry() const
    {
        return *window->findChild<Actions::Registry *>();
    }
    [[nodiscard]] QAction *action(const char *id) const
    {
        return registry().find(QString::fromLatin1(id));
    }
    [[nodiscard]] QString keysOf(const char *id) const
    {
        return QKeySequence::listToString(action(id)->shortcuts(), QKeySequence::PortableText);
    }
    [[nodiscard]] KeyRow *row(const char *id) const
    {
        return overlay()->findChild<KeyRow *>(QString::fromLatin1(id));
    }
    template<typename Widget>
    [[nodiscard]] Widget *in(const char *id, const char *name) const
    {
        return row(id)->findChild<Widget *>(QString::fromLatin1(name));
    }
    /// Opens the field for new keys in a row.
    void change(const char *id) const
    {
        row(id)->setFocus();
        press(Qt::Key_Return);
        QVERIFY(row(id)->isOpen());
    }
    [[nodiscard]] QStringList shown() const
    {
        QStringList ids;
        for (const KeyRow *row : overlay()->findChildren<KeyRow *>()) {
            if (row->isVisible() && row->action())
                ids.append(row->objectName());
        }
        ids.sort();
        return ids;
    }
    [[nodiscard]] QByteArray file() const { return scratch.read(u"home/config/keys.jsonc"_s); }

    Scratch scratch;
    Desk desk;
    std::unique_ptr<Window::MainWindow> window;
};

} // namespace

class tst_KeyOverlay : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { Theme::Theme::install(*qApp, Theme::Scheme::Light); }

    void everyActionIsDescribedAndTheBuiltInKeysDoNotClash()
    {
        const Person person;
        const Actions::Registry &registry = person.registry();
        QHash<QAction *, QList<QKeySequence>> keys;
        const QList<QAction *> all = registry.all();
        QVERIFY(all.size() > 30);
        for (QAction *action : all) {
            const QByteArray bytes = action->objectName().toUtf8();
            const char *id = bytes.constData();
            QVERIFY2(!action->text().isEmpty(), id);
            QVERIFY2(action->statusTip().size() > 5, id);
            QVERIFY2(action->toolTip().startsWith(action->statusTip()), id);
            const QWidget *place = registry.place(action);
            QVERIFY2(!place || !place->accessibleName().isEmpty(), id);
            keys.insert(action, registry.builtInKeys(action));
            QCOMPARE(action->shortcuts(), registry.builtInKeys(action));
            for (const QKeySequence &key : registry.builtInKeys(action))
                QCOMPARE(key.count(), 1);
        }
        const Actions::SharedKey shared = Actions::sharedKey(registry, keys);
        QVERIFY2(!shared.one,
                 shared.one
                         ? qPrintable(shared.one->objectName() + u' ' + shared.other->objectName())
                         : "");
        // One key each for what a review is made of.
        for (const char *id : {"review.nextHunk", "review.previousHunk", "review.takeIn",
                               "review.leaveOut", "review.remark", "review.viewed",
                               "review.allowOnce", "review.reject", "inbox.allowOnce"})
            QVERIFY2(!person.action(id)->shortcuts().isEmpty(), id);
        // Where an action is a button, that has a name.
        for (const QToolButton *button : person.window->findChildren<QToolButton *>()) {
            if (button->defaultAction())
                QVERIFY2(!button->accessibleName().isEmpty(), qPrintable(button->objectName()));
        }
    }

    void theHandbookNamesEveryAction()
    {
        QFile file(QStringLiteral(COUNTERSIGN_DOCS) + u"/keys.md"_s);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(file.readAll());
        const Person person;
        for (const QAction *action : person.registry().all()) {
            const QString id = action->objectName();
            QVERIFY2(text.contains(u"`%1`"_s.arg(id)), qPrintable(id));
        }
    }

    void opensAndGivesTheFocusBack_data()
    {
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<int>("key");
        QTest::addColumn<bool>("opens");
        QTest::newRow("F1 from the message field")
                << QByteArray("composerText") << int(Qt::Key_F1) << true;
        QTest::newRow("? is a character there")
                << QByteArray("composerText") << int(Qt::Key_Question) << false;
        QTest::newRow("F1 from a list") << QByteArray("sessions") << int(Qt::Key_F1) << true;
        QTest::newRow("? from a list") << QByteArray("sessions") << int(Qt::Key_Question) << true;
    }

    void opensAndGivesTheFocusBack()
    {
        QFETCH(const QByteArray, from);
        QFETCH(const int, key);
        QFETCH(const bool, opens);
        const Person person;
        auto *before = person.find<QWidget>(from.constData());
        before->setFocus();
        Person::press(key);
        QCOMPARE(person.overlay() && person.overlay()->isVisible(), opens);
        if (!opens) {
            QCOMPARE(person.composer()->toPlainText(), u"?"_s);
            return;
        }
        QVERIFY(person.filter()->hasFocus());
        QCOMPARE(person.overlay()->geometry(), person.window->rect());
        Person::press(Qt::Key_Escape);
        QVERIFY(!person.overlay()->isVisible());
        QVERIFY(before->hasFocus());
        // The same key closes it.
        person.openOverlay();
        Person::press(Qt::Key_F1);
        QVERIFY(!person.overlay()->isVisible());
        QVERIFY(before->hasFocus());
    }

    void opensAndClosesByMouse()
    {
        const Person person;
        auto *help = person.find<QToolButton>("help");
        QVERIFY(help->isVisible() && help->menu());
        QCOMPARE(help->menu()->actions(), QList<QAction *>{person.action("window.keys")});
        help->menu()->actions().first()->trigger();
        QVERIFY(person.overlay()->isVisible());
        QTest::mouseClick(person.find<QToolButton>("closeKeys"), Qt::LeftButton);
        QVERIFY(!person.overlay()->isVisible());
        QVERIFY(person.composer()->hasFocus());
    }

    void listsEveryAction()
    {
        const Person person;
        person.openOverlay();
        QStringList all;
        for (const QAction *action : person.registry().all())
            all.append(action->objectName());
        all.sort();
        QCOMPARE(person.shown(), all);
        for (const KeyRow *row : person.overlay()->findChildren<KeyRow *>()) {
            QVERIFY(!row->accessibleName().isEmpty());
            QVERIFY(!row->accessibleDescription().isEmpty());
        }
        QCOMPARE(person.row("review.nextHunk")->accessibleName(), u"Next Change, F7"_s);
        QCOMPARE(person.row("review.always")->accessibleName(), u"Always…, none"_s);
    }

    void finds_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QStringList>("ids");
        QTest::newRow("a name") << u"go to LINE"_s << QStringList{u"review.goToLine"_s};
        QTest::newRow("a key") << u"ctrl+g"_s << QStringList{u"review.goToLine"_s};
        QTest::newRow("an id") << u"todos.fold"_s << QStringList{u"todos.fold"_s};
        QTest::newRow("a key and where it works")
                << u"shift+f7 session"_s << QStringList{u"changes.previousPlace"_s};
        QTest::newRow("nothing") << u"xyzzy"_s << QStringList();
    }

    void finds()
    {
        QFETCH(const QString, text);
        QFETCH(const QStringList, ids);
        const Person person;
        person.openOverlay();
        QTest::keyClicks(person.filter(), text);
        QCOMPARE(person.shown(), ids);
        QCOMPARE(person.find<QLabel>("noAction")->isVisible(), ids.isEmpty());
        if (ids.isEmpty())
            return;
        Person::press(Qt::Key_Down); // From the field to what was found.
        const auto *row = qobject_cast<KeyRow *>(QApplication::focusWidget());
        QVERIFY(row);
        QCOMPARE(row->objectName(), ids.first());
        Person::press(Qt::Key_Up);
        QVERIFY(person.filter()->hasFocus());
    }

    void bindsByKeyboard()
    {
        Person person;
        person.openOverlay();
        QTest::keyClicks(person.filter(), u"review.nextHunk"_s);
        Person::press(Qt::Key_Down);
        Person::press(Qt::Key_Return);
        QVERIFY(person.in<QWidget>("review.nextHunk", "newKeys")->hasFocus());
        Person::press(Qt::Key_K, Qt::AltModifier);
        QVERIFY(!person.row("review.nextHunk")->isOpen());
        QVERIFY(person.row("review.nextHunk")->hasFocus());
        QCOMPARE(person.keysOf("review.nextHunk"), u"Alt+K"_s);
        QCOMPARE(person.row("review.nextHunk")->accessibleName(), u"Next Change, Alt+K"_s);
        QCOMPARE(person.in<QLabel>("review.nextHunk", "builtInKeys")->text(), u"built in: F7"_s);
        QCOMPARE(person.find<QToolButton>("nextHunk")->toolTip(),
                 u"Goes to the next changed place, then to the next file. (Alt+K)"_s);
        QVERIFY(person.file().contains("\"review.nextHunk\": [\"Alt+K\"]"));
        // And at the next start.
        person.show();
        QCOMPARE(person.keysOf("review.nextHunk"), u"Alt+K"_s);
        QVERIFY(!person.find<Window::InfoBar>()->isVisible());
        // Back to what is built in.
        person.openOverlay();
        person.change("review.nextHunk");
        Person::press(Qt::Key_Tab); // To the buttons: first the one for no keys.
        QVERIFY(person.in<QPushButton>("review.nextHunk", "noKeys")->hasFocus());
        Person::press(Qt::Key_Tab);
        Person::press(Qt::Key_Space);
        QCOMPARE(person.keysOf("review.nextHunk"), u"F7"_s);
        QVERIFY(!person.file().contains("nextHunk"));
    }

    void theBoundKeyActs()
    {
        QByteArray all;
        for (int i = 1; i <= 40; ++i) {
            all += i == 5     ? QByteArray("five")
                    : i == 30 ? QByteArray("thirty")
                              : QByteArray("line " + QByteArray::number(i));
            all += '\n';
        }
        const Person person(
                {turn(u"write"_s,
                      {{u"path"_s, u"a.txt"_s}, {u"content"_s, QString::fromUtf8(all)}}),
                 kDone},
                "{\"review.nextHunk\": \"J\", \"review.leaveOut\": []}");
        person.say(u"Change it"_s);
        auto *view =
                person.window->findChild<Review::ReviewPanel *>()->findChild<Review::DiffView *>();
        QTRY_COMPARE_WITH_TIMEOUT(view->hunkCount(), 2, kLong);
        view->setFocus();
        QCOMPARE(view->currentHunk(), 0);
        Person::press(Qt::Key_F7); // Nobody's any more.
        QCOMPARE(view->currentHunk(), 0);
        Person::press(Qt::Key_J);
        QCOMPARE(view->currentHunk(), 1);
        Person::press(Qt::Key_N);
        QVERIFY(!view->isLeftOut(1));
    }

    void bindsByMouse()
    {
        const Person person;
        person.openOverlay();
        QTest::mouseClick(person.in<QToolButton>("session.new", "changeKeys"), Qt::LeftButton);
        QVERIFY(person.row("session.new")->isOpen());
        // Opening another one puts the first aside.
        QTest::mouseClick(person.in<QToolButton>("todos.fold", "changeKeys"), Qt::LeftButton);
        QVERIFY(!person.row("session.new")->isOpen());
        Person::press(Qt::Key_F4);
        QCOMPARE(person.keysOf("todos.fold"), u"F4"_s);
        QTest::mouseClick(person.in<QToolButton>("todos.fold", "changeKeys"), Qt::LeftButton);
        QTest::mouseClick(person.in<QPushButton>("todos.fold", "noKeys"), Qt::LeftButton);
        QCOMPARE(person.keysOf("todos.fold"), QString());
        QTest::mouseClick(person.in<QToolButton>("todos.fold", "changeKeys"), Qt::LeftButton);
        QTest::mouseClick(person.in<QPushButton>("todos.fold", "resetKeys"), Qt::LeftButton);
        QCOMPARE(person.keysOf("todos.fold"), u"Ctrl+T"_s);
        QTest::mouseClick(person.in<QToolButton>("todos.fold", "changeKeys"), Qt::LeftButton);
        QTest::mouseClick(person.in<QPushButton>("todos.fold", "keysBack"), Qt::LeftButton);
        QVERIFY(!person.row("todos.fold")->isOpen());
    }

    void escapePutsAsideAndBackspaceTakesAway()
    {
        const Person person;
        person.openOverlay();
        person.change("review.wrap");
        Person::press(Qt::Key_Escape);
        QVERIFY(person.overlay()->isVisible());
        QVERIFY(!person.row("review.wrap")->isOpen());
        QCOMPARE(person.keysOf("review.wrap"), u"W"_s);
        person.change("review.wrap");
        Person::press(Qt::Key_Tab);
        Person::press(Qt::Key_Escape); // From a button as well.
        QVERIFY(person.overlay()->isVisible() && !person.row("review.wrap")->isOpen());
        person.change("review.wrap");
        Person::press(Qt::Key_Backspace);
        QCOMPARE(person.keysOf("review.wrap"), QString());
        QVERIFY(person.file().contains("\"review.wrap\": []"));
    }

    void someKeysAreRefusedWithASentence()
    {
        const Person person;
        person.openOverlay();
        person.change("review.focus");
        const auto *message = person.in<QLabel>("review.focus", "keyMessage");
        Person::press(Qt::Key_Space);
        QVERIFY2(message->isVisible() && message->text().contains(u"presses buttons"_s),
                 qPrintable(message->text()));
        Person::press(Qt::Key_X);
        QVERIFY2(message->text().contains(u"typed into messages"_s), qPrintable(message->text()));
        Person::press(Qt::Key_Control, Qt::ControlModifier); // Alone: one waits for the rest.
        QVERIFY(person.row("review.focus")->isOpen());
        QVERIFY(!person.in<QPushButton>("review.focus", "takeKeys")->isVisible());
        Person::press(Qt::Key_F2);
        QCOMPARE(person.keysOf("review.focus"), u"F2"_s);
    }

    void aClashSaysWhoHasItAndOffersIt()
    {
        const Person person;
        person.openOverlay();
        person.change("review.wrap");
        const auto *message = person.in<QLabel>("review.wrap", "keyMessage");
        Person::press(Qt::Key_E);
        QCOMPARE(message->text(), u"E is the key of “Edit…” (Review)."_s);
        QCOMPARE(person.keysOf("review.wrap"), u"W"_s);
        // Nothing is taken unless that is chosen.
        Person::press(Qt::Key_Return);
        QVERIFY(message->text().contains(u"presses buttons"_s));
        Person::press(Qt::Key_E);
        auto *take = person.in<QPushButton>("review.wrap", "takeKeys");
        QVERIFY(take->isVisible() && !take->hasFocus() && !take->isDefault());
        QTest::mouseClick(take, Qt::LeftButton);
        QCOMPARE(person.keysOf("review.wrap"), u"E"_s);
        QCOMPARE(person.keysOf("review.edit"), QString());
        QCOMPARE(person.row("review.edit")->accessibleName(), u"Edit…, none"_s);
        // The same key in another place is no clash.
        person.change("changes.putBackPlace");
        Person::press(Qt::Key_E);
        QCOMPARE(person.keysOf("changes.putBackPlace"), u"E"_s);
    }

    void resetAllCanBeUndone()
    {
        const Person person({kDone}, "{\"review.wrap\": \"J\", \"later.thing\": \"F5\"}");
        person.openOverlay();
        auto *reset = person.find<QPushButton>("resetAllKeys");
        QVERIFY(reset->isEnabled());
        QTest::mouseClick(reset, Qt::LeftButton);
        QCOMPARE(person.keysOf("review.wrap"), u"W"_s);
        QVERIFY(!reset->isEnabled());
        QVERIFY(person.find<QLabel>("keysMessage")->text().startsWith(u"1 "_s));
        QVERIFY(person.file().contains("later.thing"));
        QVERIFY(!person.file().contains("review.wrap"));
        QVERIFY(person.find<QPushButton>("undoReset")->hasFocus());
        Person::press(Qt::Key_Space);
        QCOMPARE(person.keysOf("review.wrap"), u"J"_s);
        QVERIFY(person.overlay()->isAncestorOf(QApplication::focusWidget()));
        QVERIFY(person.file().contains("\"review.wrap\": [\"J\"]"));
    }

    void whatIsWrongInTheFileIsTold()
    {
        Person person({kDone}, "{\n  \"review.wrap\": [\"Escape\"],\n  \"nobody\": \"F5\"\n}");
        const auto *bar = person.find<Window::InfoBar>();
        QVERIFY(bar->isVisible());
        QVERIFY2(bar->text().contains(u"keys.jsonc:2:"_s), qPrintable(bar->text()));
        QVERIFY2(bar->text().contains(u"“nobody”"_s), qPrintable(bar->text()));
        QCOMPARE(person.keysOf("review.wrap"), u"W"_s);
        // A file that cannot be read is told when it is to be written, too, and stays.
        person.scratch.write(u"home/config/keys.jsonc"_s, "{ oops");
        person.show();
        person.openOverlay();
        person.change("review.wrap");
        Person::press(Qt::Key_J);
        QCOMPARE(person.keysOf("review.wrap"), u"J"_s);
        const QString told = person.find<QLabel>("keysMessage")->text();
        QVERIFY2(told.contains(u"until Countersign is closed"_s), qPrintable(told));
        QCOMPARE(person.file(), "{ oops");
        QVERIFY(person.find<Window::InfoBar>()->text().contains(u"cannot be kept"_s));
    }

    void theKeyboardStaysInIt()
    {
        const Person person;
        person.openOverlay();
        QSet<QString> reached;
        for (int i = 0; i < 120; ++i) {
            Person::press(i < 90 ? Qt::Key_Tab : Qt::Key_Backtab);
            const QWidget *at = QApplication::focusWidget();
            QVERIFY(at && person.overlay()->isAncestorOf(at));
            const auto *button = qobject_cast<const QAbstractButton *>(at);
            QVERIFY(!at->accessibleName().isEmpty() || (button && !button->text().isEmpty()));
            reached.insert(at->objectName());
        }
        for (const QString &name : {u"keyFilter"_s, u"closeKeys"_s, u"review.nextHunk"_s,
                                    u"window.keys"_s, u"changes.undo"_s})
            QVERIFY2(reached.contains(name), qPrintable(name));
        // Whoever wants to have it does not get it.
        person.composer()->setFocus();
        QVERIFY(person.filter()->hasFocus());
    }

    void noActionOfTheWindowRunsBelow()
    {
        const Person person;
        const SessionId session = person.window->currentSession();
        person.openOverlay();
        for (const int key : {Qt::Key_N, Qt::Key_L, Qt::Key_R, Qt::Key_Q}) {
            Person::press(key, Qt::ControlModifier);
            QVERIFY(person.overlay()->isVisible());
            QVERIFY(person.overlay()->isAncestorOf(QApplication::focusWidget()));
        }
        QCOMPARE(person.window->currentSession(), session);
        QVERIFY(person.window->isVisible());
        // Nor while it waits for keys.
        person.change("review.wrap");
        Person::press(Qt::Key_N, Qt::ControlModifier);
        QCOMPARE(person.window->currentSession(), session);
    }

    void nothingBelowIsSeenOrAnswered()
    {
        const Person person({turn(u"edit"_s,
                                  {{u"path"_s, u"a.txt"_s},
                                   {u"oldString"_s, u"line 2\n"_s},
                                   {u"newString"_s, u"two\n"_s}}),
                             kDone});
        person.say(u"Change it"_s);
        person.openOverlay();
        QTRY_COMPARE_WITH_TIMEOUT(person.find<Inbox::InboxPanel>()->count(), 1, kLong);
        QVERIFY(person.overlay()->isAncestorOf(QApplication::focusWidget()));
        auto *review = person.window->findChild<Review::ReviewPanel *>();
        auto *view = review->findChild<Review::DiffView *>();
        QTRY_COMPARE_WITH_TIMEOUT(view->hunkCount(), 1, kLong);
        QVERIFY(!QTest::qWaitFor([view] { return view->isSeen(); }, 700));
        for (const int key : {Qt::Key_A, Qt::Key_Y, Qt::Key_Return, Qt::Key_Space})
            Person::press(key);
        Person::press(Qt::Key_A, Qt::AltModifier);
        QCOMPARE(person.desk.replied.size(), 0);
        Person::press(Qt::Key_Escape);
        auto *allow = person.find<QPushButton>("allowOnce");
        QVERIFY(!allow->isEnabled());
        QTRY_VERIFY_WITH_TIMEOUT(allow->isEnabled(), kLong);
        // What was ready before it was covered arms anew, too.
        view->setFocus();
        person.openOverlay();
        QTest::mouseClick(person.find<QToolButton>("closeKeys"), Qt::LeftButton);
        QVERIFY(!allow->isEnabled());
        Person::press(Qt::Key_A, Qt::AltModifier);
        QCOMPARE(person.desk.replied.size(), 0);
        QTRY_VERIFY_WITH_TIMEOUT(allow->isEnabled(), kLong);
        QVERIFY2(allow->toolTip().endsWith(u"(Alt+A)"_s), qPrintable(allow->toolTip()));
        // Words that are written are no answer.
        Person::press(Qt::Key_C);
        auto *words = person.find<QLineEdit>("noteText");
        QVERIFY(words->hasFocus());
        Person::press(Qt::Key_A, Qt::AltModifier);
        QCOMPARE(person.desk.replied.size(), 0);
        Person::press(Qt::Key_Escape);
        QVERIFY(view->hasFocus());
        Person::press(Qt::Key_A, Qt::AltModifier);
        QTRY_COMPARE_WITH_TIMEOUT(person.desk.ended.size(), 1, kLong);
        QVERIFY(person.scratch.read(u"project/a.txt"_s).startsWith("line 1\ntwo\n"));
    }

    void aCardArmsAnewAndItsKeyCanBeBound()
    {
        const Person person({turn(u"bash"_s, {{u"command"_s, u"echo hello"_s}}), kDone},
                            "{\"inbox.allowOnce\": \"J\"}");
        person.say(u"Run it"_s);
        auto *allow = static_cast<QPushButton *>(nullptr);
        QTRY_VERIFY_WITH_TIMEOUT((allow = person.find<QPushButton>("cardAllow")) != nullptr, kLong);
        QTRY_VERIFY_WITH_TIMEOUT(allow->isEnabled(), kLong);
        QVERIFY2(allow->toolTip().endsWith(u"(J)"_s), qPrintable(allow->toolTip()));
        Person::press(Qt::Key_I, Qt::ControlModifier);
        QVERIFY(qobject_cast<Inbox::Card *>(QApplication::focusWidget()));
        person.openOverlay();
        Person::press(Qt::Key_Escape);
        QVERIFY(qobject_cast<Inbox::Card *>(QApplication::focusWidget()));
        QVERIFY(!allow->isEnabled());
        Person::press(Qt::Key_J);
        QCOMPARE(person.desk.replied.size(), 0);
        QTRY_VERIFY_WITH_TIMEOUT(allow->isEnabled(), kLong);
        Person::press(Qt::Key_A);
        QCOMPARE(person.desk.replied.size(), 0);
        Person::press(Qt::Key_J);
        QTRY_COMPARE_WITH_TIMEOUT(person.desk.replied.size(), 1, kLong);
        QTRY_COMPARE_WITH_TIMEOUT(person.desk.ended.size(), 1, kLong);
    }

    void scrollsInASmallWindow()
    {
        Person person;
        person.window->resize(640, 480);
        person.openOverlay();
        QTest::qWait(0);
        auto *list = person.find<QScrollArea>("keyList");
        const auto isShown = [list](const QWidget *row) {
            const QRect inside(row->mapTo(list->viewport(), QPoint()), row->size());
            return list->viewport()->rect().contains(inside);
        };
        KeyRow *last = person.row("changes.redo");
        QVERIFY(!isShown(last));
        person.window->resize(500, 420); // It goes with the window.
        QCOMPARE(person.overlay()->geometry(), person.window->rect());
        // By the arrows, down to the last.
        Person::press(Qt::Key_Down);
        for (int i = 0; i < 100 && QApplication::focusWidget() != last; ++i)
            Person::press(Qt::Key_Down);
        QVERIFY(last->hasFocus());
        QVERIFY(isShown(last));
        QVERIFY(person.row("window.keys")->width() <= list->viewport()->width());
    }

    void caps_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QStringList>("caps");
        QTest::newRow("one") << u"F7"_s << QStringList{u"F7"_s};
        QTest::newRow("several") << u"Ctrl+Shift+K"_s << QStringList{u"Ctrl"_s, u"Shift"_s, u"K"_s};
        QTest::newRow("plus") << u"+"_s << QStringList{u"+"_s};
        QTest::newRow("with plus") << u"Ctrl++"_s << QStringList{u"Ctrl"_s, u"+"_s};
        QTest::newRow("none") << QString() << QStringList();
    }

    void caps()
    {
        QFETCH(const QString, key);
        QFETCH(const QStringList, caps);
        QCOMPARE(capsOf(QKeySequence(key)), caps);
    }
};

QTEST_MAIN(tst_KeyOverlay)
#include "tst_keyoverlay.moc"
