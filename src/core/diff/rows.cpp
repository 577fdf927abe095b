// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "diff/rows.h"

#include "diff/tokens.h"

#include <QHashFunctions>

#include <algorithm>
#include <vector>

namespace Countersign::Diff {

namespace {

/// Larger blocks are paired by position: the table below grows with the square.
constexpr int kMaximumAligned = 200;
/// Words of a line that are compared; more tell nothing new.
constexpr size_t kMaximumWords = 64;
/// Share of common words, in percent, from which two lines are versions of one.
constexpr int kAlike = 40;
/// Pairs of lines weighed in all; the blocks beyond them are paired by position, so that many
/// blocks just below the limit above do not add up to seconds.
constexpr int kAlignmentBudget = 300'000;
/// UTF-16 units that get a word diff; beyond them only the cheap form, so that a huge change does
/// not hold the review up.
constexpr qsizetype kWordDiffBudget = 2'000'000;

/// What two lines are compared by: the sorted hashes of their words, or of their other characters
/// when there are no words.
struct Fingerprint
{
    QString text;
    std::vector<size_t> words;
};

Fingerprint fingerprint(const QByteArray &line)
{
    Fingerprint print{QString::fromUtf8(line), {}};
    std::vector<size_t> others;
    // The limit is in units as well, so that one endless line costs no more than others.
    const QStringView head =
            QStringView(print.text).first(std::min<qsizetype>(print.text.size(), 2000));
    for (const Token &token : tokenize(head)) {
        if (token.kind == TokenKind::Space)
            continue;
        const bool word = token.kind != TokenKind::Other;
        std::vector<size_t> &list = word ? print.words : others;
        if (list.size() < kMaximumWords)
            list.push_back(qHash(head.sliced(token.start, token.length)));
    }
    if (print.words.empty())
        print.words = std::move(others);
    std::sort(print.words.begin(), print.words.end());
    return print;
}

/// 0 … 100; two empty lines, and lines that differ in white space only, are fully alike.
int likeness(const Fingerprint &a, const Fingerprint &b)
{
    if (a.words.empty() || b.words.empty())
        return a.words.empty() && b.words.empty() ? 100 : 0;
    size_t common = 0;
    auto left = a.words.begin();
    auto right = b.words.begin();
    while (left != a.words.end() && right != b.words.end()) {
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
    return int(200 * common / (a.words.size() + b.words.size()));
}

/// For each old line the new line it is paired with, or -1; increasing.
using Pairing = std::vector<int>;

Pairing pairByPosition(const std::vector<Fingerprint> &before,
                       const std::vector<Fingerprint> &after)
{
    Pairing pairs(before.size(), -1);
    for (size_t i = 0; i < std::min(before.size(), after.size()); ++i) {
        if (likeness(before[i], after[i]) >= kAlike)
            pairs[i] = int(i);
    }
    return pairs;
}

/// The pairing in order whose likenesses add up to the most.
Pairing pairByLikeness(const std::vector<Fingerprint> &before,
                       const std::vector<Fingerprint> &after)
{
    const size_t width = after.size() + 1;
    std::vector<int> scores(before.size() * after.size());
    std::vector<int> best((before.size() + 1) * width, 0); // Of what follows (i, j).
    for (size_t i = before.size(); i-- > 0;) {
        for (size_t j = after.size(); j-- > 0;) {
            const int score = likeness(before[i], after[j]);
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
        std::vector<Fingerprint> before;
        std::vector<Fingerprint> after;
        if (block.oldCount > 0 && block.newCount > 0) {
            for (int i = 0; i < block.oldCount; ++i)
                before.push_back(fingerprint(m_diff.oldLines.at(block.oldStart + i)));
            for (int i = 0; i < block.newCount; ++i)
                after.push_back(fingerprint(m_diff.newLines.at(block.newStart + i)));
        }
        const Pairing pairs =
                mayAlign(block) ? pairByLikeness(before, after) : pairByPosition(before, after);
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
            WordDiff words = compare(before[i].text, after[size_t(pairs[i])].text);
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

    WordDiff compare(const QString &before, const QString &after)
    {
        m_budget -= before.size() + after.size();
        return m_budget >= 0 ? wordDiff(before, after) : trimmedDiff(before, after);
    }

    const LineDiff &m_diff;
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
