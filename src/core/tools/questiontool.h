// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "tool/tool.h"
#include "tools/toolservices.h"

namespace Countersign {

/// asks the person and waits for the answers.
[[nodiscard]] Tool makeQuestionTool(const ToolServices &services);

} // namespace Countersign
