// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/uniquefd.h"
#include "session/folderwatch.h"

#include <QElapsedTimer>

namespace Countersign::Session {

/// One look at the folder.
class FolderWatch::Walk
{
public:
    Walk(FolderWatch &watch, bool ascribe);

    [[nodiscard]] Result<void> run();
    [[nodiscard]] qint64 began() const { return m_now; } ///< Nanoseconds since the epoch.
    Look look;
    Reason givenUp; ///< Why; the look is worth nothing then.

private:
    struct Lost
    {
        SeenFile file;
        bool hidden = false; ///< It is there, and only not looked at any more.
    };
    [[nodiscard]] Result<void> folder(SeenFolder &seen, UniqueFd opened, const QByteArray &prefix,
                                      int depth);
    [[nodiscard]] Result<void> again(SeenFolder &seen, int folder, const QByteArray &prefix,
                                     int depth);
    [[nodiscard]] Result<bool> list(SeenFolder &seen, int folder, const QByteArray &prefix,
                                    int depth);
    [[nodiscard]] std::optional<QList<QByteArray>> namesIn(int folder) const;
    /// Of a name that is there; false: it is not looked at.
    [[nodiscard]] bool isWatched(const QByteArray &path, const QByteArray &name,
                                 const struct stat &status, int depth) const;
    [[nodiscard]] Result<bool> enter(SeenFolder &within, int parent, const QByteArray &prefix,
                                     const QByteArray &name, int depth);
    void meetIgnoreFile(SeenFolder &seen, int folder, const QByteArray &prefix);
    void lose(SeenFolder &seen, bool hidden);
    void count();
    /// Compares what may have changed; `now` is what is to be known of it from here on.
    [[nodiscard]] Result<void> file(int folder, const QByteArray &path, const char *name,
                                    const struct stat &status, const SeenFile *known,
                                    SeenFile &now);
    [[nodiscard]] Result<void> flush();
    void missing();
    /// Reads what is there into `file` and says why it cannot be kept.
    [[nodiscard]] Reason read(int folder, const char *name, const struct stat &status,
                              SeenFile &file, QByteArray &content) const;
    void keep(const QByteArray &content);
    /// The image with its content kept; `problem` where it cannot be.
    [[nodiscard]] Image kept(const SeenFile &file, Reason &problem);
    void add(const QByteArray &path, const Image &before, const Image &after,
             const Reason &problem);

    FolderWatch &w;
    const bool m_ascribe;
    const qint64 m_now;
    QElapsedTimer m_clock;
    const qint64 m_patience; ///< Milliseconds.
    quint64 m_device = 0; ///< On which folders' time stamps tell of names that come and go.
    QList<Lost> m_lost;
    qint64 m_files = 0;
    qint64 m_bytes = 0; ///< In look.contents.
    qint64 m_first = 0; ///< Copied by a first look so far.
    qint64 m_changed = 0; ///< Bytes kept for changes.
    qint64 m_unlisted = 0; ///< Changes beyond what is recorded.
};

} // namespace Countersign::Session
