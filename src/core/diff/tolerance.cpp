// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "diff/tolerance.h"

#include <algorithm>
#include <array>

namespace Countersign::Diff {

using namespace Qt::StringLiterals;

namespace {

bool isSpace(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v' || c == '\n';
}

bool isAscii(QByteArrayView line)
{
    return std::all_of(line.begin(), line.end(), [](char c) { return uchar(c) < 0x80; });
}

QByteArrayView trimmedEnd(QByteArrayView line)
{
    while (!line.isEmpty() && isSpace(line.back()))
        line.chop(1);
    return line;
}

/// The character at `at` in UTF-8; one byte where there is none.
QByteArrayView characterAt(QByteArrayView line, qsizetype at)
{
    const auto first = uchar(line[at]);
    const qsizetype length = first < 0xC2 ? 1
            : first < 0xE0                ? 2
            : first < 0xF0                ? 3
            : first < 0xF5                ? 4
                                          : 1;
    if (at + length > line.size())
        return line.sliced(at, 1);
    for (qsizetype i = 1; i < length; ++i) {
        if ((uchar(line[at + i]) & 0xC0) != 0x80)
            return line.sliced(at, 1);
    }
    return line.sliced(at, length);
}

/// The ASCII form of a typographic character in UTF-8; empty when it has none here.
QByteArrayView plainForm(QByteArrayView character)
{
    if (character == "\xC2\xA0") // no-break space
        return " ";
    if (character == "\xE3\x80\x80") // ideographic space
        return " ";
    if (character == "\xE2\x88\x92") // minus sign
        return "-";
    if (character.size() != 3 || character[0] != '\xE2')
        return {};
    const auto second = uchar(character[1]);
    const auto third = uchar(character[2]);
    if (second == 0x81)
        return third == 0x9F ? QByteArrayView(" ") : QByteArrayView(); // U+205F
    if (second != 0x80)
        return {};
    if ((third >= 0x80 && third <= 0x8A) || third == 0xAF) // U+2000..U+200A, U+202F
        return " ";
    if (third >= 0x90 && third <= 0x95) // U+2010..U+2015
        return "-";
    if (third >= 0x98 && third <= 0x9B) // U+2018..U+201B
        return "'";
    if (third >= 0x9C && third <= 0x9F) // U+201C..U+201F
        return "\"";
    if (third == 0xA6) // U+2026
        return "...";
    return {};
}

} // namespace

QString toleranceName(Tolerance tolerance)
{
    switch (tolerance) {
    case Tolerance::Exact:
        return {};
    case Tolerance::TrailingSpace:
        return u"trailing white space"_s;
    case Tolerance::Trimmed:
        return u"indentation"_s;
    case Tolerance::Collapsed:
        return u"white space"_s;
    case Tolerance::Punctuation:
        return u"typographic characters"_s;
    }
    return {};
}

std::vector<NormalUnit> normalUnits(QByteArrayView line, Tolerance tolerance)
{
    std::vector<NormalUnit> units;
    units.reserve(size_t(line.size()));
    const bool collapses = tolerance >= Tolerance::Collapsed;
    qsizetype at = 0;
    while (at < line.size()) {
        NormalUnit unit{characterAt(line, at), at, at};
        const qsizetype length = unit.text.size();
        unit.end += length;
        if (tolerance == Tolerance::Punctuation && length > 1) {
            if (const QByteArrayView plain = plainForm(unit.text); !plain.isEmpty())
                unit.text = plain;
        }
        at += length;
        if (unit.text.size() == 1 && isSpace(unit.text[0])) {
            if (collapses)
                unit.text = " ";
            if (collapses && !units.empty() && units.back().text == " ") {
                units.back().end = unit.end;
                continue;
            }
        }
        if (unit.text == "...") { // Each dot is a character, so that three typed ones are equal.
            units.push_back({".", unit.start, unit.start});
            units.push_back({".", unit.start, unit.start});
            unit = {".", unit.start, unit.end};
        }
        units.push_back(unit);
    }
    const auto blank = [](const NormalUnit &unit) {
        return unit.text.size() == 1 && isSpace(unit.text[0]);
    };
    while (!units.empty() && blank(units.back()))
        units.pop_back();
    units.erase(units.begin(), std::find_if_not(units.begin(), units.end(), blank));
    return units;
}

QByteArrayView normalised(QByteArrayView line, Tolerance tolerance, QByteArray &storage)
{
    switch (tolerance) {
    case Tolerance::Exact:
        return line;
    case Tolerance::TrailingSpace:
        return trimmedEnd(line);
    case Tolerance::Trimmed:
        return trimmedEnd(line.sliced(indentOf(line).size()));
    case Tolerance::Collapsed:
    case Tolerance::Punctuation:
        break;
    }
    const QByteArrayView trimmed = trimmedEnd(line.sliced(indentOf(line).size()));
    bool plain = tolerance == Tolerance::Collapsed || isAscii(trimmed);
    for (qsizetype i = 0; plain && i < trimmed.size(); ++i)
        plain = !isSpace(trimmed[i])
                || (trimmed[i] == ' ' && (i + 1 == trimmed.size() || !isSpace(trimmed[i + 1])));
    if (plain)
        return trimmed;
    storage.clear();
    storage.reserve(trimmed.size());
    for (qsizetype at = 0; at < trimmed.size();) {
        QByteArrayView character = characterAt(trimmed, at);
        at += character.size();
        if (tolerance == Tolerance::Punctuation && character.size() > 1) {
            if (const QByteArrayView form = plainForm(character); !form.isEmpty())
                character = form;
        }
        if (character.size() > 1 || !isSpace(character[0]))
            storage.append(character);
        else if (!storage.isEmpty() && !storage.endsWith(' '))
            storage.append(' ');
    }
    if (storage.endsWith(' '))
        storage.chop(1);
    return storage;
}

bool isBlank(QByteArrayView line)
{
    return std::all_of(line.begin(), line.end(), isSpace);
}

QByteArrayView indentOf(QByteArrayView line)
{
    qsizetype size = 0;
    while (size < line.size() && isSpace(line[size]))
        ++size;
    return line.first(size);
}

} // namespace Countersign::Diff
