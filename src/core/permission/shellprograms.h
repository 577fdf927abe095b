// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "permission/shelluses.h"

#include <QLatin1StringView>

#include <optional>

/// The programs of which the command line alone tells what they touch, in a table.
namespace Countersign::Permission {

enum class ShellShape {
    Reads, ///< Every operand is read.
    Looks, ///< Every operand is looked at.
    Writes, ///< Every operand is written.
    ScriptThenReads, ///< The first operand is a program or pattern, unless an option gave it.
    Copies, ///< The last is written, the others read.
    Moves, ///< All are written: the others go away.
    Removes, ///< Every operand goes away.
    Links, ///< The last is written, the others looked at.
    ModeThenWrites, ///< The first operand is a mode or an owner.
};

struct ShellProgram
{
    QLatin1StringView name;
    ShellShape shape;
    QLatin1StringView valued; ///< Letters of options that take a value.
};

/// Nothing when the table does not have it.
[[nodiscard]] std::optional<ShellProgram> shellProgram(const QString &name);
/// How such a program touches the file that is the value of its option; nothing when that is none.
[[nodiscard]] std::optional<ShellAccess> shellFileOption(QLatin1StringView program,
                                                         const QString &option);

/// The option behind which a program of many names its output; nothing when that is not known.
[[nodiscard]] std::optional<QLatin1StringView> shellOutputOption(const QString &program);
/// The option that makes a program write over the files that it is given; empty when it always does.
[[nodiscard]] std::optional<QLatin1StringView> shellInPlaceOption(const QString &program);

} // namespace Countersign::Permission
