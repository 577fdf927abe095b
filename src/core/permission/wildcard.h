// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QStringView>

/// Patterns with '*' and '?', the language of rules.
namespace Countersign::Permission {

/// A comparison with what it cost, so that a test can bound the work without a clock.
struct Match
{
    bool matched = false;
    qint64 steps = 0; ///< Units looked at; at most about text × pattern, whatever the pattern.
};

/// What matches() in evaluate.h does, counted. Allocates nothing.
[[nodiscard]] Match matchCounted(QStringView text, QStringView pattern);

} // namespace Countersign::Permission
