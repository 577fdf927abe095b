// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "diff/tokens.h"

#include <QChar>

#include <array>

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

constexpr char32_t kFirstMark = 0x300; // Nothing below it combines.

constexpr std::array<TokenKind, 0x80> asciiKinds()
{
    std::array<TokenKind, 0x80> kinds{};
    for (size_t c = 0; c < kinds.size(); ++c) {
        if (c >= '0' && c <= '9')
            kinds[c] = TokenKind::Number;
        else if (c == '_' || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'))
            kinds[c] = TokenKind::Word;
        else if (c == ' ' || (c >= '\t' && c <= '\r'))
            kinds[c] = TokenKind::Space;
        else
            kinds[c] = TokenKind::Other;
    }
    return kinds;
}
/// Nearly all of what is compared; the tables of Unicode answer the same ten times slower.
constexpr std::array<TokenKind, 0x80> kAscii = asciiKinds();

TokenKind kindOf(char32_t c)
{
    if (c < kAscii.size())
        return kAscii[c];
    if (QChar::isDigit(c))
        return TokenKind::Number;
    if (QChar::isLetter(c))
        return TokenKind::Word;
    if (QChar::isSpace(c))
        return TokenKind::Space;
    return TokenKind::Other;
}

bool continues(TokenKind run, char32_t c)
{
    if (c < kAscii.size()) {
        const TokenKind kind = kAscii[c];
        return run != TokenKind::Other
                && (kind == run || (run == TokenKind::Word && kind == TokenKind::Number));
    }
    // A mark belongs to the character before it; alone it could not be seen as changed.
    if (c >= kFirstMark && QChar::isMark(c))
        return true;
    switch (run) {
    case TokenKind::Word:
        return QChar::isLetterOrNumber(c);
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
    const char32_t c = codePointAt(text, at).value;
    return c >= kFirstMark && QChar::isMark(c);
}

Token tokenAt(QStringView line, qsizetype at)
{
    const CodePoint first = codePointAt(line, at);
    const TokenKind kind = kindOf(first.value);
    qsizetype end = at + first.length;
    while (end < line.size()) {
        const CodePoint next = codePointAt(line, end);
        if (!continues(kind, next.value))
            break;
        end += next.length;
    }
    return {int(at), int(end - at), kind};
}

QList<Token> tokenize(QStringView line)
{
    QList<Token> tokens;
    for (qsizetype at = 0; at < line.size(); at += tokens.constLast().length)
        tokens.append(tokenAt(line, at));
    return tokens;
}

} // namespace Countersign::Diff
