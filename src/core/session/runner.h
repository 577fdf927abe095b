// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/clock.h"
#include "permission/service.h"
#include "provider/provider.h"
#include "session/agents.h"
#include "session/observer.h"
#include "session/sessionstore.h"
#include "session/types.h"
#include "tool/settlement.h"

#include <functional>
#include <memory>
#include <stop_token>

class QThreadPool;

namespace Countersign::Session {

/// A model that answers turns, found by its full name.
struct ResolvedModel
{
    std::shared_ptr<Provider::Provider> provider;
    QString name; ///< "provider/id", as stored.
    QString id;   ///< As the provider knows it.
};

/// What a run works with; everything outlives the runner.
struct RunnerServices
{
    SessionStore &store;
    Permission::Service &permission;
    const ToolRegistry &applicationTools;
    const ToolRegistry &locationTools;
    const Settlement &settlement;
    const Agents &agents;
    QThreadPool &pool;
    const Clock &clock;
    /// The model for a "provider/id" (empty: the configured one). Thread-safe.
    std::function<Result<ResolvedModel>(const QString &name)> resolveModel;
    /// The environment and instructions part of the system prompt, read anew for each run. Thread-safe.
    std::function<QString()> surroundings;
};

/// Runs one session: model turns and their tool calls until the model stops. Straight-line, blocking
/// code on the engine's pool; tool calls run beside it on the same pool.
class Runner
{
public:
    Runner(RunnerServices services, Info session, Observer &observer);
    ~Runner();
    Runner(const Runner &) = delete;
    Runner &operator=(const Runner &) = delete;

    /// Takes up the accepted prompts and runs until nothing is left to do. Never throws an error
    /// away: what failed is in the conversation and in the result.
    [[nodiscard]] RunEnded run(std::stop_token stop);

    /// A call waits for a person, or goes on. From any thread, while run() runs.
    void setAsking(const MessageId &message, const CallId &call, bool asking);

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace Countersign::Session
