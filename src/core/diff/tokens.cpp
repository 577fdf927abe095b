// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "diff/tokens.h"

#include <QChar>

namespace Countersign::Diff {

namespace {

struct CodePoint
{
    char32_t value = 0;
    int length = 1;
};

CodePoint codePointAt(QStringView text, qsizetype at)
{
    const QChar first = text.at(at);
    if (first.isHighSurrogate() && at + 1 < text.size() && text.at(at + 1).isLowSurrogate())
        return {QChar::surrogateToUcs4(first, text.at(at + 1)), 2};
    return {first.unicode(), 1};
}

TokenKind kindOf(char32_t c)
{
    if (QChar::isDigit(c))
        return TokenKind::Number;
    if (c == U'_' || QChar::isLetter(c))
        return TokenKind::Word;
    if (QChar::isSpace(c))
        return TokenKind::Space;
    return TokenKind::Other;
}

bool continues(TokenKind run, char32_t c)
{
    // A mark belongs to the character before it; alone it could not be seen as changed.
    if (QChar::isMark(c))
        return true;
    switch (run) {
    case TokenKind::Word:
        return c == U'_' || QChar::isLetterOrNumber(c);
    case TokenKind::Number:
        return QChar::isDigit(c);
    case TokenKind::Space:
        return QChar::isSpace(c);
    case TokenKind::Other:
        return false;
    }
    return false;
}

} // namespace

bool splitsCharacter(QStringView text, qsizetype at)
{
    if (at <= 0 || at >= text.size())
        return false;
    if (text.at(at - 1).isHighSurrogate() && text.at(at).isLowSurrogate())
        return true;
    return QChar::isMark(codePointAt(text, at).value);
}

QList<Token> tokenize(QStringView line)
{
    QList<Token> tokens;
    qsizetype at = 0;
    while (at < line.size()) {
        const CodePoint first = codePointAt(line, at);
        const TokenKind kind = kindOf(first.value);
        qsizetype end = at + first.length;
        while (end < line.size()) {
            const CodePoint next = codePointAt(line, end);
            if (!continues(kind, next.value))
                break;
            end += next.length;
        }
        tokens.append(Token{int(at), int(end - at), kind});
        at = end;
    }
    return tokens;
}

} // namespace Countersign::Diff
