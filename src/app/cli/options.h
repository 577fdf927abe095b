// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "engine/engine.h"
#include "theme/theme.h"

#include <QCommandLineOption>
#include <QCommandLineParser>
#include <QStringList>

#include <optional>

namespace Countersign::Cli {

/// The options that several commands share.
[[nodiscard]] QCommandLineOption projectOption();
[[nodiscard]] QCommandLineOption modelOption();
[[nodiscard]] QCommandLineOption agentOption();
[[nodiscard]] QCommandLineOption jsonOption();
[[nodiscard]] QCommandLineOption autoOption();
[[nodiscard]] QCommandLineOption answersOption();

/// Parses `arguments`; an exit code when the command ends here (help was printed, or a complaint).
[[nodiscard]] std::optional<int> parse(QCommandLineParser &parser, const QString &command,
                                       const QStringList &arguments);

/// The scheme that "light", "dark" or "system" names; nothing for anything else.
[[nodiscard]] std::optional<Theme::Scheme> schemeFromName(const QString &name);

/// Engine options from --project, --model and --agent (those that the parser knows and were given).
[[nodiscard]] EngineOptions engineOptions(const QCommandLineParser &parser);

} // namespace Countersign::Cli
