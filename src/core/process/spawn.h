// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/result.h"
#include "process/process.h"
#include "base/uniquefd.h"

#include <sys/types.h>

namespace Countersign {

/// A started child and our ends of its pipes, which do not block.
struct SpawnedChild
{
    pid_t pid = -1; ///< Also the id of its process group.
    UniqueFd pidFd; ///< Readable once the child has ended; not open where the kernel has none.
    UniqueFd input; ///< Open only when the request has input.
    UniqueFd output;
    UniqueFd errors; ///< Open unless the output is merged.
};

/// Starts the child of `request` in a process group of its own, with nothing of ours open in it, no
/// signal blocked and none ignored. Errors: NotFound (program, working directory), Io. Any thread.
[[nodiscard]] Result<SpawnedChild> spawnChild(const ProcessRequest &request);

} // namespace Countersign
