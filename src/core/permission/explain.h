// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "permission/types.h"

#include <QJsonObject>

namespace Countersign::Permission {

/// "built_in", "global_config", "project_config", "agent", "saved".
[[nodiscard]] QString originName(Origin origin);

/// {"action", "resource", "effect", "origin", "source"} and, where set, "message", "exact", "layer", "base".
[[nodiscard]] QJsonObject toJson(const Rule &rule);
/// {"action", "effect", "agentKnown", "verdicts": [{"resource", "effect", "rule" or null, and
/// where there is one "reason"}]}.
[[nodiscard]] QJsonObject toJson(const Explanation &explanation);
/// The inverse of toJson() for what the database keeps; what is missing or unknown becomes the
/// stricter value, so that a damaged row never reads as a permission.
[[nodiscard]] Explanation explanationFromJson(const QJsonObject &object);

/// A rule in one line: "edit SECRET.md deny (countersign.jsonc:12)".
[[nodiscard]] QString ruleText(const Rule &rule);
/// Several lines for people: the verdict, then each resource with the rule that decided it.
[[nodiscard]] QString explainText(const Explanation &explanation);
/// The sentence a model (and a person) reads when rules deny: what, which rule, where it is written,
/// and the rule's own hint. `agent` is named when it could not be resolved.
[[nodiscard]] QString denialText(const Explanation &explanation, const QString &agent);

} // namespace Countersign::Permission
