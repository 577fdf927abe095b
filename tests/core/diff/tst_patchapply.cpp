// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "diff/linediff.h"
#include "diff/patchapply.h"
#include "randomtext.h"

#include <QtTest>

using namespace Countersign;
using namespace Countersign::Diff;
using namespace Qt::StringLiterals;

namespace {

QList<PatchHunk> hunksOf(const QString &body)
{
    const auto parsed =
            parsePatch(u"*** Begin Patch\n*** Update File: f\n"_s + body + u"*** End Patch\n"_s);
    if (!parsed)
        qFatal("%s", qPrintable(parsed.error().message));
    return parsed->first().hunks;
}

Result<PatchedText> apply(const QByteArray &before, const QString &body)
{
    return applyHunks(before, hunksOf(body), u"f"_s);
}

/// `count` numbered lines.
QByteArray numbered(int count, const QByteArray &end = "\n")
{
    QByteArray text;
    for (int i = 1; i <= count; ++i)
        text += "line " + QByteArray::number(i) + end;
    return text;
}

} // namespace

class PatchApplyTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void exactBytes_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QString>("body");
        QTest::addColumn<QByteArray>("after");
        const auto row = [](const char *name, const QByteArray &before, const QString &body,
                            const QByteArray &after) {
            QTest::newRow(name) << before << body << after;
        };
        row("one line", "a\nb\nc\n", u"@@\n a\n-b\n+x\n c\n"_s, "a\nx\nc\n");
        row("two hunks", "a\nb\nc\nd\n", u"@@\n-a\n+1\n@@\n-d\n+2\n+3\n"_s, "1\nb\nc\n2\n3\n");
        row("behind an anchor", "f\nx\ng\nx\n", u"@@ g\n-x\n+y\n"_s, "f\nx\ng\ny\n");
        row("the anchor is also the first line", "f\nx\ng\nx\n", u"@@ g\n g\n-x\n+y\n"_s,
            "f\nx\ng\ny\n");
        row("anchors in a row", "class A\n  def f\n    x\nclass B\n  def f\n    x\n",
            u"@@ class B\n@@ def f\n-    x\n+    y\n"_s,
            "class A\n  def f\n    x\nclass B\n  def f\n    y\n");
        row("an anchor that is a part of a line", "int f(int a)\nx\nint g(int a)\nx\n",
            u"@@ g(int\n-x\n+y\n"_s, "int f(int a)\nx\nint g(int a)\ny\n");
        row("only additions go to the end", "a\nb\n", u"@@\n+c\n"_s, "a\nb\nc\n");
        row("only additions behind an anchor", "a\nb\nc\n", u"@@ a\n+x\n"_s, "a\nx\nb\nc\n");
        row("only additions at a line number", "a\nb\nc\n", u"@@ -2,0 +3 @@\n+x\n"_s,
            "a\nb\nx\nc\n");
        row("an addition and a change side by side", "a\nb\nc\n", u"@@ a\n+x\n@@\n-b\n+y\n"_s,
            "a\nx\ny\nc\n");
        row("into an empty file", "", u"@@\n+a\n+b\n"_s, "a\nb\n");
        row("everything goes", "a\nb\n", u"@@\n-a\n-b\n"_s, "");
        row("end of file", "x\ny\nx\n", u"@@\n-x\n+z\n*** End of File\n"_s, "x\ny\nz\n");
        row("end of file where it does not fit", "x\ny\n", u"@@\n-x\n+z\n*** End of File\n"_s,
            "z\ny\n");
        row("an empty last line stands for the last line end", "a\nb\n", u"@@\n a\n-b\n+c\n \n"_s,
            "a\nc\n");
        row("lines behind such an empty last line", "a\nb\n", u"@@\n b\n \n+c\n"_s, "a\nb\nc\n");
        row("CR LF", "a\r\nb\r\nc\r\n", u"@@\n a\n-b\n+x\n+y\n c\n"_s, "a\r\nx\r\ny\r\nc\r\n");
        row("mixed line ends stay", "a\r\nb\nc\r\nd\n", u"@@\n a\n-b\n+x\n c\n+y\n"_s,
            "a\r\nx\nc\r\ny\r\nd\n");
        row("only CR", "a\rb\rc", u"@@\n-b\n+x\n"_s, "a\rx\rc");
        row("no final line end stays so", "a\nb", u"@@\n-b\n+x\n"_s, "a\nx");
        row("no final line end, lines behind the last", "a\r\nb", u"@@\n b\n+x\n+y\n"_s,
            "a\r\nb\r\nx\r\ny");
        row("no final line end, the last line goes", "a\nb", u"@@\n a\n-b\n"_s, "a\n");
        row("bytes that are no UTF-8 stay", "a\n\xFF\xC3 \n\xE9\nb\n", u"@@\n-b\n+ü\n"_s,
            "a\n\xFF\xC3 \n\xE9\nü\n");
        row("NUL bytes stay", QByteArray("a\0b\nc\n", 6), u"@@\n-c\n+d\n"_s,
            QByteArray("a\0b\nd\n", 6));
        row("unified numbers part equal places", "x\n1\nx\n2\nx\n", u"@@ -3 +3 @@\n-x\n+y\n"_s,
            "x\n1\ny\n2\nx\n");
        row("as many equal hunks as places", "x\n1\nx\n2\nx\n",
            u"@@\n-x\n+a\n@@\n-x\n+b\n@@\n-x\n+c\n"_s, "a\n1\nb\n2\nc\n");
        row("behind an earlier hunk only one place is left", "x\n1\nx\n",
            u"@@\n-1\n+2\n@@\n-x\n+y\n"_s, "x\n2\ny\n");
        row("hunks in another order", "a\nb\nc\n", u"@@\n-c\n+z\n@@\n-a\n+y\n"_s, "y\nb\nz\n");
        row("an anchor that is not there, but one place", "a\nb\n", u"@@ nowhere\n-b\n+c\n"_s,
            "a\nc\n");
        row("trailing space of context stays", "a  \nb\t\nc\n", u"@@\n a\n-b\n+x\n c\n"_s,
            "a  \nx\t\nc\n");
        row("spaces for tabs", "if (a) {\n\tb();\n\t\tc();\n}\n",
            u"@@\n if (a) {\n-    b();\n+    d();\n+        e();\n+        f(\n+            g);\n"
            "         c();\n }\n"_s,
            "if (a) {\n\td();\n\t\te();\n\t\tf(\n\t\t\tg);\n\t\tc();\n}\n");
        row("typographic quotes elsewhere in the line stay",
            "say(\xE2\x80\x9Chi\xE2\x80\x9D, 1);\n", u"@@\n-say(\"hi\", 1);\n+say(\"hi\", 2);\n"_s,
            "say(\xE2\x80\x9Chi\xE2\x80\x9D, 2);\n");
        row("a no-break space in context stays", "a\xC2\xA0 b\nc\n", u"@@\n a b\n-c\n+d\n"_s,
            "a\xC2\xA0 b\nd\n");
    }
    void exactBytes()
    {
        QFETCH(QByteArray, before);
        QFETCH(QString, body);
        QFETCH(QByteArray, after);
        const auto patched = apply(before, body);
        QVERIFY2(patched, patched ? "" : qPrintable(patched.error().message));
        QCOMPARE(patched->bytes, after);
    }

    void howItMatchedIsSaid_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QString>("body");
        QTest::addColumn<PlacedHunk>("hunk");
        QTest::newRow("exact") << QByteArray("a\nb\n") << u"@@\n-b\n"_s
                               << PlacedHunk{2, Tolerance::Exact, {}};
        QTest::newRow("trailing space") << QByteArray("a\nb \n") << u"@@\n-b\n"_s
                                        << PlacedHunk{2, Tolerance::TrailingSpace, {}};
        QTest::newRow("indentation")
                << QByteArray("a\n\tb\n") << u"@@\n-b\n"_s << PlacedHunk{2, Tolerance::Trimmed, {}};
        QTest::newRow("dashes") << QByteArray("a\nb \xE2\x80\x93 c\n") << u"@@\n-b - c\n"_s
                                << PlacedHunk{2, Tolerance::Punctuation, {}};
        QTest::newRow("no anchor")
                << QByteArray("a\nb\n") << u"@@ q\n-b\n"_s
                << PlacedHunk{2, Tolerance::Exact, u"the anchor \"q\" is not in the file"_s};
    }
    void howItMatchedIsSaid()
    {
        QFETCH(QByteArray, before);
        QFETCH(QString, body);
        QFETCH(PlacedHunk, hunk);
        const auto patched = apply(before, body);
        QVERIFY2(patched, patched ? "" : qPrintable(patched.error().message));
        QCOMPARE(patched->hunks, QList<PlacedHunk>{hunk});
    }

    void refusals_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QString>("body");
        QTest::addColumn<ErrorCode>("code");
        QTest::addColumn<QString>("words");
        QTest::newRow("two places")
                << QByteArray("x\n1\nx\n") << u"@@\n-x\n+y\n"_s << ErrorCode::InvalidInput
                << u"Hunk 1 of f (line 3 of the patch) was not applied: its lines stand in several "
                   "places (lines 1, 3)"_s;
        QTest::newRow("two places but for white space")
                << QByteArray("x \n1\nx\t\n") << u"@@\n-x\n+y\n"_s << ErrorCode::InvalidInput
                << u"lines 1, 3"_s;
        QTest::newRow("a tolerant place behind a hunk, another before it")
                << QByteArray(" x\n1\n x\n") << u"@@\n-1\n+2\n@@\n-x\n+y\n"_s
                << ErrorCode::InvalidInput << u"Hunk 2 of f (line 6 of the patch)"_s;
        QTest::newRow("the wrong line of many") << numbered(40)
                                                << u"@@\n"_s
                        + QString::fromUtf8(numbered(30, "\n"))
                                  .replace(u"line 21\n"_s, u"line XXI\n"_s)
                                  .replace(u"line "_s, u" line "_s)
                        + u"+new\n"_s << ErrorCode::NotFound
                                                << u"29 of its 30 lines stand at line 1; the first "
                                                   u"difference: line 21, column 6: the "
                                                   "file has \"21\", expected was \"XXI\""_s;
        QTest::newRow("nothing like it")
                << numbered(3) << u"@@\n-quite another text\n+y\n"_s << ErrorCode::NotFound
                << u"Nothing in the file is close"_s;
        QTest::newRow("behind the end")
                << QByteArray("alpha\nbeta\n") << u"@@\n alpha\n beta\n-gamma\n"_s
                << ErrorCode::NotFound << u"the file ends at line 2, before \"gamma\""_s;
        QTest::newRow("applied before")
                << QByteArray("alpha\nnew\nbeta\n") << u"@@\n alpha\n-old\n+new\n beta\n"_s
                << ErrorCode::NotFound << u"seems to have been applied before"_s;
        QTest::newRow("an anchor that is not there, and two places")
                << QByteArray("x\n1\nx\n") << u"@@ q\n-x\n"_s << ErrorCode::InvalidInput
                << u"lines 1, 3"_s;
        QTest::newRow("an addition whose anchor is not there")
                << QByteArray("x\n") << u"@@ q\n+y\n"_s << ErrorCode::NotFound
                << u"its anchor \"q\" is not in the file"_s;
        QTest::newRow("an addition whose anchor stands twice")
                << QByteArray("q\nq\n") << u"@@ q\n+y\n"_s << ErrorCode::InvalidInput
                << u"stands in several places"_s;
        QTest::newRow("two hunks for one place")
                << QByteArray("a\nb\n") << u"@@\n a\n-b\n+c\n@@\n-b\n+d\n"_s << ErrorCode::NotFound
                << u"Hunk 2 of f"_s;
    }
    void refusals()
    {
        QFETCH(QByteArray, before);
        QFETCH(QString, body);
        QFETCH(ErrorCode, code);
        QFETCH(QString, words);
        const auto patched = apply(before, body);
        QVERIFY(!patched);
        QVERIFY2(patched.error().message.contains(words), qPrintable(patched.error().message));
        QCOMPARE(patched.error().code, code);
        QVERIFY(patched.error().message.size() < 600);
    }

    /// A patch made of any two texts gives the second one when it is applied to the first.
    void differencesApply()
    {
        int applied = 0;
        for (unsigned seed = 0; seed < 3000; ++seed) {
            const auto [before, after] = Test::randomTexts(seed);
            const auto diff = lineDiff(before, after);
            QVERIFY(diff);
            if (diff->blocks.isEmpty() || !before.contains('\n'))
                continue;
            // An empty last line without an end cannot be told from no line.
            if (!diff->newLines.isEmpty() && diff->newLines.at(diff->newLines.size() - 1).isEmpty())
                continue;
            QList<PatchHunk> hunks;
            for (const Block &block : diff->blocks) {
                PatchHunk hunk;
                hunk.line = block.oldStart;
                for (int i = 0; i < block.oldCount; ++i)
                    hunk.lines.append({PatchSign::Removed,
                                       diff->oldLines.at(block.oldStart + i).toByteArray()});
                for (int i = 0; i < block.newCount; ++i)
                    hunk.lines.append({PatchSign::Added,
                                       diff->newLines.at(block.newStart + i).toByteArray()});
                hunks.append(hunk);
            }
            const auto patched = applyHunks(before, hunks, u"f"_s);
            QVERIFY2(patched, patched ? "" : qPrintable(patched.error().message));
            // A patch says nothing of the final line end; that of the file stays.
            QByteArray wanted = after;
            if (wanted.endsWith('\n'))
                wanted.chop(1);
            QByteArray got = patched->bytes;
            if (got.endsWith('\n'))
                got.chop(1);
            QVERIFY2(got == wanted,
                     qPrintable(u"seed %1: %2"_s.arg(seed).arg(
                             QString::fromUtf8(before + "|" + after + "|" + got))));
            ++applied;
        }
        QVERIFY(applied > 500);
    }

    void repeatedLinesAreBounded_data()
    {
        QTest::addColumn<int>("lines");
        QTest::addColumn<int>("context");
        QTest::newRow("all lines equal") << 100'000 << 1000;
        QTest::newRow("the whole file as context") << 100'000 << 99'999;
    }
    void repeatedLinesAreBounded()
    {
        QFETCH(int, lines);
        QFETCH(int, context);
        // Compared place by place this would be up to 10^10 steps.
        PatchHunk hunk;
        for (int i = 0; i < context; ++i)
            hunk.lines.append({PatchSign::Context, "x"});
        hunk.lines.append({PatchSign::Removed, "y"});
        const auto patched = applyHunks(QByteArray("x\n").repeated(lines), {hunk}, u"f"_s);
        QVERIFY(!patched);
        QCOMPARE(patched.error().code, ErrorCode::NotFound);
    }

    void manyEqualHunks()
    {
        // Where each is compared with all that follow, this takes minutes.
        constexpr int kCount = 20'000;
        const PatchHunk hunk{{},
                             {{PatchSign::Context, "foo"},
                              {PatchSign::Removed, "bar"},
                              {PatchSign::Added, "baz"}},
                             false,
                             {},
                             1};
        const auto patched = applyHunks(QByteArray("foo\nbar\n").repeated(kCount),
                                        QList<PatchHunk>(kCount, hunk), u"f"_s);
        QVERIFY(patched);
        QCOMPARE(patched->bytes, QByteArray("foo\nbaz\n").repeated(kCount));
        QVERIFY(!applyHunks(QByteArray("foo\nbar\n").repeated(kCount + 1),
                            QList<PatchHunk>(kCount, hunk), u"f"_s));
    }

    void manyHunks()
    {
        const QByteArray before = numbered(20'000);
        QList<PatchHunk> hunks;
        for (int i = 10; i < 20'000; i += 10)
            hunks.append(
                    {{}, {{PatchSign::Removed, "line " + QByteArray::number(i)}}, false, {}, 1});
        const auto patched = applyHunks(before, hunks, u"f"_s);
        QVERIFY(patched);
        QCOMPARE(patched->bytes.count('\n'), 20'000 - 1999);
    }
};

QTEST_GUILESS_MAIN(PatchApplyTest)
#include "tst_patchapply.moc"
