// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "permission/shelluses.h"

#include "permission/shellunwrap.h"
#include "permission/shellusescollector.h"

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace Countersign::Permission {

ShellWord renamedWord(const QString &text, const ShellWord &where)
{
    ShellWord word = where;
    word.kind = ShellWord::Kind::Literal;
    word.text = text;
    word.pattern.clear();
    return word;
}

/// The word as a path below `folder`.
ShellWord wordBelow(const ShellWord &folder, const ShellWord &word)
{
    if (word.text.startsWith(u'/'))
        return word;
    if (!folder.isLiteral() || word.kind == ShellWord::Kind::Unknown)
        return unknownWord(word);
    ShellWord result = word;
    result.text = folder.text + u'/' + word.text;
    if (word.kind == ShellWord::Kind::Glob) {
        result.pattern.clear();
        for (const QChar c : folder.text) {
            if (u"*?[\\"_s.contains(c))
                result.pattern += u'\\';
            result.pattern += c;
        }
        result.pattern += u'/' + word.pattern;
    }
    return result;
}

void ShellUses::dd()
{
    for (const ShellWord &word : m_command.words.sliced(1)) {
        if (word.text.startsWith("of="_L1))
            add(ShellAccess::Write, withoutStart(word, 3));
        else if (word.text.startsWith("if="_L1))
            add(ShellAccess::Read, withoutStart(word, 3));
        else if (!word.isLiteral())
            add(ShellAccess::Write, word);
    }
}

void ShellUses::perl()
{
    const ShellOperands operands = shellOperands(m_command, "eEIMmF"_L1);
    const bool inPlace =
            std::any_of(operands.options.begin(), operands.options.end(),
                        [](const ShellOperands::Option &option) { return option.name == "-i"_L1; });
    const bool code = operands.hasAny({"-e"_L1, "-E"_L1});
    if (code)
        add(inPlace ? ShellAccess::Write : ShellAccess::Read, operands.words);
    else if (!operands.words.isEmpty())
        add(ShellAccess::Read, operands.words.first());
}

void ShellUses::find()
{
    QList<ShellWord> roots;
    bool writes = false;
    bool inRoots = true;
    const QList<ShellWord> &words = m_command.words;
    for (qsizetype i = 1; i < words.size(); ++i) {
        const QString &text = words[i].text;
        if (inRoots && (text == "-H"_L1 || text == "-L"_L1 || text == "-P"_L1))
            continue;
        if (text.startsWith(u'-') || text == "("_L1 || text == "!"_L1)
            inRoots = false;
        if (inRoots)
            roots.append(words[i]);
        writes = writes || text == "-delete"_L1;
        const bool prints = text == "-fprint"_L1 || text == "-fprintf"_L1 || text == "-fls"_L1;
        if (prints && i + 1 < words.size())
            add(ShellAccess::Write, words[i + 1]);
    }
    const ShellAccess access = writes ? ShellAccess::Write : ShellAccess::Look;
    if (roots.isEmpty())
        addHere(access);
    else
        add(access, roots);
}

void ShellUses::inFolder(QLatin1StringView option)
{
    const QList<ShellWord> &words = m_command.words;
    for (qsizetype i = 1; i + 1 < words.size(); ++i) {
        if (words[i].text == option)
            add(ShellAccess::Look, words[i + 1]);
    }
}

/// What compilers, converters and formatters write, as far as their options tell.
void ShellUses::output()
{
    const QString program = m_command.program();
    const QList<ShellWord> &words = m_command.words;
    const auto option = shellOutputOption(program);
    for (qsizetype i = 1; option && i < words.size(); ++i) {
        const QString &text = words[i].text;
        if ((text == *option || text == "--output"_L1) && i + 1 < words.size())
            add(ShellAccess::Write, words[i + 1]);
        else if (text.startsWith("--output="_L1))
            add(ShellAccess::Write, withoutStart(words[i], 9));
        else if (option->size() == 2 && text.startsWith(*option) && text.size() > 2)
            add(ShellAccess::Write, withoutStart(words[i], 2));
    }
    const auto inPlace = shellInPlaceOption(program);
    const bool rewrites = inPlace
            && (inPlace->isEmpty()
                || std::any_of(words.begin() + 1, words.end(), [&](const ShellWord &word) {
                       return word.text == *inPlace || word.text.startsWith(*inPlace + u'=');
                   }));
    if (!rewrites)
        return;
    const QList<ShellWord> files = shellOperands(m_command).words;
    // Editors of lines print what they are told to.
    if (program == "ed"_L1 || program == "ex"_L1)
        add(ShellAccess::Read, files);
    add(ShellAccess::Write, files);
}

void ShellUses::mentions(ShellMentions extent)
{
    m_uses.append(shellMentions(m_command, extent));
}

QList<ShellUse> shellUsesOf(const ShellCommand &command)
{
    ShellUses uses(command);
    uses.redirects();
    if (command.words.isEmpty())
        return uses.take();
    const QString name = command.program();
    if (name == "dd"_L1) {
        uses.dd();
    } else if (name == "git"_L1) {
        uses.git();
    } else if (name == "curl"_L1 || name == "wget"_L1) {
        uses.network(name == "curl"_L1);
        uses.mentions(ShellMentions::Words);
    } else if (name == "patch"_L1) {
        uses.patch();
    } else if (name == "perl"_L1) {
        uses.perl();
        uses.mentions(ShellMentions::Texts);
    } else if (name == "tar"_L1) {
        uses.tar();
        uses.mentions(ShellMentions::Options);
    } else if (name == "unzip"_L1) {
        uses.unzip();
    } else if (name == "find"_L1) {
        uses.find();
        uses.mentions(ShellMentions::Options);
    } else if (name == "make"_L1 || name == "ninja"_L1) {
        uses.inFolder("-C"_L1);
        uses.mentions(ShellMentions::Words);
    } else if (name == "cd"_L1 || name == "pushd"_L1) {
        uses.add(ShellAccess::Look, shellOperands(command).words);
    } else {
        const auto program = shellProgram(name);
        static constexpr std::array kSpeakers{
                "["_L1,     "[["_L1,    "alias"_L1,   "declare"_L1, "echo"_L1,  "export"_L1,
                "false"_L1, "local"_L1, "printf"_L1,  "read"_L1,    "set"_L1,   "test"_L1,
                "true"_L1,  "type"_L1,  "typeset"_L1, "unset"_L1,   "which"_L1, "readonly"_L1};
        const bool speaks = std::any_of(kSpeakers.begin(), kSpeakers.end(),
                                        [&name](QLatin1StringView one) { return name == one; });
        static constexpr std::array kDatabases{"duckdb"_L1, "mariadb"_L1, "mysql"_L1, "psql"_L1,
                                               "sqlite3"_L1};
        const bool texts = isShellInterpreter(name)
                || std::any_of(kDatabases.begin(), kDatabases.end(),
                               [&name](QLatin1StringView one) { return name == one; });
        if (program) {
            uses.known(*program);
            uses.mentions(ShellMentions::Options);
        } else if (!speaks) {
            uses.output();
            uses.mentions(texts ? ShellMentions::Texts : ShellMentions::Words);
        }
    }
    return uses.take();
}

} // namespace Countersign::Permission
