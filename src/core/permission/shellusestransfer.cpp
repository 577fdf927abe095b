// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "permission/shellusescollector.h"
#include "permission/shellword.h"

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace Countersign::Permission {

void ShellUses::network(bool curl)
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

void ShellUses::patch()
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

void ShellUses::tar()
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
            add(ShellAccess::Read, wordBelow(folders.first(), word));
    }
    if (creates && folders.size() > 1)
        add(ShellAccess::Read, unknownWord(folders.last()));
    if (extracts && !placed && !operands.hasAny({"-O"_L1, "--to-stdout"_L1}))
        addHere(ShellAccess::Write);
}

void ShellUses::unzip()
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

} // namespace Countersign::Permission
