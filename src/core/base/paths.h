// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QString>

namespace Countersign {

/// Where the program keeps its things. COUNTERSIGN_HOME moves all of it under one folder
/// (config/, data/, cache/); otherwise the XDG base directories with "countersign" appended.
struct AppPaths
{
    QString config; ///< countersign.jsonc and agents
    QString data; ///< database, managed output, snapshots
    QString cache;
    QString home = {}; ///< Holds other programs' folders of skills: .claude, .agents.

    [[nodiscard]] static AppPaths fromEnvironment();
    /// Everything below one folder, as COUNTERSIGN_HOME does.
    [[nodiscard]] static AppPaths under(const QString &folder);

    [[nodiscard]] QString databaseFile() const; ///< data/countersign.db
    [[nodiscard]] QString toolOutput() const; ///< data/tool-output
    [[nodiscard]] QString snapshots() const; ///< data/snapshots
    [[nodiscard]] QString temporary() const; ///< <system temporary folder>/countersign

    friend bool operator==(const AppPaths &, const AppPaths &) = default;
};

} // namespace Countersign
