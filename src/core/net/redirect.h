// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/result.h"
#include "net/httpstream.h"

#include <QUrl>

#include <optional>

namespace Countersign::Net {

/// The address of a web page as it is asked for and sent: scheme and host in lower case, the host in
/// its ASCII form and without a last dot, no usual port, no "." and ".." in the path, no fragment. What
/// a rule compares is then what the server gets. Errors: InvalidInput for anything that is no http
/// or https address with a host, and for one with a name or password in it.
[[nodiscard]] Result<QUrl> webAddress(const QString &text);

/// Where `response` to a GET of `from` sends the client; nothing when it is no redirect. Errors:
/// Protocol for a redirect without a usable target.
[[nodiscard]] Result<std::optional<QUrl>> redirectTarget(const QUrl &from,
                                                         const HttpResponse &response);

/// Whether `to` is on the server that `from` is on: the same host, and the same scheme and port, or the
/// step from http to https on their usual ports.
[[nodiscard]] bool isSameServer(const QUrl &from, const QUrl &to);

} // namespace Countersign::Net
