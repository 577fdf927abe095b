// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "diff/partial.h"

#include "base/textfile.h"

#include <optional>

namespace Countersign::Diff {

namespace {

/// How the characters of a text stand in its bytes, as far as lines are concerned.
struct Form
{
    QByteArray mark; ///< The byte order mark; may be empty.
    QByteArray carriageReturn{"\r"};
    QByteArray lineFeed{"\n"};

    [[nodiscard]] qsizetype unit() const { return lineFeed.size(); }
};

Form utf16(bool bigEndian, const QByteArray &mark)
{
    if (bigEndian)
        return {mark, QByteArray("\0\r", 2), QByteArray("\0\n", 2)};
    return {mark, QByteArray("\r\0", 2), QByteArray("\n\0", 2)};
}

/// Nothing: lines of the text cannot be told apart in its bytes.
std::optional<Form> formOf(const QByteArray &text)
{
    if (text.startsWith("\xEF\xBB\xBF"))
        return text.contains('\0') ? std::nullopt : std::optional(Form{text.first(3)});
    if (text.startsWith(QByteArrayView("\xFF\xFE\0\0", 4)))
        return std::nullopt;
    const bool marked = text.startsWith("\xFF\xFE") || text.startsWith("\xFE\xFF");
    const std::optional<TextEncoding> sniffed = marked ? std::nullopt : sniffUtf16(text);
    if (!marked && !sniffed)
        return text.contains('\0') ? std::nullopt : std::optional(Form());
    if (text.size() % 2 != 0)
        return std::nullopt;
    const bool bigEndian = marked ? text.startsWith('\xFE') : *sniffed == TextEncoding::Utf16Be;
    return utf16(bigEndian, marked ? text.first(2) : QByteArray());
}

/// The form that both texts have but for their marks; an empty text has any.
std::optional<Form> commonForm(const QByteArray &before, const QByteArray &after)
{
    const std::optional<Form> old = formOf(before);
    const std::optional<Form> written = formOf(after);
    if (!old || !written)
        return std::nullopt;
    if (after.isEmpty())
        return old;
    if (before.isEmpty() || old->lineFeed == written->lineFeed)
        return written;
    return std::nullopt;
}

QByteArrayView withoutMark(QByteArrayView text, const Form &form)
{
    for (const QByteArrayView mark :
         {QByteArrayView("\xEF\xBB\xBF"), QByteArrayView("\xFF\xFE"), QByteArrayView("\xFE\xFF")}) {
        if (text.startsWith(mark) && (mark.size() == 2) == (form.unit() == 2))
            return text.sliced(mark.size());
    }
    return text;
}

/// Behind the next line feed at or after `start`; the text's size when there is none.
qsizetype lineEnd(QByteArrayView text, qsizetype start, const Form &form)
{
    qsizetype at = text.indexOf(form.lineFeed, start);
    // Its bytes may be the end of one character and the start of the next.
    while (at >= 0 && (at - start) % form.unit() != 0)
        at = text.indexOf(form.lineFeed, at + 1);
    return at < 0 ? text.size() : at + form.unit();
}

/// The lines of a text, their ends included.
QList<QByteArrayView> rawLines(QByteArrayView text, const Form &form)
{
    QList<QByteArrayView> lines;
    for (qsizetype start = 0; start < text.size();) {
        const qsizetype next = lineEnd(text, start, form);
        lines.append(text.sliced(start, next - start));
        start = next;
    }
    return lines;
}

/// Puts lines, their ends included, one behind the other.
class LineWriter
{
public:
    LineWriter(const Form &form, qsizetype reserve) : m_form(form) { m_text.reserve(reserve); }

    void append(QByteArrayView line)
    {
        const QByteArrayView end = endOf(line);
        if (m_open) {
            const QByteArrayView neighbour = m_lastEnd.isEmpty() ? end : m_lastEnd;
            m_text.append(neighbour.isEmpty() ? QByteArrayView(m_form.lineFeed) : neighbour);
        }
        m_text.append(line);
        m_open = end.isEmpty();
        if (!m_open)
            m_lastEnd = end;
    }
    [[nodiscard]] const QByteArray &text() const { return m_text; }

private:
    /// The line end of a whole line; empty: it has none.
    [[nodiscard]] QByteArrayView endOf(QByteArrayView line) const
    {
        const qsizetype unit = m_form.unit();
        if (line.size() < unit || line.last(unit) != m_form.lineFeed)
            return {};
        const bool both =
                line.size() >= 2 * unit && line.chopped(unit).last(unit) == m_form.carriageReturn;
        return line.last(both ? 2 * unit : unit);
    }

    const Form &m_form;
    QByteArray m_text;
    QByteArrayView m_lastEnd; // Into one of the two texts.
    bool m_open = false; // The last line has no end.
};

/// Builds the rows and blocks of what is left.
class PartBuilder
{
public:
    PartBuilder(const LineDiff &whole, const LeftOutLines &out) : m_whole(whole), m_out(out)
    {
        m_part.diff.oldLines = whole.oldLines;
        m_part.diff.oldFinalNewline = whole.oldFinalNewline;
        m_part.diff.binary = whole.binary;
        m_part.diff.newLines.reserve(whole.newLines.size());
    }

    PartialDiff build(const QList<Row> &rows)
    {
        m_part.rows.reserve(rows.size());
        for (const Row &row : rows) {
            if (row.hunk < 0)
                addUnchanged(row);
            else
                addChanged(row, m_changed++);
        }
        m_part.diff.newFinalNewline = m_finalNewline;
        return std::move(m_part);
    }

private:
    void addUnchanged(const Row &row)
    {
        m_inBlock = false;
        ++m_old;
        m_part.rows.append(
                Row{RowKind::Context, row.oldNumber, writeNew(row.newNumber), {}, {}, -1});
    }

    void addChanged(const Row &row, int changed)
    {
        const bool keepsOld = row.oldNumber > 0 && m_out.removals.testBit(changed);
        const bool dropsNew = row.newNumber > 0 && m_out.additions.testBit(changed);
        const bool removesOld = row.oldNumber > 0 && !keepsOld;
        const bool takesNew = row.newNumber > 0 && !dropsNew;
        if (keepsOld || dropsNew)
            addGap(row.hunk, changed, keepsOld, dropsNew);
        if (keepsOld)
            keepOld(row, changed);
        if (!removesOld && !takesNew)
            return;
        openBlock(row.hunk);
        Row left;
        left.kind = removesOld && takesNew ? row.kind
                : removesOld               ? RowKind::Removed
                                           : RowKind::Added;
        if (removesOld && takesNew) {
            left.oldSpans = row.oldSpans;
            left.newSpans = row.newSpans;
        }
        if (removesOld) {
            left.oldNumber = row.oldNumber;
            ++m_old;
            ++m_part.diff.blocks.last().oldCount;
        }
        if (takesNew) {
            left.newNumber = writeNew(row.newNumber);
            ++m_part.diff.blocks.last().newCount;
        }
        left.hunk = int(m_part.diff.blocks.size()) - 1;
        addRow(left, changed);
    }

    void addRow(const Row &row, int changed)
    {
        m_part.sources.append({int(m_part.rows.size()), changed});
        m_part.rows.append(row);
    }

    void addGap(int block, int changed, bool keepsOld, bool dropsNew)
    {
        const bool goesOn = !m_part.gaps.isEmpty() && m_part.gaps.last().block == block
                && m_part.gaps.last().first + m_part.gaps.last().count == changed;
        if (!goesOn)
            m_part.gaps.append({int(m_part.rows.size()), block, changed, 0, 0, 0});
        Gap &gap = m_part.gaps.last();
        ++gap.count;
        gap.removed += keepsOld ? 1 : 0;
        gap.added += dropsNew ? 1 : 0;
    }

    void keepOld(const Row &row, int changed)
    {
        m_inBlock = false;
        ++m_old;
        m_part.diff.newLines.append(m_whole.oldLines.at(row.oldNumber - 1));
        const bool last = row.oldNumber == m_whole.oldLines.size();
        m_finalNewline = !last || m_whole.oldFinalNewline;
        closeOpenLine();
        m_openLine = m_finalNewline ? -1 : int(m_part.rows.size());
        m_openBlock = row.hunk;
        addRow(Row{RowKind::Context, row.oldNumber, int(m_part.diff.newLines.size()), {}, {}, -1},
               changed);
    }

    int writeNew(int number)
    {
        closeOpenLine();
        m_part.diff.newLines.append(m_whole.newLines.at(number - 1));
        m_finalNewline = number < m_whole.newLines.size() || m_whole.newFinalNewline;
        return int(m_part.diff.newLines.size());
    }

    /// An old line that stays, but had no line end and is the last no more: it gets one.
    void closeOpenLine()
    {
        if (m_openLine < 0)
            return;
        Row &row = m_part.rows[m_openLine];
        m_openLine = -1;
        row.kind = RowKind::Changed;
        // Before the block of what is being written, which may be open already.
        const Block own{row.oldNumber - 1, 1, row.newNumber - 1, 1};
        const bool opened = m_inBlock;
        const qsizetype at = m_part.diff.blocks.size() - (opened ? 1 : 0);
        row.hunk = int(at);
        m_part.diff.blocks.insert(at, own);
        m_part.blocks.insert(at, m_openBlock);
    }

    void openBlock(int block)
    {
        if (m_inBlock)
            return;
        m_inBlock = true;
        m_part.diff.blocks.append({m_old, 0, int(m_part.diff.newLines.size()), 0});
        m_part.blocks.append(block);
    }

    const LineDiff &m_whole;
    const LeftOutLines &m_out;
    PartialDiff m_part;
    int m_changed = 0;
    int m_old = 0; // Old lines so far.
    bool m_inBlock = false;
    bool m_finalNewline = true;
    int m_openLine = -1; // Row of an old line without a line end; -1: none.
    int m_openBlock = 0; // Its block in the whole.
};

} // namespace

QList<ChangedRow> changedRows(const QList<Row> &rows)
{
    QList<ChangedRow> changed;
    for (const Row &row : rows) {
        if (row.hunk >= 0)
            changed.append({row.oldNumber - 1, row.newNumber - 1, row.hunk});
    }
    return changed;
}

bool isByteText(const QByteArray &bytes)
{
    const std::optional<Form> form = formOf(bytes);
    return form && form->unit() == 1;
}

bool canLeaveOut(const QByteArray &before, const QByteArray &after)
{
    return commonForm(before, after).has_value();
}

QByteArray withLinesLeftOut(const QByteArray &before, const QByteArray &after,
                            const QList<Block> &blocks, const QList<ChangedRow> &rows,
                            const LeftOutLines &out)
{
    const Form form = commonForm(before, after).value_or(Form());
    const QList<QByteArrayView> oldLines = rawLines(withoutMark(before, form), form);
    const QList<QByteArrayView> newLines = rawLines(withoutMark(after, form), form);
    LineWriter writer(form, before.size() + after.size());
    int newLine = 0;
    qsizetype row = 0;
    for (qsizetype block = 0; block < blocks.size(); ++block) {
        for (; newLine < blocks.at(block).newStart; ++newLine)
            writer.append(newLines.at(newLine));
        for (; row < rows.size() && rows.at(row).block == block; ++row) {
            const ChangedRow &changed = rows.at(row);
            if (changed.oldLine >= 0 && out.removals.testBit(row))
                writer.append(oldLines.at(changed.oldLine));
            if (changed.newLine >= 0 && !out.additions.testBit(row))
                writer.append(newLines.at(changed.newLine));
        }
        newLine = blocks.at(block).newStart + blocks.at(block).newCount;
    }
    for (; newLine < newLines.size(); ++newLine)
        writer.append(newLines.at(newLine));
    // What stays of a text that was to become empty has the mark that it had.
    const bool empty = after.isEmpty() && writer.text().isEmpty();
    return empty ? QByteArray() : form.mark + writer.text();
}

PartialDiff withLinesLeftOut(const LineDiff &whole, const QList<Row> &rows, const LeftOutLines &out)
{
    return PartBuilder(whole, out).build(rows);
}

} // namespace Countersign::Diff
