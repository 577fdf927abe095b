// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "tool/todo.h"

#include <QJsonObject>
#include <QString>

namespace Countersign::Cli {

/// Text to standard output or standard error, written at once. A line end is not added. On a terminal
/// control characters but line ends and tabs, and those that turn the direction of text, are written
/// as \uNNNN: an agent's words must not steer it. A file or a pipe gets every text as it is.
void out(const QString &text);
void err(const QString &text);
/// One compact JSON object and a line end to standard output.
void outJson(const QJsonObject &object);
/// A line of a list of what is to be done: "  [pending] Write the tests".
[[nodiscard]] QString todoLine(const Todo &todo);
/// "countersign: …" to standard error; returns `code`, so that a command can end with it.
[[nodiscard]] int complain(const QString &message, int code);

} // namespace Countersign::Cli
