// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "diff/partial.h"

namespace Countersign::Diff {

namespace {

constexpr QByteArrayView kByteOrderMark("\xEF\xBB\xBF");

QByteArrayView withoutMark(QByteArrayView text)
{
    return text.startsWith(kByteOrderMark) ? text.sliced(kByteOrderMark.size()) : text;
}

/// The lines of a text, their ends included.
QList<QByteArrayView> rawLines(QByteArrayView text)
{
    QList<QByteArrayView> lines;
    for (qsizetype start = 0; start < text.size();) {
        const qsizetype end = text.indexOf('\n', start);
        const qsizetype next = end < 0 ? text.size() : end + 1;
        lines.append(text.sliced(start, next - start));
        start = next;
    }
    return lines;
}

bool isUtf16(const QByteArray &bytes)
{
    return bytes.startsWith("\xFF\xFE") || bytes.startsWith("\xFE\xFF");
}

} // namespace

bool canLeaveOut(const QByteArray &before, const QByteArray &after)
{
    return !isUtf16(before) && !isUtf16(after) && !before.contains('\0') && !after.contains('\0');
}

QByteArray withBlocksLeftOut(const QByteArray &before, const QByteArray &after,
                             const QList<Block> &blocks, const QBitArray &leftOut)
{
    const QList<QByteArrayView> oldLines = rawLines(withoutMark(before));
    const QList<QByteArrayView> newLines = rawLines(withoutMark(after));
    QByteArray text;
    text.reserve(before.size() + after.size());
    if (after.startsWith(kByteOrderMark))
        text.append(kByteOrderMark);
    int newLine = 0;
    for (qsizetype i = 0; i < blocks.size(); ++i) {
        const Block &block = blocks.at(i);
        for (; newLine < block.newStart; ++newLine)
            text.append(newLines.at(newLine));
        if (leftOut.testBit(i)) {
            for (int line = block.oldStart; line < block.oldStart + block.oldCount; ++line)
                text.append(oldLines.at(line));
            newLine = block.newStart + block.newCount;
        }
    }
    for (; newLine < newLines.size(); ++newLine)
        text.append(newLines.at(newLine));
    return text;
}

LineDiff withBlocksLeftOut(const LineDiff &diff, const QBitArray &leftOut)
{
    LineDiff result;
    result.oldLines = diff.oldLines;
    result.oldFinalNewline = diff.oldFinalNewline;
    result.newFinalNewline = diff.newFinalNewline;
    result.binary = diff.binary;
    result.newLines.reserve(diff.newLines.size());
    int newLine = 0;
    for (qsizetype i = 0; i < diff.blocks.size(); ++i) {
        const Block &block = diff.blocks.at(i);
        for (; newLine < block.newStart; ++newLine)
            result.newLines.append(diff.newLines.at(newLine));
        const bool last = block.newStart + block.newCount == diff.newLines.size()
                && block.oldStart + block.oldCount == diff.oldLines.size();
        if (leftOut.testBit(i)) {
            for (int line = block.oldStart; line < block.oldStart + block.oldCount; ++line)
                result.newLines.append(diff.oldLines.at(line));
            newLine = block.newStart + block.newCount;
            if (last)
                result.newFinalNewline = diff.oldFinalNewline;
        } else {
            result.blocks.append({block.oldStart, block.oldCount,
                                  static_cast<int>(result.newLines.size()), block.newCount});
        }
    }
    for (; newLine < diff.newLines.size(); ++newLine)
        result.newLines.append(diff.newLines.at(newLine));
    return result;
}

} // namespace Countersign::Diff
