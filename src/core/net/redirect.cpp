// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "net/redirect.h"

namespace Countersign::Net {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype kLongestAddress = 8000; // What RFC 9110 (4.1) asks everybody to support.

int usualPort(const QString &scheme)
{
    return scheme == u"https"_s ? 443 : 80;
}

/// `text` cut for a message, without what may be a password.
QString shown(const QUrl &url, const QString &text)
{
    QString safe = text;
    if (url.isValid())
        safe = url.toDisplayString(QUrl::RemoveUserInfo);
    else if (const qsizetype at = text.lastIndexOf(u'@'); at >= 0)
        safe = u"…"_s + text.sliced(at); // Where it begins cannot be told.
    return safe.size() > 200 ? safe.first(200) + u'…' : safe;
}

Result<QUrl> checked(QUrl url, const QString &text)
{
    const QString scheme = url.scheme().toLower();
    if (!url.isValid() || scheme.isEmpty() || url.host().isEmpty()
        || (scheme != u"http"_s && scheme != u"https"_s)) {
        return failure(
                ErrorCode::InvalidInput,
                u"\"%1\" is no address of a web page; write it like https://host/path."_s.arg(
                        shown(url, text)),
                url.errorString());
    }
    if (!url.userInfo().isEmpty()) {
        return failure(ErrorCode::InvalidInput,
                       u"%1 was given with a user name or password in it, which is not sent; leave "
                       u"it out."_s.arg(shown(url, text)));
    }
    QString host = url.host(QUrl::FullyEncoded);
    if (host.endsWith(u'.') && host.size() > 1)
        url.setHost(host.chopped(1));
    if (url.port() == usualPort(scheme))
        url.setPort(-1);
    url.setFragment({});
    if (url.path().isEmpty())
        url.setPath(u"/"_s);
    url = url.adjusted(QUrl::NormalizePathSegments);
    if (url.toEncoded().size() > kLongestAddress) {
        return failure(
                ErrorCode::InvalidInput,
                u"The address %1 has more than %2 characters; no server has to take that."_s.arg(
                        shown(url, text), QString::number(kLongestAddress)));
    }
    return url;
}

} // namespace

Result<QUrl> webAddress(const QString &text)
{
    const QString trimmed = text.trimmed();
    return checked(QUrl(trimmed), trimmed);
}

Result<std::optional<QUrl>> redirectTarget(const QUrl &from, const HttpResponse &response)
{
    switch (response.status) {
    case 301:
    case 302:
    case 303:
    case 307:
    case 308:
        break;
    default:
        return std::optional<QUrl>();
    }
    // Servers send UTF-8 where only ASCII may stand.
    const QString location = QString::fromUtf8(response.header("location")).trimmed();
    const auto target =
            location.isEmpty() ? checked({}, {}) : checked(from.resolved(QUrl(location)), location);
    if (!target) {
        return failure(ErrorCode::Protocol,
                       u"%1 answered with a redirect (%2) to %3, which is no address of a web "
                       u"page."_s.arg(from.host(), QString::number(response.status),
                                      location.isEmpty()
                                              ? u"nowhere"_s
                                              : u'"' + shown(QUrl(location), location) + u'"'));
    }
    return std::optional(*target);
}

bool isSameServer(const QUrl &from, const QUrl &to)
{
    if (from.host() != to.host())
        return false;
    if (from.scheme() == to.scheme())
        return from.port(usualPort(from.scheme())) == to.port(usualPort(to.scheme()));
    return from.scheme() == u"http"_s && to.scheme() == u"https"_s && from.port(80) == 80
            && to.port(443) == 443;
}

} // namespace Countersign::Net
