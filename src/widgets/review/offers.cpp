// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "review/offers.h"

#include "review/changefacts.h"
#include "theme/states.h"

#include <algorithm>

namespace Countersign::Review {

using namespace Qt::StringLiterals;

namespace {

constexpr int kEmptyLinesShown = 3;

bool isAction(const QString &action, const char16_t *name)
{
    return action == QStringView(name);
}

bool isEdit(const QString &action)
{
    return isAction(action, Permission::Action::edit);
}

bool isCommand(const QString &action)
{
    return isAction(action, Permission::Action::bash);
}

QString patternWords(const QString &action, const QString &pattern)
{
    const bool files = isEdit(action) || isAction(action, Permission::Action::read);
    if (pattern == "*"_L1) {
        if (isCommand(action))
            return Words::tr("every command");
        return files ? Words::tr("every file of this project") : Words::tr("every resource");
    }
    const QString head = pattern.chopped(1);
    const bool prefix = pattern.endsWith(u'*') && !head.contains(u'*') && !head.contains(u'?');
    if (prefix && isCommand(action)) {
        return Words::tr("every command that starts with “%1”")
                .arg(Theme::visibleText(head.trimmed()));
    }
    if (prefix && head.endsWith(u'/'))
        return Words::tr("every file in %1 and the folders in it").arg(Theme::visibleText(head));
    return Words::tr("everything that matches this pattern; * stands for any text");
}

QString originWords(Permission::Origin origin)
{
    switch (origin) {
    case Permission::Origin::BuiltIn:
        return Words::tr("built-in defaults");
    case Permission::Origin::GlobalConfig:
        return Words::tr("your configuration");
    case Permission::Origin::ProjectConfig:
        return Words::tr("the project's configuration");
    case Permission::Origin::Agent:
        return Words::tr("the agent's rules");
    case Permission::Origin::Saved:
        return Words::tr("your saved approvals");
    }
    return {};
}

QString effectWord(Permission::Effect effect)
{
    switch (effect) {
    case Permission::Effect::Allow:
        return Words::tr("allow");
    case Permission::Effect::Ask:
        return Words::tr("ask");
    case Permission::Effect::Deny:
        return Words::tr("deny");
    }
    return {};
}

QString verdictWords(const Permission::Verdict &verdict)
{
    const QString resource = Theme::visibleText(verdict.resource);
    const QString reason =
            verdict.reason.isEmpty() ? QString() : u' ' + Theme::visibleText(verdict.reason);
    if (!verdict.rule)
        return Words::tr("%1: no rule matched, so ask.").arg(resource) + reason;
    const Permission::Rule &rule = *verdict.rule;
    const QString source = rule.source.isEmpty()
            ? originWords(rule.origin)
            : Words::tr("%1, %2").arg(originWords(rule.origin), Theme::visibleText(rule.source));
    return Words::tr("%1: decided by “%2 %3 → %4” (%5).")
                   .arg(resource, Theme::visibleText(rule.action),
                        Theme::visibleText(rule.resource), effectWord(rule.effect), source)
            + reason;
}

} // namespace

QString offerWords(const QString &action, const Permission::SaveOffer &offer)
{
    if (!offer.exact)
        return patternWords(action, offer.resource);
    if (isCommand(action))
        return Words::tr("only this command, letter by letter");
    if (isEdit(action))
        return Words::tr("only this file, whatever the change");
    return Words::tr("only this");
}

int narrowestOffer(const QList<Permission::SaveOffer> &offers)
{
    const auto narrower = [](const Permission::SaveOffer &a, const Permission::SaveOffer &b) {
        if (a.exact != b.exact)
            return a.exact;
        return a.resource.size() > b.resource.size();
    };
    const auto best = std::min_element(offers.begin(), offers.end(), narrower);
    return best == offers.end() ? -1 : static_cast<int>(best - offers.begin());
}

QString whyText(const Permission::Explanation &explanation)
{
    QStringList lines;
    if (!explanation.agentKnown)
        lines.append(Words::tr("The agent could not be found, so nothing is allowed."));
    for (const Permission::Verdict &verdict : explanation.verdicts)
        lines.append(verdictWords(verdict));
    if (explanation.verdicts.isEmpty() && explanation.agentKnown)
        lines.append(Words::tr("No rule matched, so ask."));
    lines.append(Words::tr("Looked at in this order, the last match wins: built-in defaults, your "
                           "configuration, the project's configuration, the agent's rules, your "
                           "saved approvals."));
    return lines.join(u'\n');
}

QString cautionText(const Permission::Explanation &explanation)
{
    QStringList lines;
    for (const Permission::Verdict &verdict : explanation.verdicts) {
        const QString line = u"◆ "_s + Theme::visibleText(verdict.reason);
        if (!verdict.reason.isEmpty() && !lines.contains(line))
            lines.append(line);
    }
    return lines.join(u'\n');
}

QString commandText(const Permission::Request &request)
{
    QString command = request.inquiry.metadata.value("command"_L1).toString();
    if (command.isEmpty())
        command = request.inquiry.resources.join(u'\n');
    QStringList shown;
    const QStringList lines = command.split(u'\n');
    for (qsizetype i = 0; i < lines.size();) {
        qsizetype end = i;
        while (end < lines.size() && lines.at(end).trimmed().isEmpty())
            ++end;
        if (end - i > kEmptyLinesShown) {
            shown.append(Words::tr("⋯ %n empty lines", nullptr, static_cast<int>(end - i)));
            i = end;
        } else {
            // A carriage return inside a command is no line end for the shell.
            shown.append(Theme::visibleText(lines.at(i)).replace(u'\r', u"⟨U+000D⟩"_s));
            ++i;
        }
    }
    return shown.join(u'\n');
}

QString workingDirectory(const Permission::Request &request)
{
    for (const QLatin1StringView key : {"workdir"_L1, "cwd"_L1, "directory"_L1}) {
        const QString folder = request.inquiry.metadata.value(key).toString();
        if (!folder.isEmpty())
            return Theme::visibleText(folder);
    }
    return {};
}

} // namespace Countersign::Review
