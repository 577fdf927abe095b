// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "permission/shellunwrap.h"

#include "permission/shellruns.h"
#include "permission/shellword.h"

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace Countersign::Permission {

namespace {

/// How a wrapper's own words end and the command begins.
struct Wrapper
{
    QLatin1StringView name;
    QLatin1StringView flags; ///< Letters of options without a value.
    QLatin1StringView valued; ///< Letters of options with one.
    int operands = 0; ///< Words of its own between options and command.
    bool transparent = true;
};

constexpr std::array kWrappers{
        Wrapper{"builtin"_L1, ""_L1, ""_L1},
        Wrapper{"busybox"_L1, ""_L1, ""_L1},
        Wrapper{"chrt"_L1, "abdfimorv"_L1, "DPT"_L1, 1},
        Wrapper{"command"_L1, "p"_L1, ""_L1},
        Wrapper{"doas"_L1, "nLs"_L1, "aCu"_L1, 0, false},
        Wrapper{"exec"_L1, "cl"_L1, "a"_L1},
        Wrapper{"ionice"_L1, "t"_L1, "cnpPu"_L1},
        Wrapper{"nice"_L1, "0123456789"_L1, "n"_L1},
        Wrapper{"nohup"_L1, ""_L1, ""_L1},
        Wrapper{"setsid"_L1, "cfw"_L1, ""_L1},
        Wrapper{"stdbuf"_L1, ""_L1, "eio"_L1},
        Wrapper{"sudo"_L1, "ABbEHKknPSsvi"_L1, "CDghpRrTtuU"_L1, 0, false},
        Wrapper{"time"_L1, "apqvV"_L1, "fo"_L1},
        Wrapper{"timeout"_L1, "fpv"_L1, "ks"_L1, 1},
        Wrapper{"xargs"_L1, "0oprtx"_L1, "aEIdLnPs"_L1, 0, false},
};

bool isShell(const QString &program)
{
    return isOneOf(program,
                   {"ash"_L1, "bash"_L1, "dash"_L1, "ksh"_L1, "mksh"_L1, "rbash"_L1, "sh"_L1});
}

bool isForeignShell(const QString &program)
{
    return isOneOf(program,
                   {"csh"_L1, "elvish"_L1, "fish"_L1, "nu"_L1, "osh"_L1, "posh"_L1, "pwsh"_L1,
                    "tcsh"_L1, "xonsh"_L1, "yash"_L1, "zsh"_L1});
}

bool isInterpreter(const QString &program)
{
    static constexpr std::array kNames{
            "R"_L1,      "Rscript"_L1, "awk"_L1,   "bun"_L1,   "deno"_L1,    "ed"_L1,
            "ex"_L1,     "expect"_L1,  "gawk"_L1,  "gdb"_L1,   "ghci"_L1,    "guile"_L1,
            "irb"_L1,    "java"_L1,    "julia"_L1, "lua"_L1,   "mawk"_L1,    "node"_L1,
            "nodejs"_L1, "ocaml"_L1,   "perl"_L1,  "php"_L1,   "pypy"_L1,    "python"_L1,
            "racket"_L1, "ruby"_L1,    "sbcl"_L1,  "tclsh"_L1, "ts-node"_L1, "tsx"_L1,
            "vim"_L1,    "vi"_L1,      "emacs"_L1, "wish"_L1};
    return std::any_of(kNames.begin(), kNames.end(), [&program](QLatin1StringView name) {
        if (!program.startsWith(name))
            return false;
        // python3, python3.11, perl5.36
        return std::all_of(program.begin() + name.size(), program.end(),
                           [](QChar c) { return c.isDigit() || c == u'.'; });
    });
}

QString hiddenIn(const QString &program)
{
    return u"What %1 runs cannot be seen."_s.arg(program);
}

ShellUnwrapped hidden(const QString &program)
{
    ShellUnwrapped result;
    result.hidden.append(hiddenIn(program));
    return result;
}

/// The place of the command behind the wrapper's own words; -1 when they are not understood.
qsizetype commandPlace(const ShellCommand &command, const Wrapper &wrapper)
{
    const QList<ShellWord> &words = command.words;
    qsizetype i = 1;
    for (; i < words.size(); ++i) {
        const ShellWord &word = words[i];
        if (!word.isLiteral())
            return -1;
        if (!word.text.startsWith(u'-') || word.text == "-"_L1)
            break;
        if (word.text == "--"_L1) {
            ++i;
            break;
        }
        if (word.text.startsWith("--"_L1)) {
            // The long options that people use; what is not known here is not guessed.
            if (word.text.contains(u'='))
                continue;
            if (!isOneOf(word.text,
                         {"--null"_L1, "--no-run-if-empty"_L1, "--verbose"_L1, "--foreground"_L1,
                          "--preserve-status"_L1, "--non-interactive"_L1, "--wait"_L1}))
                return -1;
            continue;
        }
        for (qsizetype letter = 1; letter < word.text.size(); ++letter) {
            const QChar c = word.text[letter];
            if (wrapper.valued.contains(c)) {
                if (letter + 1 == word.text.size())
                    ++i; // Its value is the next word.
                break;
            }
            if (!wrapper.flags.contains(c))
                return -1;
        }
    }
    i += wrapper.operands;
    return i <= words.size() ? i : -1;
}

ShellUnwrapped unwrapPlain(const ShellCommand &command, const Wrapper &wrapper)
{
    const QString program = command.program();
    if (program == "command"_L1 && command.words.size() > 1
        && isOneOf(command.words[1].text, {"-v"_L1, "-V"_L1}))
        return {};
    const qsizetype place = commandPlace(command, wrapper);
    if (place < 0)
        return hidden(program);
    ShellUnwrapped result;
    if (place >= command.words.size()) {
        // "exec > log", "nice": nothing is run. A bare xargs runs echo.
        if (program == "sudo"_L1 && command.words.size() > 1)
            return hidden(program);
        return result;
    }
    ShellCommand inner = commandWithin(command, place, command.words.size());
    if (program == "xargs"_L1) {
        // With -I any word may hold what is read; without, it comes last.
        const bool placed = std::any_of(
                command.words.begin(), command.words.begin() + place, [](const ShellWord &word) {
                    return word.text.startsWith("-I"_L1) || word.text.startsWith("-i"_L1);
                });
        for (qsizetype i = 1; placed && i < inner.words.size(); ++i)
            inner.words[i] = unknownWord(inner.words[i]);
        ShellWord rest = unknownWord(inner.words.last());
        rest.begin = rest.end;
        rest.source = u"(what xargs reads)"_s;
        inner.words.append(rest);
        inner.pipedFrom.reset();
        inner.input.reset();
    }
    result.transparent = wrapper.transparent;
    result.commands.append(inner);
    return result;
}

ShellUnwrapped unwrapEnv(const ShellCommand &command)
{
    ShellUnwrapped result;
    result.transparent = true;
    for (qsizetype i = 1; i < command.words.size(); ++i) {
        const ShellWord &word = command.words[i];
        const QString &text = word.text;
        if (isOneOf(text, {"-i"_L1, "-"_L1, "-0"_L1, "--null"_L1, "--ignore-environment"_L1}))
            continue;
        if (isOneOf(text, {"-u"_L1, "-C"_L1, "--unset"_L1, "--chdir"_L1})) {
            if (text == "-C"_L1 || text == "--chdir"_L1)
                return hidden(u"env"_s);
            ++i;
            continue;
        }
        if (text.startsWith(u'-'))
            return hidden(u"env"_s);
        const qsizetype equals = text.indexOf(u'=');
        if (equals > 0) {
            result.transparent = false; // Its variables: see shellruns.h.
            continue;
        }
        if (!word.isLiteral())
            return hidden(u"env"_s);
        result.commands.append(commandWithin(command, i, command.words.size()));
        return result;
    }
    return {};
}

ShellUnwrapped unwrapFind(const ShellCommand &command)
{
    ShellUnwrapped result;
    const QList<ShellWord> &words = command.words;
    for (qsizetype i = 1; i < words.size(); ++i) {
        if (!isOneOf(words[i].text, {"-exec"_L1, "-execdir"_L1, "-ok"_L1, "-okdir"_L1}))
            continue;
        qsizetype end = i + 1;
        while (end < words.size() && words[end].text != ";"_L1 && words[end].text != "+"_L1)
            ++end;
        if (end == i + 1 || !words[i + 1].isLiteral())
            return hidden(u"find"_s);
        ShellCommand inner = commandWithin(command, i + 1, end);
        for (ShellWord &word : inner.words) {
            if (word.text.contains("{}"_L1) || word.source.contains("{}"_L1))
                word = unknownWord(word);
        }
        if (!inner.words.first().isLiteral())
            return hidden(u"find"_s);
        result.commands.append(inner);
        i = end;
    }
    return result;
}

ShellUnwrapped scriptOf(const QString &program, const ShellWord &word)
{
    if (!word.isLiteral()) {
        ShellUnwrapped result;
        result.hidden.append(u"%1 runs a text that is known only at run time."_s.arg(program));
        return result;
    }
    ShellUnwrapped result;
    result.scripts.append(word.text);
    return result;
}

/// What a shell reads when it is given no script.
ShellUnwrapped inputOf(const ShellCommand &command)
{
    const QString program = command.program();
    if (command.input)
        return scriptOf(program, *command.input);
    const bool redirected = std::any_of(command.redirects.begin(), command.redirects.end(),
                                        [](const ShellRedirect &redirect) {
                                            return redirect.kind == ShellRedirect::Kind::Read;
                                        });
    if (command.pipedFrom || redirected) {
        ShellUnwrapped result;
        result.hidden.append(
                u"%1 runs whatever it is sent, which is known only at run time."_s.arg(program));
        return result;
    }
    return {};
}

/// The names of standard input: a script there is what is sent.
bool isInputFile(const ShellWord &word)
{
    return word.kind == ShellWord::Kind::Pipe || word.text == "-"_L1 || word.text == "/dev/stdin"_L1
            || word.text.startsWith("/dev/fd/"_L1)
            || (word.text.startsWith("/proc/"_L1) && word.text.contains("/fd/"_L1));
}

/// A script file that is a pipe, or standard input by another name.
ShellUnwrapped fileOf(const ShellCommand &command, const ShellWord &file)
{
    if (!isInputFile(file))
        return {}; // Read when it runs.
    ShellCommand input = command;
    if (file.kind == ShellWord::Kind::Pipe || (!input.input && !input.pipedFrom))
        input.pipedFrom = QStringList();
    if (file.kind == ShellWord::Kind::Pipe)
        input.input.reset();
    return inputOf(input);
}

ShellUnwrapped unwrapShell(const ShellCommand &command)
{
    const QString program = command.program();
    const QList<ShellWord> &words = command.words;
    bool fromInput = false;
    for (qsizetype i = 1; i < words.size(); ++i) {
        if (!words[i].isLiteral())
            return hidden(program);
        const QString &text = words[i].text;
        const bool option = text.size() > 1 && (text.startsWith(u'-') || text.startsWith(u'+'));
        if (!option || text == "--"_L1) {
            const bool ends = text == "--"_L1 || text == "-"_L1;
            const qsizetype file = ends ? i + 1 : i;
            if (fromInput || file >= words.size())
                return inputOf(command);
            return fileOf(command, words[file]);
        }
        if (text.startsWith("--"_L1)) {
            if (isOneOf(text, {"--version"_L1, "--help"_L1}))
                return {};
            if (!isOneOf(text, {"--login"_L1, "--norc"_L1, "--noprofile"_L1, "--posix"_L1}))
                return hidden(program);
            continue;
        }
        if (text.contains(u'c')) {
            qsizetype script = i + 1;
            // Options that take a value come between: -o pipefail, -eo pipefail -c.
            if (text.contains(u'o') || text.contains(u'O'))
                ++script;
            while (script < words.size() && words[script].isLiteral()
                   && (words[script].text.startsWith(u'-')
                       || words[script].text.startsWith(u'+'))) {
                if (words[script].text.contains(u'o') || words[script].text.contains(u'O'))
                    ++script;
                ++script;
            }
            return script < words.size() ? scriptOf(program, words[script]) : hidden(program);
        }
        if (text.contains(u'o') || text.contains(u'O'))
            ++i;
        fromInput = fromInput || text.contains(u's');
    }
    return inputOf(command);
}

ShellUnwrapped unwrapEval(const ShellCommand &command)
{
    QStringList texts;
    for (const ShellWord &word : command.words.sliced(1)) {
        if (!word.isLiteral())
            return scriptOf(u"eval"_s, word);
        if (!texts.isEmpty() || word.text != "--"_L1)
            texts.append(word.text);
    }
    ShellUnwrapped result;
    if (!texts.isEmpty())
        result.scripts.append(texts.join(u' '));
    return result;
}

ShellUnwrapped unwrapTrap(const ShellCommand &command)
{
    if (command.words.size() < 3)
        return {};
    const ShellWord &first = command.words[1];
    if (first.isLiteral() && (first.text.isEmpty() || first.text == "-"_L1))
        return {};
    if (first.isLiteral() && first.text.startsWith(u'-'))
        return isOneOf(first.text, {"-l"_L1, "-p"_L1}) ? ShellUnwrapped() : hidden(u"trap"_s);
    return scriptOf(u"trap"_s, first);
}

/// Programs that take a shell text behind an option, or as their words.
ShellUnwrapped unwrapText(const ShellCommand &command)
{
    const QString program = command.program();
    const QList<ShellWord> &words = command.words;
    if (program == "watch"_L1) {
        QStringList texts;
        for (qsizetype i = 1; i < words.size(); ++i) {
            if (!words[i].isLiteral())
                return hidden(program);
            if (texts.isEmpty() && words[i].text.startsWith(u'-')) {
                if (isOneOf(words[i].text, {"-n"_L1, "--interval"_L1}))
                    ++i;
                continue;
            }
            texts.append(words[i].text);
        }
        ShellUnwrapped result;
        if (!texts.isEmpty())
            result.scripts.append(texts.join(u' '));
        return result;
    }
    for (qsizetype i = 1; i + 1 < words.size(); ++i) {
        if (words[i].text == "-c"_L1 || words[i].text == "--command"_L1)
            return scriptOf(program, words[i + 1]);
    }
    return hidden(program);
}

/// Shells of another language, and interpreters. With arguments the text shows what they run; without,
/// they run what they are sent. A here-document stands in the line.
ShellUnwrapped unwrapInterpreter(const ShellCommand &command)
{
    const QString program = command.program();
    const QList<ShellWord> &words = command.words;
    if (words.size() == 1 || (words.size() == 2 && words[1].text == "-"_L1)) {
        if (command.input && command.input->kind == ShellWord::Kind::Unknown)
            return scriptOf(program, *command.input);
        return command.input ? ShellUnwrapped() : inputOf(command);
    }
    for (qsizetype i = 1; i < words.size(); ++i) {
        const QString &text = words[i].text;
        const bool code = i > 1
                && isOneOf(words[i - 1].text,
                           {"-c"_L1, "-e"_L1, "-E"_L1, "-r"_L1, "--eval"_L1, "--execute"_L1});
        if (code && words[i].kind == ShellWord::Kind::Unknown)
            return scriptOf(program, words[i]);
        if (code && isForeignShell(program)) {
            ShellUnwrapped result;
            result.hidden.append(
                    u"What %1 runs is not written in this shell's language."_s.arg(program));
            return result;
        }
        if (text.startsWith(u'-') && words[i].isLiteral() && text != "-"_L1)
            continue;
        // The first operand is the program, unless an option was one.
        return code ? ShellUnwrapped() : fileOf(command, words[i]);
    }
    return {};
}

} // namespace

ShellCommand commandWithin(const ShellCommand &command, qsizetype first, qsizetype end)
{
    ShellCommand inner = command;
    inner.words = command.words.sliced(first, end - first);
    inner.redirects.clear();
    inner.assigned.clear();
    inner.programs.clear();
    inner.end = end < command.words.size() ? inner.words.last().end : command.end;
    inner.text = sliceOf(command.script, inner.words.first().begin, inner.end);
    return inner;
}

bool isShellInterpreter(const QString &program)
{
    return isForeignShell(program) || isInterpreter(program);
}

bool runsOthers(const QString &program)
{
    return isShell(program) || isForeignShell(program) || isInterpreter(program)
            || std::any_of(kWrappers.begin(), kWrappers.end(),
                           [&program](const Wrapper &wrapper) { return program == wrapper.name; })
            || isOneOf(program,
                       {"."_L1,      "alias"_L1,       "at"_L1,        "batch"_L1,   "bwrap"_L1,
                        "chroot"_L1, "coproc"_L1,      "entr"_L1,      "env"_L1,     "eval"_L1,
                        "find"_L1,   "flock"_L1,       "ltrace"_L1,    "nsenter"_L1, "parallel"_L1,
                        "pkexec"_L1, "rsh"_L1,         "runuser"_L1,   "script"_L1,  "source"_L1,
                        "socat"_L1,  "ncat"_L1,        "screen"_L1,    "tmux"_L1,    "fd"_L1,
                        "fdfind"_L1, "sqlite3"_L1,     "osascript"_L1, "ssh"_L1,     "strace"_L1,
                        "su"_L1,     "systemd-run"_L1, "trap"_L1,      "unshare"_L1, "valgrind"_L1,
                        "watch"_L1});
}

namespace {

ShellUnwrapped unwrapKnown(const ShellCommand &command)
{
    const QString program = command.program();
    if (program.isEmpty()) {
        ShellUnwrapped result;
        result.hidden.append(u"The name of a program in it is known only at run time (%1)."_s.arg(
                command.words.first().source));
        return result;
    }
    for (const Wrapper &wrapper : kWrappers) {
        if (program == wrapper.name)
            return unwrapPlain(command, wrapper);
    }
    if (isShell(program))
        return unwrapShell(command);
    if (program == "env"_L1)
        return unwrapEnv(command);
    if (program == "find"_L1)
        return unwrapFind(command);
    if (program == "eval"_L1)
        return unwrapEval(command);
    if (program == "trap"_L1)
        return unwrapTrap(command);
    if (isOneOf(program, {"su"_L1, "runuser"_L1, "script"_L1, "flock"_L1, "watch"_L1}))
        return unwrapText(command);
    if (isForeignShell(program) || isInterpreter(program)) {
        // With arguments the text shows what they run; without, they run what they are sent. A
        // here-document stands in the line.
        return unwrapInterpreter(command);
    }
    if (program == "."_L1 || program == "source"_L1)
        return command.words.size() > 1 ? fileOf(command, command.words[1]) : ShellUnwrapped();
    if (program == "--"_L1) {
        // "time -- x": the shell's own word is not in the tree.
        ShellUnwrapped result;
        result.transparent = command.words.size() > 1;
        if (result.transparent)
            result.commands.append(commandWithin(command, 1, command.words.size()));
        return result;
    }
    if (isOneOf(program, {"compgen"_L1, "mapfile"_L1, "readarray"_L1})) {
        for (qsizetype i = 1; i + 1 < command.words.size(); ++i) {
            if (command.words[i].text == "-C"_L1)
                return scriptOf(program, command.words[i + 1]);
        }
        return {};
    }
    if (isOneOf(program, {"at"_L1, "batch"_L1, "coproc"_L1, "entr"_L1, "parallel"_L1}))
        return hidden(program);
    if (isOneOf(program, {"alias"_L1, "enable"_L1, "hash"_L1}) && command.words.size() > 1) {
        ShellUnwrapped result;
        result.hidden.append(u"%1 gives a name another meaning."_s.arg(program));
        return result;
    }
    return {};
}

} // namespace

ShellUnwrapped unwrapShellCommand(const ShellCommand &command)
{
    ShellUnwrapped result;
    if (!command.words.isEmpty())
        result = unwrapKnown(command);
    addShellRuns(command, result);
    return result;
}

} // namespace Countersign::Permission
