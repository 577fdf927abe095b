// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "permission/types.h"

#include <QString>

namespace Countersign::Review {

/// What a saved approval would cover, in words: "every file in src/ and below".
[[nodiscard]] QString offerWords(const QString &action, const Permission::SaveOffer &offer);
/// The offer that covers least; -1 when there is none.
[[nodiscard]] int narrowestOffer(const QList<Permission::SaveOffer> &offers);
/// Why the person is asked: each resource, the rule that decided and where it was written.
[[nodiscard]] QString whyText(const Permission::Explanation &explanation);
/// The command of a request as it is shown: complete, hidden characters as escapes, and runs of
/// more than three empty lines as their number (what follows them must not be out of sight).
[[nodiscard]] QString commandText(const Permission::Request &request);
/// What the person has to know before anything else: what would be lost, what could not be seen. One
/// line each; empty for most requests.
[[nodiscard]] QString cautionText(const Permission::Explanation &explanation);
/// Where the command would run; empty when the request does not say.
[[nodiscard]] QString workingDirectory(const Permission::Request &request);

} // namespace Countersign::Review
