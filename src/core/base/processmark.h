// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QString>

/// Tells a process that still runs from one that is gone, across restarts of the machine.
namespace Countersign {

/// This process: boot id, process id and start time, from /proc (proc(5)).
[[nodiscard]] const QString &processMark();

/// True while the process that made `mark` runs. A process of another container, which cannot be
/// seen from here, counts as gone.
[[nodiscard]] bool isProcessAlive(const QString &mark);

} // namespace Countersign
