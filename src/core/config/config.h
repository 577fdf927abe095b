// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/paths.h"
#include "base/result.h"
#include "config/skills.h"
#include "media/images.h"
#include "permission/types.h"

#include <QHash>
#include <QJsonObject>
#include <QList>
#include <QMap>
#include <QString>

#include <optional>

/// Configuration documents: found, read as JSON with comments, checked field by field, folded.
namespace Countersign::Config {

/// A field that could not be used. The rest of the file holds; rights are never widened by it.
struct Problem
{
    QString file;
    int line = 0; ///< From 1; 0 when unknown.
    int column = 0;
    QString message; ///< What is wrong and how to write it.
    friend bool operator==(const Problem &, const Problem &) = default;
};

struct AgentConfig
{
    std::optional<QString> model; ///< "provider/id"
    std::optional<QString> system;
    std::optional<QString> description;
    std::optional<QString> mode; ///< "primary", "subagent", "all"
    std::optional<bool> hidden;
    std::optional<bool> disabled;
    std::optional<int> steps;
    Permission::Ruleset permissions;
};

struct ModelConfig
{
    QString name;
    std::optional<qint64> contextLimit;
    std::optional<qint64> outputLimit;
};

struct ProviderConfig
{
    QString id;
    QString name;
    QString baseUrl;
    QStringList keyVariables; ///< Environment variables that may hold the key.
    QString key; ///< Only from COUNTERSIGN_API_KEY or "{env:NAME}"; never stored.
    QMap<QString, ModelConfig> models;
    QJsonObject compat; ///< Per-provider switches, see docs/configuration.md.
};

/// Everything the program reads from configuration, folded from low to high precedence.
struct Settings
{
    std::optional<QString> model; ///< "provider/id"
    std::optional<QString> defaultAgent;
    std::optional<QString> shell;
    std::optional<QString> websearch; ///< "exa", "parallel" or "off".
    std::optional<bool> snapshots; ///< What sessions change is kept; yes where nothing says so.
    QString snapshotsSource; ///< The file and line of the last word on it.
    std::optional<int> maxOutputLines;
    std::optional<int> maxOutputBytes;
    ImageLimits images; ///< "attachments.image"
    Permission::Ruleset permissions; ///< For every agent, in order.
    QMap<QString, AgentConfig> agents;
    QMap<QString, ProviderConfig> providers;
    QList<SkillFolder> skillFolders; ///< Named under "skills".
    QList<Skill> skills; ///< In alphabetical order; the files are read again when one is loaded.
    QList<Problem> problems;
    QStringList files; ///< Those that were read, low to high.
};

/// Reads the global and the project's documents. A project's document may narrow rights: what
/// would widen them (allow rules, providers, shell) is left out and named in `problems`.
/// Environment: COUNTERSIGN_BASE_URL, COUNTERSIGN_API_KEY, COUNTERSIGN_MODEL make a provider
/// "env" that wins over the files. Blocking; any thread.
[[nodiscard]] Settings load(const AppPaths &paths, const QString &locationRoot,
                            const QString &projectDirectory);

/// JSON with comments and trailing commas. The Problem names line and column.
[[nodiscard]] tl::expected<QJsonObject, Problem> parseJsonc(const QByteArray &text,
                                                            const QString &file);

} // namespace Countersign::Config
