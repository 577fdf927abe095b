// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "review/displayline.h"

#include "theme/states.h"

#include <QStringDecoder>

#include <algorithm>

namespace Countersign::Review {

using namespace Qt::StringLiterals;

namespace {

bool isPlain(QStringView line)
{
    return std::all_of(line.begin(), line.end(),
                       [](QChar c) { return c.unicode() >= 0x20 && c.unicode() < 0x7f; });
}

constexpr int kColumnStep = 256; // Units between two known columns.
constexpr int kFreeMarks = 8; // Marks on a letter that take no column of their own.

bool isMark(QChar c)
{
    return c.category() == QChar::Mark_NonSpacing || c.category() == QChar::Mark_Enclosing;
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
    auto next = deceptive.cbegin();
    m_shownOfRaw.reserve(line.size() + 1);
    for (qsizetype i = 0; i < line.size();) {
        const qsizetype plainUntil = next == deceptive.cend() ? line.size() : *next;
        const qsizetype run = i;
        // The bulk of most lines, without a string for each letter.
        for (; i < plainUntil && isPlain(QStringView(line).sliced(i, 1)); ++i) {
            m_shownOfRaw.append(static_cast<int>(m_text.size() + i - run));
            m_rawOfShown.append(static_cast<int>(i));
        }
        if (i > run) {
            m_text += QStringView(line).sliced(run, i - run);
            continue;
        }
        const qsizetype units = line.at(i).isHighSurrogate() && i + 1 < line.size()
                        && line.at(i + 1).isLowSurrogate()
                ? 2
                : 1;
        const QStringView unit = QStringView(line).sliced(i, units);
        const char32_t code =
                units == 2 ? QChar::surrogateToUcs4(unit.at(0), unit.at(1)) : unit.at(0).unicode();
        QString shown;
        bool warn = false;
        if (code == U'\t') {
            shown = QString(kTabColumns - m_text.size() % kTabColumns, u' ');
        } else if (next != deceptive.cend() && *next == i) {
            shown = Theme::escapedCharacter(code);
            warn = true;
            ++next;
        } else {
            shown = unit.toString();
        }
        const int start = static_cast<int>(m_text.size());
        if (warn)
            m_warnings.append({start, static_cast<int>(shown.size())});
        for (qsizetype k = 0; k < units; ++k)
            m_shownOfRaw.append(start);
        m_rawOfShown.insert(m_rawOfShown.size(), shown.size(), static_cast<int>(i));
        m_text += shown;
        i += units;
    }
    m_shownOfRaw.append(static_cast<int>(m_text.size()));
    m_rawOfShown.append(static_cast<int>(line.size()));
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

int DisplayLine::shownAt(int rawUnit) const
{
    const int bounded = std::clamp(rawUnit, 0, static_cast<int>(m_raw.size()));
    return m_shownOfRaw.isEmpty() ? bounded : m_shownOfRaw.at(bounded);
}

int DisplayLine::rawAt(int shownUnit) const
{
    const int bounded = std::clamp(shownUnit, 0, static_cast<int>(m_text.size()));
    return m_rawOfShown.isEmpty() ? bounded : m_rawOfShown.at(bounded);
}

Diff::Span DisplayLine::shown(Diff::Span raw) const
{
    const int start = shownAt(raw.start);
    return {start, shownAt(raw.start + raw.length) - start};
}

int columnsOf(const QByteArray &line)
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
