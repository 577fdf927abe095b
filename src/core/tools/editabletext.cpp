// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "tools/editabletext.h"

#include "base/unicode.h"
#include "location/filestyle.h"

namespace Countersign {

using namespace Qt::StringLiterals;

namespace {

constexpr QByteArrayView kUtf8Mark("\xEF\xBB\xBF", 3);

/// The switch to characters of two bytes, which are all in the range of ASCII; no terminal uses it.
bool hasShiftSequence(QByteArrayView bytes)
{
    for (qsizetype at = bytes.indexOf('\x1B'); at >= 0; at = bytes.indexOf('\x1B', at + 1)) {
        const QByteArrayView sequence = bytes.sliced(at);
        for (const char *shift : {"\x1B$B", "\x1B$@", "\x1B$A", "\x1B$(", "\x1B$)"}) {
            if (sequence.startsWith(shift))
                return true;
        }
    }
    return false;
}

} // namespace

Result<EditableText> EditableText::from(const QByteArray &bytes)
{
    return decodedWith([&bytes] { return decodeText(bytes); }, bytes);
}

Result<EditableText> EditableText::from(const Location &location, const QString &canonical,
                                        const QByteArray &bytes)
{
    const auto decode = [&location, canonical, bytes] {
        return decodeFile(location, canonical, bytes);
    };
    auto text = decodedWith(decode, bytes);
    if (text)
        text->m_ask = decode;
    return text;
}

Result<EditableText> EditableText::decodedWith(const std::function<Result<DecodedText>()> &decode,
                                               const QByteArray &bytes)
{
    EditableText out;
    if (hasShiftSequence(bytes))
        return failure(
                ErrorCode::Unsupported,
                u"it has escape sequences of an ISO-2022 encoding (Japanese, Chinese or Korean "
                "in seven bits), in which the same bytes mean different characters. Convert "
                "the file to UTF-8 first."_s);
    // Most files are UTF-8; a large one should not be decoded to find that out.
    if (!bytes.isValidUtf8() || sniffUtf16(bytes)) {
        const Result<DecodedText> decoded = decode();
        if (!decoded)
            return failure(decoded.error());
        out.m_format.encoding = decoded->format.encoding;
        out.m_format.byteOrderMark = decoded->format.byteOrderMark;
        out.m_format.charset = decoded->format.charset;
        if (decoded->format.encoding != TextEncoding::Utf8) {
            out.m_text = decoded->text.toUtf8();
            return out;
        }
    }
    out.m_format.byteOrderMark = bytes.startsWith(kUtf8Mark);
    out.m_text = out.m_format.byteOrderMark ? bytes.mid(kUtf8Mark.size()) : bytes;
    return out;
}

Result<QByteArray> EditableText::bytesOf(const QByteArray &text) const
{
    if (m_format.encoding != TextEncoding::Utf8)
        // QString::fromUtf8() would leave out a second byte order mark, which is text.
        return encodeText(Unicode::decodeUtf8(text, false), m_format);
    if (m_ask && !m_format.byteOrderMark && !Unicode::isAscii(text) && Unicode::isAscii(m_text)) {
        const Result<DecodedText> asked = m_ask();
        if (asked && asked->format.encoding == TextEncoding::Charset)
            return encodeText(Unicode::decodeUtf8(text, false), asked->format);
    }
    return m_format.byteOrderMark ? QByteArray(kUtf8Mark.toByteArray() + text) : text;
}

} // namespace Countersign
