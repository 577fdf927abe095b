// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "tools/searchaccount.h"

#include "secrets/secretstore.h"

namespace Countersign {

using namespace Qt::StringLiterals;

const QList<SearchService> &searchServices()
{
    static const QList<SearchService> all{SearchService::Exa, SearchService::Parallel};
    return all;
}

QString searchServiceName(SearchService service)
{
    return service == SearchService::Exa ? u"exa"_s : u"parallel"_s;
}

std::optional<SearchService> searchServiceFromName(QStringView name)
{
    for (const SearchService service : searchServices()) {
        if (name == searchServiceName(service))
            return service;
    }
    return std::nullopt;
}

QString searchVariable(SearchService service)
{
    return service == SearchService::Exa ? u"EXA_API_KEY"_s : u"PARALLEL_API_KEY"_s;
}

QString searchSecretName(SearchService service)
{
    return u"websearch/"_s + searchServiceName(service);
}

SearchAccount searchAccount(SearchService service, const QString &key)
{
    // OpenCode's endpoints.
    return {service, key,
            QUrl(service == SearchService::Exa ? u"https://mcp.exa.ai/mcp"_s
                                               : u"https://search.parallel.ai/mcp"_s)};
}

Result<SearchAccount> searchAccountFor(const std::optional<QString> &choice)
{
    if (choice == u"off"_s) {
        return failure(
                ErrorCode::Unsupported,
                u"Searching the web is switched off in the configuration (\"websearch\")."_s);
    }
    const auto chosen = choice ? searchServiceFromName(*choice) : std::nullopt;
    for (const SearchService service : searchServices()) {
        if (chosen && service != *chosen)
            continue;
        if (const auto found = secretFromEnvironment({searchVariable(service)}))
            return searchAccount(service, found->secret);
    }
    if (chosen) {
        return failure(ErrorCode::Unsupported,
                       u"Searching the web is off, because there is no key for %1: set %2 in the "
                       u"environment, or run \"countersign keys set %3\"."_s.arg(
                               searchServiceName(*chosen), searchVariable(*chosen),
                               searchSecretName(*chosen)));
    }
    return failure(ErrorCode::Unsupported,
                   u"Searching the web is off, because there is no key for a search service: set "
                   u"EXA_API_KEY or PARALLEL_API_KEY in the environment."_s);
}

} // namespace Countersign
