// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QString>

class QHostAddress;

namespace Countersign::Net {

/// Where an address leads, as far as its number tells. Everything but Public reaches something that
/// strangers on the internet cannot reach.
enum class AddressKind {
    Public,
    Loopback, ///< This machine; the unspecified address leads here, too.
    Private, ///< RFC 1918, site-local IPv6, and IPv6 that a local translator maps.
    LinkLocal,
    UniqueLocal, ///< fc00::/7
    Shared, ///< 100.64.0.0/10, between a provider and its customers (RFC 6598).
    Metadata, ///< Where a cloud gives a machine its credentials.
    Reserved, ///< Multicast, documentation, benchmarks and what nobody was given.
};

/// An IPv4 address inside an IPv6 one (mapped, compatible, NAT64, 6to4, Teredo) counts as itself.
/// A null address is Reserved.
[[nodiscard]] AddressKind kindOf(const QHostAddress &address);

/// "public", "loopback", "private", "link-local", "unique-local", "shared", "metadata", "reserved".
[[nodiscard]] QString addressKindName(AddressKind kind);

} // namespace Countersign::Net
