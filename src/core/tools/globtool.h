// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "tools/toolservices.h"

namespace Countersign {

/// Finds files by name pattern, newest first.
[[nodiscard]] Tool makeGlobTool(const ToolServices &services);

} // namespace Countersign
