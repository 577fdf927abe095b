// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/paths.h"
#include "config/config.h"
#include "permission/types.h"

#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

namespace Countersign::Session {

enum class AgentMode { Primary, Subagent, All };

/// A named configuration of the model's role.
struct Agent
{
    QString name;
    QString description;
    QString system; ///< System prompt; empty: the program's own.
    QString model; ///< "provider/id"; empty: the session's.
    AgentMode mode = AgentMode::All;
    bool hidden = false;
    std::optional<int> steps; ///< Model turns per prompt; nothing: no limit.
    Permission::Ruleset rules;
};

/// All agents of a Location: the built-in ones and the configured ones, in order. Immutable value.
class Agents
{
public:
    /// Order inside one agent's rules: built-in ones, those of the configuration for every agent, those
    /// for this agent; the last match wins, but what a built-in agent is denied is lifted only by the
    /// last.
    [[nodiscard]] static Agents fromSettings(const Config::Settings &settings,
                                             const AppPaths &paths);

    [[nodiscard]] const Agent *find(const QString &name) const; ///< Null when unknown or disabled.
    /// The configured default if it may be chosen, else "build", else the first that may; null: none.
    [[nodiscard]] const Agent *defaultAgent() const;
    [[nodiscard]] QStringList names() const; ///< All that are not disabled.
    [[nodiscard]] QList<Agent> selectable() const; ///< Visible and no mere subagent.

private:
    QList<Agent> m_agents;
    QString m_default;
};

} // namespace Countersign::Session
