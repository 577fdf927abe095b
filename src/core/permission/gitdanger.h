// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "permission/shellscript.h"

namespace Countersign::Permission {

/// What a git command destroys, as shellDanger(); what is a file there is not looked at. Pure.
[[nodiscard]] QString gitDanger(const ShellCommand &command);

} // namespace Countersign::Permission
