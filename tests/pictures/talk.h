// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "question/types.h"
#include "session/types.h"
#include "tool/todo.h"

#include <QList>

/// What the panels show in the pictures.
namespace Countersign::Pictures {

[[nodiscard]] QList<Session::Message> everyKind(); ///< A conversation with every state of a call.
[[nodiscard]] QList<Session::Info> sessions();
[[nodiscard]] QList<Question::Item> questions();
[[nodiscard]] QList<Todo> todos();

} // namespace Countersign::Pictures
