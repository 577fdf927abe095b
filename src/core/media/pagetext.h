// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QByteArray>
#include <QString>

namespace Countersign::Media {

/// "text/html" of "Text/HTML; charset=utf-8".
[[nodiscard]] QString mediaTypeOf(QByteArrayView contentType);

struct PageText
{
    QString text; ///< Without a byte order mark.
    QString charset; ///< The name of the encoding it was read in, in lower case.
    bool damaged = false; ///< Bytes that mean nothing in it became U+FFFD.
    friend bool operator==(const PageText &, const PageText &) = default;
};

/// The text of what a web server sent, in the encoding that its byte order mark, the Content-Type, or
/// the page itself (a meta element, an XML declaration) names, in this order; else UTF-8 where the
/// bytes are UTF-8, else a guess where there is enough to guess by, else windows-1252. A name that is
/// not known counts as none.
[[nodiscard]] PageText decodePage(const QByteArray &body, QByteArrayView contentType);

/// Removes the letters that no font shows and that models read (Unicode tags, U+E0000 to U+E007F); how
/// many there were.
[[nodiscard]] int removeHiddenLetters(QString &text);

} // namespace Countersign::Media
