// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "diff/lines.h"

#include <QByteArray>

#include <optional>
#include <stop_token>
#include <utility>

namespace Countersign::Diff {

/// Both texts with a short code in the place of each line, for a comparison of lines: two lines have
/// the same code exactly if they are equal. White space at a line's start stays, and so do lines that
/// have nothing else, because where a block of changes is placed depends on them. Nothing when
/// `stop` was requested.
[[nodiscard]] std::optional<std::pair<QByteArray, QByteArray>>
codedLines(const Lines &before, const Lines &after, const std::stop_token &stop);

} // namespace Countersign::Diff
