// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "rules.h"
#include "support/scratch.h"

#include <QDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Countersign::Test;

namespace {

const QByteArray kLicence = "// SPDX-FileCopyrightText: 2026 The Countersign developers\n"
                            "// SPDX-License-Identifier: MIT\n";

QStringList toStrings(const QList<Violation> &violations)
{
    QStringList lines;
    for (const Violation &violation : violations)
        lines.append(violation.toString());
    return lines;
}

} // namespace

class TestArchitecture : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void theHouseKeepsItsRules();
    void everyRoomIsInTheOrder();
    void findsEachKindOfViolation_data();
    void findsEachKindOfViolation();
    void letsPassWhatIsAllowed_data();
    void letsPassWhatIsAllowed();
    void refusesLongFiles();
    void readsSourcesOnly();
};

void TestArchitecture::theHouseKeepsItsRules()
{
    const QString root = QStringLiteral(COUNTERSIGN_SOURCE_DIR);
    QVERIFY2(sourceFiles(root).contains(u"src/core/base/result.h"_s),
             "the sources are not where they should be");
    const QStringList broken = toStrings(checkTree(root));
    QVERIFY2(broken.isEmpty(), qPrintable(u"\n  "_s + broken.join(u"\n  "_s)));
}

void TestArchitecture::everyRoomIsInTheOrder()
{
    QStringList folders = QDir(QStringLiteral(COUNTERSIGN_SOURCE_DIR) + u"/src/core"_s)
                                  .entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name);
    QStringList order = rooms();
    order.sort();
    QCOMPARE(folders, order);
}

void TestArchitecture::findsEachKindOfViolation_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("code"); // After the licence, from line 3.
    QTest::addColumn<QStringList>("found");

    QTest::newRow("a room uses a later room")
            << u"src/core/diff/a.cpp"_s << QByteArray("#include \"tool/tool.h\"\n")
            << QStringList{
                       u"src/core/diff/a.cpp:3: room 'diff' may not use room 'tool', which comes "
                       "after it"_s};
    QTest::newRow("a provider uses tools, which come before it")
            << u"src/core/provider/a.h"_s << QByteArray("\n#  include \"tools/read.h\"\n")
            << QStringList{u"src/core/provider/a.h:4: room 'provider' may not use room 'tools'"_s};
    QTest::newRow("a provider uses the tool contract")
            << u"src/core/provider/a.h"_s << QByteArray("#include \"tool/tool.h\"\n")
            << QStringList{u"src/core/provider/a.h:3: room 'provider' may not use room 'tool'"_s};
    QTest::newRow("a tool knows the session")
            << u"src/core/tools/a.cpp"_s << QByteArray("#include \"session/types.h\"\n")
            << QStringList{
                       u"src/core/tools/a.cpp:3: room 'tools' may not use room 'session', which "
                       "comes after it"_s};
    QTest::newRow("the core uses a panel")
            << u"src/core/engine/a.cpp"_s << QByteArray("#include \"review/reviewpanel.h\"\n")
            << QStringList{u"src/core/engine/a.cpp:3: room 'engine' includes "
                           "\"review/reviewpanel.h\": the core knows its own rooms only"_s};
    QTest::newRow("an include without its room")
            << u"src/core/base/a.cpp"_s << QByteArray("#include \"result.h\"\n")
            << QStringList{u"src/core/base/a.cpp:3: room 'base' includes \"result.h\": write "
                           "includes as \"room/file.h\""_s};
    QTest::newRow("a folder that is no room")
            << u"src/core/misc/a.cpp"_s << QByteArray("#include \"base/result.h\"\n")
            << QStringList{u"src/core/misc/a.cpp:3: 'misc' is not a room: add it to rooms() in its "
                           "place in the order"_s};
    QTest::newRow("a widget asks the permission service")
            << u"src/widgets/inbox/a.cpp"_s << QByteArray("#include \"permission/service.h\"\n")
            << QStringList{
                       u"src/widgets/inbox/a.cpp:3: panel 'inbox' may not use "
                       "\"permission/service.h\": widgets see the engine and value types only"_s};
    QTest::newRow("a widget reads files by itself")
            << u"src/widgets/review/a.h"_s << QByteArray("#include \"location/location.h\"\n")
            << QStringList{
                       u"src/widgets/review/a.h:3: panel 'review' may not use "
                       "\"location/location.h\": widgets see the engine and value types only"_s};
    QTest::newRow("a widget in the core")
            << u"src/core/media/a.cpp"_s << QByteArray("#include <QLabel>\n")
            << QStringList{u"src/core/media/a.cpp:3: the core may not use <QLabel>: Qt Widgets "
                           "belongs to src/widgets"_s};
    QTest::newRow("the application object in the core")
            << u"src/core/engine/a.cpp"_s << QByteArray("#include <QtWidgets/QApplication>\n")
            << QStringList{u"src/core/engine/a.cpp:3: the core may not use "
                           "<QtWidgets/QApplication>: Qt Widgets belongs to src/widgets"_s};
    QTest::newRow("an image outside the room for media")
            << u"src/core/tools/a.cpp"_s << QByteArray("#include <QImage>\n")
            << QStringList{u"src/core/tools/a.cpp:3: only the room 'media' may use <QImage> of Qt "
                           "Gui"_s};
    QTest::newRow("a result that can be ignored")
            << u"src/core/base/a.h"_s
            << QByteArray(
                       "class A {\npublic:\n    static Result<QList<int>>\n    read(int a);\n};\n")
            << QStringList{u"src/core/base/a.h:5: a function that returns a Result must be "
                           "[[nodiscard]]"_s};
    QTest::newRow("a sleep")
            << u"tests/core/base/tst_a.cpp"_s << QByteArray("QThread::msleep(10); usleep (3);\n")
            << QStringList{u"tests/core/base/tst_a.cpp:3: nothing sleeps: wait for the thing "
                           "itself"_s};
    QTest::newRow("a sleep of the standard library")
            << u"src/core/base/a.cpp"_s << QByteArray("std::this_thread::sleep_for(1ms);\n")
            << QStringList{u"src/core/base/a.cpp:3: nothing sleeps: wait for the thing itself"_s};
    QTest::newRow("a nested event loop")
            << u"src/widgets/inbox/a.cpp"_s << QByteArray("dialog.exec();\nloop->exec();\n")
            << QStringList{u"src/widgets/inbox/a.cpp:3: no nested event loop: exec() belongs to "
                           "src/app and the I/O thread of 'net'"_s,
                           u"src/widgets/inbox/a.cpp:4: no nested event loop: exec() belongs to "
                           "src/app and the I/O thread of 'net'"_s};
    QTest::newRow("events in the middle")
            << u"src/app/a.cpp"_s << QByteArray("QCoreApplication::processEvents();\n")
            << QStringList{
                       u"src/app/a.cpp:3: no processEvents: it runs code in the middle of other "
                       "code"_s};
    QTest::newRow("a note to self in a comment")
            << u"src/core/base/a.cpp"_s << QByteArray("// TODO: the rest\n")
            << QStringList{
                       u"src/core/base/a.cpp:3: no notes to self in the source: do it, or write "
                       "an issue"_s};
    QTest::newRow("somebody's home")
            << u"src/core/base/a.cpp"_s << QByteArray("auto a = u\"/home/ada/x\"_s;\n")
            << QStringList{u"src/core/base/a.cpp:3: no path of somebody's machine"_s};
}

void TestArchitecture::findsEachKindOfViolation()
{
    QFETCH(QString, file);
    QFETCH(QByteArray, code);
    QFETCH(QStringList, found);

    Scratch scratch;
    scratch.write(file, kLicence + code);
    QCOMPARE(toStrings(checkTree(scratch.path())), found);
}

void TestArchitecture::letsPassWhatIsAllowed_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("code");

    QTest::newRow("earlier rooms and the own one")
            << u"src/core/tools/read.cpp"_s
            << QByteArray("#include \"tools/read.h\"\n#include \"tool/tool.h\"\n"
                          "#include \"location/location.h\"\n#include <QStringView>\n");
    QTest::newRow("the doors of the widgets")
            << u"src/widgets/review/a.cpp"_s
            << QByteArray("#include \"engine/engine.h\"\n#include \"diff/rows.h\"\n"
                          "#include \"permission/types.h\"\n#include \"syntax/highlighter.h\"\n"
                          "#include <QWidget>\n");
    QTest::newRow("everything, in the program")
            << u"src/app/main.cpp"_s
            << QByteArray("#include \"storage/store.h\"\n#include <QApplication>\n"
                          "int main() { return app.exec(); }\n");
    QTest::newRow("images in their room")
            << u"src/core/media/a.cpp"_s << QByteArray("#include <QImage>\n");
    QTest::newRow("a statement of SQL")
            << u"src/core/storage/a.cpp"_s << QByteArray("query.exec();\n");
    QTest::newRow("the files that moc writes")
            << u"src/core/base/a.cpp"_s
            << QByteArray("#include \"a.moc\"\n#include \"moc_a.cpp\"\n");
    QTest::newRow("a path as an example in a comment")
            << u"src/core/base/a.cpp"_s
            << QByteArray("/// \"/home/a/*\" is a pattern.\nint a; /* /root/a */\n");
    QTest::newRow("an include in a comment")
            << u"src/core/base/a.cpp"_s
            << QByteArray("// #include \"engine/engine.h\"\n/*\n#include <QLabel>\n*/\n");
    QTest::newRow("results that cannot be ignored")
            << u"src/core/base/a.h"_s
            << QByteArray("[[nodiscard]] Result<int> a();\n"
                          "class A {\npublic:\n    [[nodiscard]] static Result<void>\n    b();\n"
                          "    using Job = std::function<Result<void>(int)>;\n};\n");
    QTest::newRow("forbidden words in messages and names")
            << u"src/core/base/a.cpp"_s
            << QByteArray("auto a = u\"never sleep() \\\" here\"_s; // processEvents\n"
                          "auto b = R\"(dialog.exec())\";\nconst int c = 1'000; bool asleep();\n");
}

void TestArchitecture::letsPassWhatIsAllowed()
{
    QFETCH(QString, file);
    QFETCH(QByteArray, code);

    Scratch scratch;
    scratch.write(file, kLicence + code);
    QCOMPARE(toStrings(checkTree(scratch.path())), QStringList());
}

void TestArchitecture::refusesLongFiles()
{
    Scratch scratch;
    scratch.write(u"src/core/base/fits.cpp"_s, kLicence + QByteArray(698, '\n'));
    scratch.write(u"src/core/base/long.cpp"_s, kLicence + QByteArray(699, '\n'));
    scratch.write(u"src/core/base/bare.cpp"_s, "int a;\n");
    const QStringList expected{
            u"src/core/base/bare.cpp:1: a source starts with the two SPDX lines"_s,
            u"src/core/base/long.cpp:0: 701 lines, 700 are the limit: the file holds more than one "
            "thing"_s};
    QCOMPARE(toStrings(checkTree(scratch.path())), expected);
}

void TestArchitecture::readsSourcesOnly()
{
    Scratch scratch;
    scratch.write(u"src/core/base/a.h"_s, kLicence);
    scratch.write(u"src/core/base/CMakeLists.txt"_s, "sleep(1)\n");
    scratch.write(u"tests/core/base/tst_a.cpp"_s, kLicence);
    scratch.write(u"tests/data/sample.cpp"_s, "sleep(1);\n");
    const QStringList expected{u"src/core/base/a.h"_s, u"tests/core/base/tst_a.cpp"_s};
    QCOMPARE(sourceFiles(scratch.path()), expected);
}

QTEST_GUILESS_MAIN(TestArchitecture)
#include "tst_architecture.moc"
