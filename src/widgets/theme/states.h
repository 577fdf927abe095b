// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "permission/types.h"
#include "session/types.h"
#include "theme/hiddentext.h"
#include "theme/theme.h"

#include <QString>

namespace Countersign::Theme {

/// How a state looks and is called: the same icon, word and colour everywhere.
struct StateLook
{
    QString glyph; ///< One character: ◌ ◆ ◐ ✓ ✕ ⊘ ◼
    QString word; ///< Translated: "waiting for you", "working", "done" …
    QString icon; ///< Name for Theme::icon().
    Token token = Token::Muted;
};

[[nodiscard]] StateLook lookOf(Session::CallState state);
[[nodiscard]] StateLook lookOf(Session::Status status);
[[nodiscard]] StateLook lookOf(TodoStatus status);
/// "Edit src/a.cpp", "Edit 3 files", "Run command", "Read outside the project" …: verb and object of a request.
[[nodiscard]] QString headlineOf(const Permission::Request &request);

} // namespace Countersign::Theme
