// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "session/types.h"

#include <QString>

namespace Countersign::Conversation {

/// What a call is about in one line, hidden characters visible: its path, command or pattern.
[[nodiscard]] QString subjectOf(const Session::CallPart &call);
/// What the model reads of the result, or the error. Plain text.
[[nodiscard]] QString outputOf(const Session::CallPart &call);
/// A change of files that did not come about, but whose question may still be read.
[[nodiscard]] bool wantedAChange(const Session::CallPart &call);
/// The input as indented JSON, hidden characters visible.
[[nodiscard]] QString inputOf(const Session::CallPart &call);
/// "12 ms", "3.4 s", "2 min 5 s".
[[nodiscard]] QString durationText(qint64 milliseconds);
/// The icon of a tool, for Theme::icon().
[[nodiscard]] QString toolIcon(const QString &tool);

} // namespace Countersign::Conversation
