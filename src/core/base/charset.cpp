// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "base/charset.h"

#include <QList>

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <string_view>

#include <uchardet/uchardet.h>
#include <unicode/ucnv.h>
#include <unicode/ucnv_err.h>

namespace Countersign {

using namespace Qt::StringLiterals;

namespace {

/// What the detector sees. It learns nothing more from more, and costs 20 ns a byte.
constexpr qsizetype kSampleBytes = 64 * 1024;
/// With fewer bytes beyond ASCII a guess at a Latin code page is a throw of dice; see likeliest().
constexpr qsizetype kFewBytes = 8;
constexpr char kWesternEurope[] = "windows-1252";

struct ConverterCloser
{
    void operator()(UConverter *converter) const { ucnv_close(converter); }
};
using Converter = std::unique_ptr<UConverter, ConverterCloser>;

/// Null when ICU does not know the name.
Converter open(const QByteArray &name)
{
    UErrorCode error = U_ZERO_ERROR;
    Converter converter(ucnv_open(name.constData(), &error));
    if (U_FAILURE(error))
        return {};
    ucnv_setToUCallBack(converter.get(), UCNV_TO_U_CALLBACK_STOP, nullptr, nullptr, nullptr,
                        &error);
    ucnv_setFromUCallBack(converter.get(), UCNV_FROM_U_CALLBACK_STOP, nullptr, nullptr, nullptr,
                          &error);
    ucnv_setFallback(converter.get(), false);
    return U_FAILURE(error) ? Converter() : std::move(converter);
}

/// Decodes until the end or the first byte that is not valid; says where that was.
qsizetype decodeUntilBad(UConverter *converter, QByteArrayView bytes, QString &text)
{
    text.resize(bytes.size()); // No character takes fewer bytes than it has UTF-16 units.
    auto *target = reinterpret_cast<UChar *>(text.data());
    UChar *const start = target;
    const char *source = bytes.data();
    UErrorCode error = U_ZERO_ERROR;
    ucnv_reset(converter);
    ucnv_toUnicode(converter, &target, start + text.size(), &source, bytes.data() + bytes.size(),
                   nullptr, true, &error);
    text.truncate(target - start);
    if (U_SUCCESS(error))
        return bytes.size();
    std::array<char, 16> bad{};
    auto badSize = static_cast<int8_t>(bad.size());
    UErrorCode ignored = U_ZERO_ERROR; // Without the bad bytes the place is a little late.
    ucnv_getInvalidChars(converter, bad.data(), &badSize, &ignored);
    return source - bytes.data() - (U_SUCCESS(ignored) ? badSize : 0);
}

std::optional<QByteArray> encodeWith(UConverter *converter, const QString &text)
{
    const auto worst = qsizetype(ucnv_getMaxCharSize(converter)) * (text.size() + 10);
    QByteArray bytes(std::min(worst, 2 * text.size() + 64), Qt::Uninitialized);
    const auto *source = reinterpret_cast<const UChar *>(text.utf16());
    const UChar *const end = source + text.size();
    qsizetype filled = 0;
    ucnv_reset(converter);
    while (true) {
        char *target = bytes.data() + filled;
        UErrorCode error = U_ZERO_ERROR;
        ucnv_fromUnicode(converter, &target, bytes.data() + bytes.size(), &source, end, nullptr,
                         true, &error);
        filled = target - bytes.constData();
        if (error != U_BUFFER_OVERFLOW_ERROR) {
            bytes.truncate(filled);
            return U_SUCCESS(error) ? std::optional(bytes) : std::nullopt;
        }
        bytes.resize(2 * bytes.size());
    }
}

bool isStateless(UConverterType type)
{
    return type == UCNV_SBCS || type == UCNV_MBCS || type == UCNV_LATIN_1;
}

bool isAsciiCompatible(UConverter *converter)
{
    QByteArray ascii("\t\n\r");
    for (char c = ' '; c <= '~'; ++c)
        ascii.append(c);
    QString text;
    return decodeUntilBad(converter, ascii, text) == ascii.size()
            && text == QLatin1StringView(ascii);
}

/// The lines that have something beyond ASCII in them: the rest would only water the evidence down.
QByteArray sampleOf(QByteArrayView bytes, qsizetype &beyondAscii)
{
    QByteArray sample;
    beyondAscii = 0;
    qsizetype from = 0;
    while (from < bytes.size() && sample.size() < kSampleBytes) {
        const auto bad = std::find_if(bytes.begin() + from, bytes.end(),
                                      [](char c) { return static_cast<uchar>(c) >= 0x80; });
        if (bad == bytes.end())
            break;
        const qsizetype at = bad - bytes.begin();
        // A line can be the whole file: of its ASCII no more than a little before.
        const qsizetype nearby = std::max(from, at - kSampleBytes / 16);
        const qsizetype start = nearby + 1 + bytes.sliced(nearby, at - nearby).lastIndexOf('\n');
        const qsizetype lineEnd = bytes.indexOf('\n', at);
        const qsizetype end =
                std::min(lineEnd < 0 ? bytes.size() : lineEnd + 1, start + kSampleBytes);
        const QByteArrayView line = bytes.sliced(start, end - start);
        beyondAscii += std::count_if(line.begin(), line.end(),
                                     [](char c) { return static_cast<uchar>(c) >= 0x80; });
        sample.append(line);
        from = end;
    }
    return sample;
}

QByteArray detected(const QByteArray &sample)
{
    const std::unique_ptr<std::remove_pointer_t<uchardet_t>, decltype(&uchardet_delete)> detector(
            uchardet_new(), &uchardet_delete);
    if (uchardet_handle_data(detector.get(), sample.constData(), size_t(sample.size())) != 0)
        return {};
    uchardet_data_end(detector.get());
    return uchardet_get_charset(detector.get());
}

/// The charsets to try for what the detector says, the likeliest first.
QList<QByteArray> likeliest(const QByteArray &detection, qsizetype beyondAscii)
{
    const QByteArray name = detection.toUpper();
    // Those that share the script of Western Europe or a part of it, so that a few letters are
    // evidence for none of them. Windows-1252 is by far the most frequent.
    static constexpr auto kLatin = std::to_array<std::string_view>(
            {"ISO-8859-1", "ISO-8859-2", "ISO-8859-3", "ISO-8859-4", "ISO-8859-9", "ISO-8859-10",
             "ISO-8859-13", "ISO-8859-14", "ISO-8859-15", "ISO-8859-16", "IBM852", "IBM865",
             "MAC-CENTRALEUROPE", "VISCII", "WINDOWS-1250", "WINDOWS-1257", "WINDOWS-1258"});
    QList<QByteArray> names;
    const bool latin =
            std::ranges::find(kLatin, std::string_view(name.constData(), size_t(name.size())))
            != kLatin.end();
    if (latin && beyondAscii < kFewBytes)
        names.append(kWesternEurope);
    // Their supersets in practice; without a byte of the difference nobody can tell.
    if (name == "ISO-8859-1")
        names.append(kWesternEurope);
    else if (name == "ISO-8859-9")
        names.append("windows-1254");
    else if (name == "GB18030") // The smaller one first: what is added must stay readable to it.
        names.append("GBK");
    else if (name == "UHC")
        names.append("windows-949");
    else if (name == "TIS-620" || name == "ISO-8859-11")
        names.append("windows-874");
    else if (name == "MAC-CENTRALEUROPE")
        names.append("x-mac-centraleurroman");
    else if (name == "MAC-CYRILLIC")
        names.append("x-mac-cyrillic");
    names.append(detection);
    names.append(kWesternEurope);
    return names;
}

/// False for a text that nobody wrote: the bytes are of another charset, or of none.
bool isPlausible(const QString &text)
{
    return std::ranges::none_of(text, [](QChar c) {
        if (c.unicode() < 0x80 || c.isSurrogate())
            return false;
        const QChar::Category category = c.category();
        return category == QChar::Other_Control || category == QChar::Other_NotAssigned
                || category == QChar::Other_PrivateUse || c == QChar::ReplacementCharacter;
    });
}

} // namespace

QByteArray charsetNamed(QByteArrayView label)
{
    const QByteArray name = label.trimmed().toByteArray();
    if (name.isEmpty() || name.contains('\0'))
        return {};
    const Converter converter = open(name);
    if (!converter || !isStateless(ucnv_getType(converter.get()))
        || !isAsciiCompatible(converter.get()))
        return {};
    UErrorCode error = U_ZERO_ERROR;
    // ICU's preferred name for it is that of a smaller charset.
    if (QByteArrayView(ucnv_getName(converter.get(), &error)).startsWith("windows-949"))
        return "windows-949";
    for (const char *standard : {"MIME", "IANA"}) {
        error = U_ZERO_ERROR;
        const char *preferred = ucnv_getStandardName(name.constData(), standard, &error);
        if (U_SUCCESS(error) && preferred)
            return preferred;
    }
    return name;
}

std::optional<QString> decodeCharset(QByteArrayView bytes, const QByteArray &charset)
{
    const Converter converter = open(charset);
    QString text;
    if (!converter || decodeUntilBad(converter.get(), bytes, text) != bytes.size())
        return std::nullopt;
    if (encodeWith(converter.get(), text) != std::optional(bytes.toByteArray()))
        return std::nullopt;
    return text;
}

QString decodeCharsetPrefix(QByteArrayView bytes, const QByteArray &charset)
{
    const Converter converter = open(charset);
    QString text;
    if (converter)
        decodeUntilBad(converter.get(), bytes, text);
    return text;
}

std::optional<QByteArray> encodeCharset(const QString &text, const QByteArray &charset)
{
    const Converter converter = open(charset);
    if (!converter)
        return std::nullopt;
    std::optional<QByteArray> bytes = encodeWith(converter.get(), text);
    QString again;
    if (!bytes || decodeUntilBad(converter.get(), *bytes, again) != bytes->size() || again != text)
        return std::nullopt;
    return bytes;
}

std::optional<CharsetGuess> guessCharset(QByteArrayView bytes)
{
    qsizetype beyondAscii = 0;
    const QByteArray sample = sampleOf(bytes, beyondAscii);
    QList<QByteArray> tried;
    for (const QByteArray &label : likeliest(detected(sample), beyondAscii)) {
        const QByteArray charset = charsetNamed(label);
        if (charset.isEmpty() || tried.contains(charset))
            continue;
        tried.append(charset);
        std::optional<QString> text = decodeCharset(bytes, charset);
        if (text && isPlausible(*text))
            return CharsetGuess{charset, std::move(*text)};
    }
    return std::nullopt;
}

} // namespace Countersign
