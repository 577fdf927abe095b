// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "permission/shellword.h"

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

namespace Countersign::Permission {

/// A folder that a command may run in, relative to where the line starts, or absolute. Empty: there.
/// Nothing: known only at run time.
using ShellFolder = std::optional<QString>;

struct ShellRedirect
{
    enum class Kind { Read, Write, Append, ReadWrite };
    Kind kind = Kind::Read;
    ShellWord target;
    friend bool operator==(const ShellRedirect &, const ShellRedirect &) = default;
};

/// A simple command anywhere in a line: in a list, a pipeline, a loop, a substitution, a function.
struct ShellCommand
{
    QByteArray script; ///< What the words' places count in.
    QString text; ///< As written, from the first word to the last.
    qsizetype end = 0; ///< Where the text ends in the script, in bytes.
    QString assigned; ///< The same with the assignments before it, when one may change what it does.
    /// Values of assignments before it, or of those that it makes, that name a program (PAGER=x).
    QList<ShellWord> programs;
    QList<ShellWord> words; ///< Empty: only redirections.
    QList<ShellRedirect> redirects;
    QList<ShellFolder> folders; ///< Where it may run: what comes before may fail or not.
    std::optional<ShellWord> input; ///< Its here-document or here-string.
    /// The programs whose output it reads; nothing when it reads no pipe.
    std::optional<QStringList> pipedFrom;

    /// The program's name, without its folder; empty when that is not known.
    [[nodiscard]] QString program() const;
};

/// What stands in a line, as far as it can be seen.
struct ShellScript
{
    QList<ShellCommand> commands;
    /// Reasons why the line as a whole has to be asked: something in it hides what it does.
    QStringList hidden;
};

/// Reads the tree that `shfmt --to-json` made of `script` (UTF-8). `home` is what "~" stands for.
/// Never throws; a tree that does not fit the script ends in `hidden`. Pure.
[[nodiscard]] ShellScript readShellTree(const QByteArray &tree, const QByteArray &script,
                                        const QString &home, const QList<ShellFolder> &start);

} // namespace Countersign::Permission
