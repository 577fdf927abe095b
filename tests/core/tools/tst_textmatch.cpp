// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "tools/editabletext.h"
#include "tools/textmatch.h"

#include <QtTest>

using namespace Qt::StringLiterals;

namespace Countersign {

class TextMatchTest : public QObject
{
    Q_OBJECT

    static QList<TextMatch> find(const QByteArray &bytes, const QString &text)
    {
        return findExact(EditableText::from(bytes)->text(), text.toUtf8());
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
        // U+6100 U+0061 in UTF-16 LE is 00 61 61 00: "a" stands once, not across units as well.
        QTest::newRow("between two UTF-16 units is no place")
                << QByteArray("\xFF\xFE\x00\x61\x61\x00", 6) << u"a"_s << QList<int>{3};
        // 表 in Shift_JIS is 95 5C, and 5C alone is a backslash. The text is seven characters of
        // three bytes before it.
        QTest::newRow("the second byte of a character is no place") << QByteArray(
                "\x83\x65\x83\x58\x83\x67\x95\x5C\x8E\xA6\x82\xF0\x5C\x82\xB7\x82\xE9")
                                                                    << u"\\"_s << QList<int>{18};
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
        QCOMPARE(lineOf("a\nb\nc", 0), 1);
        QCOMPARE(lineOf("a\nb\nc", 4), 3);
        QCOMPARE(lineOf("a\r\nb\rc", 6), 2);
        QCOMPARE(lineOf("a\rb\rc", 4), 3);
    }
};

} // namespace Countersign

QTEST_GUILESS_MAIN(Countersign::TextMatchTest)
#include "tst_textmatch.moc"
