// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "permission/shelluses.h"

#include "permission/sedscript.h"
#include "permission/shellmentions.h"
#include "permission/shelloperands.h"
#include "permission/shellprograms.h"
#include "permission/shellunwrap.h"

#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <utility>

using namespace Qt::StringLiterals;

namespace Countersign::Permission {

namespace {

bool isOneOf(const QString &text, std::initializer_list<QLatin1StringView> names)
{
    return std::any_of(names.begin(), names.end(),
                       [&text](QLatin1StringView name) { return text == name; });
}

ShellWord made(const QString &text, const ShellWord &where)
{
    ShellWord word = where;
    word.kind = ShellWord::Kind::Literal;
    word.text = text;
    word.pattern.clear();
    return word;
}

/// True when a program of awk looks as if it wrote a file or ran a program. Too often is safe.
bool mayWrite(const QString &awk)
{
    // The search may take the square of the length, and give up.
    constexpr qsizetype longest = 16000;
    if (awk.size() > longest)
        return true;
    static const QRegularExpression text(u"\"(\\\\.|[^\"\\\\])*\""_s);
    static const QRegularExpression prints(u"\\bprintf?\\b[^;}\\n]*(>|\\|(?!\\|))"_s);
    static const QRegularExpression runs(
            u"\\bsystem\\s*\\(|\\|\\s*\"|\\|&|\\bgetline\\b|@(load|include)\\b"_s);
    return runs.match(awk).hasMatch()
            || prints.match(QString(awk).replace(text, u"\"\""_s)).hasMatch();
}

/// The word as a path below `folder`.
ShellWord below(const ShellWord &folder, const ShellWord &word)
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

/// True when an option stands before git's step: "-C" of "git commit -C x" is another one.
bool isGlobalOption(const ShellWord &value, const ShellOperands &operands)
{
    return operands.words.isEmpty() || value.begin < operands.words.first().begin;
}

/// "host:path", "rsync://host/path".
bool isRemote(const ShellWord &word)
{
    const qsizetype colon = word.text.indexOf(u':');
    return colon > 0 && !QStringView(word.text).first(colon).contains(u'/');
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

    void known(const ShellProgram &program);
    void dd();
    void sed(const ShellWord &script);
    void git();
    void gitStep(const ShellOperands &operands);
    void gitFiles(const QString &verb);
    void output();
    void network(bool curl);
    void patch();
    void perl();
    void tar();
    void unzip();
    void find();
    void inFolder(QLatin1StringView option);
    void mentions(ShellMentions extent);

    [[nodiscard]] QList<ShellUse> take() const { return m_uses; }

private:
    const ShellCommand &m_command;
    QList<ShellUse> m_uses;
};

void Uses::known(const ShellProgram &program)
{
    static const QList<QLatin1StringView> longs{
            "--lines"_L1,     "--bytes"_L1,  "--regexp"_L1,     "--file"_L1,
            "--max-count"_L1, "--output"_L1, "--reference"_L1,  "--target-directory"_L1,
            "--size"_L1,      "--mode"_L1,   "--expression"_L1, "--date"_L1,
            "--glob"_L1,      "--type"_L1,   "--max-depth"_L1,  "--arg"_L1,
            "--context"_L1,   "--suffix"_L1};
    ShellOperands operands = shellOperands(m_command, program.valued, longs);
    for (const ShellOperands::Option &option : std::as_const(operands.options)) {
        const auto access = shellFileOption(program.name, option.name);
        if (option.value && access)
            add(*access, *option.value);
    }
    QList<ShellWord> &words = operands.words;
    const auto takeFirst = [&words] {
        if (!words.isEmpty())
            words.removeFirst();
    };
    switch (program.shape) {
    case ShellShape::Reads:
        add(ShellAccess::Read, words);
        return;
    case ShellShape::Looks:
        add(ShellAccess::Look, words);
        return;
    case ShellShape::Removes:
        for (const ShellWord &word : std::as_const(words))
            add(ShellAccess::Write, word, true);
        return;
    case ShellShape::Writes: {
        const bool toOutput = operands.hasAny({"-c"_L1, "--stdout"_L1});
        add(toOutput && program.name.contains("z"_L1) ? ShellAccess::Read : ShellAccess::Write,
            words);
        return;
    }
    case ShellShape::ScriptThenReads: {
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
            if (program.name == "sed"_L1)
                sed(script);
            else if (program.name.endsWith("awk"_L1) && mayWrite(script.text))
                add(ShellAccess::Write, unknownWord(script));
        }
        return;
    }
    case ShellShape::Copies:
    case ShellShape::Links:
    case ShellShape::Moves: {
        const bool folderGiven = operands.hasAny({"-t"_L1, "--target-directory"_L1});
        const bool makesFolders = program.name == "install"_L1 && operands.has("-d"_L1);
        if (makesFolders) {
            add(ShellAccess::Write, words);
            return;
        }
        if (program.name == "rsync"_L1 || program.name == "scp"_L1) {
            const bool toRemote = !words.isEmpty() && isRemote(words.last());
            const bool fromRemote = std::any_of(words.begin(), words.end(), isRemote) && !toRemote;
            words.removeIf(isRemote);
            if (fromRemote && !words.isEmpty())
                add(ShellAccess::Write, words.takeLast());
            if (toRemote || fromRemote) {
                add(ShellAccess::Read, words);
                return;
            }
        } else if (program.shape == ShellShape::Moves) {
            for (qsizetype i = 0; i < words.size(); ++i) {
                const bool source = folderGiven || i + 1 < words.size();
                // By its new name a file is no longer what a rule protects.
                if (source)
                    add(ShellAccess::Read, words[i], true);
                add(ShellAccess::Write, words[i], source);
            }
            return;
        }
        if (!folderGiven && words.size() > 1)
            add(ShellAccess::Write, words.takeLast());
        else if (!folderGiven && program.shape == ShellShape::Links)
            addHere(ShellAccess::Write);
        add(ShellAccess::Read, words);
        return;
    }
    case ShellShape::ModeThenWrites:
        if (!operands.has("--reference"_L1) && !hasDashedMode(m_command, operands))
            takeFirst();
        add(ShellAccess::Write, words);
        return;
    }
}

void Uses::dd()
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

void Uses::sed(const ShellWord &script)
{
    const SedScript found = readSedScript(script.text);
    for (const QString &file : found.reads)
        add(ShellAccess::Read, made(file, script));
    for (const QString &file : found.writes)
        add(ShellAccess::Write, made(file, script));
    // Where the program that it runs may write is in that program's own language.
    if (found.runs)
        add(ShellAccess::Write, unknownWord(script));
}

void Uses::git()
{
    ShellOperands operands =
            shellOperands(m_command, "Cc"_L1, {"--git-dir"_L1, "--work-tree"_L1, "--namespace"_L1});
    const qsizetype before = m_uses.size();
    gitStep(operands);
    // "git -C x add y" is about x/y.
    std::optional<ShellWord> folder;
    for (const ShellOperands::Option &option : std::as_const(operands.options)) {
        if (option.name == "-C"_L1 && option.value && isGlobalOption(*option.value, operands))
            folder = folder ? below(*folder, *option.value) : *option.value;
    }
    for (qsizetype i = before; folder && i < m_uses.size(); ++i)
        m_uses[i].word = below(*folder, m_uses[i].word);
    for (const ShellOperands::Option &option : std::as_const(operands.options)) {
        if (option.value
            && (option.name == "-C"_L1 || option.name == "--git-dir"_L1
                || option.name == "--work-tree"_L1))
            add(ShellAccess::Look, *option.value);
    }
}

void Uses::gitStep(const ShellOperands &operands)
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
void Uses::gitFiles(const QString &verb)
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

void Uses::network(bool curl)
{
    const ShellOperands operands = curl
            ? shellOperands(m_command, "AbcdDeEFHKmoPQrtTuUwxXyYzC"_L1,
                            {"--output"_L1, "--output-dir"_L1, "--upload-file"_L1, "--config"_L1,
                             "--data"_L1, "--header"_L1, "--request"_L1, "--cookie-jar"_L1,
                             "--dump-header"_L1, "--trace"_L1, "--trace-ascii"_L1, "--stderr"_L1,
                             "--etag-save"_L1, "--libcurl"_L1, "--hsts"_L1, "--alt-svc"_L1})
            : shellOperands(m_command, "aeioOPtTUw"_L1,
                            {"--output-document"_L1, "--directory-prefix"_L1, "--post-file"_L1,
                             "--output-file"_L1, "--input-file"_L1, "--append-output"_L1,
                             "--save-cookies"_L1, "--body-file"_L1});
    bool named = false;
    for (const ShellOperands::Option &option : operands.options) {
        if (!option.value)
            continue;
        const QString &name = option.name;
        const bool places = curl
                ? isOneOf(name, {"-o"_L1, "--output"_L1, "--output-dir"_L1})
                : isOneOf(name,
                          {"-O"_L1, "--output-document"_L1, "-P"_L1, "--directory-prefix"_L1});
        const bool writes = places
                || (curl ? isOneOf(name,
                                   {"-c"_L1, "-D"_L1, "--cookie-jar"_L1, "--dump-header"_L1,
                                    "--trace"_L1, "--trace-ascii"_L1, "--stderr"_L1,
                                    "--etag-save"_L1, "--libcurl"_L1, "--hsts"_L1, "--alt-svc"_L1})
                         : isOneOf(name,
                                   {"-a"_L1, "-o"_L1, "--append-output"_L1, "--output-file"_L1,
                                    "--save-cookies"_L1}));
        const bool reads = curl ? name == "-T"_L1 || name == "--upload-file"_L1 || name == "-K"_L1
                        || name == "--config"_L1
                                : name == "-i"_L1 || name == "--post-file"_L1;
        if (writes)
            add(ShellAccess::Write, *option.value);
        else if (reads)
            add(ShellAccess::Read, *option.value);
        else if (curl && option.value->text.startsWith(u'@') && name != "-H"_L1)
            add(ShellAccess::Read, withoutStart(*option.value, 1));
        else if (curl && name == "-F"_L1 && option.value->text.contains("=@"_L1))
            add(ShellAccess::Read,
                withoutStart(*option.value, option.value->text.indexOf("=@"_L1) + 2));
        named = named || places;
    }
    for (const ShellWord &word : operands.words) {
        if (curl && word.text.startsWith("file:"_L1, Qt::CaseInsensitive)) {
            qsizetype path = 5;
            while (QStringView(word.text).sliced(path).startsWith(u"//"))
                ++path;
            add(ShellAccess::Read, withoutStart(word, path));
        }
    }
    const bool intoFolder = curl
            ? operands.hasAny({"-O"_L1, "--remote-name"_L1, "-J"_L1, "--remote-name-all"_L1})
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
    const bool changes = mode(u'A', "--concatenate"_L1) || operands.has("--delete"_L1);
    const bool creates = changes || mode(u'c', "--create"_L1) || mode(u'r', "--append"_L1)
            || mode(u'u', "--update"_L1);
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
    if (creates && !operands.has("--delete"_L1))
        add(operands.has("--remove-files"_L1) ? ShellAccess::Write : ShellAccess::Read,
            operands.words);
    // "-C x" counts for the names behind it, and a second one from the first.
    QList<ShellWord> folders;
    for (const ShellOperands::Option &option : std::as_const(operands.options)) {
        if (option.value && (option.name == "-C"_L1 || option.name == "--directory"_L1))
            folders.append(*option.value);
    }
    for (const ShellWord &word : std::as_const(operands.words)) {
        if (creates && folders.size() == 1)
            add(ShellAccess::Read, below(folders.first(), word));
    }
    if (creates && folders.size() > 1)
        add(ShellAccess::Read, unknownWord(folders.last()));
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

/// What compilers, converters and formatters write, as far as their options tell.
void Uses::output()
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

void Uses::mentions(ShellMentions extent)
{
    m_uses.append(shellMentions(m_command, extent));
}

} // namespace

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
