// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "tools/editabletext.h"

#include "base/unicode.h"
#include "location/filestyle.h"

namespace Countersign {

namespace {

constexpr QByteArrayView kUtf8Mark("\xEF\xBB\xBF", 3);

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
