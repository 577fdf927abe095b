// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "tools/toolservices.h"

namespace Countersign {

/// Replaces or creates a whole file; encoding, byte order mark and line ends of what is replaced are
/// kept.
[[nodiscard]] Tool makeWriteTool(const ToolServices &services);

} // namespace Countersign
