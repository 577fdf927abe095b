// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "location/location.h"

#include <optional>

namespace Countersign {

/// The identity of the project that a canonical directory belongs to. A directory that is not in a
/// git work tree, or whose .git cannot be read, is a project of its own. Blocking, under 2 ms.
[[nodiscard]] Project projectOf(const QString &canonicalDirectory);

/// "host/path" of the address of a git remote, so that all spellings of one repository are equal:
/// scheme, user, password, default port and ".git" are left out and the host is in lower case.
/// Nothing for an address on this computer (a path, file://).
[[nodiscard]] std::optional<QString> normalisedRemote(const QString &url);

} // namespace Countersign
