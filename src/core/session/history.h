// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "provider/provider.h"
#include "session/types.h"

#include <QList>

namespace Countersign::Session {

/// The conversation as a provider reads it: one assistant entry per turn, its results after it. Calls
/// that never ended get an error result, notices are left out, reasoning goes only to the model that
/// made it (the provider compares).
[[nodiscard]] QList<Provider::Entry> lower(const QList<Message> &messages);

} // namespace Countersign::Session
