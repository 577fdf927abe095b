// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "permission/shelltreereader.h"

#include "permission/shellruns.h"

#include <QJsonArray>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace Countersign::Permission {

ShellAfter ShellTreeReader::declaration(const QJsonObject &node, const ShellFolders &folders)
{
    substitutions(node.value("Args"_L1), folders);
    ShellCommand command = commandAt(node, folders);
    addPrograms(node.value("Args"_L1).toArray(), command);
    ShellWord name;
    name.text = name.source = node.value("Variant"_L1).toObject().value("Value"_L1).toString();
    const ShellSpan span = shellSpan(node, m_source);
    name.begin = span.begin;
    name.end = std::min(span.begin + name.source.toUtf8().size(), span.end);
    command.words.append(name);
    m_result.commands.append(command);
    return {folders, folders};
}

ShellCommand ShellTreeReader::commandAt(const QJsonObject &node, const ShellFolders &folders) const
{
    ShellCommand command;
    command.script = m_source;
    command.text = textOf(node);
    command.end = shellSpan(node, m_source).end;
    command.folders = folders;
    return command;
}

ShellAfter ShellTreeReader::call(const QJsonObject &node, const ShellFolders &folders)
{
    const QJsonArray arguments = node.value("Args"_L1).toArray();
    const QJsonArray assignments = node.value("Assigns"_L1).toArray();
    substitutions(assignments, folders);
    substitutions(arguments, folders);
    ShellCommand command = commandAt(node, folders);
    for (const QJsonValue &argument : arguments)
        command.words.append(readShellWord(argument.toObject(), m_source, m_home));
    const bool telling = ShellVariables::changeBehaviour(assignments, !arguments.isEmpty());
    addPrograms(assignments, command);
    if (arguments.isEmpty()) {
        if (telling)
            m_result.commands.append(command);
        return {folders, folders};
    }
    addProgramsOfWords(command);
    if (telling)
        command.assigned = command.text;
    command.end = command.words.last().end;
    command.text = sliceOf(m_source, command.words.first().begin, command.end);
    qsizetype behind = 0;
    for (const ShellWord &word : std::as_const(command.words)) {
        if (word.begin < behind || word.end <= word.begin) {
            hide(u"Its syntax tree does not fit its text."_s);
            return {folders, folders};
        }
        behind = word.end;
    }
    if (m_inputReplaced)
        readsUnknown(command);
    m_result.commands.append(command);
    const ShellCommand builtin = behindBuiltins(command);
    const QString program = builtin.program();
    if (program == "exit"_L1 || program == "return"_L1)
        return {{}, {}};
    if (program == "cd"_L1 || program == "chdir"_L1 || program == "pushd"_L1)
        return {changed(builtin), folders};
    if (program == "popd"_L1)
        return {{std::nullopt}, folders};
    if ((program == "eval"_L1 || program == "trap"_L1) && mentionsFolderChange(builtin))
        return {{std::nullopt}, {std::nullopt}};
    return {folders, folders};
}

void ShellTreeReader::addPrograms(const QJsonArray &assignments, ShellCommand &command) const
{
    for (const QJsonValue &one : assignments) {
        const QJsonObject assignment = one.toObject();
        const QString name = assignment.value("Name"_L1).toObject().value("Value"_L1).toString();
        const QJsonObject value = assignment.value("Value"_L1).toObject();
        if (namesProgram(name) && !value.isEmpty())
            command.programs.append(readShellWord(value, m_source, m_home));
    }
}

void ShellTreeReader::addProgramsOfWords(ShellCommand &command)
{
    const QString program = command.program();
    if (program != "env"_L1 && program != "export"_L1)
        return;
    for (qsizetype i = 1; i < command.words.size(); ++i) {
        const qsizetype equals = command.words[i].text.indexOf(u'=');
        if (equals > 0 && namesProgram(command.words[i].text.left(equals)))
            command.programs.append(withoutStart(command.words[i], equals + 1));
    }
}

void ShellTreeReader::readsUnknown(ShellCommand &command)
{
    if (!command.pipedFrom && !command.input)
        command.pipedFrom = QStringList();
}

void ShellTreeReader::redirections(const QJsonObject &node, qsizetype first,
                                   const QJsonObject &inner, const ShellFolders &folders)
{
    const QJsonArray list = node.value("Redirs"_L1).toArray();
    if (list.isEmpty())
        return;
    // Substitutions come as commands of their own, before the one that has the redirections.
    const bool simple = inner.value("Type"_L1) == "CallExpr"_L1
            && !inner.value("Args"_L1).toArray().isEmpty() && m_result.commands.size() > first;
    ShellCommand own = simple ? m_result.commands.takeLast() : ShellCommand();
    if (!simple) {
        own.script = m_source;
        own.folders = folders;
        own.text = textOf(list.first().toObject());
    }
    for (const QJsonValue &item : list)
        redirection(item.toObject(), own, folders);
    m_result.commands.append(own);
    const bool reads = std::any_of(own.redirects.begin(), own.redirects.end(),
                                   [](const ShellRedirect &redirect) {
                                       return redirect.kind == ShellRedirect::Kind::Read
                                               || redirect.kind == ShellRedirect::Kind::ReadWrite;
                                   });
    if (simple) {
        // "exec < x" gives what follows another input.
        m_inputReplaced = m_inputReplaced
                || ((reads || own.input) && behindBuiltins(own).program() == "exec"_L1);
        return;
    }
    // The commands inside of a block read what the block is given.
    for (qsizetype i = first; i < m_result.commands.size() - 1; ++i) {
        if (own.input && !m_result.commands[i].input)
            m_result.commands[i].input = own.input;
        if (reads)
            readsUnknown(m_result.commands[i]);
    }
}

void ShellTreeReader::redirection(const QJsonObject &node, ShellCommand &command,
                                  const ShellFolders &folders)
{
    const QJsonObject target = node.value("Word"_L1).toObject();
    substitutions(target, folders);
    substitutions(node.value("Hdoc"_L1), folders);
    const QByteArrayView sign = from(node, "OpPos"_L1);
    const ShellWord word = readShellWord(target, m_source, m_home);
    if (sign.startsWith("<<<")) {
        command.input = word;
    } else if (sign.startsWith("<<")) {
        const QJsonObject body = node.value("Hdoc"_L1).toObject();
        const QString delimiter = word.source;
        const bool verbatim =
                delimiter.contains(u'\'') || delimiter.contains(u'"') || delimiter.contains(u'\\');
        command.input = hereDocument(body, verbatim);
    } else if (sign.startsWith(">&") || sign.startsWith("<&")) {
        // A number is a descriptor that is open already, "-" closes one.
        const bool descriptor = word.isLiteral() && !word.text.isEmpty()
                && std::all_of(word.text.begin(), word.text.end(),
                               [](QChar c) { return (c >= u'0' && c <= u'9') || c == u'-'; });
        if (!descriptor)
            command.redirects.append({ShellRedirect::Kind::Write, word});
    } else if (sign.startsWith("&>>") || sign.startsWith(">>")) {
        command.redirects.append({ShellRedirect::Kind::Append, word});
    } else if (sign.startsWith("&>") || sign.startsWith(">")) {
        command.redirects.append({ShellRedirect::Kind::Write, word});
    } else if (sign.startsWith("<>")) {
        command.redirects.append({ShellRedirect::Kind::ReadWrite, word});
    } else if (sign.startsWith("<")) {
        command.redirects.append({ShellRedirect::Kind::Read, word});
    } else {
        hide(u"It holds a redirection that is not understood here."_s);
    }
}

ShellWord ShellTreeReader::hereDocument(const QJsonObject &body, bool verbatim) const
{
    ShellWord word;
    const QJsonArray parts = body.value("Parts"_L1).toArray();
    for (const QJsonValue &part : parts) {
        const bool literal = part.toObject().value("Type"_L1) == "Lit"_L1;
        const QString text = part.toObject().value("Value"_L1).toString();
        if (!literal || (!verbatim && text.contains(u'\\'))) {
            word.kind = ShellWord::Kind::Unknown;
            word.text.clear();
            return word;
        }
        word.text += text;
    }
    return word;
}

} // namespace Countersign::Permission
