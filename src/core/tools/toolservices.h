// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "location/location.h"
#include "permission/service.h"
#include "tool/outputstore.h"
#include "tools/webservices.h"

#include <QString>

#include <optional>

namespace Countersign {

/// What the built-in tools of one Location work with. They keep a copy; what it refers to outlives
/// them.
struct ToolServices
{
    const Location &location;
    Permission::Service &permission;
    const OutputStore &outputs;
    QString shell = QStringLiteral("/bin/sh"); ///< Program that runs commands with "-c".
    std::optional<WebServices> web = {}; ///< Nothing: there are no tools for the web.
};

} // namespace Countersign
