// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "tools/editabletext.h"

#include <algorithm>

namespace Countersign {

using namespace Qt::StringLiterals;

namespace {

constexpr QByteArrayView kUtf8Mark("\xEF\xBB\xBF", 3);

bool startsAsUtf16(const QByteArray &bytes)
{
    return bytes.startsWith("\xFF\xFE") || bytes.startsWith("\xFE\xFF");
}

} // namespace

Result<EditableText> EditableText::from(const QByteArray &bytes)
{
    EditableText out;
    if (startsAsUtf16(bytes)) {
        const Result<DecodedText> decoded = decodeText(bytes);
        if (!decoded)
            return failure(decoded.error());
        out.m_format.encoding = decoded->format.encoding;
        out.m_format.byteOrderMark = decoded->format.byteOrderMark;
        out.m_text = decoded->text.toUtf8();
        return out;
    }
    out.m_format.byteOrderMark = bytes.startsWith(kUtf8Mark);
    out.m_text = out.m_format.byteOrderMark ? bytes.mid(kUtf8Mark.size()) : bytes;
    out.m_unknown = !out.m_text.isValidUtf8();
    return out;
}

Result<void> EditableText::checkAddition(const QByteArray &added) const
{
    const bool ascii =
            std::all_of(added.begin(), added.end(), [](char c) { return uchar(c) < 0x80; });
    if (!m_unknown || ascii)
        return {};
    return failure(
            ErrorCode::Unsupported,
            u"its encoding is not known (it is not UTF-8), so only ASCII text can be put into "
            "it; convert the file to UTF-8 first"_s);
}

QByteArray EditableText::bytesOf(const QByteArray &text) const
{
    if (m_format.encoding != TextEncoding::Utf8)
        return encodeText(QString::fromUtf8(text), m_format);
    return m_format.byteOrderMark ? kUtf8Mark.toByteArray() + text : text;
}

} // namespace Countersign
