// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "permission/shellscript.h"

namespace Countersign::Permission {

/// The consequence of a command that destroys what cannot be got back, reaches every file, or hands
/// the machine over: one sentence for the person. Empty for all others. Pure: what depends on where
/// a path leads is left to the caller, see
/// worksOnWholeFolders().
[[nodiscard]] QString shellDanger(const ShellCommand &command);

/// True for an operand that stands for everything of some folder, or for what only the run can know.
[[nodiscard]] bool isWholeFolder(const ShellWord &word);

/// True for a command that removes or changes whole folders below its operands.
[[nodiscard]] bool worksOnWholeFolders(const ShellCommand &command);

} // namespace Countersign::Permission
