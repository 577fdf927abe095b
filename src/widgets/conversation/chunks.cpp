// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "conversation/chunks.h"

namespace Countersign::Conversation {

namespace {

constexpr qsizetype kPiece = 8000; ///< Characters; rendered in a few milliseconds.

struct Fence
{
    QChar sign;
    qsizetype length = 0; ///< 0: no fence.
    bool bare = false; ///< Nothing follows: it can close.
};

Fence fenceOf(QStringView line)
{
    const QStringView text = line.trimmed();
    if (text.isEmpty() || (text.front() != u'`' && text.front() != u'~'))
        return {};
    qsizetype length = 0;
    while (length < text.size() && text.at(length) == text.front())
        ++length;
    const QStringView rest = text.mid(length);
    if (length < 3 || (text.front() == u'`' && rest.contains(u'`')))
        return {};
    return {text.front(), length, rest.isEmpty()};
}

/// A line that cannot continue what stands before it: no list, table, quotation or indented text.
bool beginsBlock(QStringView line)
{
    return !line.isEmpty()
            && (line.front().isLetter() || line.front() == u'#' || line.front() == u'`');
}

} // namespace

QList<Chunk> splitAnswer(const QString &text, const QList<Chunk> &before)
{
    QList<Chunk> chunks = before;
    Chunk current = chunks.isEmpty() ? Chunk{} : chunks.takeLast();
    Fence open = fenceOf(current.fence);
    QString opening = current.fence;
    bool afterBlank = false;
    for (qsizetype at = current.start; at < text.size();) {
        const qsizetype found = text.indexOf(u'\n', at);
        const bool whole = found >= 0;
        const qsizetype end = whole ? found : text.size();
        const QStringView line = QStringView(text).mid(at, end - at);
        const Fence fence = fenceOf(line);
        const bool inside = open.length > 0;
        const bool closes =
                inside && fence.bare && fence.sign == open.sign && fence.length >= open.length;
        const bool cut = inside ? whole && !closes : afterBlank && beginsBlock(line);
        if (cut && at - current.start >= kPiece) {
            current.end = at;
            chunks.append(current);
            current = {at, at, inside ? opening : QString()};
        }
        if (closes) {
            open = {};
        } else if (!inside && fence.length > 0) {
            open = fence;
            opening = line.trimmed().toString() + u'\n';
        }
        afterBlank = !inside && line.trimmed().isEmpty();
        at = end + 1;
    }
    current.end = text.size();
    chunks.append(current);
    return chunks;
}

} // namespace Countersign::Conversation
