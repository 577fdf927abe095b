// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/result.h"
#include "media/kinds.h"

#include <QByteArray>
#include <QSize>
#include <QString>

#include <stop_token>

namespace Countersign {

/// What model services take of one image. The numbers are OpenCode's.
struct ImageLimits
{
    int maxWidth = 2000; ///< Pixels.
    int maxHeight = 2000;
    qint64 maxBase64Bytes = qint64(5) * 1024 * 1024;
    bool shrink = true; ///< False: what does not fit is an error.

    friend bool operator==(const ImageLimits &, const ImageLimits &) = default;
};

/// More pixels are not decoded: they would take more than 200 MB, and 400 MB with
/// 16 bits a colour, whatever the file's own size.
constexpr qint64 kMaximumPixels = 50'000'000;

/// An image as it is given to a model.
struct PreparedImage
{
    QByteArray bytes;
    MediaKind kind = MediaKind::Other; ///< Of `bytes`.
    QSize size; ///< Pixels of `bytes`; invalid when nothing here can decode the kind.
    QSize original; ///< Pixels of the file.
    bool changed = false; ///< False: the bytes are the file's.
    bool animationLost = false; ///< Only the first picture of several is left.
};

/// Brings the image within the limits: as it is if it fits, else smaller, as PNG, or as JPEG at
/// falling quality (a JPEG stays one; transparency becomes white in it). An image that fits is decoded
/// as well: a service that gets a broken one refuses the whole conversation. `shown` names it in
/// errors: Unsupported (cannot be decoded), Limit (too many pixels, too large whatever is done, or too
/// large and not to be made smaller),
/// Cancelled. Blocking; any thread; two at a time, so that memory stays bounded.
[[nodiscard]] Result<PreparedImage> prepareImage(const QByteArray &bytes, MediaKind kind,
                                                 const ImageLimits &limits, const QString &shown,
                                                 const std::stop_token &stop);

/// What a model should know of it: kind, pixels and bytes, and how it differs from the file, which was
/// of the kind `original`.
[[nodiscard]] QString imageWords(const PreparedImage &image, MediaKind original);

} // namespace Countersign
