// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "tools/filechange.h"

#include "base/textfile.h"
#include "diff/linediff.h"
#include "tools/asking.h"

namespace Countersign {

using namespace Qt::StringLiterals;

namespace {

Diff::FileChange proposalFor(const IntendedChange &change)
{
    Diff::FileChange file;
    file.kind = change.snapshot.exists ? Diff::ChangeKind::Modified : Diff::ChangeKind::Added;
    file.resource = change.path.resource;
    file.target = change.path.canonical;
    file.before = change.snapshot.bytes;
    file.after = change.after;
    if (change.path.externalDirectory)
        file.facts.append(u"outside"_s);
    if (change.path.throughSymlink)
        file.facts.append(u"symlink"_s);
    if (looksBinary(file.before) || looksBinary(file.after))
        file.facts.append(u"binary"_s);
    return file;
}

/// What the person made of `proposed`, told to the model.
Result<QString> differenceForModel(const Diff::FileChange &proposed,
                                   const Diff::FileChange &written)
{
    Diff::FileChange difference = written;
    difference.kind = Diff::ChangeKind::Modified;
    difference.before = proposed.after;
    const auto patch = Diff::unifiedPatch(difference);
    if (!patch)
        return failure(patch.error());
    return u"The person changed the proposal before allowing it. From what you proposed to what is "
           "in the file now:\n%1"_s.arg(*patch);
}

} // namespace

Result<AppliedChange> askAndWrite(const ToolServices &services, const ToolContext &context,
                                  const IntendedChange &change)
{
    const Diff::FileChange proposed = proposalFor(change);
    Permission::Inquiry inquiry = inquiryOf(context, QString::fromUtf16(Permission::Action::edit),
                                            resourcesOf(change.path), offersFor(change.path));
    inquiry.proposal.files = {proposed};
    const auto grant = services.permission.require(inquiry, context.stop);
    if (!grant)
        return failure(grant.error());
    if (grant->proposal.files.size() != 1
        || grant->proposal.files.first().target != proposed.target)
        return failure(ErrorCode::Internal,
                       u"Nothing was written to %1: the answer was about other files than the "
                       "request."_s.arg(proposed.resource));

    AppliedChange applied;
    applied.written = grant->proposal.files.first();
    // Everything that can fail without touching the file comes before the write: a failure
    // reported after it would make the model repeat what has been done.
    const auto counts = Diff::lineCounts(applied.written);
    if (!counts)
        return failure(counts.error());
    applied.counts = *counts;
    if (grant->changed) {
        const auto difference = differenceForModel(proposed, applied.written);
        if (!difference)
            return failure(difference.error());
        applied.changedByPerson = *difference;
    }
    const auto written =
            services.location.writeFile(change.path, change.snapshot, applied.written.after);
    if (!written && written.error().code == ErrorCode::Stale) {
        return failure(ErrorCode::Stale,
                       u"%1 changed after this change to it was computed, so nothing was written. "
                       "Read it again and repeat the change on what is there now."_s.arg(
                               proposed.resource),
                       written.error().message);
    }
    if (!written)
        return failure(written.error());
    return applied;
}

Schema::Codec<FileSummary> fileSummaryCodec()
{
    return Schema::object<FileSummary>()
            .field(u"file"_s, &FileSummary::file, Schema::string())
            .field(u"additions"_s, &FileSummary::additions, Schema::integer(0))
            .field(u"deletions"_s, &FileSummary::deletions, Schema::integer(0))
            .field(u"status"_s, &FileSummary::status, Schema::oneOf({u"added"_s, u"modified"_s}))
            .codec();
}

FileSummary summaryOf(const AppliedChange &applied)
{
    return {applied.written.resource, applied.counts.added, applied.counts.removed,
            applied.written.kind == Diff::ChangeKind::Added ? u"added"_s : u"modified"_s};
}

} // namespace Countersign
