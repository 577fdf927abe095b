// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "permission/shellscript.h"

#include <QString>

#include <optional>

namespace Countersign {

/// What a work tree holds that git has no copy of.
struct UncommittedWork
{
    int changed = 0; ///< Tracked files, with what is staged.
    int untracked = 0; ///< Not ignored.
    friend bool operator==(const UncommittedWork &, const UncommittedWork &) = default;
};

/// The uncommitted work of the repository that `directory` is in. Nothing when there is none or it
/// cannot be read. Runs no program that the repository names. Blocking.
[[nodiscard]] std::optional<UncommittedWork> uncommittedWork(const QString &directory);

/// How much of `work` the git command would discard, as a sentence; "" when it would discard nothing
/// now, and nothing (no value) where that cannot be told from these numbers.
[[nodiscard]] std::optional<QString> discardedBy(const Permission::ShellCommand &command,
                                                 const UncommittedWork &work);

/// True for a "git checkout" of which a word is the name of a file or folder in `directory`: git takes
/// it for one and puts back what was committed.
[[nodiscard]] bool checksOutFiles(const Permission::ShellCommand &command,
                                  const QString &directory);

} // namespace Countersign
