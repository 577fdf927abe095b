// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QString>

#include <optional>

namespace Countersign {

/// Text in code pages that are not Unicode: ICU converts, uchardet guesses. Pure functions; any
/// thread. Only charsets are used in which every byte below 0x80 outside a character means ASCII and
/// no state is carried along, so that lines can be told apart and parts replaced without decoding the
/// rest.

/// The preferred name ("windows-1252", "Shift_JIS") of the charset that `label` is any alias of;
/// empty when it is unknown, of another kind, or Unicode.
[[nodiscard]] QByteArray charsetNamed(QByteArrayView label);

/// Strict, and exact: nothing when `bytes` are not valid in `charset`, or when encoding the text
/// again would not give the same bytes. `charset` is a result of charsetNamed().
[[nodiscard]] std::optional<QString> decodeCharset(QByteArrayView bytes, const QByteArray &charset);

/// As much of the start of `bytes` as is valid in `charset`; for a text that was cut somewhere.
[[nodiscard]] QString decodeCharsetPrefix(QByteArrayView bytes, const QByteArray &charset);

/// Nothing when a character of `text` has no place in `charset`, or another one than decoding gives
/// back.
[[nodiscard]] std::optional<QByteArray> encodeCharset(const QString &text,
                                                      const QByteArray &charset);

/// The charset of a text that is not UTF-8, and that text; a guess by the frequencies of its bytes.
/// Nothing when no charset gives a plausible text without loss.
struct CharsetGuess
{
    QByteArray charset;
    QString text;
};
[[nodiscard]] std::optional<CharsetGuess> guessCharset(QByteArrayView bytes);

} // namespace Countersign
