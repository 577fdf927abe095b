// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QByteArray>
#include <QString>

namespace Countersign {

/// What a terminal would show, as plain text.
struct TerminalText
{
    QString text;
    qsizetype overwritten = 0; ///< How often a carriage return took the cursor back over a text.
};

/// Decodes the output of a program (UTF-8; what is not becomes U+FFFD), takes out escape sequences
/// (colours, cursor, links, titles) and control characters, and keeps of a line that was written over
/// what stood there last. A NUL becomes "␀". Linear in the size; holds a few times the size.
[[nodiscard]] TerminalText terminalText(QByteArrayView bytes);

} // namespace Countersign
