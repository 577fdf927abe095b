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

/// `text` with `end` for each of its line ends; an empty `end` leaves them. A CR alone is one where the
/// file has such; elsewhere it is a character.
QByteArray withLineEnd(const QByteArray &text, const QByteArray &end)
{
    if (end.isEmpty())
        return text;
    QByteArray out;
    out.reserve(text.size());
    for (qsizetype i = 0; i < text.size(); ++i) {
        const bool both = text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n';
        if (both || text[i] == '\n' || (text[i] == '\r' && end == "\r"))
            out += end;
        else
            out += text[i];
        i += both ? 1 : 0;
    }
    return out;
}

void findAll(QList<TextMatch> &out, const QByteArray &text, const QByteArray &needle,
             const QByteArray &lineEnd)
{
    const qsizetype most = out.size() + kMaximumMatches;
    qsizetype at = indexOfBytes(text, needle);
    for (; at >= 0 && out.size() <= most; at = indexOfBytes(text, needle, at + needle.size()))
        out.append({at, needle.size(), lineEnd});
}

/// The line end around each of some offsets, which ascend: no byte is looked at twice, for a file may
/// be one line with the text in it a hundred thousand times.
class LineEndsAround
{
public:
    explicit LineEndsAround(const QByteArray &text) : m_text(text) { }

    /// The first one at or after `offset`, else the last one before it.
    QByteArray at(qsizetype offset)
    {
        if (m_next < offset && m_next < m_text.size()) {
            const qsizetype found = m_text.indexOf('\n', offset);
            m_next = found < 0 ? m_text.size() : found;
            m_end = endAt(found < 0 ? m_text.lastIndexOf('\n') : found);
        }
        return m_end;
    }

private:
    [[nodiscard]] QByteArray endAt(qsizetype feed) const
    {
        if (feed < 0)
            return m_text.contains('\r') ? "\r" : "\n";
        return feed > 0 && m_text[feed - 1] == '\r' ? "\r\n" : "\n";
    }

    const QByteArray &m_text;
    qsizetype m_next =
            -1; ///< The line feed that `m_end` is of; the size of the text: none is left.
    QByteArray m_end;
};

} // namespace

QList<TextMatch> findExact(const QByteArray &text, const QByteArray &oldText)
{
    QList<TextMatch> found;
    if (!hasLineEnd(oldText)) {
        findAll(found, text, oldText, {});
        LineEndsAround ends(text);
        for (TextMatch &match : found)
            match.lineEnd = ends.at(match.start + match.length);
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
