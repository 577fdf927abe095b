// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/result.h"

#include <QList>
#include <QString>
#include <QUrl>

#include <optional>

namespace Countersign {

/// The services that search the web, both by the Model Context Protocol over HTTP.
enum class SearchService { Exa, Parallel };

/// All services, in the order in which they are tried.
[[nodiscard]] const QList<SearchService> &searchServices();
/// "exa", "parallel".
[[nodiscard]] QString searchServiceName(SearchService service);
[[nodiscard]] std::optional<SearchService> searchServiceFromName(QStringView name);

/// Whom to ask, and with which key.
struct SearchAccount
{
    SearchService service = SearchService::Exa;
    QString key;
    QUrl endpoint;
    friend bool operator==(const SearchAccount &, const SearchAccount &) = default;
};

/// The environment variable with the service's key.
[[nodiscard]] QString searchVariable(SearchService service);
/// Under which key the secret store has the service's key: "websearch/exa".
[[nodiscard]] QString searchSecretName(SearchService service);
[[nodiscard]] SearchAccount searchAccount(SearchService service, const QString &key);

/// The account by the environment (EXA_API_KEY, PARALLEL_API_KEY). `choice` is what the configuration
/// says: "exa", "parallel", "off" or nothing, which means the first of the two that has a key.
/// Unsupported in words for the person and the model: why there is none and what to do.
[[nodiscard]] Result<SearchAccount> searchAccountFor(const std::optional<QString> &choice);

} // namespace Countersign
