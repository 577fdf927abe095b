// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "tool/outputstore.h"
#include "tool/registry.h"
#include "tool/tool.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace Countersign {

/// A model's call, as its provider delivered it.
struct ToolCall
{
    CallId id;
    QString name;
    QJsonObject input;
    /// Set when the arguments were not a JSON object: what was wrong. The tool does not run.
    std::optional<QString> malformed;
};

/// The final, bounded result of one call.
struct Settled
{
    ToolOutput output; ///< Bounded. Unused on failure.
    QStringList outputPaths;
    std::optional<Error> error;

    [[nodiscard]] bool ok() const { return !error; }
    /// What the model reads: the text parts, or `structured` as JSON when there is no content.
    [[nodiscard]] QString modelText() const;
};

/// Turns a call into a result. settlement.cpp states the whole order. Thread-safe; blocking.
class Settlement
{
public:
    Settlement(const ToolRegistry &application, const ToolRegistry &location,
               const OutputStore &store);

    [[nodiscard]] Settled settle(const Materialisation &turn, const ToolCall &call,
                                 const ToolContext &context) const;

private:
    const ToolRegistry &m_application; // Not owned, all three outlive this.
    const ToolRegistry &m_location;
    const OutputStore &m_store;
};

} // namespace Countersign
