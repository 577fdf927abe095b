// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "session/snapshotstore.h"

#include "base/log.h"

#include <QDateTime>
#include <QDirIterator>
#include <QFile>
#include <QSet>

#include <utility>

namespace Countersign::Session {

using namespace Qt::StringLiterals;
using Storage::execute;

namespace {

/// A content's file that no row names may be one that is just being written.
constexpr qint64 kOrphanAgeMs = qint64(60) * 60 * 1000;
/// A folder that was looked at so long ago is not in use.
constexpr qint64 kInUseMs = qint64(24) * 60 * 60 * 1000;

} // namespace

void SnapshotStore::touch(const SessionId &session)
{
    m_store->post([this, session](QSqlDatabase &database) {
        return execute(database, u"UPDATE session_use SET time = ? WHERE session = ?"_s,
                       {m_clock.nowMs(), session.value});
    });
}

Result<void> SnapshotStore::sweep()
{
    return m_store->write([&](QSqlDatabase &database) -> Result<void> {
        if (Result<void> dropped = dropOld(database); !dropped)
            return dropped;
        if (Result<void> dropped = dropUnused(database); !dropped)
            return dropped;
        return dropOrphans(database);
    });
}

Result<void> SnapshotStore::dropOld(QSqlDatabase &database) const
{
    const qint64 oldest = m_clock.nowMs() - m_limits.retention;
    QStringList old;
    Result<void> step =
            Storage::select(database, u"SELECT session FROM session_use WHERE time < ?"_s, {oldest},
                            [&](const QSqlQuery &row) { old.append(row.value(0).toString()); });
    const auto drop = [&](const QString &session) {
        // What is open is somebody's work right now.
        Result<void> done =
                execute(database, u"DELETE FROM change_set WHERE session = ? AND owner IS NULL"_s,
                        {session});
        return done ? execute(database, u"DELETE FROM session_use WHERE session = ?"_s, {session})
                    : done;
    };
    for (const QString &session : std::as_const(old)) {
        if (step)
            step = drop(session);
    }
    if (step)
        step = execute(database, u"DELETE FROM folder WHERE time < ?"_s, {oldest});
    if (step)
        step = dropUnused(database);
    // Still too much: folders can be looked at anew; then the sessions used longest ago.
    QStringList sessions;
    if (step)
        step = Storage::select(
                database, u"SELECT session FROM session_use ORDER BY time"_s, {},
                [&](const QSqlQuery &row) { sessions.append(row.value(0).toString()); });
    bool hasFolders = true;
    const auto stored = [&]() -> Result<qint64> {
        qint64 bytes = 0;
        const auto read =
                Storage::select(database, u"SELECT coalesce(sum(stored), 0) FROM content"_s, {},
                                [&](const QSqlQuery &row) { bytes = row.value(0).toLongLong(); });
        if (!read)
            return failure(read.error());
        return bytes;
    };
    while (step) {
        const auto bytes = stored();
        if (!bytes)
            return failure(bytes.error());
        if (*bytes <= m_limits.bytes || (!hasFolders && sessions.isEmpty()))
            return {};
        // Those in use right now are left: somebody counts on what was seen there.
        if (std::exchange(hasFolders, false))
            step = execute(database, u"DELETE FROM folder WHERE time < ?"_s,
                           {m_clock.nowMs() - kInUseMs});
        else
            step = drop(sessions.takeFirst());
        if (step)
            step = dropUnused(database);
    }
    return step;
}

Result<void> SnapshotStore::dropUnused(QSqlDatabase &database) const
{
    QList<QByteArray> unused;
    const QString condition =
            u" FROM content WHERE NOT EXISTS (SELECT 1 FROM change WHERE before_hash = "
            u"content.hash)"
            " AND NOT EXISTS (SELECT 1 FROM change WHERE after_hash = content.hash)"
            " AND NOT EXISTS (SELECT 1 FROM seen WHERE hash = content.hash)"_s;
    Result<void> step = Storage::select(
            database, u"SELECT hash"_s + condition + u" AND bytes IS NULL"_s, {},
            [&](const QSqlQuery &row) { unused.append(row.value(0).toByteArray()); });
    if (step)
        step = execute(database, u"DELETE"_s + condition);
    if (!step)
        return step;
    // With the write lock held: whoever keeps such a content now looks for its file after this.
    for (const QByteArray &hash : std::as_const(unused)) {
        if (!QFile::remove(fileOf(hash)) && QFile::exists(fileOf(hash)))
            qCWarning(logSession, "an old content could not be removed from %s",
                      qUtf8Printable(m_folder));
    }
    return {};
}

/// Files that a crash left between their own writing and that of their row.
Result<void> SnapshotStore::dropOrphans(QSqlDatabase &database) const
{
    QSet<QString> known;
    Result<void> read = Storage::select(
            database, u"SELECT hash FROM content WHERE bytes IS NULL"_s, {},
            [&](const QSqlQuery &row) { known.insert(fileOf(row.value(0).toByteArray())); });
    if (!read)
        return read;
    const QDateTime newest = QDateTime::currentDateTime().addMSecs(-kOrphanAgeMs);
    QDirIterator files(m_folder + u"/objects"_s, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const QString file = files.next();
        if (!known.contains(file) && files.fileInfo().lastModified() < newest)
            QFile::remove(file);
    }
    return {};
}

} // namespace Countersign::Session
