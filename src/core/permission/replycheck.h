// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/result.h"
#include "permission/types.h"

/// What a person may answer to a request, and the words in which a model reads it.
namespace Countersign::Permission {

/// A reply may narrow what was asked, never widen it: InvalidInput when `save` holds what was not
/// offered, the proposal touches a file that was not shown, or words go with what nobody would read
/// them for; Stale when it allows another computation than the last one that was shown.
[[nodiscard]] Result<void> checkReply(const Inquiry &inquiry, const Reply &reply);

/// The end of a wait for an accepting reply.
[[nodiscard]] Grant grantFor(const Inquiry &inquiry, const Reply &reply);

/// The end of a wait for Answer::Reject: Denied with the words, Declined without.
[[nodiscard]] Error refusalFor(const Inquiry &inquiry, const Reply &reply);

/// The end of a wait that nobody answered.
[[nodiscard]] Error interruptionOf(const Inquiry &inquiry);

} // namespace Countersign::Permission
