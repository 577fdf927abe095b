// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/result.h"

#include <QHostAddress>
#include <QList>
#include <QString>

#include <chrono>
#include <functional>
#include <stop_token>

namespace Countersign::Net {

/// Finds the addresses of a host's name; what lookUp() is, or a test's stand-in.
using LookUp = std::function<Result<QList<QHostAddress>>(
        const QString &host, std::chrono::milliseconds limit, std::stop_token stop)>;

/// The addresses of `host` by the system's resolver, in its order and never none. A literal address is
/// itself; "localhost" and names below it are this machine without asking anybody (RFC 6761).
/// Blocking, at most for `limit`. Errors: NotFound (no such name), Network (nobody answered),
/// Cancelled, Io.
[[nodiscard]] Result<QList<QHostAddress>>
lookUp(const QString &host, std::chrono::milliseconds limit, std::stop_token stop);

} // namespace Countersign::Net
