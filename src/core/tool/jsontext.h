// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QJsonValue>
#include <QString>

namespace Countersign {

/// A JSON value as text on one line. Scalars too; an undefined value is the word for it.
[[nodiscard]] QString compactJson(const QJsonValue &value);

/// The same with an indentation of two spaces a level and one member a line, as JavaScript's
/// JSON.stringify(value, null, 2) writes it: the text that is measured when a result is bounded.
[[nodiscard]] QString indentedJson(const QJsonValue &value);

} // namespace Countersign
