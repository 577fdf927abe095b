// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "session/snapshotstore.h"

#include "base/atomicfile.h"
#include "base/log.h"
#include "base/processmark.h"
#include "session/snapshotschema.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QVariant>

#include <unistd.h>

namespace Countersign::Session {

using namespace Qt::StringLiterals;
using Storage::execute;

namespace {

/// Fast rather than small: contents are written while somebody waits.
constexpr int kCompression = 1;
/// A content's row may lose its place between being looked for and being named; then it is put again.
constexpr int kAttempts = 3;

QString fileIn(const QString &folder)
{
    return folder + u"/snapshots.db"_s;
}

/// An empty blob is written NULL, so that it is no content's name.
QVariant blob(const QByteArray &bytes)
{
    return bytes.isEmpty() ? QVariant() : QVariant(bytes);
}

QString notesToText(const QList<Reason> &notes)
{
    QJsonArray texts;
    for (const Reason &note : notes)
        texts.append(toStored(note));
    return QString::fromUtf8(QJsonDocument(texts).toJson(QJsonDocument::Compact));
}

Result<void> putChanges(QSqlDatabase &database, qint64 set, const QList<ImageChange> &changes)
{
    for (qsizetype i = 0; i < changes.size(); ++i) {
        const ImageChange &change = changes.at(i);
        Result<void> put =
                execute(database, u"INSERT INTO change VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?)"_s,
                        {set, i, change.path, change.resource, change.movedTo,
                         toStored(change.problem), int(change.before.kind), int(change.before.mode),
                         blob(change.before.hash), change.before.size, int(change.after.kind),
                         int(change.after.mode), blob(change.after.hash), change.after.size});
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
    auto store = Storage::Store::open(fileIn(folder), snapshotMigrations());
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
                                     const QList<Reason> &notes, const QList<QByteArray> &contents,
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

Result<void> SnapshotStore::settle(qint64 set, const QList<ImageChange> &happened,
                                   const QList<Reason> &notes)
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

} // namespace Countersign::Session
