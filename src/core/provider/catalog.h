// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/result.h"
#include "config/config.h"
#include "net/httpstream.h"
#include "provider/provider.h"

#include <QMap>
#include <QString>

#include <memory>

/// From the name of a model to the one who answers for it.
namespace Countersign::Provider {

/// "provider/id", cut at the first slash: ids may hold slashes themselves. "scripted:FILE" has the
/// provider "scripted" and the file as its id.
struct ModelName
{
    QString provider;
    QString id;
    friend bool operator==(const ModelName &, const ModelName &) = default;
};

/// Errors: InvalidInput saying how to write it.
[[nodiscard]] Result<ModelName> parseModelName(const QString &name);

/// The provider of one configuration entry. The key is the entry's, else the first of its
/// environment variables that is set; none is needed. `http` must live longer.
/// Errors: InvalidInput naming the provider and what is wrong with its entry.
[[nodiscard]] Result<std::shared_ptr<Provider>> makeProvider(const Config::ProviderConfig &config,
                                                             Net::HttpClient &http);

/// The provider for a model's name: a script, or one of `providers`. Errors: InvalidInput, NotFound
/// (naming the providers there are), Io for a script. Reads files; blocking.
[[nodiscard]] Result<std::shared_ptr<Provider>>
openModel(const ModelName &model, const QMap<QString, Config::ProviderConfig> &providers,
          Net::HttpClient &http);

} // namespace Countersign::Provider
