// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "support/fakeserver.h"
#include "support/workbench.h"

/// What the tests of webfetch share.
namespace Countersign::Test {

/// What the model reads, with the server's port as PORT.
inline QString read(const Settled &settled, const FakeServer &server)
{
    QString text = settled.error ? QStringLiteral("error: ") + settled.error->message
                                 : settled.modelText();
    return text.replace(QString::number(server.port()), QStringLiteral("PORT"));
}

inline QString fetch(Workbench &bench, const FakeServer &server, const QString &url,
                     const QJsonObject &more = {})
{
    QJsonObject input = more;
    input.insert(QStringLiteral("url"), url);
    return read(bench.call(QStringLiteral("webfetch"), input), server);
}

inline Permission::Ruleset askingEverything()
{
    return {rule(QStringLiteral("webfetch"), QStringLiteral("*"), Permission::Effect::Ask),
            rule(QStringLiteral("private_network"), QStringLiteral("*"), Permission::Effect::Ask)};
}

/// The machine's own proxies have no part in the tests.
inline void forgetProxies()
{
    for (const char *name :
         {"http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"})
        qunsetenv(name);
}

} // namespace Countersign::Test
