// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/result.h"
#include "provider/chatcompat.h"
#include "provider/provider.h"

#include <QByteArray>
#include <QUrl>

#include <optional>

/// A turn as the body of POST …/chat/completions. Pure.
namespace Countersign::Provider {

/// The address of the endpoint: "/chat/completions" is appended to the base URL's path, with "/v1"
/// before it when there is no path; trailing slashes do not matter and a query is kept.
/// Errors: InvalidInput when it is no http or https address, or holds a user name.
[[nodiscard]] Result<QUrl> chatEndpoint(const QString &baseUrl);

/// The whole body as JSON. `outputLimit` is left out when there is none. The history is repaired: a
/// call without a result gets an error result, and a result without a call is left out, as servers
/// refuse both.
[[nodiscard]] QByteArray chatRequest(const Turn &turn, const ChatCompat &compat,
                                     std::optional<qint64> outputLimit = {});

} // namespace Countersign::Provider
