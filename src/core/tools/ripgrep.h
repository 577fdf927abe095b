// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "process/process.h"
#include "tools/toolservices.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <functional>
#include <optional>
#include <stop_token>

namespace Countersign {

/// What glob and grep share: the external program ripgrep, and which of its results may be told.

/// Most matches or files that one call can ask for.
inline constexpr qint64 kMaximumSearchLimit = 10'000;
inline constexpr qint64 kDefaultSearchLimit = 100;

/// Runs "rg" in `directory` without its configuration and without standard input. Unreadable files
/// are passed over. Errors: NotFound (ripgrep is not installed), InvalidInput (ripgrep refused a
/// pattern; its message is quoted), Io, Cancelled.
[[nodiscard]] Result<ProcessResult> runRipgrep(const QStringList &arguments,
                                               const QString &directory,
                                               std::function<bool(QByteArrayView)> onOutput,
                                               std::stop_token stop);

/// The place to search, after the path policy and the person. Errors: those of resolvePath();
/// NotFound (missing); InvalidInput (neither a directory nor, with `fileAllowed`, a regular file).
[[nodiscard]] Result<ResolvedPath> resolveSearchRoot(const ToolServices &services,
                                                     const ToolContext &context,
                                                     const std::optional<QString> &path,
                                                     bool fileAllowed);

/// Asks for a search: resources are the pattern, "always" may save it or all patterns.
[[nodiscard]] Result<void> askToSearch(const ToolServices &services, const ToolContext &context,
                                       const char16_t *action, const QString &pattern,
                                       const QJsonObject &metadata);

/// `path` (bytes as the system has them) with all symbolic links followed; nothing when it does not
/// exist or is neither below `root` nor in the Location.
[[nodiscard]] std::optional<QString> canonicalInside(const Location &location, const QString &root,
                                                     const QByteArray &path);

} // namespace Countersign
