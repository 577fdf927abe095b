// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "support/workbench.h"

#include <QDir>
#include <QtTest>

#include <fcntl.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace Countersign::Test {

using Permission::Effect;

class GrepToolTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        if (QStandardPaths::findExecutable(u"rg"_s).isEmpty())
            QSKIP("ripgrep is not installed");
    }

    void matches()
    {
        Workbench bench;
        bench.file(u"b.txt"_s, "one\nneedle 1\r\n");
        bench.file(u"a/x.txt"_s, "needle 2\nno\nneedle 3");
        bench.file(u".hidden"_s, "needle 4\n");
        bench.file(u".git/config"_s, "needle 5\n");
        const Settled settled = bench.call(u"grep"_s, {{u"pattern"_s, u"needle \\d"_s}});
        QCOMPARE(settled.modelText(),
                 u"4 matches\n\n.hidden:\n  Line 1: needle 4\n\na/x.txt:\n"
                 "  Line 1: needle 2\n  Line 3: needle 3\n\n"
                 "b.txt:\n  Line 2: needle 1"_s);
    }

    void includeAndRoots()
    {
        Workbench bench;
        bench.file(u"a.txt"_s, "needle\n");
        bench.file(u"sub/b.cpp"_s, "needle\n");
        const QString cpp = u"1 match\n\nsub/b.cpp:\n  Line 1: needle"_s;
        QCOMPARE(bench.call(u"grep"_s, {{u"pattern"_s, u"needle"_s}, {u"include"_s, u"*.cpp"_s}})
                         .modelText(),
                 cpp);
        QCOMPARE(bench.call(u"grep"_s, {{u"pattern"_s, u"needle"_s}, {u"path"_s, u"sub"_s}})
                         .modelText(),
                 cpp);
        QCOMPARE(bench.call(u"grep"_s, {{u"pattern"_s, u"needle"_s}, {u"path"_s, u"sub/b.cpp"_s}})
                         .modelText(),
                 cpp);
    }

    void strangeNames()
    {
        Workbench bench;
        bench.file(u"-v"_s, "needle\n");
        QCOMPARE(bench.call(u"grep"_s, {{u"pattern"_s, u"needle"_s}, {u"path"_s, u"-v"_s}})
                         .modelText(),
                 u"1 match\n\n-v:\n  Line 1: needle"_s);
        // A pattern that looks like an option is a pattern.
        QCOMPARE(bench.call(u"grep"_s, {{u"pattern"_s, u"--files"_s}}).modelText(),
                 u"No matches found."_s);
    }

    void bytesThatAreNotUtf8()
    {
        Workbench bench;
        bench.file(u"a.txt"_s, "caf\xE9 needle\n");
        const QByteArray name = QFile::encodeName(bench.path()) + "/b\xE9.txt";
        const int fd = ::open(name.constData(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
        QVERIFY(fd >= 0);
        QCOMPARE(::write(fd, "needle\n", 7), ssize_t(7));
        ::close(fd);
        const Settled settled = bench.call(u"grep"_s, {{u"pattern"_s, u"needle"_s}});
        QCOMPARE(::unlink(name.constData()), 0); // The scratch folder could not name it.
        QVERIFY2(settled.ok(), qPrintable(settled.modelText()));
        QVERIFY2(settled.modelText().contains(u"b\uFFFD.txt:\n  Line 1: needle"_s),
                 qPrintable(settled.modelText()));
        QVERIFY2(settled.modelText().contains(u"caf\uFFFD needle"_s),
                 qPrintable(settled.modelText()));
    }

    void theLimitDoesNotLie_data()
    {
        QTest::addColumn<int>("lines");
        QTest::addColumn<bool>("truncated");
        QTest::newRow("fewer") << 2 << false;
        QTest::newRow("exactly") << 3 << false;
        QTest::newRow("one more") << 4 << true;
    }
    void theLimitDoesNotLie()
    {
        QFETCH(int, lines);
        QFETCH(bool, truncated);
        Workbench bench;
        bench.file(u"f.txt"_s, QByteArray("needle\n").repeated(lines));
        const Settled settled =
                bench.call(u"grep"_s, {{u"pattern"_s, u"needle"_s}, {u"limit"_s, 3}});
        QCOMPARE(settled.output.structured.toObject().value(u"truncated"_s), QJsonValue(truncated));
        QCOMPARE(settled.output.structured.toObject().value(u"matches"_s).toArray().size(),
                 std::min(lines, 3));
        QCOMPARE(settled.modelText().contains(u"more matches"_s), truncated);
    }

    void filesThatMayNotBeReadAreNotShown()
    {
        Workbench bench({rule(u"read"_s, u"*.env"_s, Effect::Ask),
                         rule(u"read"_s, u"secret/*"_s, Effect::Deny)});
        bench.file(u".env"_s, "needle=1\nneedle=2\n");
        bench.file(u"secret/a"_s, "needle=3\n");
        bench.file(u"open"_s, "needle=4\n");
        const Settled settled =
                bench.call(u"grep"_s, {{u"pattern"_s, u"needle"_s}, {u"limit"_s, 1}});
        QVERIFY2(settled.ok(), qPrintable(settled.modelText()));
        QCOMPARE(settled.modelText(),
                 u"1 match\n\nopen:\n  Line 1: needle=4\n\n(Matches in 2 file(s) are not shown, "
                 "because reading them needs permission; use read on the file to ask for it.)"_s);
        // Withheld matches do not count as "more", and nothing of them is in the structured part.
        QCOMPARE(settled.output.structured.toObject().value(u"truncated"_s), QJsonValue(false));
        QVERIFY(!QString::fromUtf8(QJsonDocument(settled.output.structured.toObject()).toJson())
                         .contains(u"needle=1"_s));
    }

    void linksAreNotFollowed()
    {
        Workbench bench;
        bench.scratch.write(u"outside/f.txt"_s, "needle\n");
        QVERIFY(QFile::link(bench.scratch.path(u"outside"_s), bench.path(u"link"_s)));
        QVERIFY(QFile::link(bench.scratch.path(u"outside/f.txt"_s), bench.path(u"l.txt"_s)));
        QCOMPARE(bench.call(u"grep"_s, {{u"pattern"_s, u"needle"_s}}).modelText(),
                 u"No matches found."_s);
        QCOMPARE(bench.call(u"grep"_s, {{u"pattern"_s, u"needle"_s}, {u"path"_s, u"link"_s}})
                         .error->code,
                 ErrorCode::Denied);
    }

    void outsideGoesThroughThePathPolicy()
    {
        Workbench bench({rule(u"external_directory"_s, u"*"_s, Effect::Deny)});
        bench.scratch.write(u"other/f.txt"_s, "needle\n");
        QCOMPARE(bench.call(u"grep"_s,
                            {{u"pattern"_s, u"needle"_s},
                             {u"path"_s, bench.scratch.path(u"other"_s)}})
                         .error->code,
                 ErrorCode::Denied);
        QCOMPARE(bench.call(u"grep"_s, {{u"pattern"_s, u"needle"_s}, {u"path"_s, u"../other"_s}})
                         .error->code,
                 ErrorCode::Denied);
    }

    void errorsAreToldApart()
    {
        Workbench bench;
        const Settled regex = bench.call(u"grep"_s, {{u"pattern"_s, u"a(b"_s}});
        QVERIFY(!regex.ok());
        QCOMPARE(regex.error->code, ErrorCode::InvalidInput);
        QVERIFY(regex.modelText().contains(u"a(b"_s));
        const Settled path =
                bench.call(u"grep"_s, {{u"pattern"_s, u"a"_s}, {u"path"_s, u"none"_s}});
        QCOMPARE(path.error->code, ErrorCode::NotFound);
        QVERIFY(path.modelText().contains(u"none"_s));
    }

    void longLinesAreCut()
    {
        Workbench bench;
        bench.file(u"f.txt"_s, QByteArray(3000, 'x') + '\n');
        const Settled settled = bench.call(u"grep"_s, {{u"pattern"_s, u"x+"_s}});
        QCOMPARE(settled.modelText(),
                 QString(u"1 match\n\nf.txt:\n  Line 1: "_s + QString(2000, u'x')
                         + u"... (line cut)"_s));
    }

    void enormousLinesDoNotFailTheSearch()
    {
        Workbench bench;
        bench.file(u"min.js"_s, QByteArray(5 * 1024 * 1024, 'x') + "needle\n");
        bench.file(u"a.js"_s, "needle\n");
        const Settled settled = bench.call(u"grep"_s, {{u"pattern"_s, u"needle"_s}});
        QVERIFY2(settled.ok(), qPrintable(settled.modelText()));
        QVERIFY(settled.modelText().startsWith(u"1 match\n\na.js:\n  Line 1: needle\n"_s));
        QVERIFY(settled.modelText().contains(u"1 match(es) in extremely long lines"_s));
    }

    void request()
    {
        Workbench bench({rule(u"grep"_s, u"*"_s, Effect::Ask)});
        bench.seat([](const Permission::Request &) { return yes(); });
        bench.file(u"sub/f"_s, "x");
        QVERIFY(bench.call(u"grep"_s, {{u"pattern"_s, u"x*"_s}, {u"path"_s, u"sub"_s}}).ok());
        const Permission::Inquiry inquiry = bench.asked().first().inquiry;
        QCOMPARE(inquiry.resources, QStringList{u"x*"_s});
        QCOMPARE(inquiry.save, QList<Permission::SaveOffer>({{u"x*"_s, true}, {u"*"_s, false}}));
        QCOMPARE(inquiry.metadata,
                 QJsonObject({{u"root"_s, u"sub"_s},
                              {u"path"_s, u"sub"_s},
                              {u"include"_s, QString()},
                              {u"limit"_s, 100}}));
    }
};

} // namespace Countersign::Test

QTEST_GUILESS_MAIN(Countersign::Test::GrepToolTest)
#include "tst_greptool.moc"
