// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "review/background.h"

#include <QTest>

#include <latch>
#include <memory>

using namespace Countersign::Review;
using namespace Qt::StringLiterals;

/// Jobs append their name to a list when they are delivered; the first one keeps the thread busy until
/// the gate is opened, so that the order of the others is known.
class TestBackground : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void runsInOrderAndWhatCanWaitLast();
    void forgetsAWaitingJob();
    void stopsARunningJob();
    void dropsWhatACancelledJobDelivers();
    void forgetsAll();
    void cancellingTwiceOrTooLateDoesNothing();
    void endsWithARunningJob();

private:
    using Urgency = Background::Urgency;

    /// Returns when it runs; it goes on when open() is called.
    Background::Ticket keepBusy()
    {
        auto running = std::make_shared<std::latch>(1);
        const auto ticket =
                m_background->start([this, running, gate = m_gate](
                                            const std::stop_token &stop) -> Background::Delivery {
                    running->count_down();
                    gate->wait();
                    const bool stopped = stop.stop_requested();
                    return [this, stopped] {
                        m_delivered << (stopped ? u"stopped"_s : u"busy"_s);
                    };
                });
        running->wait();
        return ticket;
    }
    void open() { m_gate->count_down(); }
    Background::Ticket start(const QString &name, Urgency urgency = Urgency::Now)
    {
        return m_background->start(
                [this, name](const std::stop_token &) -> Background::Delivery {
                    return [this, name] {
                        m_delivered << name;
                    };
                },
                urgency);
    }
    /// Waits until everything before it has come.
    void waitForAll()
    {
        start(u"end"_s, Urgency::Later);
        QTRY_VERIFY(m_delivered.contains(u"end"_s));
        m_delivered.removeAll(u"end"_s);
    }

    std::unique_ptr<Background> m_background;
    std::shared_ptr<std::latch> m_gate;
    QStringList m_delivered;
};

void TestBackground::init()
{
    m_background = std::make_unique<Background>();
    m_gate = std::make_shared<std::latch>(1);
    m_delivered.clear();
}

void TestBackground::cleanup()
{
    m_background.reset();
}

void TestBackground::runsInOrderAndWhatCanWaitLast()
{
    keepBusy();
    start(u"later 1"_s, Urgency::Later);
    start(u"now 1"_s);
    start(u"later 2"_s, Urgency::Later);
    start(u"now 2"_s);
    open();
    waitForAll();
    QCOMPARE(m_delivered,
             (QStringList{u"busy"_s, u"now 1"_s, u"now 2"_s, u"later 1"_s, u"later 2"_s}));
}

void TestBackground::forgetsAWaitingJob()
{
    keepBusy();
    const auto now = start(u"now"_s);
    const auto later = start(u"later"_s, Urgency::Later);
    start(u"kept"_s);
    m_background->cancel(now);
    m_background->cancel(later);
    open();
    waitForAll();
    QCOMPARE(m_delivered, (QStringList{u"busy"_s, u"kept"_s}));
}

void TestBackground::stopsARunningJob()
{
    auto running = std::make_shared<std::latch>(1);
    auto told = std::make_shared<std::latch>(1);
    const auto ticket = m_background->start(
            [running, told](const std::stop_token &stop) -> Background::Delivery {
                const std::stop_callback tell(stop, [told] { told->count_down(); });
                running->count_down();
                told->wait(); // For ever if it is not told.
                return {};
            });
    running->wait();
    m_background->cancel(ticket);
    start(u"next"_s);
    waitForAll();
    QCOMPARE(m_delivered, QStringList{u"next"_s});
}

void TestBackground::dropsWhatACancelledJobDelivers()
{
    const auto ticket = keepBusy();
    start(u"next"_s);
    m_background->cancel(ticket);
    open();
    waitForAll();
    QCOMPARE(m_delivered, QStringList{u"next"_s});
}

void TestBackground::forgetsAll()
{
    keepBusy();
    start(u"now"_s);
    start(u"later"_s, Urgency::Later);
    m_background->cancel();
    start(u"next"_s);
    open();
    waitForAll();
    QCOMPARE(m_delivered, QStringList{u"next"_s});
}

void TestBackground::cancellingTwiceOrTooLateDoesNothing()
{
    const auto done = start(u"done"_s);
    waitForAll();
    const auto ticket = keepBusy();
    start(u"next"_s);
    m_background->cancel(done);
    m_background->cancel(ticket);
    m_background->cancel(ticket);
    m_background->cancel(Background::Ticket::None);
    open();
    waitForAll();
    QCOMPARE(m_delivered, (QStringList{u"done"_s, u"next"_s}));
}

void TestBackground::endsWithARunningJob()
{
    auto running = std::make_shared<std::latch>(1);
    bool stopped = false;
    m_background->start([running, &stopped](const std::stop_token &stop) -> Background::Delivery {
        std::latch told(1);
        const std::stop_callback tell(stop, [&told] { told.count_down(); });
        running->count_down();
        told.wait();
        stopped = true;
        return [] {
            qFatal("delivered to what is gone");
        };
    });
    running->wait();
    start(u"never"_s);
    m_background.reset();
    QVERIFY(stopped);
    QCoreApplication::sendPostedEvents();
    QVERIFY(m_delivered.isEmpty());
}

QTEST_GUILESS_MAIN(TestBackground)
#include "tst_background.moc"
