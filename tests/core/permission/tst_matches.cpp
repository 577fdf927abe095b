// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "permission/evaluate.h"
#include "permission/wildcard.h"

#include <QTest>

using namespace Countersign::Permission;
using namespace Qt::StringLiterals;

class TestMatches : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void matching_data();
    void matching();
    void hostilePatternsStayCheap_data();
    void hostilePatternsStayCheap();
};

void TestMatches::matching_data()
{
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("expected");
    const auto row = [](const char *name, const QString &pattern, const QString &text,
                        bool expected) {
        QTest::newRow(name) << pattern << text << expected;
    };

    row("the same text", u"src/a.txt"_s, u"src/a.txt"_s, true);
    row("anchored at the end", u"src/a"_s, u"src/a.txt"_s, false);
    row("anchored at the start", u"a.txt"_s, u"src/a.txt"_s, false);
    row("case counts", u"SECRET.md"_s, u"secret.md"_s, false);
    row("star alone matches anything", u"*"_s, u"a/b c\nd"_s, true);
    row("star alone matches nothing at all", u"*"_s, u""_s, true);
    row("empty pattern matches empty text", u""_s, u""_s, true);
    row("empty pattern matches no text", u""_s, u"a"_s, false);
    row("star crosses slashes", u"x/*"_s, u"x/a/b/c"_s, true);
    row("star in the middle", u"src/*.cpp"_s, u"src/a/b.cpp"_s, true);
    row("star can be empty", u"a*b"_s, u"ab"_s, true);
    row("star comes back for a later end", u"*ab"_s, u"aabab"_s, true);
    row("star crosses line ends", u"echo *x"_s, u"echo a\nb x"_s, true);
    row("several stars", u"*/a/*/b"_s, u"1/a/2/3/b"_s, true);
    row("several stars out of order", u"*b*a*"_s, u"aab"_s, false);
    row("double star is star", u"src/**"_s, u"src/a/b"_s, true);
    row("dot env below a folder", u"*.env"_s, u"a/b/.env"_s, true);
    row("dot env as a suffix", u"*.env"_s, u"prod.env"_s, true);
    row("dot env is not dot envrc", u"*.env"_s, u".envrc"_s, false);
    row("question mark is one unit", u"a?c"_s, u"abc"_s, true);
    row("question mark is not none", u"a?c"_s, u"ac"_s, false);
    row("question mark is not two", u"a?c"_s, u"abbc"_s, false);
    row("question mark matches a slash", u"a?c"_s, u"a/c"_s, true);
    row("question mark matches a line end", u"a?c"_s, u"a\nc"_s, true);
    row("one question mark is half an emoji", u"?"_s, u"\U0001F600"_s, false);
    row("two question marks are an emoji", u"??"_s, u"\U0001F600"_s, true);
    row("backslash in the text", u"src/a"_s, u"src\\a"_s, true);
    row("backslash in the pattern", u"src\\a"_s, u"src/a"_s, true);
    row("backslash escapes no star", u"a\\*"_s, u"a/anything"_s, true);
    row("trailing space star: bare", u"git push *"_s, u"git push"_s, true);
    row("trailing space star: argument", u"git push *"_s, u"git push x"_s, true);
    row("trailing space star: a space", u"git push *"_s, u"git push "_s, true);
    row("trailing space star: no longer word", u"git push *"_s, u"git pushx"_s, false);
    row("trailing space star after a star", u"* push *"_s, u"git push"_s, true);
    row("space star alone matches nothing", u" *"_s, u""_s, true);
    row("star without the space is not optional", u"git push*"_s, u"git push"_s, true);
    row("bare words do not cover arguments", u"git commit"_s, u"git commit -m x"_s, false);
    row("regular expression signs are plain", u"a.(b)+[c]{d}^$|"_s, u"a.(b)+[c]{d}^$|"_s, true);
    row("dot is no wildcard", u"a.c"_s, u"abc"_s, false);
    row("bracket is no class", u"[ab]"_s, u"a"_s, false);
    row("star in the text is text", u"/dir/*"_s, u"/dir/*"_s, true);
    row("star in the text, wider rule", u"/*"_s, u"/dir/*"_s, true);
    row("star in the text is no wildcard", u"/dir/a"_s, u"/dir/*"_s, false);
    row("action family", u"mcp:*"_s, u"mcp:server_tool"_s, true);
}

void TestMatches::matching()
{
    QFETCH(const QString, pattern);
    QFETCH(const QString, text);
    QFETCH(const bool, expected);
    QCOMPARE(matches(text, pattern), expected);
}

void TestMatches::hostilePatternsStayCheap_data()
{
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<QString>("text");
    const QString as(20000, u'a');
    QTest::newRow("many stars, no end") << u"*a"_s.repeated(50) + u'b' << as;
    QTest::newRow("many stars and spaces")
            << u"*a *"_s.repeated(40) + u"!"_s << u"a "_s.repeated(9999);
    QTest::newRow("only stars, then a miss") << QString(500, u'*') + u'b' << as;
    QTest::newRow("long repeated tail") << u'*' + QString(200, u'a') + u'b' << as;
    QTest::newRow("question marks") << u"*?"_s.repeated(60) + u'b' << as;
    QTest::newRow("optional tail") << u"*a"_s.repeated(50) + u"b *"_s << as;
}

void TestMatches::hostilePatternsStayCheap()
{
    QFETCH(const QString, pattern);
    QFETCH(const QString, text);
    const Match match = matchCounted(text, pattern);
    QVERIFY(!match.matched);
    // Counted, not timed: the product, twice for a pattern with an optional tail.
    QVERIFY2(match.steps <= 2 * (text.size() + 1) * (pattern.size() + 1),
             qPrintable(QString::number(match.steps)));
}

QTEST_GUILESS_MAIN(TestMatches)
#include "tst_matches.moc"
