// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "diff/change.h"

/// Changes as agents propose them, for pictures.
namespace Countersign::Pictures {

[[nodiscard]] Diff::FileChange twoHunkEdit();
[[nodiscard]] QList<Diff::FileChange> twelveFilePatch(); ///< Added, changed, moved, deleted.
[[nodiscard]] Diff::FileChange carriageReturnsRemoved();
[[nodiscard]] Diff::FileChange noBreakSpaces();
[[nodiscard]] Diff::FileChange bidirectionalAttack();
[[nodiscard]] Diff::FileChange deletedFile();
[[nodiscard]] Diff::FileChange image();
[[nodiscard]] Diff::FileChange longLines(); ///< Of 300 columns.

} // namespace Countersign::Pictures
