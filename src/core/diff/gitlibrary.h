// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QString>

namespace Countersign {

/// Makes libgit2 ready, once for the process; call it before any other function of that library.
/// Never shut down again: other threads may still be inside it. Any thread.
void ensureGitLibrary();

/// The words of libgit2's last error on this thread.
[[nodiscard]] QString lastGitError();

} // namespace Countersign
