// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "base/processmark.h"
#include "question/service.h"
#include "support/scratch.h"

#include <QTest>

#include <condition_variable>
#include <mutex>
#include <thread>

using namespace Countersign;
using namespace Countersign::Question;
using namespace Countersign::Test;
using namespace Qt::StringLiterals;

namespace {

Inquiry form(const QString &session = u"ses_1"_s)
{
    const Item item{u"Which database?"_s, u"Database"_s, {{u"SQLite"_s, u"one file"_s}}, false};
    return {SessionId(session), u"build"_s, MessageId(u"msg_1"_s), CallId(u"call_1"_s), {item}};
}

Reply answered(const QString &text)
{
    Reply reply;
    reply.dismissed = false;
    reply.answers = {{text}};
    return reply;
}

/// A database, a service over it, and what the service has signalled.
class House : public QObject
{
    Q_OBJECT
public:
    House()
    {
        auto opened = Storage::Store::open(scratch.path(u"q.db"_s), Service::migrations());
        if (!opened)
            qFatal("%s", qPrintable(opened.error().message));
        store = std::move(*opened);
        service = std::make_unique<Service>(*store, ProjectId(u"prj_1"_s), nullptr, clock);
        connect(
                service.get(), &Service::asked, this,
                [this](const Request &request) {
                    const std::lock_guard lock(m_mutex);
                    m_asked.append(request);
                    m_more.notify_all();
                },
                Qt::DirectConnection);
        connect(
                service.get(), &Service::ended, this,
                [this](const Ended &one) {
                    const std::lock_guard lock(m_mutex);
                    m_ended.append(one);
                },
                Qt::DirectConnection);
    }

    /// Waits until so many forms were asked; the last of them.
    Request waitForAsked(qsizetype count)
    {
        std::unique_lock lock(m_mutex);
        m_more.wait(lock, [&] { return m_asked.size() >= count; });
        return m_asked.last();
    }
    QList<Ended> ended()
    {
        const std::lock_guard lock(m_mutex);
        return m_ended;
    }
    /// The columns of the one row, joined by '|'.
    QString row()
    {
        QString found = u"(no row)"_s;
        const auto read = store->read([&](QSqlDatabase &database) {
            return Storage::select(
                    database,
                    u"SELECT state || '|' || answers || '|' || message || '|' || answered_by || "
                    "'|' || coalesce(time_answered, '') FROM question"_s,
                    {}, [&](const QSqlQuery &one) { found = one.value(0).toString(); });
        });
        return read ? found : read.error().message;
    }

    Scratch scratch;
    ManualClock clock{1000};
    std::unique_ptr<Storage::Store> store;
    std::unique_ptr<Service> service;

private:
    std::mutex m_mutex;
    std::condition_variable m_more;
    QList<Request> m_asked;
    QList<Ended> m_ended;
};

/// One blocking ask() on a thread of its own.
class Asking
{
public:
    Asking(Service &service, const Inquiry &inquiry)
        : m_thread([this, &service, inquiry](std::stop_token stop) {
            m_result = service.ask(inquiry, std::move(stop));
        })
    {
    }
    Result<Answers> result()
    {
        if (m_thread.joinable())
            m_thread.join();
        return m_result;
    }
    void stop() { m_thread.request_stop(); }

private:
    Result<Answers> m_result; // Read after joining only.
    std::jthread m_thread;
};

} // namespace

class tst_Questions : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void isAnswered()
    {
        House house;
        Asking asking(*house.service, form());
        const Request request = house.waitForAsked(1);
        QCOMPARE(request, (Request{request.id, form(), 1000}));
        QVERIFY(request.id.value.startsWith(u"que_"_s));
        QCOMPARE(house.service->pending(), QList<Request>{request});
        QCOMPARE(house.row(), u"pending||||"_s); // Durable before anybody was told.
        house.clock.advance(5);
        QVERIFY(house.service->reply(request.id, answered(u" SQLite "_s)));
        const auto result = asking.result();
        QVERIFY(result);
        QCOMPARE(*result, Answers{{u"SQLite"_s}});
        QCOMPARE(house.row(), u"answered|[[\"SQLite\"]]||person|1005"_s);
        QCOMPARE(house.service->pending(), QList<Request>());
        QCOMPARE(house.ended(),
                 (QList<Ended>{{request.id,
                                request.inquiry.session,
                                Ending::Answered,
                                {{u"SQLite"_s}},
                                {}}}));
    }

    void isDismissed_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<ErrorCode>("code");
        QTest::addColumn<QString>("row");
        QTest::newRow("without words")
                << QString() << ErrorCode::Declined << u"dismissed|||person|1000"_s;
        QTest::newRow("with words")
                << u"Not now."_s << ErrorCode::Denied << u"dismissed||Not now.|person|1000"_s;
    }

    void isDismissed()
    {
        QFETCH(const QString, words);
        QFETCH(const ErrorCode, code);
        QFETCH(const QString, row);
        House house;
        Asking asking(*house.service, form());
        const Request request = house.waitForAsked(1);
        Reply reply;
        reply.message = words;
        QVERIFY(house.service->reply(request.id, reply));
        const auto result = asking.result();
        QVERIFY(!result);
        QCOMPARE(result.error().code, code);
        QCOMPARE(house.row(), row);
        QCOMPARE(house.ended().first().ending, Ending::Dismissed);
    }

    void aStopIsNoAnswer()
    {
        House house;
        Asking asking(*house.service, form());
        const Request request = house.waitForAsked(1);
        asking.stop();
        const auto result = asking.result();
        QVERIFY(!result);
        QCOMPARE(result.error().code, ErrorCode::Cancelled);
        QCOMPARE(house.row(), u"interrupted||||1000"_s);
        QCOMPARE(house.ended().first().ending, Ending::Interrupted);
        // Too late.
        const auto reply = house.service->reply(request.id, answered(u"SQLite"_s));
        QVERIFY(!reply);
        QCOMPARE(reply.error().code, ErrorCode::NotFound);
    }

    void anAnswerThatDoesNotFitLeavesItPending()
    {
        House house;
        Asking asking(*house.service, form());
        const Request request = house.waitForAsked(1);
        const auto empty = house.service->reply(request.id, answered(u" "_s));
        QVERIFY(!empty);
        QCOMPARE(empty.error().code, ErrorCode::InvalidInput);
        QCOMPARE(house.service->pending().size(), 1);
        QVERIFY(house.service->reply(request.id, answered(u"mine"_s)));
        QVERIFY(asking.result());
    }

    void hasOneAnswer()
    {
        for (int round = 0; round < 20; ++round) {
            House house;
            Asking asking(*house.service, form());
            const Request request = house.waitForAsked(1);
            std::atomic<int> accepted = 0;
            {
                std::vector<std::jthread> people;
                for (int i = 0; i < 4; ++i) {
                    people.emplace_back([&, i] {
                        const Reply reply = i % 2 ? answered(QString::number(i)) : Reply();
                        if (house.service->reply(request.id, reply))
                            ++accepted;
                    });
                }
            }
            QCOMPARE(accepted.load(), 1);
            const auto result = asking.result();
            QCOMPARE(house.ended().size(), 1);
            QCOMPARE(house.ended().first().ending == Ending::Answered, result.has_value());
        }
    }

    void severalWaitSideBySide()
    {
        House house;
        Asking first(*house.service, form(u"ses_1"_s));
        const Request one = house.waitForAsked(1);
        Asking second(*house.service, form(u"ses_2"_s));
        const Request two = house.waitForAsked(2);
        QCOMPARE(house.service->pending(), (QList<Request>{one, two}));
        QVERIFY(house.service->reply(two.id, answered(u"2"_s)));
        QCOMPARE(second.result().value(), Answers{{u"2"_s}});
        QCOMPARE(house.service->pending(), QList<Request>{one});
        QVERIFY(house.service->reply(one.id, answered(u"1"_s)));
        QCOMPARE(first.result().value(), Answers{{u"1"_s}});
    }

    void theEndOfTheServiceInterrupts()
    {
        House house;
        Asking asking(*house.service, form());
        house.waitForAsked(1);
        house.service.reset();
        QCOMPARE(asking.result().error().code, ErrorCode::Cancelled);
        QCOMPARE(house.row(), u"interrupted||||1000"_s);
    }

    void aFormThatCannotBeAskedReachesNobody()
    {
        House house;
        Inquiry inquiry = form();
        inquiry.items.clear();
        const auto result = house.service->ask(inquiry, {});
        QVERIFY(!result);
        QCOMPARE(result.error().code, ErrorCode::InvalidInput);
        QCOMPARE(house.row(), u"(no row)"_s);
    }

    void whatACrashLeft()
    {
        House house;
        Asking asking(*house.service, form());
        const Request request = house.waitForAsked(1);
        // Of a living process: left alone.
        QCOMPARE(house.service->recover().value(), QList<Request>());
        QCOMPARE(house.row(), u"pending||||"_s);
        QVERIFY(house.store->write([](QSqlDatabase &database) {
            return Storage::execute(database, u"UPDATE question SET owner = ?"_s,
                                    {QString(processMark() + u'1')});
        }));
        QCOMPARE(house.service->recover().value(), QList<Request>{request});
        QCOMPARE(house.row(), u"interrupted||||1000"_s);
        QCOMPARE(house.service->recover().value(), QList<Request>());
        asking.stop();
        QVERIFY(!asking.result());
    }
};

QTEST_GUILESS_MAIN(tst_Questions)
#include "tst_questions.moc"
