// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QNetworkProxy>

class QUrl;

namespace Countersign::Net {

/// The system's proxy for `url`, NoProxy for none and for this machine itself. A proxy is tunnelled
/// through, and it looks names up. Thread-safe.
[[nodiscard]] QNetworkProxy proxyFor(const QUrl &url);

} // namespace Countersign::Net
