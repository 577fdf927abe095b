// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/result.h"
#include "session/seenfolder.h"
#include "session/snapshotstore.h"

#include <QByteArray>
#include <QHash>
#include <QList>
#include <QString>
#include <QStringList>

#include <memory>
#include <mutex>
#include <optional>

namespace Countersign::Session {

class GitView;

struct FolderLimits
{
    qint64 files = 100'000; ///< A folder with more is not watched.
    qint64 fileBytes = 8 * 1024 * 1024; ///< Of a larger file only that it changed is known.
    qint64 firstBytes = 256 * 1024 * 1024; ///< Copied when a folder is first looked at.
    qint64 changedBytes = 64 * 1024 * 1024; ///< Kept of what one command changed, old and new.
    qint64 changedFiles = 5'000; ///< The same in files.
    qint64 milliseconds =
            10'000; ///< A folder that takes longer is not watched; six times as long at first.
};

/// What a folder looks like, from one look to the next: which files changed, and their contents before
/// and after. Left out: what git ignores, folders named .git, repositories within, what is neither
/// file nor link. Reads file time stamps and, where they differ, contents; writes nothing but the
/// store. One thread at a time, but for what says otherwise.
class FolderWatch
{
public:
    /// `root` is canonical; `own` is a folder of the program that is left out. `store` outlives this.
    FolderWatch(SnapshotStore &store, QString root, QString own, FolderLimits limits = {});
    ~FolderWatch();
    FolderWatch(const FolderWatch &) = delete;
    FolderWatch &operator=(const FolderWatch &) = delete;

    /// What is to be stored after a look: `changes` name what `contents` hold or the store keeps.
    struct Look
    {
        QList<ImageChange> changes;
        QList<Reason> notes;
        QList<QByteArray> contents;
        SeenUpdate update;
    };
    /// How the folder differs from the last look; nothing, with a note, where it cannot be told. The
    /// first look of all only remembers. Without `ascribe` nobody is to have changed it: there are no
    /// `changes`.
    [[nodiscard]] Result<Look> look(bool ascribe);

    /// What the last look was to have stored could not be: the store says what was seen.
    void forget();

    /// This program itself is about to write that there, which is then not found as a change. Any
    /// thread, also during a look.
    void expect(const QString &path, const Image &image);
    void unexpect(const QString &path); ///< It was not written after all.

private:
    class Walk;
    [[nodiscard]] Result<void> load();
    [[nodiscard]] std::optional<QByteArray> relative(const QString &path) const;
    [[nodiscard]] std::optional<Image> written(const QByteArray &path);
    [[nodiscard]] QByteArray absolute(const QByteArray &path) const;

    SnapshotStore &m_store; // Not owned.
    const QString m_root;
    const QByteArray m_rootBytes;
    const QByteArray m_own;
    const FolderLimits m_limits;
    bool m_loaded = false;
    bool m_first = true; ///< Nothing is known of the folder yet.
    SeenFolder m_tree;
    qint64 m_lastLook = 0; ///< When it began, in nanoseconds …
    quint64 m_lastRules = 0; ///< … and what git ignored then.
    std::mutex m_writtenMutex;
    QHash<QByteArray, Image> m_written; ///< By ourselves, and not yet met by a look.
    QHash<QByteArray, Image> m_met; ///< Of these, by this look.
    Reason m_givenUp; ///< Why the folder is not watched.
    std::unique_ptr<GitView> m_git;
};

} // namespace Countersign::Session
