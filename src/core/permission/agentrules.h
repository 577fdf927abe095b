// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "permission/types.h"

#include <optional>

namespace Countersign::Permission {

/// Absolute folders that the built-in rules name.
struct AgentFolders
{
    QString toolOutput; ///< Managed output: any agent may read it.
    QString temporary; ///< The program's own temporary folder.
    QString data; ///< Plans are kept in its folder "plans".
    QStringList skills = {}; ///< Any agent may read what lies beside a skill.
};

/// The names of the built-in agents: build, plan, general, explore, compaction, title, summary.
[[nodiscard]] QStringList builtInAgents();

/// The rules that a built-in agent starts with: defaultRules() and then its own. Nothing for any
/// other name. Rules of configuration come after them.
[[nodiscard]] std::optional<Ruleset> agentDefaults(QStringView name, const AgentFolders &folders);

} // namespace Countersign::Permission
