// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "storage/eventlog.h"
#include "storage/store.h"

#include "base/wait.h"
#include "support/scratch.h"

#include <QFile>
#include <QProcess>
#include <QTest>

#include <csignal>
#include <cstdio>
#include <thread>
#include <vector>

#include <sys/stat.h>

using namespace Countersign;
using namespace Countersign::Storage;
using namespace Qt::StringLiterals;

namespace {

const Migration kNotes{u"0001-notes"_s,
                       {u"CREATE TABLE note(id INTEGER PRIMARY KEY, text TEXT UNIQUE)"_s}};
const Migration kColours{u"0002-colours"_s,
                         {u"ALTER TABLE note ADD COLUMN colour TEXT NOT NULL DEFAULT 'red'"_s,
                          u"CREATE TABLE part(note INTEGER REFERENCES note(id) "
                          u"DEFERRABLE INITIALLY DEFERRED)"_s}};

std::unique_ptr<Store> openStore(const QString &file,
                                 const QList<Migration> &migrations = {kNotes, kColours})
{
    auto store = Store::open(file, migrations);
    if (!store)
        qFatal("%s (%s)", qPrintable(store.error().message), qPrintable(store.error().detail));
    return std::move(*store);
}

Store::Job insert(const QString &text)
{
    return [text](QSqlDatabase &database) {
        return execute(database, u"INSERT INTO note(text) VALUES(?)"_s, {text});
    };
}

QStringList textsIn(QSqlDatabase &database)
{
    QStringList out;
    const Result<void> done =
            select(database, u"SELECT text FROM note ORDER BY id"_s, {},
                   [&](const QSqlQuery &row) { out.append(row.value(0).toString()); });
    return done ? out : QStringList{done.error().message};
}

QStringList texts(Store &store)
{
    QStringList out;
    const Result<void> done = store.read([&](QSqlDatabase &database) -> Result<void> {
        out = textsIn(database);
        return {};
    });
    return done ? out : QStringList{done.error().message};
}

QByteArray bytesOf(const QString &file)
{
    QFile in(file);
    return in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray("cannot be read");
}

/// Holds the storage thread until told to go on, so that what is posted meanwhile is one batch.
class Gate
{
public:
    explicit Gate(Store &store)
    {
        store.post([this](QSqlDatabase &) -> Result<void> {
            if (!m_open.wait({}))
                return failure(ErrorCode::Internal, u"The gate never opened."_s);
            return {};
        });
    }
    ~Gate() { open(); }
    Q_DISABLE_COPY_MOVE(Gate)
    void open() { m_open.set(true); }

private:
    Deferred<bool> m_open;
};

/// The other process of survivesKill(): writes for ever and tells each row once it is durable.
int writeForEver(const QString &file)
{
    const auto store = openStore(file, eventLogMigrations());
    for (;;) {
        qint64 sequence = -1;
        const Result<void> done = store->write([&](QSqlDatabase &database) -> Result<void> {
            const auto given = appendEvent(database, u"ses"_s, u"x.1"_s, 0,
                                           {{u"text"_s, QString(3000, u'x')}});
            if (!given)
                return failure(given.error());
            sequence = *given;
            return {};
        });
        if (!done)
            return 1;
        std::printf("%lld\n", static_cast<long long>(sequence));
        std::fflush(stdout);
    }
}

} // namespace

class TestStore : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void makesAPrivateFileInAPrivateFolder()
    {
        const Test::Scratch scratch;
        const QString file = scratch.path(u"deep/er/countersign.db"_s);
        const auto store = openStore(file);
        QVERIFY(store->write(insert(u"a"_s)));
        for (const QString &suffix : {u""_s, u"-wal"_s, u"-shm"_s}) {
            struct stat status{};
            QCOMPARE(::stat(QFile::encodeName(file + suffix).constData(), &status), 0);
            QCOMPARE(status.st_mode & 0777u, 0600u);
        }
        struct stat status{};
        QCOMPARE(::stat(QFile::encodeName(scratch.path(u"deep/er"_s)).constData(), &status), 0);
        QCOMPARE(status.st_mode & 0777u, 0700u);
    }

    void setsItsPragmas_data()
    {
        QTest::addColumn<QString>("pragma");
        QTest::addColumn<QString>("value");
        QTest::newRow("WAL") << u"journal_mode"_s << u"wal"_s;
        QTest::newRow("synchronous FULL") << u"synchronous"_s << u"2"_s;
        QTest::newRow("foreign keys") << u"foreign_keys"_s << u"1"_s;
        QTest::newRow("busy time-out") << u"busy_timeout"_s << u"5000"_s;
        QTest::newRow("small cache") << u"cache_size"_s << u"-2000"_s;
    }

    void setsItsPragmas()
    {
        QFETCH(QString, pragma);
        const Test::Scratch scratch;
        const auto store = openStore(scratch.path(u"a.db"_s));
        QString value;
        QVERIFY(store->read([&](QSqlDatabase &database) {
            return select(database, QString(u"PRAGMA "_s + pragma), {},
                          [&](const QSqlQuery &row) { value = row.value(0).toString(); });
        }));
        QTEST(value, "value");
    }

    void migratesOnceAndKeepsTheData()
    {
        const Test::Scratch scratch;
        const QString file = scratch.path(u"a.db"_s);
        QVERIFY(openStore(file, {kNotes})->write(insert(u"old"_s)));
        for (int i = 0; i < 2; ++i) {
            const auto store = openStore(file);
            QStringList rows;
            QStringList done;
            QVERIFY(store->read([&](QSqlDatabase &database) -> Result<void> {
                Result<void> step = select(database, u"SELECT text, colour FROM note"_s, {},
                                           [&](const QSqlQuery &row) {
                                               rows.append(row.value(0).toString() + u'/'
                                                           + row.value(1).toString());
                                           });
                if (!step)
                    return step;
                return select(database,
                              u"SELECT id FROM migration WHERE time_completed > 0 ORDER BY id"_s,
                              {},
                              [&](const QSqlQuery &row) { done.append(row.value(0).toString()); });
            }));
            QCOMPARE(rows, QStringList{u"old/red"_s});
            QCOMPARE(done, (QStringList{kNotes.id, kColours.id}));
        }
    }

    void aFailedMigrationLeavesTheOldDatabase()
    {
        const Test::Scratch scratch;
        const QString file = scratch.path(u"a.db"_s);
        QVERIFY(openStore(file, {kNotes})->write(insert(u"old"_s)));
        const Migration broken{u"0003-broken"_s,
                               {u"CREATE TABLE half(x)"_s, u"CREATE TABL typo(x)"_s}};
        const auto refused = Store::open(file, {kNotes, kColours, broken});
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::Storage);
        QVERIFY2(refused.error().detail.contains(u"typo"_s), qPrintable(refused.error().detail));

        const auto store = openStore(file, {kNotes}); // Would be refused if 0002 had been kept.
        QCOMPARE(texts(*store), QStringList{u"old"_s});
        QVERIFY(store->write([](QSqlDatabase &database) {
            return execute(database, u"CREATE TABLE half(x)"_s);
        }));
    }

    void refusesANewerDatabase()
    {
        const Test::Scratch scratch;
        const QString file = scratch.path(u"a.db"_s);
        QVERIFY(openStore(file)->write(insert(u"a"_s)));
        const QByteArray before = bytesOf(file);
        const auto refused = Store::open(file, {kNotes});
        QVERIFY(!refused);
        QCOMPARE(
                refused.error(),
                (Error{ErrorCode::Storage,
                       u"The database “%1” could not be opened: it was written by a newer version "
                       u"of Countersign; install that version, or move the file away to start with "
                       u"a new one."_s.arg(file),
                       u"unknown migration 0002-colours"_s}));
        QCOMPARE(bytesOf(file), before);
        QCOMPARE(texts(*openStore(file)), QStringList{u"a"_s});
    }

    void refusesWhatIsNoDatabase_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("text") << QByteArray("These are my notes. ").repeated(500);
        QTest::newRow("a short text") << QByteArray("hello\n");
        QTest::newRow("zeros") << QByteArray(8192, '\0');
        QTest::newRow("the right beginning and then nonsense")
                << QByteArray(QByteArray("SQLite format 3\0", 16) + QByteArray(8176, '\x7F'));
    }

    void refusesWhatIsNoDatabase()
    {
        QFETCH(QByteArray, bytes);
        const Test::Scratch scratch;
        const QString file = scratch.write(u"a.db"_s, bytes);
        const auto refused = Store::open(file, {kNotes});
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::Storage);
        QCOMPARE(refused.error().message,
                 u"The database “%1” could not be opened: it is damaged or is not a SQLite "
                 u"database; it was left untouched. Move it away to start with a new one, or put a "
                 u"backup in its place."_s.arg(file));
        QCOMPARE(bytesOf(file), bytes);
    }

    void refusesTheDatabaseOfAnotherProgram()
    {
        const Test::Scratch scratch;
        const QString file = scratch.path(u"a.db"_s);
        {
            QSqlDatabase other = QSqlDatabase::addDatabase(u"QSQLITE"_s, u"other"_s);
            other.setDatabaseName(file);
            QVERIFY(other.open());
            QVERIFY(execute(other, u"CREATE TABLE bookmarks(url)"_s));
        }
        QSqlDatabase::removeDatabase(u"other"_s);
        const QByteArray before = bytesOf(file);
        const auto refused = Store::open(file, {kNotes});
        QVERIFY(!refused);
        QVERIFY(refused.error().message.contains(u"belongs to another program"_s));
        QCOMPARE(bytesOf(file), before);
    }

    void refusesPlacesThatCannotBe()
    {
        const Test::Scratch scratch;
        scratch.write(u"file"_s, "x");
        for (const QString &file : {scratch.path(), scratch.path(u"file/a.db"_s)}) {
            const auto refused = Store::open(file, {kNotes});
            QVERIFY(!refused);
            QCOMPARE(refused.error().code, ErrorCode::Storage);
            QVERIFY(refused.error().message.contains(file));
        }
    }

    void tellsWhatSqliteSaid()
    {
        const Test::Scratch scratch;
        const auto store = openStore(scratch.path(u"a.db"_s));
        QVERIFY(store->write(insert(u"a"_s)));
        const Result<void> again = store->write(insert(u"a"_s));
        QVERIFY(!again);
        QCOMPARE(again.error().code, ErrorCode::Storage);
        QVERIFY2(again.error().message.contains(u"UNIQUE constraint failed: note.text"_s),
                 qPrintable(again.error().message));
        const Result<void> typo = store->read([](QSqlDatabase &database) {
            return select(database, u"SELEC 1"_s, {}, [](const QSqlQuery &) { });
        });
        QVERIFY(!typo);
        QVERIFY2(typo.error().message.contains(u"syntax error"_s),
                 qPrintable(typo.error().message));
        const Result<void> count = store->read(
                [](QSqlDatabase &database) { return execute(database, u"SELECT ?"_s, {1, 2}); });
        QVERIFY(!count);
        QCOMPARE(texts(*store), QStringList{u"a"_s});
    }

    void bindsValuesAsTheyAre()
    {
        const Test::Scratch scratch;
        const auto store = openStore(scratch.path(u"a.db"_s));
        QVariantList types;
        QVERIFY(store->read([&](QSqlDatabase &database) {
            return select(database,
                          u"SELECT typeof(?), typeof(?), typeof(?), typeof(?), typeof(?)"_s,
                          {QString(), QVariant(), qint64(1) << 60, 1.5, QByteArray("\0x", 2)},
                          [&](const QSqlQuery &row) {
                              for (int i = 0; i < 5; ++i)
                                  types.append(row.value(i));
                          });
        }));
        QCOMPARE(types, (QVariantList{u"text"_s, u"null"_s, u"integer"_s, u"real"_s, u"blob"_s}));
    }

    void theSameStatementMayBeNested()
    {
        const Test::Scratch scratch;
        const auto store = openStore(scratch.path(u"a.db"_s));
        QStringList seen;
        QVERIFY(store->write([&](QSqlDatabase &database) -> Result<void> {
            for (const QString &text : {u"a"_s, u"b"_s}) {
                if (Result<void> done = insert(text)(database); !done)
                    return done;
            }
            const QString sql = u"SELECT text FROM note ORDER BY id"_s;
            return select(database, sql, {}, [&](const QSqlQuery &outer) {
                const Result<void> done = select(database, sql, {}, [&](const QSqlQuery &inner) {
                    seen.append(outer.value(0).toString() + inner.value(0).toString());
                });
                QVERIFY(done);
            });
        }));
        QCOMPARE(seen, (QStringList{u"aa"_s, u"ab"_s, u"ba"_s, u"bb"_s}));
    }

    void aFailedJobLeavesTheOthersOfItsBatch()
    {
        const Test::Scratch scratch;
        const QString file = scratch.path(u"a.db"_s);
        const auto store = openStore(file);
        const auto second = openStore(file);
        QStringList seenInside;
        QStringList seenOutside;
        QStringList results;
        const auto note = [&](const QString &name) {
            return [&results, name](const Result<void> &result) {
                results.append(name + (result ? u" ok"_s : u" "_s + result.error().message));
            };
        };
        {
            Gate gate(*store);
            store->post(insert(u"first"_s), note(u"1"_s));
            store->post(
                    [](QSqlDatabase &database) -> Result<void> {
                        if (Result<void> done = insert(u"undone"_s)(database); !done)
                            return done;
                        return failure(ErrorCode::Cancelled, u"no"_s);
                    },
                    note(u"2"_s));
            store->post(
                    [&](QSqlDatabase &database) -> Result<void> {
                        // One transaction: the first row is here, and nowhere else yet.
                        seenInside = textsIn(database);
                        seenOutside = texts(*second);
                        return insert(u"third"_s)(database);
                    },
                    note(u"3"_s));
            gate.open();
            QCOMPARE(texts(*store), (QStringList{u"first"_s, u"third"_s}));
        }
        QCOMPARE(seenInside, QStringList{u"first"_s});
        QCOMPARE(seenOutside, QStringList{});
        QCOMPARE(results, (QStringList{u"1 ok"_s, u"2 no"_s, u"3 ok"_s}));
        QCOMPARE(texts(*second), (QStringList{u"first"_s, u"third"_s}));
    }

    void aFailedCommitFailsEveryJobOfItsBatch()
    {
        const Test::Scratch scratch;
        const auto store = openStore(scratch.path(u"a.db"_s));
        QList<Result<void>> results;
        const auto keep = [&](const Result<void> &result) {
            results.append(result);
        };
        {
            Gate gate(*store);
            store->post(insert(u"innocent"_s), keep);
            // The foreign key is checked at COMMIT only.
            store->post(
                    [](QSqlDatabase &database) {
                        return execute(database, u"INSERT INTO part(note) VALUES(77)"_s);
                    },
                    keep);
            gate.open();
            QCOMPARE(texts(*store), QStringList{});
        }
        QCOMPARE(results.size(), 2);
        for (const Result<void> &result : results) {
            QVERIFY(!result);
            QCOMPARE(result.error().code, ErrorCode::Storage);
            QVERIFY(result.error().message.contains(u"FOREIGN KEY"_s));
        }
        QVERIFY(store->write(insert(u"later"_s)));
        QCOMPARE(texts(*store), QStringList{u"later"_s});
    }

    void readingChangesNothing()
    {
        const Test::Scratch scratch;
        const auto store = openStore(scratch.path(u"a.db"_s));
        QVERIFY(store->read(insert(u"a"_s)));
        QCOMPARE(texts(*store), QStringList{});
        const Result<void> failed = store->read([](QSqlDatabase &) -> Result<void> {
            return failure(ErrorCode::NotFound, u"not here"_s);
        });
        QCOMPARE(failed.error(), (Error{ErrorCode::NotFound, u"not here"_s, {}}));
    }

    void keepsTheOrderAndFinishesBeforeItCloses()
    {
        const Test::Scratch scratch;
        const QString file = scratch.path(u"a.db"_s);
        QStringList expected;
        std::vector<std::thread::id> threads;
        {
            const auto store = openStore(file);
            for (int i = 0; i < 500; ++i) {
                expected.append(QString::number(i));
                store->post(insert(expected.last()), [&](const Result<void> &result) {
                    if (result)
                        threads.push_back(std::this_thread::get_id());
                });
            }
        }
        QCOMPARE(threads.size(), size_t(500));
        QVERIFY(threads.front() != std::this_thread::get_id());
        QCOMPARE(std::count(threads.begin(), threads.end(), threads.front()), 500);
        QCOMPARE(texts(*openStore(file)), expected);
    }

    void postIsAllowedFromADoneFunction()
    {
        const Test::Scratch scratch;
        const QString file = scratch.path(u"a.db"_s);
        const auto store = openStore(file);
        Deferred<bool> finished;
        store->post(insert(u"a"_s), [&](const Result<void> &) {
            store->post(insert(u"b"_s), [&](const Result<void> &r) { finished.set(bool(r)); });
        });
        QCOMPARE(finished.wait({}), std::optional(true));
        QCOMPARE(texts(*store), (QStringList{u"a"_s, u"b"_s}));
    }

    void manyThreadsWriteOneLog()
    {
        constexpr int kThreads = 8;
        constexpr int kEach = 100;
        const Test::Scratch scratch;
        const auto store = openStore(scratch.path(u"a.db"_s), eventLogMigrations());
        std::vector<QList<qint64>> given(kThreads);
        {
            std::vector<std::jthread> threads;
            for (int t = 0; t < kThreads; ++t)
                threads.emplace_back([&store, t, &mine = given[size_t(t)]] {
                    for (int i = 0; i < kEach; ++i) {
                        const Result<void> done =
                                store->write([&](QSqlDatabase &database) -> Result<void> {
                                    const auto sequence = appendEvent(database, u"ses"_s, u"x.1"_s,
                                                                      t, {{u"i"_s, i}});
                                    if (!sequence)
                                        return failure(sequence.error());
                                    mine.append(*sequence);
                                    return {};
                                });
                        if (!done)
                            return;
                    }
                });
        }
        Result<QList<StoredEvent>> events;
        QVERIFY(store->read([&](QSqlDatabase &database) -> Result<void> {
            events = readEvents(database, u"ses"_s);
            return {};
        }));
        QVERIFY(events);
        QCOMPARE(events->size(), kThreads * kEach);
        std::vector<int> next(kThreads, 0);
        for (qsizetype i = 0; i < events->size(); ++i) {
            const StoredEvent &event = events->at(i);
            QCOMPARE(event.sequence, i);
            const int own = next[size_t(event.time)]++;
            QCOMPARE(event.data, (QJsonObject{{u"i"_s, own}}));
            QCOMPARE(given[size_t(event.time)].at(own), i);
        }
    }

    void twoStoresShareAFile()
    {
        const Test::Scratch scratch;
        const QString file = scratch.path(u"a.db"_s);
        const auto first = openStore(file);
        const auto second = openStore(file);
        QList<Result<void>> failures;
        {
            const std::jthread other([&] {
                for (int i = 0; i < 100; ++i) {
                    if (Result<void> done = second->write(insert(u"s%1"_s.arg(i))); !done)
                        failures.append(done);
                }
            });
            for (int i = 0; i < 100; ++i)
                QVERIFY(first->write(insert(u"f%1"_s.arg(i))));
        }
        QCOMPARE(failures.size(), 0);
        QCOMPARE(texts(*first).size(), 200);
    }

    void survivesKill()
    {
        const Test::Scratch scratch;
        const QString file = scratch.path(u"a.db"_s);
        qint64 announced = -1;
        for (int round = 0; round < 8; ++round) {
            QProcess child;
            child.start(QCoreApplication::applicationFilePath(), {u"--write"_s, file});
            QVERIFY(child.waitForStarted());
            QByteArray output;
            while (output.count('\n') < 3 + 7 * round) {
                QVERIFY2(child.waitForReadyRead(), child.readAllStandardError().constData());
                output += child.readAllStandardOutput();
            }
            ::kill(static_cast<pid_t>(child.processId()), SIGKILL);
            QVERIFY(child.waitForFinished());
            output += child.readAllStandardOutput();
            output.truncate(output.lastIndexOf('\n'));
            const qint64 last = output.split('\n').last().toLongLong();
            QVERIFY(last > announced);
            announced = last;

            const auto store = openStore(file, eventLogMigrations());
            Result<QList<StoredEvent>> events;
            QString check;
            QVERIFY(store->read([&](QSqlDatabase &database) -> Result<void> {
                events = readEvents(database, u"ses"_s);
                return select(database, u"PRAGMA integrity_check"_s, {},
                              [&](const QSqlQuery &row) { check = row.value(0).toString(); });
            }));
            QVERIFY(events);
            QCOMPARE(check, u"ok"_s);
            QVERIFY(events->size() > announced); // Numbers start at 0.
            for (qsizetype i = 0; i < events->size(); ++i)
                QCOMPARE(events->at(i).sequence, i);
        }
    }
};

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    if (argc == 3 && QByteArrayView(argv[1]) == "--write")
        return writeForEver(QString::fromLocal8Bit(argv[2]));
    TestStore test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_store.moc"
