// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "base/pendingrequests.h"

#include <QTest>

#include <atomic>
#include <latch>
#include <thread>
#include <vector>

using namespace Countersign;
using namespace Qt::StringLiterals;

namespace {

struct Ask
{
    int id = 0;
    friend bool operator==(const Ask &, const Ask &) = default;
};

using Waits = PendingRequests<Ask, int>;

Waits::EntryPtr added(Waits &waits, int id)
{
    const auto entry = std::make_shared<Waits::Entry>(Ask{id});
    waits.add(entry);
    return entry;
}

Result<Waits::Entries> all(const Waits::Entries &waiting)
{
    return waiting;
}

} // namespace

class TestPendingRequests : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void listsThoseThatWaitOldestFirst()
    {
        Waits waits(nullptr);
        const auto first = added(waits, 1);
        const auto second = added(waits, 2);
        const auto third = added(waits, 3);
        QCOMPARE(waits.requests(), (QList<Ask>{{1}, {2}, {3}}));

        QVERIFY(waits.takeOne(second));
        QCOMPARE(waits.requests(), (QList<Ask>{{1}, {3}}));
        QVERIFY(!waits.takeOne(second));
        QCOMPARE(Waits::find(waits.waiting(), 3), third);
        QCOMPARE(Waits::find(waits.waiting(), 2), Waits::EntryPtr());

        waits.giveBack({second});
        QCOMPARE(waits.requests(), (QList<Ask>{{1}, {2}, {3}}));
        QVERIFY(waits.takeOne(first));
        waits.end(first, 10);
        QCOMPARE(waits.requests(), (QList<Ask>{{2}, {3}}));
    }

    void takesNothingWhenTheChoiceFails()
    {
        Waits waits(nullptr);
        added(waits, 1);
        const auto taken = waits.take([](const Waits::Entries &) -> Result<Waits::Entries> {
            return failure(ErrorCode::InvalidInput, u"no"_s);
        });
        QVERIFY(!taken);
        QCOMPARE(taken.error().message, u"no"_s);
        QCOMPARE(waits.requests(), QList<Ask>{{1}});
    }

    void theWaitReturnsTheOutcome()
    {
        Waits waits(nullptr);
        const auto entry = added(waits, 1);
        std::optional<Result<int>> seen;
        {
            const std::jthread waiter([&] { seen = waits.await(entry, {}); });
            const auto taken = waits.take(all);
            QVERIFY(taken);
            QCOMPARE(taken->size(), 1);
            waits.end(taken->first(), 42);
        }
        QVERIFY(seen && *seen);
        QCOMPARE(**seen, 42);
    }

    void aStopTakesTheRequestForItsCaller()
    {
        Waits waits(nullptr);
        const auto entry = added(waits, 1);
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(!waits.await(entry, stop.get_token()));
        QVERIFY(!waits.takeOne(entry));
    }

    // The reply was first and is being stored: the stop must not turn it into an interruption.
    void aStopWaitsForAReplyOnItsWay()
    {
        Waits waits(nullptr);
        const auto entry = added(waits, 1);
        QVERIFY(waits.takeOne(entry));
        std::stop_source stop;
        stop.request_stop();
        std::optional<Result<int>> seen;
        {
            const std::jthread waiter([&] { seen = waits.await(entry, stop.get_token()); });
            waits.end(entry, 7);
        }
        QVERIFY(seen && *seen);
        QCOMPARE(**seen, 7);
    }

    void ofManyRepliesOneFindsTheRequest()
    {
        constexpr int kThreads = 8;
        for (int round = 0; round < 200; ++round) {
            Waits waits(nullptr);
            added(waits, round);
            std::atomic<int> takers = 0;
            {
                std::latch start(kThreads);
                std::vector<std::jthread> threads;
                for (int i = 0; i < kThreads; ++i) {
                    threads.emplace_back([&] {
                        start.arrive_and_wait();
                        const auto taken = waits.take(all);
                        if (taken && !taken->isEmpty())
                            ++takers;
                    });
                }
            }
            QCOMPARE(takers.load(), 1);
        }
    }

    void closingEndsTheWaitsAndWaitsForTheCalls()
    {
        constexpr int kCalls = 4;
        std::atomic<int> left = 0;
        std::vector<std::jthread> threads;
        {
            Waits waits(nullptr);
            std::latch inside(kCalls);
            for (int i = 0; i < kCalls; ++i) {
                threads.emplace_back([&, i] {
                    const auto stay = waits.enter({});
                    const auto entry = added(waits, i);
                    inside.count_down();
                    if (waits.await(entry, {}))
                        return;
                    waits.end(entry, failure(ErrorCode::Cancelled, u"closed"_s));
                    ++left;
                });
            }
            inside.wait();
            waits.close();
            QCOMPARE(left.load(), kCalls);
            QVERIFY(!waits.enter({}));
        }
    }

    void nobodyEntersAfterAStop()
    {
        Waits waits(nullptr);
        std::stop_source stop;
        QVERIFY(waits.enter(stop.get_token()));
        stop.request_stop();
        QVERIFY(!waits.enter(stop.get_token()));
        waits.close(); // Returns: the first stay is over.
    }
};

QTEST_APPLESS_MAIN(TestPendingRequests)
#include "tst_pendingrequests.moc"
