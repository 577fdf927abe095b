// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/result.h"

#include <QByteArray>
#include <QList>
#include <QString>

#include <optional>

namespace Countersign {

/// Charset: one that is not Unicode; TextFormat::charset says which.
enum class TextEncoding { Utf8, Utf16Le, Utf16Be, Utf32Le, Utf32Be, Charset };
enum class LineEnding { None, Lf, CrLf, Cr, Mixed }; ///< None: no line end at all.

/// How a text file is written, apart from its text. Keeping it is what "unchanged" means.
struct TextFormat
{
    TextEncoding encoding = TextEncoding::Utf8;
    bool byteOrderMark = false;
    LineEnding lineEnding = LineEnding::None;
    bool finalNewline = false;
    QByteArray charset = {}; ///< Only for TextEncoding::Charset: a name from charsetNamed().

    friend bool operator==(const TextFormat &, const TextFormat &) = default;
};

struct DecodedText
{
    /// Without byte order mark; line ends as in the file. A byte that belongs to no character of a
    /// file that is otherwise UTF-8 is a lone low surrogate, U+DC00 + byte, so that it survives
    /// (see isForeignByte()).
    QString text;
    TextFormat format;
    bool guessed = false; ///< Nothing in the file says its encoding.
    qsizetype foreignBytes = 0; ///< How many of them `text` holds.
};

/// Decodes without loss: encodeText() gives the same bytes back. By the byte order mark, else
/// UTF-16 by its zero bytes, else UTF-8 when it is that, else the charset `declared` (by the
/// project, see charsetNamed()), else a guess at the charset, else UTF-8 with foreign bytes.
/// Unsupported, with the byte offset, only when a byte order mark promises an encoding that the
/// file does not keep to.
[[nodiscard]] Result<DecodedText> decodeText(const QByteArray &bytes,
                                             const QByteArray &declared = {});

/// What the byte order mark at the start of a file says; nothing without one.
[[nodiscard]] std::optional<TextFormat> markedFormat(QByteArrayView head);

/// The bytes of a byte order mark in `encoding`; empty for TextEncoding::Charset.
[[nodiscard]] QByteArrayView byteOrderMark(TextEncoding encoding);

/// A part of a file, without a mark, of which the format is known. Nothing when it is not valid in
/// it; in UTF-8 foreign bytes are kept.
[[nodiscard]] std::optional<QString> decodeAs(QByteArrayView bytes, const TextFormat &format);

/// The inverse for encoding and byte order mark. Line ends of `text` are written as they are.
/// InvalidInput names the characters that the encoding does not have, and their lines; nothing is
/// ever replaced by something like it.
[[nodiscard]] Result<QByteArray> encodeText(const QString &text, const TextFormat &format);

/// Where positions in `file.text`, in ascending order, are in the bytes that it was decoded from. A
/// part of a file is replaced by cutting the bytes there and putting encoded text in between.
[[nodiscard]] QList<qsizetype> byteOffsets(const DecodedText &file,
                                           const QList<qsizetype> &positions);

/// The encoding for words: "UTF-8", "UTF-16 (little-endian)", "windows-1252".
[[nodiscard]] QString encodingName(const TextFormat &format);

/// The format of encoding and byte order mark that a label of a configuration file means: the names of
/// EditorConfig ("utf-8-bom", "latin1"), of git's working-tree-encoding ("UTF-16LE-BOM"), and every
/// charset. Nothing when it is unknown or not supported.
[[nodiscard]] std::optional<TextFormat> formatNamed(QByteArrayView label);

/// True for a UTF-16 unit that stands for a byte that is not UTF-8, given that it is in no pair.
[[nodiscard]] constexpr bool isForeignByte(QChar unit)
{
    return unit.unicode() >= 0xDC80 && unit.unicode() <= 0xDCFF;
}

/// The line-end habit of a text.
[[nodiscard]] LineEnding lineEndingOf(QStringView text);

/// `text` with every line end replaced by `ending` (None and Mixed: unchanged).
[[nodiscard]] QString withLineEnding(const QString &text, LineEnding ending);

/// The encoding of a UTF-16 text without byte order mark, by the start of it: every other byte of
/// most characters is zero and no zero is elsewhere.
[[nodiscard]] std::optional<TextEncoding> sniffUtf16(QByteArrayView head);

/// True when the start of a file (up to 64 KiB is looked at) does not look like text: a NUL byte in
/// something that is neither UTF-16 nor UTF-32, or more than 30 % control bytes.
[[nodiscard]] bool looksBinary(QByteArrayView head);

} // namespace Countersign
