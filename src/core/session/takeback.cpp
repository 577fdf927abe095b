// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "session/takeback.h"

#include "diff/partial.h"

#include <algorithm>

namespace Countersign::Session {

namespace {

bool isText(const DiskImage &image)
{
    return image.kind == ImageKind::File && Diff::isByteText(image.content);
}

bool areSame(const DiskImage &a, const DiskImage &b)
{
    return a.kind == b.kind && a.content == b.content;
}

/// A mode that changed since is somebody's wish; 0 is one that nobody chose.
mode_t modeBack(mode_t now, const DoneStep &step)
{
    const bool changed = step.before.kind == ImageKind::File && step.after.kind == ImageKind::File
            && step.before.mode != 0 && step.before.mode != step.after.mode;
    return changed && now == step.after.mode ? step.before.mode : now;
}

Reason::Kind whyNot(const DoneStep &step, const DiskImage &now)
{
    if (now.kind == ImageKind::Missing)
        return Reason::Kind::Removed;
    if (step.after.kind == ImageKind::Missing)
        return Reason::Kind::Replaced;
    if (step.before.kind == ImageKind::Missing)
        return Reason::Kind::MadeAndChanged;
    if (now.kind != step.after.kind || step.before.kind != step.after.kind)
        return Reason::Kind::OtherKind;
    return Reason::Kind::NoText;
}

} // namespace

Result<TakenBack> takeBack(const QList<DoneStep> &steps, const DiskImage &now,
                           const std::stop_token &stop)
{
    TakenBack result;
    result.image = now;
    if (steps.isEmpty())
        return result;
    const DiskImage &last = steps.last().after;
    result.drifted = !areSame(now, last)
            || (now.kind == ImageKind::File && last.mode != 0 && now.mode != last.mode);

    for (qsizetype i = steps.size(); i-- > 0;) {
        // A run of steps between texts is taken back in one go: lines keep their numbers of now.
        qsizetype first = i;
        while (first >= 0 && isText(result.image) && isText(steps.at(first).before)
               && isText(steps.at(first).after))
            --first;
        if (first < i) {
            QList<Diff::MadeChange> made;
            for (qsizetype step = first + 1; step <= i; ++step)
                made.append({steps.at(step).before.content, steps.at(step).after.content});
            const auto reversal = Diff::takenBack(made, result.image.content, stop);
            if (!reversal)
                return failure(reversal.error());
            for (qsizetype step = i; step > first; --step)
                result.image.mode = modeBack(result.image.mode, steps.at(step));
            result.image.content = reversal->text;
            result.left.append(reversal->left);
            i = first + 1;
            continue;
        }
        const DoneStep &step = steps.at(i);
        if (areSame(result.image, step.after)) {
            const mode_t mode =
                    step.before.kind == ImageKind::File && step.after.kind == ImageKind::File
                    ? modeBack(result.image.mode, step)
                    : step.before.mode;
            result.image = step.before;
            result.image.mode = mode;
        } else if (!areSame(result.image, step.before)) {
            result.refused.kind = whyNot(step, result.image);
            if (step.before.kind == ImageKind::Missing && isText(result.image)
                && isText(step.after)) {
                const auto since = Diff::lineDiff(step.after.content, result.image.content, stop);
                if (!since)
                    return failure(since.error());
                QList<Diff::LineRange> lines;
                for (const Diff::Block &block : since->blocks)
                    lines.append({block.newStart, block.newCount});
                result.refused = {Reason::Kind::MadeAndChangedThere, {}, lines};
            }
            break;
        }
    }
    return result;
}

} // namespace Countersign::Session
