// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/textfile.h"

#include <QByteArray>

namespace Countersign {

/// A file's text as bytes that can be compared with UTF-8 and cut anywhere between characters, and the
/// way back. A file in an ASCII-compatible encoding is taken as it stands, so that bytes which are
/// valid in no encoding stay what they are; UTF-16 is converted.
class EditableText
{
public:
    /// Unsupported when the file's bytes could not be given back exactly.
    [[nodiscard]] static Result<EditableText> from(const QByteArray &bytes);

    /// Without byte order mark.
    [[nodiscard]] const QByteArray &text() const { return m_text; }
    [[nodiscard]] const TextFormat &format() const { return m_format; }
    /// Whether `added` (UTF-8) can be put into this file. Unsupported for other characters than ASCII
    /// in a file whose encoding is unknown.
    [[nodiscard]] Result<void> checkAddition(const QByteArray &added) const;
    /// The bytes of the file once its text is `text`.
    [[nodiscard]] QByteArray bytesOf(const QByteArray &text) const;

private:
    QByteArray m_text;
    TextFormat m_format; ///< Encoding and byte order mark; the rest is not filled in.
    bool m_unknown = false; ///< Not UTF-8, and nothing says what else.
};

} // namespace Countersign
