// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "base/textfile.h"

#include <QTest>

using namespace Countersign;
using namespace Qt::StringLiterals;

Q_DECLARE_METATYPE(Countersign::TextFormat)
Q_DECLARE_METATYPE(Countersign::LineEnding)

namespace {

/// A literal with NUL bytes inside.
template<size_t N>
QByteArray raw(const char (&literal)[N])
{
    return QByteArray(literal, N - 1);
}

} // namespace

class TestTextFile : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void roundTrip_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("text");
        QTest::addColumn<TextFormat>("format");
        using enum TextEncoding;
        using enum LineEnding;
        const auto row = [](const char *name, const QByteArray &bytes, const QString &text,
                            const TextFormat &format) {
            QTest::newRow(name) << bytes << text << format;
        };
        row("empty", {}, {}, {Utf8, false, None, false});
        row("one line without an end", "abc", u"abc"_s, {Utf8, false, None, false});
        row("LF", "a\nb\n", u"a\nb\n"_s, {Utf8, false, Lf, true});
        row("LF, no final one", "a\nb", u"a\nb"_s, {Utf8, false, Lf, false});
        row("CRLF", "a\r\nb\r\n", u"a\r\nb\r\n"_s, {Utf8, false, CrLf, true});
        row("lone CR", "a\rb\r", u"a\rb\r"_s, {Utf8, false, Cr, true});
        row("CR at the very end only", "a\r", u"a\r"_s, {Utf8, false, Cr, true});
        row("mixed LF and CRLF", "a\nb\r\n", u"a\nb\r\n"_s, {Utf8, false, Mixed, true});
        row("mixed CRLF and CR", "a\r\nb\rc", u"a\r\nb\rc"_s, {Utf8, false, Mixed, false});
        row("CR CR LF", "a\r\r\n", u"a\r\r\n"_s, {Utf8, false, Mixed, true});
        row("two, three and four bytes", "\xC3\xA9\xE4\xBD\xA0\xF0\x9F\x99\x82", u"é你🙂"_s, {});
        row("ends of the ranges",
            "\xC2\x80\xDF\xBF\xE0\xA0\x80\xEF\xBF\xBF\xF0\x90\x80\x80\xF4\x8F\xBF\xBF",
            u"\u0080\u07FF\u0800\uFFFF\U00010000\U0010FFFF"_s, {});
        row("around the surrogates", "\xED\x9F\xBF\xEE\x80\x80", u"\uD7FF\uE000"_s, {});
        row("NUL inside is text", raw("a\0b"), u"a\0b"_s, {});
        row("UTF-8 mark", "\xEF\xBB\xBFx\n", u"x\n"_s, {Utf8, true, Lf, true});
        row("UTF-8 mark and nothing else", "\xEF\xBB\xBF", {}, {Utf8, true, None, false});
        row("a second UTF-8 mark is text", "\xEF\xBB\xBF\xEF\xBB\xBFx", u"\uFEFFx"_s,
            {Utf8, true, None, false});
        row("three UTF-8 marks", "\xEF\xBB\xBF\xEF\xBB\xBF\xEF\xBB\xBF", u"\uFEFF\uFEFF"_s,
            {Utf8, true, None, false});
        row("a mark in the middle is text", "x\xEF\xBB\xBFy", u"x\uFEFFy"_s, {});
        row("UTF-16 LE",
            raw("\xFF\xFE"
                "a\0\n\0"),
            u"a\n"_s, {Utf16Le, true, Lf, true});
        row("UTF-16 LE, only the mark", raw("\xFF\xFE"), {}, {Utf16Le, true, None, false});
        row("UTF-16 LE, a pair", raw("\xFF\xFE\x3D\xD8\x42\xDE"), u"🙂"_s,
            {Utf16Le, true, None, false});
        row("UTF-16 BE", raw("\xFE\xFF\0a\0\r\0\n"), u"a\r\n"_s, {Utf16Be, true, CrLf, true});
        row("UTF-16 BE, a second mark", raw("\xFE\xFF\xFE\xFF\0x"), u"\uFEFFx"_s,
            {Utf16Be, true, None, false});
    }

    void roundTrip()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(TextFormat, format);
        const Result<DecodedText> decoded = decodeText(bytes);
        QVERIFY2(decoded, decoded ? "" : qPrintable(decoded.error().message));
        QTEST(decoded->text, "text");
        QCOMPARE(decoded->format.encoding, format.encoding);
        QCOMPARE(decoded->format.byteOrderMark, format.byteOrderMark);
        QCOMPARE(decoded->format.lineEnding, format.lineEnding);
        QCOMPARE(decoded->format.finalNewline, format.finalNewline);
        QCOMPARE(encodeText(decoded->text, decoded->format), bytes);
    }

    void refusesWithTheOffset_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("encoding");
        QTest::addColumn<int>("offset");
        const QString utf8 = u"UTF-8"_s;
        const QString le = u"UTF-16 (little-endian)"_s;
        const QString be = u"UTF-16 (big-endian)"_s;
        QTest::newRow("Latin-1 text") << QByteArray("caf\xE9\n") << utf8 << 3;
        QTest::newRow("a continuation byte alone") << QByteArray("\x80") << utf8 << 0;
        QTest::newRow("overlong slash") << QByteArray("ab\xC0\xAF") << utf8 << 2;
        QTest::newRow("overlong in three bytes") << QByteArray("\xE0\x9F\xBF") << utf8 << 0;
        QTest::newRow("overlong in four bytes") << QByteArray("\xF0\x8F\xBF\xBF") << utf8 << 0;
        QTest::newRow("a surrogate") << QByteArray("x\xED\xA0\x80") << utf8 << 1;
        QTest::newRow("above U+10FFFF") << QByteArray("\xF4\x90\x80\x80") << utf8 << 0;
        QTest::newRow("a byte that never occurs") << QByteArray("12345678\xFFx") << utf8 << 8;
        QTest::newRow("cut after two of three") << QByteArray("1234567\xE4\xBD") << utf8 << 7;
        QTest::newRow("cut after three of four") << QByteArray("\xF0\x9F\x99") << utf8 << 0;
        QTest::newRow("the offset counts the mark") << QByteArray("\xEF\xBB\xBF"
                                                                  "a\xFF")
                                                    << utf8 << 4;
        QTest::newRow("odd number of bytes, LE") << raw("\xFF\xFE"
                                                        "a\0b")
                                                 << le << 4;
        QTest::newRow("high surrogate at the end, LE") << raw("\xFF\xFE"
                                                              "a\0\x3D\xD8")
                                                       << le << 4;
        QTest::newRow("low surrogate first, BE") << raw("\xFE\xFF\xDE\x42\0a") << be << 2;
        QTest::newRow("two high surrogates, BE")
                << raw("\xFE\xFF\xD8\x3D\xD8\x3D\xDE\x42") << be << 2;
    }

    void refusesWithTheOffset()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, encoding);
        QFETCH(int, offset);
        const Result<DecodedText> decoded = decodeText(bytes);
        QVERIFY(!decoded);
        QCOMPARE(decoded.error().code, ErrorCode::Unsupported);
        QCOMPARE(decoded.error().message,
                 u"The bytes are not valid %1: the first wrong one is at byte offset %2. Convert "
                 u"the "
                 u"file to UTF-8 first, or treat it as a binary file."_s.arg(encoding)
                         .arg(offset));
    }

    void refusesUtf32()
    {
        const Result<DecodedText> decoded = decodeText(raw("\xFF\xFE\0\0a\0\0\0"));
        QVERIFY(!decoded);
        QCOMPARE(decoded.error().code, ErrorCode::Unsupported);
        QVERIFY(decoded.error().message.contains(u"UTF-32"_s));
    }

    void findsABadByteAtEveryAlignment()
    {
        for (int at = 0; at < 40; ++at) {
            QByteArray bytes(40, 'x');
            bytes[at] = '\xFE';
            if (at == 0)
                bytes[1] = 'y'; // Not the mark of UTF-16.
            const Result<DecodedText> decoded = decodeText(bytes);
            QVERIFY(!decoded);
            QVERIFY2(decoded.error().message.contains(u"byte offset %1."_s.arg(at)),
                     qPrintable(decoded.error().message));
        }
    }

    void everyCodePointSurvives()
    {
        QString text;
        // Not U+0000 first: with the mark of UTF-16 before it, that is the mark of UTF-32.
        for (char32_t point = 1; point <= 0x10FFFF; ++point) {
            if (point < 0xD800 || point > 0xDFFF)
                text += QChar::fromUcs4(point);
        }
        for (const TextEncoding encoding :
             {TextEncoding::Utf8, TextEncoding::Utf16Le, TextEncoding::Utf16Be}) {
            const QByteArray bytes = encodeText(text, {encoding, true, LineEnding::Mixed, false});
            const Result<DecodedText> decoded = decodeText(bytes);
            QVERIFY(decoded);
            QVERIFY(decoded->text == text);
            QCOMPARE(decoded->format.encoding, encoding);
        }
    }

    void lineEndings_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<LineEnding>("ending");
        QTest::addColumn<QString>("expected");
        const QString every = u"a\nb\r\nc\rd"_s;
        QTest::newRow("to LF") << every << LineEnding::Lf << u"a\nb\nc\nd"_s;
        QTest::newRow("to CRLF") << every << LineEnding::CrLf << u"a\r\nb\r\nc\r\nd"_s;
        QTest::newRow("to CR") << every << LineEnding::Cr << u"a\rb\rc\rd"_s;
        QTest::newRow("none leaves it") << every << LineEnding::None << every;
        QTest::newRow("mixed leaves it") << every << LineEnding::Mixed << every;
        QTest::newRow("empty lines stay") << u"\n\r\n\r\r"_s << LineEnding::Lf << u"\n\n\n\n"_s;
        QTest::newRow("ends only") << u"\r\n"_s << LineEnding::CrLf << u"\r\n"_s;
        QTest::newRow("empty") << QString() << LineEnding::CrLf << QString();
    }

    void lineEndings()
    {
        QFETCH(QString, text);
        QFETCH(LineEnding, ending);
        QTEST(withLineEnding(text, ending), "expected");
    }

    void looksBinary_data()
    {
        QTest::addColumn<QByteArray>("head");
        QTest::addColumn<bool>("binary");
        QTest::newRow("empty") << QByteArray() << false;
        QTest::newRow("text") << QByteArray("hello\tworld\r\n\f\v") << false;
        QTest::newRow("a NUL") << raw("hello\0world") << true;
        QTest::newRow("a NUL in the last byte looked at")
                << QByteArray(QByteArray(64 * 1024 - 1, 'x') + '\0') << true;
        QTest::newRow("a NUL after what is looked at")
                << QByteArray(QByteArray(64 * 1024, 'x') + '\0') << false;
        QTest::newRow("exactly 30 % control bytes") << QByteArray("\1\2\3abcdefg") << false;
        QTest::newRow("more than 30 % control bytes") << QByteArray("\1\2\3\4abcdef") << true;
        QTest::newRow("13 and 14 are on either side") << QByteArray("\r\r\x0E\x0E\r\r\r") << false;
        QTest::newRow("escape sequences") << QByteArray("\x1B\x1B\x1B") << true;
        QTest::newRow("UTF-16 LE") << raw("\xFF\xFE"
                                          "a\0")
                                   << false;
        QTest::newRow("UTF-16 BE") << raw("\xFE\xFF\0a") << false;
        QTest::newRow("UTF-32 LE") << raw("\xFF\xFE\0\0a\0\0\0") << true;
        QTest::newRow("UTF-8 beyond ASCII") << QByteArray("\xE4\xBD\xA0") << false;
    }

    void looksBinary()
    {
        QFETCH(QByteArray, head);
        QTEST(Countersign::looksBinary(head), "binary");
    }
};

QTEST_GUILESS_MAIN(TestTextFile)
#include "tst_textfile.moc"
