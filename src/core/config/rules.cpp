// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "config/rules.h"

#include "permission/evaluate.h"

#include <QDir>
#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace Countersign::Config {

using Permission::Effect;
using Permission::Rule;

namespace {

constexpr char16_t kHowToWrite[] = u"write {\"action\": \"edit\", \"resource\": \"*.md\", "
                                   u"\"effect\": \"ask\"}, with an effect "
                                   "of allow, ask or deny";

class RulesReader
{
public:
    explicit RulesReader(const RulesContext &context) : m_context(context) { }

    void readAny(const QString &pointer, const QJsonValue &value)
    {
        if (value.isArray())
            readList(pointer, value.toArray());
        else if (value.isObject())
            readActions(pointer, value.toObject());
        else
            addEffect(pointer, u"*"_s, u"*"_s, value);
    }

    void readSwitches(const QString &pointer, const QJsonValue &value)
    {
        if (!value.isObject()) {
            addUnreadable(pointer, u"*"_s, u"*"_s,
                          u"the tools must be an object of names and true or false"_s);
            return;
        }
        const QJsonObject tools = value.toObject();
        for (const QString &name : m_context.document.keys.value(pointer)) {
            const QString at = pointerTo(pointer, name);
            // These ask under the one action "edit".
            const bool edits = name == "write"_L1 || name == "patch"_L1;
            const QString action = edits ? u"edit"_s : name;
            if (tools.value(name).isBool())
                addRule(at,
                        {action, u"*"_s,
                         tools.value(name).toBool() ? Effect::Allow : Effect::Deny});
            else
                addUnreadable(at, action, u"*"_s, u"a tool's switch must be true or false"_s);
        }
    }

    [[nodiscard]] RulesRead take() { return std::move(m_read); }

private:
    void readList(const QString &pointer, const QJsonArray &list)
    {
        for (qsizetype i = 0; i < list.size(); ++i) {
            const QString at = pointerTo(pointer, QString::number(i));
            const QJsonObject object = list.at(i).toObject();
            const QJsonValue action = object.value("action"_L1);
            const QJsonValue resource = object.value("resource"_L1);
            const auto effect = Permission::effectFromName(object.value("effect"_L1).toString());
            const bool named = action.isString() && !action.toString().isEmpty();
            if (!named || !resource.isString() || !effect) {
                addUnreadable(at, named ? action.toString() : u"*"_s,
                              resource.isString() ? resource.toString() : u"*"_s,
                              u"this is not a permission rule: "_s
                                      + QString::fromUtf16(kHowToWrite));
                continue;
            }
            Rule rule{action.toString(), resource.toString(), *effect};
            const QJsonValue message = object.value("message"_L1);
            if (message.isString())
                rule.message = message.toString();
            else if (!message.isUndefined())
                report(pointerTo(at, u"message"_s), u"the message of a rule must be a string"_s);
            addRule(at, rule);
        }
    }

    void readActions(const QString &pointer, const QJsonObject &actions)
    {
        for (const QString &action : m_context.document.keys.value(pointer)) {
            const QString at = pointerTo(pointer, action);
            const QJsonValue value = actions.value(action);
            if (!value.isObject()) {
                addEffect(at, action, u"*"_s, value);
                continue;
            }
            const QJsonObject patterns = value.toObject();
            for (const QString &pattern : m_context.document.keys.value(at))
                addEffect(pointerTo(at, pattern), action, pattern, patterns.value(pattern));
        }
    }

    void addEffect(const QString &at, const QString &action, const QString &resource,
                   const QJsonValue &value)
    {
        const auto effect = Permission::effectFromName(value.toString());
        if (effect)
            addRule(at, {action, resource, *effect});
        else
            addUnreadable(at, action, resource, u"an effect must be allow, ask or deny"_s);
    }

    void addRule(const QString &at, Rule rule)
    {
        if (m_context.source.project && rule.effect == Effect::Allow) {
            report(at,
                   u"the rule that allows %1 %2 is inert until this project is trusted: a "
                   "project's file may only ask or deny"_s.arg(rule.action, rule.resource));
            return;
        }
        if (rule.layer == 0)
            rule.layer = m_context.layer;
        rule.origin = m_context.origin;
        rule.source = m_context.document.source(m_context.source.shownName, at);
        rule.resource = Permission::expandHome(rule.action, rule.resource, QDir::homePath());
        if (rule.resource.startsWith(u'/'))
            rule.base = m_context.locationRoot;
        const bool bare = !rule.resource.contains(u'*') && !rule.resource.contains(u'?');
        if (rule.action == "bash"_L1 && rule.effect != Effect::Allow && bare) {
            report(at,
                   u"this rule matches only the command \"%1\" without arguments: write "
                   "\"%1 *\" to cover its arguments too"_s.arg(rule.resource));
        }
        m_read.rules.append(rule);
    }

    /// What cannot be understood must not widen anything: it may have been meant as a denial.
    void addUnreadable(const QString &at, const QString &action, const QString &resource,
                       const QString &message)
    {
        report(at,
               u"%1; until it is corrected, %2 %3 is asked wherever it would be allowed"_s.arg(
                       message, action, resource));
        Rule rule{action, resource, Effect::Ask};
        rule.layer = Permission::kStandInLayer;
        addRule(at, rule);
    }

    void report(const QString &at, const QString &message)
    {
        m_read.problems.append(m_context.document.problem(at, message));
    }

    const RulesContext &m_context;
    RulesRead m_read;
};

} // namespace

RulesRead readRules(const RulesContext &context, const QString &pointer, const QJsonValue &value)
{
    RulesReader reader(context);
    reader.readAny(pointer, value);
    return reader.take();
}

RulesRead readToolSwitches(const RulesContext &context, const QString &pointer,
                           const QJsonValue &value)
{
    RulesReader reader(context);
    reader.readSwitches(pointer, value);
    return reader.take();
}

Permission::Rule askForEverything(Permission::Origin origin, const QString &source)
{
    Rule rule{u"*"_s, u"*"_s, Effect::Ask, origin, source};
    rule.layer = Permission::kStandInLayer;
    return rule;
}

} // namespace Countersign::Config
