// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "tools/toolservices.h"

namespace Countersign {

/// Searches the web with the account of `services.web`, which is set. Without an account the tool is
/// not offered and says why when it is called.
[[nodiscard]] Tool makeWebsearchTool(const ToolServices &services);

} // namespace Countersign
