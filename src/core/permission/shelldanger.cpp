// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "permission/shelldanger.h"

#include "permission/gitdanger.h"
#include "permission/servicedanger.h"
#include "permission/shelloperands.h"
#include "permission/shellunwrap.h"
#include "permission/shelluses.h"
#include "permission/shellword.h"

#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Countersign::Permission {

namespace {

bool isRecursive(const ShellOperands &operands)
{
    return operands.hasAny({"-r"_L1, "-R"_L1, "--recursive"_L1});
}

/// A pattern that takes all or nearly all names of a folder: "*", ".*", ".[!.]*", "[a-z]*", "*/".
bool isWidePattern(QString text)
{
    static const QRegularExpression wide(u"^\\.?(\\[[^\\]]*\\]|[*?])*[*](\\[[^\\]]*\\]|[*?])*$"_s);
    // No name is longer, so that only stars can match one; and the search takes the square of it.
    constexpr qsizetype longest = 255;
    while (text.endsWith(u'/'))
        text.chop(1);
    if (text.size() - text.lastIndexOf(u'/') - 1 > longest)
        return true;
    return wide.match(text.section(u'/', -1)).hasMatch();
}

/// A pattern of that kind for the folder that the command runs in.
bool takesEveryFile(const ShellWord &word)
{
    QString text = word.text;
    if (text.startsWith("./"_L1))
        text.remove(0, 2);
    return word.kind == ShellWord::Kind::Glob && !text.contains(u'/') && isWidePattern(text);
}

} // namespace

bool isWholeFolder(const ShellWord &word)
{
    if (word.kind == ShellWord::Kind::Unknown)
        return true;
    if (word.kind == ShellWord::Kind::Glob)
        return isWidePattern(word.text);
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

namespace {

bool anyWide(const QList<ShellWord> &words)
{
    return std::any_of(words.begin(), words.end(), isWholeFolder);
}

bool isDownloader(const QString &program)
{
    return isOneOf(program, {"aria2c"_L1, "curl"_L1, "fetch"_L1, "http"_L1, "wget"_L1});
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
                   {"blkdiscard"_L1, "cfdisk"_L1, "fdisk"_L1, "lvremove"_L1, "mke2fs"_L1,
                    "mkswap"_L1, "parted"_L1, "pvremove"_L1, "sfdisk"_L1, "sgdisk"_L1,
                    "vgremove"_L1, "wipefs"_L1})
        || (isOneOf(program, {"zfs"_L1, "zpool"_L1, "btrfs"_L1, "cryptsetup"_L1, "nvme"_L1})
            && std::any_of(operands.words.begin(), operands.words.end(),
                           [](const ShellWord &word) {
                               return isOneOf(word.text,
                                              {"delete"_L1, "destroy"_L1, "erase"_L1, "format"_L1,
                                               "luksErase"_L1, "luksFormat"_L1, "rollback"_L1});
                           }))
        || (program == "mdadm"_L1 && operands.has("--zero-superblock"_L1)))
        return u"Overwrites a disk, its partitions or the volumes on it."_s;
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
    const bool ends = isOneOf(program, {"kill"_L1, "killall"_L1, "pkill"_L1});
    if (ends && std::any_of(command.words.begin(), command.words.end(), [](const ShellWord &word) {
            return word.source.contains("PPID"_L1);
        }))
        return u"Ends the program that started the shell: the desktop."_s;
    const ShellOperands matched = shellOperands(command, "uUgGPstFo"_L1, {"--user"_L1});
    const bool everything =
            std::all_of(matched.words.begin(), matched.words.end(), [](const ShellWord &word) {
                return isOneOf(word.text, {""_L1, "."_L1, ".*"_L1});
            });
    if (program == "killall5"_L1 || (program == "pkill"_L1 && everything)
        || (program == "killall"_L1 && matched.words.isEmpty() && command.words.size() > 1
            && matched.hasAny({"-u"_L1, "--user"_L1})))
        return u"Ends every process that you may end, the desktop's too."_s;
    if (program == "crontab"_L1 && operands.has("-r"_L1))
        return u"Deletes all of your scheduled jobs."_s;
    if (isOneOf(program,
                {"doas"_L1, "gsudo"_L1, "pkexec"_L1, "run0"_L1, "runuser"_L1, "su"_L1, "sudo"_L1,
                 "sudoedit"_L1}))
        return u"Runs with the rights of another user, by default of root, who may change "
               "everything on this machine."_s;
    if (isOneOf(program, {"deluser"_L1, "userdel"_L1}))
        return u"Deletes a user account."_s;
    return {};
}

bool isDevice(const QString &path)
{
    if (path == "/proc/sysrq-trigger"_L1)
        return true;
    return path.startsWith("/dev/"_L1)
            && !isOneOf(path,
                        {"/dev/null"_L1, "/dev/stdout"_L1, "/dev/stderr"_L1, "/dev/tty"_L1,
                         "/dev/full"_L1, "/dev/zero"_L1})
            && !path.startsWith("/dev/fd/"_L1) && !path.startsWith("/dev/shm/"_L1)
            && !path.startsWith("/dev/pts/"_L1);
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
        if (program != "rm"_L1 && !operands.words.isEmpty() && !hasDashedMode(command, operands))
            operands.words.removeFirst();
        if (isRecursive(operands) && anyWide(operands.words)) {
            return program == "rm"_L1
                    ? u"Deletes whole folders for good, and which ones depends on where it runs "
                      "or on what is there then."_s
                    : u"Changes the rights of every file below a whole folder; the old rights are "
                      "not kept."_s;
        }
    }
    if (program == "rm"_L1) {
        const ShellOperands operands = shellOperands(command);
        if (std::any_of(operands.words.begin(), operands.words.end(), takesEveryFile))
            return u"Deletes every file of the folder that it runs in, for good."_s;
    }
    if (program == "find"_L1 && worksOnWholeFolders(command))
        return u"Deletes everything that the search finds, for good."_s;
    if (isOneOf(program, {"shred"_L1, "srm"_L1, "wipe"_L1}))
        return u"Destroys files so that nothing can restore them."_s;
    if (program == "rsync"_L1
        && std::any_of(command.words.begin(), command.words.end(),
                       [](const ShellWord &word) { return word.text.startsWith("--del"_L1); }))
        return u"Deletes at the destination whatever the source does not have."_s;
    if (program == "rsync"_L1 && shellOperands(command).has("--remove-source-files"_L1))
        return u"Deletes the files that it has copied."_s;
    if (program == "git"_L1)
        return gitDanger(command);
    if (command.pipedFrom
        && std::any_of(command.pipedFrom->begin(), command.pipedFrom->end(), isDownloader)
        && runsOthers(program) && !unwrapShellCommand(command).hidden.isEmpty())
        return u"Runs whatever the network answers, unseen."_s;
    if (const QString danger = serviceDanger(command); !danger.isEmpty())
        return danger;
    return systemDanger(command, program);
}

} // namespace Countersign::Permission
