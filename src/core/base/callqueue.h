// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QObject>

#include <deque>
#include <functional>
#include <mutex>

class QThreadPool;

namespace Countersign {

// Qt hands calls over under locks that thread checkers do not see, since Qt is not built for them:
// every such call looks like a race, and a real one hides among them. These two hand over under a
// lock that is seen.

/// Runs functions on the thread of this object, in the order in which they were posted, each from
/// the event loop. What is left when the object is destroyed never runs.
class CallQueue final : public QObject
{
    Q_OBJECT
public:
    explicit CallQueue(QObject *parent = nullptr) : QObject(parent) { }

    void post(std::function<void()> call); ///< Any thread.

protected:
    void customEvent(QEvent *event) override;

private:
    void wake(); ///< Of its own for tests/support/tsan.supp: the event itself crosses unseen.

    std::mutex m_mutex;
    std::deque<std::function<void()>> m_calls;
};

/// Runs `task` on a thread of `pool`. Any thread.
void startOn(QThreadPool &pool, std::function<void()> task);

} // namespace Countersign
