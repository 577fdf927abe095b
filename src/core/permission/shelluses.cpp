// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "permission/shelluses.h"

#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <utility>

using namespace Qt::StringLiterals;

namespace Countersign::Permission {

namespace {

enum class Shape {
    Reads, ///< Every operand is read.
    Looks, ///< Every operand is looked at.
    Writes, ///< Every operand is written.
    ScriptThenReads, ///< The first operand is a program or pattern, unless an option gave it.
    Copies, ///< The last is written, the others read.
    Moves, ///< All are written: the others go away.
    Removes, ///< Every operand goes away.
    Links, ///< The last is written, the others looked at.
    ModeThenWrites, ///< The first operand is a mode or an owner.
};

struct Program
{
    QLatin1StringView name;
    Shape shape;
    QLatin1StringView valued; ///< Letters of options that take a value.
};

constexpr std::array kPrograms{
        Program{"."_L1, Shape::Reads, ""_L1},
        Program{"ack"_L1, Shape::ScriptThenReads, "ABCm"_L1},
        Program{"ag"_L1, Shape::ScriptThenReads, "ABCGm"_L1},
        Program{"awk"_L1, Shape::ScriptThenReads, "Fvf"_L1},
        Program{"base32"_L1, Shape::Reads, "w"_L1},
        Program{"base64"_L1, Shape::Reads, "w"_L1},
        Program{"bat"_L1, Shape::Reads, "rlH"_L1},
        Program{"bzcat"_L1, Shape::Reads, ""_L1},
        Program{"bzip2"_L1, Shape::Writes, ""_L1},
        Program{"cat"_L1, Shape::Reads, ""_L1},
        Program{"chgrp"_L1, Shape::ModeThenWrites, ""_L1},
        Program{"chmod"_L1, Shape::ModeThenWrites, ""_L1},
        Program{"chown"_L1, Shape::ModeThenWrites, ""_L1},
        Program{"cksum"_L1, Shape::Reads, "a"_L1},
        Program{"cmp"_L1, Shape::Reads, "in"_L1},
        Program{"column"_L1, Shape::Reads, "cNosR"_L1},
        Program{"comm"_L1, Shape::Reads, ""_L1},
        Program{"cp"_L1, Shape::Copies, "StZ"_L1},
        Program{"cut"_L1, Shape::Reads, "bcdf"_L1},
        Program{"diff"_L1, Shape::Reads, "CUxXI"_L1},
        Program{"du"_L1, Shape::Looks, "dBtX"_L1},
        Program{"egrep"_L1, Shape::ScriptThenReads, "efmABC"_L1},
        Program{"expand"_L1, Shape::Reads, "t"_L1},
        Program{"fgrep"_L1, Shape::ScriptThenReads, "efmABC"_L1},
        Program{"file"_L1, Shape::Looks, "fFmP"_L1},
        Program{"fmt"_L1, Shape::Reads, "w"_L1},
        Program{"fold"_L1, Shape::Reads, "w"_L1},
        Program{"gawk"_L1, Shape::ScriptThenReads, "Fvfi"_L1},
        Program{"grep"_L1, Shape::ScriptThenReads, "efmABC"_L1},
        Program{"gunzip"_L1, Shape::Writes, "S"_L1},
        Program{"gzip"_L1, Shape::Writes, "S"_L1},
        Program{"head"_L1, Shape::Reads, "nc"_L1},
        Program{"hexdump"_L1, Shape::Reads, "efns"_L1},
        Program{"install"_L1, Shape::Copies, "gmostS"_L1},
        Program{"join"_L1, Shape::Reads, "aeijotv12"_L1},
        Program{"jq"_L1, Shape::ScriptThenReads, "fL"_L1},
        Program{"less"_L1, Shape::Reads, "bhjkoOpPtTxyz"_L1},
        Program{"link"_L1, Shape::Links, ""_L1},
        Program{"ln"_L1, Shape::Links, "tS"_L1},
        Program{"ls"_L1, Shape::Looks, "ITw"_L1},
        Program{"mawk"_L1, Shape::ScriptThenReads, "Fvf"_L1},
        Program{"md5sum"_L1, Shape::Reads, ""_L1},
        Program{"mkdir"_L1, Shape::Writes, "mZ"_L1},
        Program{"mkfifo"_L1, Shape::Writes, "m"_L1},
        Program{"more"_L1, Shape::Reads, "n"_L1},
        Program{"mv"_L1, Shape::Moves, "St"_L1},
        Program{"nl"_L1, Shape::Reads, "bdfhilnsvw"_L1},
        Program{"od"_L1, Shape::Reads, "AjNStw"_L1},
        Program{"paste"_L1, Shape::Reads, "d"_L1},
        Program{"readlink"_L1, Shape::Looks, ""_L1},
        Program{"realpath"_L1, Shape::Looks, ""_L1},
        Program{"rev"_L1, Shape::Reads, ""_L1},
        Program{"rg"_L1, Shape::ScriptThenReads, "efgmtTABCErjM"_L1},
        Program{"rm"_L1, Shape::Removes, ""_L1},
        Program{"rmdir"_L1, Shape::Removes, ""_L1},
        Program{"rsync"_L1, Shape::Copies, "efBMT"_L1},
        Program{"sed"_L1, Shape::ScriptThenReads, "efl"_L1},
        Program{"sha1sum"_L1, Shape::Reads, ""_L1},
        Program{"sha256sum"_L1, Shape::Reads, ""_L1},
        Program{"sha512sum"_L1, Shape::Reads, ""_L1},
        Program{"shred"_L1, Shape::Writes, "ns"_L1},
        Program{"sort"_L1, Shape::Reads, "koSTt"_L1},
        Program{"source"_L1, Shape::Reads, ""_L1},
        Program{"sponge"_L1, Shape::Writes, ""_L1},
        Program{"stat"_L1, Shape::Looks, "cf"_L1},
        Program{"strings"_L1, Shape::Reads, "ent"_L1},
        Program{"tac"_L1, Shape::Reads, "s"_L1},
        Program{"tail"_L1, Shape::Reads, "nc"_L1},
        Program{"tee"_L1, Shape::Writes, ""_L1},
        Program{"touch"_L1, Shape::Writes, "drt"_L1},
        Program{"tree"_L1, Shape::Looks, "LIPo"_L1},
        Program{"truncate"_L1, Shape::Writes, "rs"_L1},
        Program{"uniq"_L1, Shape::Copies, "fsw"_L1},
        Program{"unlink"_L1, Shape::Removes, ""_L1},
        Program{"unxz"_L1, Shape::Writes, ""_L1},
        Program{"wc"_L1, Shape::Reads, ""_L1},
        Program{"xxd"_L1, Shape::Reads, "cglos"_L1},
        Program{"xz"_L1, Shape::Writes, "T"_L1},
        Program{"xzcat"_L1, Shape::Reads, ""_L1},
        Program{"yq"_L1, Shape::ScriptThenReads, ""_L1},
        Program{"zcat"_L1, Shape::Reads, ""_L1},
        Program{"zgrep"_L1, Shape::ScriptThenReads, "efmABC"_L1},
        Program{"zless"_L1, Shape::Reads, ""_L1},
};

/// Options of any of these programs whose value is a file, by program; "*" is every one.
struct FileOption
{
    QLatin1StringView program;
    QLatin1StringView option;
    ShellAccess access;
};

constexpr std::array kFileOptions{
        FileOption{"awk"_L1, "-f"_L1, ShellAccess::Read},
        FileOption{"cp"_L1, "-t"_L1, ShellAccess::Write},
        FileOption{"cp"_L1, "--target-directory"_L1, ShellAccess::Write},
        FileOption{"grep"_L1, "-f"_L1, ShellAccess::Read},
        FileOption{"install"_L1, "-t"_L1, ShellAccess::Write},
        FileOption{"ln"_L1, "-t"_L1, ShellAccess::Write},
        FileOption{"mv"_L1, "-t"_L1, ShellAccess::Write},
        FileOption{"mv"_L1, "--target-directory"_L1, ShellAccess::Write},
        FileOption{"rg"_L1, "-f"_L1, ShellAccess::Read},
        FileOption{"sed"_L1, "-f"_L1, ShellAccess::Read},
        FileOption{"sort"_L1, "-o"_L1, ShellAccess::Write},
        FileOption{"sort"_L1, "--output"_L1, ShellAccess::Write},
        FileOption{"tree"_L1, "-o"_L1, ShellAccess::Write},
};

ShellWord made(const QString &text, const ShellWord &where)
{
    ShellWord word = where;
    word.kind = ShellWord::Kind::Literal;
    word.text = text;
    word.pattern.clear();
    return word;
}

/// The word without its first `length` units, which are known ("of=", "--output=").
ShellWord without(const ShellWord &word, qsizetype length)
{
    ShellWord rest = word;
    rest.text = word.text.mid(length);
    rest.pattern = word.pattern.mid(length);
    return rest;
}

/// True when a script of sed or awk looks as if it wrote a file or ran a program. Too often is safe.
bool mayWrite(QLatin1StringView program, const ShellWord &script)
{
    static const QRegularExpression sed(u"(^|[^A-Za-z\\s])\\s*([wW]\\s+\\S|e(\\s|$))"_s);
    static const QRegularExpression awk(
            u">\\s*[\"(a-z]|\\bsystem\\s*\\(|\\|\\s*\"|\\|&|\\bgetline\\b"_s);
    if (program == "sed"_L1)
        return sed.match(script.text).hasMatch();
    if (program == "awk"_L1 || program == "gawk"_L1 || program == "mawk"_L1)
        return awk.match(script.text).hasMatch();
    return false;
}

/// Collects what one command touches.
class Uses
{
public:
    explicit Uses(const ShellCommand &command) : m_command(command) { }

    void add(ShellAccess access, const ShellWord &word, bool itself = false)
    {
        const bool input = word.isLiteral() && word.text == "-"_L1;
        if (word.kind != ShellWord::Kind::Pipe && !input)
            m_uses.append({access, word, itself});
    }
    void add(ShellAccess access, const QList<ShellWord> &words)
    {
        for (const ShellWord &word : words)
            add(access, word);
    }
    /// The folder that the command runs in.
    void addHere(ShellAccess access) { add(access, made(u"."_s, m_command.words.first())); }

    void redirects()
    {
        for (const ShellRedirect &redirect : m_command.redirects) {
            add(redirect.kind == ShellRedirect::Kind::Read ? ShellAccess::Read : ShellAccess::Write,
                redirect.target);
        }
    }

    void known(const Program &program);
    void dd();
    void git();
    void network(bool curl);
    void patch();
    void perl();
    void tar();
    void unzip();
    void find();
    void inFolder(QLatin1StringView option);
    void guess();

    [[nodiscard]] QList<ShellUse> take() const { return m_uses; }

private:
    const ShellCommand &m_command;
    QList<ShellUse> m_uses;
};

void Uses::known(const Program &program)
{
    static const QList<QLatin1StringView> longs{
            "--lines"_L1,     "--bytes"_L1,  "--regexp"_L1,     "--file"_L1,
            "--max-count"_L1, "--output"_L1, "--reference"_L1,  "--target-directory"_L1,
            "--size"_L1,      "--mode"_L1,   "--expression"_L1, "--date"_L1,
            "--glob"_L1,      "--type"_L1,   "--max-depth"_L1,  "--arg"_L1,
            "--context"_L1,   "--suffix"_L1};
    ShellOperands operands = shellOperands(m_command, program.valued, longs);
    for (const ShellOperands::Option &option : std::as_const(operands.options)) {
        for (const FileOption &file : kFileOptions) {
            if (option.value && file.program == program.name && option.name == file.option)
                add(file.access, *option.value);
        }
    }
    QList<ShellWord> &words = operands.words;
    const auto takeFirst = [&words] {
        if (!words.isEmpty())
            words.removeFirst();
    };
    switch (program.shape) {
    case Shape::Reads:
        add(ShellAccess::Read, words);
        return;
    case Shape::Looks:
        add(ShellAccess::Look, words);
        return;
    case Shape::Removes:
        for (const ShellWord &word : std::as_const(words))
            add(ShellAccess::Write, word, true);
        return;
    case Shape::Writes: {
        const bool toOutput = operands.hasAny({"-c"_L1, "--stdout"_L1});
        add(toOutput && program.name.contains("z"_L1) ? ShellAccess::Read : ShellAccess::Write,
            words);
        return;
    }
    case Shape::ScriptThenReads: {
        QList<ShellWord> scripts;
        for (const ShellOperands::Option &option : std::as_const(operands.options)) {
            if (option.value && (option.name == "-e"_L1 || option.name == "--expression"_L1))
                scripts.append(*option.value);
        }
        if (!operands.hasAny({"-e"_L1, "-f"_L1, "--regexp"_L1, "--file"_L1, "--expression"_L1,
                              "--files"_L1})) {
            if (!words.isEmpty())
                scripts.append(words.first());
            takeFirst();
        }
        bool inPlace = false;
        for (const ShellOperands::Option &option : std::as_const(operands.options)) {
            inPlace = inPlace || option.name == "--in-place"_L1
                    || (program.name == "sed"_L1 && option.name == "-i"_L1)
                    || (program.name == "gawk"_L1 && option.name == "-i"_L1)
                    || (program.name == "yq"_L1 && option.name == "-i"_L1);
        }
        add(inPlace ? ShellAccess::Write : ShellAccess::Read, words);
        for (const ShellWord &script : scripts) {
            // Where the program that it runs may write is in that program's own language.
            if (mayWrite(program.name, script))
                add(ShellAccess::Write, unknownWord(script));
        }
        return;
    }
    case Shape::Copies:
    case Shape::Links:
    case Shape::Moves: {
        const bool folderGiven = operands.hasAny({"-t"_L1, "--target-directory"_L1});
        const bool makesFolders = program.name == "install"_L1 && operands.has("-d"_L1);
        if (makesFolders) {
            add(ShellAccess::Write, words);
            return;
        }
        if (program.shape == Shape::Moves) {
            for (qsizetype i = 0; i < words.size(); ++i)
                add(ShellAccess::Write, words[i], folderGiven || i + 1 < words.size());
            return;
        }
        if (!folderGiven && words.size() > 1)
            add(ShellAccess::Write, words.takeLast());
        else if (!folderGiven && program.shape == Shape::Links)
            addHere(ShellAccess::Write);
        add(program.shape == Shape::Copies ? ShellAccess::Read : ShellAccess::Look, words);
        return;
    }
    case Shape::ModeThenWrites:
        if (!operands.has("--reference"_L1))
            takeFirst();
        add(ShellAccess::Write, words);
        return;
    }
}

void Uses::dd()
{
    for (const ShellWord &word : m_command.words.sliced(1)) {
        if (word.text.startsWith("of="_L1))
            add(ShellAccess::Write, without(word, 3));
        else if (word.text.startsWith("if="_L1))
            add(ShellAccess::Read, without(word, 3));
        else if (!word.isLiteral())
            add(ShellAccess::Write, word);
    }
}

void Uses::git()
{
    const ShellOperands operands =
            shellOperands(m_command, "Cc"_L1, {"--git-dir"_L1, "--work-tree"_L1, "--namespace"_L1});
    for (const ShellOperands::Option &option : operands.options) {
        if (option.value
            && (option.name == "-C"_L1 || option.name == "--git-dir"_L1
                || option.name == "--work-tree"_L1))
            add(ShellAccess::Look, *option.value);
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
            const qsizetype colon = word.text.indexOf(u':');
            if (colon >= 0 && colon + 1 < word.text.size())
                add(ShellAccess::Read, without(word, colon + 1));
        }
    }
}

void Uses::network(bool curl)
{
    const ShellOperands operands = curl
            ? shellOperands(m_command, "AbcdDeEFHKmoPQrtTuUwxXyYzC"_L1,
                            {"--output"_L1, "--output-dir"_L1, "--upload-file"_L1, "--config"_L1,
                             "--data"_L1, "--header"_L1, "--request"_L1})
            : shellOperands(m_command, "aeioOPtTUw"_L1,
                            {"--output-document"_L1, "--directory-prefix"_L1, "--post-file"_L1,
                             "--output-file"_L1, "--input-file"_L1});
    bool named = false;
    for (const ShellOperands::Option &option : operands.options) {
        if (!option.value)
            continue;
        const QString &name = option.name;
        const bool writes = curl ? name == "-o"_L1 || name == "--output"_L1
                        || name == "--output-dir"_L1 || name == "-c"_L1 || name == "-D"_L1
                                 : name == "-O"_L1 || name == "--output-document"_L1
                        || name == "-P"_L1 || name == "--directory-prefix"_L1 || name == "-o"_L1;
        const bool reads = curl ? name == "-T"_L1 || name == "--upload-file"_L1 || name == "-K"_L1
                        || name == "--config"_L1
                                : name == "-i"_L1 || name == "--post-file"_L1;
        if (writes)
            add(ShellAccess::Write, *option.value);
        else if (reads)
            add(ShellAccess::Read, *option.value);
        else if (curl && option.value->text.startsWith(u'@') && name != "-H"_L1)
            add(ShellAccess::Read, without(*option.value, 1));
        else if (curl && name == "-F"_L1 && option.value->text.contains("=@"_L1))
            add(ShellAccess::Read, without(*option.value, option.value->text.indexOf("=@"_L1) + 2));
        named = named || writes;
    }
    const bool intoFolder = curl ? operands.hasAny({"-O"_L1, "--remote-name"_L1, "-J"_L1})
                                 : !operands.hasAny({"--spider"_L1, "--version"_L1, "--help"_L1});
    if (intoFolder && !named)
        addHere(ShellAccess::Write);
}

void Uses::patch()
{
    const ShellOperands operands =
            shellOperands(m_command, "dioprBDFVYz"_L1,
                          {"--input"_L1, "--output"_L1, "--directory"_L1, "--strip"_L1});
    bool named = !operands.words.isEmpty();
    for (const ShellOperands::Option &option : operands.options) {
        if (!option.value)
            continue;
        if (option.name == "-i"_L1 || option.name == "--input"_L1)
            add(ShellAccess::Read, *option.value);
        if (option.name == "-o"_L1 || option.name == "--output"_L1 || option.name == "-d"_L1
            || option.name == "--directory"_L1) {
            add(ShellAccess::Write, *option.value);
            named = true;
        }
    }
    add(ShellAccess::Write, operands.words);
    if (!named && !operands.has("--dry-run"_L1))
        addHere(ShellAccess::Write);
}

void Uses::perl()
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

void Uses::tar()
{
    if (m_command.words.size() < 2)
        return;
    // The old way of writing: the first word is letters without a dash.
    const QString first = m_command.words[1].text;
    ShellOperands operands =
            shellOperands(m_command, "fCTXbgHKLNV"_L1,
                          {"--file"_L1, "--directory"_L1, "--files-from"_L1, "--exclude"_L1});
    const bool old = !first.startsWith(u'-');
    const auto mode = [&](QChar letter, QLatin1StringView name) {
        return (old && first.contains(letter)) || operands.has(name)
                || std::any_of(operands.options.begin(), operands.options.end(),
                               [letter](const ShellOperands::Option &option) {
                                   return option.name == QString(u'-') + letter;
                               });
    };
    const bool extracts = mode(u'x', "--extract"_L1) || mode(u'x', "--get"_L1);
    const bool creates = mode(u'c', "--create"_L1) || mode(u'r', "--append"_L1);
    if (old && !operands.words.isEmpty()) {
        operands.words.removeFirst();
        if (first.contains(u'f') && !operands.words.isEmpty())
            add(creates ? ShellAccess::Write : ShellAccess::Read, operands.words.takeFirst());
    }
    bool placed = false;
    for (const ShellOperands::Option &option : std::as_const(operands.options)) {
        if (!option.value)
            continue;
        if (option.name == "-f"_L1 || option.name == "--file"_L1)
            add(creates ? ShellAccess::Write : ShellAccess::Read, *option.value);
        if (option.name == "-C"_L1 || option.name == "--directory"_L1) {
            add(extracts ? ShellAccess::Write : ShellAccess::Look, *option.value);
            placed = true;
        }
    }
    if (creates)
        add(ShellAccess::Read, operands.words);
    if (extracts && !placed && !operands.hasAny({"-O"_L1, "--to-stdout"_L1}))
        addHere(ShellAccess::Write);
}

void Uses::unzip()
{
    const ShellOperands operands = shellOperands(m_command, "dxP"_L1);
    if (!operands.words.isEmpty())
        add(ShellAccess::Read, operands.words.first());
    bool placed = operands.hasAny({"-l"_L1, "-p"_L1, "-t"_L1, "-v"_L1, "-Z"_L1});
    for (const ShellOperands::Option &option : operands.options) {
        if (option.name == "-d"_L1 && option.value) {
            add(ShellAccess::Write, *option.value);
            placed = true;
        }
    }
    if (!placed)
        addHere(ShellAccess::Write);
}

void Uses::find()
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

void Uses::inFolder(QLatin1StringView option)
{
    const QList<ShellWord> &words = m_command.words;
    for (qsizetype i = 1; i + 1 < words.size(); ++i) {
        if (words[i].text == option)
            add(ShellAccess::Look, words[i + 1]);
    }
}

void Uses::guess()
{
    for (const ShellWord &word : m_command.words.sliced(1)) {
        const QString &text = word.text;
        const bool path = text.startsWith(u'/') || text == ".."_L1 || text.startsWith("../"_L1)
                || text.contains("/../"_L1);
        if (word.kind != ShellWord::Kind::Unknown && path)
            add(ShellAccess::Guess, word);
    }
}

} // namespace

bool ShellOperands::has(QLatin1StringView name) const
{
    return std::any_of(options.begin(), options.end(),
                       [name](const Option &option) { return option.name == name; });
}

bool ShellOperands::hasAny(std::initializer_list<QLatin1StringView> names) const
{
    return std::any_of(names.begin(), names.end(),
                       [this](QLatin1StringView name) { return has(name); });
}

ShellOperands shellOperands(const ShellCommand &command, QLatin1StringView valued,
                            const QList<QLatin1StringView> &longs)
{
    ShellOperands result;
    const QList<ShellWord> &words = command.words;
    bool ended = false;
    for (qsizetype i = 1; i < words.size(); ++i) {
        const ShellWord &word = words[i];
        const QString &text = word.text;
        if (ended || !text.startsWith(u'-') || text.size() < 2) {
            result.words.append(word);
            continue;
        }
        if (text == "--"_L1 && word.isLiteral()) {
            ended = true;
            continue;
        }
        const auto next = [&]() -> std::optional<ShellWord> {
            return i + 1 < words.size() ? std::optional(words[++i]) : std::nullopt;
        };
        if (text.startsWith("--"_L1)) {
            const qsizetype equals = text.indexOf(u'=');
            const QString name = text.left(equals < 0 ? text.size() : equals);
            if (equals >= 0)
                result.options.append({name, without(word, equals + 1)});
            else if (std::any_of(longs.begin(), longs.end(),
                                 [&name](QLatin1StringView known) { return name == known; }))
                result.options.append({name, next()});
            else
                result.options.append({name, {}});
            continue;
        }
        for (qsizetype letter = 1; letter < text.size(); ++letter) {
            const QString name = QString(u'-') + text[letter];
            if (!valued.contains(text[letter])) {
                result.options.append({name, {}});
                // "-i.bak": what follows is a suffix.
                if (name == "-i"_L1
                    && (command.program() == "sed"_L1 || command.program() == "perl"_L1))
                    break;
                continue;
            }
            const bool attached = letter + 1 < text.size() || !word.isLiteral();
            result.options.append({name, attached ? without(word, letter + 1) : next()});
            break;
        }
    }
    return result;
}

QList<ShellUse> shellUsesOf(const ShellCommand &command)
{
    Uses uses(command);
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
    } else if (name == "patch"_L1) {
        uses.patch();
    } else if (name == "perl"_L1) {
        uses.perl();
    } else if (name == "tar"_L1) {
        uses.tar();
    } else if (name == "unzip"_L1) {
        uses.unzip();
    } else if (name == "find"_L1) {
        uses.find();
    } else if (name == "make"_L1 || name == "ninja"_L1) {
        uses.inFolder("-C"_L1);
    } else if (name == "cd"_L1 || name == "pushd"_L1) {
        uses.add(ShellAccess::Look, shellOperands(command).words);
    } else {
        const auto program = std::find_if(kPrograms.begin(), kPrograms.end(),
                                          [&name](const Program &one) { return name == one.name; });
        static constexpr std::array kSpeakers{"echo"_L1,  "printf"_L1, "true"_L1, "false"_L1,
                                              "alias"_L1, "export"_L1, "set"_L1,  "test"_L1};
        const bool speaks = std::any_of(kSpeakers.begin(), kSpeakers.end(),
                                        [&name](QLatin1StringView one) { return name == one; });
        if (program != kPrograms.end())
            uses.known(*program);
        else if (!speaks)
            uses.guess();
    }
    return uses.take();
}

} // namespace Countersign::Permission
