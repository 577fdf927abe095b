// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QList>
#include <QStringView>

namespace Countersign::Diff {

enum class TokenKind { Word, Number, Space, Other };

struct Token
{
    int start = 0;
    int length = 0;
    TokenKind kind = TokenKind::Other;
};

/// A line as runs of identifier characters, digits and white space, and single other characters.
/// Both halves of a surrogate pair are one character, and combining marks stay with theirs.
[[nodiscard]] QList<Token> tokenize(QStringView line);

/// The run that begins at unit `at`, which is one of the line's.
[[nodiscard]] Token tokenAt(QStringView line, qsizetype at);

/// Whether a cut before the unit at `at` parts a surrogate pair, or a mark from its character.
[[nodiscard]] bool splitsCharacter(QStringView text, qsizetype at);

} // namespace Countersign::Diff
