// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QByteArrayView>
#include <QString>

namespace Countersign {

/// What a file is by its first bytes. Only what the program treats specially.
enum class MediaKind { Other, Png, Jpeg, Gif, WebP, Pdf };

/// The first bytes looked at by sniffKind().
constexpr qsizetype kSniffedBytes = 12;

/// By magic bytes alone; the name of a file proves nothing. `head` may be shorter or longer than
/// kSniffedBytes.
[[nodiscard]] MediaKind sniffKind(QByteArrayView head);

[[nodiscard]] bool isImage(MediaKind kind);

/// "image/png" …; "application/octet-stream" for MediaKind::Other.
[[nodiscard]] QString mimeOf(MediaKind kind);

/// Media type by the extension of `path`, whatever its case; "application/octet-stream" when it has
/// none or is not known. From a table of our own: QMimeDatabase takes long to start.
[[nodiscard]] QString mimeForPath(QStringView path);

/// True when the extension of `path` is one of files that are never text (archives, office
/// documents, compiled code), whatever its case. The list is OpenCode's.
[[nodiscard]] bool hasBinaryExtension(QStringView path);

} // namespace Countersign
