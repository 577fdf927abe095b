// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "diff/partial.h"
#include "randomtext.h"

#include <QStringEncoder>
#include <QTest>

#include <random>

using namespace Countersign::Diff;
using Countersign::Test::listOf;

namespace {

/// For each changed row: '-' all of it is taken, 'x' nothing, 'r' its removal is left out, 'a' its
/// addition.
LeftOutLines marked(const QByteArray &marks)
{
    LeftOutLines out(marks.size());
    for (qsizetype i = 0; i < marks.size(); ++i) {
        out.removals.setBit(i, marks.at(i) == 'x' || marks.at(i) == 'r');
        out.additions.setBit(i, marks.at(i) == 'x' || marks.at(i) == 'a');
    }
    return out;
}

QByteArray joined(const QList<QByteArray> &lines, bool finalNewline)
{
    QByteArray text = lines.join('\n');
    if (finalNewline && !lines.isEmpty())
        text += '\n';
    return text;
}

/// The texts that the rows of a difference tell.
QByteArray side(const PartialDiff &part, bool old)
{
    QList<QByteArray> lines;
    for (const Row &row : part.rows) {
        const int number = old ? row.oldNumber : row.newNumber;
        if (number > 0)
            lines.append(
                    (old ? part.diff.oldLines : part.diff.newLines).at(number - 1).toByteArray());
    }
    return joined(lines, old ? part.diff.oldFinalNewline : part.diff.newFinalNewline);
}

QByteArray encoded(const QByteArray &utf8, QStringEncoder::Encoding encoding, bool mark)
{
    QStringEncoder encoder(encoding,
                           mark ? QStringEncoder::Flag::WriteBom : QStringEncoder::Flag::Default);
    return encoder.encode(QString::fromUtf8(utf8));
}

struct Taken
{
    QByteArray text;
    PartialDiff part;
};

Taken take(const QByteArray &before, const QByteArray &after, const LineDiff &diff,
           const LeftOutLines &out)
{
    const QList<Row> rows = buildRows(diff);
    return {withLinesLeftOut(before, after, diff.blocks, changedRows(rows), out),
            withLinesLeftOut(diff, rows, out)};
}

} // namespace

class tst_Partial : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void leavesLinesOut_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("after");
        QTest::addColumn<QByteArray>("leftOut");
        QTest::addColumn<QByteArray>("wanted");
        const auto row = [](const char *name, const QByteArray &before, const QByteArray &after,
                            const QByteArray &leftOut, const QByteArray &wanted) {
            QTest::newRow(name) << before << after << leftOut << wanted;
        };
        row("nothing", "a 1\nb\nc 1\n", "a 2\nb\nc 2\n", "--", "a 2\nb\nc 2\n");
        row("the first", "a 1\nb\nc 1\n", "a 2\nb\nc 2\n", "x-", "a 1\nb\nc 2\n");
        row("the last", "a 1\nb\nc 1\n", "a 2\nb\nc 2\n", "-x", "a 2\nb\nc 1\n");
        row("everything", "a 1\nb\nc 1\n", "a 2\nb\nc 2\n", "xx", "a 1\nb\nc 1\n");
        row("an insertion", "a\nb\n", "a\nnew\nb\n", "x", "a\nb\n");
        row("a removal", "a\nold\nb\n", "a\nb\n", "x", "a\nold\nb\n");
        row("lines at the end", "a\n", "a\nb\n", "x", "a\n");
        row("a final line end", "a\nb", "a\nb\n", "x", "a\nb");
        row("a lost final line end", "a\nb\n", "a\nb", "x", "a\nb\n");
        row("all of a text", "", "a\n", "x", "");
        row("back from nothing", "a\n", "", "x", "a\n");
        row("one of two insertions", "a\nb\n", "a\n1\n2\nb\n", "x-", "a\n2\nb\n");
        row("the other", "a\nb\n", "a\n1\n2\nb\n", "-x", "a\n1\nb\n");
        row("one of two removals", "a\n1\n2\nb\n", "a\nb\n", "x-", "a\n1\nb\n");
        row("the removal of a pair", "a 1\n", "a 2\n", "r", "a 1\na 2\n");
        row("the addition of a pair", "a 1\nb\n", "a 2\nb\n", "a", "b\n");
        row("a pair between pairs", "a 1\nb 1\nc 1\n", "a 2\nb 2\nc 2\n", "-x-", "a 2\nb 1\nc 2\n");
        row("both lines of one of two pairs", "a 1\nb 1\n", "a 2\nb 2\n", "r-", "a 1\na 2\nb 2\n");
        row("an old end without a line end, not the end any more", "a\nb 1", "a\nb 2\n", "r",
            "a\nb 1\nb 2\n");
        row("the same with CR LF", "a\r\nb 1", "a\r\nb 2\r\n", "r", "a\r\nb 1\r\nb 2\r\n");
        row("nothing but a line without an end", "b 1", "b 2", "r", "b 1\nb 2");
        row("a new end without a line end, behind it an old line", "a 1\nb\n", "a 2", "-x",
            "a 2\nb\n");
    }
    void leavesLinesOut()
    {
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, after);
        QFETCH(QByteArray, leftOut);
        const auto diff = lineDiff(before, after);
        QVERIFY(diff.has_value());
        QCOMPARE(changedRows(buildRows(*diff)).size(), leftOut.size());
        const Taken taken = take(before, after, *diff, marked(leftOut));
        QTEST(taken.text, "wanted");
    }

    void theRowsSayWhatIsLeft()
    {
        const QByteArray before = "a 1\nb 1\nc 1\nd\n";
        const auto diff = lineDiff(before, "a 2\nb 2\nc 2\nd\n");
        QVERIFY(diff.has_value());
        const PartialDiff part = withLinesLeftOut(*diff, buildRows(*diff), marked("-xr"));
        QCOMPARE(listOf(part.diff.newLines), (QList<QByteArray>{"a 2", "b 1", "c 1", "c 2", "d"}));
        QCOMPARE(part.diff.blocks, (QList<Block>{{0, 1, 0, 1}, {3, 0, 3, 1}}));
        QCOMPARE(part.blocks, (QList<int>{0, 0}));
        QCOMPARE(part.gaps, (QList<Gap>{{1, 0, 1, 2, 1, 2}}));
        QCOMPARE(part.sources, (QList<RowSource>{{0, 0}, {1, 1}, {2, 2}, {3, 2}}));
        QList<RowKind> kinds;
        for (const Row &row : part.rows)
            kinds.append(row.kind);
        QCOMPARE(kinds,
                 (QList<RowKind>{RowKind::Changed, RowKind::Context, RowKind::Context,
                                 RowKind::Added, RowKind::Context}));
    }

    void anOldEndThatGetsALineEndIsAChange()
    {
        const auto diff = lineDiff("a\nb 1", "a\nb 2");
        QVERIFY(diff.has_value());
        const PartialDiff part = withLinesLeftOut(*diff, buildRows(*diff), marked("r"));
        QCOMPARE(part.diff.blocks, (QList<Block>{{1, 1, 1, 1}, {2, 0, 2, 1}}));
        QCOMPARE(part.rows.at(1).kind, RowKind::Changed);
        QCOMPARE(part.rows.at(1).hunk, 0);
        QCOMPARE(part.rows.at(2).hunk, 1);
        QVERIFY(!part.diff.newFinalNewline);
    }

    void lineEndsAndMarkAreKept()
    {
        // The line ends change on every line, which is no block; the middle line is one.
        const QByteArray before = "a\nb\nc\n";
        const QByteArray after = "\xEF\xBB\xBF"
                                 "a\r\nB\r\nc\r\n";
        const QList<Block> blocks{{1, 1, 1, 1}};
        const QList<ChangedRow> rows{{1, 1, 0}};
        QCOMPARE(withLinesLeftOut(before, after, blocks, rows, marked("x")),
                 QByteArray("\xEF\xBB\xBF"
                            "a\r\nb\nc\r\n"));
        QCOMPARE(withLinesLeftOut(before, after, blocks, rows, marked("-")), after);
    }

    void whatStaysOfAnEmptiedTextKeepsItsMark()
    {
        const QByteArray before = "\xEF\xBB\xBF"
                                  "a\nb\n";
        const QList<Block> blocks{{0, 2, 0, 0}};
        const QList<ChangedRow> rows{{0, -1, 0}, {1, -1, 0}};
        QCOMPARE(withLinesLeftOut(before, {}, blocks, rows, marked("xx")), before);
        QCOMPARE(withLinesLeftOut(before, {}, blocks, rows, marked("-x")), before.first(3) + "b\n");
        QCOMPARE(withLinesLeftOut(before, {}, blocks, rows, marked("--")), QByteArray());
    }

    void whoseLinesCanBeLeftOut_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("after");
        QTest::addColumn<bool>("possible");
        const QByteArray little = encoded("a\nb\n", QStringEncoder::Utf16LE, true);
        const QByteArray big = encoded("a\nb\n", QStringEncoder::Utf16BE, true);
        const auto row = [](const char *name, const QByteArray &before, const QByteArray &after,
                            bool possible) {
            QTest::newRow(name) << before << after << possible;
        };
        row("UTF-8", "a\n", "b\n", true);
        row("other bytes", "a\n", "caf\xE9\n", true);
        row("nothing before", "", "a\n", true);
        row("nothing after", "a\n", "", true);
        row("UTF-16", little, little, true);
        row("UTF-16 without a mark", little.sliced(2), little, true);
        row("UTF-16, the other order", big, big, true);
        row("UTF-16 from nothing", "", little, true);
        row("UTF-16 to nothing", big, "", true);
        row("binary", QByteArray("a\0b", 3), "a\n", false);
        row("binary behind a mark", QByteArray("\xEF\xBB\xBF\0", 4), "a\n", false);
        row("to UTF-16", "a\n", little, false);
        row("to the other order", little, big, false);
        row("half a character", little, little.chopped(1), false);
        row("UTF-32", encoded("a\n", QStringEncoder::Utf32LE, true),
            encoded("b\n", QStringEncoder::Utf32LE, true), false);
    }
    void whoseLinesCanBeLeftOut()
    {
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, after);
        QTEST(canLeaveOut(before, after), "possible");
    }

    void byteText()
    {
        QVERIFY(isByteText("a\n"));
        QVERIFY(isByteText(""));
        QVERIFY(!isByteText(encoded("a\n", QStringEncoder::Utf16LE, true)));
        QVERIFY(!isByteText(encoded("a\nb\n", QStringEncoder::Utf16BE, false)));
    }

    void theLinesAreTheBytes()
    {
        std::mt19937 random(
                20261130); // NOLINT(bugprone-random-generator-seed): the same each time.
        const auto below = [&](int end) {
            return int(random() % unsigned(end));
        };
        // In UTF-16 the last two have the byte of a line feed in them.
        const QList<QByteArray> letters{"a", "b", "\xC4\x8A", "\xE0\xA8\x8A\xE0\xA8\x8A"};
        for (int round = 0; round < 4000; ++round) {
            QList<QByteArray> old;
            for (int line = below(12); line > 0; --line)
                old.append(letters.at(below(4)));
            QList<QByteArray> now;
            for (const QByteArray &line : std::as_const(old)) {
                const int what = below(6);
                if (what == 0)
                    continue;
                now.append(what == 1 ? QByteArray("x") : what == 3 ? line + " more" : line);
                if (what == 2)
                    now.append(letters.at(below(4)));
            }
            const QByteArray before = joined(old, below(4) > 0);
            const QByteArray after = joined(now, below(4) > 0);
            const auto diff = lineDiff(before, after);
            QVERIFY(diff.has_value());
            const QList<ChangedRow> rows = changedRows(buildRows(*diff));
            LeftOutLines out(rows.size());
            for (qsizetype i = 0; i < rows.size(); ++i) {
                out.removals.setBit(i, below(2) == 0 && rows.at(i).oldLine >= 0);
                out.additions.setBit(i, below(2) == 0 && rows.at(i).newLine >= 0);
            }
            const Taken taken = take(before, after, *diff, out);
            const PartialDiff &part = taken.part;
            QCOMPARE(joined(listOf(part.diff.newLines), part.diff.newFinalNewline), taken.text);
            for (const auto encoding : {QStringEncoder::Utf16LE, QStringEncoder::Utf16BE}) {
                const auto inUtf16 = [encoding](const QByteArray &text) {
                    return encoded(text, encoding, true);
                };
                if (after.isEmpty())
                    continue; // Without a mark of its own.
                QCOMPARE(withLinesLeftOut(inUtf16(before), inUtf16(after), diff->blocks, rows, out),
                         inUtf16(taken.text));
            }
            QCOMPARE(side(part, true), before);
            QCOMPARE(side(part, false), taken.text);
            // Everything outside of the blocks is the same on both sides, and nothing else was lost.
            int oldLine = 0;
            int newLine = 0;
            for (const Block &block : part.diff.blocks) {
                QCOMPARE(block.oldStart - oldLine, block.newStart - newLine);
                for (; oldLine < block.oldStart; ++oldLine, ++newLine)
                    QCOMPARE(part.diff.oldLines.at(oldLine), part.diff.newLines.at(newLine));
                oldLine += block.oldCount;
                newLine += block.newCount;
            }
            QCOMPARE(listOf(part.diff.oldLines).mid(oldLine),
                     listOf(part.diff.newLines).mid(newLine));
            // Nothing, and everything.
            QCOMPARE(take(before, after, *diff, LeftOutLines(rows.size())).text, after);
            QCOMPARE(take(before, after, *diff, LeftOutLines(rows.size(), true)).text, before);
        }
    }
};

QTEST_GUILESS_MAIN(tst_Partial)
#include "tst_partial.moc"
