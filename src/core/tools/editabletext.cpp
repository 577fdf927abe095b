// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "tools/editabletext.h"

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
    return decodedWith([&] { return decodeFile(location, canonical, bytes); }, bytes);
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
        return encodeText(QString::fromUtf8(text), m_format);
    return m_format.byteOrderMark ? QByteArray(kUtf8Mark.toByteArray() + text) : text;
}

} // namespace Countersign
