// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "session/snapshotstore.h"

#include "base/processmark.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QVariant>

namespace Countersign::Session {

using namespace Qt::StringLiterals;

namespace {

QList<Reason> notesFromText(const QString &text)
{
    QList<Reason> notes;
    const QJsonArray array = QJsonDocument::fromJson(text.toUtf8()).array();
    for (const QJsonValue &note : array)
        notes.append(fromStored(note.toString(), Reason::Kind::Told));
    return notes;
}

Image imageFrom(const QSqlQuery &row, int first)
{
    return {ImageKind(row.value(first).toInt()), mode_t(row.value(first + 1).toUInt()),
            row.value(first + 2).toByteArray(), row.value(first + 3).toLongLong()};
}

} // namespace

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
                        set.changes.append(
                                {row.value(0).toString(), row.value(1).toString(),
                                 imageFrom(row, 4), imageFrom(row, 8), row.value(2).toString(),
                                 fromStored(row.value(3).toString(), Reason::Kind::NotKept)});
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

} // namespace Countersign::Session
