// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/clock.h"
#include "base/result.h"
#include "session/snapshot.h"
#include "storage/store.h"

#include <QByteArray>
#include <QList>
#include <QString>

#include <functional>
#include <memory>
#include <optional>

namespace Countersign::Session {

/// A file of a watched folder as it was when it was last looked at.
struct SeenFile
{
    QByteArray path; ///< Relative to the folder.
    Image image; ///< Without a hash while only git's name of the content is known.
    QByteArray gitId; ///< Git's name of the content, 20 bytes; empty when it is kept by us.
    qint64 modified = 0; ///< Nanoseconds since the epoch; of the content …
    qint64 changed = 0; ///< … and of anything about the file.
    quint64 inode = 0;
    bool settled = false; ///< Looked at long enough after its time stamps for these to tell.
    friend bool operator==(const SeenFile &, const SeenFile &) = default;
};

/// What changes of a watched folder are remembered together with a change set.
struct SeenUpdate
{
    QString root;
    QList<SeenFile> seen;
    QList<QByteArray> gone;
};

struct SnapshotLimits
{
    qint64 retention =
            qint64(7) * 24 * 60 * 60 * 1000; ///< Milliseconds after a session's last use.
    qint64 bytes = qint64(1024) * 1024 * 1024; ///< On the disk.
};

/// The change sets of all sessions and the contents that they speak of, in a folder of their own.
/// Thread-safe; several processes may use one folder. Blocking, but for what says otherwise. Errors:
/// Storage, Io; nothing of a failed write remains.
class SnapshotStore
{
public:
    /// Contents of up to this many bytes are rows, larger ones files.
    static constexpr qsizetype kLargestRow = 64 * 1024;

    [[nodiscard]] static Result<std::unique_ptr<SnapshotStore>>
    open(const QString &folder, SnapshotLimits limits = {}, const Clock &clock = Clock::system());

    /// A store has been made in that folder.
    [[nodiscard]] static bool isIn(const QString &folder);

    [[nodiscard]] static QByteArray hashOf(const QByteArray &content);

    /// Keeps contents, and the set as one that is about to happen; durable on return. Every hash that
    /// it names is that of one of `contents`, or kept already.
    [[nodiscard]] Result<qint64> begin(const ChangeSet &set, const QList<QByteArray> &contents,
                                       const SeenUpdate &update = {});
    /// The set happened. Queued: until it is durable, the set counts as interrupted.
    void finish(qint64 set);
    /// The set did not happen. Queued.
    void drop(qint64 set);
    /// The command of an open set has ended, or was found interrupted: this is what it did. Queued, but
    /// for large contents: until it is durable, the set counts as interrupted. `onFailure` is told on
    /// the storage thread.
    [[nodiscard]] Result<void> complete(qint64 set, const QList<ImageChange> &changes,
                                        const QList<Reason> &notes,
                                        const QList<QByteArray> &contents, const SeenUpdate &update,
                                        std::function<void(const Error &)> onFailure);
    /// Keeps contents and what was seen of a folder when no command ran.
    [[nodiscard]] Result<void> remember(const SeenUpdate &update,
                                        const QList<QByteArray> &contents);

    [[nodiscard]] Result<QList<SeenFile>> seen(const QString &root);
    /// Finished sets of a session, oldest first.
    [[nodiscard]] Result<QList<ChangeSet>> sets(const SessionId &session);
    /// Sets that a process which has ended left open.
    [[nodiscard]] Result<QList<ChangeSet>> interrupted();
    /// Only these changes of an open set happened. None: the set is dropped.
    [[nodiscard]] Result<void> settle(qint64 set, const QList<ImageChange> &happened,
                                      const QList<Reason> &notes);
    [[nodiscard]] Result<void> setUndone(qint64 putBack, bool undone);
    /// NotFound when nothing with this hash is kept; Storage when it is damaged.
    [[nodiscard]] Result<QByteArray> content(const QByteArray &hash);

    /// The session is in use: its sets are kept for the whole retention from now on. Queued.
    void touch(const SessionId &session);
    /// Drops what is too old or too much, and contents that nothing speaks of.
    [[nodiscard]] Result<void> sweep();

private:
    SnapshotStore(QString folder, SnapshotLimits limits, const Clock &clock,
                  std::unique_ptr<Storage::Store> store);
    [[nodiscard]] Result<void> putFiles(const QList<QByteArray> &contents) const;
    [[nodiscard]] Result<void> putRows(QSqlDatabase &database,
                                       const QList<QByteArray> &contents) const;
    [[nodiscard]] Result<void> write(const QList<QByteArray> &contents,
                                     const Storage::Store::Job &job);
    [[nodiscard]] QString fileOf(const QByteArray &hash) const;
    [[nodiscard]] Result<QList<ChangeSet>> select(const QString &condition,
                                                  const QVariantList &values);
    [[nodiscard]] Result<void> dropOld(QSqlDatabase &database) const;
    [[nodiscard]] Result<void> dropUnused(QSqlDatabase &database) const;
    [[nodiscard]] Result<void> dropOrphans(QSqlDatabase &database) const;

    const QString m_folder;
    const SnapshotLimits m_limits;
    const Clock &m_clock; // Not owned.
    const QString m_owner;
    std::unique_ptr<Storage::Store> m_store;
};

} // namespace Countersign::Session
