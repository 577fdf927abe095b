// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "media/pagetext.h"

#include <QStringEncoder>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace Countersign::Media;

class TestPageText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void decodes_data()
    {
        QTest::addColumn<QByteArray>("type");
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<PageText>("expected");
        const auto row = [](const char *name, const QByteArray &type, const QByteArray &body,
                            const QString &text, const QString &charset, bool damaged = false) {
            QTest::newRow(name) << type << body << PageText{text, charset, damaged};
        };
        row("nothing", "", "", u""_s, u"utf-8"_s);
        row("UTF-8 that nobody names", "text/html", "é€", u"é€"_s, u"utf-8"_s);
        row("no UTF-8 that nobody names", "text/html", "\xe9t\xe9 \x80", u"été €"_s,
            u"windows-1252"_s);
        row("the header", "text/html; Charset=KOI8-R", "\xd0\xd2", u"пр"_s, u"koi8-r"_s);
        row("the header in quotes", "text/html; charset=\"Shift_JIS\"; x=y", "\x93\xfa", u"日"_s,
            u"shift_jis"_s);
        row("Latin-1 is windows-1252 on the web", "text/html; charset=latin1", "\x80", u"€"_s,
            u"windows-1252"_s);
        row("GBK is read as GB 18030", "text/html; charset=gb2312", "\xc4\xe3", u"你"_s,
            u"gb18030"_s);
        row("a name that nobody knows", "text/html; charset=x-nonsense", "é", u"é"_s, u"utf-8"_s);
        row("an empty name", "text/html; charset=", "é", u"é"_s, u"utf-8"_s);
        row("no name but the word", "text/html; charset", "é", u"é"_s, u"utf-8"_s);
        row("UTF-7 is never read", "text/html; charset=utf-7", "+ADw-", u"+ADw-"_s, u"utf-8"_s);
        row("the page", "text/html", "<meta  CHARSET = 'euc-jp' >\xc6\xfc",
            u"<meta  CHARSET = 'euc-jp' >日"_s, u"euc-jp"_s);
        row("the page's older way", "text/html",
            "<META http-equiv=content-type content=\"text/html; charset=koi8-r\">\xd0",
            u"<META http-equiv=content-type content=\"text/html; charset=koi8-r\">п"_s,
            u"koi8-r"_s);
        row("not in a comment", "text/html", "<!-- <meta charset=koi8-r> -->é",
            u"<!-- <meta charset=koi8-r> -->é"_s, u"utf-8"_s);
        row("the page says UTF-16 in ASCII", "text/html", "<meta charset=utf-16>é",
            u"<meta charset=utf-16>é"_s, u"utf-8"_s);
        row("XML", "application/xml", "<?xml version='1.0' encoding='koi8-r'?>\xd0",
            u"<?xml version='1.0' encoding='koi8-r'?>п"_s, u"koi8-r"_s);
        row("the header before the page", "text/html; charset=utf-8", "<meta charset=koi8-r>é",
            u"<meta charset=koi8-r>é"_s, u"utf-8"_s);
        row("a mark before the header", "text/html; charset=koi8-r", "\xef\xbb\xbfé", u"é"_s,
            u"utf-8"_s);
        row("UTF-16 by its mark", "text/html", QByteArray("\xfe\xff\0a", 4), u"a"_s, u"utf-16be"_s);
        row("UTF-16 by the header", "text/plain; charset=utf-16", QByteArray("a\0", 2), u"a"_s,
            u"utf-16le"_s);
        const QString japanese = u"日本語のウェブページは、文字コードを書かないことがあります。"_s;
        QStringEncoder shiftJis("Shift_JIS");
        row("a guess", "text/plain", shiftJis(japanese), japanese, u"shift_jis"_s);
        row("damaged", "text/plain; charset=utf-8",
            "a\xff"
            "b",
            u"a\ufffdb"_s, u"utf-8"_s, true);
        row("cut in a character", "text/plain; charset=utf-8", "a\xc3", u"a\ufffd"_s, u"utf-8"_s,
            true);
    }
    void decodes()
    {
        QFETCH(QByteArray, type);
        QFETCH(QByteArray, body);
        QFETCH(PageText, expected);
        const PageText page = decodePage(body, type);
        QCOMPARE(page.charset, expected.charset);
        QCOMPARE(page.text, expected.text);
        QCOMPARE(page.damaged, expected.damaged);
    }

    void mediaTypes_data()
    {
        QTest::addColumn<QByteArray>("type");
        QTest::addColumn<QString>("expected");
        QTest::newRow("nothing") << QByteArray() << QString();
        QTest::newRow("alone") << QByteArray("text/html") << u"text/html"_s;
        QTest::newRow("with more") << QByteArray(" Text/HTML ; charset=x") << u"text/html"_s;
        QTest::newRow("words") << QByteArray("text/html and more") << QString();
        QTest::newRow("half of one") << QByteArray("text/") << QString();
        QTest::newRow("no type") << QByteArray("html") << QString();
        QTest::newRow("too long") << QByteArray("a/" + QByteArray(128, 'a')) << QString();
    }
    void mediaTypes()
    {
        QFETCH(QByteArray, type);
        QFETCH(QString, expected);
        QCOMPARE(mediaTypeOf(type), expected);
    }

    void hiddenLetters_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("expected");
        QTest::addColumn<int>("removed");
        const auto row = [](const char *name, const QString &text, const QString &expected,
                            int removed) {
            QTest::newRow(name) << text << expected << removed;
        };
        row("nothing", {}, {}, 0);
        row("letters", u"aé日本\U0001F600"_s, u"aé日本\U0001F600"_s, 0);
        row("tags", u"a\U000E0041\U000E007Fb"_s, u"ab"_s, 2);
        row("bytes as selectors", u"a\U000E0100\U000E01EFb"_s, u"ab"_s, 2);
        row("selectors at the beginning", u"\uFE0F\uFE0Fa"_s, u"a"_s, 2);
        row("a row of selectors", u"a\uFE0F\uFE0F\uFE0E"_s, u"a\uFE0F"_s, 2);
        row("an emoji of several", u"\u2764\uFE0F\u200D\U0001F525"_s,
            u"\u2764\uFE0F\u200D\U0001F525"_s, 0);
        row("a form of a Chinese character", u"葛\U000E0100"_s, u"葛\U000E0100"_s, 0);
        row("a joiner in a word", u"می\u200Cخواهم"_s, u"می\u200Cخواهم"_s, 0);
        row("bits as joiners", u"a\u200B\u200C\u200B\u200Db"_s, u"a\u200Bb"_s, 3);
        row("turned text", u"a\u202Ebc\u202C\u2066d\u2069"_s, u"abcd"_s, 4);
        row("invisible signs", u"f\u2061(x)\u3164"_s, u"f(x)"_s, 2);
        row("half a pair", QString(QChar(0xDB40)) + u"a"_s, QString(QChar(0xDB40)) + u"a"_s, 0);
    }
    void hiddenLetters()
    {
        QFETCH(QString, text);
        QFETCH(QString, expected);
        QFETCH(int, removed);
        QCOMPARE(removeHiddenLetters(text), removed);
        QCOMPARE(text, expected);
    }
};

QTEST_APPLESS_MAIN(TestPageText)

#include "tst_pagetext.moc"
