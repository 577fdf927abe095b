// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/textfile.h"
#include "location/location.h"

#include <QString>

#include <optional>

namespace Countersign {

/// What a project says about how a text file of it is written. Nothing where it is silent.
struct FileStyle
{
    std::optional<TextFormat> format; ///< Encoding and byte order mark.
    std::optional<LineEnding> lineEnding;
    bool finalNewline = false; ///< The last line is to have a line end.
    QString formatSource; ///< ".gitattributes" or ".editorconfig".
    QString lineEndingSource;
};

/// From .editorconfig (charset, end_of_line, insert_final_newline) and, in a git work tree,
/// .gitattributes (working-tree-encoding, eol, text). Of line ends .editorconfig has the last word, as
/// git takes either; of the encoding .gitattributes has it, as git refuses a file that is in
/// another. `canonical` is absolute and need not exist. Blocking, some milliseconds.
[[nodiscard]] FileStyle declaredStyle(const Location &location, const QString &canonical);

/// decodeText() of a file's bytes, asking the project for its charset when the bytes do not tell.
[[nodiscard]] Result<DecodedText> decodeFile(const Location &location, const QString &canonical,
                                             const QByteArray &bytes);

} // namespace Countersign
