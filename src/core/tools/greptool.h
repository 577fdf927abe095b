// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "tools/toolservices.h"

namespace Countersign {

/// Searches file contents with a regular expression.
[[nodiscard]] Tool makeGrepTool(const ToolServices &services);

} // namespace Countersign
