// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QByteArray>
#include <QHash>
#include <QSet>
#include <QString>

#include <memory>
#include <optional>

#include <sys/stat.h>

struct git_repository;

namespace Countersign::Session {

/// What git knows of a folder: which files it ignores, and the contents of those that are as its index
/// says. Only reads. A folder without a repository has its .gitignore files honoured, too. Not
/// thread-safe.
class GitView
{
public:
    /// `root` is canonical; `empty` is where an empty repository may be made, for folders without one.
    GitView(QByteArray root, QString empty);
    ~GitView();
    GitView(const GitView &) = delete;
    GitView &operator=(const GitView &) = delete;

    /// Reads what changed of the repository; before each walk of the folder.
    void refresh();

    [[nodiscard]] bool isTracked(const QByteArray &path) const { return m_entries.contains(path); }
    /// Some file below `folder` is tracked.
    [[nodiscard]] bool holdsTracked(const QByteArray &folder) const
    {
        return m_folders.contains(folder);
    }
    /// `path` is relative to the folder; a folder's ends with '/'.
    [[nodiscard]] bool ignores(const QByteArray &path);
    /// A .gitignore file was met: forgets what it may have said before when it is another one.
    void meetIgnoreFile(const QByteArray &path, const struct stat &status);
    void loseIgnoreFile(const QByteArray &path); ///< It is not there any more.
    /// Another number whenever isTracked(), holdsTracked() or ignores() may answer otherwise.
    [[nodiscard]] quint64 rules() const { return m_rules; }
    /// Git's name of the file's content when its bytes are surely those that git holds: the index says
    /// so and no filter stands between. Empty otherwise.
    [[nodiscard]] QByteArray cleanId(const QByteArray &path, const struct stat &status);
    /// The content of that name; nothing when it is not there (any more).
    [[nodiscard]] std::optional<QByteArray> content(const QByteArray &id);
    /// Git's name of a content, 20 bytes.
    [[nodiscard]] static QByteArray idOf(const QByteArray &content);

private:
    struct Entry
    {
        QByteArray id;
        qint64 modified = 0; ///< Nanoseconds; a whole second where the index has no more.
        qint64 changed = 0; ///< The same; of anything about the file, which nobody can choose.
        quint32 inode = 0;
        quint32 size = 0;
        quint32 mode = 0;
        bool racy = false; ///< Changed no earlier than the index was written.
        signed char plain = -1; ///< The file's bytes are git's; -1: not looked at yet.
    };
    void readIndex();
    void forgetIgnored();
    void setEntries(QHash<QByteArray, Entry> entries, QSet<QByteArray> folders);
    [[nodiscard]] bool isTakenIn(const QByteArray &path) const;

    const QByteArray m_root;
    const QString m_empty;
    std::unique_ptr<git_repository, void (*)(git_repository *)> m_repository;
    QByteArray m_prefix; ///< From the repository's work tree to the folder; empty or ending in '/'.
    bool m_plain = false; ///< No repository of its own.
    bool m_attributes = false; ///< Files may have attributes.
    QHash<QByteArray, Entry> m_entries; ///< By path relative to the folder.
    QSet<QByteArray> m_folders; ///< With tracked files below; without a final '/'.
    struct stat m_index = {}; ///< When it was read.
    quint64 m_rules = 1;
    QHash<QByteArray, bool> m_ignored;
    QHash<QByteArray, qint64> m_ignoreFiles; ///< Their times of change.
    /// By folder, ending in '/': what a .gitignore there takes in that one above it leaves out.
    QHash<QByteArray, QList<QByteArray>> m_takenIn;
    qint64 m_excludeStamp = 0;
};

} // namespace Countersign::Session
