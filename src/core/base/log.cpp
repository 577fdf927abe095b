// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "base/log.h"

namespace Countersign {

Q_LOGGING_CATEGORY(logBase, "countersign.base", QtInfoMsg)
Q_LOGGING_CATEGORY(logStorage, "countersign.storage", QtInfoMsg)
Q_LOGGING_CATEGORY(logNet, "countersign.net", QtInfoMsg)
Q_LOGGING_CATEGORY(logLocation, "countersign.location", QtInfoMsg)
Q_LOGGING_CATEGORY(logPermission, "countersign.permission", QtInfoMsg)
Q_LOGGING_CATEGORY(logQuestion, "countersign.question", QtInfoMsg)
Q_LOGGING_CATEGORY(logConfig, "countersign.config", QtInfoMsg)
Q_LOGGING_CATEGORY(logTool, "countersign.tool", QtInfoMsg)
Q_LOGGING_CATEGORY(logProvider, "countersign.provider", QtInfoMsg)
Q_LOGGING_CATEGORY(logSession, "countersign.session", QtInfoMsg)
Q_LOGGING_CATEGORY(logEngine, "countersign.engine", QtInfoMsg)

} // namespace Countersign
