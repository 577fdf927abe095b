// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "permission/shellscript.h"

#include <initializer_list>
#include <optional>

namespace Countersign::Permission {

/// The words of a command taken apart as most programs do.
struct ShellOperands
{
    QList<ShellWord> words; ///< Without options and their values.
    struct Option
    {
        QString name; ///< "-n", "--lines".
        std::optional<ShellWord> value;
    };
    QList<Option> options;

    [[nodiscard]] bool has(QLatin1StringView name) const;
    [[nodiscard]] bool hasAny(std::initializer_list<QLatin1StringView> names) const;
};

/// `valued` are the letters of options that take a value, `longs` the long names that do.
[[nodiscard]] ShellOperands shellOperands(const ShellCommand &command,
                                          QLatin1StringView valued = {},
                                          const QList<QLatin1StringView> &longs = {});

/// True when the mode of a chmod looks like options: "chmod -x f".
[[nodiscard]] bool hasDashedMode(const ShellCommand &command, const ShellOperands &operands);

} // namespace Countersign::Permission
