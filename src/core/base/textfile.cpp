// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "base/textfile.h"

#include "base/charset.h"
#include "base/unicode.h"

#include <algorithm>

namespace Countersign {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype kLookedAt = 64 * 1024;
/// A text with this many valid characters beyond ASCII for one bad byte is UTF-8 that was damaged.
constexpr qsizetype kDamagedRatio = 2;
constexpr qsizetype kNamedCharacters = 5;

tl::unexpected<Error> malformed(const TextFormat &format, qsizetype offset)
{
    return failure(
            ErrorCode::Unsupported,
            u"The bytes are not valid %1: the first wrong one is at byte offset %2. Convert "
            u"the file to UTF-8 first, or treat it as a binary file."_s.arg(encodingName(format))
                    .arg(offset));
}

bool isBigEndian(TextEncoding encoding)
{
    return encoding == TextEncoding::Utf16Be || encoding == TextEncoding::Utf32Be;
}

/// Of an encoding in units of two or four bytes; -1: all of it is valid.
qsizetype decodeUnits(TextEncoding encoding, QByteArrayView bytes, QString &text)
{
    const bool wide = encoding == TextEncoding::Utf32Le || encoding == TextEncoding::Utf32Be;
    return wide ? Unicode::decodeUtf32(bytes, isBigEndian(encoding), text)
                : Unicode::decodeUtf16(bytes, isBigEndian(encoding), text);
}

std::optional<DecodedText> decodeMarked(const QByteArray &bytes, TextEncoding encoding,
                                        qsizetype &badAt)
{
    const QByteArrayView mark = byteOrderMark(encoding);
    if (!bytes.startsWith(mark))
        return std::nullopt;
    DecodedText out;
    out.format.encoding = encoding;
    out.format.byteOrderMark = true;
    const qsizetype bad =
            decodeUnits(encoding, QByteArrayView(bytes).sliced(mark.size()), out.text);
    badAt = bad < 0 ? bad : bad + mark.size();
    return out;
}

DecodedText decodeWithoutMark(const QByteArray &bytes, const QByteArray &declared)
{
    DecodedText out;
    if (const auto utf16 = sniffUtf16(bytes)) {
        out.format.encoding = *utf16;
        out.guessed = true;
        if (decodeUnits(*utf16, bytes, out.text) < 0)
            return out;
        out = {};
    }
    const QByteArrayView mark = byteOrderMark(TextEncoding::Utf8);
    out.format.byteOrderMark = bytes.startsWith(mark);
    const QByteArrayView body =
            QByteArrayView(bytes).sliced(out.format.byteOrderMark ? mark.size() : 0);
    const Unicode::Utf8Tally tally = Unicode::tallyUtf8(body);
    if (tally.bad > 0 && !out.format.byteOrderMark) {
        if (!declared.isEmpty()) {
            if (auto text = decodeCharset(bytes, declared)) {
                out.text = std::move(*text);
                out.format.encoding = TextEncoding::Charset;
                out.format.charset = declared;
                return out;
            }
        }
        if (tally.multibyte < kDamagedRatio * tally.bad) {
            if (auto guess = guessCharset(bytes)) {
                out.text = std::move(guess->text);
                out.format.encoding = TextEncoding::Charset;
                out.format.charset = guess->charset;
                out.guessed = true;
                return out;
            }
        }
    }
    out.text = Unicode::decodeUtf8(body, tally.bad > 0);
    out.foreignBytes = tally.bad;
    return out;
}

/// What `format` cannot write of `text`, for the model: "“€” (U+20AC, line 3)".
Error unencodable(const QString &text, const TextFormat &format)
{
    QStringList named;
    QList<char32_t> seen;
    qsizetype line = 1;
    bool more = false;
    for (qsizetype i = 0; i < text.size() && !more; ++i) {
        if (text[i] == u'\n')
            ++line;
        const bool pair =
                text[i].isHighSurrogate() && i + 1 < text.size() && text[i + 1].isLowSurrogate();
        const char32_t point =
                pair ? QChar::surrogateToUcs4(text[i], text[i + 1]) : char32_t(text[i].unicode());
        const QString character = text.sliced(i, pair ? 2 : 1);
        i += pair ? 1 : 0;
        const bool writable = format.encoding == TextEncoding::Charset
                ? point < 0x80 || encodeCharset(character, format.charset).has_value()
                : !QChar::isSurrogate(point);
        if (writable || seen.contains(point))
            continue;
        more = seen.size() == kNamedCharacters;
        if (more)
            break;
        seen.append(point);
        const QString code = QString::number(uint(point), 16).toUpper().rightJustified(4, u'0');
        named.append(QChar::isSurrogate(point)
                             ? u"half of a surrogate pair (U+%1, line %2)"_s.arg(code).arg(line)
                             : u"“%1” (U+%2, line %3)"_s.arg(character, code).arg(line));
    }
    if (more)
        named.append(u"and others"_s);
    return {ErrorCode::InvalidInput,
            u"The encoding %1 cannot hold these characters of the text: %2. Write other characters "
            "in their place, or convert the file to UTF-8 first."_s.arg(encodingName(format),
                                                                        named.join(u", "_s)),
            {}};
}

} // namespace

Result<DecodedText> decodeText(const QByteArray &bytes, const QByteArray &declared)
{
    DecodedText out;
    qsizetype badAt = -1;
    bool marked = false;
    // The mark of UTF-32 (little-endian) begins with that of UTF-16: the longer one goes first, and
    // the shorter one has its chance.
    for (const TextEncoding encoding : {TextEncoding::Utf32Le, TextEncoding::Utf32Be,
                                        TextEncoding::Utf16Le, TextEncoding::Utf16Be}) {
        auto decoded = decodeMarked(bytes, encoding, badAt);
        if (!decoded)
            continue;
        out = std::move(*decoded);
        marked = true;
        if (badAt < 0)
            break;
    }
    if (marked && badAt >= 0)
        return malformed(out.format, badAt);
    if (!marked)
        out = decodeWithoutMark(bytes, declared);
    out.format.lineEnding = lineEndingOf(out.text);
    out.format.finalNewline = out.text.endsWith(u'\n') || out.text.endsWith(u'\r');
    return out;
}

QByteArrayView byteOrderMark(TextEncoding encoding)
{
    switch (encoding) {
    case TextEncoding::Utf8:
        return {"\xEF\xBB\xBF", 3};
    case TextEncoding::Utf16Le:
        return {"\xFF\xFE", 2};
    case TextEncoding::Utf16Be:
        return {"\xFE\xFF", 2};
    case TextEncoding::Utf32Le:
        return {"\xFF\xFE\0\0", 4};
    case TextEncoding::Utf32Be:
        return {"\0\0\xFE\xFF", 4};
    case TextEncoding::Charset:
        return {};
    }
    Q_UNREACHABLE();
}

std::optional<TextFormat> markedFormat(QByteArrayView head)
{
    // The mark of UTF-32 (little-endian) begins with that of UTF-16.
    for (const TextEncoding encoding :
         {TextEncoding::Utf32Le, TextEncoding::Utf32Be, TextEncoding::Utf16Le,
          TextEncoding::Utf16Be, TextEncoding::Utf8}) {
        if (head.startsWith(byteOrderMark(encoding)))
            return TextFormat{encoding, true};
    }
    return std::nullopt;
}

std::optional<QString> decodeAs(QByteArrayView bytes, const TextFormat &format)
{
    if (format.encoding == TextEncoding::Charset)
        return decodeCharset(bytes, format.charset);
    if (format.encoding == TextEncoding::Utf8)
        return Unicode::decodeUtf8(bytes, Unicode::tallyUtf8(bytes).bad > 0);
    QString text;
    if (decodeUnits(format.encoding, bytes, text) >= 0)
        return std::nullopt;
    return text;
}

Result<QByteArray> encodeText(const QString &text, const TextFormat &format)
{
    std::optional<QByteArray> body;
    switch (format.encoding) {
    case TextEncoding::Utf8:
        body = Unicode::encodeUtf8(text);
        break;
    case TextEncoding::Utf16Le:
    case TextEncoding::Utf16Be:
        body = Unicode::encodeUtf16(text, isBigEndian(format.encoding));
        break;
    case TextEncoding::Utf32Le:
    case TextEncoding::Utf32Be:
        body = Unicode::encodeUtf32(text, isBigEndian(format.encoding));
        break;
    case TextEncoding::Charset:
        body = encodeCharset(text, format.charset);
        break;
    }
    if (!body)
        return failure(unencodable(text, format));
    return format.byteOrderMark ? byteOrderMark(format.encoding).toByteArray() + *body : *body;
}

QList<qsizetype> byteOffsets(const DecodedText &file, const QList<qsizetype> &positions)
{
    const TextEncoding encoding = file.format.encoding;
    qsizetype offset = file.format.byteOrderMark ? byteOrderMark(encoding).size() : 0;
    qsizetype from = 0;
    QList<qsizetype> offsets;
    offsets.reserve(positions.size());
    for (const qsizetype position : positions) {
        const QStringView piece = QStringView(file.text).sliced(from, position - from);
        from = position;
        if (encoding == TextEncoding::Utf8)
            offset += Unicode::utf8Size(piece);
        else if (encoding == TextEncoding::Utf16Le || encoding == TextEncoding::Utf16Be)
            offset += 2 * piece.size();
        else if (encoding == TextEncoding::Charset)
            offset += encodeCharset(piece.toString(), file.format.charset)
                              .value_or(QByteArray())
                              .size();
        else
            offset += 4 * std::count_if(piece.begin(), piece.end(), [](QChar unit) {
                          return !unit.isLowSurrogate();
                      });
        offsets.append(offset);
    }
    return offsets;
}

QString encodingName(const TextFormat &format)
{
    switch (format.encoding) {
    case TextEncoding::Utf8:
        return u"UTF-8"_s;
    case TextEncoding::Utf16Le:
        return u"UTF-16 (little-endian)"_s;
    case TextEncoding::Utf16Be:
        return u"UTF-16 (big-endian)"_s;
    case TextEncoding::Utf32Le:
        return u"UTF-32 (little-endian)"_s;
    case TextEncoding::Utf32Be:
        return u"UTF-32 (big-endian)"_s;
    case TextEncoding::Charset:
        return QString::fromLatin1(format.charset);
    }
    Q_UNREACHABLE();
}

std::optional<TextFormat> formatNamed(QByteArrayView label)
{
    struct Named
    {
        QByteArrayView label;
        TextEncoding encoding;
        bool byteOrderMark;
    };
    // Git takes "UTF-16" for a file with a mark and "UTF-16LE" for one without.
    static const Named kUnicode[] = {
            {"utf-8", TextEncoding::Utf8, false},
            {"utf8", TextEncoding::Utf8, false},
            {"utf-8-bom", TextEncoding::Utf8, true},
            {"utf-16", TextEncoding::Utf16Be, true},
            {"utf-16le", TextEncoding::Utf16Le, false},
            {"utf-16be", TextEncoding::Utf16Be, false},
            {"utf-16le-bom", TextEncoding::Utf16Le, true},
            {"utf-16be-bom", TextEncoding::Utf16Be, true},
            {"utf-32", TextEncoding::Utf32Be, true},
    };
    const QByteArray name = label.trimmed().toByteArray().toLower();
    for (const Named &named : kUnicode) {
        if (named.label == name)
            return TextFormat{named.encoding, named.byteOrderMark};
    }
    const QByteArray charset = charsetNamed(name);
    if (charset.isEmpty())
        return std::nullopt;
    TextFormat format;
    format.encoding = TextEncoding::Charset;
    format.charset = charset;
    return format;
}

LineEnding lineEndingOf(QStringView text)
{
    bool lf = false;
    bool crLf = false;
    bool cr = false;
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (text[i] == u'\n') {
            lf = true;
        } else if (text[i] == u'\r') {
            if (i + 1 < text.size() && text[i + 1] == u'\n') {
                crLf = true;
                ++i;
            } else {
                cr = true;
            }
        }
    }
    if (int(lf) + int(crLf) + int(cr) > 1)
        return LineEnding::Mixed;
    return lf ? LineEnding::Lf : crLf ? LineEnding::CrLf : cr ? LineEnding::Cr : LineEnding::None;
}

QString withLineEnding(const QString &text, LineEnding ending)
{
    if (ending == LineEnding::None || ending == LineEnding::Mixed)
        return text;
    const QString line = ending == LineEnding::CrLf ? u"\r\n"_s
            : ending == LineEnding::Cr              ? u"\r"_s
                                                    : u"\n"_s;
    QString out;
    out.reserve(text.size());
    for (qsizetype i = 0; i < text.size(); ++i) {
        const QChar unit = text.at(i);
        if (unit == u'\r') {
            out += line;
            if (i + 1 < text.size() && text.at(i + 1) == u'\n')
                ++i;
        } else if (unit == u'\n') {
            out += line;
        } else {
            out += unit;
        }
    }
    return out;
}

std::optional<TextEncoding> sniffUtf16(QByteArrayView head)
{
    const qsizetype looked = std::min(head.size(), kLookedAt) & ~qsizetype(1);
    qsizetype zeros[2] = {0, 0};
    for (qsizetype i = 0; i < looked; ++i) {
        if (head[i] == 0)
            ++zeros[i % 2];
    }
    const int side = zeros[1] > 0 ? 1 : 0;
    // Two thirds: a name that ends in a zero byte is no UTF-16 text.
    if (zeros[1 - side] > 0 || 3 * zeros[side] < looked || zeros[side] == 0)
        return std::nullopt;
    for (qsizetype i = 0; i < looked; i += 2) {
        const auto low = static_cast<uchar>(head[i + 1 - side]);
        const bool space = low >= 9 && low <= 13;
        if (head[i + side] == 0 && ((low < 32 && !space) || low == 0x7F))
            return std::nullopt;
    }
    return side == 1 ? TextEncoding::Utf16Le : TextEncoding::Utf16Be;
}

bool looksBinary(QByteArrayView head)
{
    const QByteArrayView bytes = head.first(std::min(head.size(), kLookedAt));
    const auto marked = markedFormat(bytes);
    if (marked && marked->encoding != TextEncoding::Utf8)
        return false;
    qsizetype controls = 0;
    for (const char one : bytes) {
        const auto byte = static_cast<uchar>(one);
        if (byte == 0)
            return !sniffUtf16(bytes).has_value();
        if (byte < 9 || (byte > 13 && byte < 32))
            ++controls;
    }
    return controls * 10 > bytes.size() * 3;
}

} // namespace Countersign
