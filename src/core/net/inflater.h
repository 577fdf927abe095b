// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/result.h"

#include <QByteArrayView>

#include <functional>
#include <memory>

namespace Countersign::Net {

/// Incremental decoder of the content codings gzip and deflate (RFC 9110, 8.4.1): bytes in any slices,
/// pieces of at most 64 KiB out, so that a small answer that unpacks to gigabytes can be left early.
class Inflater
{
public:
    /// Whether `coding`, the value of a Content-Encoding header, is one that is understood.
    [[nodiscard]] static bool understands(QByteArrayView coding);

    Inflater();
    ~Inflater();
    Inflater(const Inflater &) = delete;
    Inflater &operator=(const Inflater &) = delete;

    /// True when all of `bytes` was taken, false when `out` wanted no more. Errors: Protocol. The
    /// message is the end of a sentence whose subject is the server ("sent …").
    [[nodiscard]] Result<bool> feed(QByteArrayView bytes,
                                    const std::function<bool(QByteArrayView)> &out);
    /// Whether the data may end here.
    [[nodiscard]] bool complete() const;

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace Countersign::Net
