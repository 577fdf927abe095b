// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "tools/toolservices.h"

#include <QByteArray>
#include <QHostAddress>
#include <QJsonObject>
#include <QList>
#include <QUrl>

#include <chrono>
#include <optional>

namespace Countersign {

/// What a page is asked for with.
struct WebWish
{
    QUrl url; ///< As Net::webAddress() gives it.
    QByteArray accept; ///< The header's value.
    std::chrono::milliseconds timeout{
            30'000}; ///< Of the network; a person's thinking does not count.
    qint64 limit = 0; ///< Most bytes of the page, unpacked.
    QJsonObject metadata; ///< For the question.
};

struct WebPage
{
    QUrl url; ///< Where it was in the end.
    QByteArray contentType; ///< The header's value; may be empty.
    QByteArray body;
};

/// Gets one page, or fails: each address is asked for (webfetch), each one that is not public a second
/// time (private_network), and so is every server that a redirect leads to. A name is looked up once,
/// after the first question, and only the addresses that were checked are connected to.
class WebAccess
{
public:
    WebAccess(const ToolServices &services, const WebServices &web, const ToolContext &context,
              WebWish wish);

    /// Errors: those of Permission::Service::require(), NotFound, Network, Protocol, Limit,
    /// Unsupported, Cancelled. Blocking.
    [[nodiscard]] Result<WebPage> get();

private:
    [[nodiscard]] Result<void> ask(const QUrl &url, bool sameServer);
    [[nodiscard]] Result<void> findServer(const QUrl &url);
    [[nodiscard]] Result<void> askForPrivate(const QUrl &url, bool proxied);
    /// The page, or where it is instead.
    [[nodiscard]] Result<std::optional<QUrl>> fetch(const QUrl &url, WebPage &page);
    [[nodiscard]] Error inWords(const QUrl &url, const Error &error) const;

    /// Runs `work` with the time that is left and takes its time away from it.
    template<class Work>
    auto timed(Work work);

    const ToolServices &m_services;
    const WebServices &m_web;
    const ToolContext &m_context;
    const WebWish m_wish;
    std::chrono::milliseconds m_left;
    QList<QHostAddress> m_addresses; ///< Of the server that is asked now.
};

} // namespace Countersign
