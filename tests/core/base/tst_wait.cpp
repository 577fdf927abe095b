// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "base/wait.h"

#include <QTest>
#include <QThreadPool>

#include <latch>
#include <thread>
#include <vector>

using namespace Countersign;

class TestWait : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void givesTheFirstValueOnly()
    {
        Deferred<int> deferred;
        QVERIFY(deferred.set(1));
        QVERIFY(!deferred.set(2));
        QCOMPARE(deferred.wait({}), std::optional(1));
        QCOMPARE(deferred.wait({}), std::optional(1));
    }

    void wakesTheWaitingThread()
    {
        Deferred<int> deferred;
        std::optional<int> seen;
        {
            const std::jthread waiter([&] { seen = deferred.wait({}); });
            deferred.set(7);
        }
        QCOMPARE(seen, std::optional(7));
    }

    void aStopEndsTheWait()
    {
        Deferred<int> deferred;
        std::optional<int> seen = 1;
        {
            std::stop_source stop;
            const std::jthread waiter([&] { seen = deferred.wait(stop.get_token()); });
            stop.request_stop();
        }
        QCOMPARE(seen, std::optional<int>());
    }

    void aValueWinsOverAStop()
    {
        std::stop_source stop;
        stop.request_stop();
        Deferred<int> deferred;
        QCOMPARE(deferred.wait(stop.get_token()), std::optional<int>());
        deferred.set(3);
        QCOMPARE(deferred.wait(stop.get_token()), std::optional(3));
    }

    /// The waiting side may destroy the object the moment it has the value (run under checkers).
    void mayBeDestroyedAfterTheWait()
    {
        for (int i = 0; i < 2000; ++i) {
            auto deferred = std::make_unique<Deferred<int>>();
            Deferred<int> *const giver = deferred.get();
            const std::jthread other([giver, i] { giver->set(i); });
            QCOMPARE(deferred->wait({}), std::optional(i));
            deferred.reset();
        }
    }

    void aReleasedSlotLetsOtherWorkStart()
    {
        QThreadPool pool;
        pool.setMaxThreadCount(1);
        Deferred<int> answer;
        std::optional<int> seen;
        std::latch ended(2); // TSan sees it; the pool's own locks it does not.
        pool.start([&] {
            {
                const PoolSlotRelease release(&pool);
                seen = answer.wait({});
            }
            ended.count_down();
        });
        pool.start([&] { // Would never run while the only slot is taken.
            answer.set(5);
            ended.count_down();
        });
        QVERIFY(pool.waitForDone(10'000));
        ended.wait();
        QCOMPARE(seen, std::optional(5));
    }

    void theSlotIsTakenAgain()
    {
        QThreadPool pool;
        pool.setMaxThreadCount(1);
        std::latch released(1);
        std::latch finish(1);
        int during = -1;
        int after = -1;
        pool.start([&] {
            {
                const PoolSlotRelease release(&pool);
                during = pool.activeThreadCount();
            }
            after = pool.activeThreadCount();
            released.count_down();
            finish.wait();
        });
        released.wait();
        QVERIFY(!pool.tryStart([] { }));
        finish.count_down();
        QVERIFY(pool.waitForDone(10'000));
        QCOMPARE(after, during + 1);
    }

    void worksWithoutAPool() { const PoolSlotRelease release(nullptr); }
};

QTEST_GUILESS_MAIN(TestWait)
#include "tst_wait.moc"
