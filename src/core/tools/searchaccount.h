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

/// "exa", "parallel"; also the name of the key in the keychain after "websearch/".
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

[[nodiscard]] SearchAccount searchAccount(SearchService service, const QString &key);

/// The account by the environment (EXA_API_KEY, PARALLEL_API_KEY). `choice` is what the configuration
/// says: "exa", "parallel", "off" or nothing, which means the first of the two that has a key.
/// Unsupported in words for the person and the model: why there is none and what to do.
[[nodiscard]] Result<SearchAccount> searchAccountFor(const std::optional<QString> &choice);

} // namespace Countersign
