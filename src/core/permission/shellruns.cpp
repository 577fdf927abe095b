// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "permission/shellruns.h"

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace Countersign::Permission {

namespace {

/// A program that runs the command in its words, mostly without changing it.
struct Runner
{
    QLatin1StringView program;
    QLatin1StringView step; ///< Its first word; empty: none.
    int operands = 0; ///< Words of its own before the command.
};

constexpr std::array kRunners{
        Runner{"asdf"_L1, "exec"_L1},
        Runner{"aws-vault"_L1, "exec"_L1, 1},
        Runner{"bun"_L1, "x"_L1},
        Runner{"bundle"_L1, "exec"_L1},
        Runner{"bunx"_L1, ""_L1},
        Runner{"bwrap"_L1, ""_L1},
        Runner{"catchsegv"_L1, ""_L1},
        Runner{"cgexec"_L1, ""_L1},
        Runner{"chpst"_L1, ""_L1},
        Runner{"chronic"_L1, ""_L1},
        Runner{"chroot"_L1, ""_L1, 1},
        Runner{"concurrently"_L1, ""_L1},
        Runner{"conda"_L1, "run"_L1},
        Runner{"cross-env"_L1, ""_L1},
        Runner{"dbus-run-session"_L1, ""_L1},
        Runner{"direnv"_L1, "exec"_L1, 1},
        Runner{"doppler"_L1, "run"_L1},
        Runner{"dotenv"_L1, ""_L1},
        Runner{"dotenv"_L1, "run"_L1},
        Runner{"eatmydata"_L1, ""_L1},
        Runner{"fakeroot"_L1, ""_L1},
        Runner{"faketime"_L1, ""_L1, 1},
        Runner{"firejail"_L1, ""_L1},
        Runner{"gdb"_L1, ""_L1},
        Runner{"git"_L1, "bisect run"_L1},
        Runner{"git"_L1, "submodule foreach"_L1},
        Runner{"gosu"_L1, ""_L1, 1},
        Runner{"hyperfine"_L1, ""_L1},
        Runner{"ifne"_L1, ""_L1},
        Runner{"ip"_L1, "netns exec"_L1, 1},
        Runner{"ld.so"_L1, ""_L1},
        Runner{"linux32"_L1, ""_L1},
        Runner{"linux64"_L1, ""_L1},
        Runner{"ltrace"_L1, ""_L1},
        Runner{"mise"_L1, "exec"_L1},
        Runner{"nocache"_L1, ""_L1},
        Runner{"nodemon"_L1, ""_L1},
        Runner{"npm"_L1, "exec"_L1},
        Runner{"npm"_L1, "x"_L1},
        Runner{"npx"_L1, ""_L1},
        Runner{"nsenter"_L1, ""_L1},
        Runner{"numactl"_L1, ""_L1},
        Runner{"op"_L1, "run"_L1},
        Runner{"pee"_L1, ""_L1},
        Runner{"perf"_L1, "record"_L1},
        Runner{"perf"_L1, "stat"_L1},
        Runner{"pipenv"_L1, "run"_L1},
        Runner{"pipx"_L1, "run"_L1},
        Runner{"pnpm"_L1, "dlx"_L1},
        Runner{"pnpm"_L1, "exec"_L1},
        Runner{"poetry"_L1, "run"_L1},
        Runner{"prlimit"_L1, ""_L1},
        Runner{"proot"_L1, ""_L1},
        Runner{"proxychains"_L1, ""_L1},
        Runner{"pyenv"_L1, "exec"_L1},
        Runner{"rbenv"_L1, "exec"_L1},
        Runner{"rlwrap"_L1, ""_L1},
        Runner{"screen"_L1, ""_L1},
        Runner{"setarch"_L1, ""_L1, 1},
        Runner{"setpriv"_L1, ""_L1},
        Runner{"softlimit"_L1, ""_L1},
        Runner{"ssh-agent"_L1, ""_L1},
        Runner{"strace"_L1, ""_L1},
        Runner{"systemd-inhibit"_L1, ""_L1},
        Runner{"systemd-run"_L1, ""_L1},
        Runner{"taskset"_L1, ""_L1, 1},
        Runner{"tmux"_L1, "new"_L1},
        Runner{"tmux"_L1, "new-session"_L1},
        Runner{"torsocks"_L1, ""_L1},
        Runner{"toybox"_L1, ""_L1},
        Runner{"unbuffer"_L1, ""_L1},
        Runner{"unshare"_L1, ""_L1},
        Runner{"uv"_L1, "run"_L1},
        Runner{"uvx"_L1, ""_L1},
        Runner{"valgrind"_L1, ""_L1},
        Runner{"watchexec"_L1, ""_L1},
        Runner{"xterm"_L1, ""_L1},
        Runner{"xvfb-run"_L1, ""_L1},
        Runner{"yarn"_L1, "dlx"_L1},
        Runner{"yarn"_L1, "exec"_L1},
};

/// An option whose value is a program, with its arguments or without.
struct RunningOption
{
    QLatin1StringView program;
    QLatin1StringView option;
    QLatin1StringView step = {}; ///< Of git; empty: any.
    QLatin1StringView start = {}; ///< What stands in the value before the program.
};

constexpr std::array kRunningOptions{
        RunningOption{"gcc"_L1, "-wrapper"_L1},
        RunningOption{"git"_L1, "--exec"_L1},
        RunningOption{"git"_L1, "--extcmd"_L1},
        RunningOption{"git"_L1, "--open-files-in-pager"_L1},
        RunningOption{"git"_L1, "--receive-pack"_L1},
        RunningOption{"git"_L1, "--sendmail-cmd"_L1},
        RunningOption{"git"_L1, "--upload-pack"_L1},
        RunningOption{"git"_L1, "-O"_L1, "grep"_L1},
        RunningOption{"git"_L1, "-u"_L1, "clone"_L1},
        RunningOption{"git"_L1, "-x"_L1, "difftool"_L1},
        RunningOption{"git"_L1, "-x"_L1, "rebase"_L1},
        RunningOption{"man"_L1, "--pager"_L1},
        RunningOption{"man"_L1, "-P"_L1},
        RunningOption{"nc"_L1, "-e"_L1},
        RunningOption{"ncat"_L1, "--exec"_L1},
        RunningOption{"ncat"_L1, "--sh-exec"_L1},
        RunningOption{"ncat"_L1, "-c"_L1},
        RunningOption{"ncat"_L1, "-e"_L1},
        RunningOption{"rg"_L1, "--hostname-bin"_L1},
        RunningOption{"rg"_L1, "--pre"_L1},
        RunningOption{"rsync"_L1, "--rsh"_L1},
        RunningOption{"rsync"_L1, "-e"_L1},
        RunningOption{"scp"_L1, "-S"_L1},
        RunningOption{"scp"_L1, "-o"_L1, ""_L1, "ProxyCommand="_L1},
        RunningOption{"sftp"_L1, "-S"_L1},
        RunningOption{"sftp"_L1, "-o"_L1, ""_L1, "ProxyCommand="_L1},
        RunningOption{"sort"_L1, "--compress-program"_L1},
        RunningOption{"split"_L1, "--filter"_L1},
        RunningOption{"ssh"_L1, "-o"_L1, ""_L1, "LocalCommand="_L1},
        RunningOption{"ssh"_L1, "-o"_L1, ""_L1, "ProxyCommand="_L1},
        RunningOption{"tar"_L1, "--checkpoint-action"_L1, ""_L1, "exec="_L1},
        RunningOption{"tar"_L1, "--info-script"_L1},
        RunningOption{"tar"_L1, "--new-volume-script"_L1},
        RunningOption{"tar"_L1, "--rsh-command"_L1},
        RunningOption{"tar"_L1, "--to-command"_L1},
        RunningOption{"tar"_L1, "--use-compress-program"_L1},
        RunningOption{"tar"_L1, "-F"_L1},
        RunningOption{"tar"_L1, "-I"_L1},
        RunningOption{"wget"_L1, "--use-askpass"_L1},
        RunningOption{"zip"_L1, "--unzip-command"_L1},
        RunningOption{"zip"_L1, "-TT"_L1},
};

/// Places where the command of a runner may begin; bwrap has some dozens.
constexpr qsizetype kMostPlaces = 64;

bool isOption(const ShellWord &word)
{
    return word.isLiteral() && word.text.size() > 1 && word.text.startsWith(u'-');
}

/// The place behind the runner's step; -1 when the command has another one.
qsizetype behindStep(const ShellCommand &command, const Runner &runner)
{
    const QStringList steps = QString(runner.step).split(u' ', Qt::SkipEmptyParts);
    qsizetype i = 1;
    for (const QString &step : steps) {
        while (i < command.words.size() && isOption(command.words[i]))
            i += command.words[i].text == "-C"_L1 || command.words[i].text == "-c"_L1 ? 2 : 1;
        if (i >= command.words.size() || command.words[i].text != step)
            return -1;
        ++i;
    }
    return i;
}

/// Where the command begins is known only as far as the options are: each of them may have the next
/// word for its value.
void addPossible(const ShellCommand &command, const Runner &runner, ShellUnwrapped &result)
{
    const qsizetype first = behindStep(command, runner);
    if (first < 0)
        return;
    qsizetype own = runner.operands;
    qsizetype left = 1;
    for (qsizetype i = first; i < command.words.size() && left > 0; ++i) {
        const ShellWord &word = command.words[i];
        const QString &text = word.text;
        if (text == "--"_L1 && word.isLiteral()) {
            left = 1;
            continue;
        }
        if (isOption(word)) {
            left += text.contains(u'=') ? 0 : 1;
            continue;
        }
        if (word.isLiteral() && text.indexOf(u'=') > 0 && !text.contains(u' '))
            continue; // X=1 of cross-env, src=x of a mount.
        if (own > 0) {
            --own;
            continue;
        }
        if (word.isLiteral() && text.endsWith(u'/'))
            continue; // A folder.
        --left;
        if (result.possible.size() >= kMostPlaces) {
            result.hidden.append(
                    u"Which of its words %1 runs cannot be told."_s.arg(command.program()));
            return;
        }
        if (word.isLiteral() && text.contains(u' '))
            result.scripts.append(text);
        else
            result.possible.append(commandWithin(command, i, command.words.size()));
    }
}

void addText(const ShellCommand &command, const ShellWord &value, ShellUnwrapped &result)
{
    if (!value.isLiteral())
        result.hidden.append(u"%1 runs a text that is known only at run time."_s.arg(
                command.program().isEmpty() ? u"A variable"_s : command.program()));
    else if (!value.text.trimmed().isEmpty())
        result.scripts.append(value.text);
}

void addOptions(const ShellCommand &command, ShellUnwrapped &result)
{
    const QString program = command.program();
    const QList<ShellWord> &words = command.words;
    QString step;
    for (qsizetype i = 1; i < words.size() && step.isEmpty(); ++i) {
        if (!isOption(words[i]) && words[i - 1].text != "-C"_L1 && words[i - 1].text != "-c"_L1)
            step = words[i].text;
    }
    for (const RunningOption &one : kRunningOptions) {
        if (program != one.program || (!one.step.isEmpty() && step != one.step))
            continue;
        for (qsizetype i = 1; i < words.size(); ++i) {
            const QString &text = words[i].text;
            ShellWord value;
            if (text == one.option && i + 1 < words.size())
                value = words[i + 1];
            else if (one.option.size() > 2 && text.startsWith(one.option + "="_L1))
                value = withoutStart(words[i], one.option.size() + 1);
            else if (one.option.size() == 2 && text.size() > 2 && text.startsWith(one.option))
                value = withoutStart(words[i], 2);
            else
                continue;
            if (value.text.startsWith(one.start))
                addText(command, withoutStart(value, one.start.size()), result);
        }
    }
}

/// The shell of a database's own language, of socat and of make.
void addTexts(const ShellCommand &command, ShellUnwrapped &result)
{
    struct Text
    {
        QLatin1StringView program;
        QLatin1StringView before;
    };
    static constexpr std::array kTexts{
            Text{"make"_L1, "SHELL="_L1},     Text{"mariadb"_L1, "\\!"_L1},
            Text{"mysql"_L1, "\\!"_L1},       Text{"psql"_L1, "\\!"_L1},
            Text{"socat"_L1, "EXEC:"_L1},     Text{"socat"_L1, "SYSTEM:"_L1},
            Text{"sqlite3"_L1, ".shell "_L1}, Text{"sqlite3"_L1, ".system "_L1},
    };
    const QString program = command.program();
    for (const Text &one : kTexts) {
        if (program != one.program)
            continue;
        for (const ShellWord &word : command.words) {
            const qsizetype at = word.text.indexOf(one.before);
            if (at >= 0)
                addText(command, withoutStart(word, at + one.before.size()), result);
        }
    }
}

/// fd -x COMMAND: what is found comes last, or where the braces are.
void addFound(const ShellCommand &command, ShellUnwrapped &result)
{
    const QList<ShellWord> &words = command.words;
    for (qsizetype i = 1; i + 1 < words.size(); ++i) {
        const QString &text = words[i].text;
        if (text != "-x"_L1 && text != "-X"_L1 && text != "--exec"_L1 && text != "--exec-batch"_L1)
            continue;
        ShellCommand inner = commandWithin(command, i + 1, words.size());
        for (qsizetype word = 1; word < inner.words.size(); ++word) {
            if (inner.words[word].text.contains(u'{'))
                inner.words[word] = unknownWord(inner.words[word]);
        }
        ShellWord rest = unknownWord(inner.words.last());
        rest.begin = rest.end;
        rest.source = u"(what fd finds)"_s;
        inner.words.append(rest);
        result.commands.append(inner);
        return;
    }
}

} // namespace

void addShellRuns(const ShellCommand &command, ShellUnwrapped &result)
{
    for (const ShellWord &value : command.programs) {
        // LESSOPEN begins with signs of its own.
        qsizetype start = 0;
        while (start < value.text.size()
               && (value.text[start] == u'|' || value.text[start] == u'-'))
            ++start;
        addText(command, withoutStart(value, start), result);
    }
    const QString program = command.program();
    for (const Runner &runner : kRunners) {
        if (program == runner.program)
            addPossible(command, runner, result);
    }
    addOptions(command, result);
    addTexts(command, result);
    if (program == "fd"_L1 || program == "fdfind"_L1)
        addFound(command, result);
}

bool isShellRunner(const QStringList &words)
{
    return std::any_of(kRunners.begin(), kRunners.end(), [&words](const Runner &runner) {
        return words.value(0) == runner.program
                && (runner.step.isEmpty() || words.size() < 2
                    || QString(runner.step).section(u' ', 0, 0) == words[1]);
    });
}

bool namesProgram(const QString &variable)
{
    static constexpr std::array kNames{"BROWSER"_L1,           "EDITOR"_L1,
                                       "GIT_ASKPASS"_L1,       "GIT_EDITOR"_L1,
                                       "GIT_EXTERNAL_DIFF"_L1, "GIT_PAGER"_L1,
                                       "GIT_PROXY_COMMAND"_L1, "GIT_SEQUENCE_EDITOR"_L1,
                                       "GIT_SSH"_L1,           "GIT_SSH_COMMAND"_L1,
                                       "LESSCLOSE"_L1,         "LESSOPEN"_L1,
                                       "MANPAGER"_L1,          "PAGER"_L1,
                                       "PROMPT_COMMAND"_L1,    "SSH_ASKPASS"_L1,
                                       "SUDO_ASKPASS"_L1,      "VISUAL"_L1};
    return std::any_of(kNames.begin(), kNames.end(),
                       [&variable](QLatin1StringView name) { return variable == name; });
}

} // namespace Countersign::Permission
