// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "session/filelives.h"

#include <QHash>
#include <QSet>

#include <algorithm>

namespace Countersign::Session {

namespace {

void append(FileLife &life, const Image &before, const Image &after)
{
    if (!life.steps.isEmpty() && areAlike(life.steps.last().after, before)) {
        life.steps.last().after = after;
        const FileLife::Step &joined = life.steps.last();
        if (joined.before.kind == joined.after.kind && areAlike(joined.before, joined.after))
            life.steps.removeLast();
        return;
    }
    life.steps.append({before, after});
}

} // namespace

bool areAlike(const Image &a, const Image &b)
{
    if (a.kind == ImageKind::Unkept || a.kind != b.kind || a.hash != b.hash)
        return false;
    return a.kind != ImageKind::File || a.mode == b.mode || a.mode == 0 || b.mode == 0;
}

QList<FileLife> filesOf(const QList<ChangeSet> &sets)
{
    QList<FileLife> lives;
    QHash<QString, qsizetype> byPath;
    const auto lifeAt = [&](const ImageChange &change) -> qsizetype {
        const auto found = byPath.constFind(change.path);
        if (found != byPath.constEnd())
            return *found;
        FileLife life;
        life.firstPath = life.path = change.path;
        life.firstResource = life.resource = change.resource;
        lives.append(life);
        byPath.insert(change.path, lives.size() - 1);
        return lives.size() - 1;
    };
    for (const ChangeSet &set : sets) {
        QHash<QString, const ImageChange *> targets;
        for (const ImageChange &change : set.changes)
            targets.insert(change.path, &change);
        QSet<QString> consumed;
        for (const ImageChange &change : set.changes) {
            const ImageChange *target =
                    change.movedTo.isEmpty() ? nullptr : targets.value(change.movedTo);
            // What replaced another file is told as that file's change, and the old name's removal.
            if (!target || target->before.kind != ImageKind::Missing)
                continue;
            consumed.insert(change.movedTo);
            const qsizetype index = lifeAt(change);
            FileLife &life = lives[index];
            append(life, change.before, target->after);
            life.path = target->path;
            life.resource = target->resource;
            life.problem = life.problem.isEmpty() ? change.problem : life.problem;
            life.byCommand = life.byCommand || set.kind == SetKind::Command;
            life.byPerson = life.byPerson || set.kind >= SetKind::PutBack;
            byPath.remove(change.path);
            byPath.insert(target->path, index);
            consumed.insert(change.path);
        }
        for (const ImageChange &change : set.changes) {
            if (consumed.contains(change.path))
                continue;
            FileLife &life = lives[lifeAt(change)];
            append(life, change.before, change.after);
            life.problem = life.problem.isEmpty() ? change.problem : life.problem;
            life.byCommand = life.byCommand || set.kind == SetKind::Command;
            life.byPerson = life.byPerson || set.kind >= SetKind::PutBack;
        }
    }
    std::sort(lives.begin(), lives.end(), [](const FileLife &a, const FileLife &b) {
        return std::pair(a.firstResource, a.resource) < std::pair(b.firstResource, b.resource);
    });
    return lives;
}

} // namespace Countersign::Session
