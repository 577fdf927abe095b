// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "permission/shellunwrap.h"

namespace Countersign::Permission {

/// Adds to `result` what a command runs beside its own work: the command of a task runner (npx,
/// poetry run, strace), the program that an option names (tar -I, rsync -e, git rebase -x), and the
/// one in a variable (PAGER=x). Pure.
void addShellRuns(const ShellCommand &command, ShellUnwrapped &result);

/// True when the words of a command begin with a runner: an approval of them would cover anything.
[[nodiscard]] bool isShellRunner(const QStringList &words);

/// True for variables whose value programs run.
[[nodiscard]] bool namesProgram(const QString &variable);

} // namespace Countersign::Permission
