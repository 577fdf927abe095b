// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "diff/partial.h"

#include <QTest>

#include <random>

using namespace Countersign::Diff;

namespace {

QBitArray bits(const QByteArray &marks)
{
    QBitArray array(marks.size());
    for (qsizetype i = 0; i < marks.size(); ++i)
        array.setBit(i, marks.at(i) == 'x');
    return array;
}

QByteArray joined(const QList<QByteArray> &lines, bool finalNewline)
{
    QByteArray text = lines.join('\n');
    if (finalNewline && !lines.isEmpty())
        text += '\n';
    return text;
}

} // namespace

class tst_Partial : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void leavesBlocksOut_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("after");
        QTest::addColumn<QByteArray>("leftOut");
        QTest::addColumn<QByteArray>("wanted");
        const auto row = [](const char *name, const QByteArray &before, const QByteArray &after,
                            const QByteArray &leftOut, const QByteArray &wanted) {
            QTest::newRow(name) << before << after << leftOut << wanted;
        };
        row("nothing", "a\nb\nc\n", "A\nb\nC\n", "--", "A\nb\nC\n");
        row("the first", "a\nb\nc\n", "A\nb\nC\n", "x-", "a\nb\nC\n");
        row("the last", "a\nb\nc\n", "A\nb\nC\n", "-x", "A\nb\nc\n");
        row("everything", "a\nb\nc\n", "A\nb\nC\n", "xx", "a\nb\nc\n");
        row("an insertion", "a\nb\n", "a\nnew\nb\n", "x", "a\nb\n");
        row("a removal", "a\nold\nb\n", "a\nb\n", "x", "a\nold\nb\n");
        row("lines at the end", "a\n", "a\nb\n", "x", "a\n");
        row("a final line end", "a\nb", "a\nb\n", "x", "a\nb");
        row("a lost final line end", "a\nb\n", "a\nb", "x", "a\nb\n");
        row("the end of a text without one", "a\nb", "a\n", "x", "a\nb");
        row("all of a text", "", "a\n", "x", "");
        row("back from nothing", "a\n", "", "x", "a\n");
    }
    void leavesBlocksOut()
    {
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, after);
        QFETCH(QByteArray, leftOut);
        const auto diff = lineDiff(before, after);
        QVERIFY(diff.has_value());
        QCOMPARE(diff->blocks.size(), leftOut.size());
        const QByteArray text = withBlocksLeftOut(before, after, diff->blocks, bits(leftOut));
        QTEST(text, "wanted");
        const LineDiff partial = withBlocksLeftOut(*diff, bits(leftOut));
        QCOMPARE(joined(partial.newLines, partial.newFinalNewline), text);
        QCOMPARE(partial.blocks.size(), leftOut.count('-'));
    }

    void lineEndsAndMarkAreKept()
    {
        // The line ends change on every line, which is no block; the middle line is one.
        const QByteArray before = "a\nb\nc\n";
        const QByteArray after = "\xEF\xBB\xBF"
                                 "a\r\nB\r\nc\r\n";
        const QList<Block> blocks{{1, 1, 1, 1}};
        QCOMPARE(withBlocksLeftOut(before, after, blocks, bits("x")),
                 QByteArray("\xEF\xBB\xBF"
                            "a\r\nb\nc\r\n"));
        QCOMPARE(withBlocksLeftOut(before, after, blocks, bits("-")), after);
    }

    void whatHasNoPlainLines()
    {
        QVERIFY(canLeaveOut("a\n", "caf\xE9\n"));
        QVERIFY(!canLeaveOut(QByteArray("a\0b", 3), "a\n"));
        QVERIFY(!canLeaveOut("a\n",
                             QByteArray("\xFF\xFE"
                                        "a",
                                        3)));
    }

    void theLinesAreTheBytes()
    {
        std::mt19937 random(
                20261130); // NOLINT(bugprone-random-generator-seed): the same each time.
        const auto below = [&](int end) {
            return int(random() % unsigned(end));
        };
        for (int round = 0; round < 2000; ++round) {
            QList<QByteArray> old;
            for (int line = below(12); line > 0; --line)
                old.append(QByteArray(1, char('a' + below(4))));
            QList<QByteArray> now;
            for (const QByteArray &line : std::as_const(old)) {
                const int what = below(6);
                if (what == 0)
                    continue;
                now.append(what == 1 ? QByteArray("x") : line);
                if (what == 2)
                    now.append(QByteArray(1, char('a' + below(4))));
            }
            const QByteArray before = joined(old, below(4) > 0);
            const QByteArray after = joined(now, below(4) > 0);
            const auto diff = lineDiff(before, after);
            QVERIFY(diff.has_value());
            QBitArray leftOut(diff->blocks.size());
            for (qsizetype i = 0; i < leftOut.size(); ++i)
                leftOut.setBit(i, below(2) == 0);
            const QByteArray text = withBlocksLeftOut(before, after, diff->blocks, leftOut);
            const LineDiff partial = withBlocksLeftOut(*diff, leftOut);
            QCOMPARE(joined(partial.newLines, partial.newFinalNewline), text);
            // The blocks that stay lead from the old text to this one.
            QByteArray again = withBlocksLeftOut(before, text, partial.blocks,
                                                 QBitArray(partial.blocks.size(), true));
            QCOMPARE(again, before);
            QCOMPARE(withBlocksLeftOut(before, after, diff->blocks, QBitArray(diff->blocks.size())),
                     after);
        }
    }
};

QTEST_GUILESS_MAIN(tst_Partial)
#include "tst_partial.moc"
