// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "permission/shellscript.h"
#include "permission/types.h"

namespace Countersign::Permission {

/// What "always" may save for a command: exactly its text; then the words that name what it does and
/// " *" ("git push *"), where that is sound: never for shells, interpreters and wrappers, for names
/// with a wildcard in them, or for a command whose first words are not as written.
[[nodiscard]] QList<SaveOffer> shellOffers(const ShellCommand &command);

/// How many words are needed to name what `words` do: "npm run dev --watch" takes 3, by the arity
/// rule; there may be fewer.
[[nodiscard]] qsizetype shellArity(const QStringList &words);

} // namespace Countersign::Permission
