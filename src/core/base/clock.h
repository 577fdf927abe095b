// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QtGlobal>

#include <atomic>

namespace Countersign {

/// Source of wall-clock time, so that tests can say what time it is. Thread-safe.
class Clock
{
public:
    virtual ~Clock() = default;
    /// Milliseconds since the Unix epoch, UTC.
    [[nodiscard]] virtual qint64 nowMs() const = 0;

    /// The system's clock; lives for ever.
    [[nodiscard]] static const Clock &system();
};

/// A clock that stands still until told otherwise.
class ManualClock final : public Clock
{
public:
    explicit ManualClock(qint64 startMs = 0) : m_now(startMs) { }
    [[nodiscard]] qint64 nowMs() const override { return m_now.load(); }
    void advance(qint64 ms) { m_now.fetch_add(ms); }

private:
    std::atomic<qint64> m_now;
};

} // namespace Countersign
