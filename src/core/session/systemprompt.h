// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "session/agents.h"

#include <QString>

namespace Countersign::Session {

/// The agent's own prompt (or the program's), then `surroundings`.
[[nodiscard]] QString systemPrompt(const Agent &agent, const QString &surroundings);

/// What the model needs to know of where it works: folder, project, platform, date, and the
/// AGENTS.md files from the project's directory down to the Location, then the person's own in
/// `configFolder`. Blocking; any thread.
[[nodiscard]] QString surroundings(const QString &locationRoot, const QString &projectDirectory,
                                   bool isGit, const QString &configFolder, qint64 nowMs);

/// Told to the model when its step limit is reached and tools are off.
[[nodiscard]] QString lastStepWords();

} // namespace Countersign::Session
