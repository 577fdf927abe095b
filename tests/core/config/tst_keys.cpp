// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "config/keys.h"
#include "support/scratch.h"

#include <QFile>
#include <QTest>

#include <sys/stat.h>
#include <unistd.h>

using namespace Countersign;
using namespace Countersign::Config;
using namespace Qt::StringLiterals;

namespace {

using Bound = QMap<QString, QStringList>;

Bound boundIn(const KeysFile &read)
{
    Bound bound;
    for (const BoundKeys &entry : read.bound)
        bound.insert(entry.action, entry.keys);
    return bound;
}

} // namespace

Q_DECLARE_METATYPE(std::optional<QStringList>)

class tst_Keys : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void reads_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<Bound>("bound");
        QTest::addColumn<QStringList>("problems"); // "line:column" each.
        QTest::newRow("nothing") << QByteArray("{}") << Bound() << QStringList();
        QTest::newRow("a list, one key, none")
                << QByteArray("{\"a\": [\"F8\", \"Ctrl+K\"], \"b\": \"N\", \"c\": []}")
                << Bound{{u"a"_s, {u"F8"_s, u"Ctrl+K"_s}}, {u"b"_s, {u"N"_s}}, {u"c"_s, {}}}
                << QStringList();
        QTest::newRow("comments, a mark and a trailing comma")
                << QByteArray("\xEF\xBB\xBF// mine\n{\n  \"a\": \"F8\", /* good */\n}\n")
                << Bound{{u"a"_s, {u"F8"_s}}} << QStringList();
        QTest::newRow("the last of two holds") << QByteArray("{\"a\": \"F8\", \"a\": \"F9\"}")
                                               << Bound{{u"a"_s, {u"F9"_s}}} << QStringList();
        QTest::newRow("a number; the rest holds")
                << QByteArray("{\n  \"a\": 8,\n  \"b\": \"F9\"\n}") << Bound{{u"b"_s, {u"F9"_s}}}
                << QStringList{u"2:8"_s};
        QTest::newRow("a number in a list")
                << QByteArray("{\"a\": [\"F8\", 9]}") << Bound() << QStringList{u"1:7"_s};
        QTest::newRow("broken") << QByteArray("{\n  \"a\": [\"F8\"\n}") << Bound()
                                << QStringList{u"3:1"_s};
        QTest::newRow("no object") << QByteArray("[]") << Bound() << QStringList{u"1:1"_s};
        QTest::newRow("not UTF-8")
                << QByteArray("{\"\xFF\": []}") << Bound() << QStringList{u"0:0"_s};
        QTest::newRow("larger than 1 MiB") << QByteArray("{}" + QByteArray(1024 * 1024, ' '))
                                           << Bound() << QStringList{u"0:0"_s};
    }

    void reads()
    {
        QFETCH(const QByteArray, text);
        QFETCH(const Bound, bound);
        QFETCH(const QStringList, problems);
        const Test::Scratch scratch;
        const KeysFile read = readKeysFile(scratch.write(u"keys.jsonc"_s, text));
        QCOMPARE(boundIn(read), bound);
        QStringList places;
        for (const Problem &problem : read.problems) {
            QVERIFY(!problem.message.isEmpty());
            places.append(u"%1:%2"_s.arg(problem.line).arg(problem.column));
        }
        QCOMPARE(places, problems);
    }

    void aFileThatIsNotThereBindsNothing()
    {
        const Test::Scratch scratch;
        const KeysFile read = readKeysFile(scratch.path(u"config/keys.jsonc"_s));
        QCOMPARE(read.bound, QList<BoundKeys>());
        QVERIFY(read.problems.isEmpty());
        // A link that leads nowhere was meant to be read.
        QVERIFY(QFile::link(scratch.path(u"gone"_s), scratch.path(u"keys.jsonc"_s)));
        QCOMPARE(readKeysFile(scratch.path(u"keys.jsonc"_s)).problems.size(), 1);
        QCOMPARE(readKeysFile(scratch.path()).problems.size(), 1); // A folder.
    }

    void changes_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QString>("action");
        QTest::addColumn<std::optional<QStringList>>("keys");
        QTest::addColumn<QByteArray>("after");
        using Keys = std::optional<QStringList>;
        const Keys f9 = QStringList{u"F9"_s};
        const Keys gone;
        QTest::newRow("another value") << QByteArray("{ \"a\": \"F8\" }\n") << u"a"_s << f9
                                       << QByteArray("{ \"a\": [\"F9\"] }\n");
        QTest::newRow("none") << QByteArray("{ \"a\": [\"F8\"] }") << u"a"_s << Keys(QStringList())
                              << QByteArray("{ \"a\": [] }");
        QTest::newRow("several, with characters that JSON escapes")
                << QByteArray("{ \"a\": 1 }") << u"a"_s
                << Keys(QStringList{u"Ctrl+\\"_s, u"Alt+\""_s})
                << QByteArray("{ \"a\": [\"Ctrl+\\\\\", \"Alt+\\\"\"] }");
        QTest::newRow("into an empty object")
                << QByteArray("{}") << u"a"_s << f9 << QByteArray("{\n  \"a\": [\"F9\"]\n}");
        QTest::newRow("into an empty object over lines")
                << QByteArray("{\n}\n") << u"a"_s << f9 << QByteArray("{\n  \"a\": [\"F9\"]\n}\n");
        QTest::newRow("behind the last") << QByteArray("{\n  \"b\": []\n}\n") << u"a"_s << f9
                                         << QByteArray("{\n  \"b\": [],\n  \"a\": [\"F9\"]\n}\n");
        QTest::newRow("behind the last, which has a comma and a comment")
                << QByteArray("{\n  \"b\": [], // mine\n}\n") << u"a"_s << f9
                << QByteArray("{\n  \"b\": [], // mine\n  \"a\": [\"F9\"]\n}\n");
        QTest::newRow("behind the last, which has a comment and no comma")
                << QByteArray("{\n  \"b\": [] // mine }\n}\n") << u"a"_s << f9
                << QByteArray("{\n  \"b\": [], // mine }\n  \"a\": [\"F9\"]\n}\n");
        QTest::newRow("into a comment only")
                << QByteArray("{ /* none: \"a\" */ }") << u"a"_s << f9
                << QByteArray("{ /* none: \"a\" */\n  \"a\": [\"F9\"]\n }");
        QTest::newRow("what nobody knows stays")
                << QByteArray("{\n  \"x.new\": {\"k\": [1, \"}\"]}, \"a\": 1,\n  \"y\": null\n}")
                << u"a"_s << f9
                << QByteArray("{\n  \"x.new\": {\"k\": [1, \"}\"]}, \"a\": [\"F9\"],\n  \"y\": "
                              "null\n}");
        QTest::newRow("of two the one that holds")
                << QByteArray("{\"a\": 1, \"a\": 2}") << u"a"_s << f9
                << QByteArray("{\"a\": 1, \"a\": [\"F9\"]}");
        QTest::newRow("a key that is written with escapes")
                << QByteArray("{\"\\u0061\": 1}") << u"a"_s << f9
                << QByteArray("{\"\\u0061\": [\"F9\"]}");
        QTest::newRow("Windows line ends stay")
                << QByteArray("{\r\n  \"b\": [],\r\n  \"a\": 1\r\n}\r\n") << u"b"_s << gone
                << QByteArray("{\r\n  \"a\": 1\r\n}\r\n");
        QTest::newRow("out, with its line")
                << QByteArray("{\n  // about a\n  \"a\": [],\n  \"b\": []\n}") << u"a"_s << gone
                << QByteArray("{\n  // about a\n  \"b\": []\n}");
        QTest::newRow("out of the end") << QByteArray("{\n  \"b\": [],\n  \"a\": []\n}\n") << u"a"_s
                                        << gone << QByteArray("{\n  \"b\": [],\n}\n");
        QTest::newRow("out of a line with others") << QByteArray("{\"a\": [], \"b\": []}") << u"a"_s
                                                   << gone << QByteArray("{ \"b\": []}");
        QTest::newRow("out, both of two") << QByteArray("{\"a\": 1, \"b\": 2, \"a\": 3}") << u"a"_s
                                          << gone << QByteArray("{ \"b\": 2, }");
        QTest::newRow("out of where it is not")
                << QByteArray("{\"b\": 2}") << u"a"_s << gone << QByteArray("{\"b\": 2}");
    }

    void changes()
    {
        QFETCH(const QByteArray, before);
        QFETCH(const QString, action);
        QFETCH(const std::optional<QStringList>, keys);
        QFETCH(const QByteArray, after);
        const Result<QByteArray> changed = withKeys(before, u"/k"_s, {{action, keys}});
        QVERIFY2(changed, qPrintable(changed ? QString() : changed.error().detail));
        QCOMPARE(*changed, after);
    }

    void theFirstFileExplainsItself()
    {
        const Test::Scratch scratch;
        const QString path = scratch.path(u"config/keys.jsonc"_s);
        QVERIFY(changeKeysFile(path, {{u"a"_s, std::nullopt}}));
        QVERIFY(!scratch.exists(u"config/keys.jsonc"_s)); // Nothing differs: no file for that.
        QVERIFY(changeKeysFile(path, {{u"b"_s, QStringList{u"F9"_s}}, {u"a"_s, QStringList()}}));
        const KeysFile read = readKeysFile(path);
        QVERIFY(read.problems.isEmpty());
        QCOMPARE(boundIn(read), (Bound{{u"a"_s, {}}, {u"b"_s, {u"F9"_s}}}));
        QVERIFY(scratch.read(u"config/keys.jsonc"_s).startsWith("// "));
    }

    void whatCannotBeReadIsNotWrittenOver_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("broken") << QByteArray("{\n  \"a\": [\"F8\"\n");
        QTest::newRow("not an object") << QByteArray("\"F8\"");
        QTest::newRow("not UTF-8") << QByteArray("{\"\xFF\": []}");
    }

    void whatCannotBeReadIsNotWrittenOver()
    {
        QFETCH(const QByteArray, text);
        const Test::Scratch scratch;
        const QString path = scratch.write(u"keys.jsonc"_s, text);
        const Result<void> changed = changeKeysFile(path, {{u"a"_s, QStringList{u"F9"_s}}});
        QVERIFY(!changed);
        QVERIFY2(changed.error().message.contains(path), qPrintable(changed.error().message));
        QCOMPARE(scratch.read(u"keys.jsonc"_s), text);
    }

    void aFolderThatTakesNothingIsTold()
    {
        const Test::Scratch scratch;
        const QString path = scratch.write(u"config/keys.jsonc"_s, "{}");
        const QByteArray folder = QFile::encodeName(scratch.path(u"config"_s));
        QCOMPARE(::chmod(folder.constData(), 0555), 0);
        // The superuser may write everywhere, so that one is somebody else for the moment.
        const bool root = ::geteuid() == 0;
        constexpr uid_t kNobody = 65534;
        if (root) {
            QCOMPARE(::chmod(QFile::encodeName(scratch.path()).constData(), 0755), 0);
            QCOMPARE(::seteuid(kNobody), 0);
        }
        const auto changed = changeKeysFile(path, {{u"a"_s, QStringList{u"F9"_s}}});
        if (root)
            QCOMPARE(::seteuid(0), 0);
        QCOMPARE(::chmod(folder.constData(), 0755), 0);
        QVERIFY(!changed);
        QVERIFY2(changed.error().message.contains(path), qPrintable(changed.error().message));
        QCOMPARE(scratch.read(u"config/keys.jsonc"_s), "{}");
    }
};

QTEST_GUILESS_MAIN(tst_Keys)
#include "tst_keys.moc"
