// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "actions/keymap.h"
#include "actions/keyrules.h"
#include "actions/registry.h"
#include "support/scratch.h"
#include "theme/theme.h"

#include <QKeyEvent>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QWidget>

#include <unistd.h>

using namespace Countersign;
using namespace Countersign::Actions;
using namespace Qt::StringLiterals;

namespace {

/// A window with two panels, one of them with a part, and an action of each kind:
/// w.find Ctrl+F (window), left.step F7, left.stop F8, part.take F9 (in left), right.step F7,
/// part.copy Ctrl+C (of the part itself).
class House
{
public:
    House()
    {
        left = new QWidget(&window);
        part = new QWidget(left);
        right = new QWidget(&window);
        const auto add = [this](QWidget *owner, const char16_t *id, const char16_t *key,
                                Qt::ShortcutContext context = Qt::WidgetWithChildrenShortcut) {
            const QString name = QStringView(id).toString();
            registry.add(owner,
                         {name,
                          u"Text of "_s + name,
                          u"Tip of "_s + name,
                          {QKeySequence(QStringView(key).toString())},
                          {},
                          context});
        };
        add(&window, u"w.find", u"Ctrl+F", Qt::WindowShortcut);
        add(left, u"left.step", u"F7");
        add(left, u"left.stop", u"F8");
        add(part, u"part.take", u"F9");
        add(right, u"right.step", u"F7");
        add(part, u"part.copy", u"Ctrl+C", Qt::WidgetShortcut);
    }

    [[nodiscard]] QString keysOf(const QString &id) const
    {
        return QKeySequence::listToString(registry.find(id)->shortcuts(),
                                          QKeySequence::PortableText);
    }
    [[nodiscard]] QStringList all() const
    {
        QStringList keys;
        for (const QAction *action : registry.all())
            keys.append(keysOf(action->objectName()));
        return keys;
    }

    Registry registry;
    QWidget window;
    QWidget *left = nullptr;
    QWidget *part = nullptr;
    QWidget *right = nullptr;
    Test::Scratch scratch;
    Keymap keymap{registry, scratch.path(u"config/keys.jsonc"_s)};
};

const QStringList kBuiltIn{u"Ctrl+F"_s, u"F7"_s, u"F8"_s, u"F9"_s, u"F7"_s, u"Ctrl+C"_s};

} // namespace

class tst_Keymap : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { Theme::Theme::install(*qApp, Theme::Scheme::Light); }

    void clashesWhereBothAreReached_data()
    {
        QTest::addColumn<QString>("action");
        QTest::addColumn<QString>("key");
        QTest::addColumn<QStringList>("holders");
        QTest::newRow("free") << u"left.step"_s << u"F2"_s << QStringList();
        QTest::newRow("its own") << u"left.step"_s << u"F7"_s << QStringList();
        QTest::newRow("the same place") << u"left.step"_s << u"F8"_s << QStringList{u"left.stop"_s};
        QTest::newRow("the whole window's")
                << u"right.step"_s << u"Ctrl+F"_s << QStringList{u"w.find"_s};
        QTest::newRow("for the whole window, everywhere")
                << u"w.find"_s << u"F7"_s << QStringList{u"left.step"_s, u"right.step"_s};
        QTest::newRow("an outer place") << u"part.take"_s << u"F7"_s << QStringList{u"left.step"_s};
        QTest::newRow("an inner place") << u"left.step"_s << u"F9"_s << QStringList{u"part.take"_s};
        QTest::newRow("another place") << u"right.step"_s << u"F9"_s << QStringList();
        QTest::newRow("of one widget, from around it")
                << u"left.step"_s << u"Ctrl+C"_s << QStringList{u"part.copy"_s};
        QTest::newRow("of one widget, beside it")
                << u"right.step"_s << u"Ctrl+C"_s << QStringList();
    }

    void clashesWhereBothAreReached()
    {
        QFETCH(const QString, action);
        QFETCH(const QString, key);
        QFETCH(const QStringList, holders);
        const House house;
        QStringList found;
        const QList<Clash> list =
                clashes(house.registry, house.registry.find(action), {QKeySequence(key)});
        for (const Clash &clash : list) {
            QCOMPARE(clash.key, QKeySequence(key));
            found.append(clash.holder->objectName());
        }
        QCOMPARE(found, holders);
    }

    void someKeysStayWhatTheyAre_data()
    {
        QTest::addColumn<QString>("action");
        QTest::addColumn<QString>("key");
        QTest::addColumn<bool>("refused");
        for (const char16_t *key :
             {u"Tab",        u"Shift+Tab",      u"Ctrl+Tab",      u"Backtab",      u"Esc",
              u"Shift+Esc",  u"Return",         u"Enter",         u"Shift+Return", u"Space",
              u"Up",         u"Shift+Down",     u"PgDown",        u"Home",         u"Backspace",
              u"Del",        u"Ctrl+C",         u"Ctrl+V",        u"Ctrl+A",       u"Ctrl+Z",
              u"Ctrl+Right", u"Ctrl+Shift+End", u"Ctrl+K, Ctrl+S"}) {
            const QString text = QStringView(key).toString();
            QTest::addRow("%s", qPrintable(text)) << u"left.step"_s << text << true;
        }
        for (const char16_t *key : {u"N", u"Shift+N", u"?", u"F2", u"Ctrl+Return", u"Ctrl+Space",
                                    u"Alt+Up", u"Ctrl+Shift+K", u"Meta+J"}) {
            const QString text = QStringView(key).toString();
            QTest::addRow("%s in a place", qPrintable(text)) << u"left.step"_s << text << false;
        }
        QTest::newRow("typed, in the window") << u"w.find"_s << u"N"_s << true;
        QTest::newRow("typed with Shift, in the window") << u"w.find"_s << u"Shift+N"_s << true;
        QTest::newRow("a mark, in the window") << u"w.find"_s << u"?"_s << true;
        QTest::newRow("Ctrl, in the window") << u"w.find"_s << u"Ctrl+N"_s << false;
        QTest::newRow("a function key, in the window") << u"w.find"_s << u"F2"_s << false;
        QTest::newRow("its built-in key, of texts") << u"part.copy"_s << u"Ctrl+C"_s << false;
    }

    void someKeysStayWhatTheyAre()
    {
        QFETCH(const QString, action);
        QFETCH(const QString, key);
        QFETCH(const bool, refused);
        const House house;
        const QString why = refusal(house.registry, house.registry.find(action), QKeySequence(key));
        QVERIFY2(why.isEmpty() == !refused, qPrintable(why));
        if (refused)
            QVERIFY(why.endsWith(u'.'));
    }

    void pressed_data()
    {
        QTest::addColumn<int>("key");
        QTest::addColumn<Qt::KeyboardModifiers>("modifiers");
        QTest::addColumn<QString>("bound");
        using Modifiers = Qt::KeyboardModifiers;
        QTest::newRow("a letter") << int(Qt::Key_N) << Modifiers() << u"N"_s;
        QTest::newRow("with Shift")
                << int(Qt::Key_N) << Modifiers(Qt::ShiftModifier) << u"Shift+N"_s;
        QTest::newRow("Shift makes the mark")
                << int(Qt::Key_Question) << Modifiers(Qt::ShiftModifier) << u"?"_s;
        QTest::newRow("and Ctrl") << int(Qt::Key_Question)
                                  << Modifiers(Qt::ShiftModifier | Qt::ControlModifier)
                                  << u"Ctrl+?"_s;
        QTest::newRow("the number pad")
                << int(Qt::Key_5) << Modifiers(Qt::KeypadModifier | Qt::AltModifier) << u"Alt+5"_s;
        QTest::newRow("a modifier alone")
                << int(Qt::Key_Control) << Modifiers(Qt::ControlModifier) << QString();
        QTest::newRow("a key without a name") << int(Qt::Key_unknown) << Modifiers() << QString();
    }

    void pressed()
    {
        QFETCH(const int, key);
        QFETCH(const Qt::KeyboardModifiers, modifiers);
        QFETCH(const QString, bound);
        const QKeyEvent event(QEvent::KeyPress, key, modifiers);
        QCOMPARE(pressedKey(event).toString(QKeySequence::PortableText), bound);
    }

    void written_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("key");
        QTest::newRow("a key") << u"F8"_s << u"F8"_s;
        QTest::newRow("any case, spaces") << u" ctrl+shift+k "_s << u"Ctrl+Shift+K"_s;
        QTest::newRow("plus") << u"Ctrl++"_s << u"Ctrl++"_s;
        QTest::newRow("nothing") << QString() << QString();
        QTest::newRow("no key") << u"Ctrl+Foo"_s << QString();
        QTest::newRow("a modifier alone") << u"Ctrl"_s << QString();
        QTest::newRow("words") << u"the F8 key"_s << QString();
    }

    void written()
    {
        QFETCH(const QString, text);
        QFETCH(const QString, key);
        QCOMPARE(writtenKey(text).toString(QKeySequence::PortableText), key);
    }

    void whatIsBoundIsThereAtTheNextStart()
    {
        House house;
        QSignalSpy changed(&house.keymap, &Keymap::changed);
        QVERIFY(house.keymap.load().isEmpty());
        QCOMPARE(house.all(), kBuiltIn);
        QVERIFY(house.keymap.bind(house.registry.find(u"left.step"_s), {QKeySequence(u"F2"_s)}));
        QVERIFY(house.keymap.bind(house.registry.find(u"right.step"_s), {}));
        QVERIFY(changed.size() >= 2);
        const QStringList now{u"Ctrl+F"_s, u"F2"_s, u"F8"_s, u"F9"_s, QString(), u"Ctrl+C"_s};
        QCOMPARE(house.all(), now);
        House next;
        next.scratch.write(u"config/keys.jsonc"_s, house.scratch.read(u"config/keys.jsonc"_s));
        QCOMPARE(next.keymap.load(), QStringList());
        QCOMPARE(next.all(), now);
        // And what is reset leaves the file.
        QVERIFY(next.keymap.bind(next.registry.find(u"left.step"_s), {QKeySequence(u"F7"_s)}));
        QVERIFY(next.keymap.resetAll());
        QCOMPARE(next.all(), kBuiltIn);
        QVERIFY(!next.scratch.read(u"config/keys.jsonc"_s).contains("step"));
    }

    void whatIsTakenFromAnotherIsKeptForBoth()
    {
        House house;
        house.registry.setKeys(house.registry.find(u"left.stop"_s),
                               {QKeySequence(u"F8"_s), QKeySequence(u"Ctrl+E"_s)});
        QVERIFY(house.keymap.bind(house.registry.find(u"w.find"_s), {QKeySequence(u"F8"_s)}));
        const QStringList now{u"F8"_s, u"F7"_s, u"Ctrl+E"_s, u"F9"_s, u"F7"_s, u"Ctrl+C"_s};
        QCOMPARE(house.all(), now);
        House next;
        next.scratch.write(u"config/keys.jsonc"_s, house.scratch.read(u"config/keys.jsonc"_s));
        QCOMPARE(next.keymap.load(), QStringList());
        QCOMPARE(next.all(), now);
    }

    void aResetOfAllCanBeTakenBack()
    {
        House house;
        QVERIFY(house.keymap.bind(house.registry.find(u"left.step"_s), {QKeySequence(u"F2"_s)}));
        const Keymap::Bindings before = house.keymap.bindings();
        QVERIFY(house.keymap.resetAll());
        QCOMPARE(house.all(), kBuiltIn);
        QVERIFY(house.keymap.restore(before));
        QCOMPARE(house.keysOf(u"left.step"_s), u"F2"_s);
        QCOMPARE(house.keymap.load(), QStringList());
        QCOMPARE(house.keysOf(u"left.step"_s), u"F2"_s);
    }

    void whatCannotBeUsedIsTold_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QStringList>("keys");
        QTest::addColumn<QString>("words"); // Of the one problem.
        QTest::newRow("an unknown action")
                << QByteArray("{\"left.stepp\": [\"F2\"]}") << kBuiltIn << u"“left.stepp”"_s;
        QTest::newRow("no key") << QByteArray("{\"left.step\": [\"Ctrl+Foo\"]}") << kBuiltIn
                                << u"“Ctrl+Foo” is no key"_s;
        QTest::newRow("an empty key")
                << QByteArray("{\"left.step\": \"\"}") << kBuiltIn << u"“” is no key"_s;
        QTest::newRow("one of two is no key")
                << QByteArray("{\"left.step\": [\"F2\", \"F99\"]}") << kBuiltIn << u"“F99”"_s;
        QTest::newRow("a key that stays what it is")
                << QByteArray("{\"left.step\": [\"Esc\"]}") << kBuiltIn << u"leads back"_s;
        QTest::newRow("two strokes") << QByteArray("{\"left.step\": [\"Ctrl+J, Ctrl+E\"]}")
                                     << kBuiltIn << u"more than one stroke"_s;
        QTest::newRow("a key of another one") << QByteArray("{\"left.step\": [\"F8\"]}") << kBuiltIn
                                              << u"“Text of left.stop” already"_s;
        QTest::newRow("the same key twice: the first has it")
                << QByteArray("{\"left.step\": [\"F2\"], \"part.take\": [\"F2\"]}")
                << QStringList{u"Ctrl+F"_s, u"F2"_s, u"F8"_s, u"F9"_s, u"F7"_s, u"Ctrl+C"_s}
                << u"“Text of left.step” already"_s;
        QTest::newRow("what was wrong does not stop the rest")
                << QByteArray("{\"left.step\": 7, \"left.stop\": \"F2\"}")
                << QStringList{u"Ctrl+F"_s, u"F7"_s, u"F2"_s, u"F9"_s, u"F7"_s, u"Ctrl+C"_s}
                << u"needs a key or a list of keys"_s;
        QTest::newRow("broken") << QByteArray("{\"left.step\": [\"F2\"}") << kBuiltIn << u":1:"_s;
    }

    void whatCannotBeUsedIsTold()
    {
        QFETCH(const QByteArray, text);
        QFETCH(const QStringList, keys);
        QFETCH(const QString, words);
        House house;
        house.scratch.write(u"config/keys.jsonc"_s, text);
        const QStringList problems = house.keymap.load();
        QCOMPARE(problems.size(), 1);
        QVERIFY2(problems.first().contains(words), qPrintable(problems.first()));
        QVERIFY2(problems.first().startsWith(house.keymap.file() + u':'),
                 qPrintable(problems.first()));
        QCOMPARE(house.all(), keys);
        QCOMPARE(house.scratch.read(u"config/keys.jsonc"_s), text);
    }

    void swappedKeysDoNotClash()
    {
        House house;
        house.scratch.write(u"config/keys.jsonc"_s,
                            "{\"left.step\": \"F8\", \"left.stop\": \"F7\"}");
        QCOMPARE(house.keymap.load(), QStringList());
        QCOMPARE(house.keysOf(u"left.step"_s), u"F8"_s);
        QCOMPARE(house.keysOf(u"left.stop"_s), u"F7"_s);
    }

    void whoFallsBackOntoATakenKeyTakesItBack()
    {
        House house;
        // part.take cannot have F7; back on F9 it meets what took that.
        house.scratch.write(u"config/keys.jsonc"_s,
                            "{\"left.stop\": \"F9\", \"part.take\": \"F7\"}");
        QCOMPARE(house.keymap.load().size(), 2);
        QCOMPARE(house.all(), kBuiltIn);
    }

    void unknownActionsStayInTheFile()
    {
        House house;
        house.scratch.write(u"config/keys.jsonc"_s,
                            "{\n  // of a later version\n  \"x.new\": [\"F5\"]\n}\n");
        QCOMPARE(house.keymap.load().size(), 1);
        QVERIFY(house.keymap.bind(house.registry.find(u"left.step"_s), {QKeySequence(u"F2"_s)}));
        QVERIFY(house.keymap.resetAll());
        QCOMPARE(house.scratch.read(u"config/keys.jsonc"_s),
                 "{\n  // of a later version\n  \"x.new\": [\"F5\"],\n}\n");
    }

    void aBrokenFileStaysAndTheKeysHoldForNow()
    {
        House house;
        house.scratch.write(u"config/keys.jsonc"_s, "{ oops");
        QCOMPARE(house.keymap.load().size(), 1);
        const Result<void> kept =
                house.keymap.bind(house.registry.find(u"left.step"_s), {QKeySequence(u"F2"_s)});
        QVERIFY(!kept);
        QVERIFY2(kept.error().message.contains(house.keymap.file()),
                 qPrintable(kept.error().message));
        QCOMPARE(house.keysOf(u"left.step"_s), u"F2"_s);
        QCOMPARE(house.scratch.read(u"config/keys.jsonc"_s), "{ oops");
    }

    void tipsSayTheKeysOfNow()
    {
        House house;
        QAction *step = house.registry.find(u"left.step"_s);
        QToolButton button;
        Registry::showTip(&button, step);
        QCOMPARE(button.toolTip(), u"Tip of left.step (F7)"_s);
        QVERIFY(house.keymap.bind(step, {QKeySequence(u"F2"_s)}));
        QCOMPARE(step->toolTip(), u"Tip of left.step (F2)"_s);
        QCOMPARE(button.toolTip(), u"Tip of left.step (F2)"_s);
        QVERIFY(house.keymap.bind(step, {}));
        QCOMPARE(button.toolTip(), u"Tip of left.step"_s);
    }
};

QTEST_MAIN(tst_Keymap)
#include "tst_keymap.moc"
