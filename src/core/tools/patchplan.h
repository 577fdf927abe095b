// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "diff/patchtext.h"
#include "tools/filechange.h"

#include <QJsonArray>
#include <QStringList>

namespace Countersign {

/// What a patch comes to: one change for each file that would not stay as it is.
struct PatchPlan
{
    QList<IntendedChange> changes;
    QStringList notes; ///< For the model: hunks that did not match exactly, files that stay.
    QJsonArray inexact; ///< The same hunks for the request: file, hunk, line, differs in.
};

/// The files that a patch names, in the order of its sections, each before the place that it is moved
/// to. Asks for folders outside; see resolvePaths().
[[nodiscard]] Result<QList<ResolvedPath>> pathsOf(const ToolServices &services,
                                                  const ToolContext &context,
                                                  const QList<Diff::PatchSection> &sections);

/// Reads the files of a patch and applies its sections in memory, one after the other, each on what those
/// before it made of its file. Nothing is written. `paths` are those of pathsOf(). Every error says so,
/// names the file, and quotes it only where it may be read.
[[nodiscard]] Result<PatchPlan> planPatch(const ToolServices &services, const ToolContext &context,
                                          const QList<Diff::PatchSection> &sections,
                                          const QList<ResolvedPath> &paths);

} // namespace Countersign
