// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/result.h"

#include <QJsonObject>
#include <QList>
#include <QSqlDatabase>
#include <QString>

#include "storage/store.h"

namespace Countersign::Storage {

/// One durable fact of an aggregate (a session). Sequence numbers start at 0 and have no gaps.
struct StoredEvent
{
    QString id; ///< "evt_…"
    QString aggregate;
    qint64 sequence = 0;
    QString type; ///< "name.version", for example "tool.called.1".
    qint64 time = 0; ///< Milliseconds since the epoch.
    QJsonObject data;

    friend bool operator==(const StoredEvent &, const StoredEvent &) = default;
};

/// Appends to the log inside the caller's write job; returns the sequence number given.
[[nodiscard]] Result<qint64> appendEvent(QSqlDatabase &database, const QString &aggregate,
                                         const QString &type, qint64 time, const QJsonObject &data);
/// The events of an aggregate after `after` (exclusive; -1 for all), oldest first, at most `limit`.
[[nodiscard]] Result<QList<StoredEvent>>
readEvents(QSqlDatabase &database, const QString &aggregate, qint64 after = -1, int limit = -1);
/// The migrations that make the log's tables.
[[nodiscard]] QList<Migration> eventLogMigrations();

} // namespace Countersign::Storage
