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

/// The rules of a built-in agent: defaultRules(), its own, and `everyone`, the rules of configuration
/// for every agent, which lift nothing of what its own rules deny (kAgentLayer). Nothing for any other
/// name. Rules of configuration for this agent come after them.
[[nodiscard]] std::optional<Ruleset> agentRules(QStringView name, const AgentFolders &folders,
                                                const Ruleset &everyone = {});

} // namespace Countersign::Permission
