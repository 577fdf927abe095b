// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "toolbench.h"

#include "tools/greptool.h"
#include "tools/ripgreprecords.h"

#include <QFile>
#include <QJsonArray>
#include <QTest>

using namespace Countersign;
using namespace Countersign::Test;
using namespace Qt::StringLiterals;

class TestGrepTool : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void finds_data();
    void finds();
    void structured();
    void invalidPatternIsQuoted();
    void limit_data();
    void limit();
    void longLineIsCut();
    void overlongRecordIsCounted();
    void leftOutIsCounted();
    void linkThatLeadsOutIsNotSearched();
    void outsideFileAsksForItsFolder();
    void asks();
    void recordsInPieces();
    void recordThatIsNone();
};

namespace {

class Bench : public ToolBench
{
public:
    Bench() : ToolBench(u"grep"_s, makeGrepTool)
    {
        scratch.write(u"project/a.cpp"_s, "one\ntwo needle\nthree\r\nneedle four\r\n");
        scratch.write(u"project/sub/b.txt"_s, "a needle\n");
        scratch.write(u"project/.git/packed"_s, "needle\n");
        scratch.write(u"project/.hidden"_s, "hidden thing\n");
        scratch.write(u"project/latin.txt"_s, "caf\xE9 latin\n");
        scratch.write(u"project/dash.txt"_s, "a --flag\n");
    }
};

const QString kBoth = u"3 matches:\n\na.cpp:\n  Line 2: two needle\n  Line 4: needle four\n\n"
                      "sub/b.txt:\n  Line 1: a needle"_s;

} // namespace

void TestGrepTool::finds_data()
{
    QTest::addColumn<QJsonObject>("input");
    QTest::addColumn<QString>("text");
    QTest::newRow("by file and line, not in .git")
            << QJsonObject{{u"pattern"_s, u"needle"_s}} << kBoth;
    QTest::newRow("include") << QJsonObject{{u"pattern"_s, u"needle"_s}, {u"include"_s, u"*.txt"_s}}
                             << u"1 match:\n\nsub/b.txt:\n  Line 1: a needle"_s;
    QTest::newRow("in a directory")
            << QJsonObject{{u"pattern"_s, u"needle"_s}, {u"path"_s, u"sub"_s}}
            << u"1 match:\n\nsub/b.txt:\n  Line 1: a needle"_s;
    QTest::newRow("in a file") << QJsonObject{{u"pattern"_s, u"^needle"_s}, {u"path"_s, u"a.cpp"_s}}
                               << u"1 match:\n\na.cpp:\n  Line 4: needle four"_s;
    QTest::newRow("hidden") << QJsonObject{{u"pattern"_s, u"hidden thing"_s}}
                            << u"1 match:\n\n.hidden:\n  Line 1: hidden thing"_s;
    QTest::newRow("line that is not UTF-8")
            << QJsonObject{{u"pattern"_s, u"latin$"_s}}
            << u"1 match:\n\nlatin.txt:\n  Line 1: caf\uFFFD latin"_s;
    QTest::newRow("pattern that looks like an option")
            << QJsonObject{{u"pattern"_s, u"--flag"_s}}
            << u"1 match:\n\ndash.txt:\n  Line 1: a --flag"_s;
    QTest::newRow("nothing") << QJsonObject{{u"pattern"_s, u"haystack"_s}}
                             << u"No matches found."_s;
    QTest::newRow("missing path") << QJsonObject{{u"pattern"_s, u"needle"_s},
                                                 {u"path"_s, u"nowhere"_s}}
                                  << u"ERROR: There is no file or directory nowhere to search."_s;
}

void TestGrepTool::finds()
{
    QFETCH(QJsonObject, input);
    QFETCH(QString, text);
    Bench bench;
    QCOMPARE(bench.text(input), text);
}

void TestGrepTool::structured()
{
    Bench bench;
    const Settled settled = bench.call({{u"pattern"_s, u"^needle"_s}});
    const QJsonObject match{{u"path"_s, u"a.cpp"_s}, {u"line"_s, 4}, {u"text"_s, u"needle four"_s}};
    QCOMPARE(settled.output.structured.toObject(),
             (QJsonObject{{u"matches"_s, QJsonArray{match}},
                          {u"truncated"_s, false},
                          {u"leftOut"_s, 0}}));
}

void TestGrepTool::invalidPatternIsQuoted()
{
    Bench bench;
    const Settled settled = bench.call({{u"pattern"_s, u"needle("_s}});
    QVERIFY(!settled.ok());
    QCOMPARE(settled.error->code, ErrorCode::InvalidInput);
    QVERIFY2(settled.error->message.startsWith(
                     u"The search was refused; correct the pattern. ripgrep says: "_s)
                     && settled.error->message.contains(u"unclosed group"_s),
             qPrintable(settled.error->message));
}

void TestGrepTool::limit_data()
{
    QTest::addColumn<int>("limit");
    QTest::addColumn<QString>("text");
    QTest::newRow("exactly")
            << 2 << u"2 matches:\n\na.cpp:\n  Line 2: two needle\n  Line 4: needle four"_s;
    QTest::newRow("one more") << 1
                              << u"1 match:\n\na.cpp:\n  Line 2: two needle\n\n(There are more "
                                 "matches than the 1 shown; use a narrower pattern, path or "
                                 "include, or a larger limit.)"_s;
}

void TestGrepTool::limit()
{
    QFETCH(int, limit);
    QFETCH(QString, text);
    Bench bench;
    const Settled settled =
            bench.call({{u"pattern"_s, u"needle"_s}, {u"path"_s, u"a.cpp"_s}, {u"limit"_s, limit}});
    QCOMPARE(settled.modelText(), text);
    QCOMPARE(settled.output.structured.toObject().value(u"truncated"_s).toBool(), limit < 2);
}

void TestGrepTool::longLineIsCut()
{
    Bench bench;
    bench.scratch.write(u"project/long.txt"_s, "mark" + QByteArray(3000, 'x') + '\n');
    QCOMPARE(bench.text({{u"pattern"_s, u"^mark"_s}}),
             u"1 match:\n\nlong.txt:\n  Line 1: mark"_s + QString(1996, u'x') + u'…');
}

void TestGrepTool::overlongRecordIsCounted()
{
    Bench bench;
    bench.scratch.write(u"project/huge.txt"_s,
                        "mark" + QByteArray(2 * 1024 * 1024, 'x') + "\nmark small\n");
    QCOMPARE(bench.text({{u"pattern"_s, u"^mark"_s}}),
             u"1 match:\n\nhuge.txt:\n  Line 2: mark small\n\n(1 match in lines of more than a "
             "mebibyte was left out.)"_s);
}

void TestGrepTool::leftOutIsCounted()
{
    Bench bench;
    bench.scratch.write(u"project/.env"_s, "needle=1\nneedle=2\nneedle=3\n");
    const Settled settled = bench.call({{u"pattern"_s, u"needle"_s}});
    QCOMPARE(settled.modelText(),
             kBoth
                     + u"\n\n(3 matches in files that may not be read without asking were left "
                       "out.)"_s);
    QCOMPARE(settled.output.structured.toObject().value(u"leftOut"_s).toInt(), 3);
    QCOMPARE(bench.text({{u"pattern"_s, u"needle=1"_s}}),
             u"No matches found.\n(1 match in files that may not be read without asking was left "
             "out.)"_s);
}

void TestGrepTool::linkThatLeadsOutIsNotSearched()
{
    Bench bench;
    const QString outside = bench.scratch.write(u"outside/secret.txt"_s, "needle\n");
    QVERIFY(QFile::link(outside, bench.scratch.path(u"project/link.txt"_s)));
    QVERIFY(QFile::link(bench.scratch.path(u"outside"_s), bench.scratch.path(u"project/dir"_s)));
    QCOMPARE(bench.text({{u"pattern"_s, u"needle"_s}}), kBoth);
}

void TestGrepTool::outsideFileAsksForItsFolder()
{
    Bench bench;
    const QString file = bench.scratch.write(u"outside/a.txt"_s, "needle\n");
    QCOMPARE(bench.text({{u"pattern"_s, u"needle"_s}, {u"path"_s, file}}),
             u"1 match:\n\n"_s + file + u":\n  Line 1: needle"_s);
    QCOMPARE(bench.person->questions(),
             (QStringList{u"external_directory "_s + bench.scratch.path(u"outside"_s) + u"/*"_s,
                          u"grep needle"_s}));
}

void TestGrepTool::asks()
{
    Bench bench;
    bench.person->setHabits({{u"grep"_s, u"*"_s, HabitualPerson::rejects(u"Not now."_s)}});
    const QString text = bench.text({{u"pattern"_s, u"needle"_s}, {u"include"_s, u"*.txt"_s}});
    QVERIFY2(text.startsWith(u"ERROR: "_s) && text.contains(u"Not now."_s), qPrintable(text));
    const Permission::Inquiry inquiry = bench.person->asked().value(0).inquiry;
    QCOMPARE(inquiry.action, u"grep"_s);
    QCOMPARE(inquiry.resources, QStringList(u"needle"_s));
    QCOMPARE(inquiry.save, (QList<Permission::SaveOffer>{{u"needle"_s, true}, {u"*"_s, false}}));
    QCOMPARE(inquiry.metadata,
             (QJsonObject{{u"root"_s, u"."_s}, {u"include"_s, u"*.txt"_s}, {u"limit"_s, 100}}));
}

void TestGrepTool::recordsInPieces()
{
    const QByteArray stream =
            R"({"type":"begin","data":{"path":{"text":"a"}}})"
            "\n"
            R"({"type":"match","data":{"path":{"bytes":"/w=="},"lines":{"text":"x\r\n"},"line_number":7}})"
            "\n";
    for (qsizetype size = 1; size <= stream.size(); ++size) {
        QList<QByteArray> seen;
        RipgrepRecords records([&seen](const RipgrepMatch &match) {
            seen.append(match.path + ':' + QByteArray::number(match.line) + ':'
                        + match.text.toUtf8());
            return true;
        });
        for (qsizetype from = 0; from < stream.size(); from += size)
            QVERIFY(records.take(
                    QByteArrayView(stream).sliced(from, std::min(size, stream.size() - from))));
        QCOMPARE(seen, QList<QByteArray>{"\xFF:7:x"});
    }
}

void TestGrepTool::recordThatIsNone()
{
    RipgrepRecords records([](const RipgrepMatch &) { return true; });
    QVERIFY(!records.take("plain text\n"));
    QVERIFY(records.error());
    QCOMPARE(records.error()->code, ErrorCode::Protocol);
}

QTEST_GUILESS_MAIN(TestGrepTool)
#include "tst_greptool.moc"
