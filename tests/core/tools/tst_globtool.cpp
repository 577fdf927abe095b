// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "support/workbench.h"

#include <QDir>
#include <QtTest>

#include <sys/time.h>

using namespace Qt::StringLiterals;

namespace Countersign::Test {

using Permission::Effect;

class GlobToolTest : public QObject
{
    Q_OBJECT

    /// A file with a time of change, in seconds after some moment.
    static void aged(const Workbench &bench, const QString &name, int seconds)
    {
        const QString path = bench.file(name, "x");
        const timeval time{1'700'000'000 + seconds, 0};
        const timeval times[2]{time, time};
        QCOMPARE(::utimes(QFile::encodeName(path).constData(), times), 0);
    }

private Q_SLOTS:
    void initTestCase()
    {
        if (QStandardPaths::findExecutable(u"rg"_s).isEmpty())
            QSKIP("ripgrep is not installed");
    }

    void newestFirst()
    {
        Workbench bench;
        aged(bench, u"b.cpp"_s, 1);
        aged(bench, u"sub/a.cpp"_s, 3);
        aged(bench, u"c.cpp"_s, 2);
        aged(bench, u"d.h"_s, 4);
        const Settled settled = bench.call(u"glob"_s, {{u"pattern"_s, u"**/*.cpp"_s}});
        QCOMPARE(settled.modelText(), u"sub/a.cpp\nc.cpp\nb.cpp"_s);
    }

    void theLimitDoesNotLie_data()
    {
        QTest::addColumn<int>("files");
        QTest::addColumn<bool>("truncated");
        QTest::newRow("fewer") << 2 << false;
        QTest::newRow("exactly") << 3 << false;
        QTest::newRow("one more") << 4 << true;
    }
    void theLimitDoesNotLie()
    {
        QFETCH(int, files);
        QFETCH(bool, truncated);
        Workbench bench;
        for (int i = 0; i < files; ++i)
            aged(bench, u"f%1.txt"_s.arg(i), i);
        const Settled settled =
                bench.call(u"glob"_s, {{u"pattern"_s, u"*.txt"_s}, {u"limit"_s, 3}});
        QCOMPARE(settled.output.structured.toObject().value(u"truncated"_s), QJsonValue(truncated));
        QCOMPARE(settled.modelText().contains(u"more matches"_s), truncated);
        QCOMPARE(settled.output.structured.toObject().value(u"paths"_s).toArray().size(),
                 std::min(files, 3));
        QVERIFY(settled.modelText().startsWith(u"f%1.txt"_s.arg(files - 1)));
    }

    void nothing()
    {
        Workbench bench;
        QCOMPARE(bench.call(u"glob"_s, {{u"pattern"_s, u"*.none"_s}}).modelText(),
                 u"No files found."_s);
    }

    void gitIsLeftOutAndLinksAreNotFollowed()
    {
        Workbench bench;
        bench.file(u".git/hooks/a.sample"_s, "x");
        bench.file(u"kept.sample"_s, "x");
        bench.scratch.write(u"outside/b.sample"_s, "x");
        QVERIFY(QFile::link(bench.scratch.path(u"outside"_s), bench.path(u"link"_s)));
        QVERIFY(QFile::link(bench.scratch.path(u"outside/b.sample"_s),
                            bench.path(u"link.sample"_s)));
        QCOMPARE(bench.call(u"glob"_s, {{u"pattern"_s, u"**/*.sample"_s}}).modelText(),
                 u"kept.sample"_s);
    }

    void namesWithLineEnds()
    {
        Workbench bench;
        bench.file(u"two\nlines.txt"_s, "x");
        const Settled settled = bench.call(u"glob"_s, {{u"pattern"_s, u"*.txt"_s}});
        QCOMPARE(settled.output.structured.toObject().value(u"paths"_s),
                 QJsonValue(QJsonArray{u"two\nlines.txt"_s}));
    }

    void roots()
    {
        Workbench bench;
        bench.file(u"sub/a.txt"_s, "x");
        bench.file(u"b.txt"_s, "x");
        QCOMPARE(bench.call(u"glob"_s, {{u"pattern"_s, u"*.txt"_s}, {u"path"_s, u"sub"_s}})
                         .modelText(),
                 u"sub/a.txt"_s);
        QCOMPARE(
                bench.call(u"glob"_s, {{u"pattern"_s, u"*"_s}, {u"path"_s, u"none"_s}}).error->code,
                ErrorCode::NotFound);
        QCOMPARE(bench.call(u"glob"_s, {{u"pattern"_s, u"*"_s}, {u"path"_s, u"b.txt"_s}})
                         .error->code,
                 ErrorCode::InvalidInput);
        QCOMPARE(bench.call(u"glob"_s, {{u"pattern"_s, u"*"_s}, {u"path"_s, u".."_s}}).error->code,
                 ErrorCode::Denied);
    }

    void outsideGoesThroughThePathPolicy()
    {
        Workbench bench({rule(u"external_directory"_s, u"*"_s, Effect::Ask)});
        bench.seat([](const Permission::Request &) { return yes(); });
        const QString file = bench.scratch.write(u"other/a.txt"_s, "x");
        const Settled settled = bench.call(
                u"glob"_s,
                {{u"pattern"_s, u"*.txt"_s}, {u"path"_s, bench.scratch.path(u"other"_s)}});
        QCOMPARE(settled.modelText(), file);
        QCOMPARE(bench.asked().size(), 1);
        QCOMPARE(bench.asked().first().inquiry.action, u"external_directory"_s);
    }

    void badPattern()
    {
        Workbench bench;
        const Settled settled = bench.call(u"glob"_s, {{u"pattern"_s, u"a[b"_s}});
        QVERIFY(!settled.ok());
        QCOMPARE(settled.error->code, ErrorCode::InvalidInput);
        QVERIFY(settled.modelText().contains(u"a[b"_s));
    }

    void request()
    {
        Workbench bench({rule(u"glob"_s, u"*"_s, Effect::Ask)});
        bench.seat([](const Permission::Request &) { return yes(); });
        QVERIFY(bench.call(u"glob"_s, {{u"pattern"_s, u"*.x"_s}}).ok());
        const Permission::Inquiry inquiry = bench.asked().first().inquiry;
        QCOMPARE(inquiry.resources, QStringList{u"*.x"_s});
        QCOMPARE(inquiry.save, QList<Permission::SaveOffer>({{u"*.x"_s, true}, {u"*"_s, false}}));
        QCOMPARE(inquiry.metadata,
                 QJsonObject({{u"root"_s, u"."_s}, {u"path"_s, QString()}, {u"limit"_s, 100}}));
    }
};

} // namespace Countersign::Test

QTEST_GUILESS_MAIN(Countersign::Test::GlobToolTest)
#include "tst_globtool.moc"
