// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "config/jsonc.h"

#include <QByteArray>
#include <QList>

namespace Countersign::Config {

/// A configuration file and whose word it is.
struct Source
{
    QString path;
    QString shownName; ///< For people: relative to the project, or with "~" for the home folder.
    bool project = false; ///< It came with the project: it may narrow rights only.
    friend bool operator==(const Source &, const Source &) = default;
};

/// The files that exist, from low to high precedence: OpenCode's global ones, ours, then from the
/// project's directory down to the Location, then the hidden folders on the same way.
[[nodiscard]] QList<Source> findSources(const AppPaths &paths, const QString &locationRoot,
                                        const QString &projectDirectory);

/// Reads one. Never blocks on a pipe or device; 1 MiB at most.
[[nodiscard]] tl::expected<Document, Problem> readSource(const Source &source);
/// The same without parsing it.
[[nodiscard]] tl::expected<QByteArray, Problem> readSourceBytes(const Source &source);

} // namespace Countersign::Config
