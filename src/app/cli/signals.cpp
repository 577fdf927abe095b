// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "cli/signals.h"

#include <QSocketNotifier>

#include <atomic>
#include <csignal>

#include <fcntl.h>
#include <unistd.h>

namespace Countersign::Cli {

namespace {

constexpr int kSignals[] = {SIGINT, SIGTERM, SIGHUP};
std::atomic<int> writeEnd{-1};

// Only async-signal-safe work here: the number goes through the pipe to the event loop.
void onEndSignal(int number)
{
    const char byte = char(number);
    if (::write(writeEnd.load(), &byte, 1) != 1)
        std::signal(number, SIG_DFL);
}

} // namespace

EndSignals::EndSignals(std::function<void(int)> onSignal) : m_onSignal(std::move(onSignal))
{
    if (::pipe2(m_pipe, O_CLOEXEC | O_NONBLOCK) != 0)
        return; // Without the pipe the default action ends the process, as it would without us.
    writeEnd = m_pipe[1];
    auto *notifier = new QSocketNotifier(m_pipe[0], QSocketNotifier::Read, this);
    connect(notifier, &QSocketNotifier::activated, this, [this] {
        char number = 0;
        if (::read(m_pipe[0], &number, 1) == 1)
            m_onSignal(number);
    });
    struct sigaction action = {};
    action.sa_handler = onEndSignal;
    action.sa_flags = int(SA_RESETHAND | SA_RESTART); // The second one takes its default action.
    for (const int number : kSignals)
        ::sigaction(number, &action, nullptr);
}

EndSignals::~EndSignals()
{
    for (const int number : kSignals)
        std::signal(number, SIG_DFL);
    writeEnd = -1;
    ::close(m_pipe[0]);
    ::close(m_pipe[1]);
}

} // namespace Countersign::Cli
