// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "session/folderwatch.h"
#include "session/snapshotstore.h"
#include "tool/changerecorder.h"

#include <QSet>

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>

namespace Countersign::Session {

/// Records what the calls of all sessions in one Location change. Thread-safe; blocking. The person's
/// own acts of putting back are recorded here as well, so that no command is said to have made them.
class Snapshots final : public ChangeRecorder
{
public:
    /// `folder` is the store's own, which commands' changes are not looked for in. All outlive this.
    Snapshots(SnapshotStore &store, const Location &location, QString folder,
              FolderLimits limits = {});

    /// Ends what a dead process left open: keeps of it what happened. What a command of it did is found
    /// by looking at the folder. Once; the first command does it where nobody else has. Without
    /// `commands` the folder is left alone, and their sets open for a later process.
    [[nodiscard]] Result<void> recover(bool commands = true);
    /// Told after a session has a new change set, on the recording thread; must not block.
    void setListener(std::function<void(const SessionId &)> recorded);

    [[nodiscard]] Result<qint64>
    willWrite(const ToolContext &context, const QList<FileWrite> &writes,
              const QList<std::pair<QString, QString>> &moves) override;
    void wrote(qint64 record, bool done) override;
    [[nodiscard]] Result<qint64> willRun(const ToolContext &context) override;
    void ran(qint64 record) override;

    /// The same for a set of the person's.
    [[nodiscard]] Result<qint64> willPutBack(ChangeSet set, const QList<QByteArray> &contents);

    /// A file of more bytes is written by tools without its contents being kept.
    static constexpr qint64 kLargestWrite = qint64(16) * 1024 * 1024;

private:
    struct Open
    {
        ChangeSet set;
        bool alone = true; ///< No other command has run at the same time.
        bool watched = true;
    };
    void began(qint64 record, const ChangeSet &set);
    [[nodiscard]] Result<FolderWatch::Look> look(bool ascribe);
    [[nodiscard]] std::function<void(const Error &)> onLoss() const;
    [[nodiscard]] Result<void> recoverLocked(bool watched);
    [[nodiscard]] Result<void> recoverWrites(const ChangeSet &set);

    SnapshotStore &m_store; // Not owned.
    const Location &m_location; // Not owned.
    std::function<void(const SessionId &)> m_recorded;

    std::mutex m_mutex; ///< Also held while the folder is looked at: one look at a time.
    FolderWatch m_watch;
    QHash<qint64, Open> m_running; ///< Commands.
    bool m_recovered = false;
    /// Something that was seen could not be stored. Set on the storage thread, which must not wait.
    std::shared_ptr<std::atomic<bool>> m_lost = std::make_shared<std::atomic<bool>>(false);
    std::mutex m_openMutex;
    QHash<qint64, ChangeSet> m_writing;
};

} // namespace Countersign::Session
