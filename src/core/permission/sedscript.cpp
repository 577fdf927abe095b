// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "permission/sedscript.h"

#include <QStringView>

namespace Countersign::Permission {

namespace {

class SedReader
{
public:
    explicit SedReader(QStringView text) : m_text(text) { }

    SedScript read()
    {
        while (m_at < m_text.size()) {
            skip(u" \t\n;{}");
            if (m_at >= m_text.size())
                break;
            if (!address())
                break;
            skip(u" \t!");
            if (m_at >= m_text.size() || !command(m_text[m_at++]))
                break;
        }
        return std::move(m_result);
    }

private:
    void skip(QStringView signs)
    {
        while (m_at < m_text.size() && signs.contains(m_text[m_at]))
            ++m_at;
    }

    /// Moves behind the next `delimiter`; false when there is none.
    bool skipBeyond(QChar delimiter)
    {
        for (; m_at < m_text.size(); ++m_at) {
            if (m_text[m_at] == u'\\')
                ++m_at;
            else if (m_text[m_at] == delimiter)
                return ++m_at, true;
        }
        return false;
    }

    /// "3", "$", "/x/I", "\,x,", "1~2", "/a/,+3"; also none.
    bool address()
    {
        while (m_at < m_text.size()) {
            const QChar c = m_text[m_at];
            if (c.isDigit() || QStringView(u"$,+~ \t").contains(c)) {
                ++m_at;
            } else if (c == u'/' || (c == u'\\' && m_at + 1 < m_text.size())) {
                m_at += c == u'/' ? 1 : 2;
                if (!skipBeyond(c == u'/' ? c : m_text[m_at - 1]))
                    return false;
                skip(u"IM");
            } else {
                return true;
            }
        }
        return false;
    }

    QString restOfLine()
    {
        skip(u" \t");
        qsizetype end = m_text.indexOf(u'\n', m_at);
        if (end < 0)
            end = m_text.size();
        const QString rest = m_text.sliced(m_at, end - m_at).toString();
        m_at = end;
        return rest;
    }

    bool command(QChar c)
    {
        switch (c.unicode()) {
        case u's':
            return substitution();
        case u'y': {
            if (m_at >= m_text.size())
                return false;
            const QChar delimiter = m_text[m_at++];
            return skipBeyond(delimiter) && skipBeyond(delimiter);
        }
        case u'a':
        case u'i':
        case u'c':
            while (restOfLine().endsWith(u'\\') && m_at < m_text.size())
                ++m_at;
            return true;
        case u'r':
        case u'R':
            m_result.reads.append(restOfLine());
            return true;
        case u'w':
        case u'W':
            m_result.writes.append(restOfLine());
            return true;
        case u'e':
            m_result.runs = true;
            restOfLine();
            return true;
        case u'#':
        case u'v':
            restOfLine();
            return true;
        case u':':
        case u'b':
        case u't':
        case u'T':
            while (m_at < m_text.size() && m_text[m_at] != u'\n' && m_text[m_at] != u';')
                ++m_at;
            return true;
        case u'q':
        case u'Q':
        case u'l':
        case u'L':
            skip(u" 0123456789");
            return true;
        default:
            return QStringView(u"{}=dDgGhHnNpPxzF").contains(c);
        }
    }

    bool substitution()
    {
        if (m_at >= m_text.size())
            return false;
        const QChar delimiter = m_text[m_at++];
        if (!skipBeyond(delimiter) || !skipBeyond(delimiter))
            return false;
        while (m_at < m_text.size() && QStringView(u"gpiImMe0123456789").contains(m_text[m_at])) {
            m_result.runs = m_result.runs || m_text[m_at] == u'e';
            ++m_at;
        }
        if (m_at < m_text.size() && m_text[m_at] == u'w') {
            ++m_at;
            m_result.writes.append(restOfLine());
        }
        return true;
    }

    QStringView m_text;
    qsizetype m_at = 0;
    SedScript m_result;
};

} // namespace

SedScript readSedScript(const QString &script)
{
    return SedReader(script).read();
}

} // namespace Countersign::Permission
