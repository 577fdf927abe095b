// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "net/proxy.h"

#include <QHostAddress>
#include <QNetworkProxyFactory>
#include <QNetworkProxyQuery>
#include <QUrl>

namespace Countersign::Net {

using namespace Qt::StringLiterals;

namespace {

bool isLoopback(const QString &host)
{
    return host == u"localhost"_s || host.endsWith(u".localhost"_s)
            || QHostAddress(host).isLoopback();
}

} // namespace

QNetworkProxy proxyFor(const QUrl &url)
{
    if (isLoopback(url.host(QUrl::FullyEncoded)))
        return QNetworkProxy::NoProxy;
    const QList<QNetworkProxy> proxies =
            QNetworkProxyFactory::systemProxyForQuery(QNetworkProxyQuery(url));
    QNetworkProxy proxy =
            proxies.isEmpty() ? QNetworkProxy(QNetworkProxy::NoProxy) : proxies.first();
    switch (proxy.type()) {
    case QNetworkProxy::HttpCachingProxy: // A socket can only tunnel through it.
        proxy.setType(QNetworkProxy::HttpProxy);
        break;
    case QNetworkProxy::DefaultProxy:
    case QNetworkProxy::FtpCachingProxy:
        return QNetworkProxy::NoProxy;
    case QNetworkProxy::HttpProxy:
    case QNetworkProxy::Socks5Proxy:
    case QNetworkProxy::NoProxy:
        break;
    }
    return proxy;
}

} // namespace Countersign::Net
