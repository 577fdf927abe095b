// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "base/wait.h"

#include <QThreadPool>

namespace Countersign {

PoolSlotRelease::PoolSlotRelease(QThreadPool *pool) : m_pool(pool)
{
    if (m_pool)
        m_pool->releaseThread();
}

PoolSlotRelease::~PoolSlotRelease()
{
    // Does not wait for a free slot: right after many waits end together, more threads than the
    // pool's limit run for a while.
    if (m_pool)
        m_pool->reserveThread();
}

} // namespace Countersign
