// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QByteArray>

#include <optional>

namespace Countersign::Diff {

/// What two texts made of a common one, in one: every change of either. Nothing when both changed the same
/// lines in different ways, or one of them is no text. By lines; bytes are kept. Pure; any thread.
[[nodiscard]] std::optional<QByteArray> merged(const QByteArray &base, const QByteArray &ours,
                                               const QByteArray &theirs);

} // namespace Countersign::Diff
