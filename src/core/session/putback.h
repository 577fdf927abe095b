// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "location/location.h"
#include "session/changes.h"
#include "session/filelives.h"
#include "session/snapshots.h"
#include "session/takeback.h"
#include "session/types.h"

#include <QHash>

#include <stop_token>

namespace Countersign::Session {

/// Shows what sessions changed and puts it back at the person's word. Each act is a change set itself.
/// No permission is asked for, it is the person who acts; the path policy holds. Thread-safe; blocking.
class PutBack
{
public:
    /// All outlive this.
    PutBack(SnapshotStore &store, Snapshots &snapshots, const Location &location);

    /// `messages`: the conversation, which tells the turns.
    [[nodiscard]] Result<SessionChanges> changes(const SessionId &session,
                                                 const QList<Message> &messages,
                                                 const std::stop_token &stop = {}) const;
    /// One file, by its canonical path or its resource. NotFound when the session, or the turn, did
    /// not change it.
    [[nodiscard]] Result<ShownChange> change(const SessionId &session, const MessageId &turn,
                                             const QString &file, const QList<Message> &messages,
                                             const std::stop_token &stop = {}) const;

    /// Puts back what can be and reports what cannot; each file as a whole or, for one place, that.
    /// Nothing is done when what is there is not what was shown, or a place is not there.
    [[nodiscard]] Result<PutBackReport> putBack(const PutBackOrder &order,
                                                const QList<Message> &messages);
    /// Takes the last act of putting back that stands back, all of it or nothing.
    [[nodiscard]] Result<PutBackReport> undo(const SessionId &session);
    [[nodiscard]] Result<PutBackReport> redo(const SessionId &session);

private:
    struct Turn
    {
        MessageId id;
        QString prompt;
        qint64 time = 0;
    };
    /// A life against the disk.
    struct Judged
    {
        FileLife life;
        ChangedFile file;
        DiskImage now;
        TakenBack back;
        Diff::FileChange change;
        [[nodiscard]] bool canBePutBack() const;
    };
    [[nodiscard]] static QHash<MessageId, Turn> turnsOf(const QList<Message> &messages);
    [[nodiscard]] static QList<ChangeSet> ofTurn(const QList<ChangeSet> &sets,
                                                 const QHash<MessageId, Turn> &turns,
                                                 const MessageId &turn);
    [[nodiscard]] Result<QList<ChangeSet>> setsOf(const SessionId &session, const MessageId &turn,
                                                  const QList<Message> &messages) const;
    [[nodiscard]] Result<Judged> judge(const FileLife &life, const std::stop_token &stop) const;
    [[nodiscard]] Result<void> describe(Judged &judged) const;
    [[nodiscard]] Result<DiskImage> load(const Image &image) const;
    [[nodiscard]] Result<QList<ChangedFile>> filesIn(const QList<ChangeSet> &sets,
                                                     const std::stop_token &stop) const;
    [[nodiscard]] static QByteArray digestOf(const Diff::FileChange &change);
    [[nodiscard]] static tl::expected<DiskImage, Reason> withoutPlace(const Judged &judged,
                                                                      const PutBackOrder &order);
    [[nodiscard]] Result<PutBackReport> turnAround(const ChangeSet &act, SetKind kind);
    [[nodiscard]] Result<void> apply(ChangeSet set, const QList<ImageWrite> &writes);
    [[nodiscard]] static const ChangeSet *nextUndo(const QList<ChangeSet> &sets);
    [[nodiscard]] static const ChangeSet *nextRedo(const QList<ChangeSet> &sets);

    SnapshotStore &m_store; // Not owned.
    Snapshots &m_snapshots; // Not owned.
    const Location &m_location; // Not owned.
    std::mutex m_acting; ///< One act at a time.
};

} // namespace Countersign::Session
