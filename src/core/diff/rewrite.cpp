// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "diff/rewrite.h"

#include "diff/indentation.h"

#include <algorithm>

namespace Countersign::Diff {

namespace {

bool isUtf8Tail(char c)
{
    return (uchar(c) & 0xC0) == 0x80;
}

/// Where byte `at` of a written line is in the file's line that is the same under a tolerance.
qsizetype mappedOffset(const std::vector<NormalUnit> &written,
                       const std::vector<NormalUnit> &inFile, qsizetype at, bool toEnd)
{
    size_t unit = 0;
    while (unit < written.size() && written[unit].end <= at)
        ++unit;
    if (toEnd)
        return unit < inFile.size() ? inFile[unit].start : inFile.empty() ? 0 : inFile.back().end;
    return unit == 0 ? (inFile.empty() ? 0 : inFile.front().start) : inFile[unit - 1].end;
}

/// `file` with what changes from `before` to `after`; `file` and `before` are the same under
/// `tolerance`.
QByteArray mergedLine(QByteArrayView file, QByteArrayView before, QByteArrayView after,
                      Tolerance tolerance, const Indentation &indentation)
{
    const QByteArrayView beforeIndent = indentOf(before);
    const QByteArrayView afterIndent = indentOf(after);
    if (isBlank(after))
        return after.toByteArray();
    if (isBlank(before))
        return indentation.translated(afterIndent) + after.sliced(afterIndent.size()).toByteArray();
    const QByteArray indent = beforeIndent == afterIndent ? indentOf(file).toByteArray()
                                                          : indentation.translated(afterIndent);
    const std::vector<NormalUnit> beforeUnits = normalUnits(before, tolerance);
    const std::vector<NormalUnit> fileUnits = normalUnits(file, tolerance);
    if (beforeUnits.size() != fileUnits.size() || beforeUnits.empty())
        return indent + after.sliced(afterIndent.size()).toByteArray();

    // The changed part of the two written lines, from whole characters to whole characters.
    const qsizetype shift = afterIndent.size() - beforeIndent.size();
    qsizetype from = beforeIndent.size();
    while (from < before.size() && from + shift < after.size()
           && before[from] == after[from + shift])
        ++from;
    while (from > beforeIndent.size() && from < before.size() && isUtf8Tail(before[from]))
        --from;
    qsizetype beforeTo = before.size();
    qsizetype afterTo = after.size();
    while (beforeTo > from && afterTo > from + shift
           && before[beforeTo - 1] == after[afterTo - 1]) {
        --beforeTo;
        --afterTo;
    }
    while (beforeTo < before.size() && isUtf8Tail(before[beforeTo])) {
        ++beforeTo;
        ++afterTo;
    }
    // And in whole units, so that a run of white space is kept or replaced as one.
    for (const NormalUnit &unit : beforeUnits) {
        if (unit.start < from && unit.end > from)
            from = unit.start;
        if (unit.start < beforeTo && unit.end > beforeTo) {
            afterTo += unit.end - beforeTo;
            beforeTo = unit.end;
        }
    }
    const qsizetype keepTo = mappedOffset(beforeUnits, fileUnits, from, false);
    const qsizetype keepFrom =
            std::max(keepTo, mappedOffset(beforeUnits, fileUnits, beforeTo, true));
    const qsizetype fileIndent = indentOf(file).size();
    return indent
            + file.sliced(fileIndent, std::max<qsizetype>(keepTo - fileIndent, 0)).toByteArray()
            + after.sliced(from + shift, afterTo - from - shift).toByteArray()
            + file.sliced(keepFrom).toByteArray();
}

class Rewriter
{
public:
    explicit Rewriter(const LineTable &text) : m_text(text) { }

    QByteArray run(const QList<MatchedRun> &runs)
    {
        m_out.reserve(m_text.bytes().size() + 1024);
        for (const MatchedRun &run : runs)
            apply(run);
        keepTo(m_text.size());
        // A line that is kept keeps its end; a new last line is without one as the old last one was.
        if (!m_text.hasFinalLineEnd() && m_lastEnd > 0)
            m_out.chop(m_lastEnd);
        return m_out;
    }

private:
    void apply(const MatchedRun &run)
    {
        Indentation indentation;
        if (run.tolerance >= Tolerance::Trimmed) {
            for (qsizetype i = 0; i < run.written.size(); ++i)
                indentation.learn(run.written.at(i), m_text.text(run.line + i));
            for (const LineChange &change : run.changes) {
                for (const QByteArray &added : change.added) {
                    if (!isBlank(added))
                        indentation.measure(indentOf(added));
                }
            }
        }
        for (const LineChange &change : run.changes) {
            const qsizetype at = run.line + change.at;
            keepTo(at);
            const bool paired = change.removed.size() == change.added.size();
            const qsizetype removed = change.removed.size();
            for (qsizetype i = 0; i < change.added.size(); ++i) {
                const QByteArray &added = change.added.at(i);
                const QByteArray end = m_text.lineEndNear(std::max<qsizetype>(
                        removed > 0 ? at + std::min(i, removed - 1) : at - 1, 0));
                if (run.tolerance == Tolerance::Exact)
                    put(added, end);
                else if (paired)
                    put(mergedLine(m_text.text(at + i), change.removed.at(i), added, run.tolerance,
                                   indentation),
                        end);
                else
                    put(reindented(added, indentation), end);
            }
            m_next = at + removed;
        }
    }

    static QByteArray reindented(const QByteArray &line, const Indentation &indentation)
    {
        if (isBlank(line))
            return line;
        const QByteArrayView indent = indentOf(line);
        return indentation.translated(indent) + line.sliced(indent.size());
    }

    void keepTo(qsizetype line)
    {
        if (line <= m_next)
            return;
        endLast();
        const qsizetype from = m_text.offset(m_next);
        m_out += QByteArrayView(m_text.bytes()).sliced(from, m_text.offset(line) - from);
        m_next = line;
        m_lastEnd = 0;
        m_open = m_text.lineEnd(line - 1).isEmpty();
    }

    void put(const QByteArray &line, const QByteArray &end)
    {
        endLast();
        m_out += line;
        m_out += end;
        m_lastEnd = end.size();
        m_open = false;
    }

    /// The last line of a text may have no end; what comes behind it now gives it one.
    void endLast()
    {
        if (m_open)
            m_out += m_text.lineEndNear(m_text.size() - 1);
        m_open = false;
    }

    const LineTable &m_text;
    QByteArray m_out;
    qsizetype m_next = 0; ///< The first line that is neither kept nor taken out yet.
    qsizetype m_lastEnd = 0; ///< Length of the last line's end, when that line is new.
    bool m_open = false; ///< The last line that was written has no end.
};

} // namespace

QByteArray rewritten(const LineTable &text, const QList<MatchedRun> &runs)
{
    return Rewriter(text).run(runs);
}

} // namespace Countersign::Diff
