// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/result.h"
#include "storage/store.h"

#include <QList>
#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QString>

#include <unordered_map>

namespace Countersign::Storage {

/// The store's connection and its prepared statements. Made, used and destroyed on one thread.
class Connection
{
public:
    Connection() = default;
    ~Connection();
    Connection(const Connection &) = delete;
    Connection &operator=(const Connection &) = delete;

    /// As Store::open(). A file that is refused is not changed.
    [[nodiscard]] Result<void> open(const QString &file, const QList<Migration> &migrations);

    [[nodiscard]] QSqlDatabase &database() { return m_database; }
    /// Runs a statement without values and rows.
    [[nodiscard]] Result<void> run(const QString &sql);
    /// Ends whatever transaction is open; there may be none any more.
    void rollBackAll();

    /// The connection that serves `database` on this thread, or null: it keeps prepared statements.
    [[nodiscard]] static Connection *serving(const QSqlDatabase &database);
    /// A prepared statement, taken out of the kept ones so that a nested use gets another.
    [[nodiscard]] QSqlQuery takeStatement(const QString &sql);
    void keepStatement(const QString &sql, QSqlQuery statement);

private:
    [[nodiscard]] Result<void> prepareFile(const QString &file) const;
    [[nodiscard]] Result<QStringList> completedMigrations(const QString &file);
    [[nodiscard]] Result<void> configure();
    [[nodiscard]] Result<void> migrate(const QList<Migration> &migrations);

    QSqlDatabase m_database;
    std::unordered_map<QString, QSqlQuery> m_statements;
};

/// What SQLite said, as an error; `sql` goes into the detail.
[[nodiscard]] Error sqlFailure(const QSqlError &error, const QString &sql);

} // namespace Countersign::Storage
