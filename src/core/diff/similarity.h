// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QByteArrayView>

namespace Countersign::Diff {

/// 1 for equal texts, 0 for texts that have nothing in common: one minus the edit distance (Levenshtein)
/// by the length of the longer one. Takes the product of both lengths, less what they have in common at
/// their ends, off `work` and gives up with 0 when that falls below 0.
[[nodiscard]] double similarityOf(QByteArrayView a, QByteArrayView b, qint64 &work);

} // namespace Countersign::Diff
