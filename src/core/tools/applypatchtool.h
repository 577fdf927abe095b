// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "tools/toolservices.h"

namespace Countersign {

/// Adds, changes, moves and deletes files by one patch, all of it or nothing.
[[nodiscard]] Tool makeApplyPatchTool(const ToolServices &services);

} // namespace Countersign
