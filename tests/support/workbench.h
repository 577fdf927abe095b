// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "permission/service.h"
#include "support/person.h"
#include "support/scratch.h"
#include "tool/settlement.h"
#include "tools/toolservices.h"

#include <QJsonObject>

#include <functional>
#include <memory>
#include <stop_token>

namespace Countersign::Test {

/// The built-in tools on the folder "project" of a scratch folder, with a real Location, a real
/// permission service over a real database, and full settlement. Agent "build": everything is
/// allowed but what `rules` say; any other agent is unknown.
class Workbench
{
public:
    /// `rules` come after "allow everything".
    explicit Workbench(const Permission::Ruleset &rules = {}, OutputLimits limits = {},
                       const QString &shell = QStringLiteral("/bin/sh"),
                       const Result<SearchAccount> &search =
                               failure(ErrorCode::Unsupported, QStringLiteral("No key here.")));

    /// Calls a tool as a model does and waits for the result.
    [[nodiscard]] Settled call(const QString &tool, const QJsonObject &input,
                               const std::stop_token &stop = {});
    /// Answers every request by `judgement` from now on.
    void seat(Person::Judgement judgement);
    [[nodiscard]] QList<Permission::Request> asked() const;
    /// The skills that can be loaded from now on.
    void setSkills(const QList<Config::Skill> &skills);
    /// What is given of an image from now on.
    void setImages(const ImageLimits &limits);
    /// What an agent with these rules is offered.
    [[nodiscard]] QList<ToolDefinition> tools(const Permission::Ruleset &rules) const;
    [[nodiscard]] Question::Service &questions() { return *m_questions; }
    [[nodiscard]] Permission::Service &permission() { return *m_permission; }
    /// What the tools work with.
    [[nodiscard]] const ToolServices &services() const { return *m_services; }
    /// Every list that todowrite kept, oldest first.
    [[nodiscard]] const QList<QList<Todo>> &todos() const { return m_todos; }

    /// Writes a file of the project.
    QString file(const QString &relative, const QByteArray &bytes) const;
    [[nodiscard]] QByteArray bytesOf(const QString &relative) const;
    [[nodiscard]] bool has(const QString &relative) const;
    [[nodiscard]] QString path(const QString &relative = {}) const; ///< In the project; absolute.

    Scratch scratch;
    Net::LookUp lookUp = Net::lookUp; ///< For the tools of the web; change it between calls only.
    /// Is given what a tool shows while it runs.
    std::function<void(const QString &)> live;

private:
    std::unique_ptr<Storage::Store> m_store;
    std::unique_ptr<Permission::Service> m_permission;
    std::unique_ptr<Location> m_location;
    std::unique_ptr<OutputStore> m_outputs;
    std::unique_ptr<Question::Service> m_questions;
    std::unique_ptr<ToolServices> m_services;
    QList<QList<Todo>> m_todos;
    Net::HttpClient m_http;
    ToolRegistry m_application;
    ToolRegistry m_tools;
    Registration m_registration;
    std::unique_ptr<Settlement> m_settlement;
    std::unique_ptr<Person> m_person; // Last: it answers the service.
};

[[nodiscard]] Permission::Rule rule(const QString &action, const QString &resource,
                                    Permission::Effect effect);

/// Short forms of a person's answers.
[[nodiscard]] Permission::Reply yes();
[[nodiscard]] Permission::Reply no(const QString &words = {});

} // namespace Countersign::Test
