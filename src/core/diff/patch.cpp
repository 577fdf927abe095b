// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "diff/linediff.h"

#include <algorithm>

namespace Countersign::Diff {

using namespace Qt::StringLiterals;

namespace {

/// A name in a patch header, quoted as git quotes it when it would break the line.
QString quotedName(const QString &name)
{
    const bool plain = std::none_of(name.cbegin(), name.cend(), [](QChar c) {
        return c.unicode() < 0x20 || c == u'"' || c == u'\\' || c.unicode() == 0x7f;
    });
    if (plain)
        return name;
    QString quoted = u"\""_s;
    for (const QChar c : name) {
        if (c == u'"' || c == u'\\')
            quoted += u'\\' + QString(c);
        else if (c == u'\n')
            quoted += u"\\n"_s;
        else if (c == u'\t')
            quoted += u"\\t"_s;
        else if (c.unicode() < 0x20 || c.unicode() == 0x7f)
            quoted += u'\\' + QString::number(c.unicode(), 8).rightJustified(3, u'0');
        else
            quoted += c;
    }
    return quoted + u'"';
}

QString headerName(QChar side, const QString &resource)
{
    // An absolute resource has its slash already.
    return quotedName(side + (resource.startsWith(u'/') ? u""_s : u"/"_s) + resource);
}

struct Names
{
    QString before;
    QString after;
    QString moved; ///< The lines that tell of a move; empty otherwise.
};

Names namesOf(const FileChange &change)
{
    const bool moved = change.kind == ChangeKind::Moved;
    const QString oldName = headerName(u'a', change.resource);
    const QString newName = headerName(u'b', moved ? change.movedTo : change.resource);
    if (change.kind == ChangeKind::Added)
        return {u"/dev/null"_s, newName, {}};
    if (change.kind == ChangeKind::Deleted)
        return {oldName, u"/dev/null"_s, {}};
    if (!moved)
        return {oldName, newName, {}};
    return {oldName, newName,
            u"diff --git %1 %2\nrename from %3\nrename to %4\n"_s.arg(
                    oldName, newName, quotedName(change.resource), quotedName(change.movedTo))};
}

/// "start,count" as git writes it: from 1, or the line before the gap when there are none.
QString range(int start, int count)
{
    const int shown = count == 0 ? start : start + 1;
    return count == 1 ? QString::number(shown) : u"%1,%2"_s.arg(shown).arg(count);
}

class HunkWriter
{
public:
    HunkWriter(const LineDiff &diff, int context)
        : m_diff(diff)
        , m_context(std::max(context, 0)) { }

    QByteArray write()
    {
        const QList<Block> &blocks = m_diff.blocks;
        for (qsizetype first = 0; first < blocks.size();) {
            qsizetype last = first;
            // Two blocks share a hunk when their context would touch.
            while (last + 1 < blocks.size()
                   && qint64(blocks.at(last + 1).oldStart) - blocks.at(last).oldStart
                                   - blocks.at(last).oldCount
                           <= 2 * qint64(m_context))
                ++last;
            writeHunk(first, last);
            first = last + 1;
        }
        return m_out;
    }

private:
    void writeHunk(qsizetype first, qsizetype last)
    {
        const Block &head = m_diff.blocks.at(first);
        const Block &tail = m_diff.blocks.at(last);
        const int lead = std::min(m_context, std::min(head.oldStart, head.newStart));
        const int tailEnd = tail.oldStart + tail.oldCount;
        const int trail = std::min(m_context, int(m_diff.oldLines.size()) - tailEnd);
        const int oldStart = head.oldStart - lead;
        const int newStart = head.newStart - lead;
        const int oldEnd = tailEnd + trail;
        const int newEnd = tail.newStart + tail.newCount + trail;
        m_out += "@@ -" + range(oldStart, oldEnd - oldStart).toLatin1() + " +"
                + range(newStart, newEnd - newStart).toLatin1() + " @@\n";
        int old = oldStart;
        for (qsizetype i = first; i <= last; ++i) {
            const Block &block = m_diff.blocks.at(i);
            for (; old < block.oldStart; ++old)
                writeOld(' ', old);
            for (; old < block.oldStart + block.oldCount; ++old)
                writeOld('-', old);
            for (int line = block.newStart; line < block.newStart + block.newCount; ++line)
                writeLine('+', m_diff.newLines, line, m_diff.newFinalNewline);
        }
        for (; old < oldEnd; ++old)
            writeOld(' ', old);
    }

    void writeOld(char sign, int line)
    {
        writeLine(sign, m_diff.oldLines, line, m_diff.oldFinalNewline);
    }

    void writeLine(char sign, const Lines &lines, int line, bool finalNewline)
    {
        m_out.append(sign).append(lines.at(line)).append('\n');
        if (!finalNewline && line == lines.size() - 1)
            m_out += "\\ No newline at end of file\n";
    }

    const LineDiff &m_diff;
    int m_context;
    QByteArray m_out;
};

} // namespace

Result<QString> unifiedPatch(const FileChange &change, int context)
{
    const Result<LineDiff> diff = lineDiff(change.before, change.after);
    if (!diff)
        return failure(diff.error());
    const Names names = namesOf(change);
    const bool sameBytes = change.before == change.after;
    if (sameBytes && change.kind == ChangeKind::Modified)
        return QString();
    if (sameBytes && change.kind == ChangeKind::Moved)
        return names.moved;
    if (diff->binary)
        return QString(names.moved
                       + u"Binary files %1 and %2 differ\n"_s.arg(names.before, names.after));
    return QString(names.moved + u"--- %1\n+++ %2\n"_s.arg(names.before, names.after)
                   + QString::fromUtf8(HunkWriter(*diff, context).write()));
}

} // namespace Countersign::Diff
