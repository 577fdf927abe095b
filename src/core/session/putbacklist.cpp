// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "session/putback.h"

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

} // namespace

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
        for (const Reason &note : set.notes) {
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
            for (const Reason &note : set.notes) {
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

} // namespace Countersign::Session
