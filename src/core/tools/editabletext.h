// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/textfile.h"

#include <QByteArray>

namespace Countersign {

/// A file's text as bytes that can be compared with UTF-8 and cut anywhere between characters, and the
/// way back. UTF-8 is taken as it stands, so that bytes which belong to no character stay what they
/// are; other encodings are converted.
class EditableText
{
public:
    /// Unsupported when the file's bytes could not be given back exactly.
    [[nodiscard]] static Result<EditableText> from(const QByteArray &bytes);

    /// Without byte order mark.
    [[nodiscard]] const QByteArray &text() const { return m_text; }
    /// The bytes of the file once its text is `text`. InvalidInput when the file's encoding does not
    /// have a character of it.
    [[nodiscard]] Result<QByteArray> bytesOf(const QByteArray &text) const;

private:
    QByteArray m_text;
    TextFormat m_format; ///< Encoding and byte order mark; the rest is not filled in.
};

} // namespace Countersign
