// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "net/address.h"

#include <QHostAddress>

#include <algorithm>
#include <array>

namespace Countersign::Net {

using namespace Qt::StringLiterals;

namespace {

struct Range4
{
    quint32 first = 0;
    int bits = 0;
    AddressKind kind = AddressKind::Reserved;
};

constexpr quint32 ip(quint32 a, quint32 b, quint32 c, quint32 d)
{
    return (a << 24) | (b << 16) | (c << 8) | d;
}

/// The first that matches counts. From IANA's registry of special-purpose addresses, and what the
/// large clouds document for their machines.
constexpr std::array kRanges4{
        Range4{ip(169, 254, 169, 254), 32, AddressKind::Metadata}, // Most clouds.
        Range4{ip(169, 254, 170, 2), 32, AddressKind::Metadata}, // Amazon's containers.
        Range4{ip(169, 254, 170, 23), 32, AddressKind::Metadata},
        Range4{ip(100, 100, 100, 200), 32, AddressKind::Metadata}, // Alibaba.
        Range4{ip(168, 63, 129, 16), 32, AddressKind::Metadata}, // Azure, in a public range.
        Range4{ip(192, 0, 0, 192), 32, AddressKind::Metadata}, // Oracle.
        Range4{ip(0, 0, 0, 0), 8, AddressKind::Loopback}, // Linux sends 0.0.0.0 to itself.
        Range4{ip(127, 0, 0, 0), 8, AddressKind::Loopback},
        Range4{ip(10, 0, 0, 0), 8, AddressKind::Private},
        Range4{ip(172, 16, 0, 0), 12, AddressKind::Private},
        Range4{ip(192, 168, 0, 0), 16, AddressKind::Private},
        Range4{ip(169, 254, 0, 0), 16, AddressKind::LinkLocal},
        Range4{ip(100, 64, 0, 0), 10, AddressKind::Shared},
        Range4{ip(192, 0, 0, 0), 24, AddressKind::Reserved},
        Range4{ip(192, 0, 2, 0), 24, AddressKind::Reserved},
        Range4{ip(192, 88, 99, 0), 24, AddressKind::Reserved},
        Range4{ip(198, 18, 0, 0), 15, AddressKind::Reserved},
        Range4{ip(198, 51, 100, 0), 24, AddressKind::Reserved},
        Range4{ip(203, 0, 113, 0), 24, AddressKind::Reserved},
        Range4{ip(224, 0, 0, 0), 3, AddressKind::Reserved}, // Multicast and above.
};

AddressKind kindOf4(quint32 address)
{
    const auto found = std::find_if(kRanges4.begin(), kRanges4.end(), [address](const Range4 &r) {
        return (address >> (32 - r.bits)) == (r.first >> (32 - r.bits));
    });
    return found == kRanges4.end() ? AddressKind::Public : found->kind;
}

bool startsWith(const Q_IPV6ADDR &address, std::initializer_list<quint8> bytes)
{
    return std::equal(bytes.begin(), bytes.end(), std::begin(address.c));
}

quint32 embedded(const Q_IPV6ADDR &address, int at)
{
    return ip(address[at], address[at + 1], address[at + 2], address[at + 3]);
}

AddressKind kindOf6(const Q_IPV6ADDR &a)
{
    const bool zeros10 = std::all_of(std::begin(a.c), std::begin(a.c) + 10,
                                     [](quint8 byte) { return byte == 0; });
    if (zeros10 && a[10] == 0xff && a[11] == 0xff)
        return kindOf4(embedded(a, 12));
    if (zeros10 && a[10] == 0 && a[11] == 0) {
        const quint32 last = embedded(a, 12);
        return last <= 1 ? AddressKind::Loopback : kindOf4(last); // ::, ::1, IPv4-compatible.
    }
    if (startsWith(a, {0x00, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0}))
        return kindOf4(embedded(a, 12)); // NAT64
    if (startsWith(a, {0x00, 0x64, 0xff, 0x9b, 0x00, 0x01}))
        return AddressKind::Private; // NAT64 with a prefix of a network's own.
    if (startsWith(a, {0x20, 0x02}))
        return kindOf4(embedded(a, 2)); // 6to4
    if (startsWith(a, {0x20, 0x01, 0x00, 0x00}))
        return kindOf4(~embedded(a, 12)); // Teredo
    if (startsWith(a, {0xfd, 0, 0x0e, 0xc2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x02, 0x54})
        || startsWith(a, {0xfd, 0, 0x0e, 0xc2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x23})
        || startsWith(a, {0xfd, 0x20, 0, 0xce, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x02, 0x54}))
        return AddressKind::Metadata; // Amazon, Amazon's containers, Google.
    if ((a[0] & 0xfe) == 0xfc)
        return AddressKind::UniqueLocal;
    if (a[0] == 0xfe && (a[1] & 0xc0) == 0x80)
        return AddressKind::LinkLocal;
    if (a[0] == 0xfe && (a[1] & 0xc0) == 0xc0)
        return AddressKind::Private; // Site-local, deprecated.
    if (startsWith(a, {0x20, 0x01, 0x0d, 0xb8}) || (a[0] & 0xe0) != 0x20)
        return AddressKind::Reserved; // Documentation; outside of what was given out.
    return AddressKind::Public;
}

} // namespace

AddressKind kindOf(const QHostAddress &address)
{
    if (address.protocol() == QAbstractSocket::IPv4Protocol)
        return kindOf4(address.toIPv4Address());
    if (address.protocol() == QAbstractSocket::IPv6Protocol)
        return kindOf6(address.toIPv6Address());
    return AddressKind::Reserved;
}

QString addressKindName(AddressKind kind)
{
    switch (kind) {
    case AddressKind::Public:
        return u"public"_s;
    case AddressKind::Loopback:
        return u"loopback"_s;
    case AddressKind::Private:
        return u"private"_s;
    case AddressKind::LinkLocal:
        return u"link-local"_s;
    case AddressKind::UniqueLocal:
        return u"unique-local"_s;
    case AddressKind::Shared:
        return u"shared"_s;
    case AddressKind::Metadata:
        return u"metadata"_s;
    case AddressKind::Reserved:
        return u"reserved"_s;
    }
    Q_UNREACHABLE();
}

} // namespace Countersign::Net
