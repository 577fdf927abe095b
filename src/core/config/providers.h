// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "config/jsonc.h"

/// Providers: those of a document, and the one that environment variables make.
namespace Countersign::Config {

/// Reads the fields of one provider (OpenCode V1's spelling included) over what `provider` holds
/// from files of lower precedence. Returns what could not be used.
[[nodiscard]] QList<Problem> readProvider(const Document &document, const QString &pointer,
                                          const QJsonValue &value, ProviderConfig &provider);

/// COUNTERSIGN_BASE_URL, COUNTERSIGN_API_KEY and COUNTERSIGN_MODEL over what the files said.
void applyEnvironment(Settings &settings);

} // namespace Countersign::Config
