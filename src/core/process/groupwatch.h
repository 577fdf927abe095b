// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace Countersign {

/// True while a process of the group `group` is alive; zombies do not count. Read from /proc: asking
/// kill() would count the zombie leader that keeps the group's number from being given to others.
/// True as well when /proc cannot be read, so that nobody is taken for dead by mistake.
[[nodiscard]] bool groupIsAlive(pid_t group);

/// A process as /proc tells of it.
struct ProcessEntry
{
    pid_t pid = -1;
    std::string name; ///< Up to 15 bytes.
};

/// The living members of the group `group` other than its leader; zombies do not count.
[[nodiscard]] std::vector<ProcessEntry> othersOfGroup(pid_t group);

/// The living descendants of `ancestor` that have left its process group, as setsid lets them: children
/// of children too, as long as each still has its parent. Empty when /proc cannot be read.
[[nodiscard]] std::vector<pid_t> escapedFrom(pid_t ancestor);

} // namespace Countersign
