// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "storage/eventlog.h"

#include "support/scratch.h"

#include <QJsonArray>
#include <QSet>
#include <QTest>

using namespace Countersign;
using namespace Countersign::Storage;
using namespace Qt::StringLiterals;

namespace {

std::unique_ptr<Store> openLog(const Test::Scratch &scratch)
{
    auto store = Store::open(scratch.path(u"log.db"_s), eventLogMigrations());
    if (!store)
        qFatal("%s", qPrintable(store.error().message));
    return std::move(*store);
}

Result<qint64> append(Store &store, const QString &aggregate, const QString &type, qint64 time = 0,
                      const QJsonObject &data = {})
{
    Result<qint64> sequence;
    const Result<void> done = store.write([&](QSqlDatabase &database) -> Result<void> {
        sequence = appendEvent(database, aggregate, type, time, data);
        if (!sequence)
            return failure(sequence.error());
        return {};
    });
    if (!done)
        return failure(done.error());
    return sequence;
}

Result<QList<StoredEvent>> events(Store &store, const QString &aggregate, qint64 after = -1,
                                  int limit = -1)
{
    Result<QList<StoredEvent>> out;
    const Result<void> done = store.read([&](QSqlDatabase &database) -> Result<void> {
        out = readEvents(database, aggregate, after, limit);
        return {};
    });
    if (!done)
        return failure(done.error());
    return out;
}

} // namespace

class TestEventLog : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void keepsWholeEvents()
    {
        const Test::Scratch scratch;
        const QJsonObject data{{u"text"_s, u"é 🙂 \"\n\u0000 end"_s},
                               {u"list"_s, QJsonArray{1, 2.5, true, QJsonValue::Null}},
                               {u"large"_s, qint64(9007199254740993)},
                               {u"nested"_s, QJsonObject{{u"a"_s, QJsonObject{}}}}};
        StoredEvent expected{{}, u"ses_1"_s, 0, u"tool.called.1"_s, 1'700'000'000'123, data};
        {
            const auto store = openLog(scratch);
            QCOMPARE(*append(*store, u"ses_1"_s, expected.type, expected.time, data), 0);
        }
        const auto store = openLog(scratch); // Read back from the disk.
        const auto read = events(*store, u"ses_1"_s);
        QVERIFY(read);
        QCOMPARE(read->size(), 1);
        QVERIFY(read->first().id.startsWith(u"evt_"));
        expected.id = read->first().id;
        QCOMPARE(read->first(), expected);
    }

    void numbersEachAggregateFromZero()
    {
        const Test::Scratch scratch;
        const auto store = openLog(scratch);
        QCOMPARE(*append(*store, u"a"_s, u"x"_s), 0);
        QCOMPARE(*append(*store, u"a"_s, u"y"_s), 1);
        QCOMPARE(*append(*store, u"b"_s, u"z"_s), 0);
        QCOMPARE(*append(*store, u"a"_s, u"w"_s), 2);
        const auto read = events(*store, u"a"_s);
        QStringList types;
        for (const StoredEvent &event : *read)
            types.append(QString::number(event.sequence) + event.type);
        QCOMPARE(types, (QStringList{u"0x"_s, u"1y"_s, u"2w"_s}));
        QCOMPARE(events(*store, u"nobody"_s)->size(), 0);
    }

    void aRolledBackEventLeavesNoGap()
    {
        const Test::Scratch scratch;
        const auto store = openLog(scratch);
        QCOMPARE(*append(*store, u"a"_s, u"x"_s), 0);
        const Result<void> failed = store->write([](QSqlDatabase &database) -> Result<void> {
            const auto sequence = appendEvent(database, u"a"_s, u"lost"_s, 0, {});
            if (!sequence || *sequence != 1)
                return failure(ErrorCode::Internal, u"The test is broken."_s);
            return failure(ErrorCode::Cancelled, u"Changed my mind."_s);
        });
        QCOMPARE(failed.error().code, ErrorCode::Cancelled);
        QCOMPARE(*append(*store, u"a"_s, u"y"_s), 1);
        QCOMPARE(events(*store, u"a"_s)->size(), 2);
    }

    void readsAPart_data()
    {
        QTest::addColumn<qint64>("after");
        QTest::addColumn<int>("limit");
        QTest::addColumn<QList<qint64>>("sequences");
        QTest::newRow("all") << qint64(-1) << -1 << QList<qint64>{0, 1, 2, 3, 4};
        QTest::newRow("after one") << qint64(2) << -1 << QList<qint64>{3, 4};
        QTest::newRow("after the last") << qint64(4) << -1 << QList<qint64>{};
        QTest::newRow("the first two") << qint64(-1) << 2 << QList<qint64>{0, 1};
        QTest::newRow("two after one") << qint64(1) << 2 << QList<qint64>{2, 3};
        QTest::newRow("none") << qint64(-1) << 0 << QList<qint64>{};
    }

    void readsAPart()
    {
        QFETCH(qint64, after);
        QFETCH(int, limit);
        const Test::Scratch scratch;
        const auto store = openLog(scratch);
        for (int i = 0; i < 5; ++i)
            QVERIFY(append(*store, u"a"_s, u"x"_s));
        QList<qint64> sequences;
        const auto read = events(*store, u"a"_s, after, limit);
        QVERIFY(read);
        for (const StoredEvent &event : *read)
            sequences.append(event.sequence);
        QTEST(sequences, "sequences");
    }

    void goesWithItsAggregate()
    {
        const Test::Scratch scratch;
        const auto store = openLog(scratch);
        QVERIFY(append(*store, u"a"_s, u"x"_s));
        QVERIFY(append(*store, u"b"_s, u"x"_s));
        QVERIFY(store->write([](QSqlDatabase &database) {
            return execute(database, u"DELETE FROM event_sequence WHERE aggregate_id = ?"_s,
                           {u"a"_s});
        }));
        QCOMPARE(events(*store, u"a"_s)->size(), 0);
        QCOMPARE(events(*store, u"b"_s)->size(), 1);
    }

    void namesADamagedEvent()
    {
        const Test::Scratch scratch;
        const auto store = openLog(scratch);
        QVERIFY(append(*store, u"a"_s, u"x"_s));
        QVERIFY(store->write([](QSqlDatabase &database) {
            return execute(database, u"UPDATE event SET id = 'evt_bad', data = '{\"cut'"_s);
        }));
        const auto read = events(*store, u"a"_s);
        QVERIFY(!read);
        QCOMPARE(read.error(),
                 (Error{ErrorCode::Storage,
                        u"The stored event “evt_bad” of “a” is damaged and cannot be read; put a "
                        u"backup of the database in its place."_s,
                        {}}));
    }
};

QTEST_GUILESS_MAIN(TestEventLog)
#include "tst_eventlog.moc"
