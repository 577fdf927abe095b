// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "tools/toolservices.h"

namespace Countersign {

/// Reads one page of the web; `services.web` is set.
[[nodiscard]] Tool makeWebfetchTool(const ToolServices &services);

} // namespace Countersign
