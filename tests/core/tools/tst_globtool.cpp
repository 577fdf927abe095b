// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "toolbench.h"

#include "tools/globtool.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QTest>

#include <fcntl.h>
#include <sys/stat.h>

using namespace Countersign;
using namespace Countersign::Test;
using namespace Qt::StringLiterals;

class TestGlobTool : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void finds_data();
    void finds();
    void newestFirst();
    void limit_data();
    void limit();
    void linkThatLeadsOutIsLeftOut();
    void outsideAsks();
    void asks();
    void refusalIsTheError();
    void missingRipgrep();
};

namespace {

class Bench : public ToolBench
{
public:
    Bench() : ToolBench(u"glob"_s, makeGlobTool) { }

    /// Writes a file with the time of change `seconds` after the epoch.
    void write(const QString &name, int seconds) const
    {
        const QString file = scratch.write(name, "x");
        const timespec times[2] = {{seconds, 0}, {seconds, 0}};
        if (::utimensat(AT_FDCWD, QFile::encodeName(file).constData(), times, 0) != 0)
            qFatal("cannot set the time of %s", qPrintable(file));
    }
};

} // namespace

void TestGlobTool::finds_data()
{
    QTest::addColumn<QJsonObject>("input");
    QTest::addColumn<QString>("text");
    QTest::newRow("by extension") << QJsonObject{{u"pattern"_s, u"**/*.cpp"_s}}
                                  << u"a.cpp\nsub/b.cpp"_s;
    QTest::newRow("in a directory, still relative to the project")
            << QJsonObject{{u"pattern"_s, u"*.cpp"_s}, {u"path"_s, u"sub"_s}} << u"sub/b.cpp"_s;
    QTest::newRow("hidden") << QJsonObject{{u"pattern"_s, u"**/.hid*"_s}} << u".hidden"_s;
    QTest::newRow("never in .git")
            << QJsonObject{{u"pattern"_s, u"**/config"_s}} << u"sub/config"_s;
    QTest::newRow("nothing") << QJsonObject{{u"pattern"_s, u"*.rs"_s}} << u"No files found."_s;
    QTest::newRow("pattern that looks like an option")
            << QJsonObject{{u"pattern"_s, u"--help"_s}} << u"No files found."_s;
    QTest::newRow("missing directory")
            << QJsonObject{{u"pattern"_s, u"*"_s}, {u"path"_s, u"nowhere"_s}}
            << u"ERROR: There is no directory nowhere to search."_s;
    QTest::newRow("a file as directory")
            << QJsonObject{{u"pattern"_s, u"*"_s}, {u"path"_s, u"a.cpp"_s}}
            << u"ERROR: a.cpp is not a directory; name the directory to look in."_s;
}

void TestGlobTool::finds()
{
    QFETCH(QJsonObject, input);
    QFETCH(QString, text);
    Bench bench;
    bench.write(u"project/a.cpp"_s, 5000);
    bench.write(u"project/sub/b.cpp"_s, 4000);
    bench.write(u"project/sub/config"_s, 3000);
    bench.write(u"project/.hidden"_s, 3000);
    bench.write(u"project/.git/config"_s, 9000);
    QCOMPARE(bench.text(input), text);
}

void TestGlobTool::newestFirst()
{
    Bench bench;
    bench.write(u"project/old.txt"_s, 1000);
    bench.write(u"project/b.txt"_s, 2000);
    bench.write(u"project/a.txt"_s, 2000);
    bench.write(u"project/new.txt"_s, 3000);
    const Settled settled = bench.call({{u"pattern"_s, u"*.txt"_s}});
    QCOMPARE(settled.modelText(), u"new.txt\na.txt\nb.txt\nold.txt"_s);
    QCOMPARE(settled.output.structured.toObject(),
             (QJsonObject{
                     {u"files"_s, QJsonArray{u"new.txt"_s, u"a.txt"_s, u"b.txt"_s, u"old.txt"_s}},
                     {u"truncated"_s, false}}));
}

void TestGlobTool::limit_data()
{
    QTest::addColumn<int>("files");
    QTest::addColumn<QString>("text");
    QTest::newRow("one fewer") << 1 << u"1.txt"_s;
    QTest::newRow("exactly") << 2 << u"2.txt\n1.txt"_s;
    QTest::newRow("one more") << 3
                              << u"3.txt\n2.txt\n(2 of 3 files shown, the newest ones; use a "
                                 "narrower pattern or path, or a larger limit.)"_s;
}

void TestGlobTool::limit()
{
    QFETCH(int, files);
    QFETCH(QString, text);
    Bench bench;
    for (int i = 1; i <= files; ++i)
        bench.write(u"project/%1.txt"_s.arg(i), 1000 * i);
    const Settled settled = bench.call({{u"pattern"_s, u"*.txt"_s}, {u"limit"_s, 2}});
    QCOMPARE(settled.modelText(), text);
    QCOMPARE(settled.output.structured.toObject().value(u"truncated"_s).toBool(), files > 2);
}

void TestGlobTool::linkThatLeadsOutIsLeftOut()
{
    Bench bench;
    bench.write(u"project/kept.txt"_s, 1000);
    const QString outside = bench.scratch.write(u"outside/secret.txt"_s, "x");
    QVERIFY(QFile::link(outside, bench.scratch.path(u"project/link.txt"_s)));
    QVERIFY(QFile::link(bench.scratch.path(u"outside"_s), bench.scratch.path(u"project/dir"_s)));
    QCOMPARE(bench.text({{u"pattern"_s, u"**/*.txt"_s}}), u"kept.txt"_s);
}

void TestGlobTool::outsideAsks()
{
    Bench bench;
    const QString found = bench.scratch.write(u"outside/a.txt"_s, "x");
    const QString folder = bench.scratch.path(u"outside"_s);
    QCOMPARE(bench.text({{u"pattern"_s, u"*.txt"_s}, {u"path"_s, folder}}), found);
    QCOMPARE(bench.person->questions(),
             (QStringList{u"external_directory "_s + folder + u"/*"_s, u"glob *.txt"_s}));
}

void TestGlobTool::asks()
{
    Bench bench;
    bench.write(u"project/sub/a.txt"_s, 1000);
    QCOMPARE(bench.text({{u"pattern"_s, u"*.txt"_s}, {u"path"_s, u"sub"_s}, {u"limit"_s, 7}}),
             u"sub/a.txt"_s);
    const Permission::Inquiry inquiry = bench.person->asked().value(0).inquiry;
    QCOMPARE(inquiry.action, u"glob"_s);
    QCOMPARE(inquiry.resources, QStringList(u"*.txt"_s));
    QCOMPARE(inquiry.save, (QList<Permission::SaveOffer>{{u"*.txt"_s, true}, {u"*"_s, false}}));
    QCOMPARE(inquiry.metadata,
             (QJsonObject{{u"root"_s, u"sub"_s}, {u"path"_s, u"sub"_s}, {u"limit"_s, 7}}));
}

void TestGlobTool::refusalIsTheError()
{
    Bench bench;
    bench.write(u"project/a.txt"_s, 1000);
    bench.person->setHabits({{u"glob"_s, u"*"_s, HabitualPerson::rejects(u"Look in docs."_s)}});
    const QString text = bench.text({{u"pattern"_s, u"*.txt"_s}});
    QVERIFY2(text.startsWith(u"ERROR: "_s) && text.contains(u"Look in docs."_s), qPrintable(text));
}

void TestGlobTool::missingRipgrep()
{
    Bench bench;
    const QByteArray path = qgetenv("PATH");
    qputenv("PATH", QFile::encodeName(bench.scratch.path(u"project"_s)));
    const QString text = bench.text({{u"pattern"_s, u"*"_s}});
    qputenv("PATH", path);
    QCOMPARE(
            text,
            u"ERROR: Nothing was searched, because the program ripgrep (rg) is not installed. The "
            "person can install the package \"ripgrep\"; until then use bash with find or grep."_s);
}

QTEST_GUILESS_MAIN(TestGlobTool)
#include "tst_globtool.moc"
