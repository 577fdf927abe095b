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

} // namespace

QString mediaTypeOf(QByteArrayView contentType)
{
    const qsizetype semicolon = contentType.indexOf(';');
    return QString::fromLatin1(semicolon < 0 ? contentType : contentType.first(semicolon))
            .trimmed()
            .toLower();
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
    constexpr QChar kHigh(0xdb40);
    constexpr QChar kLastLow(0xdc7f);
    if (!text.contains(kHigh))
        return 0;
    QString seen;
    seen.reserve(text.size());
    int removed = 0;
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (text.at(i) == kHigh && i + 1 < text.size() && text.at(i + 1).isLowSurrogate()
            && text.at(i + 1) <= kLastLow) {
            ++removed;
            ++i;
        } else {
            seen += text.at(i);
        }
    }
    text = seen;
    return removed;
}

} // namespace Countersign::Media
