// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "permission/gitdanger.h"

#include "permission/shelldanger.h"
#include "permission/shelloperands.h"
#include "permission/shellword.h"

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace Countersign::Permission {

namespace {

/// ":/", ":(top)", "*.c": what only files can be meant by.
bool isPathspec(const ShellWord &word)
{
    return word.text.startsWith(u':') || word.text.contains(u'*')
            || word.kind == ShellWord::Kind::Glob;
}

bool isHarmlessSetting(const QString &key)
{
    return key.startsWith("user."_L1) || key.startsWith("color."_L1) || key.startsWith("advice."_L1)
            || key.startsWith("init."_L1)
            || isOneOf(key,
                       {"core.quotepath"_L1, "core.autocrlf"_L1, "commit.gpgsign"_L1,
                        "pull.rebase"_L1, "merge.conflictstyle"_L1});
}

QString settingDanger(const ShellOperands &operands, const QList<ShellWord> &rest)
{
    QList<ShellWord> words = rest;
    if (!words.isEmpty() && isOneOf(words.first().text, {"get"_L1, "list"_L1}))
        return {};
    if (!words.isEmpty() && words.first().text == "set"_L1)
        words.removeFirst();
    const bool sets = words.size() > 1
            || operands.hasAny({"--unset"_L1, "--unset-all"_L1, "--add"_L1, "--replace-all"_L1,
                                "--remove-section"_L1, "--rename-section"_L1})
            || (!words.isEmpty() && isOneOf(words.first().text, {"unset"_L1, "edit"_L1}));
    if (!sets
        || operands.hasAny({"--get"_L1, "--get-all"_L1, "--get-regexp"_L1, "--get-urlmatch"_L1,
                            "-l"_L1, "--list"_L1}))
        return {};
    if (operands.hasAny({"--global"_L1, "--system"_L1}))
        return u"Changes git's settings for all repositories, not only this one."_s;
    const QString key = words.isEmpty() ? QString() : words.first().text.toLower();
    static constexpr std::array kStarts{"alias."_L1, "filter."_L1, "include"_L1, "pager."_L1,
                                        "url."_L1};
    static constexpr std::array kEnds{
            ".askpass"_L1,   ".clean"_L1,      ".cmd"_L1,       ".command"_L1,    ".driver"_L1,
            ".editor"_L1,    ".external"_L1,   ".fsmonitor"_L1, ".gitproxy"_L1,   ".helper"_L1,
            ".hookspath"_L1, ".pager"_L1,      ".process"_L1,   ".program"_L1,    ".receivepack"_L1,
            ".smudge"_L1,    ".sshcommand"_L1, ".textconv"_L1,  ".uploadpack"_L1, ".vcs"_L1};
    const bool runs = std::any_of(kStarts.begin(), kStarts.end(),
                                  [&key](QLatin1StringView one) { return key.startsWith(one); })
            || std::any_of(kEnds.begin(), kEnds.end(),
                           [&key](QLatin1StringView one) { return key.endsWith(one); });
    return runs
            ? u"Sets git's %1 for all later calls; some settings of git run programs."_s.arg(key)
            : QString();
}

} // namespace

QString gitDanger(const ShellCommand &command)
{
    if (command.assigned.contains("GIT_CONFIG"_L1))
        return u"Sets git's settings for this call; some settings of git run programs."_s;
    const ShellOperands operands =
            shellOperands(command, "Cc"_L1, {"--git-dir"_L1, "--work-tree"_L1, "--namespace"_L1});
    const QString verb = operands.words.isEmpty() ? QString() : operands.words.first().text;
    const QList<ShellWord> rest = operands.words.mid(1);
    for (const ShellOperands::Option &option : operands.options) {
        if (option.name == "--config-env"_L1 || (option.name == "--exec-path"_L1 && option.value))
            return u"Sets how git runs its programs for this call (%1)."_s.arg(option.name);
        if (option.name != "-c"_L1 || !option.value
            || (!operands.words.isEmpty() && option.value->begin > operands.words.first().begin))
            continue;
        const QString key = option.value->text.section(u'=', 0, 0).toLower();
        if (!isHarmlessSetting(key))
            return u"Sets git's %1 for this call; some settings of git run programs."_s.arg(key);
    }
    if (verb == "config"_L1) {
        if (const QString danger = settingDanger(operands, rest); !danger.isEmpty())
            return danger;
    }
    if (verb == "switch"_L1 && operands.hasAny({"-f"_L1, "--force"_L1, "--discard-changes"_L1}))
        return u"Discards uncommitted changes; git keeps no copy of them."_s;
    if ((verb == "checkout-index"_L1 && operands.hasAny({"-f"_L1, "--force"_L1}))
        || (verb == "read-tree"_L1 && operands.has("--reset"_L1)))
        return u"Discards uncommitted changes; git keeps no copy of them."_s;
    if (verb == "rm"_L1 && operands.hasAny({"-f"_L1, "--force"_L1}) && !operands.has("--cached"_L1))
        return u"Deletes files with their uncommitted changes; git keeps no copy of them."_s;
    if (verb == "submodule"_L1 && !rest.isEmpty()
        && isOneOf(rest.first().text, {"deinit"_L1, "update"_L1})
        && operands.hasAny({"-f"_L1, "--force"_L1}))
        return u"Discards uncommitted changes in submodules; git keeps no copy of them."_s;
    if (verb == "prune"_L1
        || (verb == "gc"_L1
            && std::any_of(command.words.begin(), command.words.end(), [](const ShellWord &word) {
                   return isOneOf(word.text, {"--prune=now"_L1, "--prune=all"_L1});
               })))
        return u"Deletes commits that no branch leads to, for good."_s;
    if (verb == "reset"_L1 && operands.has("--hard"_L1))
        return u"Discards every uncommitted change of tracked files; git keeps no copy of "
               "them."_s;
    if (verb == "clean"_L1 && operands.hasAny({"-f"_L1, "--force"_L1})
        && !operands.hasAny({"-n"_L1, "--dry-run"_L1}))
        return operands.hasAny({"-x"_L1, "-X"_L1})
                ? u"Deletes untracked files, the ignored ones (.env, local data) too; git keeps "
                  "no copy of them."_s
                : u"Deletes untracked files; git keeps no copy of them."_s;
    if (verb == "checkout"_L1) {
        // What stands behind "--" are files.
        const bool files =
                std::any_of(command.words.begin(), command.words.end() - 1,
                            [](const ShellWord &word) { return word.source == "--"_L1; });
        const bool everything = files || std::any_of(rest.begin(), rest.end(), isWholeFolder)
                || std::any_of(rest.begin(), rest.end(), isPathspec);
        if (operands.hasAny(
                    {"-f"_L1, "--force"_L1, "--ours"_L1, "--theirs"_L1, "--pathspec-from-file"_L1})
            || everything)
            return u"Discards uncommitted changes; git keeps no copy of them."_s;
    }
    if (verb == "restore"_L1 && (!rest.isEmpty() || operands.has("--pathspec-from-file"_L1))
        && (!operands.hasAny({"--staged"_L1, "-S"_L1})
            || operands.hasAny({"--worktree"_L1, "-W"_L1})))
        return u"Discards uncommitted changes of these files; git keeps no copy of them."_s;
    if (verb == "stash"_L1 && !rest.isEmpty()
        && isOneOf(rest.first().text, {"drop"_L1, "clear"_L1}))
        return u"Deletes stashed changes for good."_s;
    if (verb == "push"_L1) {
        const bool forced = operands.hasAny({"-f"_L1, "--force"_L1, "--force-with-lease"_L1,
                                             "--force-if-includes"_L1, "--mirror"_L1})
                || std::any_of(rest.begin(), rest.end(),
                               [](const ShellWord &word) { return word.text.startsWith(u'+'); });
        if (forced)
            return u"Overwrites the branch on the remote: commits that others pushed there can "
                   "be lost."_s;
        const bool removes = operands.hasAny({"-d"_L1, "--delete"_L1, "--prune"_L1})
                || std::any_of(rest.begin(), rest.end(), [](const ShellWord &word) {
                                 return word.text.startsWith(u':') && word.text.size() > 1;
                             });
        if (removes)
            return u"Deletes a branch or tag on the remote."_s;
    }
    if (verb == "branch"_L1
        && (operands.has("-D"_L1)
            || (operands.hasAny({"-d"_L1, "--delete"_L1})
                && operands.hasAny({"-f"_L1, "--force"_L1}))))
        return u"Deletes a branch even where its commits are nowhere else."_s;
    if (verb == "reflog"_L1 && !rest.isEmpty()
        && isOneOf(rest.first().text, {"expire"_L1, "delete"_L1}))
        return u"Deletes the log from which lost commits are found again."_s;
    if (verb == "filter-branch"_L1 || verb == "filter-repo"_L1)
        return u"Rewrites the history of the repository."_s;
    if (verb == "update-ref"_L1 && operands.has("-d"_L1))
        return u"Deletes a reference; its commits may be lost."_s;
    if (verb == "worktree"_L1 && !rest.isEmpty() && rest.first().text == "remove"_L1
        && operands.hasAny({"-f"_L1, "--force"_L1}))
        return u"Removes a work tree with the changes in it."_s;
    return {};
}

} // namespace Countersign::Permission
