// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "session/changes.h"

#include <QString>

namespace Countersign::Changes {

/// In the language of the program, with what cannot be seen made visible.
[[nodiscard]] QString wordsOf(const Session::Reason &reason);
[[nodiscard]] QString wordsOf(const Session::Refusal &refusal);
[[nodiscard]] QString wordsOf(Session::Standing standing);
[[nodiscard]] QString turnedOffWords(const QString &turnedOffIn); ///< Empty when that is.

} // namespace Countersign::Changes
