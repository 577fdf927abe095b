// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "location/filecommit.h"

#include "base/log.h"
#include "location/canonicalpath.h"
#include "location/opendirectory.h"

#include <QFile>
#include <QSet>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace Countersign {

using namespace FilePlace;
using namespace Qt::StringLiterals;

namespace {

/// New contents that are held without a name. Systems let a program open 1024 files as a rule.
constexpr size_t kOpenDrafts = 64;

/// Renames without replacing anything.
bool renameToFree(int directory, const QByteArray &from, const QByteArray &to)
{
    if (::renameat2(directory, from.constData(), directory, to.constData(), RENAME_NOREPLACE) == 0)
        return true;
    if (errno != EINVAL && errno != ENOSYS)
        return false;
    return ::linkat(directory, from.constData(), directory, to.constData(), 0) == 0
            && ::unlinkat(directory, from.constData(), 0) == 0;
}

} // namespace

FileCommit::FileCommit(const QList<FileWrite> &writes)
{
    QStringList paths;
    for (const FileWrite &write : writes) {
        paths.append(write.path.canonical);
        Entry entry;
        entry.write = write;
        m_entries.push_back(std::move(entry));
    }
    // In one order for everybody: two commits that share files wait for each other, not in a circle.
    std::sort(paths.begin(), paths.end());
    paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
    for (const QString &path : std::as_const(paths))
        m_locks.push_back(std::make_unique<PathLock>(path));
}

FileCommit::~FileCommit() = default;

Result<void> FileCommit::prepare()
{
    if (m_locks.size() != m_entries.size())
        return failure(ErrorCode::Internal,
                       u"One file was to be written twice in one step; nothing was written."_s);
    for (Entry &entry : m_entries) {
        if (Result<void> prepared = prepareEntry(entry); !prepared)
            return prepared;
    }
    // Only when every file could be written is space taken on the disk.
    for (Entry &entry : m_entries) {
        if (entry.write.bytes) {
            if (Result<void> drafted = writeDraft(entry); !drafted)
                return drafted;
        }
    }
    return {};
}

Result<void> FileCommit::openDirectoryOf(Entry &entry)
{
    const QByteArray &path = entry.place.directory;
    auto known = m_directories.find(path);
    if (known == m_directories.end()) {
        const bool mayMake = entry.write.bytes && !entry.write.expected.exists;
        if (mayMake)
            m_made.append(missingDirectories(path));
        Result<UniqueFd> directory = mayMake ? openOrMakeDirectory(path) : openDirectory(path);
        if (!directory)
            return directory.error().code == ErrorCode::NotFound ? changed(entry.place)
                                                                 : failure(directory.error());
        known = m_directories.emplace(path, std::move(*directory)).first;
    }
    entry.directory = known->second.get();
    return {};
}

Result<void> FileCommit::prepareEntry(Entry &entry)
{
    Result<Place> place = placeOf(entry.write.path);
    if (!place)
        return failure(place.error());
    entry.place = std::move(*place);
    if (Result<void> opened = openDirectoryOf(entry); !opened)
        return opened;
    const FileSnapshot &expected = entry.write.expected;
    const int directory = entry.directory;
    // Before its bytes are compared: what happens after this moment shows in what was kept.
    if (expected.exists
        && ::fstatat(directory, entry.place.name.constData(), &entry.before, AT_SYMLINK_NOFOLLOW)
                != 0)
        return changed(entry.place);
    const Result<FileSnapshot> now = readUnchanged(directory, entry.place, expected);
    if (!now)
        return failure(now.error());
    if (now->exists)
        return checkWritable(directory, entry.place, now->mode);
    if (!entry.write.bytes)
        return changed(entry.place); // There is nothing to remove.
    return {};
}

Result<const FileCommit::Entry *> FileCommit::attributesOf(const Entry &entry) const
{
    if (entry.write.expected.exists)
        return &entry;
    if (entry.write.movedFrom.isEmpty())
        return nullptr;
    for (const Entry &other : m_entries) {
        if (other.write.path.canonical == entry.write.movedFrom && other.write.expected.exists
            && !other.write.bytes)
            return &other;
    }
    return failure(ErrorCode::Internal,
                   u"%1 was to be moved from a file that stays; nothing was written."_s.arg(
                           entry.place.shown));
}

Result<void> FileCommit::writeDraft(Entry &entry)
{
    FileDraft &draft = entry.draft.emplace(entry.directory, entry.place.shown);
    const Result<const Entry *> from = attributesOf(entry);
    if (!from)
        return failure(from.error());
    const Entry *old = *from;
    const bool plain = !old && !entry.write.mode;
    // A replaced file may be private: nobody else reads the new contents before the mode is set.
    Result<void> step = draft.create(plain ? 0666 : 0600);
    if (step)
        step = draft.write(*entry.write.bytes);
    if (step && old)
        step = draft.takeAttributes(old->directory, old->place.name, old->before,
                                    entry.write.mode.value_or(old->before.st_mode) & kKeptModeBits);
    else if (step && entry.write.mode)
        step = draft.setMode(*entry.write.mode & kKeptModeBits);
    if (step)
        step = draft.sync();
    if (step && ::fstat(draft.descriptor(), &entry.after) != 0)
        return writeFailure(errno, "fstat", entry.place.shown);
    if (step && m_entries.size() > kOpenDrafts)
        step = draft.close();
    return step;
}

Result<void> FileCommit::publish(qsizetype index)
{
    Entry &entry = m_entries[size_t(index)];
    const int directory = entry.directory;
    if (!entry.write.expected.exists) {
        Result<void> published = entry.draft->publishNew(entry.place.name);
        if (!published)
            return published.error().code == ErrorCode::Exists ? changed(entry.place)
                                                               : std::move(published);
        entry.published = true;
        return {};
    }
    if (entry.draft) {
        Result<QByteArray> kept = entry.draft->exchangeWith(entry.place.name);
        if (!kept)
            return kept.error().code == ErrorCode::NotFound ? changed(entry.place)
                                                            : failure(kept.error());
        entry.kept = std::move(*kept);
    } else {
        const QByteArray kept = temporaryName();
        if (::renameat(directory, entry.place.name.constData(), directory, kept.constData()) != 0)
            return errno == ENOENT ? changed(entry.place)
                                   : writeFailure(errno, "renameat", entry.place.shown);
        entry.kept = kept;
    }
    entry.published = true;
    return checkKept(entry);
}

/// What was taken away must be what was compared: an editor may have saved in between.
Result<void> FileCommit::checkKept(const Entry &entry)
{
    struct stat status{};
    if (::fstatat(entry.directory, entry.kept.constData(), &status, AT_SYMLINK_NOFOLLOW) == 0
        && isUntouched(status, entry.before))
        return {};
    const Place kept{entry.place.directory, entry.kept, entry.place.shown};
    const Result<FileSnapshot> now = readUnchanged(entry.directory, kept, entry.write.expected);
    if (!now)
        return failure(now.error());
    return {};
}

Result<void> FileCommit::sync()
{
    QSet<QByteArray> done;
    for (const Entry &entry : m_entries) {
        if (done.contains(entry.place.directory))
            continue;
        done.insert(entry.place.directory);
        if (Result<void> synced = syncDirectory(entry.directory, entry.place.shown); !synced)
            return synced;
    }
    return {};
}

void FileCommit::finish()
{
    for (Entry &entry : m_entries) {
        if (!entry.kept.isEmpty() && ::unlinkat(entry.directory, entry.kept.constData(), 0) != 0)
            qCWarning(logBase, "the old contents beside a written file could not be removed: %s",
                      std::strerror(errno));
        entry.kept.clear();
    }
}

QString FileCommit::putBack(Entry &entry)
{
    const int directory = entry.directory;
    const char *name = entry.place.name.constData();
    struct stat now{};
    const bool found = ::fstatat(directory, name, &now, AT_SYMLINK_NOFOLLOW) == 0;
    const bool ours = found && isSameFile(now, entry.after);
    const QString where = entry.kept.isEmpty()
            ? QString()
            : u"; its old contents are in \"%1\" beside it"_s.arg(QFile::decodeName(entry.kept));
    if (entry.draft ? !ours : found)
        return u"%1 has been changed by somebody else since%2"_s.arg(entry.place.shown, where);
    bool done = false;
    if (entry.kept.isEmpty())
        done = ::unlinkat(directory, name, 0) == 0;
    else if (entry.draft)
        done = ::renameat(directory, entry.kept.constData(), directory, name) == 0;
    else
        done = renameToFree(directory, entry.kept, entry.place.name);
    if (!done) {
        const QString reason = qt_error_string(errno);
        return u"%1 could not be put back (%2)%3"_s.arg(entry.place.shown, reason, where);
    }
    entry.kept.clear();
    entry.published = false;
    return {};
}

Error FileCommit::undo(const Error &cause)
{
    QStringList problems;
    qsizetype count = 0;
    for (auto entry = m_entries.rbegin(); entry != m_entries.rend(); ++entry) {
        if (!entry->published)
            continue;
        ++count;
        if (const QString problem = putBack(*entry); !problem.isEmpty())
            problems.append(problem);
    }
    for (Entry &entry : m_entries)
        entry.draft.reset();
    if (count > 0) {
        if (const Result<void> synced = sync(); !synced)
            qCWarning(logBase, "%s", qUtf8Printable(synced.error().message));
    }
    m_directories.clear(); // So that there are descriptors to go on with.
    removeDirectories(m_made);
    m_made.clear();
    Error error = cause;
    if (!problems.isEmpty())
        error.message += u" Not all of what had been written before could be taken back: %1."_s.arg(
                problems.join(u"; "_s));
    else if (count > 0)
        error.message += u" What had been written before was taken back, so every file is as it "
                         "was."_s;
    else if (m_entries.size() > 1)
        error.message += u" No file was changed."_s;
    return error;
}

Result<void> Location::commit(const QList<FileWrite> &writes) const
{
    // One file needs no way back, and so no second name for its old contents, which a crash would leave.
    if (writes.size() == 1 && !writes.first().mode && writes.first().movedFrom.isEmpty()) {
        const FileWrite &only = writes.first();
        return only.bytes ? writeFile(only.path, only.expected, *only.bytes)
                          : removeFile(only.path, only.expected);
    }
    return commitAll(writes);
}

Result<void> commitAll(const QList<FileWrite> &writes)
{
    FileCommit commit(writes);
    Result<void> step = commit.prepare();
    for (qsizetype i = 0; step && i < commit.size(); ++i)
        step = commit.publish(i);
    if (step)
        step = commit.sync();
    if (!step)
        return failure(commit.undo(step.error()));
    commit.finish();
    return {};
}

} // namespace Countersign
