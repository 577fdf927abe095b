// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/textfile.h"
#include "location/location.h"

#include <QByteArray>
#include <QString>

#include <functional>

namespace Countersign {

/// A file's text as bytes that can be compared with UTF-8 and cut anywhere between characters, and the
/// way back. UTF-8 is taken as it stands, so that bytes which belong to no character stay what they
/// are; other encodings are converted.
class EditableText
{
public:
    /// Unsupported when the file's bytes could not be given back exactly.
    [[nodiscard]] static Result<EditableText> from(const QByteArray &bytes);
    /// The same, asking the project for the file's charset when the bytes do not tell. Blocking.
    /// `location` outlives it.
    [[nodiscard]] static Result<EditableText>
    from(const Location &location, const QString &canonical, const QByteArray &bytes);

    /// Without byte order mark.
    [[nodiscard]] const QByteArray &text() const { return m_text; }
    /// The bytes of the file once its text is `text`. InvalidInput when the file's encoding does not
    /// have a character of it.
    [[nodiscard]] Result<QByteArray> bytesOf(const QByteArray &text) const;

private:
    [[nodiscard]] static Result<EditableText>
    decodedWith(const std::function<Result<DecodedText>()> &decode, const QByteArray &bytes);

    QByteArray m_text;
    /// Decodes again, asking the project, when what was only ASCII gets other characters.
    std::function<Result<DecodedText>()> m_ask;
    TextFormat m_format; ///< Encoding and byte order mark; the rest is not filled in.
};

} // namespace Countersign
