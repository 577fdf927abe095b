// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "diff/linediff.h"
#include "randomtext.h"
#include "support/patience.h"

#include <QElapsedTimer>
#include <QTest>

#include <algorithm>
#include <random>

using namespace Countersign;
using namespace Countersign::Diff;
using Countersign::Test::listOf;
using namespace Qt::StringLiterals;

namespace {

constexpr int kRandomTexts = 500;

QString toText(const QList<Block> &blocks)
{
    QStringList parts;
    for (const Block &block : blocks)
        parts << u"-%1,%2 +%3,%4"_s.arg(block.oldStart)
                         .arg(block.oldCount)
                         .arg(block.newStart)
                         .arg(block.newCount);
    return parts.join(u"; "_s);
}

LineDiff diffOf(const QByteArray &before, const QByteArray &after)
{
    Result<LineDiff> diff = lineDiff(before, after);
    if (!diff)
        qFatal("%s", qPrintable(diff.error().message));
    return *diff;
}

QByteArray joined(const QList<QByteArray> &lines, bool finalNewline)
{
    QByteArray text;
    for (const QByteArray &line : lines)
        text += line + '\n';
    if (!finalNewline)
        text.chop(1);
    return text;
}

/// The old text with the blocks applied, which must be the new one.
QByteArray applied(const LineDiff &diff)
{
    const QList<QByteArray> oldLines = listOf(diff.oldLines);
    const QList<QByteArray> newLines = listOf(diff.newLines);
    QList<QByteArray> lines;
    int old = 0;
    for (const Block &block : diff.blocks) {
        lines += oldLines.mid(old, block.oldStart - old);
        lines += newLines.mid(block.newStart, block.newCount);
        old = block.oldStart + block.oldCount;
    }
    lines += oldLines.mid(old);
    return joined(lines, diff.newFinalNewline);
}

QByteArray numberedLines(int count, const QByteArray &word)
{
    QByteArray text;
    for (int i = 0; i < count; ++i)
        text += word + QByteArray::number(i) + '\n';
    return text;
}

} // namespace

class TestLineDiff : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void blocks_data();
    void blocks();
    void splitsLines_data();
    void splitsLines();
    void nulMeansBinary();
    void blocksMakeTheNewText();
    void large_data();
    void large();
    void stops();
    void patch_data();
    void patch();
    void patchOfRandomTextsApplies();
    void countsOfAChange();
};

void TestLineDiff::blocks_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<QString>("blocks");
    QTest::addColumn<int>("added");
    QTest::addColumn<int>("removed");
    const auto row = [](const char *name, const QByteArray &before, const QByteArray &after,
                        const QString &blocks, int added, int removed) {
        QTest::newRow(name) << before << after << blocks << added << removed;
    };
    row("both empty", "", "", QString(), 0, 0);
    row("equal", "a\nb\n", "a\nb\n", QString(), 0, 0);
    row("from nothing", "", "a\nb\n", u"-0,0 +0,2"_s, 2, 0);
    row("to nothing", "a\nb\n", "", u"-0,2 +0,0"_s, 0, 2);
    row("insert at the start", "b\n", "a\nb\n", u"-0,0 +0,1"_s, 1, 0);
    row("insert between", "a\nc\n", "a\nb\nc\n", u"-1,0 +1,1"_s, 1, 0);
    row("insert at the end", "a\n", "a\nb\n", u"-1,0 +1,1"_s, 1, 0);
    row("remove between", "a\nb\nc\n", "a\nc\n", u"-1,1 +1,0"_s, 0, 1);
    row("remove the last", "a\nb\n", "a\n", u"-1,1 +1,0"_s, 0, 1);
    row("change", "a\nb\nc\n", "a\nB\nc\n", u"-1,1 +1,1"_s, 1, 1);
    row("two blocks with one line between", "a\nb\nc\n", "A\nb\nC\n", u"-0,1 +0,1; -2,1 +2,1"_s, 2,
        2);
    row("touching changes are one block", "a\nb\nc\n", "a\nX\nY\nZ\n", u"-1,2 +1,3"_s, 3, 2);
    row("final newline lost", "a\nb\n", "a\nb", u"-1,1 +1,1"_s, 1, 1);
    row("final newline gained", "a\nb", "a\nb\n", u"-1,1 +1,1"_s, 1, 1);
    row("no final newline on both sides", "a\nb", "A\nb", u"-0,1 +0,1"_s, 1, 1);
    row("append after a line without end", "a", "a\nb", u"-0,1 +0,2"_s, 2, 1);
    row("CRLF to LF", "a\r\nb\r\n", "a\nb\n", u"-0,2 +0,2"_s, 2, 2);
    row("CRLF on both sides", "a\r\nb\r\n", "a\r\nB\r\n", u"-1,1 +1,1"_s, 1, 1);
    row("lone carriage returns end no line", "a\rb\n", "a\rc\n", u"-0,1 +0,1"_s, 1, 1);
    row("unicode", "ä\n文件\n", "ä\n文书\n", u"-1,1 +1,1"_s, 1, 1);
    row("bytes that are not UTF-8", "\xff\n", "\xfe\n", u"-0,1 +0,1"_s, 1, 1);
    row("white space only", "a b\n", "a  b\n", u"-0,1 +0,1"_s, 1, 1);
    row("empty lines", "\n\n", "\n\n\n", u"-2,0 +2,1"_s, 1, 0);
}

void TestLineDiff::blocks()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    QFETCH(QString, blocks);
    const LineDiff diff = diffOf(before, after);
    QCOMPARE(toText(diff.blocks), blocks);
    QTEST(diff.counts().added, "added");
    QTEST(diff.counts().removed, "removed");
    QCOMPARE(applied(diff), after);
    QVERIFY(!diff.binary);
}

void TestLineDiff::splitsLines_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QList<QByteArray>>("lines");
    QTest::addColumn<bool>("finalNewline");
    using Lines = QList<QByteArray>;
    QTest::newRow("empty") << QByteArray("") << Lines{} << true;
    QTest::newRow("only a line end") << QByteArray("\n") << Lines{""} << true;
    QTest::newRow("no line end") << QByteArray("a") << Lines{"a"} << false;
    QTest::newRow("carriage return is kept") << QByteArray("a\r\nb") << Lines{"a\r", "b"} << false;
    QTest::newRow("empty line at the end") << QByteArray("a\n\n") << Lines{"a", ""} << true;
}

void TestLineDiff::splitsLines()
{
    QFETCH(QByteArray, text);
    const LineDiff diff = diffOf(text, text + "more");
    QTEST(listOf(diff.oldLines), "lines");
    QTEST(diff.oldFinalNewline, "finalNewline");
    QCOMPARE(diff.newFinalNewline, false);
}

void TestLineDiff::nulMeansBinary()
{
    // Behind the first 8,000 bytes, where git does not look.
    const QByteArray late = QByteArray(20'000, 'x') + '\0';
    for (const auto &[before, after] : {std::pair(late, QByteArray("a")),
                                        std::pair(QByteArray("a"), late), std::pair(late, late)}) {
        const LineDiff diff = diffOf(before, after);
        QVERIFY(diff.binary);
        QVERIFY(diff.oldLines.isEmpty() && diff.newLines.isEmpty() && diff.blocks.isEmpty());
        QCOMPARE(diff.counts(), LineCounts{});
    }
}

void TestLineDiff::blocksMakeTheNewText()
{
    int changed = 0;
    for (unsigned seed = 0; seed < kRandomTexts; ++seed) {
        const auto [before, after] = Test::randomTexts(seed);
        const LineDiff diff = diffOf(before, after);
        QVERIFY2(applied(diff) == after, qPrintable(u"seed %1"_s.arg(seed)));
        QVERIFY2(joined(listOf(diff.oldLines), diff.oldFinalNewline) == before || before.isEmpty(),
                 qPrintable(u"seed %1"_s.arg(seed)));
        QCOMPARE(diff.blocks.isEmpty(), before == after);
        changed += diff.blocks.isEmpty() ? 0 : 1;
    }
    QVERIFY2(changed > kRandomTexts / 2, qPrintable(QString::number(changed)));
}

void TestLineDiff::large_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::newRow("10,000 lines, all different")
            << numberedLines(10'000, "old") << numberedLines(10'000, "new");
    QTest::newRow("100,000 lines, the first differs")
            << numberedLines(100'000, "x") << "first" + numberedLines(100'000, "x");
    QList<QByteArray> lines = numberedLines(20'000, "x").split('\n');
    lines.removeLast();
    const QByteArray before = joined(lines, true);
    std::shuffle(lines.begin(), lines.end(), std::mt19937(7)); // NOLINT: the same every time
    QTest::newRow("20,000 lines shuffled") << before << joined(lines, true);
    QTest::newRow("one line of 5 MB") << QByteArray(5'000'000, 'a') << QByteArray(5'000'000, 'b');
}

void TestLineDiff::large()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    QElapsedTimer timer;
    timer.start();
    const LineDiff diff = diffOf(before, after);
    // A hundred times what it takes; what grows with the square takes longer still.
    QVERIFY2(timer.elapsed() < 10'000 * Test::kPatience,
             qPrintable(QString::number(timer.elapsed())));
    QVERIFY(applied(diff) == after);
}

void TestLineDiff::stops()
{
    std::stop_source source;
    source.request_stop();
    const Result<LineDiff> diff = lineDiff("a", "b", source.get_token());
    QVERIFY(!diff);
    QCOMPARE(diff.error().code, ErrorCode::Cancelled);
}

void TestLineDiff::patch_data()
{
    QTest::addColumn<FileChange>("change");
    QTest::addColumn<int>("context");
    QTest::addColumn<QString>("patch");
    const auto change = [](ChangeKind kind, const QByteArray &before, const QByteArray &after,
                           const QString &resource = u"src/a.txt"_s) {
        FileChange result;
        result.kind = kind;
        result.resource = resource;
        result.before = before;
        result.after = after;
        return result;
    };
    const auto row = [](const char *name, const FileChange &one, int context,
                        const QString &patch) {
        QTest::newRow(name) << one << context << patch;
    };
    const auto modified = [&change](const QByteArray &before, const QByteArray &after) {
        return change(ChangeKind::Modified, before, after);
    };
    const QString head = u"--- a/src/a.txt\n+++ b/src/a.txt\n"_s;
    row("equal", modified("a\n", "a\n"), 3, QString());
    row("one line", modified("a\n", "b\n"), 3, head + u"@@ -1 +1 @@\n-a\n+b\n"_s);
    row("context is cut at the ends", modified("1\n2\n3\n4\n5\n6\n", "1\n2\n3\nX\n5\n6\n"), 2,
        head + u"@@ -2,5 +2,5 @@\n 2\n 3\n-4\n+X\n 5\n 6\n"_s);
    row("without context", modified("1\n2\n3\n", "1\nX\n3\n"), 0,
        head + u"@@ -2 +2 @@\n-2\n+X\n"_s);
    row("insertion without context", modified("1\n2\n", "1\nX\n2\n"), 0,
        head + u"@@ -1,0 +2 @@\n+X\n"_s);
    row("near blocks share a hunk", modified("1\n2\n3\n4\n", "A\n2\n3\nB\n"), 1,
        head + u"@@ -1,4 +1,4 @@\n-1\n+A\n 2\n 3\n-4\n+B\n"_s);
    row("far blocks do not", modified("1\n2\n3\n4\n5\n", "A\n2\n3\n4\nB\n"), 1,
        head + u"@@ -1,2 +1,2 @@\n-1\n+A\n 2\n@@ -4,2 +4,2 @@\n 4\n-5\n+B\n"_s);
    row("no final newline on the new side", modified("a\nb\n", "a\nb"), 3,
        head + u"@@ -1,2 +1,2 @@\n a\n-b\n+b\n\\ No newline at end of file\n"_s);
    row("no final newline on the old side", modified("a", "a\nb\n"), 3,
        head + u"@@ -1 +1,2 @@\n-a\n\\ No newline at end of file\n+a\n+b\n"_s);
    row("no final newline in the context", modified("a\nb", "A\nb"), 3,
        head + u"@@ -1,2 +1,2 @@\n-a\n+A\n b\n\\ No newline at end of file\n"_s);
    row("carriage returns are kept", modified("a\r\n", "b\r\n"), 3,
        head + u"@@ -1 +1 @@\n-a\r\n+b\r\n"_s);
    row("added", change(ChangeKind::Added, "", "a\nb\n"), 3,
        u"--- /dev/null\n+++ b/src/a.txt\n@@ -0,0 +1,2 @@\n+a\n+b\n"_s);
    row("added, empty", change(ChangeKind::Added, "", ""), 3,
        u"--- /dev/null\n+++ b/src/a.txt\n"_s);
    row("deleted", change(ChangeKind::Deleted, "a\n", ""), 3,
        u"--- a/src/a.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n"_s);
    row("binary", modified(QByteArray("\0", 1), "a"), 3,
        u"Binary files a/src/a.txt and b/src/a.txt differ\n"_s);
    row("outside", change(ChangeKind::Modified, "a\n", "b\n", u"/etc/x"_s), 3,
        u"--- a/etc/x\n+++ b/etc/x\n@@ -1 +1 @@\n-a\n+b\n"_s);
    row("name that would break the line",
        change(ChangeKind::Modified, "a\n", "b\n", u"a\n\"b\"\\\x01"_s), 3,
        u"--- \"a/a\\n\\\"b\\\"\\\\\\001\"\n+++ \"b/a\\n\\\"b\\\"\\\\\\001\"\n"
        "@@ -1 +1 @@\n-a\n+b\n"_s);
    FileChange move = change(ChangeKind::Moved, "a\n", "b\n");
    move.movedTo = u"lib/b.txt"_s;
    const QString moved = u"diff --git a/src/a.txt b/lib/b.txt\nrename from src/a.txt\n"
                          "rename to lib/b.txt\n"_s;
    row("moved and changed", move, 3,
        moved + u"--- a/src/a.txt\n+++ b/lib/b.txt\n@@ -1 +1 @@\n-a\n+b\n"_s);
    move.after = move.before;
    row("only moved", move, 3, moved);
    move.resource = u"a\nb"_s;
    move.movedTo = u"c\"d"_s;
    row("moved, names that would break the lines", move, 3,
        u"diff --git \"a/a\\nb\" \"b/c\\\"d\"\nrename from \"a\\nb\"\n"
        "rename to \"c\\\"d\"\n"_s);
}

void TestLineDiff::patch()
{
    QFETCH(FileChange, change);
    QFETCH(int, context);
    const Result<QString> made = unifiedPatch(change, context);
    QVERIFY(made);
    QTEST(*made, "patch");
}

/// Every hunk's header counts its own lines, and context and removals are the old text in order.
void TestLineDiff::patchOfRandomTextsApplies()
{
    for (unsigned seed = 0; seed < kRandomTexts; ++seed) {
        const auto [before, after] = Test::randomTexts(seed);
        FileChange change;
        change.resource = u"x"_s;
        change.before = before;
        change.after = after;
        const Result<QString> made = unifiedPatch(change, int(seed % 5));
        QVERIFY(made);
        const LineDiff diff = diffOf(before, after);
        const QList<QByteArray> oldLines = listOf(diff.oldLines);
        QList<QByteArray> result;
        qsizetype old = 0;
        const QList<QByteArray> lines = made->toUtf8().split('\n').mid(2);
        for (const QByteArray &line : lines) {
            if (line.startsWith("@@ -")) {
                const QList<QByteArray> range = line.mid(4, line.indexOf(' ', 4) - 4).split(',');
                const bool none = range.size() == 2 && range.at(1) == "0";
                const qsizetype start = range.first().toInt() - (none ? 0 : 1);
                result += oldLines.mid(old, start - old);
                old = start;
            } else if (line.startsWith('+')) {
                result += line.mid(1);
            } else if (line.startsWith('-') || line.startsWith(' ')) {
                QVERIFY2(line.mid(1) == oldLines.at(old), qPrintable(u"seed %1"_s.arg(seed)));
                ++old;
                if (line.startsWith(' '))
                    result += line.mid(1);
            }
        }
        result += oldLines.mid(old);
        QVERIFY2(result == listOf(diff.newLines), qPrintable(u"seed %1"_s.arg(seed)));
    }
}

void TestLineDiff::countsOfAChange()
{
    FileChange change;
    change.before = "a\nb\n";
    change.after = "a\nc\nd\n";
    const Result<LineCounts> counts = lineCounts(change);
    QVERIFY(counts);
    QCOMPARE(*counts, (LineCounts{2, 1}));
}

QTEST_GUILESS_MAIN(TestLineDiff)
#include "tst_linediff.moc"
