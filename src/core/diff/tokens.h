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

/// A line as runs of identifier characters (with their combining marks), digits and white space,
/// and single other characters; both halves of a surrogate pair are one character.
[[nodiscard]] QList<Token> tokenize(QStringView line);

} // namespace Countersign::Diff
