// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/result.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <chrono>
#include <functional>
#include <stop_token>

namespace Countersign {

/// The program ripgrep, which does the searching of glob and grep.

/// The oldest major version that is used; what it prints has been the same since.
inline constexpr int kOldestRipgrep = 13;
/// A tree on a dead network mount ends here, with what was found until then.
inline constexpr std::chrono::milliseconds kSearchTimeout{60'000};

struct Ripgrep
{
    QString path; ///< Absolute.
    QString version; ///< As it says itself: "ripgrep 14.1.1".
};

/// The program "rg" in the absolute folders of PATH. It is asked for its version once for each
/// program file. NotFound: not installed, not ripgrep, or older than kOldestRipgrep; the message tells
/// how to install it. Blocking; any thread.
[[nodiscard]] Result<Ripgrep> findRipgrep(const std::stop_token &stop = {});

struct RipgrepRun
{
    QStringList arguments;
    QString directory; ///< Canonical; names in the output are relative to it.
    /// Gets the output in pieces of any size, on the calling thread; false ends the search.
    std::function<bool(QByteArrayView)> onOutput;
    std::chrono::milliseconds timeout = kSearchTimeout;
};

/// How a search ended that gave good results.
struct RipgrepEnd
{
    bool timedOut = false;
    bool unreadable = false; ///< Some files or folders could not be read.
    friend bool operator==(const RipgrepEnd &, const RipgrepEnd &) = default;
};

/// Runs "rg" without its configuration file and without standard input.
/// Errors: NotFound (as findRipgrep()), InvalidInput (it refused a pattern; the message quotes why), Io (it could not be run, or did
/// not end by itself), Cancelled (stop requested; it is gone by then). Blocking; any thread.
[[nodiscard]] Result<RipgrepEnd> runRipgrep(const RipgrepRun &run, std::stop_token stop);

} // namespace Countersign
