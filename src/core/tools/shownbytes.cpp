// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "tools/shownbytes.h"

#include <limits>

namespace Countersign {

using namespace Qt::StringLiterals;

namespace {

bool isContinuation(QByteArrayView bytes, qsizetype at, uchar lowest = 0x80, uchar highest = 0xBF)
{
    return at < bytes.size() && uchar(bytes.at(at)) >= lowest && uchar(bytes.at(at)) <= highest;
}

/// The length of the UTF-8 sequence at `at` (Unicode 15, table 3-7); 0 when there is no valid one.
qsizetype sequenceAt(QByteArrayView bytes, qsizetype at)
{
    const uchar first = uchar(bytes.at(at));
    if (first < 0x80)
        return 1;
    if (first >= 0xC2 && first <= 0xDF)
        return isContinuation(bytes, at + 1) ? 2 : 0;
    const uchar lowest = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
    const uchar highest = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
    const qsizetype length = first >= 0xE0 && first <= 0xEF ? 3
            : first >= 0xF0 && first <= 0xF4                ? 4
                                                            : 0;
    if (length == 0 || !isContinuation(bytes, at + 1, lowest, highest))
        return 0;
    for (qsizetype i = 2; i < length; ++i) {
        if (!isContinuation(bytes, at + i))
            return 0;
    }
    return length;
}

/// The length of the character at `at` when it can be told as it stands; 0 when it is escaped.
qsizetype plainAt(QByteArrayView bytes, qsizetype at, bool tabIsPlain)
{
    const uchar c = uchar(bytes.at(at));
    if ((c < 0x20 && !(tabIsPlain && c == '\t')) || c == 0x7F)
        return 0;
    return sequenceAt(bytes, at);
}

QString escapeOf(char byte)
{
    return u"\\x%1"_s.arg(uint(uchar(byte)), 2, 16, QLatin1Char('0'))
            .toUpper()
            .replace(1, 1, u"x"_s);
}

/// Appends `bytes` to `out` until it has more than `enough` units.
void append(QString &out, QByteArrayView bytes, qsizetype enough, bool forShell)
{
    qsizetype at = 0;
    while (at < bytes.size() && out.size() <= enough) {
        // A whole plain run at a time, so that ordinary lines cost one conversion.
        qsizetype end = at;
        while (end < bytes.size() && end - at <= enough - out.size()) {
            const bool quoted = forShell && (bytes.at(end) == '\'' || bytes.at(end) == '\\');
            const qsizetype length = quoted ? 0 : plainAt(bytes, end, !forShell);
            if (length == 0)
                break;
            end += length;
        }
        out += QString::fromUtf8(bytes.sliced(at, end - at));
        at = end;
        if (at == bytes.size() || out.size() > enough)
            return;
        const char c = bytes.at(at);
        if (forShell && (c == '\'' || c == '\\'))
            out += u'\\' + QString(QLatin1Char(c));
        else if (forShell && c == '\n')
            out += u"\\n"_s;
        else if (plainAt(bytes, at, !forShell) == 0)
            out += escapeOf(c);
        else
            continue; // The run ended because it was enough.
        ++at;
    }
}

} // namespace

QString escapedBytes(QByteArrayView bytes, qsizetype enough)
{
    QString out;
    append(out, bytes, enough, false);
    return out;
}

QString shortened(const QString &text, qsizetype units)
{
    if (text.size() <= units)
        return text;
    return text.first(units > 0 && text.at(units - 1).isHighSurrogate() ? units - 1 : units);
}

QString shownName(QByteArrayView name)
{
    for (qsizetype at = 0; at < name.size();) {
        const qsizetype length = plainAt(name, at, false);
        if (length == 0) {
            QString out = u"$'"_s;
            append(out, name, std::numeric_limits<qsizetype>::max() / 2, true);
            return out + u'\'';
        }
        at += length;
    }
    return QString::fromUtf8(name);
}

} // namespace Countersign
