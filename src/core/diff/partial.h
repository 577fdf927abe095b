// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "diff/linediff.h"

#include <QBitArray>

namespace Countersign::Diff {

/// True when blocks of the change between these bytes can be left out: both are plain byte text, of
/// which lines are runs of bytes (not binary and not UTF-16).
[[nodiscard]] bool canLeaveOut(const QByteArray &before, const QByteArray &after);

/// The bytes of `after` in which the marked blocks stay as they are in `before`. The blocks are those
/// of the two texts' lines, however their line ends and byte order mark were treated for comparing:
/// lines outside the blocks, and the byte order mark, are `after`'s. A block's lines come with
/// their own ends.
[[nodiscard]] QByteArray withBlocksLeftOut(const QByteArray &before, const QByteArray &after,
                                           const QList<Block> &blocks, const QBitArray &leftOut);

/// The same of a difference: what it is once the marked blocks are left out, without comparing anew.
[[nodiscard]] LineDiff withBlocksLeftOut(const LineDiff &diff, const QBitArray &leftOut);

} // namespace Countersign::Diff
