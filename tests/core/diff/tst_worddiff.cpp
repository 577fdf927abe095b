// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "diff/linediff.h"
#include "diff/tokens.h"
#include "randomtext.h"
#include "support/patience.h"

#include <QElapsedTimer>
#include <QTest>

using namespace Countersign;
using namespace Countersign::Diff;
using namespace Qt::StringLiterals;

namespace {

/// The line with its spans in square brackets.
QString marked(const QString &line, const QList<Span> &spans)
{
    QString text = line;
    for (auto span = spans.crbegin(); span != spans.crend(); ++span) {
        text.insert(span->start + span->length, u']');
        text.insert(span->start, u'[');
    }
    return text;
}

QString without(const QString &line, const QList<Span> &spans)
{
    QString text = line;
    for (auto span = spans.crbegin(); span != spans.crend(); ++span)
        text.remove(span->start, span->length);
    return text;
}

/// In order, not empty, not touching, inside the line, and not through a surrogate pair.
bool areProper(const QString &line, const QList<Span> &spans)
{
    int end = -1;
    for (const Span &span : spans) {
        if (span.start <= end || span.length <= 0 || span.start + span.length > line.size())
            return false;
        end = span.start + span.length;
        for (const int edge : {span.start, end}) {
            if (edge < line.size() && line.at(edge).isLowSurrogate())
                return false;
        }
    }
    return true;
}

} // namespace

class TestWordDiff : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tokens_data();
    void tokens();
    void marks_data();
    void marks();
    void trims_data();
    void trims();
    void restIsEqual();
    void worstCaseIsBounded();
};

void TestWordDiff::tokens_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QStringList>("tokens");
    QTest::newRow("empty") << QString() << QStringList{};
    QTest::newRow("code") << u"int a_1 =  42;"_s
                          << QStringList{u"int"_s, u" "_s,  u"a_1"_s, u" "_s,
                                         u"="_s,   u"  "_s, u"42"_s,  u";"_s};
    QTest::newRow("every other character alone") << u"->*"_s << QStringList{u"-"_s, u">"_s, u"*"_s};
    QTest::newRow("number then word") << u"2nd"_s << QStringList{u"2"_s, u"nd"_s};
    QTest::newRow("other scripts") << u"größe文件"_s << QStringList{u"größe文件"_s};
    QTest::newRow("combining mark")
            << u"e\u0301x+\u0301"_s << QStringList{u"e\u0301x"_s, u"+\u0301"_s};
    QTest::newRow("marks after digits and spaces")
            << u"1\uFE0F\u20E3 \u0301+"_s << QStringList{u"1\uFE0F\u20E3"_s, u" \u0301"_s, u"+"_s};
    QTest::newRow("mark at the start") << u"\u0301a"_s << QStringList{u"\u0301"_s, u"a"_s};
    QTest::newRow("surrogate pairs") << u"😀😁a"_s << QStringList{u"😀"_s, u"😁"_s, u"a"_s};
    QTest::newRow("half a pair") << QString(QChar(0xd83d)) + u"a"_s
                                 << QStringList{QString(QChar(0xd83d)), u"a"_s};
}

void TestWordDiff::tokens()
{
    QFETCH(QString, line);
    QStringList found;
    for (const Token &token : tokenize(line))
        found << line.mid(token.start, token.length);
    QTEST(found, "tokens");
}

void TestWordDiff::marks_data()
{
    QTest::addColumn<QString>("before"); // Marked.
    QTest::addColumn<QString>("after");
    const auto row = [](const char *name, const QString &before, const QString &after) {
        QTest::newRow(name) << before << after;
    };
    row("equal", u"same"_s, u"same"_s);
    row("both empty", QString(), QString());
    row("from nothing", QString(), u"[word]"_s);
    row("one word", u"int [old] = 1;"_s, u"int [new] = 1;"_s);
    row("whole words only", u"return [valueA];"_s, u"return [valueB];"_s);
    row("number", u"x = [10];"_s, u"x = [12];"_s);
    row("inserted", u"f(a)"_s, u"f(a[, b])"_s);
    row("removed", u"f(a[, b])"_s, u"f(a)"_s);
    row("two words apart", u"[one] stays here [two]"_s, u"[eins] stays here [zwei]"_s);
    row("tiny equal run between is joined", u"[alpha(beta] end"_s, u"[gamma(delta] end"_s);
    row("word between longer changes is not", u"[alphabet] same [gammaray]"_s,
        u"[deltabet] same [omegaray]"_s);
    row("white space between is joined", u"[first   second] end"_s, u"[third   fourth] end"_s);
    row("run as long as a neighbour is not", u"[a] [word]"_s, u"[b] [text]"_s);
    row("white space", u"a[ ]b"_s, u"a[  ]b"_s);
    row("carriage return", u"a[\r]"_s, u"a"_s);
    row("emoji is not split", u"x [😀] y"_s, u"x [😁] y"_s);
    row("mark with its digit", u"key [1\uFE0F\u20E3] z"_s, u"key [2\uFE0F\u20E3] z"_s);
    row("everything", u"[abc]"_s, u"[xyz]"_s);
    row("repeated words", u"a a [a ]b"_s, u"a a b"_s);
}

void TestWordDiff::marks()
{
    QFETCH(QString, before);
    QFETCH(QString, after);
    const auto plain = [](QString text) {
        return text.remove(u'[').remove(u']');
    };
    const WordDiff diff = wordDiff(plain(before), plain(after));
    QCOMPARE(marked(plain(before), diff.oldSpans), before);
    QCOMPARE(marked(plain(after), diff.newSpans), after);
}

void TestWordDiff::trims_data()
{
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after");
    QTest::addColumn<WordDiff>("expected");
    const QString same(1500, u'x');
    QTest::newRow("long line: only its ends are trimmed")
            << QString(same + u"a b c"_s + same) << QString(same + u"A b C"_s + same)
            << WordDiff{{{1500, 5}}, {{1500, 5}}};
    QTest::newRow("pair with a common first half")
            << QString(same + u"😀"_s + same) << QString(same + u"😁"_s + same)
            << WordDiff{{{1500, 2}}, {{1500, 2}}};
    QTest::newRow("pair with a common second half")
            << QString(same + u"\U0001F600"_s + same) << QString(same + u"\U0001FA00"_s + same)
            << WordDiff{{{1500, 2}}, {{1500, 2}}};
    QTest::newRow("mark changed") << QString(same + u"e\u0301"_s + same)
                                  << QString(same + u"e\u0300"_s + same)
                                  << WordDiff{{{1500, 2}}, {{1500, 2}}};
    QTest::newRow("mark kept behind a changed letter")
            << QString(same + u"a\u0301"_s + same) << QString(same + u"e\u0301"_s + same)
            << WordDiff{{{1500, 2}}, {{1500, 2}}};
    QTest::newRow("mark added to the last letter")
            << QString(2001, u'y') << QString(QString(2001, u'y') + u"\u0301"_s)
            << WordDiff{{{2000, 1}}, {{2000, 2}}};
    QTest::newRow("repetition does not overlap")
            << QString(2001, u'y') << QString(2005, u'y') << WordDiff{{}, {{2001, 4}}};
}

void TestWordDiff::trims()
{
    QFETCH(QString, before);
    QFETCH(QString, after);
    QFETCH(WordDiff, expected);
    const WordDiff diff = wordDiff(before, after);
    QCOMPARE(marked(before, diff.oldSpans), marked(before, expected.oldSpans));
    QCOMPARE(marked(after, diff.newSpans), marked(after, expected.newSpans));
    QVERIFY(diff == trimmedDiff(before, after));
}

void TestWordDiff::restIsEqual()
{
    int partial = 0;
    for (unsigned seed = 0; seed < 500; ++seed) {
        const auto [old, fresh] = Test::randomTexts(seed);
        const QString before = QString::fromUtf8(old).replace(u'\n', u"😀 "_s);
        const QString after = QString::fromUtf8(fresh).replace(u'\n', u"😁 "_s);
        for (const WordDiff &diff : {wordDiff(before, after), trimmedDiff(before, after)}) {
            QVERIFY2(areProper(before, diff.oldSpans) && areProper(after, diff.newSpans),
                     qPrintable(u"seed %1"_s.arg(seed)));
            QCOMPARE(without(before, diff.oldSpans), without(after, diff.newSpans));
            partial += diff.oldSpans.size() > 1 ? 1 : 0;
        }
    }
    QVERIFY2(partial > 50, qPrintable(QString::number(partial)));
}

void TestWordDiff::worstCaseIsBounded()
{
    QString before;
    QString after;
    for (int i = 0; i < 999; ++i) {
        before += QChar(u'!' + i % 13) + u" "_s;
        after += QChar(u'0' + i % 7) + u"\t"_s;
    }
    QElapsedTimer timer;
    timer.start();
    for (int i = 0; i < 100; ++i)
        QVERIFY(!wordDiff(before, after).oldSpans.isEmpty());
    QVERIFY2(timer.elapsed() < 5000 * Test::kPatience,
             qPrintable(QString::number(timer.elapsed())));
}

QTEST_GUILESS_MAIN(TestWordDiff)
#include "tst_worddiff.moc"
