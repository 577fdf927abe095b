// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "base/paths.h"

#include <QDir>
#include <QTest>

using namespace Countersign;
using namespace Qt::StringLiterals;

Q_DECLARE_METATYPE(Countersign::AppPaths)

class TestPaths : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        for (const char *name :
             {"COUNTERSIGN_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"})
            qunsetenv(name);
        qputenv("HOME", "/home/someone");
    }

    void fromEnvironment_data()
    {
        using Variables = QMap<QByteArray, QByteArray>;
        QTest::addColumn<Variables>("variables");
        QTest::addColumn<AppPaths>("expected");
        const AppPaths usual{u"/home/someone/.config/countersign"_s,
                             u"/home/someone/.local/share/countersign"_s,
                             u"/home/someone/.cache/countersign"_s};
        const QString here = QDir::currentPath();

        QTest::newRow("nothing set") << Variables{} << usual;
        QTest::newRow("empty values count as unset")
                << Variables{{"XDG_CONFIG_HOME", ""}, {"COUNTERSIGN_HOME", ""}} << usual;
        QTest::newRow("all XDG folders")
                << Variables{{"XDG_CONFIG_HOME", "/c"},
                             {"XDG_DATA_HOME", "/d/"},
                             {"XDG_CACHE_HOME", "/e//f"}}
                << AppPaths{u"/c/countersign"_s, u"/d/countersign"_s, u"/e/f/countersign"_s};
        QTest::newRow("one XDG folder leaves the others")
                << Variables{{"XDG_DATA_HOME", "/d"}}
                << AppPaths{usual.config, u"/d/countersign"_s, usual.cache};
        QTest::newRow("relative XDG values are ignored") << Variables{{"XDG_CONFIG_HOME", "c"},
                                                                      {"XDG_DATA_HOME", "./d"},
                                                                      {"XDG_CACHE_HOME", "../e"}}
                                                         << usual;
        QTest::newRow("COUNTERSIGN_HOME moves everything and wins")
                << Variables{{"COUNTERSIGN_HOME", "/all/of it"}, {"XDG_DATA_HOME", "/d"}}
                << AppPaths{u"/all/of it/config"_s, u"/all/of it/data"_s, u"/all/of it/cache"_s};
        QTest::newRow("a relative COUNTERSIGN_HOME is below the current folder")
                << Variables{{"COUNTERSIGN_HOME", "mine/"}}
                << AppPaths{here + u"/mine/config"_s, here + u"/mine/data"_s,
                            here + u"/mine/cache"_s};
        QTest::newRow("the root as COUNTERSIGN_HOME")
                << Variables{{"COUNTERSIGN_HOME", "/"}}
                << AppPaths{u"/config"_s, u"/data"_s, u"/cache"_s};
        QTest::newRow("names beyond ASCII")
                << Variables{{"COUNTERSIGN_HOME", "/h\xC3\xA9/\xE4\xBD\xA0"}}
                << AppPaths{u"/hé/你/config"_s, u"/hé/你/data"_s, u"/hé/你/cache"_s};
    }

    void fromEnvironment()
    {
        using Variables = QMap<QByteArray, QByteArray>;
        QFETCH(Variables, variables);
        QFETCH(AppPaths, expected);
        for (auto one = variables.begin(); one != variables.end(); ++one)
            qputenv(one.key().constData(), one.value());
        const AppPaths actual = AppPaths::fromEnvironment();
        QCOMPARE(actual.config, expected.config);
        QCOMPARE(actual.data, expected.data);
        QCOMPARE(actual.cache, expected.cache);
        const QByteArray moved = variables.value("COUNTERSIGN_HOME");
        QCOMPARE(actual.home,
                 moved.isEmpty() ? u"/home/someone"_s
                                 : QDir::cleanPath(QDir(QString::fromUtf8(moved)).absolutePath()));
    }

    void namesWhatIsInside()
    {
        const AppPaths paths = AppPaths::under(u"/h"_s);
        QCOMPARE(paths, (AppPaths{u"/h/config"_s, u"/h/data"_s, u"/h/cache"_s, u"/h"_s}));
        QCOMPARE(paths.databaseFile(), u"/h/data/countersign.db"_s);
        QCOMPARE(paths.toolOutput(), u"/h/data/tool-output"_s);
        QCOMPARE(paths.snapshots(), u"/h/data/snapshots"_s);
        QCOMPARE(paths.temporary(), QString(QDir::tempPath() + u"/countersign"_s));
    }
};

QTEST_GUILESS_MAIN(TestPaths)
#include "tst_paths.moc"
