// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "diff/linediff.h"
#include "diff/tokens.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace Countersign::Diff {

namespace {

constexpr qsizetype kMaximumUnits = 2000;
/// Steps of Myers' search; the work and the memory grow with its square. Two lines that differ in
/// more tokens have nothing to show word by word.
constexpr int kMaximumDistance = 200;

/// A replaced stretch in both lines, in UTF-16 units.
struct Edit
{
    int oldStart = 0;
    int oldEnd = 0;
    int newStart = 0;
    int newEnd = 0;

    [[nodiscard]] int size() const { return std::max(oldEnd - oldStart, newEnd - newStart); }
};

struct Side
{
    QStringView text;
    QList<Token> tokens;

    [[nodiscard]] QStringView at(qsizetype index) const
    {
        const Token &token = tokens.at(index);
        return text.sliced(token.start, token.length);
    }
    /// Where token `index` begins; the end of the line for the index after the last.
    [[nodiscard]] int offset(qsizetype index) const
    {
        return index < tokens.size() ? tokens.at(index).start : int(text.size());
    }
};

/// A stretch of tokens on both sides: [oldFrom, oldTo) against [newFrom, newTo).
struct Range
{
    int oldFrom = 0;
    int oldTo = 0;
    int newFrom = 0;
    int newTo = 0;
};

/// Myers' greedy search; the furthest points of every step are kept to walk back along.
class Search
{
public:
    Search(const Side &before, const Side &after, const Range &range)
        : m_before(before)
        , m_after(after)
        , m_range(range)
        , m_oldSize(range.oldTo - range.oldFrom)
        , m_newSize(range.newTo - range.newFrom)
    {
    }

    /// Token edits in order; nothing when the two differ too much.
    std::optional<std::vector<Range>> run()
    {
        const int limit = std::min(m_oldSize + m_newSize, kMaximumDistance);
        std::vector<int> furthest(size_t(2 * limit + 3), 0);
        for (int distance = 0; distance <= limit; ++distance) {
            for (int diagonal = -distance; diagonal <= distance; diagonal += 2) {
                const size_t slot = size_t(diagonal + limit + 1);
                const bool down = diagonal == -distance
                        || (diagonal != distance && furthest[slot - 1] < furthest[slot + 1]);
                int x = down ? furthest[slot + 1] : furthest[slot - 1] + 1;
                while (x < m_oldSize && x - diagonal < m_newSize && equal(x, x - diagonal))
                    ++x;
                furthest[slot] = x;
                if (x >= m_oldSize && x - diagonal >= m_newSize) {
                    m_steps.push_back(window(furthest, distance, limit));
                    return walkBack(distance);
                }
            }
            m_steps.push_back(window(furthest, distance, limit));
        }
        return std::nullopt;
    }

private:
    [[nodiscard]] bool equal(int x, int y) const
    {
        return m_before.at(m_range.oldFrom + x) == m_after.at(m_range.newFrom + y);
    }

    /// Diagonals -distance … distance of one step.
    static std::vector<int> window(const std::vector<int> &furthest, int distance, int limit)
    {
        const auto middle = furthest.begin() + limit + 1;
        return {middle - distance, middle + distance + 1};
    }

    [[nodiscard]] std::vector<Range> walkBack(int distance) const
    {
        std::vector<Range> edits;
        int x = m_oldSize;
        int y = m_newSize;
        for (; distance > 0; --distance) {
            const std::vector<int> &step = m_steps[size_t(distance - 1)];
            const auto at = [&step, distance](int diagonal) {
                const int slot = diagonal + distance - 1;
                return slot < 0 || slot >= int(step.size()) ? -1 : step[size_t(slot)];
            };
            const int diagonal = x - y;
            const bool down = diagonal == -distance
                    || (diagonal != distance && at(diagonal - 1) < at(diagonal + 1));
            const int fromX = down ? at(diagonal + 1) : at(diagonal - 1);
            const int fromY = fromX - (down ? diagonal + 1 : diagonal - 1);
            edits.push_back(Range{m_range.oldFrom + fromX, m_range.oldFrom + fromX + (down ? 0 : 1),
                                  m_range.newFrom + fromY,
                                  m_range.newFrom + fromY + (down ? 1 : 0)});
            x = fromX;
            y = fromY;
        }
        std::reverse(edits.begin(), edits.end());
        return edits;
    }

    const Side &m_before;
    const Side &m_after;
    Range m_range;
    int m_oldSize;
    int m_newSize;
    std::vector<std::vector<int>> m_steps;
};

/// Whether the equal text between two edits is too little to be read between two marks.
bool isSlight(QStringView between)
{
    return between.size() <= 2 || between.trimmed().isEmpty();
}

/// Joins edits that touch, and edits with so little between them that two marks would be harder to
/// read than one: a slight run shorter than both of its neighbours. A word between two changes stays
/// unmarked however long they are, because a person relies on what is not marked.
std::vector<Edit> cleanUp(QStringView before, const std::vector<Edit> &edits)
{
    std::vector<Edit> out;
    for (Edit edit : edits) {
        while (!out.empty()) {
            const Edit &last = out.back();
            const int gap = edit.oldStart - last.oldEnd;
            if (gap > 0
                && (gap >= std::min(last.size(), edit.size())
                    || !isSlight(before.sliced(last.oldEnd, gap))))
                break;
            edit.oldStart = last.oldStart;
            edit.newStart = last.newStart;
            out.pop_back();
        }
        out.push_back(edit);
    }
    return out;
}

WordDiff spansOf(const std::vector<Edit> &edits)
{
    WordDiff diff;
    for (const Edit &edit : edits) {
        if (edit.oldEnd > edit.oldStart)
            diff.oldSpans.append(Span{edit.oldStart, edit.oldEnd - edit.oldStart});
        if (edit.newEnd > edit.newStart)
            diff.newSpans.append(Span{edit.newStart, edit.newEnd - edit.newStart});
    }
    return diff;
}

} // namespace

WordDiff trimmedDiff(QStringView before, QStringView after)
{
    const qsizetype shorter = std::min(before.size(), after.size());
    qsizetype head = 0;
    while (head < shorter && before.at(head) == after.at(head))
        ++head;
    while (splitsCharacter(before, head) || splitsCharacter(after, head))
        --head;
    qsizetype tail = 0;
    while (tail < shorter - head
           && before.at(before.size() - 1 - tail) == after.at(after.size() - 1 - tail))
        ++tail;
    while (tail > 0
           && (splitsCharacter(before, before.size() - tail)
               || splitsCharacter(after, after.size() - tail)))
        --tail;
    return spansOf(
            {Edit{int(head), int(before.size() - tail), int(head), int(after.size() - tail)}});
}

WordDiff wordDiff(QStringView before, QStringView after)
{
    if (before == after)
        return {};
    if (before.size() > kMaximumUnits || after.size() > kMaximumUnits)
        return trimmedDiff(before, after);
    const Side oldSide{before, tokenize(before)};
    const Side newSide{after, tokenize(after)};
    Range middle{0, int(oldSide.tokens.size()), 0, int(newSide.tokens.size())};
    while (middle.oldFrom < middle.oldTo && middle.newFrom < middle.newTo
           && oldSide.at(middle.oldFrom) == newSide.at(middle.newFrom)) {
        ++middle.oldFrom;
        ++middle.newFrom;
    }
    while (middle.oldTo > middle.oldFrom && middle.newTo > middle.newFrom
           && oldSide.at(middle.oldTo - 1) == newSide.at(middle.newTo - 1)) {
        --middle.oldTo;
        --middle.newTo;
    }
    const std::vector<Range> found =
            Search(oldSide, newSide, middle).run().value_or(std::vector<Range>{middle});
    std::vector<Edit> edits;
    for (const Range &range : found)
        edits.push_back(Edit{oldSide.offset(range.oldFrom), oldSide.offset(range.oldTo),
                             newSide.offset(range.newFrom), newSide.offset(range.newTo)});
    return spansOf(cleanUp(before, edits));
}

} // namespace Countersign::Diff
