// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QByteArray>
#include <QHash>
#include <QJsonArray>
#include <QJsonValue>
#include <QSet>
#include <QString>

namespace Countersign::Permission {

/// The variables of a shell line, where they can change what the line does.
class ShellVariables
{
public:
    /// Reads the whole tree of a line once.
    void collect(const QJsonValue &tree, const QByteArray &script);

    [[nodiscard]] bool isAssigned(const QString &name) const { return m_values.contains(name); }
    /// Why the value of a variable may be run as a command; empty when that is not so. bash
    /// evaluates the value of a name in arithmetic, and "a[$(command)]" is such a value.
    [[nodiscard]] QString hiddenEvaluation() const;

    /// True when one of these assignments may change what a program does. `forProgram`: they stand
    /// before a command and reach it whatever their name.
    [[nodiscard]] static bool changeBehaviour(const QJsonArray &assignments, bool forProgram);

private:
    void assign(const QString &name, bool harmless);
    void readAssignment(const QJsonObject &assignment, const QByteArray &script);
    void readCall(const QJsonObject &call);
    void readDeclaration(const QJsonObject &declaration);
    void readNames(const QJsonValue &value);
    void readNameTest(const QJsonObject &test, const QByteArray &script);
    void readLoop(const QJsonObject &loop, const QByteArray &script);
    void readArithmetic(const QJsonValue &value);

    QHash<QString, bool> m_values; ///< By name: whether every value of it is a harmless text.
    QSet<QString> m_evaluated; ///< Names that arithmetic uses, or whose value is taken for a name.
    bool m_withinArithmetic = false;
    bool m_integers = false; ///< "declare -i": whatever is assigned later is arithmetic.
    QString m_hidden;
};

} // namespace Countersign::Permission
