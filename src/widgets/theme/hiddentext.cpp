// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "theme/hiddentext.h"

#include <QTextDocument>

#include <algorithm>
#include <iterator>

namespace Countersign::Theme {

using namespace Qt::StringLiterals;

namespace {

/// Characters that are drawn as nothing, as something else, or that turn the text around them.
bool isHidden(char32_t c)
{
    if (c == u'\n' || c == u'\t')
        return false;
    switch (QChar::category(c)) {
    case QChar::Other_Control:
    case QChar::Other_Format: // Bidirectional and zero-width characters, tags, the soft hyphen.
    case QChar::Other_Surrogate:
    case QChar::Other_PrivateUse:
    case QChar::Separator_Line:
    case QChar::Separator_Paragraph:
        return true;
    case QChar::Separator_Space:
        return c != u' ';
    default:
        // Fillers that are letters by category and drawn as nothing.
        return c == 0x115F || c == 0x1160 || c == 0x3164 || c == 0xFFA0 || c == 0x2800
                || (c >= 0xFE00 && c <= 0xFE0F) || (c >= 0xE0100 && c <= 0xE01EF);
    }
}

/// Signs that pass for ';', '/', '.', ':' and '!', and letters that mathematics draws as Latin ones.
bool passesForAscii(char32_t c)
{
    return c == 0x037E || c == 0x2044 || c == 0x2215 || c == 0x29F8 || c == 0x2024 || c == 0xA789
            || c == 0x01C3 || (c >= 0x1D400 && c <= 0x1D7FF);
}

// Letters that common fonts draw as Latin ones, after https://www.unicode.org/reports/tr39/ (its
// confusables.txt), those that a reader would not notice. Sorted.
constexpr char16_t kLatinLookAlikes[] = {
        // Greek
        0x0391, 0x0392, 0x0395, 0x0396, 0x0397, 0x0399, 0x039A, 0x039C, 0x039D, 0x039F, 0x03A1,
        0x03A4, 0x03A5, 0x03A7, 0x03B9, 0x03BD, 0x03BF, 0x03C1, 0x03F2, 0x03F3,
        // Cyrillic
        0x0405, 0x0406, 0x0408, 0x0410, 0x0412, 0x0415, 0x041A, 0x041C, 0x041D, 0x041E, 0x0420,
        0x0421, 0x0422, 0x0423, 0x0425, 0x0430, 0x0435, 0x043E, 0x0440, 0x0441, 0x0443, 0x0445,
        0x0455, 0x0456, 0x0458, 0x0474, 0x0475, 0x04AE, 0x04BB, 0x04C0, 0x04CF, 0x0501, 0x050C,
        0x051A, 0x051B, 0x051C, 0x051D};

bool looksLatin(char32_t c)
{
    return c <= 0xFFFF
            && std::binary_search(std::begin(kLatinLookAlikes), std::end(kLatinLookAlikes),
                                  char16_t(c));
}

/// Scripts whose letters have no business inside a Latin word at all.
bool isForeign(QChar::Script script)
{
    return script == QChar::Script_Armenian || script == QChar::Script_Cherokee
            || script == QChar::Script_Coptic || script == QChar::Script_Lisu
            || script == QChar::Script_Deseret;
}

struct Character
{
    char32_t code = 0;
    qsizetype start = 0;
};

char32_t takeCode(QStringView text, qsizetype &at)
{
    const QChar first = text.at(at++);
    if (first.isHighSurrogate() && at < text.size() && text.at(at).isLowSurrogate())
        return QChar::surrogateToUcs4(first, text.at(at++));
    return first.unicode();
}

bool isOfWord(char32_t c)
{
    return c == u'_' || QChar::isLetterOrNumber(c) || QChar::isMark(c);
}

/// Look-alikes of one line.
void addLookAlikes(const QList<Character> &line, QList<qsizetype> &units)
{
    bool latin = false;
    bool russian = false; // Or of another language that is written in Cyrillic letters.
    for (const Character &c : line) {
        const QChar::Script script = QChar::script(c.code);
        latin = latin || (script == QChar::Script_Latin && QChar::isLetter(c.code));
        russian = russian || (script == QChar::Script_Cyrillic && !looksLatin(c.code));
    }
    if (!latin)
        return;
    for (qsizetype from = 0; from < line.size();) {
        if (!isOfWord(line.at(from).code)) {
            ++from;
            continue;
        }
        qsizetype end = from;
        bool mixed = false; // Has Latin letters.
        bool disguised = true; // Only Cyrillic letters that look like Latin ones.
        for (; end < line.size() && isOfWord(line.at(end).code); ++end) {
            const char32_t c = line.at(end).code;
            if (!QChar::isLetter(c))
                continue;
            const QChar::Script script = QChar::script(c);
            mixed = mixed || script == QChar::Script_Latin;
            disguised = disguised && script == QChar::Script_Cyrillic && looksLatin(c);
        }
        for (; from < end; ++from) {
            const char32_t c = line.at(from).code;
            const bool alike = mixed && (looksLatin(c) || isForeign(QChar::script(c)));
            if (alike || (disguised && !russian && looksLatin(c)))
                units.append(line.at(from).start);
        }
    }
}

bool isPicture(char32_t c)
{
    // Emoji are symbols; skin tones are modifiers. The rest of a sequence is joined to one of them.
    return QChar::category(c) == QChar::Symbol_Other || (c >= 0x1F3FB && c <= 0x1F3FF);
}

} // namespace

QString escapedCharacter(char32_t c)
{
    return u"⟨U+"_s + QString::number(uint(c), 16).toUpper().rightJustified(4, u'0') + u'⟩';
}

QList<qsizetype> deceptiveUnits(QStringView text)
{
    QList<qsizetype> units;
    QList<Character> line;
    bool ascii = true;
    const auto endLine = [&] {
        if (!ascii)
            addLookAlikes(line, units);
        line.clear();
        ascii = true;
    };
    for (qsizetype at = 0; at < text.size();) {
        const qsizetype start = at;
        const char32_t c = takeCode(text, at);
        if (c == u'\n') {
            endLine();
            continue;
        }
        ascii = ascii && c < 0x80;
        if (isHidden(c) || passesForAscii(c))
            units.append(start);
        else
            line.append({c, start});
    }
    endLine();
    std::sort(units.begin(), units.end());
    return units;
}

QString visibleText(const QString &text, bool *found)
{
    const QList<qsizetype> units = deceptiveUnits(text);
    if (found)
        *found = !units.isEmpty();
    if (units.isEmpty())
        return text;
    QString out;
    out.reserve(text.size() + 8 * units.size());
    qsizetype from = 0;
    for (const qsizetype unit : units) {
        out += QStringView(text).sliced(from, unit - from);
        from = unit;
        out += escapedCharacter(takeCode(text, from));
    }
    out += QStringView(text).sliced(from);
    return out;
}

QString tipText(const QString &text)
{
    return text.isEmpty() ? QString()
                          : Qt::convertFromPlainText(visibleText(text), Qt::WhiteSpaceNormal);
}

QString visibleProse(const QString &text)
{
    constexpr char32_t kJoiner = 0x200D;
    constexpr char32_t kAsPicture = 0xFE0F;
    const QList<uint> all = text.toUcs4();
    QString out;
    out.reserve(text.size());
    bool picture = false; // Directly before: an emoji, or one with its selector.
    for (qsizetype i = 0; i < all.size(); ++i) {
        const char32_t c = all.at(i);
        const char32_t before = i > 0 ? all.at(i - 1) : 0;
        const char32_t after = i + 1 < all.size() ? all.at(i + 1) : 0;
        const bool selects = c == kAsPicture && before != kAsPicture && isPicture(before);
        const bool joins = c == kJoiner && picture && isPicture(after);
        picture = isPicture(c) || selects;
        if (isHidden(c) && !selects && !joins)
            out += escapedCharacter(c);
        else
            out += QChar::fromUcs4(c);
    }
    return out;
}

} // namespace Countersign::Theme
