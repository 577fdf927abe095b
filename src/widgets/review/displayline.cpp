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

QString decodeLine(QByteArrayView line)
{
    QStringDecoder decoder(QStringDecoder::Utf8,
                           QStringDecoder::Flag::Stateless
                                   | QStringDecoder::Flag::ConvertInitialBom);
    return decoder.decode(line);
}

} // namespace Countersign::Review
