// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "session/snapshotschema.h"

namespace Countersign::Session {

using namespace Qt::StringLiterals;

QList<Storage::Migration> snapshotMigrations()
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

} // namespace Countersign::Session
