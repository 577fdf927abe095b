// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

namespace Countersign::Test {

/// What a time limit is multiplied by: code under a sanitizer is several times slower.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr int kPatience = 5;
#else
inline constexpr int kPatience = 1;
#endif

} // namespace Countersign::Test
