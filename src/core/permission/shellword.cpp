// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "permission/shellword.h"

#include <QJsonArray>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace Countersign::Permission {

namespace {

bool isGlobSign(QChar c)
{
    return c == u'*' || c == u'?' || c == u'[';
}

/// Puts the parts of a word together until something comes that only the run can know.
class WordReader
{
public:
    explicit WordReader(const QString &home) : m_home(home) { }

    void read(const QJsonArray &parts, bool quoted)
    {
        for (qsizetype i = 0; i < parts.size(); ++i) {
            const QJsonObject part = parts.at(i).toObject();
            const QString type = part.value("Type"_L1).toString();
            // In the dialect without $'…' the dollar is a sign of its own; other shells of the same
            // name read it together with what follows.
            const bool dollarBefore = m_dollar;
            m_dollar = false;
            if (type == "Lit"_L1) {
                literal(part.value("Value"_L1).toString(), quoted, i == 0 && !quoted);
            } else if (type == "SglQuoted"_L1) {
                const QString value = part.value("Value"_L1).toString();
                const bool escapes = part.value("Dollar"_L1).toBool() && value.contains(u'\\');
                if (dollarBefore || escapes)
                    m_unknown = true;
                append(value, true);
            } else if (type == "DblQuoted"_L1) {
                if (dollarBefore || part.value("Dollar"_L1).toBool())
                    m_unknown = true;
                read(part.value("Parts"_L1).toArray(), true);
            } else if (type == "ParamExp"_L1 && isHome(part)) {
                home(quoted);
            } else if (type == "ProcSubst"_L1 && parts.size() == 1 && !quoted) {
                m_pipe = true;
            } else {
                m_unknown = true;
            }
        }
    }

    [[nodiscard]] ShellWord take() const
    {
        ShellWord word;
        word.text = m_text;
        const bool braces = m_openBrace && m_closeBrace && m_braceList;
        if (m_pipe)
            word.kind = ShellWord::Kind::Pipe;
        else if (m_unknown || braces)
            word.kind = ShellWord::Kind::Unknown;
        else if (m_glob)
            word.kind = ShellWord::Kind::Glob;
        if (braces)
            word.text = m_text.left(m_text.indexOf(u'{'));
        if (word.kind == ShellWord::Kind::Glob)
            word.pattern = m_pattern;
        return word;
    }

private:
    void append(QStringView text, bool quoted)
    {
        for (const QChar c : text)
            append(c, quoted);
    }

    void append(QChar c, bool quoted)
    {
        if (m_unknown)
            return;
        m_text += c;
        if (quoted && (isGlobSign(c) || c == u'\\'))
            m_pattern += u'\\';
        m_pattern += c;
    }

    void literal(const QString &value, bool quoted, bool first)
    {
        qsizetype i = 0;
        if (first && value.startsWith(u'~')) {
            const qsizetype slash = value.indexOf(u'/');
            const qsizetype name = slash < 0 ? value.size() : slash;
            if (name > 1 || m_home.isEmpty()) {
                m_unknown = true; // Somebody else's home, or a folder that was visited before.
                return;
            }
            append(m_home, true);
            i = 1;
        }
        for (; i < value.size(); ++i) {
            const QChar c = value[i];
            if (c == u'\\' && i + 1 < value.size()) {
                const QChar next = value[++i];
                if (next == u'\n')
                    continue;
                if (quoted && next != u'$' && next != u'`' && next != u'"' && next != u'\\')
                    append(c, true);
                append(next, true);
                continue;
            }
            if (!quoted) {
                m_glob = m_glob || c == u'*' || c == u'?' || (c == u']' && m_openClass);
                m_openClass = m_openClass || c == u'[';
                m_openBrace = m_openBrace || c == u'{';
                m_braceList = m_braceList || c == u','
                        || (c == u'.' && i + 1 < value.size() && value[i + 1] == u'.');
                m_closeBrace = m_closeBrace || c == u'}';
            }
            append(c, quoted);
        }
        m_dollar = !quoted && value.endsWith(u'$') && !value.endsWith("\\$"_L1);
    }

    static bool isHome(const QJsonObject &expansion)
    {
        static constexpr std::array kPlain{"Type"_L1,   "Pos"_L1,   "End"_L1,  "Dollar"_L1,
                                           "Rbrace"_L1, "Short"_L1, "Param"_L1};
        const QJsonObject parameter = expansion.value("Param"_L1).toObject();
        if (parameter.value("Value"_L1).toString() != "HOME"_L1)
            return false;
        for (auto it = expansion.begin(); it != expansion.end(); ++it) {
            const bool plain =
                    std::any_of(kPlain.begin(), kPlain.end(),
                                [&it](QLatin1StringView key) { return it.key() == key; });
            if (!plain && !it->isNull() && it->toBool(true))
                return false;
        }
        return true;
    }

    void home(bool quoted)
    {
        // Without quotes the shell would cut the value at spaces and expand its stars.
        const bool splits = !quoted && std::any_of(m_home.begin(), m_home.end(), [](QChar c) {
            return c.isSpace() || isGlobSign(c) || c == u'\\';
        });
        if (m_home.isEmpty() || splits)
            m_unknown = true;
        append(m_home, true);
    }

    const QString &m_home;
    QString m_text;
    QString m_pattern;
    bool m_unknown = false;
    bool m_glob = false;
    bool m_openClass = false; ///< A "[" without its "]" is a plain sign.
    bool m_pipe = false;
    bool m_dollar = false; ///< The part before ended in a dollar that is not escaped.
    bool m_openBrace = false;
    bool m_braceList = false;
    bool m_closeBrace = false;
};

} // namespace

bool isOneOf(const QString &text, std::initializer_list<QLatin1StringView> names)
{
    return std::any_of(names.begin(), names.end(),
                       [&text](QLatin1StringView name) { return text == name; });
}

ShellSpan shellSpan(const QJsonObject &node, const QByteArray &script)
{
    const auto offset = [&node](QLatin1StringView key) {
        return node.value(key).toObject().value("Offset"_L1).toInteger(-1);
    };
    const ShellSpan span{offset("Pos"_L1), offset("End"_L1)};
    if (span.begin < 0 || span.end < span.begin || span.end > script.size())
        return {};
    return span;
}

QString sliceOf(const QByteArray &script, qsizetype begin, qsizetype end)
{
    if (begin < 0 || end < begin || end > script.size())
        return {};
    return QString::fromUtf8(QByteArrayView(script).sliced(begin, end - begin));
}

ShellWord withoutStart(const ShellWord &word, qsizetype length)
{
    ShellWord rest = word;
    rest.text = word.text.mid(length);
    rest.pattern = word.pattern.mid(length);
    return rest;
}

ShellWord unknownWord(const ShellWord &where)
{
    ShellWord word = where;
    word.kind = ShellWord::Kind::Unknown;
    word.text.clear();
    word.pattern.clear();
    return word;
}

ShellWord readShellWord(const QJsonObject &word, const QByteArray &script, const QString &home)
{
    WordReader reader(home);
    reader.read(word.value("Parts"_L1).toArray(), false);
    ShellWord result = reader.take();
    const ShellSpan span = shellSpan(word, script);
    result.begin = span.begin;
    result.end = span.end;
    result.source = sliceOf(script, span.begin, span.end);
    return result;
}

} // namespace Countersign::Permission
