// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "review/displayline.h"

#include "theme/states.h"

#include <QStringDecoder>

#include <algorithm>
#include <iterator>

namespace Countersign::Review {

using namespace Qt::StringLiterals;

namespace {

bool isPlain(QStringView line)
{
    return std::all_of(line.begin(), line.end(),
                       [](QChar c) { return c.unicode() >= 0x20 && c.unicode() < 0x7f; });
}

/// Both halves of a surrogate pair are one place.
int startOfPair(QStringView text, int unit)
{
    const bool inside = unit > 0 && unit < text.size() && text.at(unit).isLowSurrogate()
            && text.at(unit - 1).isHighSurrogate();
    return inside ? unit - 1 : unit;
}

constexpr int kColumnStep = 256; // Units between two known columns.
constexpr int kFreeMarks = 8; // Marks on a letter that take no column of their own.

bool isMark(QChar c)
{
    return c.category() == QChar::Mark_NonSpacing || c.category() == QChar::Mark_Enclosing;
}

bool isOfWord(QChar c)
{
    return c.isLetterOrNumber() || c == u'_' || c.isMark() || c.isSurrogate();
}

/// Columns of the unit at `i`.
int columnsAt(QStringView text, qsizetype i)
{
    const char16_t c = text.at(i).unicode();
    if (c < 0x300)
        return 1;
    if (text.at(i).isLowSurrogate() && i > 0 && text.at(i - 1).isHighSurrogate())
        return 0;
    if (isMark(text.at(i))) {
        const qsizetype start = std::max<qsizetype>(0, i - kFreeMarks);
        const QStringView before = text.sliced(start, i - start);
        return std::all_of(before.begin(), before.end(), isMark) ? 1 : 0;
    }
    // Latin, Greek, Cyrillic, Armenian, Hebrew, Arabic; punctuation up to box drawing; half-width forms.
    const bool sure = c < 0x700 || (c >= 0x1e00 && c < 0x2600) || (c >= 0xff61 && c < 0xffe0)
            || c == 0x27e8 || c == 0x27e9;
    return sure ? 1 : 2;
}

} // namespace

DisplayLine::DisplayLine(const QString &line) : m_raw(line)
{
    if (isPlain(line)) {
        m_text = line;
        return;
    }
    const QList<qsizetype> deceptive = Theme::deceptiveUnits(line);
    m_text.reserve(line.size());
    qsizetype copied = 0; // Units of the line that are in the text.
    qsizetype tab = line.indexOf(u'\t');
    for (auto next = deceptive.cbegin(); tab >= 0 || next != deceptive.cend();) {
        const bool isTab = tab >= 0 && (next == deceptive.cend() || tab < *next);
        const qsizetype at = isTab ? tab : *next++;
        m_text += QStringView(line).sliced(copied, at - copied);
        const bool pair = line.at(at).isHighSurrogate() && at + 1 < line.size()
                && line.at(at + 1).isLowSurrogate();
        const QString shown = isTab
                ? QString(kTabColumns - m_text.size() % kTabColumns, u' ')
                : Theme::escapedCharacter(
                          pair ? QChar::surrogateToUcs4(line.at(at), line.at(at + 1))
                               : char32_t(line.at(at).unicode()));
        const Jump jump{static_cast<int>(at), pair ? 2 : 1, static_cast<int>(m_text.size()),
                        static_cast<int>(shown.size())};
        if (!isTab)
            m_warnings.append({jump.shown, jump.shownUnits});
        m_jumps.append(jump);
        m_text += shown;
        copied = at + jump.rawUnits;
        if (isTab)
            tab = line.indexOf(u'\t', copied);
    }
    m_text += QStringView(line).sliced(copied);
    findColumns();
}

void DisplayLine::findColumns()
{
    int column = 0;
    QList<int> columns;
    columns.reserve(m_text.size() / kColumnStep + 1);
    for (qsizetype i = 0; i < m_text.size(); ++i) {
        if (i % kColumnStep == 0)
            columns.append(column);
        column += columnsAt(m_text, i);
    }
    // Wide letters and marks may add up to the number of units, but not all along.
    const bool plain = std::all_of(m_text.begin(), m_text.end(), [](QChar c) {
        return c.unicode() < 0x300 || c.unicode() == 0x27e8 || c.unicode() == 0x27e9;
    });
    if (!plain)
        m_columns = std::move(columns);
}

int DisplayLine::columnAt(int shownUnit) const
{
    const int unit = std::clamp(shownUnit, 0, static_cast<int>(m_text.size()));
    if (m_columns.isEmpty())
        return unit;
    const int step = std::min(unit / kColumnStep, static_cast<int>(m_columns.size()) - 1);
    int column = m_columns.at(step);
    for (int i = step * kColumnStep; i < unit; ++i)
        column += columnsAt(m_text, i);
    return column;
}

int DisplayLine::unitAt(int column) const
{
    const int size = static_cast<int>(m_text.size());
    if (column <= 0)
        return 0;
    if (m_columns.isEmpty())
        return std::min(column, size);
    const auto after = std::lower_bound(m_columns.begin(), m_columns.end(), column);
    const int step = std::max(0, static_cast<int>(after - m_columns.begin()) - 1);
    int unit = step * kColumnStep;
    for (int at = m_columns.at(step); unit < size; ++unit) {
        const int width = columnsAt(m_text, unit);
        if (at >= column && width > 0)
            break;
        at += width;
    }
    return unit;
}

int DisplayLine::escapeAround(int shownUnit) const
{
    const auto escape =
            std::partition_point(m_warnings.begin(), m_warnings.end(), [&](const Diff::Span &span) {
                return span.start + span.length <= shownUnit;
            });
    return escape != m_warnings.end() && escape->start < shownUnit ? escape->start : -1;
}

int DisplayLine::breakBefore(int column, int back) const
{
    const int end = unitAt(column);
    const int first = unitAt(column - back);
    if (end >= m_text.size())
        return static_cast<int>(m_text.size());
    int word = -1;
    for (int unit = end; unit > first; --unit) {
        const QChar before = m_text.at(unit - 1);
        const QChar after = m_text.at(unit);
        if (before.isSpace() && !after.isSpace())
            return unit;
        if (word < 0 && !isOfWord(before) && isOfWord(after) && escapeAround(unit) < 0)
            word = unit;
    }
    if (word >= 0)
        return word;
    const int escape = escapeAround(end);
    return escape > first ? escape : end;
}

int DisplayLine::shownAt(int rawUnit) const
{
    const int unit = std::clamp(rawUnit, 0, static_cast<int>(m_raw.size()));
    const auto after = std::upper_bound(m_jumps.begin(), m_jumps.end(), unit,
                                        [](int at, const Jump &jump) { return at < jump.raw; });
    if (after == m_jumps.begin())
        return startOfPair(m_text, unit);
    const Jump &jump = *std::prev(after);
    const int behind = unit - jump.raw - jump.rawUnits;
    return behind < 0 ? jump.shown : startOfPair(m_text, jump.shown + jump.shownUnits + behind);
}

int DisplayLine::rawAt(int shownUnit) const
{
    const int unit = std::clamp(shownUnit, 0, static_cast<int>(m_text.size()));
    const auto after = std::upper_bound(m_jumps.begin(), m_jumps.end(), unit,
                                        [](int at, const Jump &jump) { return at < jump.shown; });
    if (after == m_jumps.begin())
        return startOfPair(m_raw, unit);
    const Jump &jump = *std::prev(after);
    const int behind = unit - jump.shown - jump.shownUnits;
    return behind < 0 ? jump.raw : startOfPair(m_raw, jump.raw + jump.rawUnits + behind);
}

Diff::Span DisplayLine::shown(Diff::Span raw) const
{
    const int start = shownAt(raw.start);
    return {start, shownAt(raw.start + raw.length) - start};
}

int columnsOf(QByteArrayView line)
{
    qsizetype columns = 0;
    for (const char c : line) {
        if (c >= 0x20 && c < 0x7f)
            ++columns;
        else if (c == '\t')
            columns += kTabColumns - columns % kTabColumns;
        else
            return DisplayLine(decodeLine(line)).columns();
    }
    return static_cast<int>(columns);
}

QString decodeLine(QByteArrayView line)
{
    QStringDecoder decoder(QStringDecoder::Utf8,
                           QStringDecoder::Flag::Stateless
                                   | QStringDecoder::Flag::ConvertInitialBom);
    return decoder.decode(line);
}

} // namespace Countersign::Review
