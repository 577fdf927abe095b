// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/filedraft.h"
#include "location/fileplace.h"

#include <QList>

#include <map>
#include <memory>
#include <optional>
#include <vector>

#include <sys/stat.h>

namespace Countersign {

/// Writes, replaces and removes several files, all or none. The steps in their order: prepare(),
/// publish() of each file, sync(), finish(); after a failure undo() instead of what is left. What
/// Location::commit() does in one go; apart, so that the moments between the steps can be tested.
/// A crash between two renames leaves some files new and some old, each of them whole, and the old
/// contents of what was replaced beside it under temporaryName(); of more than 64 files the new ones
/// that were not renamed as well. Blocking; one thread.
class FileCommit
{
public:
    explicit FileCommit(const QList<FileWrite> &writes);
    ~FileCommit();
    FileCommit(const FileCommit &) = delete;
    FileCommit &operator=(const FileCommit &) = delete;

    /// Checks that every file is what the decision was made on and writes all new contents to the
    /// disk, without touching a file. Errors: Stale, Io, InvalidInput.
    [[nodiscard]] Result<void> prepare();
    [[nodiscard]] qsizetype size() const { return qsizetype(m_entries.size()); }
    /// Gives one file its new contents, or takes it away; its old contents are kept beside it.
    [[nodiscard]] Result<void> publish(qsizetype index);
    [[nodiscard]] Result<void> sync();
    /// Drops the old contents.
    void finish();

    /// Puts everything back that was done. Returns `cause` with words on what became of the files,
    /// also of those that could not be put back.
    [[nodiscard]] Error undo(const Error &cause);

private:
    struct Entry
    {
        FileWrite write;
        FilePlace::Place place;
        int directory = -1; ///< In m_directories.
        std::optional<FileDraft> draft; ///< The new contents; none when the file is removed.
        struct stat before = {}; ///< Of the file that was checked.
        struct stat after = {}; ///< Of the new contents.
        QByteArray kept; ///< Where the old contents are by now.
        bool published = false;
    };
    [[nodiscard]] Result<void> prepareEntry(Entry &entry);
    [[nodiscard]] Result<void> writeDraft(Entry &entry);
    /// The entry whose file an entry's new contents take their attributes from; null when they are a
    /// new file's. Internal when this commit does not remove what they are moved from.
    [[nodiscard]] Result<const Entry *> attributesOf(const Entry &entry) const;
    [[nodiscard]] Result<void> openDirectoryOf(Entry &entry);
    [[nodiscard]] static Result<void> checkKept(const Entry &entry);
    /// Empty when it was put back, else what is the matter.
    [[nodiscard]] static QString putBack(Entry &entry);
    std::vector<std::unique_ptr<FilePlace::PathLock>> m_locks; ///< Released last.
    std::map<QByteArray, UniqueFd> m_directories; ///< Each is opened once, by its path.
    QList<QByteArray> m_made; ///< Directories that were made for it, outermost first.
    std::vector<Entry> m_entries;
};

/// All steps; see Location::commit().
[[nodiscard]] Result<void> commitAll(const QList<FileWrite> &writes);

} // namespace Countersign
