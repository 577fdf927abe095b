// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "permission/shellscript.h"

namespace Countersign::Permission {

/// The folders that a command may run in. Empty: it does not come to that.
using ShellFolders = QList<ShellFolder>;

/// Where the next command may run: after a statement succeeded, and after it failed.
struct ShellAfter
{
    ShellFolders success;
    ShellFolders failure;
    [[nodiscard]] ShellFolders both() const;
};

/// All of both; unknown when that is more than a few.
[[nodiscard]] ShellFolders unitedFolders(ShellFolders a, const ShellFolders &b);

/// What never runs ("exit && x") is judged all the same: a function may have the name of what ends.
[[nodiscard]] ShellFolders reachedFolders(const ShellFolders &folders);

/// Where `path` leads from `folder`.
[[nodiscard]] ShellFolder folderBelow(const ShellFolder &folder, const QString &path);

/// True for the name of a builtin that changes the folder.
[[nodiscard]] bool isFolderChange(const QString &word);

/// True when a word of the command, a text for the shell, may hold one.
[[nodiscard]] bool mentionsFolderChange(const ShellCommand &command);

/// "builtin cd x" and "command -p cd x" as "cd x".
[[nodiscard]] ShellCommand behindBuiltins(ShellCommand command);

} // namespace Countersign::Permission
