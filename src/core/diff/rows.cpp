// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "diff/rows.h"

#include "diff/tokens.h"

#include <QHashFunctions>
#include <QStringDecoder>

#include <algorithm>
#include <span>
#include <vector>

namespace Countersign::Diff {

namespace {

/// Larger blocks are paired by position: the table below grows with the square.
constexpr int kMaximumAligned = 200;
/// Words of a line that are compared; more tell nothing new.
constexpr size_t kMaximumWords = 64;
/// UTF-16 units of a line that are looked at for them.
constexpr qsizetype kMaximumUnits = 2000;
/// Share of common words, in percent, from which two lines are versions of one.
constexpr int kAlike = 40;
/// Pairs of lines weighed in all; the blocks beyond them are paired by position, so that many
/// blocks just below the limit above do not add up to seconds.
constexpr int kAlignmentBudget = 300'000;
/// UTF-16 units that get a word diff; beyond them only the cheap form, so that a huge change does
/// not hold the review up.
constexpr qsizetype kWordDiffBudget = 2'000'000;

/// The text of lines, one after the other; no allocation for each. A zero-width no-break space at the
/// start of a line is text, as it is to whoever paints the spans.
class LineText
{
public:
    /// Valid until the next call.
    QStringView decode(QByteArrayView line)
    {
        const qsizetype space = m_decoder.requiredSpace(line.size());
        if (m_buffer.size() < space)
            m_buffer.resize(space);
        QChar *end = m_decoder.appendToBuffer(m_buffer.data(), line);
        return QStringView(m_buffer).first(end - m_buffer.constData());
    }

private:
    QStringDecoder m_decoder{QStringDecoder::Utf8,
                             QStringDecoder::Flag::Stateless
                                     | QStringDecoder::Flag::ConvertInitialBom};
    QString m_buffer;
};

/// What lines are compared by: the sorted hashes of their words, or of their other characters where
/// there are no words.
class Fingerprints
{
public:
    void take(const Lines &lines, int first, int count)
    {
        m_hashes.clear();
        m_ends.clear();
        for (int i = 0; i < count; ++i)
            add(lines.at(first + i));
    }

    [[nodiscard]] size_t size() const { return m_ends.size(); }
    [[nodiscard]] std::span<const size_t> at(size_t line) const
    {
        const size_t start = line == 0 ? 0 : m_ends[line - 1];
        return std::span(m_hashes).subspan(start, m_ends[line] - start);
    }

private:
    void add(QByteArrayView line)
    {
        // The limit is in units as well, so that one endless line costs no more than others. A unit
        // takes three octets at most.
        QStringView head = m_text.decode(line.first(std::min(line.size(), 3 * kMaximumUnits)));
        head = head.first(std::min(head.size(), kMaximumUnits));
        m_others.clear();
        const size_t start = m_hashes.size();
        for (qsizetype at = 0; at < head.size();) {
            const Token token = tokenAt(head, at);
            at += token.length;
            if (token.kind == TokenKind::Space)
                continue;
            const bool word = token.kind != TokenKind::Other;
            if (word ? m_hashes.size() - start < kMaximumWords : m_others.size() < kMaximumWords)
                (word ? m_hashes : m_others)
                        .push_back(qHash(head.sliced(token.start, token.length)));
        }
        if (m_hashes.size() == start)
            m_hashes.insert(m_hashes.end(), m_others.begin(), m_others.end());
        std::sort(m_hashes.begin() + qsizetype(start), m_hashes.end());
        m_ends.push_back(m_hashes.size());
    }

    LineText m_text;
    std::vector<size_t> m_hashes; ///< Of all lines, one behind the other.
    std::vector<size_t> m_ends; ///< Of each line in them.
    std::vector<size_t> m_others;
};

/// 0 … 100; two empty lines, and lines that differ in white space only, are fully alike.
int likeness(std::span<const size_t> a, std::span<const size_t> b)
{
    if (a.empty() || b.empty())
        return a.empty() && b.empty() ? 100 : 0;
    size_t common = 0;
    auto left = a.begin();
    auto right = b.begin();
    while (left != a.end() && right != b.end()) {
        if (*left < *right) {
            ++left;
        } else if (*right < *left) {
            ++right;
        } else {
            ++common;
            ++left;
            ++right;
        }
    }
    return int(200 * common / (a.size() + b.size()));
}

/// For each old line the new line it is paired with, or -1; increasing.
using Pairing = std::vector<int>;

Pairing pairByPosition(const Fingerprints &before, const Fingerprints &after)
{
    Pairing pairs(before.size(), -1);
    for (size_t i = 0; i < std::min(before.size(), after.size()); ++i) {
        if (likeness(before.at(i), after.at(i)) >= kAlike)
            pairs[i] = int(i);
    }
    return pairs;
}

/// The pairing in order whose likenesses add up to the most.
Pairing pairByLikeness(const Fingerprints &before, const Fingerprints &after)
{
    const size_t width = after.size() + 1;
    std::vector<int> scores(before.size() * after.size());
    std::vector<int> best((before.size() + 1) * width, 0); // Of what follows (i, j).
    for (size_t i = before.size(); i-- > 0;) {
        for (size_t j = after.size(); j-- > 0;) {
            const int score = likeness(before.at(i), after.at(j));
            scores[i * after.size() + j] = score;
            int most = std::max(best[(i + 1) * width + j], best[i * width + j + 1]);
            if (score >= kAlike)
                most = std::max(most, score + best[(i + 1) * width + j + 1]);
            best[i * width + j] = most;
        }
    }
    Pairing pairs(before.size(), -1);
    size_t i = 0;
    size_t j = 0;
    while (i < before.size() && j < after.size()) {
        const int score = scores[i * after.size() + j];
        const int here = best[i * width + j];
        if (score >= kAlike && here == score + best[(i + 1) * width + j + 1])
            pairs[i++] = int(j++);
        else if (here == best[(i + 1) * width + j])
            ++i;
        else
            ++j;
    }
    return pairs;
}

class RowBuilder
{
public:
    explicit RowBuilder(const LineDiff &diff) : m_diff(diff)
    {
        m_rows.reserve(std::max(diff.oldLines.size(), diff.newLines.size()));
    }

    QList<Row> build()
    {
        for (int i = 0; i < m_diff.blocks.size(); ++i) {
            addContextUpTo(m_diff.blocks.at(i).oldStart);
            addBlock(m_diff.blocks.at(i), i);
        }
        addContextUpTo(int(m_diff.oldLines.size()));
        return std::move(m_rows);
    }

private:
    void addContextUpTo(int oldLine)
    {
        while (m_old < oldLine)
            m_rows.append(Row{RowKind::Context, ++m_old, ++m_new, {}, {}, -1});
    }

    void addBlock(const Block &block, int hunk)
    {
        Pairing pairs;
        if (block.oldCount > 0 && block.newCount > 0) {
            m_before.take(m_diff.oldLines, block.oldStart, block.oldCount);
            m_after.take(m_diff.newLines, block.newStart, block.newCount);
            pairs = mayAlign(block) ? pairByLikeness(m_before, m_after)
                                    : pairByPosition(m_before, m_after);
        }
        int removed = 0;
        int added = 0;
        const auto addUnpairedUpTo = [&](int removedEnd, int addedEnd) {
            for (; removed < removedEnd; ++removed)
                m_rows.append(Row{RowKind::Removed, ++m_old, 0, {}, {}, hunk});
            for (; added < addedEnd; ++added)
                m_rows.append(Row{RowKind::Added, 0, ++m_new, {}, {}, hunk});
        };
        for (size_t i = 0; i < pairs.size(); ++i) {
            if (pairs[i] < 0)
                continue;
            addUnpairedUpTo(int(i), pairs[i]);
            WordDiff words = compare(m_oldText.decode(m_diff.oldLines.at(m_old)),
                                     m_newText.decode(m_diff.newLines.at(m_new)));
            m_rows.append(Row{RowKind::Changed, ++m_old, ++m_new, std::move(words.oldSpans),
                              std::move(words.newSpans), hunk});
            ++removed;
            ++added;
        }
        addUnpairedUpTo(block.oldCount, block.newCount);
    }

    bool mayAlign(const Block &block)
    {
        if (qint64(block.oldCount) + block.newCount > kMaximumAligned)
            return false;
        const int cells = block.oldCount * block.newCount;
        if (cells > m_alignments)
            return false;
        m_alignments -= cells;
        return true;
    }

    WordDiff compare(QStringView before, QStringView after)
    {
        m_budget -= before.size() + after.size();
        return m_budget >= 0 ? wordDiff(before, after) : trimmedDiff(before, after);
    }

    const LineDiff &m_diff;
    Fingerprints m_before; ///< Of the block.
    Fingerprints m_after;
    LineText m_oldText;
    LineText m_newText;
    QList<Row> m_rows;
    int m_old = 0;
    int m_new = 0;
    int m_alignments = kAlignmentBudget;
    qsizetype m_budget = kWordDiffBudget;
};

} // namespace

QList<Row> buildRows(const LineDiff &diff)
{
    return RowBuilder(diff).build();
}

} // namespace Countersign::Diff
