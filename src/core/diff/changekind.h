// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "diff/change.h"

namespace Countersign::Diff {

[[nodiscard]] QString kindLetter(ChangeKind kind); ///< As git's: "A", "M", "D", "R".
/// For programs: "added", "modified", "deleted", "moved".
[[nodiscard]] QString kindToken(ChangeKind kind);

} // namespace Countersign::Diff
