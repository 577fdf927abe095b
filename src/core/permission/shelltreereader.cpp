// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "permission/shelltreereader.h"

#include <QJsonArray>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace Countersign::Permission {

ShellScript ShellTreeReader::read(const QJsonObject &file, const ShellFolders &start)
{
    m_variables.collect(file, m_source);
    if (m_variables.isAssigned(u"HOME"_s))
        m_home.clear();
    findFolderChanges(file);
    std::sort(m_folderChanges.begin(), m_folderChanges.end());
    statements(file.value("Stmts"_L1), start);
    if (const QString hidden = m_variables.hiddenEvaluation(); !hidden.isEmpty())
        hide(hidden);
    return std::move(m_result);
}

void ShellTreeReader::hide(const QString &reason)
{
    if (!m_result.hidden.contains(reason))
        m_result.hidden.append(reason);
}

QString ShellTreeReader::textOf(const QJsonObject &node) const
{
    const ShellSpan span = shellSpan(node, m_source);
    return sliceOf(m_source, span.begin, span.end);
}

QByteArrayView ShellTreeReader::from(const QJsonObject &node, QLatin1StringView key) const
{
    const qint64 at = node.value(key).toObject().value("Offset"_L1).toInteger(-1);
    if (at < 0 || at > m_source.size())
        return {};
    return QByteArrayView(m_source).sliced(at);
}

ShellAfter ShellTreeReader::statements(const QJsonValue &list, const ShellFolders &start)
{
    ShellAfter after{start, {}};
    const QJsonArray array = list.toArray();
    for (const QJsonValue &item : array) {
        after = statement(item.toObject(), reachedFolders(after.both()));
    }
    return after;
}

ShellAfter ShellTreeReader::statement(const QJsonObject &node, const ShellFolders &folders)
{
    if (m_depth >= kDeepestShell) {
        hide(u"It is nested too deeply to be read."_s);
        return {folders, folders};
    }
    ++m_depth;
    const qsizetype first = m_result.commands.size();
    const QJsonObject command = node.value("Cmd"_L1).toObject();
    ShellAfter after =
            command.isEmpty() ? ShellAfter{folders, folders} : compound(command, folders);
    redirections(node, first, command, folders);
    --m_depth;
    // What runs in the background or beside has a folder of its own.
    if (node.value("Background"_L1).toBool() || node.value("Coprocess"_L1).toBool())
        return {folders, folders};
    if (node.value("Negated"_L1).toBool())
        std::swap(after.success, after.failure);
    return after;
}

ShellAfter ShellTreeReader::compound(const QJsonObject &node, const ShellFolders &folders)
{
    const QString type = node.value("Type"_L1).toString();
    if (type == "CallExpr"_L1)
        return call(node, folders);
    if (type == "BinaryCmd"_L1)
        return binary(node, folders);
    if (type == "Block"_L1)
        return statements(node.value("Stmts"_L1), folders);
    if (type == "Subshell"_L1) {
        statements(node.value("Stmts"_L1), folders);
        return {folders, folders};
    }
    if (type == "IfClause"_L1)
        return ifClause(node, folders);
    if (type == "WhileClause"_L1) {
        const ShellFolders inside = repeated(node, folders);
        const ShellAfter condition = statements(node.value("Cond"_L1), inside);
        const ShellAfter body = statements(node.value("Do"_L1), reachedFolders(condition.both()));
        const ShellFolders end = unitedFolders(condition.both(), body.both());
        return {end, end};
    }
    if (type == "ForClause"_L1) {
        substitutions(node.value("Loop"_L1), folders);
        const ShellFolders inside = repeated(node, folders);
        const ShellFolders end =
                unitedFolders(inside, statements(node.value("Do"_L1), inside).both());
        return {end, end};
    }
    if (type == "CaseClause"_L1)
        return caseClause(node, folders);
    if (type == "FuncDecl"_L1) {
        // Runs where it is called, and may leave the caller in another folder.
        m_functionChangesFolder = m_functionChangesFolder || changesFolder(node);
        const qsizetype first = m_result.commands.size();
        statement(node.value("Body"_L1).toObject(),
                  m_folderChanges.isEmpty() ? folders : ShellFolders{std::nullopt});
        const QString name = node.value("Name"_L1).toObject().value("Value"_L1).toString();
        for (qsizetype i = first; i < m_result.commands.size(); ++i) {
            ShellCommand &inner = m_result.commands[i];
            if (!inner.words.isEmpty() && inner.words.first().text == name)
                hide(u"The function %1 calls itself, and may never end."_s.arg(name));
            readsUnknown(inner); // What it is called with: "cat x | f".
        }
        const ShellFolders end = m_functionChangesFolder ? ShellFolders{std::nullopt} : folders;
        return {end, end};
    }
    if (type == "TimeClause"_L1) {
        const QJsonObject inner = node.value("Stmt"_L1).toObject();
        return inner.isEmpty() ? ShellAfter{folders, folders} : statement(inner, folders);
    }
    if (type == "CoprocClause"_L1) {
        statement(node.value("Stmt"_L1).toObject(), folders);
        return {folders, folders};
    }
    if (type == "DeclClause"_L1)
        return declaration(node, folders);
    if (type == "TestClause"_L1 || type == "ArithmCmd"_L1 || type == "LetClause"_L1) {
        substitutions(node, folders);
        return {folders, folders};
    }
    hide(u"It holds something that is not understood here (%1)."_s.arg(type));
    substitutions(node, folders);
    return {folders, folders};
}

ShellAfter ShellTreeReader::binary(const QJsonObject &node, const ShellFolders &folders)
{
    const QJsonObject left = node.value("X"_L1).toObject();
    const QJsonObject right = node.value("Y"_L1).toObject();
    const QByteArrayView sign = from(node, "OpPos"_L1);
    if (sign.startsWith("&&")) {
        const ShellAfter first = statement(left, folders);
        const ShellAfter second = statement(right, reachedFolders(first.success));
        return {second.success, unitedFolders(first.failure, second.failure)};
    }
    if (sign.startsWith("||")) {
        const ShellAfter first = statement(left, folders);
        const ShellAfter second = statement(right, reachedFolders(first.failure));
        return {unitedFolders(first.success, second.success), second.failure};
    }
    if (!sign.startsWith('|'))
        hide(u"It holds an operator that is not understood here."_s);
    const qsizetype start = m_result.commands.size();
    statement(left, folders);
    const qsizetype first = m_result.commands.size();
    QStringList programs;
    for (const ShellCommand &command : std::as_const(m_result.commands).sliced(start))
        programs.append(command.program());
    statement(right, folders);
    // Every command of the right side may be the one that reads the pipe.
    for (qsizetype i = first; i < m_result.commands.size(); ++i) {
        if (!m_result.commands[i].pipedFrom)
            m_result.commands[i].pipedFrom = programs;
    }
    return {folders, folders};
}

ShellAfter ShellTreeReader::ifClause(const QJsonObject &node, const ShellFolders &folders)
{
    const ShellAfter condition = statements(node.value("Cond"_L1), folders);
    // "else" is a clause without a condition: its commands always run.
    const bool plain = node.value("Cond"_L1).toArray().isEmpty();
    const ShellAfter then =
            statements(node.value("Then"_L1), plain ? folders : reachedFolders(condition.success));
    ShellFolders end = then.both();
    const QJsonObject other = node.value("Else"_L1).toObject();
    if (!other.isEmpty()) {
        if (m_depth >= kDeepestShell)
            hide(u"It is nested too deeply to be read."_s);
        ++m_depth;
        if (m_depth <= kDeepestShell)
            end = unitedFolders(end, ifClause(other, reachedFolders(condition.failure)).both());
        --m_depth;
    } else if (!plain) {
        end = unitedFolders(end, condition.failure);
    }
    return {end, end};
}

ShellAfter ShellTreeReader::caseClause(const QJsonObject &node, const ShellFolders &folders)
{
    substitutions(node.value("Word"_L1), folders);
    ShellFolders end = folders;
    const QJsonArray items = node.value("Items"_L1).toArray();
    for (const QJsonValue &item : items) {
        substitutions(item.toObject().value("Patterns"_L1), folders);
        end = unitedFolders(end, statements(item.toObject().value("Stmts"_L1), end).both());
    }
    return {end, end};
}

void ShellTreeReader::substitutions(const QJsonValue &value, const ShellFolders &folders)
{
    if (value.isArray()) {
        const QJsonArray array = value.toArray();
        for (const QJsonValue &item : array)
            substitutions(item, folders);
        return;
    }
    if (!value.isObject())
        return;
    const QJsonObject object = value.toObject();
    const QString type = object.value("Type"_L1).toString();
    if (type == "CmdSubst"_L1 || type == "ProcSubst"_L1) {
        statements(object.value("Stmts"_L1), folders);
        return;
    }
    if (m_depth >= kDeepestShell) {
        hide(u"It is nested too deeply to be read."_s);
        return;
    }
    ++m_depth;
    for (const QJsonValue &item : object) {
        if (item.isArray() || item.isObject())
            substitutions(item, folders);
    }
    --m_depth;
}

} // namespace Countersign::Permission
