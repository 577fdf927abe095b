// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "toolbench.h"

#include <QDir>

namespace Countersign::Test {

using namespace Qt::StringLiterals;
using namespace Permission;

namespace {

std::optional<Ruleset> rulesFor(const QString &)
{
    const auto rule = [](const QString &action, const QString &resource, Effect effect) {
        Rule made;
        made.action = action;
        made.resource = resource;
        made.effect = effect;
        return made;
    };
    return Ruleset{rule(u"*"_s, u"*"_s, Effect::Ask), rule(u"read"_s, u"*"_s, Effect::Allow),
                   rule(u"read"_s, u"*.env"_s, Effect::Ask)};
}

} // namespace

ToolBench::ToolBench(const QString &name, Make make) : m_name(name), m_make(std::move(make))
{
    auto opened = Storage::Store::open(scratch.path(u"gate.db"_s), Service::migrations());
    if (!opened)
        qFatal("%s", qPrintable(opened.error().message));
    store = std::move(*opened);
    QDir().mkpath(scratch.path(u"project"_s));
    auto place = Location::open(scratch.path(u"project"_s));
    if (!place)
        qFatal("%s", qPrintable(place.error().message));
    location.emplace(*place);
    outputs.emplace(scratch.path(u"managed"_s), OutputLimits{});
    service = std::make_unique<Service>(*store, location->project().id, rulesFor, nullptr);
    person.emplace(*service, QList<HabitualPerson::Habit>{{u"*"_s, u"*"_s, HabitualPerson::once()}});
}

Settled ToolBench::call(const QJsonObject &input, std::stop_token stop)
{
    const ToolServices services{*location, *service, *outputs, m_shell};
    const ToolRegistry application;
    ToolRegistry local;
    const auto registration = local.add({{m_name, m_make(services)}});
    if (!registration)
        qFatal("%s", qPrintable(registration.error().message));
    const Settlement settlement(application, local, *outputs);
    ToolContext context{SessionId(u"ses_1"_s), u"build"_s, MessageId(u"msg_1"_s),
                        CallId(u"call_1"_s), std::move(stop)};
    return settlement.settle(materialise(application, local, {}),
                             {context.call, m_name, input, std::nullopt}, context);
}

QString ToolBench::text(const QJsonObject &input)
{
    const Settled settled = call(input);
    return settled.ok() ? settled.modelText() : u"ERROR: "_s + settled.error->message;
}

void ToolBench::setShell(const QString &shell)
{
    m_shell = shell;
}

QStringList ToolBench::managedFiles() const
{
    return QDir(outputs->directory()).entryList(QDir::Files);
}

} // namespace Countersign::Test
