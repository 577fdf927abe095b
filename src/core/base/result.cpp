// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "base/result.h"

namespace Countersign {

using namespace Qt::StringLiterals;

QString errorCodeName(ErrorCode code)
{
    switch (code) {
    case ErrorCode::InvalidInput:
        return u"invalid_input"_s;
    case ErrorCode::NotFound:
        return u"not_found"_s;
    case ErrorCode::Exists:
        return u"exists"_s;
    case ErrorCode::Denied:
        return u"denied"_s;
    case ErrorCode::Declined:
        return u"declined"_s;
    case ErrorCode::Cancelled:
        return u"cancelled"_s;
    case ErrorCode::Stale:
        return u"stale"_s;
    case ErrorCode::Limit:
        return u"limit"_s;
    case ErrorCode::Unsupported:
        return u"unsupported"_s;
    case ErrorCode::Io:
        return u"io"_s;
    case ErrorCode::Network:
        return u"network"_s;
    case ErrorCode::Protocol:
        return u"protocol"_s;
    case ErrorCode::Storage:
        return u"storage"_s;
    case ErrorCode::Internal:
        return u"internal"_s;
    }
    Q_UNREACHABLE();
}

} // namespace Countersign
