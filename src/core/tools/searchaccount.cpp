// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "tools/searchaccount.h"

#include "secrets/secretstore.h"

namespace Countersign {

using namespace Qt::StringLiterals;

namespace {

constexpr SearchService kAll[] = {SearchService::Exa, SearchService::Parallel};

QString variableOf(SearchService service)
{
    return service == SearchService::Exa ? u"EXA_API_KEY"_s : u"PARALLEL_API_KEY"_s;
}

} // namespace

QString searchServiceName(SearchService service)
{
    return service == SearchService::Exa ? u"exa"_s : u"parallel"_s;
}

std::optional<SearchService> searchServiceFromName(QStringView name)
{
    for (const SearchService service : kAll) {
        if (name == searchServiceName(service))
            return service;
    }
    return std::nullopt;
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
    for (const SearchService service : kAll) {
        if (chosen && service != *chosen)
            continue;
        if (const auto found = secretFromEnvironment({variableOf(service)}))
            return searchAccount(service, found->secret);
    }
    if (chosen) {
        return failure(ErrorCode::Unsupported,
                       u"Searching the web is off, because there is no key for %1: set %2 in the "
                       u"environment, or store it in the keychain as websearch/%1."_s.arg(
                               searchServiceName(*chosen), variableOf(*chosen)));
    }
    return failure(ErrorCode::Unsupported,
                   u"Searching the web is off, because there is no key for a search service: set "
                   u"EXA_API_KEY or PARALLEL_API_KEY in the environment."_s);
}

} // namespace Countersign
