// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "tools/toolservices.h"

namespace Countersign {

/// Replaces an exact text in a file; no byte outside the match changes.
[[nodiscard]] Tool makeEditTool(const ToolServices &services);

} // namespace Countersign
