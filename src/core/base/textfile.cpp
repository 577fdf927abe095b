// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "base/textfile.h"

#include <QStringConverter>
#include <QtEndian>

#include <algorithm>
#include <cstring>

namespace Countersign {

using namespace Qt::StringLiterals;

namespace {

constexpr QByteArrayView kUtf8Mark("\xEF\xBB\xBF", 3);
constexpr QByteArrayView kUtf16LeMark("\xFF\xFE", 2);
constexpr QByteArrayView kUtf16BeMark("\xFE\xFF", 2);
constexpr QByteArrayView kUtf32LeMark("\xFF\xFE\0\0", 4);

/// Length of the well-formed UTF-8 sequence at `bytes[at]`, or 0 (Unicode 15, table 3-7: no
/// overlong forms, no surrogates, nothing above U+10FFFF).
qsizetype utf8SequenceLength(QByteArrayView bytes, qsizetype at)
{
    const auto byte = [&](qsizetype i) {
        return i < bytes.size() ? static_cast<uchar>(bytes[i]) : uchar(0);
    };
    const auto continues = [&](qsizetype i) {
        return (byte(i) & 0xC0) == 0x80;
    };
    const uchar first = byte(at);
    if (first < 0x80)
        return 1;
    if (first < 0xC2 || first > 0xF4)
        return 0;
    if (first < 0xE0)
        return continues(at + 1) ? 2 : 0;
    const uchar second = byte(at + 1);
    const uchar lowest = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
    const uchar highest = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
    if (second < lowest || second > highest || !continues(at + 2))
        return 0;
    if (first < 0xF0)
        return 3;
    return continues(at + 3) ? 4 : 0;
}

/// Offset of the first byte that is not part of well-formed UTF-8, or -1.
qsizetype firstBadUtf8(QByteArrayView bytes)
{
    constexpr quint64 kHighBits = 0x8080808080808080u;
    qsizetype at = 0;
    while (at < bytes.size()) {
        if (at + 8 <= bytes.size()) { // Eight ASCII bytes at a time.
            quint64 eight = 0;
            std::memcpy(&eight, bytes.data() + at, sizeof eight);
            if ((eight & kHighBits) == 0) {
                at += 8;
                continue;
            }
        }
        const qsizetype length = utf8SequenceLength(bytes, at);
        if (length == 0)
            return at;
        at += length;
    }
    return -1;
}

tl::unexpected<Error> malformed(const QString &encoding, qsizetype offset)
{
    return failure(ErrorCode::Unsupported,
                   u"The bytes are not valid %1: the first wrong one is at byte offset %2. Convert "
                   u"the file to UTF-8 first, or treat it as a binary file."_s.arg(encoding)
                           .arg(offset));
}

Result<QString> decodeUtf16(QByteArrayView bytes, bool bigEndian, qsizetype markSize)
{
    const QString encoding = bigEndian ? u"UTF-16 (big-endian)"_s : u"UTF-16 (little-endian)"_s;
    const qsizetype units = bytes.size() / 2;
    QString text(units, Qt::Uninitialized);
    for (qsizetype i = 0; i < units; ++i) {
        const char *unit = bytes.data() + 2 * i;
        text[i] = QChar(bigEndian ? qFromBigEndian<char16_t>(unit)
                                  : qFromLittleEndian<char16_t>(unit));
    }
    for (qsizetype i = 0; i < units; ++i) {
        if (!text.at(i).isSurrogate())
            continue;
        const bool pair =
                text.at(i).isHighSurrogate() && i + 1 < units && text.at(i + 1).isLowSurrogate();
        if (!pair)
            return malformed(encoding, markSize + 2 * i);
        ++i;
    }
    if (bytes.size() % 2 != 0)
        return malformed(encoding, markSize + bytes.size() - 1);
    return text;
}

} // namespace

Result<DecodedText> decodeText(const QByteArray &bytes)
{
    const QByteArrayView view(bytes);
    DecodedText out;
    if (view.startsWith(kUtf32LeMark)) {
        return failure(ErrorCode::Unsupported,
                       u"The file is written in UTF-32, which is not supported. Convert it to "
                       u"UTF-8 first."_s);
    }
    const bool bigEndian = view.startsWith(kUtf16BeMark);
    if (bigEndian || view.startsWith(kUtf16LeMark)) {
        Result<QString> text =
                decodeUtf16(view.sliced(kUtf16LeMark.size()), bigEndian, kUtf16LeMark.size());
        if (!text)
            return failure(std::move(text.error()));
        out.text = std::move(*text);
        out.format.encoding = bigEndian ? TextEncoding::Utf16Be : TextEncoding::Utf16Le;
        out.format.byteOrderMark = true;
    } else {
        if (const qsizetype bad = firstBadUtf8(view); bad >= 0)
            return malformed(u"UTF-8"_s, bad);
        out.format.byteOrderMark = view.startsWith(kUtf8Mark);
        // A second mark is text and must survive, which QString::fromUtf8() would not let it.
        QStringDecoder decoder(QStringConverter::Utf8, QStringConverter::Flag::ConvertInitialBom);
        out.text = decoder.decode(view.sliced(out.format.byteOrderMark ? kUtf8Mark.size() : 0));
    }
    out.format.lineEnding = lineEndingOf(out.text);
    out.format.finalNewline = out.text.endsWith(u'\n') || out.text.endsWith(u'\r');
    return out;
}

QByteArray encodeText(const QString &text, const TextFormat &format)
{
    if (format.encoding == TextEncoding::Utf8) {
        const QByteArray bytes = text.toUtf8();
        return format.byteOrderMark ? QByteArray(kUtf8Mark.toByteArray() + bytes) : bytes;
    }
    const bool bigEndian = format.encoding == TextEncoding::Utf16Be;
    QByteArray bytes;
    bytes.reserve(2 * text.size() + kUtf16LeMark.size());
    if (format.byteOrderMark)
        bytes.append(bigEndian ? kUtf16BeMark : kUtf16LeMark);
    for (const QChar unit : text) {
        const char high = static_cast<char>(unit.unicode() >> 8);
        const char low = static_cast<char>(unit.unicode() & 0xFF);
        bytes.append(bigEndian ? high : low);
        bytes.append(bigEndian ? low : high);
    }
    return bytes;
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

bool looksBinary(QByteArrayView head)
{
    constexpr qsizetype kLookedAt = 64 * 1024;
    const QByteArrayView bytes = head.first(std::min(head.size(), kLookedAt));
    if (bytes.startsWith(kUtf32LeMark))
        return true;
    if (bytes.startsWith(kUtf16LeMark) || bytes.startsWith(kUtf16BeMark))
        return false;
    qsizetype controls = 0;
    for (const char one : bytes) {
        const auto byte = static_cast<uchar>(one);
        if (byte == 0)
            return true;
        if (byte < 9 || (byte > 13 && byte < 32))
            ++controls;
    }
    return controls * 10 > bytes.size() * 3;
}

} // namespace Countersign
