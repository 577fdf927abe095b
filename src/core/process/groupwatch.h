// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <sys/types.h>

namespace Countersign {

/// True while a process of the group `group` is alive; zombies do not count. Read from /proc: asking
/// kill() would count the zombie leader that keeps the group's number from being given to others.
/// True as well when /proc cannot be read, so that nobody is taken for dead by mistake.
[[nodiscard]] bool groupIsAlive(pid_t group);

} // namespace Countersign
