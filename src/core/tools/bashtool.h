// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "tools/toolservices.h"

namespace Countersign {

/// Runs a command line in the shell; not sandboxed.
[[nodiscard]] Tool makeBashTool(const ToolServices &services);

} // namespace Countersign
