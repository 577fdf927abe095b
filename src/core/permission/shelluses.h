// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "permission/shellscript.h"

namespace Countersign::Permission {

enum class ShellAccess {
    Look, ///< Names, sizes, a working folder: only where it is matters.
    Read, ///< The contents.
    Write, ///< Changed, replaced, created or removed.
    Guess, ///< Read, where it is the name of a file; outside also the name of a folder counts.
    Mention, ///< A part of a word: read, where it is the name of a file.
};

/// A path that a command touches.
struct ShellUse
{
    ShellAccess access = ShellAccess::Look;
    ShellWord word;
    bool itself = false; ///< A link of this name is meant itself, not what it leads to.
    bool upward = false; ///< It may count from a folder above as well, as git's "HEAD:x" does.
    friend bool operator==(const ShellUse &, const ShellUse &) = default;
};

/// The paths that a command touches: its redirections, and its words where the program is known.
/// What a program does beyond its command line (a script, a build) cannot be seen. Pure.
[[nodiscard]] QList<ShellUse> shellUsesOf(const ShellCommand &command);

} // namespace Countersign::Permission
