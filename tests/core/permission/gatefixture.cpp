// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "gatefixture.h"

using namespace Qt::StringLiterals;

namespace Countersign::Test {

using namespace Permission;

Gate::Gate()
{
    auto opened = Storage::Store::open(m_scratch.path(u"gate.db"_s), Service::migrations());
    if (!opened)
        qFatal("%s", qPrintable(opened.error().message));
    store = std::move(*opened);
    m_rules = {{u"*"_s, u"*"_s, Effect::Ask, Origin::GlobalConfig, u"test:1"_s, {}}};
}

std::unique_ptr<Service> Gate::service(const QString &project)
{
    const auto rules = [this](const QString &agent) -> std::optional<Ruleset> {
        if (agent == "ghost"_L1)
            return {};
        const std::lock_guard lock(m_mutex);
        return m_rules;
    };
    return std::make_unique<Service>(*store, ProjectId(project.isEmpty() ? u"prj_1"_s : project),
                                     rules, nullptr, clock);
}

void Gate::setRules(const Ruleset &rules)
{
    const std::lock_guard lock(m_mutex);
    m_rules = rules;
}

QString Gate::text(const QString &sql, const QVariantList &values)
{
    QString found = u"(no row)"_s;
    const auto read = store->read([&](QSqlDatabase &database) {
        return Storage::select(database, sql, values,
                               [&found](const QSqlQuery &row) { found = row.value(0).toString(); });
    });
    return read ? found : read.error().message;
}

QList<Decision> Gate::log()
{
    const auto rows = decisions(*store, {});
    if (!rows)
        qFatal("%s", qPrintable(rows.error().message));
    return *rows;
}

Call::Call(Service &service, const Inquiry &inquiry)
    : m_thread([this, &service, inquiry](std::stop_token stop) {
        m_result = service.require(inquiry, std::move(stop));
        m_over.store(true);
    })
{
}

Result<Grant> Call::result()
{
    if (m_thread.joinable())
        m_thread.join();
    return m_result;
}

Witness::Witness(Service &service)
{
    const auto keepAsked = [this](const Request &request) {
        const std::lock_guard lock(m_mutex);
        m_asked.append(request);
    };
    const auto keepReplied = [this](const Replied &answer) {
        const std::lock_guard lock(m_mutex);
        m_replied.append(answer);
    };
    QObject::connect(&service, &Service::asked, this, keepAsked, Qt::DirectConnection);
    QObject::connect(&service, &Service::replied, this, keepReplied, Qt::DirectConnection);
}

QList<Request> Witness::asked() const
{
    const std::lock_guard lock(m_mutex);
    return m_asked;
}

QList<Replied> Witness::replied() const
{
    const std::lock_guard lock(m_mutex);
    return m_replied;
}

Inquiry inquiry(const QString &action, const QStringList &resources, const QString &session)
{
    Inquiry result;
    result.session = SessionId(session);
    result.agent = u"build"_s;
    result.message = MessageId(u"msg_1"_s);
    result.call = CallId(u"call_1"_s);
    result.action = action;
    result.resources = resources;
    return result;
}

} // namespace Countersign::Test
