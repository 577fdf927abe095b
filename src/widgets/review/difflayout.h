// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <algorithm>

/// What the parts of DiffView that lay out and paint share.
namespace Countersign::Review {

inline constexpr int kGutterPadding = 6; ///< Before and behind a number, in pixels.
inline constexpr int kMarker = 3; ///< Width of the bar that marks the current hunk.

/// Calls `use` for those of `spans` (in order, not overlapping) that touch [from, end).
template<class Spans, class Function>
void forSpansWithin(const Spans &spans, int from, int end, Function use)
{
    auto span = std::partition_point(spans.begin(), spans.end(), [from](const auto &one) {
        return one.start + one.length <= from;
    });
    for (; span != spans.end() && span->start < end; ++span)
        use(*span);
}

} // namespace Countersign::Review
