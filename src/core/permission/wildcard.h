// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QString>
#include <QStringList>
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

/// The patterns that match exactly those texts t for which `pattern` matches `prefix` + t; none when
/// there are none. Turns a rule on absolute paths into rules on the paths below a folder: "/home/a/*"
/// below "/home/a/p/" is "*". Redundant ones are left out.
[[nodiscard]] QStringList remainders(QStringView pattern, QStringView prefix);

} // namespace Countersign::Permission
