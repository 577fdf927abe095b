// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "base/callqueue.h"

#include <QCoreApplication>
#include <QEventLoop>
#include <QTest>
#include <QThread>
#include <QThreadPool>

#include <algorithm>
#include <atomic>
#include <latch>
#include <memory>
#include <thread>
#include <vector>

using namespace Countersign;

class TestCallQueue : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void runsOnItsThreadInOrder()
    {
        CallQueue queue;
        QList<int> ran;
        {
            const std::jthread other([&] {
                for (int i = 0; i < 1000; ++i) {
                    queue.post([&ran, i, here = QThread::currentThread()] {
                        if (QThread::currentThread() != here)
                            ran.append(i);
                    });
                }
            });
        }
        QVERIFY(ran.isEmpty());
        QTRY_COMPARE(ran.size(), 1000);
        QVERIFY(std::is_sorted(ran.begin(), ran.end()));
    }

    void aCallMayRunAnEventLoop()
    {
        CallQueue queue;
        QList<int> ran;
        queue.post([&] {
            QEventLoop loop;
            queue.post([&] {
                ran.append(3);
                loop.quit();
            });
            loop.exec();
            ran.append(4);
        });
        queue.post([&] { ran.append(2); });
        QTRY_COMPARE(ran, (QList<int>{2, 3, 4}));
    }

    void nothingRunsAfterTheEnd()
    {
        bool ran = false;
        auto queue = std::make_unique<CallQueue>();
        queue->post([&ran] { ran = true; });
        queue.reset();
        QCoreApplication::sendPostedEvents();
        QVERIFY(!ran);
    }

    void tasksSeeWhatWasWrittenBefore()
    {
        constexpr int kTasks = 500;
        QThreadPool pool;
        pool.setMaxThreadCount(4);
        std::vector<int> values(kTasks);
        std::latch ended(kTasks);
        std::atomic<int> good = 0;
        for (int i = 0; i < kTasks; ++i) {
            values[size_t(i)] = i;
            startOn(pool, [&, i] {
                good += values[size_t(i)] == i ? 1 : 0;
                ended.count_down();
            });
        }
        ended.wait();
        QCOMPARE(good.load(), kTasks);
        QVERIFY(pool.waitForDone(10'000));
    }
};

QTEST_GUILESS_MAIN(TestCallQueue)
#include "tst_callqueue.moc"
