// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "session/snapshotstore.h"

#include "base/atomicfile.h"
#include "base/log.h"
#include "base/processmark.h"

#include <QCryptographicHash>
#include <QDateTime>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QSet>
#include <QVariant>

#include <algorithm>
#include <utility>

#include <unistd.h>

namespace Countersign::Session {

using namespace Qt::StringLiterals;
using Storage::execute;

namespace {

/// Fast rather than small: contents are written while somebody waits.
constexpr int kCompression = 1;
/// A content's file that no row names may be one that is just being written.
constexpr qint64 kOrphanAgeMs = qint64(60) * 60 * 1000;
/// A folder that was looked at so long ago is not in use.
constexpr qint64 kInUseMs = qint64(24) * 60 * 60 * 1000;
/// A content's row may lose its place between being looked for and being named; then it is put again.
constexpr int kAttempts = 3;

QList<Storage::Migration> migrations()
{
    return {{u"snapshot-0001"_s,
             {
                     u"CREATE TABLE content (hash BLOB PRIMARY KEY, size INTEGER NOT NULL,"
                     " stored INTEGER NOT NULL, bytes BLOB) WITHOUT ROWID"_s,
                     u"CREATE TABLE change_set (id INTEGER PRIMARY KEY AUTOINCREMENT, session TEXT "
                     u"NOT NULL,"
                     " message TEXT NOT NULL, call TEXT NOT NULL, root TEXT NOT NULL, kind INTEGER "
                     "NOT NULL,"
                     " time INTEGER NOT NULL, about INTEGER NOT NULL, undone INTEGER NOT NULL,"
                     " owner TEXT, notes TEXT NOT NULL)"_s,
                     u"CREATE INDEX change_set_session ON change_set (session)"_s,
                     u"CREATE INDEX change_set_owner ON change_set (owner) WHERE owner IS NOT NULL"_s,
                     u"CREATE TABLE change (set_id INTEGER NOT NULL REFERENCES change_set (id)"
                     " ON DELETE CASCADE, position INTEGER NOT NULL, path TEXT NOT NULL,"
                     " resource TEXT NOT NULL, moved_to TEXT NOT NULL, problem TEXT NOT NULL,"
                     " before_kind INTEGER NOT NULL, before_mode INTEGER NOT NULL, before_hash "
                     "BLOB,"
                     " before_size INTEGER NOT NULL,"
                     " after_kind INTEGER NOT NULL, after_mode INTEGER NOT NULL, after_hash BLOB,"
                     " after_size INTEGER NOT NULL,"
                     " PRIMARY KEY (set_id, position)) WITHOUT ROWID"_s,
                     u"CREATE INDEX change_before ON change (before_hash)"_s,
                     u"CREATE INDEX change_after ON change (after_hash)"_s,
                     u"CREATE TABLE session_use (session TEXT PRIMARY KEY, time INTEGER NOT NULL)"
                     " WITHOUT ROWID"_s,
                     u"CREATE TABLE folder (id INTEGER PRIMARY KEY, root TEXT NOT NULL UNIQUE,"
                     " time INTEGER NOT NULL)"_s,
                     u"CREATE TABLE seen (folder_id INTEGER NOT NULL REFERENCES folder (id)"
                     " ON DELETE CASCADE, path BLOB NOT NULL, kind INTEGER NOT NULL, mode INTEGER "
                     "NOT NULL,"
                     " hash BLOB, size INTEGER NOT NULL, git_id BLOB, modified INTEGER NOT NULL,"
                     " changed INTEGER NOT NULL, inode INTEGER NOT NULL, settled INTEGER NOT NULL,"
                     " PRIMARY KEY (folder_id, path)) WITHOUT ROWID"_s,
                     u"CREATE INDEX seen_hash ON seen (hash) WHERE hash IS NOT NULL"_s,
             }}};
}

QString fileIn(const QString &folder)
{
    return folder + u"/snapshots.db"_s;
}

/// An empty blob is written NULL, so that it is no content's name.
QVariant blob(const QByteArray &bytes)
{
    return bytes.isEmpty() ? QVariant() : QVariant(bytes);
}

QString notesToText(const QStringList &notes)
{
    return QString::fromUtf8(
            QJsonDocument(QJsonArray::fromStringList(notes)).toJson(QJsonDocument::Compact));
}

QStringList notesFromText(const QString &text)
{
    QStringList notes;
    const QJsonArray array = QJsonDocument::fromJson(text.toUtf8()).array();
    for (const QJsonValue &note : array)
        notes.append(note.toString());
    return notes;
}

Result<void> putChanges(QSqlDatabase &database, qint64 set, const QList<ImageChange> &changes)
{
    for (qsizetype i = 0; i < changes.size(); ++i) {
        const ImageChange &change = changes.at(i);
        Result<void> put =
                execute(database, u"INSERT INTO change VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?)"_s,
                        {set, i, change.path, change.resource, change.movedTo, change.problem,
                         int(change.before.kind), int(change.before.mode), blob(change.before.hash),
                         change.before.size, int(change.after.kind), int(change.after.mode),
                         blob(change.after.hash), change.after.size});
        if (!put)
            return put;
    }
    return {};
}

Result<void> use(QSqlDatabase &database, const SessionId &session, qint64 now)
{
    return execute(database, u"INSERT OR REPLACE INTO session_use VALUES (?, ?)"_s,
                   {session.value, now});
}

Result<void> putSeen(QSqlDatabase &database, const SeenUpdate &update, qint64 now)
{
    if (update.root.isEmpty())
        return {};
    Result<void> step = execute(database,
                                u"INSERT INTO folder (root, time) VALUES (?, ?)"
                                " ON CONFLICT (root) DO UPDATE SET time = excluded.time"_s,
                                {update.root, now});
    qint64 folder = 0;
    if (step)
        step = Storage::select(database, u"SELECT id FROM folder WHERE root = ?"_s, {update.root},
                               [&](const QSqlQuery &row) { folder = row.value(0).toLongLong(); });
    for (const SeenFile &file : update.seen) {
        if (!step)
            return step;
        step = execute(database, u"INSERT OR REPLACE INTO seen VALUES (?,?,?,?,?,?,?,?,?,?,?)"_s,
                       {folder, file.path, int(file.image.kind), int(file.image.mode),
                        blob(file.image.hash), file.image.size, blob(file.gitId), file.modified,
                        file.changed, qint64(file.inode), file.settled});
    }
    for (const QByteArray &path : update.gone) {
        if (!step)
            return step;
        step = execute(database, u"DELETE FROM seen WHERE folder_id = ? AND path = ?"_s,
                       {folder, path});
    }
    return step;
}

Image imageFrom(const QSqlQuery &row, int first)
{
    return {ImageKind(row.value(first).toInt()), mode_t(row.value(first + 1).toUInt()),
            row.value(first + 2).toByteArray(), row.value(first + 3).toLongLong()};
}

} // namespace

SnapshotStore::SnapshotStore(QString folder, SnapshotLimits limits, const Clock &clock,
                             std::unique_ptr<Storage::Store> store)
    : m_folder(std::move(folder))
    , m_limits(limits)
    , m_clock(clock)
    , m_owner(processMark())
    , m_store(std::move(store))
{
}

Result<std::unique_ptr<SnapshotStore>>
SnapshotStore::open(const QString &folder, SnapshotLimits limits, const Clock &clock)
{
    auto store = Storage::Store::open(fileIn(folder), migrations());
    if (!store)
        return failure(store.error());
    return std::unique_ptr<SnapshotStore>(
            new SnapshotStore(folder, limits, clock, std::move(*store)));
}

bool SnapshotStore::isIn(const QString &folder)
{
    return QFile::exists(fileIn(folder));
}

QByteArray SnapshotStore::hashOf(const QByteArray &content)
{
    return QCryptographicHash::hash(content, QCryptographicHash::Sha256);
}

QString SnapshotStore::fileOf(const QByteArray &hash) const
{
    const QString name = QString::fromLatin1(hash.toHex());
    return m_folder + u"/objects/"_s + name.left(2) + u'/' + name.mid(2);
}

/// Large contents, as files: on the disk before a row speaks of them.
Result<void> SnapshotStore::putFiles(const QList<QByteArray> &contents) const
{
    for (const QByteArray &content : contents) {
        if (content.size() <= kLargestRow)
            continue;
        const QString file = fileOf(hashOf(content));
        if (QFile::exists(file))
            continue;
        if (!QDir().mkpath(file.left(file.lastIndexOf(u'/'))))
            return failure(ErrorCode::Io,
                           u"A folder for contents could not be made in %1; check its permissions "
                           "and the space on its disk."_s.arg(m_folder));
        if (Result<void> put = replaceFile(file, qCompress(content, kCompression),
                                           ReplaceOptions{.mode = 0600});
            !put)
            return put;
    }
    return {};
}

Result<void> SnapshotStore::putRows(QSqlDatabase &database, const QList<QByteArray> &contents) const
{
    for (const QByteArray &content : contents) {
        const QByteArray hash = hashOf(content);
        const bool large = content.size() > kLargestRow;
        // Nobody takes a file away while this transaction lasts.
        if (large && !QFile::exists(fileOf(hash)))
            return failure(ErrorCode::Stale,
                           u"A content was cleared away while it was being kept; try again."_s);
        bool known = false;
        Result<void> step = Storage::select(database, u"SELECT 1 FROM content WHERE hash = ?"_s,
                                            {hash}, [&](const QSqlQuery &) { known = true; });
        if (step && !known) {
            const QByteArray bytes = large ? QByteArray() : qCompress(content, kCompression);
            step = execute(database, u"INSERT INTO content VALUES (?, ?, ?, ?)"_s,
                           {hash, content.size(),
                            large ? QFile(fileOf(hash)).size() : qint64(bytes.size()),
                            blob(bytes)});
        }
        if (!step)
            return step;
    }
    return {};
}

Result<void> SnapshotStore::write(const QList<QByteArray> &contents, const Storage::Store::Job &job)
{
    Result<void> written;
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
        written = putFiles(contents);
        if (!written)
            return written;
        written = m_store->write([&](QSqlDatabase &database) -> Result<void> {
            if (Result<void> put = putRows(database, contents); !put)
                return put;
            return job(database);
        });
        if (written || written.error().code != ErrorCode::Stale)
            return written;
    }
    return written;
}

Result<qint64> SnapshotStore::begin(const ChangeSet &set, const QList<QByteArray> &contents,
                                    const SeenUpdate &update)
{
    qint64 id = 0;
    const auto written = write(contents, [&](QSqlDatabase &database) -> Result<void> {
        Result<void> step = execute(database,
                                    u"INSERT INTO change_set (session, message, call, root, kind, "
                                    u"time, about, undone, owner, notes)"
                                    " VALUES (?,?,?,?,?,?,?,0,?,?)"_s,
                                    {set.session.value, set.message.value, set.call.value, set.root,
                                     int(set.kind), m_clock.nowMs(), set.about, m_owner,
                                     notesToText(set.notes)});
        if (step)
            step = Storage::select(database, u"SELECT last_insert_rowid()"_s, {},
                                   [&](const QSqlQuery &row) { id = row.value(0).toLongLong(); });
        if (step)
            step = putChanges(database, id, set.changes);
        if (step)
            step = putSeen(database, update, m_clock.nowMs());
        return step ? use(database, set.session, m_clock.nowMs()) : step;
    });
    if (!written)
        return failure(written.error());
    return id;
}

void SnapshotStore::finish(qint64 set)
{
    m_store->post(
            [set](QSqlDatabase &database) {
                return execute(database, u"UPDATE change_set SET owner = NULL WHERE id = ?"_s,
                               {set});
            },
            [](const Result<void> &done) {
                if (!done)
                    qCWarning(logSession, "%s", qUtf8Printable(done.error().message));
            });
}

void SnapshotStore::drop(qint64 set)
{
    m_store->post(
            [set](QSqlDatabase &database) {
                return execute(database, u"DELETE FROM change_set WHERE id = ?"_s, {set});
            },
            [](const Result<void> &done) {
                if (!done)
                    qCWarning(logSession, "%s", qUtf8Printable(done.error().message));
            });
}

Result<void> SnapshotStore::complete(qint64 set, const QList<ImageChange> &changes,
                                     const QStringList &notes, const QList<QByteArray> &contents,
                                     const SeenUpdate &update,
                                     std::function<void(const Error &)> onFailure)
{
    if (Result<void> put = putFiles(contents); !put)
        return put;
    m_store->post(
            [=, this](QSqlDatabase &database) -> Result<void> {
                Result<void> step = putRows(database, contents);
                if (step)
                    step = putSeen(database, update, m_clock.nowMs());
                if (step && changes.isEmpty() && notes.isEmpty())
                    return execute(database, u"DELETE FROM change_set WHERE id = ?"_s, {set});
                if (step)
                    step = execute(database,
                                   u"UPDATE change_set SET owner = NULL, notes = ? WHERE id = ?"_s,
                                   {notesToText(notes), set});
                return step ? putChanges(database, set, changes) : step;
            },
            [onFailure = std::move(onFailure)](const Result<void> &done) {
                if (!done)
                    onFailure(done.error());
            });
    return {};
}

Result<void> SnapshotStore::remember(const SeenUpdate &update, const QList<QByteArray> &contents)
{
    return write(contents, [&](QSqlDatabase &database) {
        return putSeen(database, update, m_clock.nowMs());
    });
}

Result<QList<SeenFile>> SnapshotStore::seen(const QString &root)
{
    QList<SeenFile> files;
    const auto read = m_store->read([&](QSqlDatabase &database) {
        files.clear();
        return Storage::select(
                database,
                u"SELECT path, kind, mode, hash, size, git_id, modified, changed, inode, settled"
                " FROM seen JOIN folder ON folder.id = folder_id WHERE root = ?"_s,
                {root}, [&](const QSqlQuery &row) {
                    files.append({row.value(0).toByteArray(), imageFrom(row, 1),
                                  row.value(5).toByteArray(), row.value(6).toLongLong(),
                                  row.value(7).toLongLong(), quint64(row.value(8).toLongLong()),
                                  row.value(9).toBool()});
                });
    });
    if (!read)
        return failure(read.error());
    return files;
}

Result<QList<ChangeSet>> SnapshotStore::select(const QString &condition, const QVariantList &values)
{
    QList<ChangeSet> sets;
    const auto read = m_store->read([&](QSqlDatabase &database) -> Result<void> {
        sets.clear();
        QList<QString> owners;
        Result<void> step = Storage::select(
                database,
                u"SELECT id, session, message, call, kind, time, about, undone, notes, owner, root"
                " FROM change_set WHERE %1 ORDER BY id"_s.arg(condition),
                values, [&](const QSqlQuery &row) {
                    ChangeSet set;
                    set.id = row.value(0).toLongLong();
                    set.session = SessionId(row.value(1).toString());
                    set.message = MessageId(row.value(2).toString());
                    set.call = CallId(row.value(3).toString());
                    set.kind = SetKind(row.value(4).toInt());
                    set.time = row.value(5).toLongLong();
                    set.about = row.value(6).toLongLong();
                    set.undone = row.value(7).toBool();
                    set.notes = notesFromText(row.value(8).toString());
                    set.root = row.value(10).toString();
                    const QString owner = row.value(9).toString();
                    if (owner.isEmpty() || !isProcessAlive(owner))
                        sets.append(set);
                });
        for (ChangeSet &set : sets) {
            if (!step)
                return step;
            step = Storage::select(
                    database,
                    u"SELECT path, resource, moved_to, problem, before_kind, before_mode, "
                    u"before_hash,"
                    " before_size, after_kind, after_mode, after_hash, after_size FROM change"
                    " WHERE set_id = ? ORDER BY position"_s,
                    {set.id}, [&](const QSqlQuery &row) {
                        set.changes.append({row.value(0).toString(), row.value(1).toString(),
                                            imageFrom(row, 4), imageFrom(row, 8),
                                            row.value(2).toString(), row.value(3).toString()});
                    });
        }
        return step;
    });
    if (!read)
        return failure(read.error());
    return sets;
}

Result<QList<ChangeSet>> SnapshotStore::sets(const SessionId &session)
{
    return select(u"session = ? AND owner IS NULL"_s, {session.value});
}

Result<QList<ChangeSet>> SnapshotStore::interrupted()
{
    return select(u"owner IS NOT NULL"_s, {});
}

Result<void> SnapshotStore::settle(qint64 set, const QList<ImageChange> &happened,
                                   const QStringList &notes)
{
    return m_store->write([&](QSqlDatabase &database) -> Result<void> {
        if (happened.isEmpty() && notes.isEmpty())
            return execute(database, u"DELETE FROM change_set WHERE id = ?"_s, {set});
        Result<void> step =
                execute(database, u"UPDATE change_set SET owner = NULL, notes = ? WHERE id = ?"_s,
                        {notesToText(notes), set});
        if (step)
            step = execute(database, u"DELETE FROM change WHERE set_id = ?"_s, {set});
        return step ? putChanges(database, set, happened) : step;
    });
}

Result<void> SnapshotStore::setUndone(qint64 putBack, bool undone)
{
    return m_store->write([&](QSqlDatabase &database) {
        return execute(database, u"UPDATE change_set SET undone = ? WHERE id = ?"_s,
                       {undone, putBack});
    });
}

Result<QByteArray> SnapshotStore::content(const QByteArray &hash)
{
    bool known = false;
    QByteArray bytes;
    const auto read = m_store->read([&](QSqlDatabase &database) {
        return Storage::select(database, u"SELECT bytes FROM content WHERE hash = ?"_s, {hash},
                               [&](const QSqlQuery &row) {
                                   known = true;
                                   bytes = row.value(0).toByteArray();
                               });
    });
    if (!read)
        return failure(read.error());
    if (!known)
        return failure(ErrorCode::NotFound,
                       u"The old content of a file is not kept any more, so it cannot be put "
                       "back."_s);
    if (bytes.isEmpty()) {
        QFile file(fileOf(hash));
        if (!file.open(QIODevice::ReadOnly))
            return failure(ErrorCode::Storage,
                           u"The old content of a file could not be read from %1; it cannot be put "
                           "back."_s.arg(m_folder),
                           file.errorString());
        bytes = file.readAll();
    }
    QByteArray content = qUncompress(bytes);
    if (hashOf(content) != hash)
        return failure(
                ErrorCode::Storage,
                u"The old content of a file is damaged in %1, so it cannot be put back."_s.arg(
                        m_folder));
    return content;
}

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
