// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QStringList>

/// The subcommands of the program. Each takes the arguments after its name and returns the exit code.
namespace Countersign::Cli {

inline constexpr int kDone = 0;
inline constexpr int kFailed = 1;
inline constexpr int kUsage = 2;
inline constexpr int kRefused = 3; ///< Stopped by a refusal.

/// What main() gives to a command: the process's own arguments, which Qt may look at.
struct Arguments
{
    int &argc;
    char **argv;
    QStringList rest;
};

[[nodiscard]] int run(Arguments arguments);
[[nodiscard]] int tool(Arguments arguments);
[[nodiscard]] int permissions(Arguments arguments);
[[nodiscard]] int sessions(Arguments arguments);
[[nodiscard]] int keys(Arguments arguments);
[[nodiscard]] int doctor(Arguments arguments);
[[nodiscard]] int tour(Arguments arguments);
[[nodiscard]] int desktop(Arguments arguments);

} // namespace Countersign::Cli
