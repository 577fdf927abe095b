// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "diff/linecodes.h"
#include "randomtext.h"

#include <QTest>

using namespace Countersign;
using namespace Countersign::Diff;
using Countersign::Test::listOf;

namespace {

qsizetype indentation(const QByteArray &line)
{
    qsizetype at = 0;
    while (at < line.size() && (line.at(at) == ' ' || (line.at(at) >= '\t' && line.at(at) <= '\r')))
        ++at;
    return at;
}

} // namespace

class TestLineCodes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void keepsWhatPlacesBlocks_data();
    void keepsWhatPlacesBlocks();
    void equalLinesOnly();
    void manyLines();
    void stops();
};

void TestLineCodes::keepsWhatPlacesBlocks_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<QByteArray>("beforeCodes");
    QTest::addColumn<QByteArray>("afterCodes");
    const auto row = [](const char *name, const QByteArray &before, const QByteArray &after,
                        const QByteArray &beforeCodes, const QByteArray &afterCodes) {
        QTest::newRow(name) << before << after << beforeCodes << afterCodes;
    };
    row("nothing", "", "", "", "");
    row("one line for two texts", "abc\n", "abc\n", "@\n", "@\n");
    row("numbers by appearance", "abc\ndef\nabc\n", "ghi\ndef\n", "@\nA\n@\n", "B\nA\n");
    row("no final line end", "abc", "abc\nd", "@", "@\nA");
    row("indentation", "  a\n\tb\n", "  a\n  b\n", "  @\n\tA\n", "  @\n  B\n");
    row("lines of white space", "\n  \n\t\r\n", " \n", "\n  \n\t\r\n", " \n");
    row("white space at the end", "a\n", "a \na\r\n", "@\n", "A\nB\n");
    row("lines that look like codes", "A\n@\n", "@\nA\n", "@\nA\n", "A\n@\n");
    row("an empty last line without an end", "a\n\n", "a\n", "@\n\n", "@\n");
}

void TestLineCodes::keepsWhatPlacesBlocks()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    const auto codes = codedLines(Lines(before), Lines(after), {});
    QVERIFY(codes);
    QTEST(codes->first, "beforeCodes");
    QTEST(codes->second, "afterCodes");
}

void TestLineCodes::equalLinesOnly()
{
    for (unsigned seed = 0; seed < 500; ++seed) {
        const auto [before, after] = Test::randomTexts(seed);
        const auto codes = codedLines(Lines(before), Lines(after), {});
        QVERIFY(codes);
        const QList<QByteArray> lines = listOf(Lines(before)) + listOf(Lines(after));
        const QList<QByteArray> coded = listOf(Lines(codes->first)) + listOf(Lines(codes->second));
        QCOMPARE(coded.size(), lines.size());
        for (qsizetype i = 0; i < lines.size(); ++i) {
            QCOMPARE(indentation(coded.at(i)), indentation(lines.at(i)));
            for (qsizetype j = 0; j < i; ++j)
                QCOMPARE(coded.at(i) == coded.at(j), lines.at(i) == lines.at(j));
        }
        QCOMPARE(Lines(codes->first).hasFinalNewline(), Lines(before).hasFinalNewline());
        QCOMPARE(Lines(codes->second).hasFinalNewline(), Lines(after).hasFinalNewline());
    }
}

void TestLineCodes::manyLines()
{
    constexpr int kLines = 300'000; // Codes of up to four digits.
    QByteArray text;
    for (int i = 0; i < kLines; ++i)
        text += "line " + QByteArray::number(i) + '\n';
    const auto codes = codedLines(Lines(text), Lines(text), {});
    QVERIFY(codes);
    QCOMPARE(codes->first, codes->second);
    QList<QByteArray> coded = listOf(Lines(codes->first));
    std::sort(coded.begin(), coded.end());
    QCOMPARE(std::unique(coded.begin(), coded.end()) - coded.begin(), kLines);
}

void TestLineCodes::stops()
{
    std::stop_source source;
    source.request_stop();
    QVERIFY(!codedLines(Lines("a\n"), Lines("b\n"), source.get_token()));
}

QTEST_GUILESS_MAIN(TestLineCodes)
#include "tst_linecodes.moc"
