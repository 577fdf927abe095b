// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "engine/models.h"

#include "provider/catalog.h"

namespace Countersign {

using namespace Qt::StringLiterals;

Models::Models(const Config::Settings &settings, std::optional<QString> choice,
               Net::HttpClient &http)
    : m_configured(settings.providers)
    , m_choice(choice ? *choice : settings.model.value_or(QString()))
    , m_http(http)
{
}

Models::~Models() = default;

QString Models::configured() const
{
    return m_choice;
}

Result<Session::ResolvedModel> Models::resolve(const QString &name)
{
    const QString full = name.isEmpty() ? m_choice : name;
    if (full.isEmpty()) {
        return failure(ErrorCode::NotFound,
                       u"No model is configured. Set \"model\" and \"providers\" in the "
                       u"configuration, choose "
                       "one with --model, or set COUNTERSIGN_BASE_URL and COUNTERSIGN_MODEL."_s);
    }
    const auto parsed = Provider::parseModelName(full);
    if (!parsed)
        return failure(parsed.error());
    // A script is its own provider; every other provider answers for all of its models.
    const QString key = parsed->provider == u"scripted" ? full : parsed->provider;
    const std::lock_guard lock(m_mutex);
    std::shared_ptr<Provider::Provider> &made = m_made[key];
    if (!made) {
        auto created = Provider::openModel(*parsed, m_configured, m_http);
        if (!created)
            return failure(created.error());
        made = std::move(*created);
    }
    return Session::ResolvedModel{made, full, parsed->id};
}

} // namespace Countersign
