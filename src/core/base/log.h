// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QLoggingCategory>

// All logging categories of the core, "countersign.<room>". Default level: info. Never log file
// contents, prompts, headers or keys; commands and paths at debug level only.
namespace Countersign {

Q_DECLARE_LOGGING_CATEGORY(logBase)
Q_DECLARE_LOGGING_CATEGORY(logStorage)
Q_DECLARE_LOGGING_CATEGORY(logNet)
Q_DECLARE_LOGGING_CATEGORY(logLocation)
Q_DECLARE_LOGGING_CATEGORY(logPermission)
Q_DECLARE_LOGGING_CATEGORY(logQuestion)
Q_DECLARE_LOGGING_CATEGORY(logConfig)
Q_DECLARE_LOGGING_CATEGORY(logTool)
Q_DECLARE_LOGGING_CATEGORY(logProvider)
Q_DECLARE_LOGGING_CATEGORY(logSession)
Q_DECLARE_LOGGING_CATEGORY(logEngine)

} // namespace Countersign
