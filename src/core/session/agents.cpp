// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "session/agents.h"

#include "permission/agentrules.h"
#include "permission/evaluate.h"

#include <algorithm>
#include <utility>

namespace Countersign::Session {

using namespace Qt::StringLiterals;

namespace {

struct BuiltIn
{
    const char16_t *name;
    const char16_t *description;
    AgentMode mode;
    bool hidden;
};

constexpr BuiltIn kBuiltIn[] = {
        {u"build", u"Does the work: reads, edits and runs commands, asking as its rules say.",
         AgentMode::Primary, false},
        {u"plan", u"Reads and plans; may not change files except its plan.", AgentMode::Primary,
         false},
        {u"general", u"Works on a part of a task for another agent.", AgentMode::Subagent, false},
        {u"explore", u"Searches and reads for another agent; changes nothing.", AgentMode::Subagent,
         false},
};

AgentMode modeFromName(const QString &name)
{
    if (name == u"primary")
        return AgentMode::Primary;
    return name == u"subagent" ? AgentMode::Subagent : AgentMode::All;
}

QString planPrompt()
{
    return u"You plan work in a person's project; you do not change it. Read and search until you "
           "understand, then write a short plan: what to change, where, in which order, and how to "
           "check it. Editing is denied to you except for the plan file."_s;
}

void apply(Agent &agent, const Config::AgentConfig &config)
{
    agent.model = config.model.value_or(agent.model);
    agent.system = config.system.value_or(agent.system);
    agent.description = config.description.value_or(agent.description);
    if (config.mode)
        agent.mode = modeFromName(*config.mode);
    agent.hidden = config.hidden.value_or(agent.hidden);
    if (config.steps)
        agent.steps = config.steps;
    agent.rules += config.permissions;
}

bool mayBeChosen(const Agent &agent)
{
    return !agent.hidden && agent.mode != AgentMode::Subagent;
}

} // namespace

Agents Agents::fromSettings(const Config::Settings &settings, const AppPaths &paths)
{
    Permission::AgentFolders folders{paths.toolOutput(), paths.temporary(), paths.data, {}};
    for (const Config::Skill &skill : settings.skills)
        folders.skills.append(skill.directory);
    Agents all;
    all.m_default = settings.defaultAgent.value_or(QString());
    for (const BuiltIn &builtIn : kBuiltIn) {
        Agent agent;
        agent.name = QStringView(builtIn.name).toString();
        agent.description = QStringView(builtIn.description).toString();
        agent.mode = builtIn.mode;
        agent.hidden = builtIn.hidden;
        if (agent.name == u"plan")
            agent.system = planPrompt();
        agent.rules = Permission::agentRules(agent.name, folders, settings.permissions)
                              .value_or(Permission::Ruleset{});
        all.m_agents.append(agent);
    }
    for (const auto &[name, config] : std::as_const(settings.agents).asKeyValueRange()) {
        const auto found = std::find_if(all.m_agents.begin(), all.m_agents.end(),
                                        [&](const Agent &agent) { return agent.name == name; });
        if (config.disabled.value_or(false)) {
            if (found != all.m_agents.end())
                all.m_agents.erase(found);
            continue;
        }
        if (found != all.m_agents.end()) {
            apply(*found, config);
            continue;
        }
        Agent agent;
        agent.name = name;
        // A new agent starts from the rules that every agent starts with, not from none.
        agent.rules =
                Permission::defaultRules(folders.toolOutput, folders.temporary, folders.skills)
                + settings.permissions;
        apply(agent, config);
        all.m_agents.append(agent);
    }
    return all;
}

const Agent *Agents::find(const QString &name) const
{
    const auto found = std::find_if(m_agents.cbegin(), m_agents.cend(),
                                    [&](const Agent &agent) { return agent.name == name; });
    return found == m_agents.cend() ? nullptr : &*found;
}

const Agent *Agents::defaultAgent() const
{
    for (const QString &name : {m_default, u"build"_s}) {
        const Agent *agent = find(name);
        if (agent && mayBeChosen(*agent))
            return agent;
    }
    const auto first = std::find_if(m_agents.cbegin(), m_agents.cend(), mayBeChosen);
    return first == m_agents.cend() ? nullptr : &*first;
}

QStringList Agents::names() const
{
    QStringList names;
    for (const Agent &agent : m_agents)
        names.append(agent.name);
    return names;
}

QList<Agent> Agents::selectable() const
{
    QList<Agent> agents;
    std::copy_if(m_agents.cbegin(), m_agents.cend(), std::back_inserter(agents), mayBeChosen);
    return agents;
}

} // namespace Countersign::Session
