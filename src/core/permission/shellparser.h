// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/result.h"

#include <QByteArray>
#include <QString>

#include <functional>
#include <stop_token>

namespace Countersign::Permission {

/// Gives the syntax tree of a script (UTF-8) as `shfmt --to-json` prints it.
using ShellParser = std::function<Result<QByteArray>(const QByteArray &script)>;

/// A parser that runs shfmt as a child, for the language of `shell` (a program's path or name): bash,
/// sh and dash, ksh and mksh. A line that is words and spaces needs no child; any other is one, takes
/// a few milliseconds, and is ended after five seconds. Errors, each a sentence that says why the line was not read: NotFound (no shfmt),
/// Unsupported (another shell), InvalidInput (the line has a syntax error), Limit, Cancelled, Io.
[[nodiscard]] ShellParser shellParserFor(const QString &shell, const std::stop_token &stop = {});

} // namespace Countersign::Permission
