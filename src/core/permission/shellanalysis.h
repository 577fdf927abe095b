// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "permission/shellparser.h"
#include "permission/shelluses.h"
#include "permission/types.h"

namespace Countersign::Permission {

/// One command of a line, ready to be judged.
struct JudgedCommand
{
    ShellCommand command;
    QStringList resources; ///< Texts that must all be allowed.
    QStringList otherNames; ///< Texts of which none may be denied.
    QList<SaveOffer> offers; ///< Nothing for what destroys.
    QString danger; ///< shellDanger().
    QList<ShellUse> uses;
};

/// A line for the shell, taken apart.
struct ShellAnalysis
{
    QList<JudgedCommand> commands;
    /// Why the line is asked as it stands, as sentences; empty when all of it could be seen.
    QStringList hidden;
};

/// Takes `line` apart, with what its wrappers and inner scripts run. `home` is the folder of "~".
/// Never fails: what cannot be read is in `hidden`. Does nothing but call `parse`.
[[nodiscard]] ShellAnalysis analyseShell(const QString &line, const ShellParser &parse,
                                         const QString &home);

} // namespace Countersign::Permission
