// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "engine/models.h"

#include "provider/catalog.h"

namespace Countersign {

using namespace Qt::StringLiterals;

namespace {

constexpr char16_t kScripted[] = u"scripted:";

} // namespace

Models::Models(const Config::Settings &settings, std::optional<QString> choice)
    : m_configured(settings.providers)
    , m_choice(choice ? *choice : settings.model.value_or(QString()))
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
                       u"No model is configured. Set \"model\" and \"providers\" in the configuration, choose "
                       "one with --model, or set COUNTERSIGN_BASE_URL and COUNTERSIGN_MODEL."_s);
    }
    const bool scripted = full.startsWith(QStringView(kScripted));
    const QString provider = scripted ? full : full.section(u'/', 0, 0);
    const QString id = scripted ? full : full.section(u'/', 1);

    const std::lock_guard lock(m_mutex);
    std::shared_ptr<Provider::Provider> &made = m_made[provider];
    if (!made) {
        if (!scripted && !m_configured.contains(provider)) {
            return failure(ErrorCode::NotFound,
                           u"There is no provider named \"%1\" for the model \"%2\". Write the model as "
                           "provider/id with one of: %3."_s.arg(
                                   provider, full, QStringList(m_configured.keys()).join(u", "_s)));
        }
        auto created = scripted ? Provider::makeScripted(full.mid(QStringView(kScripted).size()))
                                : Provider::makeProvider(m_configured.value(provider), m_http);
        if (!created)
            return failure(created.error());
        made = std::move(*created);
    }
    return Session::ResolvedModel{made, full, id};
}

} // namespace Countersign
