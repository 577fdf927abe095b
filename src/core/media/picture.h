// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/result.h"
#include "media/kinds.h"

#include <QByteArray>
#include <QImage>
#include <QSize>
#include <QString>

#include <stop_token>

namespace Countersign {

/// An image as a person looks at it.
struct Picture
{
    QImage image; ///< The first one of several; not larger than wanted.
    QSize original; ///< Pixels of the file, turned as it is looked at.
    bool animated = false; ///< The file has more than one.
};

/// Decodes an image, turned as its metadata says, and makes it at most `longest` pixels wide and high.
/// `shown` names it in errors: Unsupported (nothing here can decode it, or it is broken), Limit (more
/// than kMaximumPixels), Cancelled. Blocking; any thread; two at a time with prepareImage(), so that
/// memory stays bounded.
[[nodiscard]] Result<Picture> decodePicture(const QByteArray &bytes, MediaKind kind, int longest,
                                            const QString &shown, const std::stop_token &stop);

} // namespace Countersign
