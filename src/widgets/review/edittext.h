// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/textfile.h"

#include <QList>
#include <QString>

namespace Countersign::Review {

/// Larger texts, and such with longer lines (UTF-16 units), are changed in another program: a plain editor
/// holds up the desk for the time in which it lays them out (measured with Qt 6.4: 60 ms to open a
/// megabyte of lines, and 50 ms for each key in a line of 50,000 units).
inline constexpr qsizetype kLargestEdited = 1024 * 1024;
inline constexpr qsizetype kLongestEditedLine = 20'000;

/// A file's text as a plain editor shows it, with plain line feeds, and the way back: lines that were not
/// touched keep their bytes, new ones take the line end of their neighbour, and the encoding stays.
class EditText
{
public:
    /// `before`: what is on the disk; its encoding is that of new text that does not tell its own.
    /// `charset`: see Diff::FileChange.
    /// Unsupported, with the reason, for what a plain editor would damage.
    [[nodiscard]] static Result<EditText> from(const QByteArray &bytes, const QByteArray &before,
                                               const QByteArray &charset = {});

    [[nodiscard]] const QString &text() const { return m_text; }
    /// InvalidInput names the characters that the file's encoding does not have, and their lines.
    [[nodiscard]] Result<QByteArray> bytesOf(const QString &edited) const;

private:
    TextFormat m_format;
    QString m_text;
    QStringList m_lines; ///< With their ends.
};

} // namespace Countersign::Review
