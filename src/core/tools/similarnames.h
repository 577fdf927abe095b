// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QString>
#include <QStringList>

#include <functional>

namespace Countersign {

/// Finding the file that was meant by a path that does not exist. Both look at the first 5000 names
/// of its folder only; blocking.

/// Names in the folder of a missing path that look like it, the likeliest first and at most three.
/// Only those for which `mayShow` is true.
[[nodiscard]] QStringList similarNames(const QString &missingPath,
                                       const std::function<bool(const QString &)> &mayShow);

/// The name that only differs in how it is written: composed or decomposed accents, kinds of spaces,
/// quotation marks and dashes, which models do not repeat faithfully. Empty unless there is exactly
/// one.
[[nodiscard]] QString sameNameWrittenOtherwise(const QString &missingPath);

} // namespace Countersign
