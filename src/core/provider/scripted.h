// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "provider/provider.h"
#include "provider/scriptfile.h"

#include <memory>

namespace Countersign::Provider {

/// A model that plays a script. The turn is chosen by the number of assistant entries in the
/// history, so that the same history always gives the same answer; ids of calls are
/// "call_<turn>_<index>", both from 0. Calls are made whether or not their tools are offered. After
/// the last turn it says that the script is at its end and stops.
class Scripted final : public Provider
{
public:
    explicit Scripted(QList<ScriptedTurn> turns) : m_turns(std::move(turns)) { }
    /// Reads the script. Errors: Io or NotFound for the file, InvalidInput for what is in it.
    [[nodiscard]] static Result<std::unique_ptr<Scripted>> load(const QString &file);

    [[nodiscard]] Result<Finish> run(const Turn &turn, const Sink &sink,
                                     std::stop_token stop) override;

private:
    QList<ScriptedTurn> m_turns;
};

} // namespace Countersign::Provider
