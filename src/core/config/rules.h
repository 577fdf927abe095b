// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "config/documents.h"

/// Permission rules as they are written in a document.
namespace Countersign::Config {

struct RulesRead
{
    Permission::Ruleset rules;
    QList<Problem> problems;
};

/// Whose rules are read, and how they are to be understood.
struct RulesContext
{
    const Document &document;
    const Source &source;
    Permission::Origin origin = Permission::Origin::GlobalConfig;
    int layer = 0; ///< The layer of a project's rules; 0 for the person's own.
    QString locationRoot; ///< Absolute rules are compared with paths below it, too.
};

/// The rules at `pointer`: an ordered list of {action, resource, effect, message}, or OpenCode V1's
/// object (action to effect, or to an object of pattern to effect, in the file's order), or one
/// effect for everything. A rule that cannot be understood becomes an ask for what can be
/// understood of it. Of a project's rules those that allow are left out, and the others only narrow.
[[nodiscard]] RulesRead readRules(const RulesContext &context, const QString &pointer,
                                  const QJsonValue &value);

/// OpenCode V1's "tools": name to true or false.
[[nodiscard]] RulesRead readToolSwitches(const RulesContext &context, const QString &pointer,
                                         const QJsonValue &value);

/// Stands in for rules that cannot be read: whatever would be allowed is asked.
[[nodiscard]] Permission::Rule askForEverything(Permission::Origin origin, const QString &source);

} // namespace Countersign::Config
