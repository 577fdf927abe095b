// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QByteArray>
#include <QString>

namespace Countersign::Media {

/// "text/html" of "Text/HTML; charset=utf-8"; empty for what is no type by RFC 6838, since a server
/// can write there what it likes.
[[nodiscard]] QString mediaTypeOf(QByteArrayView contentType);
/// The type and the charset, "text/html; charset=utf-8", and nothing else of what the server wrote.
[[nodiscard]] QString contentTypeInWords(QByteArrayView contentType);

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

/// Removes what no font shows and models read: Unicode tags, rows of variation selectors and of
/// characters without a width, marks of direction, fillers. A selector or joiner that does something (in
/// emoji, in Persian) stays. How many characters were removed.
[[nodiscard]] int removeHiddenLetters(QString &text);
/// The sentence for the model about so many of them.
[[nodiscard]] QString hiddenWords(int count);

} // namespace Countersign::Media
