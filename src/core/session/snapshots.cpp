// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "session/snapshots.h"

#include "base/log.h"
#include "session/diskimage.h"

#include <algorithm>

namespace Countersign::Session {

using namespace Qt::StringLiterals;

namespace {

ChangeSet setFor(const ToolContext &context, const Location &location, SetKind kind)
{
    ChangeSet set;
    set.session = context.session;
    set.message = context.message;
    set.call = context.call;
    set.root = location.root();
    set.kind = kind;
    return set;
}

/// The call must not go on when it could not be taken back; the model and the person read why.
Error notRecorded(const Error &cause)
{
    return {cause.code,
            u"Nothing was changed, because what is there now could not be kept for putting it back: "_s
                    + cause.message,
            cause.detail};
}

} // namespace

Snapshots::Snapshots(SnapshotStore &store, const Location &location, QString folder,
                     FolderLimits limits)
    : m_store(store)
    , m_location(location)
    , m_watch(store, location.root(), std::move(folder), limits)
{
}

void Snapshots::setListener(std::function<void(const SessionId &)> recorded)
{
    m_recorded = std::move(recorded);
}

Result<qint64> Snapshots::willWrite(const ToolContext &context, const QList<FileWrite> &writes,
                                    const QList<std::pair<QString, QString>> &moves)
{
    ChangeSet set = setFor(context, m_location, SetKind::Write);
    QList<QByteArray> contents;
    for (const FileWrite &write : writes) {
        ImageChange change;
        change.path = write.path.canonical;
        change.resource = write.path.resource;
        for (const auto &[from, to] : moves) {
            if (from == change.path)
                change.movedTo = to;
        }
        const qint64 size = write.expected.bytes.size() + write.bytes.value_or(QByteArray()).size();
        if (write.expected.exists)
            change.before = {ImageKind::File, write.expected.mode, {}, write.expected.bytes.size()};
        if (write.bytes)
            change.after = {ImageKind::File,
                            write.mode.value_or(write.expected.exists ? write.expected.mode : 0),
                            {},
                            write.bytes->size()};
        const auto keep = [&](Image &image, const QByteArray &bytes) {
            if (image.kind == ImageKind::Missing)
                return;
            if (size > kLargestWrite) {
                image.kind = ImageKind::Unkept;
                change.problem = u"it is larger than %1 MiB"_s.arg(kLargestWrite / 1024 / 1024);
                return;
            }
            image.hash = SnapshotStore::hashOf(bytes);
            contents.append(bytes);
        };
        keep(change.before, write.expected.bytes);
        keep(change.after, write.bytes.value_or(QByteArray()));
        set.changes.append(change);
    }
    const auto id = m_store.begin(set, contents);
    if (!id)
        return failure(notRecorded(id.error()));
    const std::lock_guard lock(m_openMutex);
    m_writing.insert(*id, set);
    return *id;
}

void Snapshots::wrote(qint64 record, bool done)
{
    ChangeSet set;
    {
        const std::lock_guard lock(m_openMutex);
        set = m_writing.take(record);
    }
    if (!done) {
        m_store.drop(record);
        return;
    }
    know(set.changes);
    m_store.finish(record);
    if (m_recorded)
        m_recorded(set.session);
}

void Snapshots::know(const QList<ImageChange> &changes)
{
    const std::lock_guard lock(m_mutex);
    for (const ImageChange &change : changes) {
        if (change.after.kind != ImageKind::Unkept)
            m_watch.know(change.path, change.after);
    }
}

Result<qint64> Snapshots::willPutBack(ChangeSet set, const QList<QByteArray> &contents)
{
    set.root = m_location.root();
    const auto id = m_store.begin(set, contents);
    if (!id)
        return failure(notRecorded(id.error()));
    const std::lock_guard lock(m_openMutex);
    m_writing.insert(*id, set);
    return *id;
}

Result<qint64> Snapshots::willRun(const ToolContext &context)
{
    ChangeSet set = setFor(context, m_location, SetKind::Command);
    const std::lock_guard lock(m_mutex);
    if (const auto recovered = recoverLocked(); !recovered)
        return failure(notRecorded(recovered.error()));
    FolderWatch::Look look;
    // While another command runs, nobody can say whose the differences are: its end looks for both.
    if (m_running.isEmpty()) {
        auto seen = m_watch.look(false);
        if (!seen)
            return failure(notRecorded(seen.error()));
        look = std::move(*seen);
    }
    const auto id = m_store.begin(set, look.contents, look.update);
    if (!id) {
        m_watch.forget();
        return failure(notRecorded(id.error()));
    }
    set.notes = look.notes;
    Open open{set, m_running.isEmpty(), look.notes.isEmpty()};
    for (Open &other : m_running) {
        other.alone = false;
        open.watched = other.watched;
    }
    m_running.insert(*id, open);
    return *id;
}

void Snapshots::ran(qint64 record)
{
    Open open;
    {
        const std::lock_guard lock(m_mutex);
        open = m_running.take(record);
        Result<FolderWatch::Look> look;
        if (open.watched)
            look = m_watch.look(true);
        Result<void> stored;
        if (!look) {
            open.set.notes.append(u"What this command changed could not be found out: "_s
                                  + look.error().message);
            look = FolderWatch::Look();
        }
        QStringList notes = open.set.notes + look->notes;
        if (!open.alone && !look->changes.isEmpty())
            notes.append(
                    u"Another command ran at the same time; what it had changed until the end of "
                    "this one is listed here."_s);
        notes.removeDuplicates();
        stored = m_store.complete(record, look->changes, notes, look->contents, look->update);
        if (!stored) {
            m_watch.forget();
            qCWarning(logSession, "what a command changed could not be recorded: %s",
                      qUtf8Printable(stored.error().message));
        }
    }
    if (m_recorded)
        m_recorded(open.set.session);
}

Result<void> Snapshots::recoverWrites(const ChangeSet &set)
{
    QList<ImageChange> happened;
    QStringList notes = set.notes;
    for (const ImageChange &change : set.changes) {
        const auto now = readImage(m_location, change.path, change.resource);
        // Where it cannot be told, it counts: putting back compares once more.
        if (now && now->kind == change.before.kind && change.before.kind != ImageKind::Unkept
            && SnapshotStore::hashOf(now->content) == change.before.hash)
            continue;
        if (now && now->kind == ImageKind::Missing && change.before.kind == ImageKind::Missing)
            continue;
        happened.append(change);
    }
    return m_store.settle(set.id, happened, notes);
}

Result<void> Snapshots::recover()
{
    const std::lock_guard lock(m_mutex);
    return recoverLocked();
}

Result<void> Snapshots::recoverLocked()
{
    if (m_recovered)
        return {};
    m_recovered = true;
    const auto interrupted = m_store.interrupted();
    if (!interrupted)
        return failure(interrupted.error());
    QList<ChangeSet> commands;
    for (const ChangeSet &set : *interrupted) {
        if (set.kind == SetKind::Command) {
            if (set.root == m_location.root())
                commands.append(set);
            continue;
        }
        if (Result<void> done = recoverWrites(set); !done)
            return done;
    }
    if (commands.isEmpty())
        return {};
    auto look = m_watch.look(true);
    if (!look)
        return failure(look.error());
    for (const ChangeSet &set : std::as_const(commands)) {
        const bool isLast = set.id == commands.last().id;
        Result<void> stored;
        if (isLast && !look->changes.isEmpty()) {
            stored = m_store.complete(
                    set.id, look->changes,
                    look->notes
                            + QStringList{u"The program ended while this command ran. What "
                                          u"differed when it was "
                                          "started again is listed, also what others changed in between."_s},
                    look->contents, look->update);
        } else if (isLast) {
            stored = m_store.complete(set.id, {}, look->notes, look->contents, look->update);
        } else {
            stored = m_store.settle(set.id, {}, {});
        }
        if (!stored) {
            m_watch.forget();
            return stored;
        }
    }
    return {};
}

} // namespace Countersign::Session
