// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "permission/shellanalysis.h"

#include "permission/shelldanger.h"
#include "permission/shelloffers.h"
#include "permission/shellsize.h"
#include "permission/shellunwrap.h"

#include <QDir>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace Countersign::Permission {

namespace {

constexpr int kDeepestScript = 4; ///< sh -c within sh -c.
constexpr int kMostScripts = 16; ///< Each is one child process.
constexpr int kDeepestWrapper = 12; ///< sudo env nice timeout …
constexpr qsizetype kMostCommands = 500;
/// Of a line and its inner scripts, as shellSize() counts. The parser takes some 40 us for each.
constexpr qsizetype kMostPieces = 4000;
/// The indentation of the parser's tree grows with the square of it. See kDeepest of the reader.
constexpr qsizetype kDeepestText = 160;
/// Words of all commands: those behind a wrapper are words of the wrapper and of the command.
constexpr qsizetype kMostWords = 12000;
constexpr qsizetype kRewrittenWords = 3; ///< As many words as a rule's beginning usually names.

bool isPlainText(const QString &text)
{
    return !text.isEmpty() && std::all_of(text.begin(), text.end(), [](QChar c) {
        return c.isLetterOrNumber() || u"_@%+=:,./-"_s.contains(c);
    });
}

/// The text of a word as a rule would write it: without needless quotes and backslashes.
QString plainest(const ShellWord &word)
{
    return word.isLiteral() && isPlainText(word.text) ? word.text : word.source;
}

/// "rm" for "/bin/rm", "//usr/../bin/rm", and "../../bin/rm", which may lead there.
QString withoutSystemFolder(const QString &program)
{
    static constexpr std::array kFolders{"bin"_L1, "sbin"_L1, "usr/bin"_L1, "usr/sbin"_L1,
                                         "usr/local/bin"_L1};
    QString folder = QDir::cleanPath(program).section(u'/', 0, -2);
    const bool absolute = program.startsWith(u'/');
    while (folder.startsWith(u'/'))
        folder.remove(0, 1);
    bool climbs = false;
    while (!absolute && folder.startsWith("../"_L1)) {
        folder.remove(0, 3);
        climbs = true;
    }
    const bool system = (absolute || climbs)
            && std::any_of(kFolders.begin(), kFolders.end(),
                           [&folder](QLatin1StringView one) { return folder == one; });
    return system ? program.section(u'/', -1) : program;
}

/// The command with its first `count` words in their plainest form, the program without a folder of
/// the system.
QString rewritten(const ShellCommand &command, qsizetype count)
{
    QStringList words;
    qsizetype end = command.end;
    for (qsizetype i = 0; i < command.words.size() && i < count; ++i) {
        const ShellWord &word = command.words[i];
        if (word.end == word.begin)
            continue; // Not in the text.
        words.append(plainest(word));
        end = word.end;
    }
    if (words.isEmpty())
        return command.text;
    if (words.first().contains(u'/'))
        words.first() = withoutSystemFolder(words.first());
    return words.join(u' ') + sliceOf(command.script, end, command.end);
}

/// "git -C x push" as "git push": the words between would hide the step from a rule.
QString withoutGlobalOptions(const ShellCommand &command)
{
    if (command.program() != "git"_L1)
        return {};
    qsizetype i = 1;
    while (i < command.words.size() && command.words[i].text.startsWith(u'-')) {
        const QString &text = command.words[i].text;
        i += text == "-C"_L1 || text == "-c"_L1 || text == "--git-dir"_L1
                        || text == "--work-tree"_L1 || text == "--namespace"_L1
                ? 2
                : 1;
    }
    if (i == 1 || i >= command.words.size())
        return {};
    return "git "_L1 + sliceOf(command.script, command.words[i].begin, command.end);
}

/// True when the program is the one that its name says, not a file of the project with that name.
bool isOfTheSystem(const ShellCommand &command)
{
    const QString &name = command.words.first().text;
    return !name.contains(u'/') || (name.startsWith(u'/') && withoutSystemFolder(name) != name);
}

/// Builtins that only steer the shell itself; where "cd" goes is a path and judged as such.
bool isInert(const ShellCommand &command)
{
    static constexpr std::array kNames{":"_L1,        "break"_L1,  "cd"_L1,    "chdir"_L1,
                                       "continue"_L1, "exit"_L1,   "false"_L1, "popd"_L1,
                                       "pushd"_L1,    "return"_L1, "shift"_L1, "true"_L1};
    const QString name = command.words.isEmpty() || !command.words.first().isLiteral()
            ? QString()
            : command.words.first().text;
    return command.assigned.isEmpty()
            && std::any_of(kNames.begin(), kNames.end(),
                           [&name](QLatin1StringView one) { return name == one; });
}

class Analyser
{
public:
    Analyser(const ShellParser &parse, const QString &home) : m_parse(parse), m_home(home) { }

    void script(const QString &text, const QList<ShellFolder> &folders)
    {
        if (m_depth >= kDeepestScript || m_scripts >= kMostScripts) {
            hide(u"It holds scripts within scripts, too many to be read."_s);
            return;
        }
        const QByteArray source = text.toUtf8();
        const ShellSize size = shellSize(source);
        if (size.depth > kDeepestText) {
            hide(u"It is nested too deeply to be read."_s);
            return;
        }
        m_pieces += size.pieces;
        if (m_pieces > kMostPieces) {
            hide(u"It holds more words than can be read."_s);
            return;
        }
        ++m_depth;
        ++m_scripts;
        const auto tree = m_parse(source);
        if (!tree) {
            hide(tree.error().message);
        } else {
            const ShellScript read = readShellTree(*tree, source, m_home, folders);
            for (const QString &reason : read.hidden)
                hide(reason);
            for (const ShellCommand &command : read.commands)
                add(command, source, 0);
        }
        --m_depth;
    }

    [[nodiscard]] ShellAnalysis take() const { return m_result; }

private:
    void hide(const QString &reason)
    {
        if (!m_result.hidden.contains(reason))
            m_result.hidden.append(reason);
    }

    /// `perhaps`: it may be no command at all, so that it has nothing to ask for of its own.
    void add(const ShellCommand &command, const QByteArray &script, int wrappers,
             bool perhaps = false)
    {
        if (wrappers >= kDeepestWrapper) {
            hide(u"It holds wrappers within wrappers, too many to be read."_s);
            return;
        }
        if (m_result.commands.size() >= kMostCommands) {
            hide(u"It holds more commands than can be shown."_s);
            return;
        }
        m_words += command.words.size();
        if (m_words > kMostWords) {
            hide(u"It holds more words within wrappers than can be read."_s);
            return;
        }
        const ShellUnwrapped inner = unwrapShellCommand(command);
        for (const QString &reason : inner.hidden)
            hide(reason);
        const bool silent = perhaps
                || (inner.transparent && !inner.commands.isEmpty() && isOfTheSystem(command))
                || isInert(command);
        const qsizetype own = m_result.commands.size();
        judge(command, silent, script);
        for (const ShellCommand &wrapped : inner.commands)
            add(wrapped, script, wrappers + 1);
        for (const ShellCommand &possible : inner.possible)
            add(possible, script, wrappers + 1, true);
        for (const QString &text : inner.scripts)
            this->script(text, command.folders);
        // An approval of the wrapper would be one of what it runs.
        const bool destroys =
                std::any_of(m_result.commands.cbegin() + own, m_result.commands.cend(),
                            [](const JudgedCommand &judged) { return !judged.danger.isEmpty(); });
        if (destroys)
            m_result.commands[own].offers.clear();
    }

    /// `silent`: the command has nothing to ask for of its own.
    void judge(const ShellCommand &command, bool silent, const QByteArray &script)
    {
        JudgedCommand judged;
        judged.command = command;
        judged.uses = shellUsesOf(command);
        judged.danger = shellDanger(command);
        if (command.text.isEmpty()) {
            // A tree that does not fit the line: what it runs is not known.
            hide(u"a part of it could not be found again in the line"_s);
            m_result.commands.append(judged);
            return;
        }
        if (command.words.isEmpty()) {
            // Only redirections: their files are what matters. Or only assignments that do matter.
            if (command.redirects.isEmpty()) {
                judged.resources = QStringList{command.text};
                judged.offers = {{command.text, true}};
            }
            m_result.commands.append(judged);
            return;
        }
        if (isShellInterpreter(command.program()) && command.input) {
            // The program that it runs stands in the here-document.
            judged.command.text = QString::fromUtf8(script);
        }
        const QString &text = judged.command.text;
        QStringList names{text};
        names.append(rewritten(command, kRewrittenWords));
        if (const QString shorter = withoutGlobalOptions(command); !shorter.isEmpty())
            names.append(shorter);
        if (text != command.text)
            names = {text};
        if (!command.assigned.isEmpty())
            names.append(command.assigned);
        names.removeDuplicates();
        names.removeAll(QString()); // A tree that does not fit the line; see `hidden`.
        (silent ? judged.otherNames : judged.resources) = names;
        judged.otherNames.append(rewritten(command, command.words.size()));
        // A denial of a program holds wherever it lies.
        if (const QString name = command.program(); command.words.first().text.contains(u'/'))
            judged.otherNames.append(
                    name + sliceOf(command.script, command.words.first().end, command.end));
        if (judged.danger.isEmpty() && !silent) {
            if (!text.isEmpty()) {
                judged.offers = text == command.text ? shellOffers(command)
                                                     : QList<SaveOffer>{{text, true}};
            }
            for (const QString &name : std::as_const(names)) {
                if (name != text)
                    judged.offers.append({name, true});
            }
        }
        m_result.commands.append(judged);
    }

    const ShellParser &m_parse;
    const QString &m_home;
    ShellAnalysis m_result;
    int m_depth = 0;
    int m_scripts = 0;
    qsizetype m_pieces = 0;
    qsizetype m_words = 0;
};

} // namespace

ShellAnalysis analyseShell(const QString &line, const ShellParser &parse, const QString &home)
{
    Analyser analyser(parse, home);
    analyser.script(line, {QString()});
    return analyser.take();
}

} // namespace Countersign::Permission
