// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/result.h"

#include <QString>

namespace Countersign {

/// `newText`, which has line feeds only, with the line ends of `oldText`, which has several kinds:
/// a line that stays keeps its own, a new one gets that of the line before it. So a whole new text
/// for a mixed file changes the lines that it is meant to change.
[[nodiscard]] Result<QString> withLineEndsOf(const QString &oldText, const QString &newText);

} // namespace Countersign
