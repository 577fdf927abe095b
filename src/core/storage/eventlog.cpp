// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "storage/eventlog.h"

#include "base/ids.h"

#include <QJsonDocument>

#include <optional>

namespace Countersign::Storage {

using namespace Qt::StringLiterals;

Result<qint64> appendEvent(QSqlDatabase &database, const QString &aggregate, const QString &type,
                           qint64 time, const QJsonObject &data)
{
    std::optional<qint64> sequence;
    Result<void> step = select(database,
                               u"INSERT INTO event_sequence(aggregate_id, seq) VALUES(?, 0) "
                               u"ON CONFLICT(aggregate_id) DO UPDATE SET seq = seq + 1 "
                               u"RETURNING seq"_s,
                               {aggregate},
                               [&](const QSqlQuery &row) { sequence = row.value(0).toLongLong(); });
    if (!step)
        return failure(std::move(step.error()));
    if (!sequence)
        return failure(ErrorCode::Internal,
                       u"The database gave no sequence number for an event; please report this."_s);
    step = execute(database,
                   u"INSERT INTO event(id, aggregate_id, seq, type, time, data) "
                   u"VALUES(?, ?, ?, ?, ?, ?)"_s,
                   {QString(u"evt_"_s + ascendingId()), aggregate, *sequence, type, time,
                    QString::fromUtf8(QJsonDocument(data).toJson(QJsonDocument::Compact))});
    if (!step)
        return failure(std::move(step.error()));
    return *sequence;
}

Result<QList<StoredEvent>> readEvents(QSqlDatabase &database, const QString &aggregate,
                                      qint64 after, int limit)
{
    QList<StoredEvent> events;
    QString damaged;
    const Result<void> step =
            select(database,
                   u"SELECT id, seq, type, time, data FROM event "
                   u"WHERE aggregate_id = ? AND seq > ? ORDER BY seq LIMIT ?"_s,
                   {aggregate, after, limit}, [&](const QSqlQuery &row) {
                       const QString id = row.value(0).toString();
                       const QJsonDocument data =
                               QJsonDocument::fromJson(row.value(4).toString().toUtf8());
                       if (!data.isObject() && damaged.isEmpty())
                           damaged = id;
                       events.append(StoredEvent{id, aggregate, row.value(1).toLongLong(),
                                                 row.value(2).toString(), row.value(3).toLongLong(),
                                                 data.object()});
                   });
    if (!step)
        return failure(step.error());
    if (!damaged.isEmpty())
        return failure(ErrorCode::Storage,
                       u"The stored event “%1” of “%2” is damaged and cannot be read; put a backup "
                       u"of the database in its place."_s.arg(damaged, aggregate));
    return events;
}

QList<Migration> eventLogMigrations()
{
    return {Migration{u"0001-event-log"_s,
                      {u"CREATE TABLE event_sequence("
                       u"aggregate_id TEXT PRIMARY KEY NOT NULL, "
                       u"seq INTEGER NOT NULL) WITHOUT ROWID"_s,
                       u"CREATE TABLE event("
                       u"id TEXT PRIMARY KEY NOT NULL, "
                       u"aggregate_id TEXT NOT NULL "
                       u"REFERENCES event_sequence(aggregate_id) ON DELETE CASCADE, "
                       u"seq INTEGER NOT NULL, "
                       u"type TEXT NOT NULL, "
                       u"time INTEGER NOT NULL, "
                       u"data TEXT NOT NULL, "
                       u"UNIQUE(aggregate_id, seq))"_s}}};
}

} // namespace Countersign::Storage
