// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QString>
#include <QStringList>

#include <stop_token>

namespace Countersign {

/// So many files of a skill are named to the model.
inline constexpr qsizetype kSampledFiles = 10;

/// The first files below `directory` in the order of their paths' characters, relative to it; hidden
/// ones too, but no SKILL.md. Links are not followed. Folders after the last one needed are not read.
[[nodiscard]] QStringList sampleFiles(const QString &directory, qsizetype most,
                                      std::stop_token stop);

} // namespace Countersign
