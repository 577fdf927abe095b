// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QByteArrayView>

namespace Countersign::Permission {

/// About how large the syntax tree of a script would be. Only for a bound on what is taken apart: a
/// script that is not understood here is counted too high, or costs the parser's time.
struct ShellSize
{
    /// Words, operators, expansions. A quoted text and the body of a here-document are one, whatever
    /// stands in them, unless something in them is expanded.
    qsizetype pieces = 0;
    /// How deep they go: brackets and compound commands, or a chain of operators, each of which
    /// stands within the next.
    qsizetype depth = 0;
};

/// `script` is UTF-8. Linear. Pure.
[[nodiscard]] ShellSize shellSize(QByteArrayView script);

} // namespace Countersign::Permission
