// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "tool/tool.h"
#include "tools/toolservices.h"

namespace Countersign {

/// loads instructions for one kind of task.
[[nodiscard]] Tool makeSkillTool(const ToolServices &services);

} // namespace Countersign
