// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "media/pagetext.h"

#include "base/charset.h"

#include <QStringDecoder>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace Countersign::Media {

using namespace Qt::StringLiterals;

namespace {

/// Where a page has to name its encoding; the standard looks at 1024 bytes, pages are later at times.
constexpr qsizetype kPrescanned = 4096;
constexpr qsizetype kLongestName = 40;

/// What the web means by some names (the Encoding Standard's labels); other names mean themselves.
constexpr std::array<std::pair<QByteArrayView, QByteArrayView>, 22> kLabels{{
        {"utf8", "utf-8"},
        {"unicode-1-1-utf-8", "utf-8"},
        {"ascii", "windows-1252"},
        {"us-ascii", "windows-1252"},
        {"iso-8859-1", "windows-1252"},
        {"iso8859-1", "windows-1252"},
        {"latin1", "windows-1252"},
        {"l1", "windows-1252"},
        {"cp1252", "windows-1252"},
        {"x-cp1252", "windows-1252"},
        {"iso-8859-9", "windows-1254"},
        {"latin5", "windows-1254"},
        {"tis-620", "windows-874"},
        {"gb2312", "gb18030"},
        {"gb_2312-80", "gb18030"},
        {"gbk", "gb18030"},
        {"x-gbk", "gb18030"},
        {"sjis", "shift_jis"},
        {"x-sjis", "shift_jis"},
        {"windows-31j", "shift_jis"},
        {"utf-16", "utf-16le"},
        {"ks_c_5601-1987", "euc-kr"},
}};

/// The encoding that `label` names on the web; nothing when there is no decoder for it.
std::optional<QByteArray> encodingOf(QByteArrayView label)
{
    QByteArray name = label.trimmed().toByteArray().toLower();
    if (name.isEmpty() || name.size() > kLongestName || name == "utf-7" || name == "system"
        || name == "locale")
        return std::nullopt;
    const auto known = std::find_if(kLabels.begin(), kLabels.end(),
                                    [&name](const auto &one) { return one.first == name; });
    if (known != kLabels.end())
        name = known->second.toByteArray();
    if (!QStringDecoder(name.constData()).isValid())
        return std::nullopt;
    return name;
}

/// The value after `key` and "=" in `text`, which is in lower case, with or without quotes.
QByteArrayView valueOf(QByteArrayView text, QByteArrayView key)
{
    for (qsizetype at = text.indexOf(key); at >= 0; at = text.indexOf(key, at + 1)) {
        QByteArrayView rest = text.sliced(at + key.size()).trimmed();
        if (!rest.startsWith('='))
            continue;
        rest = rest.sliced(1).trimmed();
        const char quote = rest.isEmpty() ? '\0' : rest.front();
        const bool quoted = quote == '"' || quote == '\'';
        if (quoted)
            rest = rest.sliced(1);
        const auto end = std::find_if(rest.begin(), rest.end(), [&](char c) {
            return quoted ? c == quote
                          : c == ';' || c == ' ' || c == '"' || c == '\'' || c == '>' || c == '/';
        });
        return rest.first(end - rest.begin());
    }
    return {};
}

/// What the page says of itself.
std::optional<QByteArray> declaredIn(const QByteArray &body)
{
    const QByteArray head = body.first(std::min(body.size(), kPrescanned)).toLower();
    std::optional<QByteArray> found;
    if (head.startsWith("<?xml")) {
        const qsizetype end = std::max<qsizetype>(head.indexOf('>'), 0);
        found = encodingOf(valueOf(QByteArrayView(head).first(end), "encoding"));
    }
    for (qsizetype at = 0; !found && (at = head.indexOf('<', at)) >= 0;) {
        const QByteArrayView rest = QByteArrayView(head).sliced(at);
        if (rest.startsWith("<!--")) {
            const qsizetype end = rest.indexOf("-->");
            at = end < 0 ? head.size() : at + end + 3;
            continue;
        }
        if (rest.startsWith("<meta")) {
            const qsizetype end = rest.indexOf('>');
            found = encodingOf(valueOf(rest.first(end < 0 ? rest.size() : end), "charset"));
        }
        ++at;
    }
    // Who could read the declaration as ASCII was not reading UTF-16.
    if (found && found->startsWith("utf-16"))
        found = "utf-8";
    return found;
}

bool isUtf8(const QByteArray &body)
{
    QStringDecoder decoder(QStringConverter::Utf8, QStringConverter::Flag::Stateless);
    [[maybe_unused]] const QString text = decoder(body);
    return !decoder.hasError();
}

/// Of a few bytes beyond ASCII a guess is worse than the web's usual encoding.
bool isEnoughToGuess(const QByteArray &body)
{
    constexpr auto kEnough = 24;
    return std::count_if(body.begin(), body.end(), [](char c) { return (c & 0x80) != 0; })
            >= kEnough;
}

constexpr char16_t kFirstUnseen = 0xad;

/// Characters that no font shows, whatever is around them; some only turn the direction of what is.
bool isNeverSeen(char32_t c)
{
    return c == 0x180e || (c >= 0x202a && c <= 0x202e) || (c >= 0x2061 && c <= 0x206f)
            || c == 0x3164 || c == 0xffa0 || (c >= 0xfff9 && c <= 0xfffb)
            || (c >= 0x1d173 && c <= 0x1d17a)
            || (c >= 0xe0000 && c <= 0xe0fff && !(c >= 0xe0100 && c <= 0xe01ef));
}

/// One of 256 selectors, which say in which form the character before them is drawn. In a row of
/// them each can carry a byte.
bool isSelector(char32_t c)
{
    return (c >= 0xfe00 && c <= 0xfe0f) || (c >= 0xe0100 && c <= 0xe01ef);
}

bool selectsForm(char32_t selector, char32_t base)
{
    if (base <= 0x20 || isSelector(base))
        return false;
    // All that the supplement is registered for are Chinese characters.
    return selector <= 0xffff || QChar::script(base) == QChar::Script_Han;
}

/// They join, part or turn what is beside them; two in a row do nothing more.
bool isWidthless(char32_t c)
{
    return c == 0xad || (c >= 0x200b && c <= 0x200f) || c == 0x2060 || c == 0xfeff;
}

bool isToken(QStringView text)
{
    constexpr qsizetype kLongest = 127; // RFC 6838, 4.2
    return !text.isEmpty() && text.size() <= kLongest
            && std::all_of(text.begin(), text.end(), [](QChar c) {
                   return c > u' ' && c < QChar(0x7f) && !u"()<>@,;:\\\"/[]?="_s.contains(c);
               });
}

} // namespace

QString mediaTypeOf(QByteArrayView contentType)
{
    const qsizetype semicolon = contentType.indexOf(';');
    const QString type =
            QString::fromLatin1(semicolon < 0 ? contentType : contentType.first(semicolon))
                    .trimmed()
                    .toLower();
    const qsizetype slash = type.indexOf(u'/');
    const bool isType = slash > 0 && isToken(QStringView(type).first(slash))
            && isToken(QStringView(type).sliced(slash + 1));
    return isType ? type : QString();
}

QString contentTypeInWords(QByteArrayView contentType)
{
    const QString type = mediaTypeOf(contentType);
    const QString charset =
            QString::fromLatin1(valueOf(contentType.toByteArray().toLower(), "charset")).trimmed();
    if (type.isEmpty() || charset.size() > kLongestName || !isToken(charset))
        return type;
    return type + u"; charset="_s + charset;
}

PageText decodePage(const QByteArray &body, QByteArrayView contentType)
{
    std::optional<QByteArray> encoding;
    if (body.startsWith("\xEF\xBB\xBF"))
        encoding = "utf-8";
    else if (body.startsWith("\xFE\xFF"))
        encoding = "utf-16be";
    else if (body.startsWith("\xFF\xFE"))
        encoding = "utf-16le";
    if (!encoding)
        encoding = encodingOf(valueOf(contentType.toByteArray().toLower(), "charset"));
    if (!encoding)
        encoding = declaredIn(body);
    if (!encoding && isUtf8(body))
        encoding = "utf-8";
    if (!encoding && isEnoughToGuess(body)) {
        if (auto guess = guessCharset(body))
            return {std::move(guess->text), QString::fromLatin1(guess->charset).toLower(), false};
    }
    if (!encoding)
        encoding = "windows-1252";
    QStringDecoder decoder(encoding->constData(), QStringConverter::Flag::Stateless);
    if (!decoder.isValid()) // Qt without ICU has no windows-1252.
        decoder = QStringDecoder(QStringConverter::Latin1, QStringConverter::Flag::Stateless);
    PageText page{decoder(body), QString::fromLatin1(*encoding), false};
    if (page.text.startsWith(QChar(0xfeff)))
        page.text.remove(0, 1);
    // Not every decoder reports what it replaced.
    page.damaged = decoder.hasError() || page.text.contains(QChar(0xfffd));
    return page;
}

int removeHiddenLetters(QString &text)
{
    if (std::all_of(text.cbegin(), text.cend(), [](QChar c) { return c < QChar(kFirstUnseen); }))
        return 0;
    QString seen;
    seen.reserve(text.size());
    int removed = 0;
    char32_t before = 0; // The last character that was kept.
    for (qsizetype i = 0; i < text.size(); ++i) {
        const qsizetype from = i;
        char32_t c = text.at(i).unicode();
        if (text.at(i).isHighSurrogate() && i + 1 < text.size() && text.at(i + 1).isLowSurrogate())
            c = QChar::surrogateToUcs4(text.at(from), text.at(++i));
        if (isNeverSeen(c) || (isSelector(c) && !selectsForm(c, before))
            || (isWidthless(c) && isWidthless(before))) {
            ++removed;
            continue;
        }
        before = c;
        seen += QStringView(text).sliced(from, i + 1 - from);
    }
    if (removed > 0)
        text = seen;
    return removed;
}

QString hiddenWords(int count)
{
    if (count == 1)
        return u"1 character that nobody can see was left out of it."_s;
    return u"%1 characters that nobody can see were left out of it."_s.arg(count);
}

} // namespace Countersign::Media
