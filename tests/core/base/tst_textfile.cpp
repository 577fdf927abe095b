// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "base/charset.h"
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
        row("UTF-16 LE without a mark", raw("a\0\xE4\0\r\0\n\0"), u"aä\r\n"_s,
            {Utf16Le, false, CrLf, true});
        row("UTF-16 BE without a mark", raw("\0a\0b\0\n\x20\xAC"), u"ab\n€"_s,
            {Utf16Be, false, Lf, false});
        row("UTF-16 LE that begins with a NUL", raw("\xFF\xFE\0\0a\0"), u"\0a"_s,
            {Utf16Le, true, None, false});
        row("UTF-32 LE", raw("\xFF\xFE\0\0a\0\0\0\x42\xF6\x01\0"), u"a🙂"_s,
            {Utf32Le, true, None, false});
        row("UTF-32 BE", raw("\0\0\xFE\xFF\0\0\0\n"), u"\n"_s, {Utf32Be, true, Lf, true});
        row("a word that ends in a zero byte is no UTF-16", raw("abc\0"), u"abc\0"_s, {});
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
        QCOMPARE(decoded->foreignBytes, 0);
        QCOMPARE(encodeText(decoded->text, decoded->format).value(), bytes);
        QCOMPARE(byteOffsets(*decoded, {decoded->text.size()}), {bytes.size()});
    }

    void charsets_data()
    {
        QTest::addColumn<QByteArray>("charset");
        QTest::addColumn<QString>("text");
        const auto row = [](const char *charset, const QString &text) {
            QTest::newRow(charset) << QByteArray(charset) << text;
        };
        QTest::newRow("a single letter") << QByteArray("windows-1252") << u"café\n"_s;
        QTest::newRow("two words") << QByteArray("windows-1252") << u"naïve, déjà vu"_s;
        row("windows-1252", u"// Prüft die Größe der Übergabe: höchstens 10 €\r\n"_s);
        row("windows-1250", u"// Příliš žluťoučký kůň úpěl ďábelské ódy"_s);
        row("windows-1251", u"# Проверка размера файла\n"_s);
        row("KOI8-R", u"// Проверка размера файла и его содержимого\n"_s);
        row("IBM866", u"// Проверка размера файла и его содержимого\n"_s);
        row("ISO-8859-7", u"Έλεγχος του μεγέθους του αρχείου"_s);
        row("windows-1255", u"בדיקת גודל הקובץ לפני הקריאה"_s);
        row("windows-1256", u"فحص حجم الملف قبل القراءة"_s);
        row("windows-874", u"ตรวจสอบขนาดของไฟล์"_s);
        row("GBK", u"/* 读取配置文件，如果文件不存在则返回错误 */\n"_s);
        row("Big5", u"// 檢查檔案大小是否正確，否則返回錯誤\n"_s);
        row("Shift_JIS", u"// ファイルの大きさを確認する。表示\n"_s);
        row("EUC-JP", u"// ファイルの大きさを確認する\n"_s);
        row("windows-949", u"// 파일 크기를 확인합니다"_s);
    }

    /// Legacy text comes out right, in a long file of ASCII as well, and goes back to its bytes.
    void charsets()
    {
        QFETCH(QByteArray, charset);
        QFETCH(QString, text);
        const QString ascii = u"int main() { return 0; }\n"_s.repeated(5000);
        const QStringList texts{text, ascii + text, text + ascii};
        for (const QString &whole : texts) {
            const QByteArray bytes = encodeCharset(whole, charset).value();
            const Result<DecodedText> decoded = decodeText(bytes);
            QVERIFY(decoded);
            QCOMPARE(decoded->format.charset, charset);
            QVERIFY(decoded->text == whole);
            QVERIFY(decoded->guessed);
            QCOMPARE(decoded->format.encoding, TextEncoding::Charset);
            QCOMPARE(encodeText(decoded->text, decoded->format).value(), bytes);
        }
    }

    void foreignBytes_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("foreign");
        const auto lone = [](uchar byte) {
            return QChar(char16_t(0xDC00 + byte));
        };
        QTest::newRow("one bad byte in UTF-8")
                << QByteArray("größer, höher \xE9 länger\n")
                << QString(u"größer, höher "_s + lone(0xE9) + u" länger\n"_s) << 1;
        QTest::newRow("after a mark nothing is guessed")
                << QByteArray("\xEF\xBB\xBFv\xE9") << QString(u'v' + lone(0xE9)) << 1;
        QTest::newRow("a character that is cut at the end")
                << QByteArray("日本語の\xE8\xAA")
                << QString(u"日本語の"_s + lone(0xE8) + lone(0xAA)) << 2;
        QTest::newRow("a surrogate")
                << QByteArray("日本語語語語 \xED\xB2\x80")
                << QString(u"日本語語語語 "_s + lone(0xED) + lone(0xB2) + lone(0x80)) << 3;
        QTest::newRow("Shift_JIS and UTF-8 in one file")
                << QByteArray("表示: \x95\x5C\x8E\xA6, 日本語, ファイル")
                << QString(u"表示: "_s + lone(0x95) + u'\\' + lone(0x8E) + lone(0xA6)
                           + u", 日本語, ファイル"_s)
                << 3;
    }

    /// What is no text survives as what it is.
    void foreignBytes()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, text);
        QFETCH(int, foreign);
        const Result<DecodedText> decoded = decodeText(bytes);
        QVERIFY(decoded);
        QVERIFY2(decoded->text == text, decoded->format.charset.constData());
        QCOMPARE(decoded->foreignBytes, foreign);
        QCOMPARE(decoded->format.encoding, TextEncoding::Utf8);
        QCOMPARE(encodeText(decoded->text, decoded->format).value(), bytes);
    }

    void declared_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QByteArray>("declared");
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("guessed");
        QTest::newRow("the project knows better than the guess")
                << QByteArray("caf\xE9") << QByteArray("KOI8-R") << u"cafИ"_s << false;
        QTest::newRow("UTF-8 is UTF-8 whatever is declared")
                << QByteArray("café") << QByteArray("KOI8-R") << u"café"_s << false;
        QTest::newRow("a declaration that does not fit is no help")
                << QByteArray("caf\xE9!") << QByteArray("Shift_JIS") << u"café!"_s << true;
    }

    void declared()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QByteArray, declared);
        const Result<DecodedText> decoded = decodeText(bytes, declared);
        QVERIFY(decoded);
        QTEST(decoded->text, "text");
        QTEST(decoded->guessed, "guessed");
    }

    void unencodable_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<TextFormat>("format");
        QTest::addColumn<QString>("named");
        const auto in = [](const char *charset) {
            return TextFormat{TextEncoding::Charset, false, LineEnding::None, false, charset};
        };
        QTest::newRow("one") << u"a\nb€"_s << in("KOI8-R")
                             << u"KOI8-R cannot hold these characters of the text: “€” (U+20AC, "
                                u"line 2). "_s;
        QTest::newRow("each once") << u"é🙂é\n🙂"_s << in("windows-1251")
                                   << u"“é” (U+00E9, line 1), “🙂” (U+1F642, line 1). "_s;
        QTest::newRow("many") << u"áâãäåæ"_s << in("windows-1251")
                              << u"“å” (U+00E5, line 1), and others. "_s;
        QTest::newRow("one that would come back as another")
                << u"\u301C"_s << in("Shift_JIS") << u"(U+301C, line 1). "_s;
        QTest::newRow("half a pair in UTF-8")
                << QString(QChar(0xD83D)) << TextFormat{} << u"half of a surrogate pair (U+D83D"_s;
        QTest::newRow("half a pair in UTF-16")
                << QString(QChar(0xDE42)) << TextFormat{TextEncoding::Utf16Le}
                << u"half of a surrogate pair (U+DE42"_s;
    }

    void unencodable()
    {
        QFETCH(QString, text);
        QFETCH(TextFormat, format);
        QFETCH(QString, named);
        const Result<QByteArray> encoded = encodeText(text, format);
        QVERIFY(!encoded);
        QCOMPARE(encoded.error().code, ErrorCode::InvalidInput);
        QVERIFY2(encoded.error().message.contains(named), qPrintable(encoded.error().message));
    }

    void labels_data()
    {
        QTest::addColumn<QByteArray>("label");
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("mark");
        QTest::newRow("EditorConfig's latin1") << QByteArray("latin1") << u"ISO-8859-1"_s << false;
        QTest::newRow("utf-8-bom") << QByteArray("utf-8-bom") << u"UTF-8"_s << true;
        QTest::newRow("git's UTF-16") << QByteArray("UTF-16") << u"UTF-16 (big-endian)"_s << true;
        QTest::newRow("git's UTF-16LE")
                << QByteArray("UTF-16LE") << u"UTF-16 (little-endian)"_s << false;
        QTest::newRow("git's UTF-16LE-BOM")
                << QByteArray("UTF-16LE-BOM") << u"UTF-16 (little-endian)"_s << true;
        QTest::newRow("an alias") << QByteArray(" cp1251 ") << u"windows-1251"_s << false;
        QTest::newRow("SJIS") << QByteArray("SJIS") << u"Shift_JIS"_s << false;
        QTest::newRow("unknown") << QByteArray("klingon") << QString() << false;
        QTest::newRow("empty") << QByteArray() << QString() << false;
        QTest::newRow("with a state") << QByteArray("ISO-2022-JP") << QString() << false;
        QTest::newRow("not like ASCII") << QByteArray("IBM037") << QString() << false;
        QTest::newRow("UTF-7") << QByteArray("UTF-7") << QString() << false;
    }

    void labels()
    {
        QFETCH(QByteArray, label);
        QFETCH(QString, name);
        QFETCH(bool, mark);
        const std::optional<TextFormat> format = formatNamed(label);
        QCOMPARE(format ? encodingName(*format) : QString(), name);
        QCOMPARE(format && format->byteOrderMark, mark);
    }

    void refusesWithTheOffset_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("encoding");
        QTest::addColumn<int>("offset");
        const QString le = u"UTF-16 (little-endian)"_s;
        const QString be = u"UTF-16 (big-endian)"_s;
        QTest::newRow("odd number of bytes, LE") << raw("\xFF\xFE"
                                                        "a\0b")
                                                 << le << 4;
        QTest::newRow("high surrogate at the end, LE") << raw("\xFF\xFE"
                                                              "a\0\x3D\xD8")
                                                       << le << 4;
        QTest::newRow("low surrogate first, BE") << raw("\xFE\xFF\xDE\x42\0a") << be << 2;
        QTest::newRow("two high surrogates, BE")
                << raw("\xFE\xFF\xD8\x3D\xD8\x3D\xDE\x42") << be << 2;
        QTest::newRow("above U+10FFFF, UTF-32")
                << raw("\0\0\xFE\xFF\0\0\0a\0\x11\0\0") << u"UTF-32 (big-endian)"_s << 8;
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

    void foreignBytesOfUtf8_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<int>("at");
        QTest::newRow("a continuation byte alone") << QByteArray("\x80") << 0;
        QTest::newRow("overlong slash") << QByteArray("ab\xC0\xAF") << 2;
        QTest::newRow("overlong in three bytes") << QByteArray("\xE0\x9F\xBF") << 0;
        QTest::newRow("overlong in four bytes") << QByteArray("\xF0\x8F\xBF\xBF") << 0;
        QTest::newRow("a surrogate") << QByteArray("x\xED\xA0\x80") << 1;
        QTest::newRow("above U+10FFFF") << QByteArray("\xF4\x90\x80\x80") << 0;
        QTest::newRow("a byte that never occurs") << QByteArray("12345678\xFFx") << 8;
        QTest::newRow("cut after two of three") << QByteArray("1234567\xE4\xBD") << 7;
        QTest::newRow("cut after three of four") << QByteArray("\xF0\x9F\x99") << 0;
    }

    /// A mark keeps the bytes from being taken for another encoding.
    void foreignBytesOfUtf8()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(int, at);
        const Result<DecodedText> decoded = decodeText("\xEF\xBB\xBF" + bytes);
        QVERIFY(decoded);
        QVERIFY(decoded->foreignBytes > 0);
        const auto first = std::find_if(decoded->text.cbegin(), decoded->text.cend(),
                                        [](QChar c) { return isForeignByte(c); });
        QCOMPARE(first - decoded->text.cbegin(), at);
        QCOMPARE(encodeText(decoded->text, decoded->format).value(), "\xEF\xBB\xBF" + bytes);
    }

    void findsABadByteAtEveryAlignment()
    {
        for (int at = 0; at < 40; ++at) {
            QByteArray bytes(40, 'x');
            bytes[at] = '\xFE';
            const Result<DecodedText> decoded = decodeText("\xEF\xBB\xBF" + bytes);
            QVERIFY(decoded);
            QCOMPARE(decoded->foreignBytes, 1);
            QVERIFY(isForeignByte(decoded->text[at]));
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
             {TextEncoding::Utf8, TextEncoding::Utf16Le, TextEncoding::Utf16Be,
              TextEncoding::Utf32Le, TextEncoding::Utf32Be}) {
            const QByteArray bytes =
                    encodeText(text, {encoding, true, LineEnding::Mixed, false}).value();
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
        QTest::newRow("UTF-32 LE") << raw("\xFF\xFE\0\0a\0\0\0") << false;
        QTest::newRow("UTF-16 LE without a mark") << raw("a\0b\0\n\0") << false;
        QTest::newRow("UTF-16 BE without a mark") << raw("\0a\0b\0\n") << false;
        QTest::newRow("zeros on both sides") << raw("a\0b\0\0c") << true;
        QTest::newRow("zero bytes for numbers") << raw("\1\0\2\0\3\0") << true;
        QTest::newRow("a word that ends in a zero byte") << raw("abc\0") << true;
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
