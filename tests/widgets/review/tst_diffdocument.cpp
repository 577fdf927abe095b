// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "base/charset.h"
#include "diff/partial.h"
#include "review/diffdocument.h"
#include "review/displayline.h"
#include "review/offers.h"
#include "review/visualrows.h"
#include "samples.h"

#include <QTest>

using namespace Countersign;
using namespace Countersign::Review;
using namespace Countersign::Samples;

class TestDiffDocument : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void textsInOtherEncodingsAreRead();
    void textsAreInTheCharsetOfTheirProject();
    void facts_data();
    void facts();
    void lineEndsAreNoChangedLines();
    void foldsKeepContext_data();
    void foldsKeepContext();
    void hunksAndRows();
    void stopped();
    void coloursBothSides();
    void displayLine_data();
    void displayLine();
    void displayLineMapsBack();
    void displayLineMapsEveryUnit();
    void longLinesArePrepared();
    void bothPresentationsShowEveryLine();
    void unifiedOrder();
    void openingFolds();
    void offers_data();
    void offers();
    void narrowest();
    void commands_data();
    void commands();
    void why();
};

static QStringList tokens(const QList<Fact> &facts)
{
    QStringList list;
    for (const Fact &fact : facts)
        list.append(fact.token);
    return list;
}

/// Long enough to be told from other charsets.
static const QString kChinese =
        u"计算机程序由许多文件组成，\n每个文件都有自己的名字和内容。\n修改之前，应当先看清楚。\n"_s;

void TestDiffDocument::textsInOtherEncodingsAreRead()
{
    const QByteArray before = *encodeCharset(kChinese, charsetNamed("GBK"));
    QByteArray after = before;
    after.replace(*encodeCharset(u"名字"_s, charsetNamed("GBK")),
                  *encodeCharset(u"名称"_s, charsetNamed("GBK")));
    const Result<DiffDocument> document = buildDocument(modified(before, after));
    QVERIFY(document.has_value());
    QCOMPARE(QString::fromUtf8(document->line(Side::New, 2)), u"每个文件都有自己的名称和内容。"_s);
    QCOMPARE(document->diff.blocks.size(), 1);
    // Its parts are still its bytes.
    QVERIFY(Diff::canLeaveOut(before, after));
    const QList<Diff::ChangedRow> rows = Diff::changedRows(document->rows);
    QCOMPARE(Diff::withLinesLeftOut(before, after, document->diff.blocks, rows,
                                    Diff::LeftOutLines(rows.size(), true)),
             before);
}

/// Too short to be told from others: what the project says is what the tool read and will write.
void TestDiffDocument::textsAreInTheCharsetOfTheirProject()
{
    const QByteArray koi8 = charsetNamed("KOI8-R");
    const QByteArray before = *encodeCharset(u"да\n"_s, koi8);
    Diff::FileChange change = modified(before, *encodeCharset(u"нет\n"_s, koi8));
    change.charset = koi8;
    const auto reads = [&change](Side side) {
        const Result<DiffDocument> document = buildDocument(change);
        return document ? QString::fromUtf8(document->line(side, 1)) : document.error().message;
    };
    QCOMPARE(reads(Side::Old), u"да"_s);
    QCOMPARE(reads(Side::New), u"нет"_s);
    // A file that had only ASCII until now.
    change.before = "yes\n";
    QCOMPARE(reads(Side::New), u"нет"_s);
    // What tells its own encoding is not taken for another.
    change.after = u"нет\n"_s.toUtf8();
    QCOMPARE(reads(Side::New), u"нет"_s);
}

void TestDiffDocument::facts_data()
{
    using Kind = Diff::ChangeKind;
    QTest::addColumn<Diff::FileChange>("change");
    QTest::addColumn<QStringList>("expected");
    QTest::addColumn<int>("added");
    QTest::addColumn<int>("removed");
    const auto row = [](const char *name, const Diff::FileChange &change, const QStringList &facts,
                        int added, int removed) {
        QTest::newRow(name) << change << facts << added << removed;
    };
    const QByteArray gbk = *encodeCharset(kChinese, charsetNamed("GBK"));
    row("plain edit", modified("a\nb\n", "a\nc\n"), {}, 1, 1);
    row("one word in a CRLF file", modified("a\r\nb\r\n", "a\r\nc\r\n"), {u"crlf"_s}, 1, 1);
    row("LF becomes CRLF", modified("a\nb\n", "a\r\nb\r\n"), {u"line-ends"_s}, 0, 0);
    row("mixed line ends stay", modified("a\r\nb\nc\n", "a\r\nb\nd\n"), {u"crlf"_s}, 1, 1);
    row("byte order mark added",
        modified("a\n",
                 "\xEF\xBB\xBF"
                 "a\n"),
        {u"bom"_s}, 0, 0);
    row("final line end removed", modified("a\nb\n", "a\nb"), {u"final-newline"_s}, 1, 1);
    const QByteArray damaged = QString(kChinese).toUtf8().repeated(20) + "\xFF\n";
    row("not UTF-8 throughout", modified(damaged, damaged + "b\n"), {u"invalid-text"_s}, 1, 0);
    row("GBK", modified(gbk + "a\n", gbk + "b\n"), {u"encoded"_s}, 1, 1);
    row("GBK becomes UTF-8", modified(gbk, QString(kChinese).toUtf8()), {u"encoding"_s}, 0, 0);
    row("GBK becomes ASCII", modified(gbk + "a\n", "a\n"), {}, 0, 3);
    row("writes a reordering character", modified("a\n", "a\xE2\x80\xAE\n"),
        {u"hidden-characters"_s}, 1, 1);
    row("removes one", modified("a\xE2\x80\xAE\n", "a\n"), {}, 1, 1);
    row("binary", modified(QByteArray("a\0b", 3), QByteArray("a\0c", 3)), {u"binary"_s}, 0, 0);
    row("nothing changes", modified("a\n", "a\n"), {u"same"_s}, 0, 0);
    row("will be empty", modified("a\n", ""), {u"emptied"_s}, 0, 1);
    row("new", {Kind::Added, u"n"_s, u"/p/n"_s, {}, {}, "x\ny\n", {}}, {}, 2, 0);
    row("new and empty", {Kind::Added, u"n"_s, u"/p/n"_s, {}, {}, {}, {}}, {u"empty"_s}, 0, 0);
    row("deleted", {Kind::Deleted, u"n"_s, u"/p/n"_s, {}, "x\n", {}, {}}, {}, 0, 1);
    row("outside, symlink, not exact",
        {Kind::Modified,
         u"/o/n"_s,
         u"/o/n"_s,
         {},
         "x\n",
         "y\n",
         {u"outside"_s, u"symlink"_s, u"not-exact"_s}},
        {u"outside"_s, u"symlink"_s, u"not-exact"_s}, 1, 1);
    QByteArray utf16("\xFF\xFE", 2);
    utf16 += QByteArray("a\0\n\0", 4);
    QByteArray utf16b("\xFF\xFE", 2);
    utf16b += QByteArray("b\0\n\0", 4);
    row("UTF-16 is text", modified(utf16, utf16b), {u"encoded"_s}, 1, 1);
    row("writes a look-alike letter", modified("a\n", "int p\xD0\xB0y\n"), {u"hidden-characters"_s},
        1, 1);
    row("a look-alike letter in the name", modified("a\n", "b\n", u"src/p\u0430y.c"_s), {u"name"_s},
        1, 1);
    row("secrets", modified("a\n", "b\n", u"deploy/.env.production"_s), {u"secret"_s}, 1, 1);
    row("an example of secrets", modified("a\n", "b\n", u".env.example"_s), {}, 1, 1);
    row("a key", modified("a\n", "b\n", u"tls/Server.KEY"_s), {u"secret"_s}, 1, 1);
    row("a lock file", modified("a\n", "b\n", u"web/package-lock.json"_s), {u"lock"_s}, 1, 1);
    row("a hook of git", modified("a\n", "b\n", u".git/hooks/pre-commit"_s), {u"git"_s}, 1, 1);
    row("not git's own", modified("a\n", "b\n", u".github/x.yml"_s), {}, 1, 1);
    row("no line stays", modified(numbered(6), "x\n"), {u"rewritten"_s}, 1, 6);
    row("one line stays", modified(numbered(6), "line 6\n"), {}, 0, 5);
    row("a long line", modified("a\n", QByteArray(301, 'x') + '\n'), {u"long-line"_s}, 1, 1);
    row("a long line goes", modified(QByteArray(301, 'x') + '\n', "a\n"), {}, 1, 1);
}

void TestDiffDocument::facts()
{
    QFETCH(Diff::FileChange, change);
    QFETCH(QStringList, expected);
    QFETCH(int, added);
    QFETCH(int, removed);
    const Result<DiffDocument> document = buildDocument(change);
    QVERIFY(document.has_value());
    QCOMPARE(tokens(document->summary.facts), expected);
    QCOMPARE(document->summary.counts.added, added);
    QCOMPARE(document->summary.counts.removed, removed);
    const Result<Summary> summary = summarise(change);
    QVERIFY(summary.has_value());
    QVERIFY(*summary == document->summary);
    for (const Fact &fact : document->summary.facts)
        QVERIFY(!fact.words.isEmpty());
}

void TestDiffDocument::lineEndsAreNoChangedLines()
{
    const Result<DiffDocument> document =
            buildDocument(modified(numbered(812), numbered(812, "\r\n")));
    QVERIFY(document.has_value());
    QCOMPARE(document->hunkRows, QList<int>());
    QVERIFY(document->summary.facts.constFirst().words.contains(u"812"_s));
    QVERIFY(document->summary.facts.constFirst().words.contains(u"LF → CRLF"_s));
    QCOMPARE(document->notes(), document->summary.facts);
    // The fold does not claim that these lines are unchanged.
    QCOMPARE(document->folds, (QList<Fold>{{FoldKind::LineEnds, 0, 812}}));
}

void TestDiffDocument::foldsKeepContext_data()
{
    QTest::addColumn<QList<int>>("changed");
    QTest::addColumn<int>("lines");
    QTest::addColumn<QList<int>>("folds"); // first, count, first, count …
    QTest::newRow("middle") << QList<int>{20} << 40 << QList<int>{0, 16, 23, 17};
    QTest::newRow("start") << QList<int>{1} << 40 << QList<int>{4, 36};
    QTest::newRow("end") << QList<int>{40} << 40 << QList<int>{0, 36};
    QTest::newRow("two far apart") << QList<int>{10, 30} << 40 << QList<int>{0, 6, 13, 13, 33, 7};
    QTest::newRow("two hidden lines fold") << QList<int>{1, 10} << 10 << QList<int>{4, 2};
    QTest::newRow("one hidden line does not") << QList<int>{1, 9} << 9 << QList<int>{};
    QTest::newRow("short file") << QList<int>{3} << 6 << QList<int>{};
}

void TestDiffDocument::foldsKeepContext()
{
    QFETCH(QList<int>, changed);
    QFETCH(int, lines);
    QFETCH(QList<int>, folds);
    const QByteArray before = numbered(lines);
    QByteArray after = before;
    for (const int line : changed)
        after.replace(QByteArray("line " + QByteArray::number(line) + "\n"),
                      QByteArray("other " + QByteArray::number(line) + "\n"));
    const Result<DiffDocument> document = buildDocument(modified(before, after));
    QVERIFY(document.has_value());
    QList<int> found;
    for (const Fold &fold : document->folds) {
        QCOMPARE(fold.kind, FoldKind::Unchanged);
        found << fold.first << fold.count;
    }
    QCOMPARE(found, folds);
}

void TestDiffDocument::hunksAndRows()
{
    const Result<DiffDocument> document = buildDocument(twoHunks());
    QVERIFY(document.has_value());
    QCOMPARE(document->hunkRows, (QList<int>{19, 45}));
    QCOMPARE(document->summary.counts, (Diff::LineCounts{3, 1}));
    QCOMPARE(document->line(Side::Old, 20), "line 20"_ba);
    QCOMPARE(document->line(Side::New, 20), "line 20 changed"_ba);
    QCOMPARE(document->longestColumns, 15);
    QVERIFY(!document->rows.at(19).newSpans.isEmpty());

    const Diff::FileChange gone{
            Diff::ChangeKind::Deleted, u"a"_s, u"/a"_s, {}, numbered(30), {}, {}};
    const Result<DiffDocument> deleted = buildDocument(gone);
    QVERIFY(deleted.has_value());
    QCOMPARE(deleted->folds, (QList<Fold>{{FoldKind::Removed, 10, 20}}));
}

void TestDiffDocument::stopped()
{
    std::stop_source source;
    source.request_stop();
    const Result<DiffDocument> document = buildDocument(twoHunks(), source.get_token());
    QVERIFY(!document.has_value());
    QCOMPARE(document.error().code, ErrorCode::Cancelled);
}

void TestDiffDocument::coloursBothSides()
{
    const Result<DiffDocument> plain =
            buildDocument(modified("/* a\nb */ int c;\n", "/* a\nb */ long c;\n"));
    QVERIFY(plain.has_value());
    const DiffDocument coloured = withSyntax(*plain, Syntax::Highlighter::standard());
    QCOMPARE(coloured.oldSyntax.definition, u"C++"_s);
    QCOMPARE(coloured.oldSyntax.lines.size(), 2);
    QCOMPARE(coloured.newSyntax.lines.size(), 2);
    // From the full text: the second line knows that a comment was open.
    const Syntax::Span first = coloured.newSyntax.lines.at(1).constFirst();
    QCOMPARE(first.start, 0);
    QCOMPARE(coloured.newSyntax.styles.at(first.style).name, u"Comment"_s);
}

void TestDiffDocument::displayLine_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QString>("shown");
    QTest::addColumn<int>("warnings");
    QTest::newRow("plain") << "int a;"_ba << u"int a;"_s << 0;
    QTest::newRow("leading tab") << "\tx"_ba << u"    x"_s << 0;
    QTest::newRow("tab after one column") << "a\tx"_ba << u"a   x"_s << 0;
    QTest::newRow("other scripts stay") << "\xE4\xBD\xA0\xE5\xA5\xBD"_ba << u"你好"_s << 0;
    QTest::newRow("right-to-left override") << "a\xE2\x80\xAE"
                                               "b"_ba
                                            << u"a⟨U+202E⟩b"_s << 1;
    QTest::newRow("zero width space at the start, where a decoder would take a mark")
            << "\xEF\xBB\xBFx"_ba << u"⟨U+FEFF⟩x"_s << 1;
    QTest::newRow("carriage return in a line") << "a\rb"_ba << u"a⟨U+000D⟩b"_s << 1;
    QTest::newRow("line separator") << "a\xE2\x80\xA8"
                                       "b"_ba
                                    << u"a⟨U+2028⟩b"_s << 1;
    QTest::newRow("escape sequence") << "\x1b[2K"_ba << u"⟨U+001B⟩[2K"_s << 1;
    QTest::newRow("tag character") << "\xF3\xA0\x80\x81"_ba << u"⟨U+E0001⟩"_s << 1;
}

void TestDiffDocument::displayLine()
{
    QFETCH(QByteArray, line);
    QFETCH(QString, shown);
    QFETCH(int, warnings);
    const DisplayLine display(decodeLine(line));
    QCOMPARE(display.text(), shown);
    QCOMPARE(display.warnings().size(), warnings);
}

void TestDiffDocument::displayLineMapsBack()
{
    const DisplayLine line(u"a\tb\u202Ec"_s);
    QCOMPARE(line.text(), u"a   b⟨U+202E⟩c"_s);
    QCOMPARE(line.shownAt(0), 0);
    QCOMPARE(line.shownAt(2), 4);
    QCOMPARE(line.shownAt(5), 14); // The end.
    QCOMPARE(line.shownAt(99), 14);
    QCOMPARE(line.rawAt(3), 1); // Inside the tab.
    QCOMPARE(line.rawAt(8), 3); // Inside the escape.
    QCOMPARE(line.rawAt(14), 5);
    QCOMPARE(line.shown({3, 1}), (Diff::Span{5, 8}));
}

void TestDiffDocument::displayLineMapsEveryUnit()
{
    // A pair that stays, a tab, and a pair that is escaped.
    const DisplayLine line(QString::fromUcs4(U"a\U0001D11E\tx\U000E0001y"));
    QCOMPARE(line.text(), QString::fromUcs4(U"a\U0001D11E x⟨U+E0001⟩y"));
    QList<int> shown;
    for (int unit = 0; unit <= line.raw().size(); ++unit)
        shown.append(line.shownAt(unit));
    QCOMPARE(shown, (QList<int>{0, 1, 1, 3, 4, 5, 5, 14, 15}));
    QList<int> raw;
    for (int unit = 0; unit <= line.text().size(); ++unit)
        raw.append(line.rawAt(unit));
    QCOMPARE(raw, (QList<int>{0, 1, 1, 3, 4, 5, 5, 5, 5, 5, 5, 5, 5, 5, 7, 8}));
}

void TestDiffDocument::longLinesArePrepared()
{
    const QByteArray same = QByteArray("\tsame\xC3\xA4").repeated(4000);
    const QByteArray before = QByteArray("long ").repeated(6000);
    QByteArray after = before;
    after.replace(15000, 4, "other");
    const Result<DiffDocument> document = buildDocument(modified(
            "short\n" + same + '\n' + before + '\n', "short\nnew\n" + same + '\n' + after + '\n'));
    QVERIFY(document.has_value());
    QCOMPARE(document->oldPrepared.size(), 2);
    QCOMPARE(document->newPrepared.size(), 2);
    QCOMPARE(document->oldPrepared.value(2), document->newPrepared.value(3));
    QCOMPARE(document->oldPrepared.value(2)->text(), DisplayLine(decodeLine(same)).text());
    QCOMPARE(document->oldPrepared.value(3)->text(), QString::fromUtf8(before));
    QCOMPARE(document->newPrepared.value(4)->text(), QString::fromUtf8(after));
    QCOMPARE(document->newColumns.at(2), document->newPrepared.value(3)->columns());
}

void TestDiffDocument::bothPresentationsShowEveryLine()
{
    const Result<DiffDocument> document = buildDocument(twoHunks());
    QVERIFY(document.has_value());
    const QList<VisualRow> unified = visualRows(*document, {}, Presentation::Unified);
    const QList<VisualRow> split = visualRows(*document, {}, Presentation::SideBySide);
    // Side by side is one visual row for each row of the document, on both sides.
    QCOMPARE(split.size(), document->rows.size());
    const auto numbers = [&](const QList<VisualRow> &visuals, bool oldSide) {
        QList<int> list;
        for (const VisualRow &visual : visuals) {
            const Diff::Row &row = document->rows.at(visual.index);
            if (oldSide ? visual.showsOld : visual.showsNew)
                list.append(oldSide ? row.oldNumber : row.newNumber);
        }
        return list;
    };
    for (const bool oldSide : {true, false}) {
        QList<int> expected;
        for (int i = 1; i <= (oldSide ? 60 : 62); ++i)
            expected.append(i);
        QCOMPARE(numbers(unified, oldSide), expected);
        QCOMPARE(numbers(split, oldSide), expected);
    }
}

void TestDiffDocument::unifiedOrder()
{
    const Result<DiffDocument> document = buildDocument(modified("a\nb\nc\n", "x\ny\nc\n"));
    QVERIFY(document.has_value());
    QString order;
    for (const VisualRow &visual : visualRows(*document, {}, Presentation::Unified))
        order += visual.showsOld && visual.showsNew ? u' ' : visual.showsOld ? u'-' : u'+';
    QCOMPARE(order, u"--++ "_s);
}

void TestDiffDocument::openingFolds()
{
    const QList<Fold> folds{{FoldKind::Unchanged, 0, 50}, {FoldKind::Unchanged, 60, 50}};
    // At the start, the lines next to the hunk (the last ones) open first.
    QCOMPARE(withOpened(folds, 0, 20, usualEnd(folds.at(0))),
             (QList<Fold>{{FoldKind::Unchanged, 0, 30}, {FoldKind::Unchanged, 60, 50}}));
    QCOMPARE(withOpened(folds, 1, 20, usualEnd(folds.at(1))),
             (QList<Fold>{{FoldKind::Unchanged, 0, 50}, {FoldKind::Unchanged, 80, 30}}));
    QCOMPARE(withOpened(folds, 1, 50, FoldEnd::Upper), (QList<Fold>{{FoldKind::Unchanged, 0, 50}}));
    QCOMPARE(withOpened(folds, 1, 49, FoldEnd::Lower), (QList<Fold>{{FoldKind::Unchanged, 0, 50}}));
    QCOMPARE(withOpened(folds, 0, 20, FoldEnd::Upper),
             (QList<Fold>{{FoldKind::Unchanged, 20, 30}, {FoldKind::Unchanged, 60, 50}}));
    QCOMPARE(withOpened(folds, 1, 20, FoldEnd::Lower),
             (QList<Fold>{{FoldKind::Unchanged, 0, 50}, {FoldKind::Unchanged, 60, 30}}));
    // Around a row both ends stay folded, where there is enough of them.
    QCOMPARE(withRevealed(folds, 25, 10),
             (QList<Fold>{{FoldKind::Unchanged, 0, 15},
                          {FoldKind::Unchanged, 36, 14},
                          {FoldKind::Unchanged, 60, 50}}));
    QCOMPARE(withRevealed(folds, 108, 10),
             (QList<Fold>{{FoldKind::Unchanged, 0, 50}, {FoldKind::Unchanged, 60, 38}}));
    QCOMPARE(withRevealed(folds, 55, 10), folds);
}

void TestDiffDocument::offers_data()
{
    QTest::addColumn<QString>("action");
    QTest::addColumn<QString>("resource");
    QTest::addColumn<bool>("exact");
    QTest::addColumn<QString>("words");
    QTest::newRow("file") << u"edit"_s << u"src/a.cpp"_s << true
                          << u"only this file, whatever the change"_s;
    QTest::newRow("folder") << u"edit"_s << u"src/*"_s << false
                            << u"every file in src/ and the folders in it"_s;
    QTest::newRow("all files") << u"edit"_s << u"*"_s << false << u"every file of this project"_s;
    QTest::newRow("command") << u"bash"_s << u"rm *"_s << true
                             << u"only this command, letter by letter"_s;
    QTest::newRow("commands") << u"bash"_s << u"git status *"_s << false
                              << u"every command that starts with “git status”"_s;
    QTest::newRow("other") << u"bash"_s << u"git * --stat"_s << false
                           << u"everything that matches this pattern; * stands for any text"_s;
}

void TestDiffDocument::offers()
{
    QFETCH(QString, action);
    QFETCH(QString, resource);
    QFETCH(bool, exact);
    QFETCH(QString, words);
    QCOMPARE(offerWords(action, {resource, exact}), words);
}

void TestDiffDocument::narrowest()
{
    QCOMPARE(narrowestOffer({}), -1);
    QCOMPARE(narrowestOffer({{u"*"_s, false}, {u"src/*"_s, false}}), 1);
    QCOMPARE(narrowestOffer({{u"src/deep/er/*"_s, false}, {u"a"_s, true}}), 1);
}

void TestDiffDocument::commands_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<QString>("shown");
    QTest::newRow("plain") << u"git status"_s << u"git status"_s;
    QTest::newRow("lines") << u"a \\\n  b"_s << u"a \\\n  b"_s;
    QTest::newRow("three empty lines stay") << u"a\n\n\n\nb"_s << u"a\n\n\n\nb"_s;
    QTest::newRow("sixty do not hide what follows") << u"echo ok"_s + QString(60, u'\n')
                    + u"rm -r x"_s << u"echo ok\n⋯ 59 empty lines\nrm -r x"_s;
    QTest::newRow("reordering") << u"echo \u202Eabc"_s << u"echo ⟨U+202E⟩abc"_s;
    QTest::newRow("carriage return") << u"rm x\recho"_s << u"rm x⟨U+000D⟩echo"_s;
}

void TestDiffDocument::commands()
{
    QFETCH(QString, command);
    QFETCH(QString, shown);
    QCOMPARE(commandText(commandRequest(u"per_1"_s, command)), shown);
}

void TestDiffDocument::why()
{
    Permission::Explanation explanation;
    explanation.verdicts = {{u"a"_s, Permission::Effect::Ask, {}}};
    QVERIFY(whyText(explanation).startsWith(u"a: no rule matched, so ask."_s));
    Permission::Rule rule;
    rule.action = u"edit"_s;
    rule.resource = u"*"_s;
    rule.origin = Permission::Origin::GlobalConfig;
    rule.source = u"countersign.jsonc:4"_s;
    explanation.verdicts = {{u"a"_s, Permission::Effect::Ask, rule}};
    QVERIFY(whyText(explanation)
                    .startsWith(u"a: decided by “edit * → ask” (your configuration, "
                                "countersign.jsonc:4)."_s));
}

QTEST_GUILESS_MAIN(TestDiffDocument)
#include "tst_diffdocument.moc"
