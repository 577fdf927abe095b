// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "tools/textmatch.h"

#include "base/bytesearch.h"

#include <algorithm>

namespace Countersign {

namespace {

bool hasLineEnd(QByteArrayView text)
{
    return text.contains('\n') || text.contains('\r');
}

/// `text` with `end` for each of its line ends; an empty `end` leaves them.
QByteArray withLineEnd(const QByteArray &text, const QByteArray &end)
{
    if (end.isEmpty())
        return text;
    QByteArray out;
    out.reserve(text.size());
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (text[i] != '\r' && text[i] != '\n') {
            out += text[i];
            continue;
        }
        out += end;
        if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n')
            ++i;
    }
    return out;
}

void findAll(QList<TextMatch> &out, const QByteArray &text, const QByteArray &needle,
             const QByteArray &lineEnd)
{
    qsizetype at = indexOfBytes(text, needle);
    for (; at >= 0; at = indexOfBytes(text, needle, at + needle.size()))
        out.append({at, needle.size(), lineEnd});
}

/// The first line end at or after `offset`, else the last one before it.
QByteArray lineEndAround(const QByteArray &text, qsizetype offset)
{
    qsizetype at = text.indexOf('\n', offset);
    if (at < 0)
        at = offset > 0 ? text.lastIndexOf('\n', offset - 1) : -1;
    if (at < 0)
        return text.contains('\r') ? "\r" : "\n";
    return at > 0 && text[at - 1] == '\r' ? "\r\n" : "\n";
}

} // namespace

QList<TextMatch> findExact(const QByteArray &text, const QByteArray &oldText)
{
    QList<TextMatch> found;
    if (!hasLineEnd(oldText)) {
        findAll(found, text, oldText, {});
        for (TextMatch &match : found)
            match.lineEnd = lineEndAround(text, match.start + match.length);
        return found;
    }
    QList<QByteArray> ends{"\n"};
    if (text.contains('\r'))
        ends = text.contains('\n') ? QList<QByteArray>{"\r\n", "\n"} : QList<QByteArray>{"\r"};
    QList<QByteArray> tried;
    for (const QByteArray &end : std::as_const(ends)) {
        tried.append(withLineEnd(oldText, end));
        findAll(found, text, tried.last(), end);
    }
    if (!tried.contains(oldText))
        findAll(found, text, oldText, {});
    // The same place can be found twice ("\n" inside "\r\n"): the earlier, longer hit is the one.
    std::sort(found.begin(), found.end(), [](const TextMatch &a, const TextMatch &b) {
        return a.start != b.start ? a.start < b.start : a.length > b.length;
    });
    QList<TextMatch> apart;
    for (const TextMatch &match : std::as_const(found)) {
        if (apart.isEmpty() || match.start >= apart.last().start + apart.last().length)
            apart.append(match);
    }
    return apart;
}

QByteArray spliced(const QByteArray &text, const QList<TextMatch> &matches,
                   const QByteArray &newText)
{
    QByteArray out;
    out.reserve(text.size() + matches.size() * newText.size());
    qsizetype from = 0;
    for (const TextMatch &match : matches) {
        out += QByteArrayView(text).sliced(from, match.start - from);
        out += withLineEnd(newText, match.lineEnd);
        from = match.start + match.length;
    }
    out += QByteArrayView(text).sliced(from);
    return out;
}

qsizetype lineOf(const QByteArray &text, qsizetype offset)
{
    const QByteArrayView before = QByteArrayView(text).first(offset);
    const qsizetype feeds = before.count('\n');
    return 1 + (feeds > 0 || text.contains('\n') ? feeds : before.count('\r'));
}

} // namespace Countersign
