// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "base/clock.h"

#include <QDateTime>

namespace Countersign {

namespace {

class SystemClock final : public Clock
{
public:
    [[nodiscard]] qint64 nowMs() const override { return QDateTime::currentMSecsSinceEpoch(); }
};

} // namespace

const Clock &Clock::system()
{
    static const SystemClock clock;
    return clock;
}

} // namespace Countersign
