// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "base/jsonwriter.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <array>

namespace Countersign {

namespace {

/// For each ASCII character: 0 when it stands for itself in a JSON string, the letter of its short
/// escape, or 'u' when it needs the long one.
constexpr std::array<char, 128> kEscapes = [] {
    std::array<char, 128> table{};
    for (std::size_t c = 0; c < 0x20; ++c)
        table[c] = 'u';
    table['\b'] = 'b';
    table['\f'] = 'f';
    table['\n'] = 'n';
    table['\r'] = 'r';
    table['\t'] = 't';
    table['"'] = '"';
    table['\\'] = '\\';
    return table;
}();

constexpr int kLongEscape = 6; ///< \u0000

char *writeEscape(char *out, unsigned char c, char kind)
{
    *out++ = '\\';
    *out++ = kind;
    if (kind != 'u')
        return out;
    constexpr char digits[] = "0123456789abcdef";
    *out++ = '0';
    *out++ = '0';
    *out++ = digits[c >> 4];
    *out++ = digits[c & 0xf];
    return out;
}

char *writeUtf8(char *out, char32_t c)
{
    const auto put = [&out](char32_t byte) {
        *out++ = static_cast<char>(static_cast<unsigned char>(byte));
    };
    if (c < 0x800) {
        put(0xc0 | (c >> 6));
    } else {
        if (c < 0x10000) {
            put(0xe0 | (c >> 12));
        } else {
            put(0xf0 | (c >> 18));
            put(0x80 | ((c >> 12) & 0x3f));
        }
        put(0x80 | ((c >> 6) & 0x3f));
    }
    put(0x80 | (c & 0x3f));
    return out;
}

} // namespace

void JsonWriter::separate()
{
    if (m_separate)
        m_out += ',';
    m_separate = true;
}

void JsonWriter::open(char bracket)
{
    separate();
    m_out += bracket;
    m_separate = false;
}

void JsonWriter::close(char bracket)
{
    m_out += bracket;
    m_separate = true;
}

void JsonWriter::key(QLatin1StringView name)
{
    separate();
    m_out += '"';
    m_out.append(name.data(), name.size());
    m_out += "\":";
    m_separate = false;
}

void JsonWriter::key(QStringView name)
{
    separate();
    escaped(name);
    m_out += ':';
    m_separate = false;
}

void JsonWriter::string(QStringView text)
{
    separate();
    escaped(text);
}

void JsonWriter::escaped(QStringView text)
{
    m_out += '"';
    const QChar *from = text.begin();
    const QChar *const end = text.end();
    // In pieces, so that the room for the worst case stays small beside a large text.
    constexpr qsizetype kPiece = 4096;
    while (from != end) {
        const QChar *const pieceEnd = from + std::min<qsizetype>(kPiece, end - from);
        const qsizetype before = m_out.size();
        m_out.resize(before + (pieceEnd - from) * kLongEscape + 4);
        char *out = m_out.data() + before;
        while (from < pieceEnd) {
            const char16_t c = (from++)->unicode();
            if (c < 0x80) {
                const char kind = kEscapes[c];
                if (kind == 0)
                    *out++ = char(c);
                else
                    out = writeEscape(out, static_cast<unsigned char>(c), kind);
            } else if (!QChar::isSurrogate(c)) {
                out = writeUtf8(out, c);
            } else if (QChar::isHighSurrogate(c) && from != end && from->isLowSurrogate()) {
                out = writeUtf8(out, QChar::surrogateToUcs4(c, (from++)->unicode()));
            } else {
                out = writeUtf8(out, QChar::ReplacementCharacter);
            }
        }
        m_out.truncate(out - m_out.data());
    }
    m_out += '"';
}

void JsonWriter::utf8(QByteArrayView text)
{
    separate();
    m_out += '"';
    const char *plain = text.begin();
    for (const char *at = text.begin(); at != text.end(); ++at) {
        const auto c = static_cast<unsigned char>(*at);
        if (c >= 0x80 || kEscapes[c] == 0)
            continue;
        m_out.append(plain, at - plain);
        std::array<char, kLongEscape> escape{};
        const char *const end = writeEscape(escape.data(), c, kEscapes[c]);
        m_out.append(escape.data(), end - escape.data());
        plain = at + 1;
    }
    m_out.append(plain, text.end() - plain);
    m_out += '"';
}

void JsonWriter::base64(QByteArrayView prefix, const QByteArray &data)
{
    separate();
    m_out += '"';
    m_out.append(prefix.data(), prefix.size());
    m_out += data.toBase64();
    m_out += '"';
}

void JsonWriter::value(const QJsonValue &json)
{
    switch (json.type()) {
    case QJsonValue::Object:
        separate();
        m_out += QJsonDocument(json.toObject()).toJson(QJsonDocument::Compact);
        break;
    case QJsonValue::Array:
        separate();
        m_out += QJsonDocument(json.toArray()).toJson(QJsonDocument::Compact);
        break;
    case QJsonValue::String:
        string(json.toString());
        break;
    case QJsonValue::Bool:
        separate();
        m_out += json.toBool() ? "true" : "false";
        break;
    case QJsonValue::Double: {
        // Whole numbers keep all their digits; QJsonDocument knows how to write the others.
        const QByteArray array = QJsonDocument(QJsonArray{json}).toJson(QJsonDocument::Compact);
        separate();
        m_out.append(array.data() + 1, array.size() - 2);
        break;
    }
    case QJsonValue::Null:
    case QJsonValue::Undefined:
        separate();
        m_out += "null";
        break;
    }
}

} // namespace Countersign
