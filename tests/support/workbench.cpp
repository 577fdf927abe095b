// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "support/workbench.h"

#include "tools/catalog.h"

#include <QDir>

namespace Countersign::Test {

using namespace Qt::StringLiterals;

namespace {

/// The value of a result, or the end of the test program with its error.
template<class T>
T must(Result<T> result)
{
    if (!result)
        qFatal("the workbench cannot be set up: %s", qUtf8Printable(result.error().message));
    return std::move(*result);
}

} // namespace

Permission::Rule rule(const QString &action, const QString &resource, Permission::Effect effect)
{
    Permission::Rule made;
    made.action = action;
    made.resource = resource;
    made.effect = effect;
    return made;
}

Permission::Reply yes()
{
    Permission::Reply reply;
    reply.answer = Permission::Answer::Once;
    return reply;
}

Permission::Reply no(const QString &words)
{
    Permission::Reply reply;
    reply.answer = Permission::Answer::Reject;
    reply.message = words;
    return reply;
}

Workbench::Workbench(const Permission::Ruleset &rules, OutputLimits limits, const QString &shell,
                     const Result<SearchAccount> &search)
{
    QDir().mkpath(path());
    QDir().mkpath(scratch.path(u"data"_s));
    m_store = must(Storage::Store::open(scratch.path(u"data/test.db"_s),
                                        Permission::Service::migrations()
                                                + Question::Service::migrations()));
    m_location = std::make_unique<Location>(must(Location::open(path())));
    const Permission::Ruleset all =
            Permission::Ruleset{rule(u"*"_s, u"*"_s, Permission::Effect::Allow)} + rules;
    m_permission = std::make_unique<Permission::Service>(
            *m_store, m_location->project().id,
            [all](const QString &agent) -> std::optional<Permission::Ruleset> {
                if (agent == u"build"_s)
                    return all;
                return std::nullopt;
            },
            nullptr);
    m_outputs = std::make_unique<OutputStore>(scratch.path(u"data/tool-output"_s), limits);
    m_questions = std::make_unique<Question::Service>(*m_store, m_location->project().id, nullptr);
    ToolServices services{*m_location, *m_permission, *m_outputs, shell};
    services.questions = m_questions.get();
    services.keepTodos = [this](const SessionId &, const QList<Todo> &todos) -> Result<bool> {
        m_todos.append(todos);
        return true;
    };
    services.web.emplace(WebServices{
            m_http,
            [this](const QString &host, std::chrono::milliseconds limit, std::stop_token stop) {
                return lookUp(host, limit, std::move(stop));
            },
            search});
    m_services = std::make_unique<ToolServices>(services);
    m_registration = must(m_tools.add(builtinTools(services)));
    m_settlement = std::make_unique<Settlement>(m_application, m_tools, *m_outputs);
}

Settled Workbench::call(const QString &tool, const QJsonObject &input, const std::stop_token &stop)
{
    ToolContext context{SessionId(u"ses_test"_s), u"build"_s, MessageId(u"msg_test"_s),
                        CallId(u"call_test"_s),   stop,       live};
    return m_settlement->settle(materialise(m_application, m_tools, {}),
                                {context.call, tool, input, {}}, context);
}

void Workbench::seat(Person::Judgement judgement)
{
    m_person = std::make_unique<Person>(*m_permission, std::move(judgement));
}

void Workbench::setSkills(const QList<Config::Skill> &skills)
{
    m_services->skills = skills;
    m_registration = must(m_tools.add(builtinTools(*m_services)));
}

void Workbench::setImages(const ImageLimits &limits)
{
    m_services->images = limits;
    m_registration = must(m_tools.add(builtinTools(*m_services)));
}

QList<ToolDefinition> Workbench::tools(const Permission::Ruleset &rules) const
{
    return materialise(m_application, m_tools, rules).definitions;
}

QList<Permission::Request> Workbench::asked() const
{
    return m_person ? m_person->asked() : QList<Permission::Request>();
}

QString Workbench::file(const QString &relative, const QByteArray &bytes) const
{
    return scratch.write("project/"_L1 + relative, bytes);
}

QByteArray Workbench::bytesOf(const QString &relative) const
{
    return scratch.read("project/"_L1 + relative);
}

bool Workbench::has(const QString &relative) const
{
    return scratch.exists("project/"_L1 + relative);
}

QString Workbench::path(const QString &relative) const
{
    return scratch.path(relative.isEmpty() ? u"project"_s : "project/"_L1 + relative);
}

} // namespace Countersign::Test
