// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/result.h"
#include "config/config.h"
#include "net/httpstream.h"
#include "session/runner.h"

#include <QHash>
#include <QString>

#include <memory>
#include <mutex>
#include <optional>

namespace Countersign {

/// The models that can answer: configured providers and scripted files. Providers are made when they
/// are first used and kept. Thread-safe.
class Models
{
public:
    /// `http` outlives the models.
    Models(const Config::Settings &settings, std::optional<QString> choice, Net::HttpClient &http);
    ~Models();

    /// The chosen "provider/id" or "scripted:FILE"; empty when nothing is configured.
    [[nodiscard]] QString configured() const;
    /// `name` empty: the configured one. NotFound in words that say how to set one.
    [[nodiscard]] Result<Session::ResolvedModel> resolve(const QString &name);

private:
    QMap<QString, Config::ProviderConfig> m_configured;
    QString m_choice;
    Net::HttpClient &m_http;
    std::mutex m_mutex;
    QHash<QString, std::shared_ptr<Provider::Provider>> m_made;
};

} // namespace Countersign
