// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "tool/registry.h"
#include "tools/toolservices.h"

#include <QList>

namespace Countersign {

/// The built-in tools of one Location under their names, in alphabetical order.
[[nodiscard]] QList<ToolRegistry::Named> builtinTools(const ToolServices &services);

} // namespace Countersign
