// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "base/unicode.h"

#include <QStringConverter>
#include <QtEndian>

#include <algorithm>
#include <cstring>

namespace Countersign::Unicode {

namespace {

constexpr char16_t kForeign = 0xDC00; ///< Plus the byte, which is 0x80 or more.
constexpr char32_t kHighest = 0x10FFFF;

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

/// The first offset from `at` on where eight bytes are not all ASCII, or where fewer are left.
qsizetype skipAscii(QByteArrayView bytes, qsizetype at)
{
    constexpr quint64 kHighBits = 0x8080808080808080u;
    for (; at + 8 <= bytes.size(); at += 8) {
        quint64 eight = 0;
        std::memcpy(&eight, bytes.data() + at, sizeof eight);
        if ((eight & kHighBits) != 0)
            break;
    }
    return at;
}

QString decodeValid(QByteArrayView bytes)
{
    // A mark inside is text and must survive, which QString::fromUtf8() would not let it.
    QStringDecoder decoder(QStringConverter::Utf8, QStringConverter::Flag::ConvertInitialBom);
    return decoder.decode(bytes);
}

bool isPair(QStringView text, qsizetype at)
{
    return text[at].isHighSurrogate() && at + 1 < text.size() && text[at + 1].isLowSurrogate();
}

bool isForeign(QChar unit)
{
    return unit.unicode() >= kForeign + 0x80 && unit.unicode() <= kForeign + 0xFF;
}

} // namespace

Utf8Tally tallyUtf8(QByteArrayView bytes)
{
    Utf8Tally tally;
    qsizetype at = 0;
    while ((at = skipAscii(bytes, at)) < bytes.size()) {
        const qsizetype length = utf8SequenceLength(bytes, at);
        tally.bad += length == 0 ? 1 : 0;
        tally.multibyte += length > 1 ? 1 : 0;
        at += length == 0 ? 1 : length;
    }
    return tally;
}

bool isAscii(QByteArrayView bytes)
{
    const qsizetype at = skipAscii(bytes, 0);
    const QByteArrayView rest = bytes.sliced(at, std::min<qsizetype>(bytes.size() - at, 8));
    return std::all_of(rest.begin(), rest.end(), [](char c) { return uchar(c) < 0x80; });
}

QString decodeUtf8(QByteArrayView bytes, bool foreign)
{
    if (!foreign)
        return decodeValid(bytes);
    QString text;
    text.reserve(bytes.size());
    qsizetype valid = 0; // Start of the valid bytes that are not in `text` yet.
    qsizetype at = 0;
    while ((at = skipAscii(bytes, at)) < bytes.size()) {
        const qsizetype length = utf8SequenceLength(bytes, at);
        if (length > 0) {
            at += length;
            continue;
        }
        text += decodeValid(bytes.sliced(valid, at - valid));
        text += QChar(char16_t(kForeign + static_cast<uchar>(bytes[at])));
        valid = ++at;
    }
    text += decodeValid(bytes.sliced(valid));
    return text;
}

std::optional<QByteArray> encodeUtf8(const QString &text)
{
    if (text.isValidUtf16())
        return text.toUtf8();
    QByteArray bytes;
    bytes.reserve(text.size());
    qsizetype valid = 0;
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (!text[i].isSurrogate())
            continue;
        if (isPair(text, i)) {
            ++i;
            continue;
        }
        if (!isForeign(text[i]))
            return std::nullopt;
        bytes += QStringView(text).sliced(valid, i - valid).toUtf8();
        bytes += static_cast<char>(text[i].unicode() & 0xFF);
        valid = i + 1;
    }
    bytes += QStringView(text).sliced(valid).toUtf8();
    return bytes;
}

qsizetype utf8Size(QStringView piece)
{
    qsizetype size = 0;
    for (qsizetype i = 0; i < piece.size(); ++i) {
        const char16_t unit = piece[i].unicode();
        if (unit < 0x80)
            size += 1;
        else if (unit < 0x800)
            size += 2;
        else if (isPair(piece, i)) {
            size += 4;
            ++i;
        } else
            size += isForeign(piece[i]) ? 1 : 3;
    }
    return size;
}

qsizetype decodeUtf16(QByteArrayView bytes, bool bigEndian, QString &text)
{
    const qsizetype units = bytes.size() / 2;
    text.resize(units);
    QChar *out = text.data();
    for (qsizetype i = 0; i < units; ++i) {
        const char *unit = bytes.data() + 2 * i;
        out[i] = QChar(bigEndian ? qFromBigEndian<char16_t>(unit)
                                 : qFromLittleEndian<char16_t>(unit));
    }
    for (qsizetype i = 0; i < units; ++i) {
        if (!text.at(i).isSurrogate())
            continue;
        if (!isPair(text, i))
            return 2 * i;
        ++i;
    }
    return bytes.size() % 2 == 0 ? -1 : bytes.size() - 1;
}

qsizetype decodeUtf32(QByteArrayView bytes, bool bigEndian, QString &text)
{
    const qsizetype points = bytes.size() / 4;
    text.clear();
    text.reserve(points);
    for (qsizetype i = 0; i < points; ++i) {
        const char *four = bytes.data() + 4 * i;
        const auto point = char32_t(bigEndian ? qFromBigEndian<quint32>(four)
                                              : qFromLittleEndian<quint32>(four));
        if (point > kHighest || QChar::isSurrogate(point))
            return 4 * i;
        text += QChar::fromUcs4(point);
    }
    return bytes.size() % 4 == 0 ? -1 : 4 * points;
}

std::optional<QByteArray> encodeUtf16(const QString &text, bool bigEndian)
{
    if (!text.isValidUtf16())
        return std::nullopt;
    QByteArray bytes(2 * text.size(), Qt::Uninitialized);
    char *out = bytes.data();
    for (const QChar unit : text) {
        if (bigEndian)
            qToBigEndian(quint16(unit.unicode()), out);
        else
            qToLittleEndian(quint16(unit.unicode()), out);
        out += 2;
    }
    return bytes;
}

std::optional<QByteArray> encodeUtf32(const QString &text, bool bigEndian)
{
    if (!text.isValidUtf16())
        return std::nullopt;
    QByteArray bytes;
    bytes.reserve(4 * text.size());
    for (qsizetype i = 0; i < text.size(); ++i) {
        char32_t point = text[i].unicode();
        if (isPair(text, i)) {
            point = QChar::surrogateToUcs4(text[i], text[i + 1]);
            ++i;
        }
        char four[4];
        if (bigEndian)
            qToBigEndian(quint32(point), four);
        else
            qToLittleEndian(quint32(point), four);
        bytes.append(four, sizeof four);
    }
    return bytes;
}

} // namespace Countersign::Unicode
