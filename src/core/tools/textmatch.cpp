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

qsizetype unitSize(const TextFormat &format)
{
    return format.encoding == TextEncoding::Utf8 ? 1 : 2;
}

qsizetype markSize(const TextFormat &format)
{
    if (!format.byteOrderMark)
        return 0;
    return format.encoding == TextEncoding::Utf8 ? 3 : 2;
}

QByteArray encoded(const QString &text, const TextFormat &format)
{
    TextFormat bare = format;
    bare.byteOrderMark = false;
    return encodeText(text, bare);
}

void findAll(QList<TextMatch> &out, const QByteArray &bytes, const TextFormat &format,
             const QByteArray &needle, LineEnding ending)
{
    const qsizetype unit = unitSize(format);
    qsizetype from = markSize(format);
    while (true) {
        const qsizetype at = bytes.indexOf(needle, from);
        if (at < 0)
            return;
        // A hit between two UTF-16 units is a coincidence of bytes.
        if ((at - markSize(format)) % unit != 0) {
            from = at + 1;
            continue;
        }
        out.append({at, needle.size(), ending});
        from = at + needle.size();
    }
}

/// The kind of the first line end at or after `offset`, else of the last one before it.
LineEnding endingAround(const QByteArray &bytes, const TextFormat &format, qsizetype offset)
{
    const QByteArray lf = encoded(u"\n"_s, format);
    const QByteArray cr = encoded(u"\r"_s, format);
    const qsizetype unit = unitSize(format);
    const auto aligned = [&](qsizetype at) {
        return (at - markSize(format)) % unit == 0;
    };
    const auto is = [&](qsizetype at, const QByteArray &what) {
        return at >= markSize(format) && bytes.sliced(at).startsWith(what);
    };
    qsizetype at = bytes.indexOf(lf, offset);
    while (at >= 0 && !aligned(at))
        at = bytes.indexOf(lf, at + 1);
    if (at < 0) {
        at = bytes.lastIndexOf(lf, offset);
        while (at >= 0 && !aligned(at))
            at = at > 0 ? bytes.lastIndexOf(lf, at - 1) : -1;
    }
    if (at < 0)
        return bytes.contains(cr) ? LineEnding::Cr : LineEnding::Lf;
    return at >= unit && is(at - unit, cr) ? LineEnding::CrLf : LineEnding::Lf;
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

QList<TextMatch> findExact(const QByteArray &bytes, const DecodedText &file, const QString &oldText)
{
    const TextFormat &format = file.format;
    QList<TextMatch> found;
    if (lineEndingOf(oldText) == LineEnding::None) {
        findAll(found, bytes, format, encoded(oldText, format), LineEnding::None);
        for (TextMatch &match : found)
            match.ending = endingAround(bytes, format, match.start + match.length);
        return found;
    }
    QList<LineEnding> endings{LineEnding::CrLf, LineEnding::Lf};
    if (format.lineEnding == LineEnding::Cr)
        endings = {LineEnding::Cr};
    QList<QByteArray> tried;
    for (const LineEnding ending : std::as_const(endings)) {
        tried.append(encoded(withLineEnding(oldText, ending), format));
        findAll(found, bytes, format, tried.last(), ending);
    }
    const QByteArray asWritten = encoded(oldText, format);
    if (!tried.contains(asWritten))
        findAll(found, bytes, format, asWritten, LineEnding::None);
    // The same place can be found twice ("\n" inside "\r\n"): the earlier, longer hit is the one.
    std::sort(found.begin(), found.end(), [](const TextMatch &a, const TextMatch &b) {
        return a.start != b.start ? a.start < b.start : a.length > b.length;
    });
    QList<TextMatch> apart;
    for (const TextMatch &match : std::as_const(found)) {
        if (apart.isEmpty() || match.start >= apart.last().start + apart.last().length)
            apart.append(match);
    }
    return apart;
}

QByteArray spliced(const QByteArray &bytes, const TextFormat &format,
                   const QList<TextMatch> &matches, const QString &newText)
{
    QByteArray out;
    qsizetype from = 0;
    for (const TextMatch &match : matches) {
        out += bytes.sliced(from, match.start - from);
        out += encoded(withLineEnding(newText, match.ending), format);
        from = match.start + match.length;
    }
    out += bytes.sliced(from);
    return out;
}

qsizetype lineOf(const QByteArray &bytes, const TextFormat &format, qsizetype offset)
{
    const QByteArray before = bytes.first(offset);
    if (format.encoding == TextEncoding::Utf8)
        return 1 + before.count('\n');
    const auto text = decodeText(before);
    return 1 + (text ? text->text.count(u'\n') : 0);
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
