// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "permission/shellmentions.h"

#include "permission/shellunwrap.h"

#include <QRegularExpression>
#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Countersign::Permission {

namespace {

constexpr qsizetype kMostNames = 5000; ///< Each is looked up in the file system.
constexpr qsizetype kLongestName = 4096; ///< No path of Linux is longer.
constexpr qsizetype kMostSigns = 1024 * 1024; ///< Of all names: "a=b=c" is three that overlap.

class Mentions
{
public:
    explicit Mentions(const ShellCommand &command) : m_command(command) { }

    void word(const ShellWord &word, bool option)
    {
        if (word.kind == ShellWord::Kind::Unknown || word.kind == ShellWord::Kind::Pipe)
            return;
        if (!option)
            add(ShellAccess::Guess, word, 0);
        if (word.kind != ShellWord::Kind::Literal)
            return;
        const QString &text = word.text;
        if (option && !text.startsWith("--"_L1))
            add(ShellAccess::Mention, word, 2);
        for (qsizetype i = 0; i + 1 < text.size(); ++i) {
            if (text[i] == u'=' || text[i] == u'@' || text[i] == u'<')
                add(ShellAccess::Mention, word, i + 1);
        }
        if (text.contains(u':') && !text.contains("://"_L1)) {
            // "HOST:CONTAINER" of a mount, "src=x".
            const QStringList parts = text.split(u':');
            for (const QString &part : parts)
                named(mounts() ? ShellAccess::Guess : ShellAccess::Mention, part.section(u'=', -1),
                      word);
        }
    }

    /// Every name in a text of any language.
    void text(const QString &text, const ShellWord &where)
    {
        static const QRegularExpression between(u"[^\\w./~+@%-]+"_s,
                                                QRegularExpression::UseUnicodePropertiesOption);
        const QList<QStringView> names = QStringView(text).split(between, Qt::SkipEmptyParts);
        for (const QStringView name : names) {
            if (!name.startsWith(u'-'))
                named(ShellAccess::Mention, name.toString(), where);
        }
    }

    [[nodiscard]] QList<ShellUse> take() const { return m_uses; }

private:
    [[nodiscard]] bool mounts() const
    {
        const QString program = m_command.program();
        return program == "docker"_L1 || program == "podman"_L1 || program == "nerdctl"_L1;
    }

    void add(ShellAccess access, const ShellWord &word, qsizetype start)
    {
        if (word.text.size() - start > kLongestName)
            return;
        if (!hasRoom(word))
            return;
        const ShellWord name = withoutStart(word, start);
        if (name.text.isEmpty() || name.text == "."_L1)
            return;
        m_signs += name.text.size();
        m_uses.append({access, name});
    }

    void named(ShellAccess access, const QString &name, const ShellWord &where)
    {
        if (name.isEmpty() || name == "."_L1 || name.size() > kLongestName || m_named.contains(name)
            || !hasRoom(where))
            return;
        m_named.insert(name);
        ShellWord word = where;
        word.kind = ShellWord::Kind::Literal;
        word.text = name;
        word.pattern.clear();
        m_uses.append({access, word});
    }

    bool hasRoom(const ShellWord &where)
    {
        if (m_uses.size() < kMostNames && m_signs < kMostSigns)
            return true;
        if (!m_full)
            m_uses.append({ShellAccess::Read, unknownWord(where)});
        m_full = true;
        return false;
    }

    const ShellCommand &m_command;
    QList<ShellUse> m_uses;
    QSet<QString> m_named;
    qsizetype m_signs = 0;
    bool m_full = false;
};

} // namespace

QList<ShellUse> shellMentions(const ShellCommand &command, ShellMentions extent)
{
    Mentions mentions(command);
    qsizetype end = command.script.size() + 1;
    const ShellUnwrapped inner = unwrapShellCommand(command);
    const QList<ShellCommand> within = inner.commands + inner.possible;
    for (const ShellCommand &wrapped : within)
        end = std::min(end, wrapped.words.first().begin);
    bool ended = false;
    for (qsizetype i = 1; i < command.words.size() && command.words[i].begin < end; ++i) {
        const ShellWord &word = command.words[i];
        const bool option = !ended && word.text.size() > 1
                && (word.text.startsWith(u'-') || word.text.startsWith(u'+'));
        ended = ended || (word.isLiteral() && word.text == "--"_L1);
        if (option || extent != ShellMentions::Options)
            mentions.word(word, option);
        if (extent == ShellMentions::Texts)
            mentions.text(word.text, word);
    }
    if (extent == ShellMentions::Texts && command.input)
        mentions.text(command.input->text, *command.input);
    return mentions.take();
}

} // namespace Countersign::Permission
