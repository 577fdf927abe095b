// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "session/putback.h"

#include "diff/partial.h"

#include <algorithm>

namespace Countersign::Session {

using namespace Qt::StringLiterals;

namespace {

Image imageOf(const DiskImage &image)
{
    Image made{image.kind, image.mode, {}, image.content.size()};
    if (image.kind != ImageKind::Missing)
        made.hash = SnapshotStore::hashOf(image.content);
    return made;
}

/// Of a file of which nothing can be put back.
Reason whyNotAtAll(const ChangedFile &file)
{
    return file.standing == Standing::Gone || file.reason.isEmpty()
            ? Reason{Reason::Kind::NothingLeft}
            : file.reason;
}

PutBackReport nothingDone(PutBackReport report, const Refusal &refusal)
{
    report.done.clear();
    report.refused = {refusal};
    return report;
}

PutBackReport notApplied(const PutBackReport &report, const QList<ImageWrite> &writes,
                         const Error &error)
{
    if (error.code == ErrorCode::Stale && writes.size() == 1)
        return nothingDone(report, {writes.first().resource, {Reason::Kind::ChangedNow}});
    return nothingDone(report, {{}, told(error)});
}

} // namespace

PutBack::PutBack(SnapshotStore &store, Snapshots &snapshots, const Location &location)
    : m_store(store)
    , m_snapshots(snapshots)
    , m_location(location)
{
}

tl::expected<DiskImage, Reason> PutBack::withoutPlace(const Judged &judged,
                                                      const PutBackOrder &order)
{
    if (judged.file.standing == Standing::Overtaken || judged.file.standing == Standing::NotKept
        || judged.file.standing == Standing::Gone)
        return tl::unexpected(whyNotAtAll(judged.file));
    const Diff::FileChange &change = judged.change;
    if (!Diff::isByteText(change.before) || !Diff::isByteText(change.after))
        return tl::unexpected(Reason{Reason::Kind::WholeFileOnly});
    Diff::Block block;
    if (order.place) {
        block = *order.place;
    } else {
        const auto diff = Diff::lineDiff(change.before, change.after);
        if (!diff)
            return tl::unexpected(told(diff.error()));
        const int number = order.placeNumber.value_or(-1);
        if (number < 0 || number >= diff->blocks.size())
            return tl::unexpected(
                    Reason{Reason::Kind::NoSuchPlace,
                           {QString::number(diff->blocks.size()), QString::number(number + 1)}});
        block = diff->blocks.at(number);
    }
    const int oldLines = int(change.before.count('\n'))
            + (change.before.isEmpty() || change.before.endsWith('\n') ? 0 : 1);
    const int newLines = int(change.after.count('\n'))
            + (change.after.isEmpty() || change.after.endsWith('\n') ? 0 : 1);
    if (block.oldStart < 0 || block.newStart < 0 || block.oldCount < 0 || block.newCount < 0
        || block.oldStart + block.oldCount > oldLines || block.newStart + block.newCount > newLines)
        return tl::unexpected(Reason{Reason::Kind::PlaceGone});
    DiskImage wanted = judged.now;
    wanted.content = Diff::withBlockTakenBack(change.before, change.after, block);
    return wanted;
}

Result<void> PutBack::apply(ChangeSet set, const QList<ImageWrite> &writes)
{
    QList<QByteArray> contents;
    for (const ImageWrite &write : writes) {
        ImageChange change;
        change.path = write.path;
        change.resource = write.resource;
        change.before = imageOf(write.expected);
        change.after = imageOf(write.wanted);
        for (const DiskImage *image : {&write.expected, &write.wanted}) {
            if (image->kind != ImageKind::Missing)
                contents.append(image->content);
        }
        for (ImageChange &given : set.changes) {
            if (given.path == change.path)
                change.movedTo = given.movedTo;
        }
        set.changes.removeIf([&](const ImageChange &given) { return given.path == change.path; });
        set.changes.append(change);
    }
    const auto record = m_snapshots.willPutBack(set, contents);
    if (!record)
        return failure(record.error());
    Result<void> written = writeImages(m_location, writes);
    m_snapshots.wrote(*record, written.has_value());
    return written;
}

Result<PutBackReport> PutBack::putBack(const PutBackOrder &order, const QList<Message> &messages)
{
    const std::lock_guard lock(m_acting);
    const auto sets = setsOf(order.session, order.turn, messages);
    if (!sets)
        return failure(sets.error());
    const bool byPlace = order.place || order.placeNumber;
    PutBackReport report;
    report.session = order.session;
    ChangeSet act;
    act.session = order.session;
    act.kind = SetKind::PutBack;
    QList<ImageWrite> writes;
    QStringList wanted = order.files;
    const QList<FileLife> lives = filesOf(*sets);
    for (const FileLife &life : lives) {
        const auto isIt = [&](const QString &name) {
            return name == life.path || name == life.resource || name == life.firstResource;
        };
        const bool isWanted =
                order.files.isEmpty() || std::any_of(order.files.begin(), order.files.end(), isIt);
        if (!isWanted)
            continue;
        wanted.removeIf(isIt);
        const auto judged = judge(life, {});
        if (!judged)
            return failure(judged.error());
        const bool isTaken = std::any_of(writes.begin(), writes.end(), [&](const auto &write) {
            return write.path == life.path || write.path == life.firstPath;
        });
        if (isTaken) {
            report.refused.append({judged->file.resource, {Reason::Kind::SameName}});
            continue;
        }
        if (!order.digest.isEmpty() && order.digest != digestOf(judged->change))
            return nothingDone(report, {judged->file.resource, {Reason::Kind::ChangedSinceShown}});
        if (order.files.isEmpty() && judged->file.standing == Standing::Gone)
            continue;
        const bool isWholePlace = judged->change.kind == Diff::ChangeKind::Added
                || judged->change.kind == Diff::ChangeKind::Deleted;
        if (byPlace && !(isWholePlace && judged->canBePutBack())) {
            const auto place = withoutPlace(*judged, order);
            if (!place)
                return nothingDone(report, {judged->file.resource, place.error()});
            writes.append({life.path, life.resource, judged->now, *place});
        } else if (!judged->canBePutBack()) {
            report.refused.append({judged->file.resource, whyNotAtAll(judged->file)});
            continue;
        } else if (life.isMoved()) {
            ImageChange moved;
            moved.path = life.path;
            moved.movedTo = life.firstPath;
            act.changes.append(moved);
            writes.append({life.path, life.resource, judged->now, DiskImage()});
            if (judged->back.image.kind != ImageKind::Missing)
                writes.append(
                        {life.firstPath, life.firstResource, DiskImage(), judged->back.image});
        } else {
            writes.append({life.path, life.resource, judged->now, judged->back.image});
        }
        report.done.append(judged->file.resource);
    }
    for (const QString &name : std::as_const(wanted))
        report.refused.append({name, {Reason::Kind::NotOfTheSession}});
    if (writes.isEmpty()) {
        if (report.refused.isEmpty())
            report.refused.append({{}, {Reason::Kind::NothingToPutBack}});
        return report;
    }
    if (Result<void> applied = apply(act, writes); !applied)
        return notApplied(report, writes, applied.error());
    return report;
}

Result<PutBackReport> PutBack::undo(const SessionId &session)
{
    const std::lock_guard lock(m_acting);
    const auto sets = m_store.sets(session);
    if (!sets)
        return failure(sets.error());
    const ChangeSet *act = nextUndo(*sets);
    if (!act)
        return PutBackReport{
                session, PutBackReport::Act::Undo, {}, {{{}, {Reason::Kind::NothingToUndo}}}};
    return turnAround(*act, SetKind::Undo);
}

Result<PutBackReport> PutBack::redo(const SessionId &session)
{
    const std::lock_guard lock(m_acting);
    const auto sets = m_store.sets(session);
    if (!sets)
        return failure(sets.error());
    const ChangeSet *act = nextRedo(*sets);
    if (!act)
        return PutBackReport{
                session, PutBackReport::Act::Redo, {}, {{{}, {Reason::Kind::NothingToRedo}}}};
    return turnAround(*act, SetKind::Redo);
}

Result<PutBackReport> PutBack::turnAround(const ChangeSet &act, SetKind kind)
{
    PutBackReport report;
    report.session = act.session;
    report.act = kind == SetKind::Undo ? PutBackReport::Act::Undo : PutBackReport::Act::Redo;
    ChangeSet set;
    set.session = act.session;
    set.kind = kind;
    set.about = act.id;
    QList<ImageWrite> writes;
    for (const ImageChange &change : act.changes) {
        const auto before = load(change.before);
        const auto after = before ? load(change.after) : before;
        if (!after)
            return failure(after.error());
        const auto now = readImage(m_location, change.path, change.resource);
        if (!now)
            return failure(now.error());
        const DoneStep step =
                kind == SetKind::Undo ? DoneStep{*before, *after} : DoneStep{*after, *before};
        const auto back = takeBack({step}, *now);
        if (!back)
            return failure(back.error());
        if (!back->isWhole()) {
            report.refused.append({change.resource,
                                   back->refused.isEmpty()
                                           ? Reason{Reason::Kind::LinesChanged, {}, back->left}
                                           : back->refused});
            continue;
        }
        if (!report.done.contains(change.resource))
            report.done.append(change.resource);
        if (back->image == *now)
            continue;
        writes.append({change.path, change.resource, *now, back->image});
        // A name that had gone back to another one comes from there again.
        if (kind == SetKind::Redo && !change.movedTo.isEmpty()) {
            set.changes.append({change.path, change.resource, {}, {}, change.movedTo, {}});
        } else if (kind == SetKind::Undo) {
            for (const ImageChange &other : act.changes) {
                if (other.movedTo == change.path)
                    set.changes.append({change.path, change.resource, {}, {}, other.path, {}});
            }
        }
    }
    if (!report.refused.isEmpty()) {
        report.done.clear();
        return report;
    }
    if (!writes.isEmpty()) {
        if (Result<void> applied = apply(set, writes); !applied)
            return notApplied(report, writes, applied.error());
    }
    if (Result<void> marked = m_store.setUndone(act.id, kind == SetKind::Undo); !marked)
        return failure(marked.error());
    return report;
}

} // namespace Countersign::Session
