// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/result.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>

namespace Countersign {

struct ProcessRequest
{
    QString program;
    QStringList arguments;
    QString workingDirectory;
    std::optional<QByteArray> input; ///< Nothing: standard input is the null device.
    bool listSurvivors = false; ///< Whether to look for what is left of the group after its end.
    bool mergeOutput = false; ///< Standard error into the output, in arrival order.
    std::chrono::milliseconds timeout{0}; ///< 0: none.
    qint64 captureLimit = 1024 * 1024; ///< Bytes of output kept in memory (the first ones).
    /// Called on the waiting thread with each piece of output as it arrives; false ends the child.
    std::function<bool(QByteArrayView)> onOutput;
    /// Called on the waiting thread at most 100 ms after each piece of output, and not more often
    /// than that: the time to show what has come.
    std::function<void()> onProgress;
};

struct ProcessResult
{
    std::optional<int> exitCode; ///< Nothing when a signal ended it.
    std::optional<int> signal;
    bool timedOut = false;
    bool stoppedByCaller = false; ///< onOutput said so.
    bool truncated = false; ///< More output came than captureLimit.
    QByteArray output;
    QByteArray errors; ///< At most 8 KiB; empty with mergeOutput.
    /// "name (number)" of what the child left running in its group, when that was asked for.
    QStringList survivors;
};

/// Runs a child in a process group of its own and waits for it. At time-out, stop or the caller's
/// wish the whole group gets TERM, and KILL after 3 s; so do descendants that left the group, as long as
/// each has its parent. A background child that keeps the pipe open
/// does not hold the call: after the child itself has ended, output is read for at most 100 ms more.
/// Errors: NotFound (no such program), Io, Cancelled (stop requested; the child is gone by then).
/// Background children are left alone unless the group is ended. The program is looked for in PATH;
/// with a slash in its name it counts from the working directory. Blocking; any thread. A child outlives this process only when this process is
/// killed outright: PR_SET_PDEATHSIG would fire at the end of the pool *thread* that started it.
[[nodiscard]] Result<ProcessResult> runProcess(const ProcessRequest &request,
                                               std::stop_token stop = {});

} // namespace Countersign
