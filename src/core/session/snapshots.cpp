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
        const qint64 size =
                std::max(write.expected.bytes.size(), write.bytes.value_or(QByteArray()).size());
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
                change.problem = {Reason::Kind::TooLarge,
                                  {QString::number(kLargestWrite / 1024 / 1024)}};
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
    began(*id, set);
    return *id;
}

void Snapshots::began(qint64 record, const ChangeSet &set)
{
    // Before the write: a look that goes on meanwhile may meet it at once.
    for (const ImageChange &change : set.changes) {
        if (change.after.kind != ImageKind::Unkept)
            m_watch.expect(change.path, change.after);
    }
    const std::lock_guard lock(m_openMutex);
    m_writing.insert(record, set);
}

void Snapshots::wrote(qint64 record, bool done)
{
    ChangeSet set;
    {
        const std::lock_guard lock(m_openMutex);
        set = m_writing.take(record);
    }
    if (!done) {
        for (const ImageChange &change : std::as_const(set.changes))
            m_watch.unexpect(change.path);
        m_store.drop(record);
        return;
    }
    m_store.finish(record);
    if (m_recorded)
        m_recorded(set.session);
}

Result<qint64> Snapshots::willPutBack(ChangeSet set, const QList<QByteArray> &contents)
{
    set.root = m_location.root();
    const auto id = m_store.begin(set, contents);
    if (!id)
        return failure(notRecorded(id.error()));
    began(*id, set);
    return *id;
}

Result<qint64> Snapshots::willRun(const ToolContext &context)
{
    ChangeSet set = setFor(context, m_location, SetKind::Command);
    const std::lock_guard lock(m_mutex);
    if (const auto recovered = recoverLocked(true); !recovered)
        return failure(notRecorded(recovered.error()));
    FolderWatch::Look found;
    // While another command runs, nobody can say whose the differences are: its end looks for both.
    if (m_running.isEmpty()) {
        auto seen = look(false);
        if (!seen)
            return failure(notRecorded(seen.error()));
        found = std::move(*seen);
    }
    const auto id = m_store.begin(set, found.contents, found.update);
    if (!id) {
        m_watch.forget();
        return failure(notRecorded(id.error()));
    }
    set.notes = found.notes;
    Open open{set, m_running.isEmpty(), found.notes.isEmpty()};
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
        FolderWatch::Look found;
        if (open.watched) {
            auto seen = look(true);
            if (seen)
                found = std::move(*seen);
            else
                open.set.notes.append({Reason::Kind::NotFoundOut, {seen.error().message}});
        }
        QList<Reason> notes = open.set.notes;
        for (const Reason &note : std::as_const(found.notes)) {
            if (!notes.contains(note))
                notes.append(note);
        }
        if (!open.alone && !found.changes.isEmpty())
            notes.append({Reason::Kind::OtherCommand});
        const auto stored = m_store.complete(record, found.changes, notes, found.contents,
                                             found.update, onLoss());
        if (!stored)
            onLoss()(stored.error());
    }
    if (m_recorded)
        m_recorded(open.set.session);
}

Result<FolderWatch::Look> Snapshots::look(bool ascribe)
{
    if (m_lost->exchange(false))
        m_watch.forget();
    return m_watch.look(ascribe);
}

std::function<void(const Error &)> Snapshots::onLoss() const
{
    return [lost = m_lost](const Error &error) {
        lost->store(true);
        qCWarning(logSession, "what a command changed could not be recorded: %s",
                  qUtf8Printable(error.message));
    };
}

Result<void> Snapshots::recoverWrites(const ChangeSet &set)
{
    QList<ImageChange> happened;
    const QList<Reason> notes = set.notes;
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

Result<void> Snapshots::recover(bool commands)
{
    const std::lock_guard lock(m_mutex);
    return recoverLocked(commands);
}

Result<void> Snapshots::recoverLocked(bool watched)
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
            if (watched && set.root == m_location.root())
                commands.append(set);
            continue;
        }
        if (Result<void> done = recoverWrites(set); !done)
            return done;
    }
    if (commands.isEmpty())
        return {};
    const auto found = look(true);
    if (!found)
        return failure(found.error());
    for (const ChangeSet &set : std::as_const(commands)) {
        Result<void> stored;
        if (set.id != commands.last().id) {
            stored = m_store.settle(set.id, {}, {});
        } else {
            QList<Reason> notes = found->notes;
            if (!found->changes.isEmpty())
                notes.append({Reason::Kind::ProgramEnded});
            stored = m_store.complete(set.id, found->changes, notes, found->contents, found->update,
                                      onLoss());
        }
        if (!stored) {
            m_watch.forget();
            return stored;
        }
    }
    return {};
}

} // namespace Countersign::Session
