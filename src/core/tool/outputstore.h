// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/clock.h"
#include "base/ids.h"
#include "base/result.h"
#include "tool/managedoutput.h"
#include "tool/tool.h"

#include <QString>
#include <QStringList>

namespace Countersign {

/// How much of a result a model reads. Defaults: 2000 lines and 50 KiB, as OpenCode V2.
struct OutputLimits
{
    int maxLines = 2000;
    int maxBytes = 50 * 1024;
    friend bool operator==(const OutputLimits &, const OutputLimits &) = default;
};

struct BoundedOutput
{
    ToolOutput output;
    /// Managed files holding what was cut, the tool's own first; empty when nothing was.
    QStringList paths;
    friend bool operator==(const BoundedOutput &, const BoundedOutput &) = default;
};

/// Bounds results and keeps the full text of those that were cut, in files of mode 0600 in
/// `directory`, for 7 days. Thread-safe; blocking.
class OutputStore
{
public:
    OutputStore(QString directory, OutputLimits limits, const Clock &clock = Clock::system());

    /// Bounds once, as the reference's section 3.1. A full text that cannot be kept is a failure
    /// (ErrorCode::Storage): nothing is cut silently.
    [[nodiscard]] Result<BoundedOutput> bound(const ToolOutput &output) const;
    /// A new, empty managed file for a tool whose output is too large to be held in memory.
    [[nodiscard]] Result<ManagedOutput> openManaged() const;
    /// Deletes managed files older than 7 days; errors are logged. The engine calls it at start and
    /// every hour.
    void sweep() const;
    [[nodiscard]] const QString &directory() const { return m_directory; }
    [[nodiscard]] const OutputLimits &limits() const { return m_limits; }

private:
    QString m_directory;
    OutputLimits m_limits;
    const Clock &m_clock; // Not owned.
};

} // namespace Countersign
