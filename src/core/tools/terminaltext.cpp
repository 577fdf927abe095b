// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "tools/terminaltext.h"

#include <QStringDecoder>

#include <algorithm>

namespace Countersign {

namespace {

constexpr QChar kEscape(0x1B);
constexpr QChar kBell(0x07);
constexpr QChar kBackspace(0x08);
constexpr QChar kControlSequence(0x9B);
constexpr QChar kNulSign(0x2400);

/// One line at a time, with a cursor.
class Screen
{
public:
    void put(QChar c)
    {
        if (m_column < m_line.size())
            m_line[m_column] = c;
        else
            m_line += c;
        ++m_column;
    }
    void newline()
    {
        m_result.text += m_line;
        m_result.text += u'\n';
        m_line.clear();
        m_column = 0;
    }
    void carriageReturn()
    {
        if (!m_line.isEmpty())
            ++m_result.overwritten;
        m_column = 0;
    }
    void backspace() { m_column = std::max<qsizetype>(m_column - 1, 0); }
    void eraseLine(bool all)
    {
        m_line.truncate(all ? 0 : m_column);
        m_column = std::min(m_column, m_line.size());
    }
    TerminalText finish()
    {
        m_result.text += m_line;
        return std::move(m_result);
    }

private:
    TerminalText m_result;
    QString m_line;
    qsizetype m_column = 0;
};

/// The place behind a sequence whose parameters begin at `at`; "erase line" is carried out.
qsizetype afterControlSequence(QStringView text, qsizetype at, Screen &screen)
{
    const qsizetype start = at;
    while (at < text.size() && text[at] >= QChar(0x20) && text[at] <= QChar(0x3F))
        ++at;
    if (at >= text.size() || text[at] < QChar(0x40) || text[at] > QChar(0x7E))
        return at; // Broken off: what follows is text.
    if (text[at] == u'K') {
        const QStringView parameter = text.sliced(start, at - start);
        screen.eraseLine(parameter == u"2" || parameter == u"1");
    }
    return at + 1;
}

/// The place behind a string (title, link, clipboard) that ends in BEL or ESC \; never beyond a line.
qsizetype afterString(QStringView text, qsizetype at)
{
    for (; at < text.size(); ++at) {
        if (text[at] == kBell)
            return at + 1;
        if (text[at] == kEscape)
            return at + 1 < text.size() && text[at + 1] == u'\\' ? at + 2 : at;
        if (text[at] == u'\n')
            return at;
    }
    return at;
}

qsizetype afterEscape(QStringView text, qsizetype at, Screen &screen)
{
    if (at >= text.size())
        return at;
    const QChar kind = text[at];
    if (kind == u'[')
        return afterControlSequence(text, at + 1, screen);
    if (kind == u']' || kind == u'P' || kind == u'X' || kind == u'^' || kind == u'_')
        return afterString(text, at + 1);
    while (at < text.size() && text[at] >= QChar(0x20) && text[at] <= QChar(0x2F))
        ++at;
    return at < text.size() && text[at] >= QChar(0x30) && text[at] <= QChar(0x7E) ? at + 1 : at;
}

} // namespace

TerminalText terminalText(QByteArrayView bytes)
{
    QStringDecoder decoder(QStringDecoder::Utf8,
                           QStringDecoder::Flag::Stateless
                                   | QStringDecoder::Flag::ConvertInitialBom);
    const QString text = decoder(bytes);
    Screen screen;
    qsizetype at = 0;
    while (at < text.size()) {
        const QChar c = text[at++];
        if (c == u'\n')
            screen.newline();
        else if (c == u'\r' && at < text.size() && text[at] == u'\n')
            continue;
        else if (c == u'\r')
            screen.carriageReturn();
        else if (c == kEscape)
            at = afterEscape(text, at, screen);
        else if (c == kControlSequence)
            at = afterControlSequence(text, at, screen);
        else if (c == kBackspace)
            screen.backspace();
        else if (c.isNull())
            screen.put(kNulSign);
        else if (c == u'\t' || c.category() != QChar::Other_Control)
            screen.put(c);
    }
    return screen.finish();
}

} // namespace Countersign
