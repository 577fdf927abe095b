// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "diff/nearmiss.h"

#include "base/quoted.h"

#include <algorithm>
#include <map>

namespace Countersign::Diff {

using namespace Qt::StringLiterals;

namespace {

/// Bounds: telling what was close must not cost more than the search itself.
constexpr qsizetype kWantedLines = 500;
constexpr qsizetype kPlacesOfALine = 50;
constexpr qsizetype kLikenessLines = 20'000;
constexpr qsizetype kLikenessBytes = 200;
/// How alike, in percent, the closest line must be to be worth telling.
constexpr qsizetype kLikenessPercent = 50;

QByteArrayView trimmed(QByteArrayView line)
{
    QByteArray unused;
    return normalised(line, Tolerance::Trimmed, unused);
}

/// The longest common beginning and end of two lines, as a percentage of the longer one.
qsizetype likeness(QByteArrayView a, QByteArrayView b)
{
    a = a.first(std::min<qsizetype>(a.size(), kLikenessBytes));
    b = b.first(std::min<qsizetype>(b.size(), kLikenessBytes));
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

/// The start at which most wanted lines stand; each line votes for the starts that suit it.
std::optional<NearMiss> byEqualLines(const LineIndex &index, const QList<QByteArray> &wanted)
{
    std::map<qsizetype, qsizetype> votes;
    const qsizetype count = std::min(wanted.size(), kWantedLines);
    for (qsizetype i = 0; i < count; ++i) {
        if (isBlank(wanted.at(i)))
            continue;
        const QList<qsizetype> places = index.placesOf(wanted.at(i), kPlacesOfALine + 1);
        if (places.size() > kPlacesOfALine)
            continue; // A line that is everywhere says nothing.
        for (const qsizetype place : places)
            ++votes[place - i];
    }
    const auto best =
            std::max_element(votes.begin(), votes.end(),
                             [](const auto &a, const auto &b) { return a.second < b.second; });
    if (best == votes.end())
        return std::nullopt;
    return NearMiss{best->first, best->second, {}};
}

std::optional<NearMiss> byAlikeLine(const LineTable &text, const QList<QByteArray> &wanted)
{
    const auto anchor = std::find_if_not(wanted.begin(), wanted.end(),
                                         [](const QByteArray &line) { return isBlank(line); });
    if (anchor == wanted.end())
        return std::nullopt;
    const QByteArrayView look = trimmed(*anchor);
    qsizetype best = -1;
    qsizetype bestLikeness = kLikenessPercent - 1;
    const qsizetype count = std::min(text.size(), kLikenessLines);
    for (qsizetype i = 0; i < count; ++i) {
        const qsizetype here = likeness(trimmed(text.text(i)), look);
        if (here > bestLikeness) {
            best = i;
            bestLikeness = here;
        }
    }
    if (best < 0)
        return std::nullopt;
    return NearMiss{best - (anchor - wanted.begin()), 0, {}};
}

} // namespace

std::optional<NearMiss> nearMiss(const LineTable &text, const LineIndex &index,
                                 const QList<QByteArray> &wanted)
{
    std::optional<NearMiss> miss = byEqualLines(index, wanted);
    if (!miss)
        miss = byAlikeLine(text, wanted);
    if (!miss)
        return miss;
    for (qsizetype i = 0; i < wanted.size() && !miss->differs; ++i) {
        const qsizetype line = miss->line + i;
        if (line < 0 || line >= text.size() || text.text(line) != wanted.at(i))
            miss->differs = i;
    }
    return miss;
}

QString describe(const NearMiss &miss, const LineTable &text, const QList<QByteArray> &wanted,
                 Quoting quoting)
{
    if (!miss.differs)
        return {};
    const QString expected = QString::fromUtf8(wanted.at(*miss.differs));
    const qsizetype line = miss.line + *miss.differs;
    if (line < 0)
        return u"the file begins later than %1"_s.arg(quoted(expected));
    if (line >= text.size())
        return u"the file ends at line %1, before %2"_s.arg(text.size()).arg(quoted(expected));
    if (quoting == Quoting::Nothing)
        return u"line %1, which is not quoted, because reading this file needs permission"_s.arg(
                line + 1);
    const QString found = QString::fromUtf8(text.text(line));
    qsizetype column = 0;
    while (column < std::min(found.size(), expected.size()) && found[column] == expected[column])
        ++column;
    const auto rest = [column](const QString &whole) {
        return column < whole.size() ? quoted(QStringView(whole).sliced(column), 60)
                                     : u"the end of the line"_s;
    };
    QString words = u"line %1, column %2: the file has %3, expected was %4"_s.arg(line + 1)
                            .arg(column + 1)
                            .arg(rest(found), rest(expected));
    // They look the same, so that the words alone would send a model around in a circle.
    if (found.normalized(QString::NormalizationForm_C)
        == expected.normalized(QString::NormalizationForm_C))
        words += u" (the same characters, with their accents put together in another way)"_s;
    return words;
}

} // namespace Countersign::Diff
