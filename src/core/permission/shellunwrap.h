// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "permission/shellscript.h"

namespace Countersign::Permission {

/// What a command runs in its turn.
struct ShellUnwrapped
{
    QList<ShellCommand> commands;
    /// Where it cannot be told which of its words begin a command: those that may. Their denial and
    /// their danger count.
    QList<ShellCommand> possible;
    QStringList scripts; ///< Texts that a shell will run, in the folders of the command.
    /// The command does nothing but run the inner ones as they stand (nice, timeout), so that they
    /// are judged in its place.
    bool transparent = false;
    QStringList hidden; ///< Why what it runs cannot be seen; empty when it can.
};

/// Looks into wrappers (env, timeout, sudo, xargs, find -exec), shells with -c or a here-document,
/// eval and trap. A command that runs nothing else gives nothing. Pure.
[[nodiscard]] ShellUnwrapped unwrapShellCommand(const ShellCommand &command);

/// The part of `command` that begins at the word `first` and ends before `end`.
[[nodiscard]] ShellCommand commandWithin(const ShellCommand &command, qsizetype first,
                                         qsizetype end);

/// True for programs that run a text of another language than this shell's.
[[nodiscard]] bool isShellInterpreter(const QString &program);

/// True for shells, interpreters, wrappers and what reaches another machine: an approval of their
/// first words would cover anything.
[[nodiscard]] bool runsOthers(const QString &program);

} // namespace Countersign::Permission
