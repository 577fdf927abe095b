// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/textfile.h"

#include <QList>
#include <QString>

namespace Countersign::Review {

/// Larger texts are changed in another program.
inline constexpr qsizetype kLargestEdited = 4 * 1024 * 1024;

/// A file's text as a plain editor shows it, with plain line feeds, and the way back: lines that were not
/// touched keep their bytes, new ones take the line end of their neighbour, and the encoding stays.
class EditText
{
public:
    /// `before`: what is on the disk; its encoding is that of new text that does not tell its own.
    /// Unsupported, with the reason, for what a plain editor would damage.
    [[nodiscard]] static Result<EditText> from(const QByteArray &bytes, const QByteArray &before);

    [[nodiscard]] const QString &text() const { return m_text; }
    /// InvalidInput names the characters that the file's encoding does not have, and their lines.
    [[nodiscard]] Result<QByteArray> bytesOf(const QString &edited) const;

private:
    TextFormat m_format;
    QString m_text;
    QStringList m_lines; ///< With their ends.
};

} // namespace Countersign::Review
