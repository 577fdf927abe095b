// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "permission/evaluate.h"

#include "permission/wildcard.h"

#include <QVarLengthArray>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace Countersign::Permission {

namespace {

bool applies(const Rule &rule, const QString &action, const QString &resource)
{
    if (!matches(action, rule.action))
        return false;
    if (rule.exact)
        return rule.resource == resource;
    if (!rule.base.isEmpty() && !resource.startsWith(u'/')
        && (action == QStringView(Action::read) || action == QStringView(Action::edit))) {
        const QString absolute =
                resource == "."_L1 ? rule.base : QString(rule.base + u'/' + resource);
        return matches(absolute, rule.resource);
    }
    return matches(resource, rule.resource);
}

int strictness(Effect effect)
{
    switch (effect) {
    case Effect::Allow:
        return 0;
    case Effect::Ask:
        return 1;
    case Effect::Deny:
        return 2;
    }
    Q_UNREACHABLE();
}

/// True when `rule` is about exactly this resource, written out. A text of wildcards alone is the
/// name of nothing in particular.
bool namesLiterally(const Rule &rule, const QString &resource)
{
    return rule.resource == resource && std::any_of(resource.begin(), resource.end(), [](QChar c) {
               return c != u'*' && c != u'?' && c != u' ';
           });
}

void apply(const QList<Caution> &cautions, QList<Verdict> &verdicts)
{
    for (const Caution &caution : cautions) {
        for (Verdict &verdict : verdicts) {
            if (verdict.resource != caution.resource || verdict.effect == Effect::Deny)
                continue;
            if (verdict.effect == Effect::Allow && namesLiterally(*verdict.rule, verdict.resource))
                continue;
            verdict.effect = Effect::Ask;
            verdict.reason += verdict.reason.isEmpty() ? caution.reason : u' ' + caution.reason;
        }
    }
}

bool any(const QList<Verdict> &verdicts, Effect effect)
{
    return std::any_of(verdicts.begin(), verdicts.end(),
                       [effect](const Verdict &verdict) { return verdict.effect == effect; });
}

} // namespace

bool matches(QStringView text, QStringView pattern)
{
    return matchCounted(text, pattern).matched;
}

Verdict evaluate(const QString &action, const QString &resource, const Ruleset &rules)
{
    const Rule *decisive = nullptr; // The last match of the ordinary rules.
    const Rule *narrowest = nullptr; // The strictest of the layers' last matches.
    QVarLengthArray<int, 8> seen; // The layers that have had their last match.
    for (auto it = rules.crbegin(); it != rules.crend(); ++it) {
        const bool settled = it->layer == 0
                ? decisive != nullptr
                : seen.contains(it->layer) || (it->layer == kAgentLayer && decisive);
        if (settled || !applies(*it, action, resource))
            continue;
        if (it->layer == 0) {
            decisive = &*it;
            continue;
        }
        seen.append(it->layer);
        if (!narrowest || strictness(it->effect) > strictness(narrowest->effect))
            narrowest = &*it;
    }
    const Effect effect = decisive ? decisive->effect : Effect::Ask;
    if (narrowest && strictness(narrowest->effect) > strictness(effect))
        return {resource, narrowest->effect, *narrowest};
    return {resource, effect, decisive ? std::optional(*decisive) : std::nullopt};
}

Explanation decide(const QString &action, const QStringList &resources,
                   const std::optional<Ruleset> &agentRules, const Ruleset &saved,
                   const QStringList &otherNames, const QList<Caution> &cautions)
{
    Explanation result;
    result.action = action;
    if (!agentRules) {
        result.effect = Effect::Deny;
        result.agentKnown = false;
        for (const QString &resource : resources)
            result.verdicts.append({resource, Effect::Deny, std::nullopt});
        return result;
    }
    // Step 1: the agent's own rules. Their deny is final, whatever was saved.
    for (const QString &resource : resources)
        result.verdicts.append(evaluate(action, resource, *agentRules));
    for (const QString &name : otherNames) {
        if (const Verdict verdict = evaluate(action, name, *agentRules);
            verdict.effect == Effect::Deny)
            result.verdicts.append(verdict);
    }
    if (any(result.verdicts, Effect::Deny)) {
        result.effect = Effect::Deny;
        return result;
    }
    // Step 2: saved approvals after them. They only allow, so only what is asked can change.
    for (Verdict &verdict : result.verdicts) {
        if (verdict.effect != Effect::Ask)
            continue;
        if (Verdict lifted = evaluate(action, verdict.resource, saved); lifted.rule)
            verdict = std::move(lifted);
    }
    apply(cautions, result.verdicts);
    result.effect = any(result.verdicts, Effect::Ask) ? Effect::Ask : Effect::Allow;
    return result;
}

bool isWhollyDisabled(const QString &action, const Ruleset &rules)
{
    QVarLengthArray<int, 8> seen; // Layers (0: the ordinary rules) that have had their last match.
    for (auto it = rules.crbegin(); it != rules.crend(); ++it) {
        const bool settled =
                seen.contains(it->layer) || (it->layer == kAgentLayer && seen.contains(0));
        if (settled || !matches(action, it->action))
            continue;
        if (it->effect == Effect::Deny && it->resource == "*"_L1 && !it->exact)
            return true;
        seen.append(it->layer);
    }
    return false;
}

Ruleset defaultRules(const QString &toolOutput, const QString &temporary, const QStringList &skills)
{
    const auto rule = [](const char16_t *action, const QString &resource, Effect effect) {
        return Rule{QString::fromUtf16(action), resource, effect, Origin::BuiltIn,
                    u"built-in defaults"_s,     {}};
    };
    const QString everything = u"*"_s;
    Ruleset rules{
            rule(u"*", everything, Effect::Allow),
            rule(Action::doomLoop, everything, Effect::Ask),
            rule(Action::privateNetwork, everything, Effect::Ask),
            rule(Action::externalDirectory, everything, Effect::Ask),
            rule(Action::externalDirectory, toolOutput + "/*"_L1, Effect::Allow),
            rule(Action::externalDirectory, temporary + "/*"_L1, Effect::Allow),
            rule(Action::question, everything, Effect::Deny),
            rule(u"plan_enter", everything, Effect::Deny),
            rule(u"plan_exit", everything, Effect::Deny),
            rule(Action::read, everything, Effect::Allow),
            rule(Action::read, u"*.env"_s, Effect::Ask),
            rule(Action::read, u"*.env.*"_s, Effect::Ask),
            rule(Action::read, u"*.env.example"_s, Effect::Allow),
    };
    for (const QString &folder : skills) {
        if (folder.contains(u'*') || folder.contains(u'?'))
            continue;
        rules.append(rule(Action::externalDirectory, folder + "/*"_L1, Effect::Allow));
        // They are read freely, but what is written there is obeyed in other projects and later runs.
        rules.append(rule(Action::edit, folder + "/*"_L1, Effect::Ask));
    }
    return rules;
}

QString expandHome(const QString &action, const QString &resource, const QString &home)
{
    // Raw command text is never touched: "~" may be an argument there.
    if (action != QStringView(Action::externalDirectory) && action != QStringView(Action::read)
        && action != QStringView(Action::edit))
        return resource;
    const QString folder = home.endsWith(u'/') ? home.chopped(1) : home;
    if (resource == "~"_L1 || resource == "$HOME"_L1)
        return folder.isEmpty() ? home : folder;
    if (resource.startsWith("~/"_L1))
        return folder + resource.mid(1);
    if (resource.startsWith("$HOME/"_L1) || resource.startsWith("$HOME\\"_L1))
        return folder + resource.mid(5);
    return resource;
}

} // namespace Countersign::Permission
