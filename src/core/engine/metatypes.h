// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

namespace Countersign {

/// Makes the values that cross threads in signals known to Qt. Idempotent; any thread.
void registerMetaTypes();

} // namespace Countersign
