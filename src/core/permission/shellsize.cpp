// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "permission/shellsize.h"

#include <QByteArray>
#include <QList>

#include <algorithm>
#include <utility>

namespace Countersign::Permission {

namespace {

bool isSpace(char c)
{
    return c == ' ' || c == '\t' || c == '\n';
}

bool isSign(char c)
{
    return QByteArrayView(";|&<>(){}$`+*,?%^!~").contains(c);
}

/// Signs of names as well: they count where there is arithmetic.
bool isSignOfNumbers(char c)
{
    return QByteArrayView("-/=:[]").contains(c);
}

class Counter
{
public:
    explicit Counter(QByteArrayView script)
        : m_script(script)
        , m_numbers(script.contains("((") || script.contains('[') || script.contains("let"))
    {
    }

    ShellSize count()
    {
        while (m_at < m_script.size())
            plain();
        return {m_pieces, m_deepest};
    }

private:
    /// What begins here, outside of quotes.
    void plain()
    {
        const char c = m_script[m_at];
        const bool starts = std::exchange(m_between, false);
        if (isSpace(c)) {
            m_between = true;
            ++m_at;
            if (c == '\n') {
                lineEnds();
                bodies();
            }
            return;
        }
        if (starts) {
            wordStarts();
            if (c == '#') {
                m_at = endOfLine(m_at);
                return;
            }
        }
        if (c == '\\') {
            m_at += 2;
        } else if (c == '\'') {
            ++m_pieces;
            singleQuoted();
        } else if (c == '"') {
            ++m_pieces;
            doubleQuoted();
        } else if (m_script.sliced(m_at).startsWith("<<")
                   && !m_script.sliced(m_at).startsWith("<<<")) {
            ++m_pieces;
            hereDocument();
        } else {
            if (m_script.sliced(m_at).startsWith("<<<"))
                m_at += 2;
            countSign();
            // What follows an operator is a word of its own.
            m_between = QByteArrayView(";|&<>()").contains(c);
            ++m_at;
        }
    }

    void lineEnds()
    {
        if (!m_operator)
            m_operators = 0;
        m_begins = m_begins || !m_operator;
    }

    void wordStarts()
    {
        ++m_pieces;
        const char c = m_script[m_at];
        const bool sign = isSign(c) || isSignOfNumbers(c);
        // Two words side by side are no arithmetic.
        if (!sign && !m_operator)
            m_numberSigns = 0;
        m_operator = m_operator && sign;
        if (m_begins && !sign)
            keyword();
    }

    /// A word where a command may begin.
    void keyword()
    {
        qsizetype end = m_at;
        while (end < m_script.size() && m_script[end] >= 'a' && m_script[end] <= 'z')
            ++end;
        const QByteArrayView word = m_script.sliced(m_at, end - m_at);
        m_begins = word == "then" || word == "do" || word == "else" || word == "if"
                || word == "while" || word == "until" || word == "elif" || word == "time";
        if (word == "if" || word == "do" || word == "case" || word == "elif")
            deeper(1);
        m_elses += word == "elif" ? 1 : 0;
        if (word == "fi")
            deeper(-1 - std::exchange(m_elses, 0));
        if (word == "done" || word == "esac")
            deeper(-1);
    }

    void deeper(qsizetype by)
    {
        m_depth = std::max<qsizetype>(0, m_depth + by);
        m_deepest = std::max(m_deepest, m_depth);
    }

    /// The sign that stands here, if it is one.
    void countSign()
    {
        const char c = m_script[m_at];
        const bool ofNumbers = m_numbers && (isSign(c) || isSignOfNumbers(c));
        if (!isSign(c) && !ofNumbers) {
            m_operator = false;
            return;
        }
        ++m_pieces;
        if (c == '(' || c == '{')
            deeper(1);
        else if (c == ')' || c == '}')
            deeper(-1);
        else if (ofNumbers)
            ++m_numberSigns;
        const bool joins = c == '|' || c == '&';
        if (joins && (m_at == 0 || m_script[m_at - 1] != c))
            ++m_operators;
        if (c == ';')
            m_operators = m_numberSigns = 0;
        m_begins = joins || QByteArrayView(";({!`").contains(c);
        m_operator = joins || (m_numbers && ofNumbers);
        m_deepest = std::max({m_deepest, m_operators, m_numberSigns});
    }

    void singleQuoted()
    {
        const bool escapes = m_at > 0 && m_script[m_at - 1] == '$';
        for (++m_at; m_at < m_script.size() && m_script[m_at] != '\''; ++m_at) {
            if (escapes && m_script[m_at] == '\\')
                ++m_at;
        }
        ++m_at;
    }

    void doubleQuoted()
    {
        const qsizetype start = m_at;
        const qsizetype before = m_pieces;
        qsizetype braces = 0;
        for (++m_at; m_at < m_script.size() && m_script[m_at] != '"'; ++m_at) {
            const char c = m_script[m_at];
            if (c == '\\') {
                ++m_at;
                continue;
            }
            if (opensCommand(m_at)) {
                // Where it ends takes a parser: all of it is counted as if it had no quotes.
                m_pieces = before;
                m_at = start + 1;
                all(m_script.size());
                return;
            }
            braces += c == '{' && m_script[m_at - 1] == '$' ? 1 : 0;
            braces -= c == '}' && braces > 0 ? 1 : 0;
            if (c == '$' || braces > 0)
                countSign();
        }
        ++m_at;
    }

    [[nodiscard]] bool opensCommand(qsizetype at) const
    {
        const QByteArrayView rest = m_script.sliced(at);
        return rest.startsWith('`') || rest.startsWith("$(") || rest.startsWith("$[");
    }

    /// Counts every word and sign before `end`.
    void all(qsizetype end)
    {
        bool between = true;
        for (; m_at < end; ++m_at) {
            const char c = m_script[m_at];
            const bool space = isSpace(c);
            if (between && !space)
                wordStarts();
            if (c == '\n')
                lineEnds();
            else if (!space)
                countSign();
            m_pieces += c == '"' || c == '\'' ? 1 : 0;
            between = space;
        }
    }

    [[nodiscard]] qsizetype endOfLine(qsizetype at) const
    {
        const qsizetype end = m_script.indexOf('\n', at);
        return end < 0 ? m_script.size() : end;
    }

    struct Body
    {
        QByteArray delimiter;
        bool verbatim = false;
        bool tabs = false; ///< May stand before the delimiter.
    };

    /// The beginning of one, "<<" and its delimiter.
    void hereDocument()
    {
        m_at += 2;
        Body body;
        body.tabs = m_at < m_script.size() && m_script[m_at] == '-';
        m_at += body.tabs ? 1 : 0;
        while (m_at < m_script.size() && (m_script[m_at] == ' ' || m_script[m_at] == '\t'))
            ++m_at;
        for (; m_at < m_script.size(); ++m_at) {
            const char c = m_script[m_at];
            if (isSpace(c) || QByteArrayView(";|&<>()").contains(c))
                break;
            if (c == '\'' || c == '"' || c == '\\')
                body.verbatim = true;
            else
                body.delimiter += c;
        }
        if (!body.delimiter.isEmpty())
            m_bodies.append(body);
    }

    /// The here-documents that begin behind a line.
    void bodies()
    {
        for (const Body &body : std::exchange(m_bodies, {})) {
            qsizetype line = m_at;
            while (line < m_script.size()) {
                qsizetype first = line;
                const qsizetype end = endOfLine(line);
                while (body.tabs && first < end && m_script[first] == '\t')
                    ++first;
                if (m_script.sliced(first, end - first) == body.delimiter)
                    break;
                line = end + 1;
            }
            if (line >= m_script.size())
                return; // It was none, or has no end.
            inside(body, line);
            m_at = endOfLine(line);
        }
    }

    void inside(const Body &body, qsizetype end)
    {
        for (qsizetype i = m_at; !body.verbatim && i < end; ++i) {
            if (opensCommand(i) || m_script.sliced(i).startsWith("${")) {
                all(end);
                return;
            }
            m_pieces += m_script[i] == '$' ? 1 : 0;
        }
    }

    QByteArrayView m_script;
    bool m_numbers = false;
    bool m_between = true; ///< No word has begun.
    bool m_begins = true; ///< A command may begin.
    bool m_operator = false; ///< The last sign joins what stands before it and behind it.
    qsizetype m_at = 0;
    qsizetype m_pieces = 0;
    qsizetype m_depth = 0;
    qsizetype m_elses = 0; ///< "elif" of one "if": each stands within the one before.
    qsizetype m_operators = 0; ///< Of one list or pipeline.
    qsizetype m_numberSigns = 0; ///< Of one arithmetic text.
    qsizetype m_deepest = 0;
    QList<Body> m_bodies;
};

} // namespace

ShellSize shellSize(QByteArrayView script)
{
    return Counter(script).count();
}

} // namespace Countersign::Permission
