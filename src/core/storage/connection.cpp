// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "storage/connection.h"

#include "base/clock.h"

#include <QFile>
#include <QFileInfo>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include <fcntl.h>
#include <unistd.h>

namespace Countersign::Storage {

using namespace Qt::StringLiterals;

namespace {

/// Statements kept prepared at once; the program has fewer, and text made at run time stays bounded.
constexpr size_t kKeptStatements = 128;

thread_local Connection *t_serving = nullptr;

// Primary result codes, from https://www.sqlite.org/rescode.html
constexpr int kSqliteBusy = 5;
constexpr int kSqliteReadOnly = 8;
constexpr int kSqliteIo = 10;
constexpr int kSqliteCorrupt = 11;
constexpr int kSqliteFull = 13;
constexpr int kSqliteCannotOpen = 14;
constexpr int kSqliteNotDatabase = 26;

int primaryCode(const QSqlError &error)
{
    return error.nativeErrorCode().toInt() & 0xFF;
}

tl::unexpected<Error> openFailure(const QString &file, const QString &why, const QString &detail)
{
    return failure(ErrorCode::Storage,
                   u"The database “%1” could not be opened: %2."_s.arg(file, why), detail);
}

Result<void> openFailure(const QString &file, const QSqlError &error)
{
    QString why;
    switch (primaryCode(error)) {
    case kSqliteNotDatabase:
    case kSqliteCorrupt:
        why = u"it is damaged or is not a SQLite database; it was left untouched. Move it away to "
              u"start with a new one, or put a backup in its place"_s;
        break;
    case kSqliteBusy:
        why = u"another program keeps it locked; close that program and try again"_s;
        break;
    case kSqliteReadOnly:
    case kSqliteCannotOpen:
        why = u"it may not be written; check the permissions of the file and its folder"_s;
        break;
    default:
        why = u"SQLite answered “%1”; see whether the disk is in order and try again"_s.arg(
                error.databaseText());
        break;
    }
    return openFailure(file, why, error.text());
}

} // namespace

Error sqlFailure(const QSqlError &error, const QString &sql)
{
    QString why;
    switch (primaryCode(error)) {
    case kSqliteBusy:
        why = u"another program keeps it locked; close that program and try again"_s;
        break;
    case kSqliteFull:
        why = u"there is no space left on its disk; free some space and try again"_s;
        break;
    case kSqliteIo:
        why = u"its disk could not be read or written; see whether the disk is in order"_s;
        break;
    case kSqliteCorrupt:
    case kSqliteNotDatabase:
        why = u"it is damaged; put a backup in its place or move it away to start anew"_s;
        break;
    default:
        why = u"SQLite answered “%1”"_s.arg(error.databaseText().isEmpty() ? error.driverText()
                                                                           : error.databaseText());
        break;
    }
    return Error{ErrorCode::Storage, u"The database refused a statement: %1."_s.arg(why),
                 u"%1 in: %2"_s.arg(error.text(), sql)};
}

Connection::~Connection()
{
    t_serving = nullptr;
    m_statements.clear();
    if (!m_database.isValid())
        return;
    const QString name = m_database.connectionName();
    m_database.close();
    m_database = QSqlDatabase(); // removeDatabase() wants no copy to be left.
    QSqlDatabase::removeDatabase(name);
}

Result<void> Connection::open(const QString &file, const QList<Migration> &migrations)
{
    static std::atomic<int> count = 0;
    if (Result<void> prepared = prepareFile(file); !prepared)
        return prepared;
    m_database =
            QSqlDatabase::addDatabase(u"QSQLITE"_s, u"countersign-%1"_s.arg(count.fetch_add(1)));
    m_database.setDatabaseName(file);
    m_database.setConnectOptions(u"QSQLITE_BUSY_TIMEOUT=5000"_s);
    if (!m_database.open())
        return openFailure(file, m_database.lastError());
    t_serving = this;

    const Result<QStringList> completed = completedMigrations(file);
    if (!completed)
        return failure(completed.error());
    for (const QString &id : *completed) {
        const bool known = std::any_of(migrations.begin(), migrations.end(),
                                       [&](const Migration &one) { return one.id == id; });
        if (!known) {
            return openFailure(file,
                               u"it was written by a newer version of Countersign; install that "
                               u"version, or move the file away to start with a new one"_s,
                               u"unknown migration "_s + id);
        }
    }
    if (Result<void> configured = configure(); !configured)
        return configured;
    return migrate(migrations);
}

/// Makes the folder (0700) and the file (0600) when they are missing: SQLite gives its companion
/// files the mode of the database. An existing file is not opened here, because closing it would
/// drop the locks of another connection of this process.
Result<void> Connection::prepareFile(const QString &file) const
{
    namespace fs = std::filesystem;
    const fs::path folder(QFile::encodeName(QFileInfo(file).absolutePath()).toStdString());
    std::error_code error;
    if (!fs::exists(folder, error)) {
        if (!fs::create_directories(folder, error))
            return openFailure(file,
                               u"its folder could not be made; check the permissions above it"_s,
                               QString::fromStdString(error.message()));
        fs::permissions(folder, fs::perms::owner_all, error);
        if (error)
            return openFailure(file, u"its folder could not be made private"_s,
                               QString::fromStdString(error.message()));
    }
    const int fd = ::open(QFile::encodeName(file).constData(),
                          O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0600);
    if (fd >= 0)
        ::close(fd);
    else if (errno != EEXIST)
        return openFailure(file, u"it may not be written; check the permissions of its folder"_s,
                           QString::fromLocal8Bit(std::strerror(errno)));
    return {};
}

Result<QStringList> Connection::completedMigrations(const QString &file)
{
    QStringList tables;
    QStringList ids;
    {
        QSqlQuery query(m_database);
        if (!query.exec(u"SELECT name FROM sqlite_master WHERE type = 'table'"_s))
            return failure(openFailure(file, query.lastError()).error());
        while (query.next())
            tables.append(query.value(0).toString());
        if (tables.isEmpty())
            return ids;
        if (!tables.contains(u"migration"_s))
            return openFailure(file,
                               u"it belongs to another program; it was left untouched. Move it "
                               u"away or choose another place for the data"_s,
                               u"tables: "_s + tables.join(u", "_s));
        if (!query.exec(u"SELECT id FROM migration"_s))
            return failure(openFailure(file, query.lastError()).error());
        while (query.next())
            ids.append(query.value(0).toString());
    }
    return ids;
}

Result<void> Connection::configure()
{
    for (const QString &pragma : {
                 u"PRAGMA journal_mode = WAL"_s, u"PRAGMA synchronous = FULL"_s,
                 u"PRAGMA foreign_keys = ON"_s,
                 u"PRAGMA cache_size = -2000"_s, // KiB: the working set is the last few sessions.
                 u"PRAGMA journal_size_limit = 4194304"_s, // Bytes kept of the WAL once it is empty.
         }) {
        if (Result<void> done = run(pragma); !done)
            return done;
    }
    return {};
}

/// All missing steps in one transaction, so that two programs starting at once do not both take one.
Result<void> Connection::migrate(const QList<Migration> &migrations)
{
    Result<void> step = run(u"BEGIN IMMEDIATE"_s);
    if (step)
        step = run(u"CREATE TABLE IF NOT EXISTS migration"
                   u"(id TEXT PRIMARY KEY NOT NULL, time_completed INTEGER NOT NULL)"_s);
    QStringList completed;
    if (step)
        step = select(m_database, u"SELECT id FROM migration"_s, {},
                      [&](const QSqlQuery &row) { completed.append(row.value(0).toString()); });
    for (const Migration &migration : migrations) {
        if (completed.contains(migration.id))
            continue;
        for (const QString &statement : migration.statements) {
            if (step)
                step = run(statement);
        }
        if (step)
            step = execute(m_database, u"INSERT INTO migration(id, time_completed) VALUES(?, ?)"_s,
                           {migration.id, Clock::system().nowMs()});
    }
    if (step)
        step = run(u"COMMIT"_s);
    if (!step)
        rollBackAll();
    return step;
}

Result<void> Connection::run(const QString &sql)
{
    return execute(m_database, sql);
}

void Connection::rollBackAll()
{
    QSqlQuery query(m_database);
    // Fails when SQLite has rolled back by itself, which is what is wanted.
    query.exec(u"ROLLBACK"_s);
}

Connection *Connection::serving(const QSqlDatabase &database)
{
    const bool same =
            t_serving && t_serving->m_database.connectionName() == database.connectionName();
    return same ? t_serving : nullptr;
}

QSqlQuery Connection::takeStatement(const QString &sql)
{
    if (auto node = m_statements.extract(sql))
        return std::move(node.mapped());
    QSqlQuery query(m_database);
    query.setForwardOnly(true);
    query.prepare(sql);
    return query;
}

void Connection::keepStatement(const QString &sql, QSqlQuery statement)
{
    if (m_statements.size() >= kKeptStatements)
        m_statements.clear();
    m_statements.insert_or_assign(sql, std::move(statement));
}

} // namespace Countersign::Storage
