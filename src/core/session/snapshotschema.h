// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "storage/store.h"

namespace Countersign::Session {

/// The tables of a snapshot store, from its first version on.
[[nodiscard]] QList<Storage::Migration> snapshotMigrations();

} // namespace Countersign::Session
