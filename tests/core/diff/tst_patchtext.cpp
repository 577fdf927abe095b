// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "diff/patchtext.h"

#include <QtTest>

using namespace Countersign::Diff;
using namespace Qt::StringLiterals;

namespace {

PatchLine same(const QByteArray &text)
{
    return {PatchSign::Context, text};
}
PatchLine gone(const QByteArray &text)
{
    return {PatchSign::Removed, text};
}
PatchLine added(const QByteArray &text)
{
    return {PatchSign::Added, text};
}
PatchSection update(const QString &path, const QList<PatchHunk> &hunks, qsizetype line = 2)
{
    return {PatchAction::Update, path, {}, {}, hunks, line};
}

QString inPatch(const QString &body)
{
    return u"*** Begin Patch\n"_s + body + u"*** End Patch\n"_s;
}

} // namespace

class PatchTextTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void sections_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QList<PatchSection>>("sections");
        QTest::newRow("all three actions")
                << inPatch(u"*** Add File: a\n+1\n+\n+2\n*** Delete File: b c\n"
                           "*** Update File: d\n*** Move to: e\n@@ f\n x\n-y\n+z\n"_s)
                << QList<PatchSection>{
                           {PatchAction::Add, u"a"_s, {}, "1\n\n2\n", {}, 2},
                           {PatchAction::Delete, u"b c"_s, {}, {}, {}, 6},
                           {PatchAction::Update,
                            u"d"_s,
                            u"e"_s,
                            {},
                            {PatchHunk{{"f"}, {same("x"), gone("y"), added("z")}, false, {}, 9}},
                            7}};
        const QList<PatchSection> one{
                update(u"d"_s, {PatchHunk{{}, {gone("y"), added("z")}, false, {}, 3}})};
        QTest::newRow("CR LF")
                << inPatch(u"*** Update File: d\n@@\n-y\n+z\n"_s).replace(u"\n"_s, u"\r\n"_s)
                << one;
        QTest::newRow("no last line end, spaces around the frame")
                << u"  *** Begin Patch  \n*** Update File:  d \n@@\n-y\n+z\n *** End Patch"_s
                << one;
        QTest::newRow("a first hunk without @@")
                << inPatch(u"*** Update File: d\n-y\n+z\n"_s) << one;
        QTest::newRow("an empty line before the next section")
                << inPatch(u"*** Update File: d\n@@\n-y\n+z\n\n\n"_s) << one;
        QList<PatchSection> later = one;
        later[0].patchLine = 4;
        later[0].hunks[0].patchLine = 5;
        QTest::newRow("here-document")
                << u"apply_patch <<'EOF'\n\nignored\n"_s.remove(u"ignored\n"_s)
                        + inPatch(u"*** Update File: d\n@@\n-y\n+z\n"_s) + u"EOF\n"_s
                << later;
        later[0].patchLine = 3;
        later[0].hunks[0].patchLine = 4;
        QTest::newRow("Markdown fence")
                << u"```diff\n"_s + inPatch(u"*** Update File: d\n@@\n-y\n+z\n"_s) + u"```"_s
                << later;
        QTest::newRow("an empty line in a hunk is empty context")
                << inPatch(u"*** Update File: d\n@@\n-y\n\n\n+z\n"_s)
                << QList<PatchSection>{
                           update(u"d"_s,
                                  {PatchHunk{{},
                                             {gone("y"), same(""), same(""), added("z")},
                                             false,
                                             {},
                                             3}})};
        QTest::newRow("an empty line in an added file")
                << inPatch(u"*** Add File: a\n+1\n\n+2\n\n"_s)
                << QList<PatchSection>{{PatchAction::Add, u"a"_s, {}, "1\n\n2\n", {}, 2}};
        QTest::newRow("an empty file")
                << inPatch(u"*** Add File: a\n"_s)
                << QList<PatchSection>{{PatchAction::Add, u"a"_s, {}, "", {}, 2}};
        QTest::newRow("only a new name")
                << inPatch(u"*** Update File: d\n*** Move to: e\n"_s)
                << QList<PatchSection>{{PatchAction::Update, u"d"_s, u"e"_s, {}, {}, 2}};
        QTest::newRow("anchors in a row, end of file, two hunks")
                << inPatch(u"*** Update File: d\n@@ class A\n@@ def f(): @@\n x\n+y\n*** End of "
                           u"File\n"
                           "@@\n-q\n"_s)
                << QList<PatchSection>{update(
                           u"d"_s,
                           {PatchHunk{
                                    {"class A", "def f():"}, {same("x"), added("y")}, true, {}, 3},
                            PatchHunk{{}, {gone("q")}, false, {}, 8}})};
        QTest::newRow("a unified diff") << inPatch(
                u"*** Update File: d\n--- a/d\n+++ b/d\n@@ -12,2 +12,3 @@ int f()\n x\n+y\n"
                "\\ No newline at end of file\n@@ -20,0 +22 @@\n+z\n"_s)
                                        << QList<PatchSection>{update(
                                                   u"d"_s,
                                                   {PatchHunk{{},
                                                              {same("x"), added("y")},
                                                              false,
                                                              11,
                                                              5},
                                                    PatchHunk{{}, {added("z")}, false, 20, 9}})};
        QTest::newRow("signs in the content")
                << inPatch(u"*** Update File: d\n@@\n *** Add File: q\n-+++\n++@@\n"_s)
                << QList<PatchSection>{
                           update(u"d"_s,
                                  {PatchHunk{{},
                                             {same("*** Add File: q"), gone("+++"), added("+@@")},
                                             false,
                                             {},
                                             3}})};
        QTest::newRow("two patches in one text")
                << inPatch(u"*** Delete File: a\n"_s) + u"and\n"_s
                        + inPatch(u"*** Delete File: b\n"_s)
                << QList<PatchSection>{{PatchAction::Delete, u"a"_s, {}, {}, {}, 2},
                                       {PatchAction::Delete, u"b"_s, {}, {}, {}, 6}};
    }
    void sections()
    {
        QFETCH(QString, text);
        QFETCH(QList<PatchSection>, sections);
        const auto parsed = parsePatch(text);
        QVERIFY2(parsed, parsed ? "" : qPrintable(parsed.error().message));
        QCOMPARE(*parsed, sections);
    }

    void errors_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("words");
        QTest::newRow("empty") << QString() << u"*** Begin Patch"_s;
        QTest::newRow("no frame") << u"*** Update File: a\n@@\n-x\n"_s << u"*** Begin Patch"_s;
        QTest::newRow("cut off") << u"*** Begin Patch\n*** Add File: a\n+x"_s
                                 << u"ends without \"*** End Patch\""_s;
        QTest::newRow("nothing in it") << inPatch(u""_s) << u"is empty"_s;
        QTest::newRow("unknown section") << inPatch(u"*** Rename File: a\n"_s)
                                         << u"line 2: \"*** Rename File: a\" starts no section"_s;
        QTest::newRow("no path") << inPatch(u"*** Delete File: \n"_s) << u"names no file"_s;
        QTest::newRow("no target") << inPatch(u"*** Update File: a\n*** Move to:\n"_s)
                                   << u"line 3 (a): \"*** Move to:\" names no file"_s;
        QTest::newRow("no hunk") << inPatch(u"*** Update File: a\n"_s) << u"has no hunk"_s;
        QTest::newRow("hunk without lines") << inPatch(u"*** Update File: a\n@@ x\n"_s)
                                            << u"(a, hunk 1): the hunk has no lines"_s;
        QTest::newRow("a line without sign in a hunk")
                << inPatch(u"*** Update File: a\n@@\n-x\n@@\n+y\n\tz\n"_s)
                << u"line 7 (a, hunk 2): every line of a hunk starts with"_s;
        QTest::newRow("a line without sign in a file") << inPatch(u"*** Add File: a\n+x\ny\n"_s)
                                                       << u"line 4 (a): every line of an added"_s;
    }
    void errors()
    {
        QFETCH(QString, text);
        QFETCH(QString, words);
        const auto parsed = parsePatch(text);
        QVERIFY(!parsed);
        QCOMPARE(parsed.error().code, Countersign::ErrorCode::InvalidInput);
        QVERIFY2(parsed.error().message.contains(words), qPrintable(parsed.error().message));
    }

    void manyEmptyLinesTakeLinearTime()
    {
        // Looked ahead from each line this would be 10^11 steps.
        const QString empty(400'000, u'\n');
        const auto parsed = parsePatch(inPatch(u"*** Update File: a\n@@\n-x\n"_s + empty + u"+y\n"_s
                                               + empty + u"*** Add File: b\n+1\n"_s + empty));
        QVERIFY(parsed);
        QCOMPARE(parsed->first().hunks.first().lines.size(), 400'002);
    }
};

QTEST_GUILESS_MAIN(PatchTextTest)
#include "tst_patchtext.moc"
