// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "location/location.h"

#include <QString>

namespace Countersign {

/// The project that the canonical directory `root` belongs to. A git repository with an "origin" on
/// another machine is known by that address, so that all its clones share their saved approvals; one
/// without, by its common git directory; any other directory by itself. Blocking; any thread.
[[nodiscard]] Project projectOf(const QString &root);

/// "host/path" of a remote's address: lower-case host, no user, no password, no ".git". Empty when
/// the address names a place on this machine.
[[nodiscard]] QString normalisedRemote(const QString &url);

} // namespace Countersign
