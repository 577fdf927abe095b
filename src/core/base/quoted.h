// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QString>
#include <QStringView>

namespace Countersign {

/// `text` in quotation marks for a sentence: cut to `maximum` units, and what cannot be seen (control
/// and format characters, every space but the plain one) written as an escape.
[[nodiscard]] QString quoted(QStringView text, qsizetype maximum = 80);

} // namespace Countersign
