// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "permission/shellscript.h"

namespace Countersign::Permission {

/// What a command destroys or publishes beyond this machine's files, as shellDanger(): data of
/// databases, containers, clusters, clouds and package registries. Pure.
[[nodiscard]] QString serviceDanger(const ShellCommand &command);

} // namespace Countersign::Permission
