// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QString>
#include <QStringView>

#include <optional>

namespace Countersign::Unicode {

/// Exact conversion between bytes and QString, without byte order marks. In UTF-8, a byte that is no
/// part of a character can be kept as the lone surrogate U+DC00 + byte. Pure functions.

/// What a text beyond ASCII consists of as UTF-8.
struct Utf8Tally
{
    qsizetype multibyte = 0; ///< Valid characters of more than one byte.
    qsizetype bad = 0; ///< Bytes that are no part of a character.
};
[[nodiscard]] Utf8Tally tallyUtf8(QByteArrayView bytes);

/// Stops at the first byte that is not.
[[nodiscard]] bool isAscii(QByteArrayView bytes);

/// `foreign`: there are bad bytes, and they become lone surrogates.
[[nodiscard]] QString decodeUtf8(QByteArrayView bytes, bool foreign);
/// Nothing when there is a lone surrogate that stands for no byte.
[[nodiscard]] std::optional<QByteArray> encodeUtf8(const QString &text);
/// Bytes of `piece` in UTF-8, foreign bytes as one; the piece begins and ends between characters.
[[nodiscard]] qsizetype utf8Size(QStringView piece);

/// Offset of the first byte that is not valid, or -1.
[[nodiscard]] qsizetype decodeUtf16(QByteArrayView bytes, bool bigEndian, QString &text);
[[nodiscard]] qsizetype decodeUtf32(QByteArrayView bytes, bool bigEndian, QString &text);
/// Nothing when there is half of a surrogate pair.
[[nodiscard]] std::optional<QByteArray> encodeUtf16(const QString &text, bool bigEndian);
[[nodiscard]] std::optional<QByteArray> encodeUtf32(const QString &text, bool bigEndian);

} // namespace Countersign::Unicode
