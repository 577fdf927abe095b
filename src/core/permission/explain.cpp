// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "permission/explain.h"

#include <QJsonArray>

#include <algorithm>
#include <array>
#include <utility>

using namespace Qt::StringLiterals;

namespace Countersign::Permission {

namespace {

constexpr std::array kOrigins{
        std::pair(Origin::BuiltIn, u"built_in"), std::pair(Origin::GlobalConfig, u"global_config"),
        std::pair(Origin::ProjectConfig, u"project_config"), std::pair(Origin::Agent, u"agent"),
        std::pair(Origin::Saved, u"saved")};

Effect effectOr(const QJsonValue &value, Effect stricter)
{
    return effectFromName(value.toString()).value_or(stricter);
}

Rule ruleFromJson(const QJsonObject &object)
{
    Rule rule;
    rule.action = object.value("action"_L1).toString();
    rule.resource = object.value("resource"_L1).toString();
    rule.effect = effectOr(object.value("effect"_L1), Effect::Deny);
    const QString origin = object.value("origin"_L1).toString();
    for (const auto &[value, name] : kOrigins) {
        if (origin == QStringView(name))
            rule.origin = value;
    }
    rule.source = object.value("source"_L1).toString();
    rule.message = object.value("message"_L1).toString();
    rule.exact = object.value("exact"_L1).toBool();
    rule.layer = object.value("layer"_L1).toInt();
    rule.base = object.value("base"_L1).toString();
    return rule;
}

QString patternText(const Rule &rule)
{
    const QString shown = rule.action + u' ' + rule.resource;
    return rule.exact ? QString(shown + " (exactly)"_L1) : shown;
}

QString writtenIn(const Rule &rule)
{
    return rule.source.isEmpty() ? QString() : QString(" ("_L1 + rule.source + u')');
}

} // namespace

QString originName(Origin origin)
{
    for (const auto &[value, name] : kOrigins) {
        if (value == origin)
            return QString::fromUtf16(name);
    }
    Q_UNREACHABLE();
}

QJsonObject toJson(const Rule &rule)
{
    QJsonObject object{{u"action"_s, rule.action},
                       {u"resource"_s, rule.resource},
                       {u"effect"_s, effectName(rule.effect)},
                       {u"origin"_s, originName(rule.origin)},
                       {u"source"_s, rule.source}};
    if (!rule.message.isEmpty())
        object.insert(u"message"_s, rule.message);
    if (rule.exact)
        object.insert(u"exact"_s, true);
    if (rule.layer != 0)
        object.insert(u"layer"_s, rule.layer);
    if (!rule.base.isEmpty())
        object.insert(u"base"_s, rule.base);
    return object;
}

QJsonObject toJson(const Explanation &explanation)
{
    QJsonArray verdicts;
    for (const Verdict &verdict : explanation.verdicts) {
        QJsonObject entry{
                {u"resource"_s, verdict.resource},
                {u"effect"_s, effectName(verdict.effect)},
                {u"rule"_s, verdict.rule ? QJsonValue(toJson(*verdict.rule)) : QJsonValue()}};
        if (!verdict.reason.isEmpty())
            entry.insert(u"reason"_s, verdict.reason);
        verdicts.append(entry);
    }
    return {{u"action"_s, explanation.action},
            {u"effect"_s, effectName(explanation.effect)},
            {u"agentKnown"_s, explanation.agentKnown},
            {u"verdicts"_s, verdicts}};
}

Explanation explanationFromJson(const QJsonObject &object)
{
    Explanation result;
    result.action = object.value("action"_L1).toString();
    result.effect = effectOr(object.value("effect"_L1), Effect::Deny);
    result.agentKnown = object.value("agentKnown"_L1).toBool();
    const QJsonArray verdicts = object.value("verdicts"_L1).toArray();
    for (const QJsonValue &value : verdicts) {
        const QJsonObject entry = value.toObject();
        Verdict verdict{entry.value("resource"_L1).toString(),
                        effectOr(entry.value("effect"_L1), Effect::Deny), std::nullopt};
        if (entry.value("rule"_L1).isObject())
            verdict.rule = ruleFromJson(entry.value("rule"_L1).toObject());
        verdict.reason = entry.value("reason"_L1).toString();
        result.verdicts.append(verdict);
    }
    return result;
}

QString ruleText(const Rule &rule)
{
    return patternText(rule) + u' ' + effectName(rule.effect) + writtenIn(rule);
}

QString explainText(const Explanation &explanation)
{
    QString text = explanation.action + ": "_L1 + effectName(explanation.effect);
    if (!explanation.agentKnown)
        text += ", because the agent is not known here"_L1;
    else if (explanation.verdicts.isEmpty())
        text += ", because nothing in particular is touched"_L1;
    for (const Verdict &verdict : explanation.verdicts) {
        text += "\n  "_L1 + verdict.resource + ": "_L1 + effectName(verdict.effect);
        const bool overruled = verdict.rule && verdict.rule->effect != verdict.effect;
        if (overruled)
            text += " although the rule "_L1 + ruleText(*verdict.rule);
        else if (verdict.rule)
            text += " by the rule "_L1 + ruleText(*verdict.rule);
        else if (explanation.agentKnown)
            text += ", because no rule matches"_L1;
        if (!verdict.reason.isEmpty())
            text += "\n    "_L1 + verdict.reason;
    }
    return text;
}

QString denialText(const Explanation &explanation, const QString &agent)
{
    const auto denied =
            std::find_if(explanation.verdicts.begin(), explanation.verdicts.end(),
                         [](const Verdict &verdict) { return verdict.effect == Effect::Deny; });
    QString what = explanation.action;
    if (denied != explanation.verdicts.end())
        what += " of "_L1 + denied->resource;
    if (!explanation.agentKnown) {
        return what + " is denied because there is no agent named \""_L1 + agent
                + "\" here; choose one that exists."_L1;
    }
    if (denied == explanation.verdicts.end() || !denied->rule)
        return what + " is denied."_L1;
    QString text = what + " is denied by the rule "_L1 + patternText(*denied->rule)
            + writtenIn(*denied->rule) + u'.';
    if (!denied->rule->message.isEmpty())
        text += u' ' + denied->rule->message;
    return text;
}

} // namespace Countersign::Permission
