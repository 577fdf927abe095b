// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "tools/toolservices.h"

namespace Countersign {

/// Reads a text file in pages, a directory, an image or a PDF.
[[nodiscard]] Tool makeReadTool(const ToolServices &services);

} // namespace Countersign
