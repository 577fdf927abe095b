// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QByteArrayView>

#include <cstring>

namespace Countersign {

/// Where `needle` stands in `bytes` at `from` or later; -1: nowhere. In linear time whatever repeats in
/// the two, which QByteArray::indexOf() does not promise.
[[nodiscard]] inline qsizetype indexOfBytes(QByteArrayView bytes, QByteArrayView needle,
                                            qsizetype from = 0)
{
    if (from > bytes.size())
        return -1;
    const void *found = ::memmem(bytes.data() + from, size_t(bytes.size() - from), needle.data(),
                                 size_t(needle.size()));
    return found ? static_cast<const char *>(found) - bytes.data() : -1;
}

} // namespace Countersign
