// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "session/putback.h"

#include "diff/partial.h"
#include "tools/filechange.h"

#include <QCryptographicHash>

#include <algorithm>

namespace Countersign::Session {

using namespace Qt::StringLiterals;

namespace {

constexpr int kPromptLength = 120;

QString firstLine(const Message &message)
{
    for (const Part &part : message.parts) {
        if (const auto *text = std::get_if<TextPart>(&part)) {
            const QString line = text->text.trimmed().section(u'\n', 0, 0).simplified();
            return line.size() <= kPromptLength ? line : line.left(kPromptLength - 1) + u'…';
        }
    }
    return {};
}

QStringList resourcesOf(const ChangeSet &set)
{
    QStringList names;
    for (const ImageChange &change : set.changes) {
        if (!names.contains(change.resource))
            names.append(change.resource);
    }
    return names;
}

Image imageOf(const DiskImage &image)
{
    Image made{image.kind, image.mode, {}, image.content.size()};
    if (image.kind != ImageKind::Missing)
        made.hash = SnapshotStore::hashOf(image.content);
    return made;
}

QString sentence(const QString &resource, const QString &reason)
{
    return resource + u": "_s + reason;
}

} // namespace

QString standingName(Standing standing)
{
    switch (standing) {
    case Standing::Stands:
        return u"stands"_s;
    case Standing::Drifted:
        return u"drifted"_s;
    case Standing::Partly:
        return u"partly"_s;
    case Standing::Overtaken:
        return u"overtaken"_s;
    case Standing::Gone:
        return u"gone"_s;
    case Standing::NotKept:
        return u"not_kept"_s;
    }
    return {};
}

QString turnedOffWords(const QString &turnedOffIn)
{
    return u"What sessions change is not kept and cannot be put back, because \"snapshots\" is "
           u"false "
           "in %1. Set it to true there, and open the folder again, to have it kept from then on."_s
                   .arg(turnedOffIn);
}

bool PutBack::Judged::canBePutBack() const
{
    return file.standing == Standing::Stands || file.standing == Standing::Drifted;
}

PutBack::PutBack(SnapshotStore &store, Snapshots &snapshots, const Location &location)
    : m_store(store)
    , m_snapshots(snapshots)
    , m_location(location)
{
}

QHash<MessageId, PutBack::Turn> PutBack::turnsOf(const QList<Message> &messages)
{
    QHash<MessageId, Turn> turns;
    Turn turn;
    for (const Message &message : messages) {
        if (message.role == Role::User)
            turn = {message.id, firstLine(message), message.created};
        else
            turns.insert(message.id, turn);
    }
    return turns;
}

QList<ChangeSet> PutBack::ofTurn(const QList<ChangeSet> &sets, const QHash<MessageId, Turn> &turns,
                                 const MessageId &turn)
{
    QList<ChangeSet> own;
    for (const ChangeSet &set : sets) {
        if (set.kind < SetKind::PutBack && turns.value(set.message).id == turn)
            own.append(set);
    }
    return own;
}

Result<QList<ChangeSet>> PutBack::setsOf(const SessionId &session, const MessageId &turn,
                                         const QList<Message> &messages) const
{
    auto sets = m_store.sets(session);
    if (!sets || turn.isEmpty())
        return sets;
    return ofTurn(*sets, turnsOf(messages), turn);
}

Result<DiskImage> PutBack::load(const Image &image) const
{
    DiskImage loaded{image.kind, image.mode, {}};
    if (image.kind == ImageKind::Missing)
        return loaded;
    auto content = m_store.content(image.hash);
    if (!content)
        return failure(content.error());
    loaded.content = std::move(*content);
    return loaded;
}

Result<PutBack::Judged> PutBack::judge(const FileLife &life, const std::stop_token &stop) const
{
    Judged judged;
    judged.life = life;
    ChangedFile &file = judged.file;
    file.path = life.path;
    file.resource = life.firstResource;
    file.movedTo = life.isMoved() ? life.resource : QString();
    file.byCommand = life.byCommand;
    const auto unkept = std::any_of(life.steps.begin(), life.steps.end(), [](const auto &step) {
        return step.before.kind == ImageKind::Unkept || step.after.kind == ImageKind::Unkept;
    });
    if (unkept) {
        file.standing = Standing::NotKept;
        file.reason = u"It cannot be shown or put back: %1."_s.arg(life.problem);
        const FileLife::Step &first = life.steps.first();
        if (first.before.kind == ImageKind::Missing)
            file.kind = Diff::ChangeKind::Added;
        else if (life.steps.last().after.kind == ImageKind::Missing)
            file.kind = Diff::ChangeKind::Deleted;
        judged.change.resource = file.resource;
        judged.change.target = file.path;
        judged.change.kind = file.kind;
        return judged;
    }
    QList<DoneStep> steps;
    for (const FileLife::Step &step : life.steps) {
        const auto before = load(step.before);
        const auto after = before ? load(step.after) : before;
        if (!after) {
            if (after.error().code != ErrorCode::NotFound
                && after.error().code != ErrorCode::Storage)
                return failure(after.error());
            file.standing = Standing::NotKept;
            file.reason = after.error().message;
            return judged;
        }
        steps.append({*before, *after});
    }
    const auto now = readImage(m_location, life.path, life.resource);
    if (now) {
        judged.now = *now;
        auto back = takeBack(steps, *now, stop);
        if (!back)
            return failure(back.error());
        judged.back = std::move(*back);
    } else {
        judged.back.refused = now.error().message;
    }
    if (judged.back.isWhole() && life.isMoved() && !steps.isEmpty()) {
        const auto old = readImage(m_location, life.firstPath, life.firstResource);
        if (!old || old->kind != ImageKind::Missing)
            judged.back.refused =
                    u"There is another file under its old name %1 now."_s.arg(life.firstResource);
    }
    const bool nothing =
            judged.back.image == judged.now && !(life.isMoved() && judged.back.isWhole());
    if (!nothing)
        file.standing = !judged.back.isWhole() ? Standing::Partly
                : judged.back.drifted          ? Standing::Drifted
                                               : Standing::Stands;
    else if (!judged.back.isWhole())
        file.standing = Standing::Overtaken;
    else
        file.standing = Standing::Gone;
    if (!judged.back.refused.isEmpty())
        file.reason = judged.back.refused;
    else if (!judged.back.left.isEmpty())
        file.reason = u"%1 changed since, so the session's change there was left."_s.arg(
                linesInWords(judged.back.left));
    else if (file.standing == Standing::Drifted)
        file.reason = u"It was changed since, in other places; those stay."_s;

    // What can be taken back from now; where nothing can, what was done.
    DiskImage before = judged.back.image;
    DiskImage after = judged.now;
    if (file.standing == Standing::Overtaken && !steps.isEmpty()) {
        before = steps.first().before;
        after = steps.last().after;
    }
    Diff::FileChange &change = judged.change;
    change.resource = file.resource;
    change.target = file.path;
    change.movedTo = file.movedTo;
    change.before = before.content;
    change.after = after.content;
    const bool isMoved = life.isMoved() && file.standing != Standing::Overtaken;
    if (before.kind == ImageKind::Missing && after.kind != ImageKind::Missing)
        change.kind = Diff::ChangeKind::Added;
    else if (after.kind == ImageKind::Missing && before.kind != ImageKind::Missing)
        change.kind = Diff::ChangeKind::Deleted;
    else
        change.kind = isMoved ? Diff::ChangeKind::Moved : Diff::ChangeKind::Modified;
    if (change.kind == Diff::ChangeKind::Added && life.isMoved())
        change.resource = life.resource;
    if (change.kind != Diff::ChangeKind::Moved)
        change.movedTo.clear();
    if (before.kind == ImageKind::Link || after.kind == ImageKind::Link)
        change.facts.append(u"symlink"_s);
    if (before.kind == ImageKind::File && after.kind == ImageKind::File && before.mode != 0
        && after.mode != 0 && before.mode != after.mode)
        change.facts.append(u"mode"_s);
    file.kind = change.kind;
    file.movedTo = change.movedTo;
    file.resource = change.resource;
    if (Result<void> described = describe(judged); !described)
        return failure(described.error());
    return judged;
}

Result<void> PutBack::describe(Judged &judged) const
{
    const auto diff = [&]() -> Result<Diff::LineDiff> {
        const Diff::FileChange shown = asUtf8(judged.change);
        return Diff::lineDiff(shown.before, shown.after);
    }();
    if (!diff)
        return failure(diff.error());
    judged.file.counts = diff->counts();
    judged.file.places = int(diff->blocks.size());
    return {};
}

Result<QList<ChangedFile>> PutBack::filesIn(const QList<ChangeSet> &sets,
                                            const std::stop_token &stop) const
{
    QList<ChangedFile> files;
    const QList<FileLife> lives = filesOf(sets);
    for (const FileLife &life : lives) {
        const auto judged = judge(life, stop);
        if (!judged)
            return failure(judged.error());
        // What came to nothing by itself is no change; what was put back is worth telling.
        if (judged->life.steps.isEmpty() && !judged->life.byPerson)
            continue;
        files.append(judged->file);
    }
    return files;
}

Result<SessionChanges> PutBack::changes(const SessionId &session, const QList<Message> &messages,
                                        const std::stop_token &stop) const
{
    const auto sets = m_store.sets(session);
    if (!sets)
        return failure(sets.error());
    SessionChanges changes;
    changes.session = session;
    auto files = filesIn(*sets, stop);
    if (!files)
        return failure(files.error());
    changes.all.files = std::move(*files);
    const QHash<MessageId, Turn> turns = turnsOf(messages);
    QList<Turn> order;
    for (const ChangeSet &set : *sets) {
        for (const QString &note : set.notes) {
            if (!changes.all.notes.contains(note))
                changes.all.notes.append(note);
        }
        const Turn turn = turns.value(set.message);
        const bool isKnown = std::any_of(order.begin(), order.end(),
                                         [&](const Turn &other) { return other.id == turn.id; });
        if (set.kind < SetKind::PutBack && !isKnown)
            order.append(turn);
    }
    for (const Turn &turn : std::as_const(order)) {
        ChangeGroup group{turn.id, turn.prompt, turn.time, {}, {}};
        const QList<ChangeSet> own = ofTurn(*sets, turns, turn.id);
        auto ofGroup = filesIn(own, stop);
        if (!ofGroup)
            return failure(ofGroup.error());
        group.files = std::move(*ofGroup);
        for (const ChangeSet &set : own) {
            for (const QString &note : set.notes) {
                if (!group.notes.contains(note))
                    group.notes.append(note);
            }
        }
        if (!group.files.isEmpty())
            changes.turns.append(group);
    }
    if (const ChangeSet *act = nextUndo(*sets))
        changes.undo = resourcesOf(*act);
    if (const ChangeSet *act = nextRedo(*sets))
        changes.redo = resourcesOf(*act);
    return changes;
}

QByteArray PutBack::digestOf(const Diff::FileChange &change)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    for (const QByteArray &part : {change.target.toUtf8(), change.before, change.after}) {
        hash.addData(QByteArray::number(part.size()));
        hash.addData(QByteArrayView(" "));
        hash.addData(part);
    }
    return hash.result();
}

Result<ShownChange> PutBack::change(const SessionId &session, const MessageId &turn,
                                    const QString &file, const QList<Message> &messages,
                                    const std::stop_token &stop) const
{
    const auto sets = setsOf(session, turn, messages);
    if (!sets)
        return failure(sets.error());
    const QList<FileLife> lives = filesOf(*sets);
    for (const FileLife &life : lives) {
        if (life.path != file && life.resource != file && life.firstResource != file)
            continue;
        const auto judged = judge(life, stop);
        if (!judged)
            return failure(judged.error());
        return ShownChange{session, turn, judged->file, judged->change, digestOf(judged->change)};
    }
    return failure(ErrorCode::NotFound,
                   u"The session has not changed a file named \"%1\"."_s.arg(file));
}

Result<DiskImage> PutBack::withoutPlace(const Judged &judged, const PutBackOrder &order)
{
    if (judged.file.standing == Standing::Overtaken || judged.file.standing == Standing::NotKept
        || judged.file.standing == Standing::Gone)
        return failure(ErrorCode::Stale,
                       sentence(judged.file.resource,
                                judged.file.reason.isEmpty()
                                        ? u"Nothing of it is left to be put back."_s
                                        : judged.file.reason));
    const Diff::FileChange &change = judged.change;
    if (!Diff::canLeaveOut(change.before, change.after))
        return failure(ErrorCode::Unsupported,
                       sentence(judged.file.resource,
                                u"In this kind of file single places cannot be put back; put back "
                                "the whole file."_s));
    Diff::Block block;
    if (order.place) {
        block = *order.place;
    } else {
        const auto diff = Diff::lineDiff(change.before, change.after);
        if (!diff)
            return failure(diff.error());
        const int number = order.placeNumber.value_or(-1);
        if (number < 0 || number >= diff->blocks.size())
            return failure(ErrorCode::NotFound,
                           sentence(judged.file.resource,
                                    u"It has %1 changed places, there is no number %2."_s
                                            .arg(diff->blocks.size())
                                            .arg(number + 1)));
        block = diff->blocks.at(number);
    }
    const int oldLines = int(change.before.count('\n'))
            + (change.before.isEmpty() || change.before.endsWith('\n') ? 0 : 1);
    const int newLines = int(change.after.count('\n'))
            + (change.after.isEmpty() || change.after.endsWith('\n') ? 0 : 1);
    if (block.oldStart < 0 || block.newStart < 0 || block.oldCount < 0 || block.newCount < 0
        || block.oldStart + block.oldCount > oldLines || block.newStart + block.newCount > newLines)
        return failure(ErrorCode::Stale,
                       sentence(judged.file.resource,
                                u"The place is not there any more; look at it again."_s));
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
            report.refused.append(sentence(
                    judged->file.resource,
                    u"Another file that is put back has the same name; do it once more."_s));
            continue;
        }
        if (!order.digest.isEmpty() && order.digest != digestOf(judged->change))
            return failure(ErrorCode::Stale,
                           sentence(judged->file.resource,
                                    u"It has changed since it was shown, so nothing was put back; "
                                    "look at it again."_s));
        if (order.files.isEmpty() && judged->file.standing == Standing::Gone)
            continue;
        const bool isWholePlace = judged->change.kind == Diff::ChangeKind::Added
                || judged->change.kind == Diff::ChangeKind::Deleted;
        if (byPlace && !(isWholePlace && judged->canBePutBack())) {
            const auto place = withoutPlace(*judged, order);
            if (!place)
                return failure(place.error());
            writes.append({life.path, life.resource, judged->now, *place});
        } else if (!judged->canBePutBack()) {
            report.refused.append(sentence(judged->file.resource,
                                           judged->file.standing == Standing::Gone
                                                   ? u"Nothing of it is left to be put back."_s
                                                   : judged->file.reason));
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
        report.refused.append(sentence(name, u"The session has not changed it."_s));
    if (writes.isEmpty()) {
        if (report.refused.isEmpty())
            return failure(ErrorCode::NotFound, u"There is nothing to be put back."_s);
        return report;
    }
    if (Result<void> applied = apply(act, writes); !applied)
        return failure(applied.error());
    return report;
}

const ChangeSet *PutBack::nextUndo(const QList<ChangeSet> &sets)
{
    const auto act = std::find_if(sets.rbegin(), sets.rend(), [](const ChangeSet &set) {
        return set.kind == SetKind::PutBack && !set.undone;
    });
    return act == sets.rend() ? nullptr : &*act;
}

const ChangeSet *PutBack::nextRedo(const QList<ChangeSet> &sets)
{
    // The one that was undone last: undoing goes from the newest to the oldest.
    const ChangeSet *next = nullptr;
    for (auto set = sets.rbegin(); set != sets.rend(); ++set) {
        if (set->kind != SetKind::PutBack)
            continue;
        if (!set->undone)
            break;
        next = &*set;
    }
    return next;
}

Result<PutBackReport> PutBack::undo(const SessionId &session)
{
    const std::lock_guard lock(m_acting);
    const auto sets = m_store.sets(session);
    if (!sets)
        return failure(sets.error());
    const ChangeSet *act = nextUndo(*sets);
    if (!act)
        return failure(ErrorCode::NotFound,
                       u"Nothing was put back in this session that could be undone."_s);
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
        return failure(ErrorCode::NotFound,
                       u"Nothing was undone in this session that could be done once more."_s);
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
            report.refused.append(sentence(
                    change.resource,
                    back->refused.isEmpty() ? u"%1 changed since."_s.arg(linesInWords(back->left))
                                            : back->refused));
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
            return failure(applied.error());
    }
    if (Result<void> marked = m_store.setUndone(act.id, kind == SetKind::Undo); !marked)
        return failure(marked.error());
    return report;
}

} // namespace Countersign::Session
