// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "storage/store.h"

#include "base/log.h"
#include "base/wait.h"
#include "storage/connection.h"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

namespace Countersign::Storage {

using namespace Qt::StringLiterals;

using Done = std::function<void(const Result<void> &)>;

/// How long a write that nobody waits for may wait for company, so that the steps of a call share one
/// synchronisation with the disk.
constexpr auto kGatherTime = std::chrono::milliseconds(5);

class Store::Private
{
public:
    ~Private();

    Result<void> start(const QString &file, const QList<Migration> &migrations);
    struct Task
    {
        bool writes = false;
        bool awaited = false; ///< Somebody stands still until it is done.
        Job job;
        Done done;
    };

    void enqueue(Task task);
    Result<void> runAndWait(bool writes, Job job);

private:
    void serve(const QString &file, const QList<Migration> &migrations,
               Deferred<Result<void>> &opened);
    std::vector<Task> takeTasks();
    static Result<void> readOnce(Connection &connection, const Job &job);
    static void writeTogether(Connection &connection, std::vector<Task> &tasks);

    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<Task> m_tasks; ///< Guarded by m_mutex.
    int m_awaited = 0; ///< Guarded by m_mutex: how many of them somebody waits for.
    bool m_closing = false; ///< Guarded by m_mutex.
    std::jthread m_thread;
};

Store::Private::~Private()
{
    {
        const std::lock_guard lock(m_mutex);
        m_closing = true;
    }
    m_changed.notify_all();
}

Result<void> Store::Private::start(const QString &file, const QList<Migration> &migrations)
{
    Deferred<Result<void>> opened;
    m_thread = std::jthread([&] { serve(file, migrations, opened); });
    return *opened.wait({}); // Nobody can stop it, so there is a value.
}

void Store::Private::enqueue(Task task)
{
    {
        const std::lock_guard lock(m_mutex);
        m_awaited += task.awaited ? 1 : 0;
        m_tasks.push_back(std::move(task));
    }
    m_changed.notify_one();
}

Result<void> Store::Private::runAndWait(bool writes, Job job)
{
    if (std::this_thread::get_id() == m_thread.get_id()) {
        Q_ASSERT_X(false, "Store", "a job or its done function called write() or read()");
        return failure(ErrorCode::Internal,
                       u"The database was asked to wait for itself; please report this."_s);
    }
    Deferred<Result<void>> finished;
    enqueue({writes, true, std::move(job), [&finished](const Result<void> &result) {
                 finished.set(result);
             }});
    return *finished.wait({});
}

void Store::Private::serve(const QString &file, const QList<Migration> &migrations,
                           Deferred<Result<void>> &opened)
{
    Connection connection;
    const Result<void> result = connection.open(file, migrations);
    opened.set(result); // The start is over: its arguments are not to be used any more.
    if (!result)
        return;
    for (std::vector<Task> tasks = takeTasks(); !tasks.empty(); tasks = takeTasks()) {
        if (tasks.front().writes) {
            writeTogether(connection, tasks);
            continue;
        }
        const Result<void> read = readOnce(connection, tasks.front().job);
        tasks.front().done(read);
    }
}

/// Waits for work. One reading task, or all writing tasks up to the next reading one; empty when
/// the store is being closed and nothing is left.
std::vector<Store::Private::Task> Store::Private::takeTasks()
{
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return m_closing || !m_tasks.empty(); });
    m_changed.wait_for(lock, kGatherTime, [this] { return m_closing || m_awaited > 0; });
    std::vector<Task> taken;
    while (!m_tasks.empty()
           && (taken.empty() || (taken.front().writes && m_tasks.front().writes))) {
        taken.push_back(std::move(m_tasks.front()));
        m_tasks.pop_front();
        m_awaited -= taken.back().awaited ? 1 : 0;
    }
    return taken;
}

/// One snapshot for all statements of the job, whatever other processes write meanwhile.
Result<void> Store::Private::readOnce(Connection &connection, const Job &job)
{
    if (Result<void> begun = connection.run(u"BEGIN"_s); !begun)
        return begun;
    Result<void> result = job(connection.database());
    const Result<void> ended = connection.run(u"ROLLBACK"_s);
    return result ? ended : result;
}

void Store::Private::writeTogether(Connection &connection, std::vector<Task> &tasks)
{
    std::vector<Result<void>> results(tasks.size());
    Result<void> batch = connection.run(u"BEGIN IMMEDIATE"_s);
    for (size_t i = 0; batch && i < tasks.size(); ++i) {
        batch = connection.run(u"SAVEPOINT job"_s);
        if (!batch)
            break;
        results[i] = tasks[i].job(connection.database());
        // After a full disk or an I/O error SQLite has rolled back everything by itself: then there
        // is no savepoint any more and the whole batch has failed, as it has with COMMIT.
        if (!results[i])
            batch = connection.run(u"ROLLBACK TO job"_s);
        if (batch)
            batch = connection.run(u"RELEASE job"_s);
    }
    if (batch)
        batch = connection.run(u"COMMIT"_s);
    if (!batch) {
        qCWarning(logStorage, "a transaction of %zu jobs failed: %ls", tasks.size(),
                  qUtf16Printable(batch.error().detail));
        connection.rollBackAll();
    }
    for (size_t i = 0; i < tasks.size(); ++i) {
        if (tasks[i].done)
            tasks[i].done(results[i] && !batch ? batch : results[i]);
    }
}

Store::Store(std::unique_ptr<Private> priv) : d(std::move(priv)) { }

Store::~Store() = default;

Result<std::unique_ptr<Store>> Store::open(const QString &file, const QList<Migration> &migrations)
{
    auto priv = std::make_unique<Private>();
    if (Result<void> started = priv->start(file, migrations); !started)
        return failure(std::move(started.error()));
    return std::unique_ptr<Store>(new Store(std::move(priv)));
}

Result<void> Store::write(Job job)
{
    return d->runAndWait(true, std::move(job));
}

Result<void> Store::read(Job job)
{
    return d->runAndWait(false, std::move(job));
}

void Store::post(Job job, std::function<void(const Result<void> &)> done)
{
    d->enqueue({true, false, std::move(job), std::move(done)});
}

} // namespace Countersign::Storage
