// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "permission/shellfolders.h"
#include "permission/shellvariables.h"

#include <QJsonObject>

namespace Countersign::Permission {

/// How deep statements within statements are read; a list of a hundred is one chain. Keeps the
/// recursion within the small stacks of pool threads.
inline constexpr int kDeepestShell = 150;

/// Walks once through the tree of a line; for readShellTree() alone.
class ShellTreeReader
{
public:
    ShellTreeReader(const QByteArray &script, const QString &home) : m_source(script), m_home(home)
    {
    }
    ShellScript read(const QJsonObject &file, const ShellFolders &start);

private:
    // In shelltreereader.cpp: statements.
    void hide(const QString &reason);
    [[nodiscard]] QString textOf(const QJsonObject &node) const;
    /// The source from the place that the node's key names.
    [[nodiscard]] QByteArrayView from(const QJsonObject &node, QLatin1StringView key) const;
    ShellAfter statements(const QJsonValue &list, const ShellFolders &start);
    ShellAfter statement(const QJsonObject &node, const ShellFolders &folders);
    ShellAfter compound(const QJsonObject &node, const ShellFolders &folders);
    ShellAfter binary(const QJsonObject &node, const ShellFolders &folders);
    ShellAfter ifClause(const QJsonObject &node, const ShellFolders &folders);
    ShellAfter caseClause(const QJsonObject &node, const ShellFolders &folders);
    /// The statements of substitutions anywhere in words, arithmetic and tests.
    void substitutions(const QJsonValue &value, const ShellFolders &folders);

    // In shelltreefolders.cpp: where commands run.
    /// Finds the words that may change the folder, or a text that may hold one that does.
    void findFolderChanges(const QJsonValue &value);
    /// True when one of them stands in this part of the line. What has no place stands everywhere.
    [[nodiscard]] bool changesFolder(const QJsonObject &part) const;
    /// The folders for a part that may run again, or from somewhere else.
    [[nodiscard]] ShellFolders repeated(const QJsonObject &part, const ShellFolders &folders) const;
    [[nodiscard]] ShellFolders changed(const ShellCommand &command) const;

    // In shelltreecommands.cpp: commands and their redirections.
    ShellAfter declaration(const QJsonObject &node, const ShellFolders &folders);
    [[nodiscard]] ShellCommand commandAt(const QJsonObject &node,
                                         const ShellFolders &folders) const;
    ShellAfter call(const QJsonObject &node, const ShellFolders &folders);
    void addPrograms(const QJsonArray &assignments, ShellCommand &command) const;
    /// "env PAGER=x", "export PAGER=x".
    static void addProgramsOfWords(ShellCommand &command);
    /// The shell, or whatever the command runs, gets an input that is known only at run time.
    static void readsUnknown(ShellCommand &command);
    void redirections(const QJsonObject &node, qsizetype first, const QJsonObject &inner,
                      const ShellFolders &folders);
    void redirection(const QJsonObject &node, ShellCommand &command, const ShellFolders &folders);
    [[nodiscard]] ShellWord hereDocument(const QJsonObject &body, bool verbatim) const;

    const QByteArray &m_source;
    QString m_home;
    ShellVariables m_variables;
    ShellScript m_result;
    int m_depth = 0;
    QList<qsizetype> m_folderChanges; ///< Where they stand, in order.
    bool m_functionChangesFolder = false;
    bool m_inputReplaced = false;
};

} // namespace Countersign::Permission
