// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "permission/shellusescollector.h"

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace Countersign::Permission {

namespace {

/// True when an option stands before git's step: "-C" of "git commit -C x" is another one.
bool isGlobalOption(const ShellWord &value, const ShellOperands &operands)
{
    return operands.words.isEmpty() || value.begin < operands.words.first().begin;
}

} // namespace

void ShellUses::git()
{
    ShellOperands operands =
            shellOperands(m_command, "Cc"_L1, {"--git-dir"_L1, "--work-tree"_L1, "--namespace"_L1});
    const qsizetype before = m_uses.size();
    gitStep(operands);
    // "git -C x add y" is about x/y.
    std::optional<ShellWord> folder;
    for (const ShellOperands::Option &option : std::as_const(operands.options)) {
        if (option.name == "-C"_L1 && option.value && isGlobalOption(*option.value, operands))
            folder = folder ? wordBelow(*folder, *option.value) : *option.value;
    }
    for (qsizetype i = before; folder && i < m_uses.size(); ++i)
        m_uses[i].word = wordBelow(*folder, m_uses[i].word);
    for (const ShellOperands::Option &option : std::as_const(operands.options)) {
        if (option.value
            && (option.name == "-C"_L1 || option.name == "--git-dir"_L1
                || option.name == "--work-tree"_L1))
            add(ShellAccess::Look, *option.value);
    }
}

void ShellUses::gitStep(const ShellOperands &operands)
{
    for (const ShellOperands::Option &option : operands.options) {
        if (option.value && option.name == "--output"_L1)
            add(ShellAccess::Write, *option.value);
    }
    const QString verb = operands.words.isEmpty() ? QString() : operands.words.first().text;
    const QList<ShellWord> rest = operands.words.mid(1);
    if (verb == "rm"_L1 || verb == "mv"_L1) {
        add(ShellAccess::Write, rest);
    } else if (verb == "clone"_L1 || verb == "init"_L1) {
        if (rest.size() > 1 || verb == "init"_L1)
            add(ShellAccess::Write, rest.mid(verb == "clone"_L1 ? 1 : 0));
    } else if (verb == "checkout"_L1 || verb == "restore"_L1 || verb == "clean"_L1) {
        // Names behind "--" are files; before, they may be branches, which change any file.
        QList<ShellWord> paths;
        bool dashes = false;
        for (const ShellWord &word : m_command.words) {
            if (dashes)
                paths.append(word);
            dashes = dashes || word.text == "--"_L1;
        }
        if (paths.isEmpty() && verb != "checkout"_L1)
            paths = rest;
        if (paths.isEmpty())
            addHere(ShellAccess::Write);
        else
            add(ShellAccess::Write, paths);
    } else if (verb == "apply"_L1 || verb == "am"_L1) {
        add(ShellAccess::Read, rest);
        addHere(ShellAccess::Write);
    } else if (verb == "reset"_L1) {
        if (operands.hasAny({"--hard"_L1, "--merge"_L1, "--keep"_L1}))
            addHere(ShellAccess::Write);
    } else if (verb == "stash"_L1 || verb == "switch"_L1 || verb == "merge"_L1
               || verb == "rebase"_L1 || verb == "pull"_L1 || verb == "revert"_L1
               || verb == "cherry-pick"_L1) {
        const bool shows = !rest.isEmpty()
                && (rest.first().text == "list"_L1 || rest.first().text == "show"_L1);
        if (!shows)
            addHere(ShellAccess::Write);
    } else if (verb == "show"_L1 || verb == "cat-file"_L1) {
        // "git show HEAD:.env" reads what the file was.
        for (const ShellWord &word : rest) {
            const qsizetype colon = word.text.lastIndexOf(u':');
            if (colon >= 0 && colon + 1 < word.text.size())
                m_uses.append({ShellAccess::Read, withoutStart(word, colon + 1), false, true});
        }
    } else if (verb == "worktree"_L1 && rest.size() > 1 && rest.first().text == "add"_L1) {
        add(ShellAccess::Write, rest[1]);
    }
    if (verb == "rm"_L1 || verb == "mv"_L1) {
        // By its new name a file is no longer what a rule protects.
        for (qsizetype i = 0; verb == "mv"_L1 && i + 1 < rest.size(); ++i)
            add(ShellAccess::Read, rest[i], true);
    }
    static constexpr std::array kShowing{"annotate"_L1, "archive"_L1, "blame"_L1,
                                         "diff"_L1,     "grep"_L1,    "hash-object"_L1,
                                         "log"_L1,      "show"_L1,    "whatchanged"_L1};
    const bool shows = std::any_of(kShowing.begin(), kShowing.end(),
                                   [&verb](QLatin1StringView one) { return verb == one; });
    for (const ShellWord &word : rest) {
        if (shows)
            add(ShellAccess::Guess, word);
    }
    gitFiles(verb);
}

/// The files that options of a step name: a message, a list, a file of settings, an output.
void ShellUses::gitFiles(const QString &verb)
{
    const auto is = [&verb](std::initializer_list<QLatin1StringView> names) {
        return std::any_of(names.begin(), names.end(),
                           [&verb](QLatin1StringView name) { return verb == name; });
    };
    const bool writesOutput = is({"archive"_L1, "format-patch"_L1});
    const QLatin1StringView output = "-o"_L1;
    const QLatin1StringView input = verb == "config"_L1 ? "-f"_L1 : "-F"_L1;
    const bool readsInput = is({"commit"_L1, "config"_L1, "merge"_L1, "notes"_L1, "tag"_L1});
    const QList<ShellWord> &words = m_command.words;
    for (qsizetype i = 1; i + 1 < words.size(); ++i) {
        const QString &text = words[i].text;
        if (writesOutput && (text == output || text == "--output"_L1))
            add(ShellAccess::Write, words[i + 1]);
        else if (is({"diff"_L1, "log"_L1, "show"_L1}) && text == "--output"_L1)
            add(ShellAccess::Write, words[i + 1]);
        else if (readsInput && (text == input || text == "--file"_L1))
            add(ShellAccess::Read, words[i + 1]);
        else if (verb == "bundle"_L1 && text == "create"_L1)
            add(ShellAccess::Write, words[i + 1]);
    }
    // What a message says is no file.
    if (!is({"commit"_L1, "merge"_L1, "notes"_L1, "stash"_L1, "tag"_L1}))
        mentions(ShellMentions::Options);
}

} // namespace Countersign::Permission
