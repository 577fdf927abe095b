// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "permission/agentrules.h"

#include "permission/evaluate.h"

#include <utility>

using namespace Qt::StringLiterals;

namespace Countersign::Permission {

namespace {

/// Collects rules in the name of one agent.
class AgentRules
{
public:
    explicit AgentRules(QStringView agent) : m_source("built-in rules of the agent "_L1 + agent) { }
    AgentRules &add(const QString &action, const QString &resource, Effect effect)
    {
        m_rules.append({action, resource, effect, Origin::BuiltIn, m_source, {}});
        return *this;
    }
    AgentRules &allow(const QString &action) { return add(action, u"*"_s, Effect::Allow); }
    AgentRules &deny(const QString &action) { return add(action, u"*"_s, Effect::Deny); }
    /// The default rules on any of `actions` once more: after a rule on everything has covered them.
    AgentRules &restore(const Ruleset &defaults, const QStringList &actions)
    {
        for (const Rule &rule : defaults) {
            if (actions.contains(rule.action))
                m_rules.append(rule);
        }
        return *this;
    }
    [[nodiscard]] Ruleset take() { return std::move(m_rules); }

private:
    QString m_source;
    Ruleset m_rules;
};

/// The rules that tell an agent from others; nothing for what is no built-in agent.
std::optional<Ruleset> ownRules(QStringView name, const AgentFolders &folders,
                                const Ruleset &defaults)
{
    AgentRules rules(name);
    if (name == "build"_L1)
        return rules.allow(u"question"_s).allow(u"plan_enter"_s).take();
    if (name == "plan"_L1) {
        const QString plans = folders.data + "/plans/"_L1;
        return rules.allow(u"question"_s)
                .allow(u"plan_exit"_s)
                .add(u"external_directory"_s, plans + u'*', Effect::Allow)
                .deny(u"edit"_s)
                .add(u"edit"_s, u".countersign/plans/*.md"_s, Effect::Allow)
                .add(u"edit"_s, u".opencode/plans/*.md"_s, Effect::Allow)
                .add(u"edit"_s, plans + "*.md"_L1, Effect::Allow)
                .take();
    }
    if (name == "general"_L1)
        return rules.deny(u"todowrite"_s).take();
    if (name == "explore"_L1) {
        rules.deny(u"*"_s);
        for (const QString &action : {u"grep"_s, u"glob"_s, u"webfetch"_s, u"websearch"_s})
            rules.allow(action);
        // The defaults on reading come back as a whole: allowing "read" alone would also allow the
        // .env files that every other agent must ask for.
        return rules
                .restore(defaults,
                         {u"read"_s, u"external_directory"_s, u"private_network"_s, u"doom_loop"_s})
                .take();
    }
    if (name == "compaction"_L1 || name == "title"_L1 || name == "summary"_L1)
        return rules.deny(u"*"_s).take();
    return {};
}

/// `own` with nothing in it that could ask: what is not denied is left to the other rules.
Ruleset denialsOf(const Ruleset &own)
{
    Ruleset denials = own;
    for (Rule &rule : denials) {
        rule.layer = kAgentLayer;
        if (rule.effect == Effect::Ask)
            rule.effect = Effect::Allow;
    }
    return denials;
}

} // namespace

QStringList builtInAgents()
{
    return {u"build"_s,      u"plan"_s,  u"general"_s, u"explore"_s,
            u"compaction"_s, u"title"_s, u"summary"_s};
}

std::optional<Ruleset> agentRules(QStringView name, const AgentFolders &folders,
                                  const Ruleset &everyone)
{
    const Ruleset defaults = defaultRules(folders.toolOutput, folders.temporary, folders.skills);
    const auto own = ownRules(name, folders, defaults);
    if (!own)
        return {};
    return defaults + *own + everyone + denialsOf(*own);
}

} // namespace Countersign::Permission
