// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "syntax/contrast.h"
#include "syntax/highlighter.h"

#include <QSet>
#include <QTest>

#include <future>
#include <thread>

using namespace Countersign::Syntax;
using namespace Qt::StringLiterals;

class TestSyntax : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void contrastOfKnownPairs();
    void coloursAreReadableEverywhere_data();
    void coloursAreReadableEverywhere();
    void movesOnlyWhatMustMove();
    void carriesStateOverLines();
    void spansStayInsideTheirLine();
    void nothingForUnknownFiles();
    void longLinesAreLeftPlain();
    void stopEndsTheWork();
    void twoThreadsAtOnce();
};

static QStringList sample()
{
    return {u"#include <QString>"_s,
            u"// a remark with ALERT and \\brief"_s,
            u"namespace a { enum class Kind : unsigned { One = 0x1F, Two = 2'000 }; }"_s,
            u"static const char *kText = \"a \\n escape\";"_s,
            u"template<class T> auto f(const T &value) -> decltype(value) {"_s,
            u"    if (value != 'c' && 1.5e3f > 2) return value; /* open"_s,
            u"    still a comment */ else throw 1;"_s,
            u"}"_s};
}

void TestSyntax::contrastOfKnownPairs()
{
    QCOMPARE(qRound(contrast(Qt::black, Qt::white) * 100), 2100);
    QCOMPARE(qRound(contrast(Qt::white, Qt::white) * 100), 100);
    // #767676 on white is the well-known grey just above 4.5.
    QCOMPARE(qRound(contrast(QColor(0x76, 0x76, 0x76), Qt::white) * 100), 454);
}

void TestSyntax::coloursAreReadableEverywhere_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QStringList>("text");
    QTest::newRow("C++") << u"a.cpp"_s << sample();
    QTest::newRow("Python") << u"a.py"_s
                            << QStringList{u"@decorator"_s, u"def f(x: int) -> str:"_s,
                                           u"    \"\"\"doc\"\"\""_s,
                                           u"    return f'{x!r}' if None else b'\\x00' # ALERT"_s};
    QTest::newRow("JSON") << u"a.json"_s << QStringList{u"{\"a\": [1, true, null, \"x\\n\"]}"_s};
    QTest::newRow("shell") << u"a.sh"_s
                           << QStringList{u"#!/bin/sh"_s,
                                          u"for f in \"$@\"; do echo ${f%.c}; done"_s};
    QTest::newRow("Markdown") << u"README.md"_s
                              << QStringList{u"# Title"_s, u"*em* **strong** `code` [a](b)"_s,
                                             u"> quote"_s, u"- item"_s};
    QTest::newRow("diff") << u"a.diff"_s
                          << QStringList{u"--- a"_s, u"+++ b"_s, u"@@ -1 +1 @@"_s, u"-x"_s,
                                         u"+y"_s};
    QTest::newRow("CMake") << u"CMakeLists.txt"_s
                           << QStringList{u"set(A \"${B}\" CACHE STRING \"c\") # d"_s};
}

void TestSyntax::coloursAreReadableEverywhere()
{
    QFETCH(QString, file);
    QFETCH(QStringList, text);
    const Highlighted result = Highlighter::standard().highlight(file, text, {});
    QVERIFY(!result.styles.isEmpty());
    for (const Style &style : result.styles) {
        for (const bool dark : {false, true}) {
            for (const QColor &background : codeBackgrounds(dark)) {
                const double value = contrast(style.color(dark), background);
                QVERIFY2(value >= kReadable,
                         qPrintable(u"%1 %2 on %3: %4"_s
                                            .arg(style.name, style.color(dark).name(),
                                                 background.name())
                                            .arg(value)));
            }
        }
    }
}

void TestSyntax::movesOnlyWhatMustMove()
{
    const QList<QColor> white{Qt::white};
    QCOMPARE(readableOn(QColor(0x11, 0x22, 0x33), white, false), QColor(0x11, 0x22, 0x33));
    const QColor moved = readableOn(QColor(0x88, 0xcc, 0x88), white, false);
    QVERIFY(contrast(moved, Qt::white) >= kReadable);
    QVERIFY2(contrast(moved, Qt::white) < 5.2, "no further than needed");
    QVERIFY(moved.green() > moved.red()); // Still green.
}

static QString nameAt(const Highlighted &text, int line, int column)
{
    for (const Span &span : text.lines.at(line)) {
        if (column >= span.start && column < span.start + span.length)
            return text.styles.at(span.style).name;
    }
    return {};
}

void TestSyntax::carriesStateOverLines()
{
    const Highlighted result = Highlighter::standard().highlight(u"src/deep/a.cpp"_s, sample(), {});
    QCOMPARE(result.definition, u"C++"_s);
    QCOMPARE(result.lines.size(), sample().size());
    QCOMPARE(nameAt(result, 6, 8), u"Comment"_s); // Opened on the line above.
    QVERIFY(nameAt(result, 6, 23) != u"Comment"_s); // "else"
    QVERIFY(!nameAt(result, 6, 23).isEmpty());
}

void TestSyntax::spansStayInsideTheirLine()
{
    const QStringList lines = sample();
    const Highlighted result = Highlighter::standard().highlight(u"a.cpp"_s, lines, {});
    for (qsizetype i = 0; i < lines.size(); ++i) {
        int end = 0;
        for (const Span &span : result.lines.at(i)) {
            QVERIFY(span.start >= end);
            QVERIFY(span.length > 0);
            end = span.start + span.length;
        }
        QVERIFY(end <= lines.at(i).size());
    }
}

void TestSyntax::nothingForUnknownFiles()
{
    QCOMPARE(Highlighter::standard().highlight(u"a.unheard-of"_s, sample(), {}), Highlighted());
}

void TestSyntax::longLinesAreLeftPlain()
{
    const QString longest = u"int a; "_s.repeated(kLongestLine / 7).leftJustified(kLongestLine);
    const Highlighted result = Highlighter::standard().highlight(
            u"a.cpp"_s, {longest, longest + u' ', u"int b;"_s}, {});
    QCOMPARE(result.lines.size(), 3);
    QVERIFY(!result.lines.at(0).isEmpty());
    QVERIFY(result.lines.at(1).isEmpty());
    QVERIFY(!result.lines.at(2).isEmpty());
}

void TestSyntax::stopEndsTheWork()
{
    std::stop_source source;
    source.request_stop();
    QCOMPARE(Highlighter::standard().highlight(u"a.cpp"_s, sample(), source.get_token()),
             Highlighted());
}

void TestSyntax::twoThreadsAtOnce()
{
    const auto work = [] {
        return Highlighter::standard().highlight(u"a.cpp"_s, sample(), {});
    };
    auto one = std::async(std::launch::async, work);
    auto two = std::async(std::launch::async, work);
    const Highlighted here = work();
    QCOMPARE(one.get().lines, here.lines);
    QCOMPARE(two.get().lines, here.lines);
}

QTEST_GUILESS_MAIN(TestSyntax)
#include "tst_syntax.moc"
