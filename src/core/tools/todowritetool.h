// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "tool/tool.h"
#include "tools/toolservices.h"

namespace Countersign {

/// replaces the session's list of what is to be done.
[[nodiscard]] Tool makeTodoWriteTool(const ToolServices &services);

} // namespace Countersign
