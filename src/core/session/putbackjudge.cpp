// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "session/putback.h"

#include "tools/filechange.h"

#include <algorithm>

namespace Countersign::Session {

using namespace Qt::StringLiterals;

namespace {

Reason whyUnread(const Error &error)
{
    switch (error.code) {
    case ErrorCode::Stale:
        return {Reason::Kind::LinkInTheWay};
    case ErrorCode::InvalidInput:
        return {Reason::Kind::NoFile};
    default:
        return told(error);
    }
}

} // namespace

bool PutBack::Judged::canBePutBack() const
{
    return file.standing == Standing::Stands || file.standing == Standing::Drifted;
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
        file.reason = life.problem;
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
            file.reason.kind = after.error().code == ErrorCode::NotFound ? Reason::Kind::Dropped
                                                                         : Reason::Kind::Damaged;
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
        judged.back.refused = whyUnread(now.error());
    }
    if (judged.back.isWhole() && life.isMoved() && !steps.isEmpty()) {
        const auto old = readImage(m_location, life.firstPath, life.firstResource);
        if (!old || old->kind != ImageKind::Missing)
            judged.back.refused = {Reason::Kind::OldNameTaken, {life.firstResource}};
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
        file.reason = {Reason::Kind::LinesLeft, {}, judged.back.left};
    else if (file.standing == Standing::Drifted)
        file.reason.kind = Reason::Kind::ElsewhereToo;

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

} // namespace Countersign::Session
