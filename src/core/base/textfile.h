// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/result.h"

#include <QByteArray>
#include <QString>

namespace Countersign {

enum class TextEncoding { Utf8, Utf16Le, Utf16Be };
enum class LineEnding { None, Lf, CrLf, Cr, Mixed }; ///< None: no line end at all.

/// How a text file is written, apart from its text. Keeping it is what "unchanged" means.
struct TextFormat
{
    TextEncoding encoding = TextEncoding::Utf8;
    bool byteOrderMark = false;
    LineEnding lineEnding = LineEnding::None;
    bool finalNewline = false;

    friend bool operator==(const TextFormat &, const TextFormat &) = default;
};

struct DecodedText
{
    QString text; ///< Without byte order mark; line ends as in the file.
    TextFormat format;
};

/// Decodes strictly: bytes that are not valid in the detected encoding are an error
/// (ErrorCode::Unsupported) that names the byte offset; nothing is replaced silently.
[[nodiscard]] Result<DecodedText> decodeText(const QByteArray &bytes);

/// The inverse for encoding and byte order mark: what decodeText() gave comes back byte for byte.
/// Line ends of `text` are written as they are. A lone surrogate, which no decoded text has, becomes
/// a question mark in UTF-8.
[[nodiscard]] QByteArray encodeText(const QString &text, const TextFormat &format);

/// The line-end habit of a text.
[[nodiscard]] LineEnding lineEndingOf(QStringView text);

/// `text` with every line end replaced by `ending` (None and Mixed: unchanged).
[[nodiscard]] QString withLineEnding(const QString &text, LineEnding ending);

/// True when the start of a file (up to 64 KiB is looked at) does not look like text: a NUL byte in
/// something that is not UTF-16, or more than 30 % control bytes.
[[nodiscard]] bool looksBinary(QByteArrayView head);

} // namespace Countersign
