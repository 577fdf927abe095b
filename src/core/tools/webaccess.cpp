// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "tools/webaccess.h"

#include "net/address.h"
#include "net/proxy.h"
#include "net/redirect.h"
#include "tools/asking.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace Countersign {

using namespace Qt::StringLiterals;

namespace {

constexpr int kMostRedirects = 10; // Real chains have two or three.

QString serverOf(const QUrl &url)
{
    return url.scheme() + u"://"_s + url.authority(QUrl::FullyEncoded);
}

QString textOf(const QUrl &url)
{
    return QString::fromLatin1(url.toEncoded());
}

int portOf(const QUrl &url)
{
    return url.port(url.scheme() == u"https"_s ? 443 : 80);
}

/// "loopback 127.0.0.1:3000": what a rule of private_network is about.
QString resourceOf(const QHostAddress &address, int port)
{
    QString text = address.toString();
    if (address.protocol() == QAbstractSocket::IPv6Protocol)
        text = u'[' + text + u']';
    return Net::addressKindName(Net::kindOf(address)) + u' ' + text + u':' + QString::number(port);
}

/// Why a person is asked, by the most dangerous of the addresses.
QString consequence(const QString &host, const QList<Net::AddressKind> &kinds)
{
    using enum Net::AddressKind;
    const auto any = [&kinds](Net::AddressKind kind) {
        return kinds.contains(kind);
    };
    if (any(Metadata)) {
        return u"%1 is where a cloud gives this machine its credentials: whoever reads them can "
               u"act "
               u"in its name."_s.arg(host);
    }
    if (any(Loopback)) {
        return u"%1 is this machine itself: programs that listen only here often trust whoever "
               u"reaches them."_s.arg(host);
    }
    return u"%1 is in a network that strangers on the internet cannot reach: what is there often "
           u"trusts whoever reaches it."_s.arg(host);
}

QString meaningOf(int status)
{
    switch (status) {
    case 401:
        return u"it asks for a login, which is not sent"_s;
    case 403:
        return u"it refuses to give this page"_s;
    case 404:
        return u"it has no such page"_s;
    case 410:
        return u"the page is gone for good"_s;
    case 429:
        return u"it got too many requests; wait before the next one"_s;
    default:
        break;
    }
    return status >= 500 ? u"it has a problem of its own; try again later"_s : u"it gave no page"_s;
}

Error refusedBy(const QUrl &url, int status)
{
    return {status == 404 || status == 410 ? ErrorCode::NotFound : ErrorCode::Network,
            u"%1 was not fetched: the server answered %2, %3."_s.arg(
                    textOf(url), QString::number(status), meaningOf(status)),
            {}};
}

QByteArray userAgent()
{
    // "Mozilla" and "compatible" are what servers expect of everything that is no browser.
    return "Mozilla/5.0 (compatible; Countersign/"
            + QCoreApplication::applicationVersion().toLatin1() + ')';
}

} // namespace

WebAccess::WebAccess(const ToolServices &services, const WebServices &web,
                     const ToolContext &context, WebWish wish)
    : m_services(services)
    , m_web(web)
    , m_context(context)
    , m_wish(std::move(wish))
    , m_left(m_wish.timeout)
{
}

template<class Work>
auto WebAccess::timed(Work work)
{
    const auto began = std::chrono::steady_clock::now();
    auto result = work(std::max(m_left, std::chrono::milliseconds(1)));
    m_left -= std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now()
                                                                    - began);
    return result;
}

Result<WebPage> WebAccess::get()
{
    WebPage page;
    QUrl url = m_wish.url;
    for (int redirects = 0;; ++redirects) {
        const bool sameServer = redirects > 0 && Net::isSameServer(page.url, url);
        if (const auto asked = ask(url, sameServer); !asked)
            return failure(asked.error());
        // On the way to https the port changes, and with it what listens there.
        const bool samePort = sameServer && page.url.scheme() == url.scheme();
        if (!samePort) {
            // Where a proxy looks names up, the addresses that were checked are not kept.
            const bool known = sameServer && !m_addresses.isEmpty();
            const auto reached = known ? askForPrivate(url, false) : findServer(url);
            if (!reached)
                return failure(reached.error());
        }
        page.url = url;
        const auto next = fetch(url, page);
        if (!next)
            return failure(next.error());
        if (!*next)
            return page;
        if (redirects == kMostRedirects) {
            return failure(
                    ErrorCode::Limit,
                    u"%1 was not fetched: after %2 redirects there was another one, to %3."_s.arg(
                            textOf(m_wish.url), QString::number(kMostRedirects), textOf(**next)));
        }
        url = **next;
    }
}

Result<void> WebAccess::ask(const QUrl &url, bool sameServer)
{
    const QString resource = textOf(url);
    const QString action = QString::fromUtf16(Permission::Action::webfetch);
    if (sameServer) {
        // The person has let this server answer; what a rule denies on it stays denied.
        const auto verdict = m_services.permission.explain(m_context.agent, action, {resource});
        if (!verdict)
            return failure(verdict.error());
        if (verdict->effect != Permission::Effect::Deny)
            return {};
    }
    QJsonObject metadata = m_wish.metadata;
    if (url != m_wish.url)
        metadata.insert(u"redirectedFrom"_s, textOf(m_wish.url));
    const bool wild = resource.contains(u'*') || resource.contains(u'?');
    const auto grant = m_services.permission.require(
            inquiryOf(m_context, action, {resource},
                      {{resource, wild}, {serverOf(url) + "/*"_L1, false}}, metadata),
            m_context.stop);
    if (!grant)
        return failure(grant.error());
    return {};
}

Result<void> WebAccess::findServer(const QUrl &url)
{
    const QString host = url.host(QUrl::FullyEncoded);
    const bool proxied = Net::proxyFor(url).type() != QNetworkProxy::NoProxy;
    const auto found = timed([&](std::chrono::milliseconds left) {
        return m_web.lookUp(host, left, m_context.stop);
    });
    if (!found && (!proxied || found.error().code == ErrorCode::Cancelled))
        return failure(inWords(url, found.error()));
    m_addresses = found.value_or(QList<QHostAddress>());
    if (const auto allowed = askForPrivate(url, proxied); !allowed)
        return allowed;
    // A proxy gets the name: many of them let nothing else through.
    if (proxied)
        m_addresses.clear();
    return {};
}

Result<void> WebAccess::askForPrivate(const QUrl &url, bool proxied)
{
    QStringList resources;
    QList<Net::AddressKind> kinds;
    for (const QHostAddress &address : std::as_const(m_addresses)) {
        const Net::AddressKind kind = Net::kindOf(address);
        if (kind == Net::AddressKind::Public)
            continue;
        kinds.append(kind);
        resources.append(resourceOf(address, portOf(url)));
    }
    QString why = consequence(url.host(), kinds);
    if (m_addresses.isEmpty() && proxied) {
        resources.append(u"unknown "_s + url.host(QUrl::FullyEncoded) + u':'
                         + QString::number(portOf(url)));
        why = u"Only the proxy knows which address %1 has; it may be one that strangers on the "
              u"internet cannot reach."_s.arg(url.host());
    }
    if (resources.isEmpty())
        return {};
    QList<Permission::SaveOffer> offers;
    if (!kinds.contains(Net::AddressKind::Metadata)) {
        for (const QString &resource : std::as_const(resources))
            offers.append({resource, true});
    }
    const auto grant = m_services.permission.require(
            inquiryOf(m_context, QString::fromUtf16(Permission::Action::privateNetwork), resources,
                      offers, {{u"url"_s, textOf(url)}, {u"consequence"_s, why}}),
            m_context.stop);
    if (!grant)
        return failure(grant.error());
    return {};
}

Result<std::optional<QUrl>> WebAccess::fetch(const QUrl &url, WebPage &page)
{
    Net::HttpRequest request;
    request.method = "GET";
    request.url = url;
    request.headers = {{"User-Agent", userAgent()},
                       {"Accept", m_wish.accept},
                       {"Accept-Language", "en-US,en;q=0.9"}};
    request.addresses = m_addresses;
    request.acceptCompressed = true;
    page.body.clear();
    bool tooLarge = false;
    bool wanted = false;
    const auto answer = timed([&](std::chrono::milliseconds left) {
        request.totalTimeout = left;
        // Only the whole counts; these must not come first.
        request.connectTimeout = left * 2;
        request.firstByteTimeout = left * 2;
        request.idleTimeout = left * 2;
        return m_web.http.send(
                request,
                [&](const Net::HttpResponse &response) {
                    wanted = response.status >= 200 && response.status < 300;
                    tooLarge =
                            wanted && response.header("content-length").toLongLong() > m_wish.limit;
                    return wanted && !tooLarge;
                },
                [&](QByteArrayView piece) {
                    tooLarge = page.body.size() + piece.size() > m_wish.limit;
                    if (!tooLarge)
                        page.body.append(piece);
                    return !tooLarge;
                },
                m_context.stop);
    });
    if (!answer)
        return failure(inWords(url, answer.error()));
    if (tooLarge) {
        return failure(ErrorCode::Limit,
                       u"%1 was not fetched: it has more than %2 bytes. Get it with bash, for "
                       u"example with curl, and read the file in parts."_s.arg(
                               textOf(url), QString::number(m_wish.limit)));
    }
    page.contentType = answer->header("content-type");
    if (wanted)
        return std::optional<QUrl>();
    auto target = Net::redirectTarget(url, *answer);
    if (!target)
        return failure(target.error());
    if (!*target)
        return failure(refusedBy(url, answer->status));
    return target;
}

Error WebAccess::inWords(const QUrl &url, const Error &error) const
{
    if (error.code == ErrorCode::Cancelled)
        return {error.code, u"Fetching %1 was stopped."_s.arg(textOf(url)), {}};
    if (m_left.count() <= 0) {
        return {ErrorCode::Network,
                u"%1 was not fetched: %2 s were not enough. Try again, or give a longer timeout."_s
                        .arg(textOf(url), QString::number(double(m_wish.timeout.count()) / 1000.0)),
                error.message};
    }
    return {error.code, u"%1 was not fetched. "_s.arg(textOf(url)) + error.message, error.detail};
}

} // namespace Countersign
