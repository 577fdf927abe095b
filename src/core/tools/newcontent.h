// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "location/location.h"

#include <QByteArray>
#include <QString>

namespace Countersign {

/// A whole text as the bytes of a file.
struct NewContent
{
    QByteArray bytes;
    QString style; ///< What the project said about a new file, for words; may be empty.
};

/// `content` in the way in which the file there is written (encoding, byte order mark, line ends);
/// for a new file in the way in which the project wants it (see declaredStyle()). InvalidInput names
/// the characters that the encoding does not have.
[[nodiscard]] Result<NewContent> contentFor(const Location &location, const QString &canonical,
                                            const FileSnapshot &before, const QString &content);

} // namespace Countersign
