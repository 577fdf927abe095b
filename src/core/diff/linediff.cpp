// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "diff/linediff.h"

#include "diff/gitlibrary.h"
#include "diff/linecodes.h"

#include <git2.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace Countersign::Diff {

using namespace Qt::StringLiterals;

namespace {

/// xdiff refuses more (GIT_XDIFF_MAX_SIZE); saying it first gives better words.
constexpr qsizetype kMaximumBytes = 1024 * 1024 * 1023;

Error stopped()
{
    return {ErrorCode::Cancelled, u"The comparison was stopped before it ended."_s, {}};
}

struct Collector
{
    QList<Block> blocks;
    std::stop_token stop;
};

/// Without context a hunk of git is a maximal run of changes. Its lines count from 1, but a side
/// with no lines names the line before the gap, which is our index of the line after it.
int collectHunk(const git_diff_delta *, const git_diff_hunk *hunk, void *payload)
{
    auto *collector = static_cast<Collector *>(payload);
    if (collector->stop.stop_requested())
        return GIT_EUSER;
    collector->blocks.append(
            Block{hunk->old_lines ? hunk->old_start - 1 : hunk->old_start, hunk->old_lines,
                  hunk->new_lines ? hunk->new_start - 1 : hunk->new_start, hunk->new_lines});
    return 0;
}

Result<QList<Block>> changedBlocks(const Lines &before, const Lines &after, std::stop_token stop)
{
    ensureGitLibrary();
    // The library makes a checksum of all it is given, which nobody needs and which takes longer than
    // the comparison. Codes of a few bytes for the lines spare most of it.
    const auto texts = codedLines(before, after, stop);
    if (!texts)
        return failure(stopped());
    const auto &[oldText, newText] = *texts;
    git_diff_options options;
    git_diff_options_init(&options, GIT_DIFF_OPTIONS_VERSION);
    options.context_lines = 0;
    options.interhunk_lines = 0;
    // Never GIT_DIFF_MINIMAL: 100,000 shuffled lines take it half a minute.
    options.flags = GIT_DIFF_FORCE_TEXT | GIT_DIFF_INDENT_HEURISTIC;
    options.max_size = -1;
    Collector collector{{}, std::move(stop)};
    const int answer =
            git_diff_buffers(oldText.constData(), size_t(oldText.size()), nullptr,
                             newText.constData(), size_t(newText.size()), nullptr, &options,
                             nullptr, nullptr, collectHunk, nullptr, &collector);
    if (collector.stop.stop_requested())
        return failure(stopped());
    if (answer != 0)
        return failure(ErrorCode::Internal,
                       u"Two versions of a file could not be compared; report this problem."_s,
                       lastGitError());
    return std::move(collector.blocks);
}

/// How many bytes two texts have in common at their beginning.
qsizetype commonStart(QByteArrayView a, QByteArrayView b)
{
    constexpr qsizetype kPiece = 4096;
    const qsizetype shorter = std::min(a.size(), b.size());
    qsizetype at = 0;
    while (at + kPiece <= shorter && std::memcmp(a.data() + at, b.data() + at, kPiece) == 0)
        at += kPiece;
    while (at < shorter && a[at] == b[at])
        ++at;
    return at;
}

/// The same at their end.
qsizetype commonEnd(QByteArrayView a, QByteArrayView b)
{
    constexpr qsizetype kPiece = 4096;
    const qsizetype shorter = std::min(a.size(), b.size());
    qsizetype at = 0;
    while (at + kPiece <= shorter
           && std::memcmp(a.data() + a.size() - at - kPiece, b.data() + b.size() - at - kPiece,
                          kPiece)
                   == 0)
        at += kPiece;
    while (at < shorter && a[a.size() - 1 - at] == b[b.size() - 1 - at])
        ++at;
    return at;
}

/// Both texts without the whole lines that they have in common at their ends. A NUL byte in what is
/// left out makes them binary; one is left in then.
std::pair<QByteArray, QByteArray> changedMiddle(const QByteArray &before, const QByteArray &after)
{
    const qsizetype same = commonStart(before, after);
    const qsizetype start = same == 0 ? 0 : before.lastIndexOf('\n', same - 1) + 1;
    const qsizetype shorter = std::min(before.size(), after.size());
    qsizetype end = std::min(commonEnd(before, after), shorter - start);
    // What is kept starts behind a line end that both have.
    const qsizetype lineEnd = before.indexOf('\n', before.size() - end);
    end = lineEnd < 0 ? 0 : before.size() - lineEnd - 1;
    const auto outside = [start, end](const QByteArray &text) {
        return QByteArrayView(text).first(start).contains('\0')
                || QByteArrayView(text).last(end).contains('\0');
    };
    if (outside(before))
        return {before, after};
    return {before.sliced(start, before.size() - start - end),
            after.sliced(start, after.size() - start - end)};
}

} // namespace

LineCounts LineDiff::counts() const
{
    LineCounts counts;
    for (const Block &block : blocks) {
        counts.added += block.newCount;
        counts.removed += block.oldCount;
    }
    return counts;
}

Result<LineDiff> lineDiff(const QByteArray &before, const QByteArray &after, std::stop_token stop)
{
    if (stop.stop_requested())
        return failure(ErrorCode::Cancelled, u"The comparison was stopped before it began."_s);
    LineDiff diff;
    diff.binary = before.contains('\0') || after.contains('\0');
    if (diff.binary)
        return diff;
    if (before.size() > kMaximumBytes || after.size() > kMaximumBytes)
        return failure(ErrorCode::Limit,
                       u"Files over 1 GiB cannot be compared line by line; look at the file in "
                       "another program."_s);
    diff.oldLines = Lines(before);
    diff.newLines = Lines(after);
    diff.oldFinalNewline = diff.oldLines.hasFinalNewline();
    diff.newFinalNewline = diff.newLines.hasFinalNewline();
    if (before != after) {
        Result<QList<Block>> blocks = changedBlocks(diff.oldLines, diff.newLines, std::move(stop));
        if (!blocks)
            return failure(blocks.error());
        diff.blocks = std::move(*blocks);
    }
    return diff;
}

Result<LineCounts> lineCounts(const FileChange &change)
{
    // Most of a large file is the same before and after; only the lines between count.
    const auto [before, after] = changedMiddle(change.before, change.after);
    return lineDiff(before, after).transform([](const LineDiff &diff) { return diff.counts(); });
}

} // namespace Countersign::Diff
