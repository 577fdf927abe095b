// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "diff/rows.h"
#include "randomtext.h"
#include "support/patience.h"

#include <QElapsedTimer>
#include <QTest>

#include <algorithm>

using namespace Countersign;
using namespace Countersign::Diff;
using namespace Qt::StringLiterals;

namespace {

LineDiff diffOf(const QByteArray &before, const QByteArray &after)
{
    Result<LineDiff> diff = lineDiff(before, after);
    if (!diff)
        qFatal("%s", qPrintable(diff.error().message));
    return *diff;
}

/// One character for the kind, then the numbers of both sides: " 1:1 -2: ~3:2 +:3".
QString toText(const QList<Row> &rows)
{
    QStringList parts;
    for (const Row &row : rows) {
        const auto number = [](int n) {
            return n == 0 ? QString() : QString::number(n);
        };
        parts << u" -+~"_s.at(int(row.kind)) + number(row.oldNumber) + u":"_s
                        + number(row.newNumber);
    }
    return parts.join(u' ');
}

/// Both sides complete and in order, kinds and hunks in line with the blocks.
bool areConsistent(const LineDiff &diff, const QList<Row> &rows)
{
    int oldLine = 0;
    int newLine = 0;
    int lastHunk = -1;
    for (const Row &row : rows) {
        const bool hasOld = row.kind != RowKind::Added;
        const bool hasNew = row.kind != RowKind::Removed;
        if (row.oldNumber != (hasOld ? ++oldLine : 0) || row.newNumber != (hasNew ? ++newLine : 0))
            return false;
        if (row.kind == RowKind::Context) {
            if (row.hunk != -1 || diff.oldLines.at(oldLine - 1) != diff.newLines.at(newLine - 1))
                return false;
            continue;
        }
        if (row.hunk < lastHunk || row.hunk >= diff.blocks.size())
            return false;
        lastHunk = row.hunk;
        const Block &block = diff.blocks.at(row.hunk);
        if (hasOld && (oldLine <= block.oldStart || oldLine > block.oldStart + block.oldCount))
            return false;
        if (hasNew && (newLine <= block.newStart || newLine > block.newStart + block.newCount))
            return false;
        if (row.kind != RowKind::Changed && !(row.oldSpans.isEmpty() && row.newSpans.isEmpty()))
            return false;
    }
    return oldLine == diff.oldLines.size() && newLine == diff.newLines.size();
}

} // namespace

class TestRows : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void pairs_data();
    void pairs();
    void wholeRows();
    void coverBothSidesOnce();
    void makeBothTexts();
    void spansCountWhatIsPainted();
    void largeBlockIsPairedByPosition();
    void manyBlocksArePairedByPositionInTheEnd();
    void large_data();
    void large();
};

void TestRows::pairs_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<QString>("rows");
    const auto row = [](const char *name, const QByteArray &before, const QByteArray &after,
                        const QString &rows) {
        QTest::newRow(name) << before << after << rows;
    };
    row("both empty", "", "", QString());
    row("equal", "a\nb\n", "a\nb\n", u" 1:1  2:2"_s);
    row("added file", "", "a\nb\n", u"+:1 +:2"_s);
    row("deleted file", "a\nb\n", "", u"-1: -2:"_s);
    row("binary", QByteArray("\0", 1), "a\n", QString());
    row("alike lines are one row", "int a = 1;\n", "int a = 2;\n", u"~1:1"_s);
    row("unlike lines are two", "alpha beta\n", "gamma delta\n", u"-1: +:1"_s);
    row("pair found behind an added line", "return value;\n", "check();\nreturn value + 1;\n",
        u"+:1 ~1:2"_s);
    row("pair found behind a removed line", "check();\nreturn value;\n", "return value + 1;\n",
        u"-1: ~2:1"_s);
    row("removed come before added", "one\ntwo\n", "three\nfour\n", u"-1: -2: +:1 +:2"_s);
    row("white space only", "  a b\n", "\ta  b\n", u"~1:1"_s);
    row("no words but the same signs", "}\n", "  }\n", u"~1:1"_s);
    row("signs in common", "});\n", "}));\n", u"~1:1"_s);
    row("empty against text", "\n", "text\n", u"-1: +:1"_s);
    row("line end only", "a b\r\n", "a b\n", u"~1:1"_s);
    row("final newline only", "a\n", "a", u"~1:1"_s);
    row("context around", "a\nb 1\nc\n", "a\nb 2\nc\n", u" 1:1 ~2:2  3:3"_s);
    row("never crossing", "aaa bbb\nccc ddd\n", "ccc ddd e\naaa bbb e\n", u"-1: ~2:1 +:2"_s);
}

void TestRows::pairs()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    const LineDiff diff = diffOf(before, after);
    const QList<Row> rows = buildRows(diff);
    QTEST(toText(rows), "rows");
    QVERIFY(areConsistent(diff, rows));
}

void TestRows::wholeRows()
{
    const QList<Row> rows = buildRows(diffOf("a\nint x = 1;\nb\nc\n", "a\nint y = 1;\nb\nd\n"));
    const QList<Row> expected{
            {RowKind::Context, 1, 1, {}, {}, -1}, {RowKind::Changed, 2, 2, {{4, 1}}, {{4, 1}}, 0},
            {RowKind::Context, 3, 3, {}, {}, -1}, {RowKind::Removed, 4, 0, {}, {}, 1},
            {RowKind::Added, 0, 4, {}, {}, 1},
    };
    QVERIFY2(rows == expected, qPrintable(toText(rows)));
    QVERIFY(buildRows(diffOf("a", "a\n")).constFirst().oldSpans.isEmpty());
}

void TestRows::coverBothSidesOnce()
{
    int changed = 0;
    for (unsigned seed = 0; seed < 500; ++seed) {
        const auto [before, after] = Test::randomTexts(seed);
        const LineDiff diff = diffOf(before, after);
        const QList<Row> rows = buildRows(diff);
        QVERIFY2(areConsistent(diff, rows), qPrintable(u"seed %1"_s.arg(seed)));
        for (const Row &row : rows)
            changed += row.kind == RowKind::Changed ? 1 : 0;
    }
    QVERIFY2(changed > 100, qPrintable(QString::number(changed)));
}

/// Whoever writes down the rows of one side has its text, and what no span marks is on both sides.
void TestRows::makeBothTexts()
{
    for (unsigned seed = 0; seed < 1000; ++seed) {
        const auto [before, after] = Test::randomTexts(seed);
        const LineDiff diff = diffOf(before, after);
        QByteArray oldText;
        QByteArray newText;
        for (const Row &row : buildRows(diff)) {
            if (row.oldNumber > 0)
                oldText.append(diff.oldLines.at(row.oldNumber - 1)).append('\n');
            if (row.newNumber > 0)
                newText.append(diff.newLines.at(row.newNumber - 1)).append('\n');
            if (row.kind != RowKind::Context && row.kind != RowKind::Changed)
                continue;
            const auto unmarked = [](QByteArrayView line, const QList<Span> &spans) {
                QString text = QString::fromUtf8(line);
                for (auto span = spans.crbegin(); span != spans.crend(); ++span)
                    text.remove(span->start, span->length);
                return text;
            };
            QCOMPARE(unmarked(diff.oldLines.at(row.oldNumber - 1), row.oldSpans),
                     unmarked(diff.newLines.at(row.newNumber - 1), row.newSpans));
        }
        if (!diff.oldFinalNewline)
            oldText.chop(1);
        if (!diff.newFinalNewline)
            newText.chop(1);
        QVERIFY2(oldText == before, qPrintable(u"seed %1"_s.arg(seed)));
        QVERIFY2(newText == after, qPrintable(u"seed %1"_s.arg(seed)));
    }
}

/// A zero-width no-break space at the start of a line is painted as an escape: the units after it
/// count from there.
void TestRows::spansCountWhatIsPainted()
{
    const LineDiff diff =
            diffOf("first\n\xEF\xBB\xBFint a = 1;\n", "first\n\xEF\xBB\xBFint a = 2;\n");
    const Row changed{RowKind::Changed, 2, 2, {{9, 1}}, {{9, 1}}, 0};
    QCOMPARE(buildRows(diff).at(1), changed);
}

void TestRows::largeBlockIsPairedByPosition()
{
    QByteArray before;
    QByteArray after = "something else entirely\n";
    for (int i = 0; i < 150; ++i) {
        before += "value of the number " + QByteArray::number(i) + " old\n";
        after += "value of the number " + QByteArray::number(i) + " new\n";
    }
    const LineDiff diff = diffOf(before, after);
    QCOMPARE(diff.blocks.size(), 1);
    const QList<Row> rows = buildRows(diff);
    QVERIFY(areConsistent(diff, rows));
    // By likeness the second new line would belong to the first old one.
    QCOMPARE(toText(rows.mid(0, 3)), u"-1: +:1 ~2:2"_s);
}

/// Blocks of 99 lines against 100: thirty of them use up what may be weighed.
void TestRows::manyBlocksArePairedByPositionInTheEnd()
{
    QByteArray before;
    QByteArray after;
    for (int block = 0; block < 40; ++block) {
        after += "something else entirely\n";
        for (int i = 0; i < 99; ++i) {
            before += "value of the number " + QByteArray::number(i) + " old\n";
            after += "value of the number " + QByteArray::number(i) + " new\n";
        }
        const QByteArray between = "between " + QByteArray::number(block) + "\n";
        before += between;
        after += between;
    }
    const LineDiff diff = diffOf(before, after);
    QCOMPARE(diff.blocks.size(), 40);
    const QList<Row> rows = buildRows(diff);
    QVERIFY(areConsistent(diff, rows));
    const auto startOfBlock = [&rows](int hunk) {
        const auto first = std::find_if(rows.cbegin(), rows.cend(),
                                        [hunk](const Row &row) { return row.hunk == hunk; });
        return toText(QList<Row>(first, first + 2));
    };
    QCOMPARE(startOfBlock(0), u"+:1 ~1:2"_s);
    QCOMPARE(startOfBlock(29), u"+:2930 ~2901:2931"_s);
    QCOMPARE(startOfBlock(39), u"-3901: +:3940"_s);
}

void TestRows::large_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QByteArray oldLines;
    QByteArray newLines;
    for (int i = 0; i < 20'000; ++i) {
        oldLines += "the line with number " + QByteArray::number(i) + " is old\n";
        newLines += "the line with number " + QByteArray::number(i) + " is new\n";
    }
    QTest::newRow("20,000 changed lines") << oldLines << newLines;
    QByteArray longOld;
    QByteArray longNew;
    for (int i = 0; i < 1'000; ++i) {
        longOld += "shared words here " + QByteArray("a+").repeated(900) + "\n";
        longNew += "shared words here " + QByteArray("b-").repeated(900) + "\n";
    }
    QTest::newRow("1,000 long lines that differ much") << longOld << longNew;
    QTest::newRow("two lines of 2 MB")
            << QByteArray("a ").repeated(1'000'000) << QByteArray("a b ").repeated(500'000);
}

void TestRows::large()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    const LineDiff diff = diffOf(before, after);
    QElapsedTimer timer;
    timer.start();
    const QList<Row> rows = buildRows(diff);
    QVERIFY2(timer.elapsed() < 10'000 * Test::kPatience,
             qPrintable(QString::number(timer.elapsed())));
    QVERIFY(areConsistent(diff, rows));
}

QTEST_GUILESS_MAIN(TestRows)
#include "tst_rows.moc"
