// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/result.h"

#include <QList>
#include <QSqlDatabase>
#include <QSqlQuery>
#include <QString>
#include <QStringList>
#include <QVariantList>

#include <functional>
#include <memory>

namespace Countersign::Storage {

/// One step of the schema's history. Ids are unique and never change once released.
struct Migration
{
    QString id; ///< For example "0001-sessions".
    QStringList statements; ///< Run in order inside one transaction.
};

/// The SQLite database: WAL, synchronous FULL, foreign keys on, busy time-out 5 s. One thread of its
/// own holds the connection; every job runs there, one at a time. Jobs that wait while another is
/// committed are committed together, so many sessions share one fsync. Thread-safe.
class Store
{
public:
    using Job = std::function<Result<void>(QSqlDatabase &)>;

    /// Opens (creates, migrates) the database at `file`. Fails with ErrorCode::Storage when it cannot
    /// be opened, is not a database, or was written by a newer version of the program.
    [[nodiscard]] static Result<std::unique_ptr<Store>> open(const QString &file,
                                                             const QList<Migration> &migrations);
    ~Store(); ///< Finishes the queued jobs, then closes.
    Store(const Store &) = delete;
    Store &operator=(const Store &) = delete;

    /// Runs `job` in a transaction and returns after it is durable (or rolled back: its error).
    /// Blocking: never on the GUI thread, never from inside a job.
    [[nodiscard]] Result<void> write(Job job);
    /// Runs `job` for reading: it sees what was committed, and what it writes is rolled back.
    /// Blocking, as write().
    [[nodiscard]] Result<void> read(Job job);
    /// Queues `job` for writing and returns at once; `done` (may be empty) is called on the
    /// storage thread. Jobs run in the order in which they were given, over all callers. A queued
    /// job is committed with the next write() or read(), or by itself after 5 ms.
    void post(Job job, std::function<void(const Result<void> &)> done = {});

private:
    class Private;
    explicit Store(std::unique_ptr<Private> d);
    std::unique_ptr<Private> d;
};

/// Runs a prepared statement with positional values; ErrorCode::Storage with SQLite's words. NULL is
/// written QVariant(): a null QString is an empty text.
[[nodiscard]] Result<void> execute(QSqlDatabase &database, const QString &sql,
                                   const QVariantList &values = {});
/// As execute(), calling `row` for each result row.
[[nodiscard]] Result<void> select(QSqlDatabase &database, const QString &sql,
                                  const QVariantList &values,
                                  const std::function<void(const QSqlQuery &)> &row);

} // namespace Countersign::Storage
