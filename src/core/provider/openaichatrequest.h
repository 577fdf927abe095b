// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/result.h"
#include "provider/chatcompat.h"
#include "provider/provider.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QUrl>

#include <optional>

/// A turn as the body of POST …/chat/completions. Pure.
namespace Countersign::Provider {

/// The address of the endpoint: "/chat/completions" is appended to the base URL's path, with "/v1"
/// before it when there is no path; trailing slashes do not matter and a query is kept.
/// Errors: InvalidInput when it is no http or https address, or holds a user name.
[[nodiscard]] Result<QUrl> chatEndpoint(const QString &baseUrl);

/// The whole body. `outputLimit` is left out when there is none.
[[nodiscard]] QJsonObject chatRequest(const Turn &turn, const ChatCompat &compat,
                                      std::optional<qint64> outputLimit = {});

/// The messages alone, with a repaired history: a call without a result gets an error result, and a
/// result without a call is left out, as servers refuse both.
[[nodiscard]] QJsonArray chatMessages(const Turn &turn, const ChatCompat &compat);

} // namespace Countersign::Provider
