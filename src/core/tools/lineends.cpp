// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "tools/lineends.h"

#include "base/textfile.h"
#include "diff/linediff.h"

#include <QStringList>

namespace Countersign {

using namespace Qt::StringLiterals;

namespace {

/// The end of every line, in order; empty for a last line without one.
QStringList endsOf(const QString &text)
{
    QStringList ends;
    qsizetype lineStart = 0;
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (text[i] != u'\n' && text[i] != u'\r')
            continue;
        const bool both = text[i] == u'\r' && i + 1 < text.size() && text[i + 1] == u'\n';
        ends.append(text.sliced(i, both ? 2 : 1));
        i += both ? 1 : 0;
        lineStart = i + 1;
    }
    if (lineStart < text.size())
        ends.append(QString());
    return ends;
}

} // namespace

Result<QString> withLineEndsOf(const QString &oldText, const QString &newText)
{
    const auto diff =
            Diff::lineDiff(withLineEnding(oldText, LineEnding::Lf).toUtf8(), newText.toUtf8());
    if (!diff)
        return failure(diff.error());
    const QStringList oldEnds = endsOf(oldText);
    const QStringList newLines = newText.split(u'\n');
    if (diff->binary || diff->newLines.size() > newLines.size())
        return newText;
    QString out;
    QString end = oldEnds.isEmpty() || oldEnds.first().isEmpty() ? u"\n"_s : oldEnds.first();
    qsizetype block = 0;
    qsizetype shift = 0; // From a line of the new text to the same one of the old.
    for (qsizetype line = 0; line < diff->newLines.size(); ++line) {
        while (block < diff->blocks.size()
               && line >= diff->blocks[block].newStart + diff->blocks[block].newCount) {
            shift += diff->blocks[block].oldCount - diff->blocks[block].newCount;
            ++block;
        }
        const bool isNew = block < diff->blocks.size() && line >= diff->blocks[block].newStart;
        const QString own = isNew ? QString() : oldEnds.value(line + shift);
        if (!own.isEmpty())
            end = own;
        out += newLines[line];
        if (line + 1 < diff->newLines.size() || diff->newFinalNewline)
            out += end;
    }
    return out;
}

} // namespace Countersign
