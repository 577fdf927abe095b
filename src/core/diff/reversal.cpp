// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "diff/reversal.h"

#include "diff/partial.h"

#include <QByteArrayView>

#include <algorithm>
#include <vector>

namespace Countersign::Diff {

using namespace Qt::StringLiterals;

namespace {

constexpr QByteArrayView kByteOrderMark("\xEF\xBB\xBF");

/// The lines of a text with their ends.
std::vector<QByteArrayView> linesWithEnds(QByteArrayView text)
{
    std::vector<QByteArrayView> lines;
    for (qsizetype start = 0; start < text.size();) {
        const qsizetype end = text.indexOf('\n', start);
        const qsizetype next = end < 0 ? text.size() : end + 1;
        lines.push_back(text.sliced(start, next - start));
        start = next;
    }
    return lines;
}

int oldEnd(const Block &block)
{
    return block.oldStart + block.oldCount;
}

int newEnd(const Block &block)
{
    return block.newStart + block.newCount;
}

/// Two changes of one text meet when they share lines, or put lines in at one place. Neighbours do
/// not: whose line comes first is clear.
bool isBefore(const Block &a, const Block &b)
{
    const bool samePlace = a.oldCount == 0 && b.oldCount == 0 && a.oldStart == b.oldStart;
    return oldEnd(a) <= b.oldStart && !samePlace;
}

/// The last line of a text may have no end; what comes after it must not run into it.
void endLastLine(QByteArray &text)
{
    if (text.isEmpty() || text.endsWith('\n') || text == kByteOrderMark)
        return;
    const qsizetype end = text.lastIndexOf('\n');
    text.append(end > 0 && text.at(end - 1) == '\r' ? "\r\n" : "\n");
}

/// A text under work, line by line, each with its number in the text as it was given.
class Work
{
public:
    explicit Work(const QByteArray &text) : m_text(text)
    {
        const auto count = int(linesWithEnds(text).size());
        for (int line = 0; line < count; ++line)
            m_origins.push_back(line);
    }

    [[nodiscard]] Result<void> takeBack(const MadeChange &change, const std::stop_token &stop);
    [[nodiscard]] const QByteArray &text() const { return m_text; }
    [[nodiscard]] QList<LineRange> left() const;

private:
    struct Replacement
    {
        int start = 0;
        int end = 0;
        Block block; ///< Its new side are the lines that come back.
    };
    void leave(int start, int end);
    void replace(const std::vector<Replacement> &replacements, const QByteArray &before);

    QByteArray m_text;
    std::vector<int> m_origins; ///< Of each line; -1: it was not in the given text.
    QList<LineRange> m_left;
};

Result<void> Work::takeBack(const MadeChange &change, const std::stop_token &stop)
{
    const auto since = lineDiff(change.after, m_text, stop);
    if (!since)
        return failure(since.error());
    const auto back = lineDiff(change.after, change.before, stop);
    if (!back)
        return failure(back.error());
    const std::vector<QByteArrayView> now = linesWithEnds(m_text);
    const std::vector<QByteArrayView> before = linesWithEnds(change.before);
    const auto areEqual = [&](const Block &ours, const Block &theirs) {
        return ours.oldStart == theirs.oldStart && ours.oldCount == theirs.oldCount
                && std::equal(now.begin() + ours.newStart, now.begin() + newEnd(ours),
                              before.begin() + theirs.newStart, before.begin() + newEnd(theirs));
    };

    std::vector<Replacement> replacements;
    qsizetype first = 0; // Of what changed since: the first that is not wholly before.
    int shift = 0; // From a line of `after` there to the same line now.
    for (const Block &block : back->blocks) {
        for (; first < since->blocks.size() && isBefore(since->blocks.at(first), block); ++first)
            shift = newEnd(since->blocks.at(first)) - oldEnd(since->blocks.at(first));
        const bool meets =
                first < since->blocks.size() && !isBefore(block, since->blocks.at(first));
        if (!meets) {
            replacements.push_back({block.oldStart + shift, oldEnd(block) + shift, block});
            continue;
        }
        if (areEqual(since->blocks.at(first), block))
            continue;
        const int start = std::min(block.oldStart, since->blocks.at(first).oldStart) + shift;
        // Shared by several changes: up to the last of them, and what the block has after it.
        qsizetype last = first;
        while (last + 1 < since->blocks.size() && !isBefore(block, since->blocks.at(last + 1)))
            ++last;
        const Block &end = since->blocks.at(last);
        leave(start, newEnd(end) + std::max(0, oldEnd(block) - oldEnd(end)));
    }
    replace(replacements, change.before);
    return {};
}

void Work::leave(int start, int end)
{
    LineRange place{-1, 0};
    for (int line = start; line < end; ++line) {
        const int origin = m_origins[size_t(line)];
        if (origin < 0)
            continue;
        if (place.first < 0)
            place.first = origin;
        place.count = origin - place.first + 1;
    }
    for (int line = start; place.first < 0 && line-- > 0;)
        place.first = m_origins[size_t(line)] + (m_origins[size_t(line)] < 0 ? 0 : 1);
    place.first = std::max(place.first, 0);
    m_left.append(place);
}

void Work::replace(const std::vector<Replacement> &replacements, const QByteArray &before)
{
    if (replacements.empty())
        return;
    const std::vector<QByteArrayView> lines = linesWithEnds(m_text);
    const std::vector<QByteArrayView> back = linesWithEnds(before);
    QByteArray text;
    text.reserve(m_text.size() + before.size());
    std::vector<int> origins;
    int line = 0;
    const auto keepUpTo = [&](int end) {
        for (; line < end; ++line) {
            text.append(lines[size_t(line)]);
            origins.push_back(m_origins[size_t(line)]);
        }
    };
    const auto endLine = [&] {
        endLastLine(text);
    };
    for (const Replacement &replacement : replacements) {
        keepUpTo(replacement.start);
        for (int i = replacement.block.newStart; i < newEnd(replacement.block); ++i) {
            endLine();
            text.append(back[size_t(i)]);
            origins.push_back(-1);
        }
        line = replacement.end;
        if (line < int(lines.size()))
            endLine();
    }
    keepUpTo(int(lines.size()));
    m_text = text;
    m_origins = std::move(origins);
}

QList<LineRange> Work::left() const
{
    QList<LineRange> places = m_left;
    std::sort(places.begin(), places.end(), [](const LineRange &a, const LineRange &b) {
        return std::pair(a.first, a.count) < std::pair(b.first, b.count);
    });
    QList<LineRange> merged;
    for (const LineRange &place : std::as_const(places)) {
        if (merged.isEmpty() || place.first > merged.last().first + merged.last().count) {
            merged.append(place);
            continue;
        }
        LineRange &last = merged.last();
        last.count = std::max(last.count, place.first + place.count - last.first);
    }
    return merged;
}

} // namespace

Result<Reversal> takenBack(const QList<MadeChange> &changes, const QByteArray &now,
                           const std::stop_token &stop)
{
    Work work(now);
    for (auto change = changes.rbegin(); change != changes.rend(); ++change) {
        if (!canLeaveOut(change->before, change->after) || !canLeaveOut(change->after, now))
            return failure(ErrorCode::Unsupported,
                           u"Only text in which lines are runs of bytes can be taken back in "
                           "parts."_s);
        if (Result<void> done = work.takeBack(*change, stop); !done)
            return failure(done.error());
    }
    return Reversal{work.text(), work.left()};
}

QByteArray withBlockTakenBack(const QByteArray &before, const QByteArray &after, const Block &block)
{
    const auto withoutMark = [](QByteArrayView text) {
        return text.startsWith(kByteOrderMark) ? text.sliced(kByteOrderMark.size()) : text;
    };
    const std::vector<QByteArrayView> lines = linesWithEnds(withoutMark(after));
    const std::vector<QByteArrayView> back = linesWithEnds(withoutMark(before));
    QByteArray text;
    text.reserve(after.size() + before.size());
    if (after.startsWith(kByteOrderMark))
        text.append(kByteOrderMark);
    const auto take = [&text](const std::vector<QByteArrayView> &from, int start, int end) {
        for (int line = start; line < end; ++line) {
            endLastLine(text);
            text.append(from[size_t(line)]);
        }
    };
    take(lines, 0, block.newStart);
    take(back, block.oldStart, oldEnd(block));
    take(lines, newEnd(block), int(lines.size()));
    return text;
}

} // namespace Countersign::Diff
