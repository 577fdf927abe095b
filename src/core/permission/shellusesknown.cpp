// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "permission/sedscript.h"
#include "permission/shellusescollector.h"

#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Countersign::Permission {

namespace {

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

/// "host:path", "rsync://host/path".
bool isRemote(const ShellWord &word)
{
    const qsizetype colon = word.text.indexOf(u':');
    return colon > 0 && !QStringView(word.text).first(colon).contains(u'/');
}

} // namespace

void ShellUses::known(const ShellProgram &program)
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

void ShellUses::sed(const ShellWord &script)
{
    const SedScript found = readSedScript(script.text);
    for (const QString &file : found.reads)
        add(ShellAccess::Read, renamedWord(file, script));
    for (const QString &file : found.writes)
        add(ShellAccess::Write, renamedWord(file, script));
    // Where the program that it runs may write is in that program's own language.
    if (found.runs)
        add(ShellAccess::Write, unknownWord(script));
}

} // namespace Countersign::Permission
