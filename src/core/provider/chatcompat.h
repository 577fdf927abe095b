// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/result.h"

#include <QJsonObject>
#include <QString>
#include <QUrl>

namespace Countersign::Provider {

/// Where servers that speak chat completions differ. Careful defaults: what only some understand
/// is left out.
struct ChatCompat
{
    bool supportsDeveloperRole = false; ///< "developer" instead of "system".
    bool supportsStreamOptions = true; ///< stream_options.include_usage.
    bool supportsParallelFlag = false; ///< parallel_tool_calls: true.
    bool supportsCacheKey = false; ///< prompt_cache_key.
    bool supportsFiles = false; ///< PDF documents as "file" parts.
    bool requiresFinishReason = false; ///< [DONE] alone does not end an answer in order.
    /// How reasoning goes back: "" (not at all), "reasoning_content", "reasoning" or
    /// "reasoning_details".
    QString reasoningField;
    QString toolIdFormat = QStringLiteral("any"); ///< "any" or "alnum9" (Mistral).
    QString maxTokensField = QStringLiteral("max_tokens"); ///< Or "max_completion_tokens".
    QJsonObject extraBody; ///< Put into every request as it is.

    friend bool operator==(const ChatCompat &, const ChatCompat &) = default;

    /// What is known of the server at `baseUrl`.
    [[nodiscard]] static ChatCompat known(const QUrl &baseUrl);
    /// This with the switches of a provider's "compat" object. Errors: InvalidInput naming the switch.
    [[nodiscard]] Result<ChatCompat> with(const QJsonObject &switches) const;
};

} // namespace Countersign::Provider
