// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "permission/shelldanger.h"

#include "permission/shelloperands.h"
#include "permission/shellunwrap.h"
#include "permission/shelluses.h"

#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Countersign::Permission {

namespace {

bool isOneOf(const QString &text, std::initializer_list<QLatin1StringView> names)
{
    return std::any_of(names.begin(), names.end(),
                       [&text](QLatin1StringView name) { return text == name; });
}

bool isRecursive(const ShellOperands &operands)
{
    return operands.hasAny({"-r"_L1, "-R"_L1, "--recursive"_L1});
}

/// An operand that stands for everything of some folder, or for what only the run can know.
bool isWide(const ShellWord &word)
{
    if (word.kind == ShellWord::Kind::Unknown)
        return true;
    if (word.kind == ShellWord::Kind::Glob)
        return isOneOf(word.text.section(u'/', -1), {"*"_L1, ".*"_L1, "**"_L1, "?*"_L1})
                || word.text.endsWith("/*"_L1);
    // However it is written, home is everything that a person has.
    QString source = word.source;
    source.remove(u'"').remove(u'{').remove(u'}');
    while (source.size() > 1 && source.endsWith(u'/'))
        source.chop(1);
    if (source == "~"_L1 || source == "$HOME"_L1)
        return true;
    QString text = word.text;
    while (text.size() > 1 && text.endsWith(u'/'))
        text.chop(1);
    return text.isEmpty() || isOneOf(text, {"/"_L1, "."_L1, ".."_L1, ".git"_L1})
            || text.endsWith("/."_L1) || text.endsWith("/.."_L1) || text.endsWith("/.git"_L1);
}

bool anyWide(const QList<ShellWord> &words)
{
    return std::any_of(words.begin(), words.end(), isWide);
}

QString gitDanger(const ShellCommand &command)
{
    const ShellOperands operands =
            shellOperands(command, "Cc"_L1, {"--git-dir"_L1, "--work-tree"_L1, "--namespace"_L1});
    const QString verb = operands.words.isEmpty() ? QString() : operands.words.first().text;
    const QList<ShellWord> rest = operands.words.mid(1);
    for (const ShellOperands::Option &option : operands.options) {
        if (option.name != "-c"_L1 || !option.value)
            continue;
        const QString key = option.value->text.section(u'=', 0, 0).toLower();
        if (!key.startsWith("user."_L1) && !key.startsWith("color."_L1)
            && !key.startsWith("advice."_L1) && !key.startsWith("init."_L1)
            && !isOneOf(key,
                        {"core.quotepath"_L1, "core.autocrlf"_L1, "commit.gpgsign"_L1,
                         "pull.rebase"_L1, "merge.conflictstyle"_L1}))
            return u"Sets git's %1 for this call; some settings of git run programs."_s.arg(key);
    }
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
        const bool everything = files || std::any_of(rest.begin(), rest.end(), isWide);
        if (operands.hasAny({"-f"_L1, "--force"_L1}) || everything)
            return u"Discards uncommitted changes; git keeps no copy of them."_s;
    }
    if (verb == "restore"_L1 && !rest.isEmpty()
        && (!operands.hasAny({"--staged"_L1, "-S"_L1})
            || operands.hasAny({"--worktree"_L1, "-W"_L1})))
        return u"Discards uncommitted changes of these files; git keeps no copy of them."_s;
    if (verb == "stash"_L1 && !rest.isEmpty()
        && isOneOf(rest.first().text, {"drop"_L1, "clear"_L1}))
        return u"Deletes stashed changes for good."_s;
    if (verb == "push"_L1) {
        const bool forced = operands.hasAny({"-f"_L1, "--force"_L1, "--mirror"_L1})
                || std::any_of(rest.begin(), rest.end(),
                               [](const ShellWord &word) { return word.text.startsWith(u'+'); });
        if (forced)
            return u"Overwrites the branch on the remote: commits that others pushed there can "
                   "be lost."_s;
        const bool removes = operands.hasAny({"-d"_L1, "--delete"_L1})
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

bool isDownloader(const QString &program)
{
    return isOneOf(program, {"aria2c"_L1, "curl"_L1, "fetch"_L1, "http"_L1, "wget"_L1});
}

QString databaseDanger(const ShellCommand &command)
{
    static const QRegularExpression destroys(
            u"\\b(drop\\s+(table|database|schema|index|view|role|user)|truncate\\s+(table\\b|\\w)|"
            "delete\\s+from\\s+[\\w.\"`]+\\s*(;|$))"_s,
            QRegularExpression::CaseInsensitiveOption);
    QStringList texts;
    for (const ShellWord &word : command.words.sliced(1))
        texts.append(word.text);
    if (command.input)
        texts.append(command.input->text);
    const auto found = std::any_of(texts.begin(), texts.end(), [](const QString &text) {
        return destroys.match(text).hasMatch();
    });
    return found ? u"Deletes data of a database."_s : QString();
}

QString systemDanger(const ShellCommand &command, const QString &program)
{
    const ShellOperands operands = shellOperands(command);
    if (isOneOf(program,
                {"halt"_L1, "poweroff"_L1, "reboot"_L1, "shutdown"_L1, "init"_L1, "telinit"_L1}))
        return u"Stops or restarts this machine."_s;
    if (program == "systemctl"_L1 && !operands.words.isEmpty()
        && isOneOf(
                operands.words.first().text,
                {"halt"_L1, "hibernate"_L1, "kexec"_L1, "poweroff"_L1, "reboot"_L1, "suspend"_L1}))
        return u"Stops or restarts this machine."_s;
    if (program.startsWith("mkfs"_L1)
        || isOneOf(program,
                   {"blkdiscard"_L1, "cfdisk"_L1, "fdisk"_L1, "mkswap"_L1, "parted"_L1, "sfdisk"_L1,
                    "sgdisk"_L1, "wipefs"_L1}))
        return u"Overwrites a disk or its partitions."_s;
    if (program == "kill"_L1) {
        const bool all = std::any_of(command.words.begin() + 1, command.words.end(),
                                     [](const ShellWord &word) { return word.text == "-1"_L1; });
        // The first "-1" may be the signal (HUP).
        const qsizetype minusOnes =
                std::count_if(command.words.begin(), command.words.end(),
                              [](const ShellWord &word) { return word.text == "-1"_L1; });
        const bool signalOnly =
                minusOnes == 1 && command.words.size() > 2 && command.words[1].text == "-1"_L1;
        if (all && !signalOnly)
            return u"Ends every process that you may end, the desktop's too."_s;
    }
    if (isOneOf(program, {"killall5"_L1}) || (program == "pkill"_L1 && operands.words.isEmpty()))
        return u"Ends every process that you may end, the desktop's too."_s;
    if (program == "crontab"_L1 && operands.has("-r"_L1))
        return u"Deletes all of your scheduled jobs."_s;
    if (isOneOf(program, {"doas"_L1, "pkexec"_L1, "runuser"_L1, "su"_L1, "sudo"_L1}))
        return u"Runs with the rights of another user, by default of root, who may change "
               "everything on this machine."_s;
    if (program == "userdel"_L1)
        return u"Deletes a user account."_s;
    return {};
}

bool isDevice(const QString &path)
{
    return path.startsWith("/dev/"_L1)
            && !isOneOf(path,
                        {"/dev/null"_L1, "/dev/stdout"_L1, "/dev/stderr"_L1, "/dev/tty"_L1,
                         "/dev/full"_L1, "/dev/zero"_L1})
            && !path.startsWith("/dev/fd/"_L1) && !path.startsWith("/dev/shm/"_L1)
            && !path.startsWith("/dev/pts/"_L1);
}

QString containerDanger(const ShellCommand &command)
{
    const ShellOperands operands = shellOperands(command);
    QStringList words;
    for (const ShellWord &word : operands.words)
        words.append(word.text);
    const QString first = words.value(0);
    const QString second = words.value(1);
    const QString program = command.program();
    if (isOneOf(program, {"docker"_L1, "podman"_L1})) {
        if (second == "prune"_L1 || (first == "volume"_L1 && second == "rm"_L1))
            return u"Deletes containers, images or volumes with the data in them."_s;
        if (first == "compose"_L1 && words.contains("down"_L1)
            && operands.hasAny({"-v"_L1, "--volumes"_L1}))
            return u"Deletes the volumes of these containers with the data in them."_s;
    }
    if (program == "kubectl"_L1 && first == "delete"_L1)
        return u"Deletes things of a cluster that others may use."_s;
    if (isOneOf(program, {"terraform"_L1, "tofu"_L1, "pulumi"_L1})
        && isOneOf(first, {"destroy"_L1}))
        return u"Destroys infrastructure and the data on it."_s;
    if (program == "aws"_L1 && first == "s3"_L1 && (second == "rb"_L1 || second == "rm"_L1)
        && operands.hasAny({"--recursive"_L1, "--force"_L1}))
        return u"Deletes stored data for good."_s;
    if (isOneOf(program, {"npm"_L1, "cargo"_L1, "gem"_L1, "pnpm"_L1, "yarn"_L1, "twine"_L1})
        && isOneOf(first, {"publish"_L1, "unpublish"_L1, "yank"_L1, "upload"_L1}))
        return u"Publishes to, or removes from, a package registry that others use."_s;
    return {};
}

} // namespace

bool worksOnWholeFolders(const ShellCommand &command)
{
    const QString program = command.program();
    const ShellOperands operands = shellOperands(command);
    if (program == "find"_L1) {
        return std::any_of(command.words.begin(), command.words.end(),
                           [](const ShellWord &word) { return word.text == "-delete"_L1; });
    }
    if (program == "mv"_L1)
        return true;
    return isOneOf(program, {"rm"_L1, "chmod"_L1, "chown"_L1, "chgrp"_L1}) && isRecursive(operands);
}

QString shellDanger(const ShellCommand &command)
{
    for (const ShellUse &use : shellUsesOf(command)) {
        if (use.access == ShellAccess::Write && isDevice(use.word.text))
            return u"Writes to the device %1 past its file system."_s.arg(use.word.text);
    }
    const QString program = command.program();
    if (program.isEmpty())
        return {};
    if (program == "rm"_L1 || program == "chmod"_L1 || program == "chown"_L1
        || program == "chgrp"_L1) {
        ShellOperands operands = shellOperands(command);
        if (program != "rm"_L1 && !operands.words.isEmpty())
            operands.words.removeFirst();
        if (isRecursive(operands) && anyWide(operands.words)) {
            return program == "rm"_L1
                    ? u"Deletes whole folders for good, and which ones depends on where it runs "
                      "or on what is there then."_s
                    : u"Changes the rights of every file below a whole folder; the old rights are "
                      "not kept."_s;
        }
    }
    if (program == "find"_L1 && worksOnWholeFolders(command))
        return u"Deletes everything that the search finds, for good."_s;
    if (program == "shred"_L1)
        return u"Destroys files so that nothing can restore them."_s;
    if (program == "rsync"_L1
        && std::any_of(command.words.begin(), command.words.end(),
                       [](const ShellWord &word) { return word.text.startsWith("--delete"_L1); }))
        return u"Deletes at the destination whatever the source does not have."_s;
    if (program == "git"_L1)
        return gitDanger(command);
    if (isOneOf(program, {"psql"_L1, "sqlite3"_L1, "mysql"_L1, "mariadb"_L1}))
        return databaseDanger(command);
    if (isOneOf(program, {"dropdb"_L1, "dropuser"_L1}))
        return u"Deletes data of a database."_s;
    if (program == "redis-cli"_L1
        && std::any_of(command.words.begin(), command.words.end(), [](const ShellWord &word) {
               return word.text.compare("flushall"_L1, Qt::CaseInsensitive) == 0
                       || word.text.compare("flushdb"_L1, Qt::CaseInsensitive) == 0;
           }))
        return u"Deletes data of a database."_s;
    if (command.pipedFrom
        && std::any_of(command.pipedFrom->begin(), command.pipedFrom->end(), isDownloader)
        && runsOthers(program) && !unwrapShellCommand(command).hidden.isEmpty())
        return u"Runs whatever the network answers, unseen."_s;
    if (const QString danger = containerDanger(command); !danger.isEmpty())
        return danger;
    return systemDanger(command, program);
}

} // namespace Countersign::Permission
