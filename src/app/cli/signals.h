// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QObject>

#include <functional>

namespace Countersign::Cli {

/// Calls `onSignal` on the main thread when the process is asked to end (INT, TERM, HUP); a second
/// time the default action ends it. Needs a running event loop. One per process.
class EndSignals final : public QObject
{
    Q_OBJECT
public:
    explicit EndSignals(std::function<void(int number)> onSignal);
    ~EndSignals() override;

private:
    int m_pipe[2] = {-1, -1};
    std::function<void(int)> m_onSignal;
};

} // namespace Countersign::Cli
