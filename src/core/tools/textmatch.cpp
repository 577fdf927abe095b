// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "tools/textmatch.h"

#include "base/quoted.h"

#include <algorithm>

namespace Countersign {

using namespace Qt::StringLiterals;

namespace {

/// Bounds of the search for a near miss: it must not cost more than the edit.
constexpr qsizetype kNearMissLines = 20'000;
constexpr qsizetype kNearMissUnits = 200;
/// How alike, in percent, the closest line must be to be worth telling.
constexpr qsizetype kNearMissPercent = 50;

void findAll(QList<TextMatch> &out, const QString &text, const QString &needle, LineEnding ending)
{
    qsizetype from = 0;
    while ((from = text.indexOf(needle, from)) >= 0) {
        out.append({from, needle.size(), 1, ending});
        from += needle.size();
    }
}

/// The kind of the first line end at or after `position`, else of the last one before it.
LineEnding endingAround(const QString &text, qsizetype position)
{
    qsizetype at = text.indexOf(u'\n', position);
    if (at < 0)
        at = position > 0 ? text.lastIndexOf(u'\n', position - 1) : -1;
    if (at < 0)
        return text.contains(u'\r') ? LineEnding::Cr : LineEnding::Lf;
    return at > 0 && text[at - 1] == u'\r' ? LineEnding::CrLf : LineEnding::Lf;
}

/// Adds the line numbers, and goes from positions in the text to those in the bytes.
void toBytes(QList<TextMatch> &matches, const DecodedText &file)
{
    QList<qsizetype> positions;
    qsizetype line = 1;
    qsizetype counted = 0;
    for (TextMatch &match : matches) {
        line += QStringView(file.text).sliced(counted, match.start - counted).count(u'\n');
        counted = match.start;
        match.line = line;
        positions << match.start << match.start + match.length;
    }
    const QList<qsizetype> offsets = byteOffsets(file, positions);
    for (qsizetype i = 0; i < matches.size(); ++i) {
        matches[i].start = offsets[2 * i];
        matches[i].length = offsets[2 * i + 1] - offsets[2 * i];
    }
}

/// The longest common prefix and suffix of two lines, as a percentage of the longer one.
qsizetype likeness(QStringView a, QStringView b)
{
    a = a.trimmed();
    b = b.trimmed();
    a = a.first(std::min(a.size(), kNearMissUnits));
    b = b.first(std::min(b.size(), kNearMissUnits));
    const qsizetype shorter = std::min(a.size(), b.size());
    const qsizetype longer = std::max(a.size(), b.size());
    if (longer == 0)
        return 0;
    qsizetype same = 0;
    while (same < shorter && a[same] == b[same])
        ++same;
    qsizetype atEnd = 0;
    while (atEnd < shorter - same && a[a.size() - 1 - atEnd] == b[b.size() - 1 - atEnd])
        ++atEnd;
    return 100 * (same + atEnd) / longer;
}

QList<QStringView> linesOf(QStringView text, qsizetype maximum)
{
    QList<QStringView> lines;
    qsizetype from = 0;
    while (lines.size() < maximum) {
        const qsizetype at = text.indexOf(u'\n', from);
        QStringView line = text.sliced(from, (at < 0 ? text.size() : at) - from);
        if (line.endsWith(u'\r'))
            line.chop(1);
        lines.append(line);
        if (at < 0)
            break;
        from = at + 1;
    }
    return lines;
}

QString differenceAt(qsizetype lineNumber, QStringView inFile, QStringView wanted)
{
    qsizetype column = 0;
    while (column < std::min(inFile.size(), wanted.size()) && inFile[column] == wanted[column])
        ++column;
    return u"The closest text differs first in line %1, column %2: the file has %3 there, "
           u"oldString "
           "has %4."_s.arg(lineNumber)
                   .arg(column + 1)
                   .arg(column < inFile.size() ? quoted(inFile.sliced(column), 60)
                                               : u"the end of the line"_s,
                        column < wanted.size() ? quoted(wanted.sliced(column), 60)
                                               : u"the end of the line"_s);
}

} // namespace

QList<TextMatch> findExact(const DecodedText &file, const QString &oldText)
{
    QList<TextMatch> found;
    if (lineEndingOf(oldText) == LineEnding::None) {
        findAll(found, file.text, oldText, LineEnding::None);
        for (TextMatch &match : found)
            match.ending = endingAround(file.text, match.start + match.length);
        toBytes(found, file);
        return found;
    }
    QList<LineEnding> endings{LineEnding::CrLf, LineEnding::Lf};
    if (file.format.lineEnding == LineEnding::Cr)
        endings = {LineEnding::Cr};
    QStringList tried;
    for (const LineEnding ending : std::as_const(endings)) {
        tried.append(withLineEnding(oldText, ending));
        findAll(found, file.text, tried.last(), ending);
    }
    if (!tried.contains(oldText))
        findAll(found, file.text, oldText, LineEnding::None);
    // The same place can be found twice ("\n" inside "\r\n"): the earlier, longer hit is the one.
    std::sort(found.begin(), found.end(), [](const TextMatch &a, const TextMatch &b) {
        return a.start != b.start ? a.start < b.start : a.length > b.length;
    });
    QList<TextMatch> apart;
    for (const TextMatch &match : std::as_const(found)) {
        if (apart.isEmpty() || match.start >= apart.last().start + apart.last().length)
            apart.append(match);
    }
    toBytes(apart, file);
    return apart;
}

Result<QByteArray> spliced(const QByteArray &bytes, const TextFormat &format,
                           const QList<TextMatch> &matches, const QString &newText)
{
    TextFormat bare = format;
    bare.byteOrderMark = false;
    QByteArray out;
    qsizetype from = 0;
    for (const TextMatch &match : matches) {
        const auto encoded = encodeText(withLineEnding(newText, match.ending), bare);
        if (!encoded)
            return failure(encoded.error());
        out += bytes.sliced(from, match.start - from);
        out += *encoded;
        from = match.start + match.length;
    }
    out += bytes.sliced(from);
    return out;
}

QString nearMiss(const QString &text, const QString &oldText)
{
    const QList<QStringView> wanted = linesOf(oldText, 200);
    const auto anchor = std::find_if(wanted.begin(), wanted.end(),
                                     [](QStringView line) { return !line.trimmed().isEmpty(); });
    if (anchor == wanted.end())
        return {};
    const qsizetype anchorIndex = anchor - wanted.begin();
    const QList<QStringView> lines = linesOf(text, kNearMissLines);
    qsizetype best = -1;
    qsizetype bestLikeness = kNearMissPercent - 1;
    for (qsizetype i = 0; i < lines.size(); ++i) {
        const qsizetype here = likeness(lines[i], *anchor);
        if (here > bestLikeness) {
            best = i;
            bestLikeness = here;
        }
    }
    if (best < 0)
        return {};
    for (qsizetype i = 0; i < wanted.size(); ++i) {
        const qsizetype line = best - anchorIndex + i;
        if (line < 0)
            continue;
        if (line >= lines.size())
            return u"The closest text starts in line %1, but the file ends before it does."_s.arg(
                    best + 1);
        if (lines[line] == wanted[i])
            continue;
        // The first and the last line of oldString may be parts of lines.
        if ((i == 0 && lines[line].endsWith(wanted[i]))
            || (i == wanted.size() - 1 && lines[line].startsWith(wanted[i])))
            continue;
        return differenceAt(line + 1, lines[line], wanted[i]);
    }
    return {};
}

} // namespace Countersign
