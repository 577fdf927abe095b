// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "tools/textmatch.h"

#include <QtTest>

using namespace Qt::StringLiterals;

namespace Countersign {

class TextMatchTest : public QObject
{
    Q_OBJECT

    static QList<TextMatch> find(const QByteArray &bytes, const QString &text)
    {
        return findExact(*decodeText(bytes), text);
    }

private Q_SLOTS:
    void places_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QList<int>>("starts");
        QTest::newRow("none") << QByteArray("abc") << u"x"_s << QList<int>();
        QTest::newRow("two") << QByteArray("a b a") << u"a"_s << QList<int>{0, 4};
        QTest::newRow("not overlapping") << QByteArray("aaaa") << u"aa"_s << QList<int>{0, 2};
        QTest::newRow("a line feed in CRLF is one place")
                << QByteArray("a\r\nb") << u"\n"_s << QList<int>{1};
        QTest::newRow("a line feed before text in both kinds of region")
                << QByteArray("x\r\na\nx\na") << u"x\na"_s << QList<int>{0, 5};
        QTest::newRow("the byte order mark is no text") << QByteArray("\xEF\xBB\xBF"
                                                                      "a")
                                                        << u"\uFEFFa"_s << QList<int>();
        // U+6100 U+0061 in UTF-16 LE is 00 61 61 00: "a" stands at 4 only, not across units at 3.
        QTest::newRow("between two UTF-16 units is no place")
                << QByteArray("\xFF\xFE\x00\x61\x61\x00", 6) << u"a"_s << QList<int>{4};
        // 表 in Shift_JIS is 95 5C, and 5C alone is a backslash.
        QTest::newRow("the second byte of a character is no place") << QByteArray(
                "\x83\x65\x83\x58\x83\x67\x95\x5C\x8E\xA6\x82\xF0\x5C\x82\xB7\x82\xE9")
                                                                    << u"\\"_s << QList<int>{12};
        QTest::newRow("after a byte that is no text")
                << QByteArray("日本語 \xE9 a") << u"a"_s << QList<int>{12};
    }
    void places()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, text);
        QFETCH(QList<int>, starts);
        QList<int> found;
        for (const TextMatch &match : find(bytes, text))
            found.append(int(match.start));
        QCOMPARE(found, starts);
    }

    void linesAreCountedFromOne()
    {
        QList<qsizetype> lines;
        for (const TextMatch &match : find("a\nb\na a\r\na", u"a"_s))
            lines.append(match.line);
        QCOMPARE(lines, QList<qsizetype>({1, 3, 3, 4}));
        QCOMPARE(find(QByteArray("\xFE\xFF\0a\0\n\0b", 8), u"b"_s).first().line, 2);
    }

    void nearMissIsBounded()
    {
        // The one alike line stands behind the part that is looked at.
        QString text = u"zzz\n"_s.repeated(20'000) + u"hello world"_s;
        QCOMPARE(nearMiss(text, u"hello worle"_s), QString());
        text = u"hello world\n"_s + text;
        QVERIFY(nearMiss(text, u"hello worle"_s).contains(u"line 1, column 11"_s));
    }

    void nearMissOfNothing()
    {
        QCOMPARE(nearMiss(QString(), u"a"_s), QString());
        QCOMPARE(nearMiss(u"a"_s, u" \n\t"_s), QString());
    }
};

} // namespace Countersign

QTEST_GUILESS_MAIN(Countersign::TextMatchTest)
#include "tst_textmatch.moc"
