// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "tools/filechange.h"

#include "base/textfile.h"
#include "diff/changekind.h"
#include "diff/linediff.h"
#include "location/filestyle.h"
#include "tools/asking.h"

#include <algorithm>
#include <memory>
#include <mutex>

namespace Countersign {

using namespace Qt::StringLiterals;

namespace {

Diff::ChangeKind kindOf(const IntendedChange &change)
{
    if (!change.after)
        return Diff::ChangeKind::Deleted;
    if (change.movedTo)
        return Diff::ChangeKind::Moved;
    return change.snapshot.exists ? Diff::ChangeKind::Modified : Diff::ChangeKind::Added;
}

Diff::FileChange proposalFor(const Location &location, const IntendedChange &change)
{
    Diff::FileChange file;
    file.kind = kindOf(change);
    file.resource = change.path.resource;
    file.target = change.path.canonical;
    file.before = change.snapshot.bytes;
    file.after = change.after.value_or(QByteArray());
    if (change.movedTo) {
        file.movedTo = change.movedTo->resource;
        file.movedTarget = change.movedTo->canonical;
    }
    if (change.path.externalDirectory || (change.movedTo && change.movedTo->externalDirectory))
        file.facts.append(u"outside"_s);
    if (change.path.throughSymlink || (change.movedTo && change.movedTo->throughSymlink))
        file.facts.append(u"symlink"_s);
    if (looksBinary(file.before) || looksBinary(file.after))
        file.facts.append(u"binary"_s);
    file.facts.append(change.facts);
    // As the tool read it: whoever shows the bytes would have to guess.
    if (!file.before.isValidUtf8() || !file.after.isValidUtf8()) {
        if (const FileStyle style = declaredStyle(location, file.target); style.format)
            file.charset = style.format->charset;
    }
    return file;
}

/// The patch between two contents of what `file` is about.
Result<QString> patchBetween(const Diff::FileChange &file, const QByteArray &from,
                             const QByteArray &to)
{
    Diff::FileChange difference;
    difference.resource = file.movedTo.isEmpty() ? file.resource : file.movedTo;
    difference.charset = file.charset;
    difference.before = from;
    difference.after = to;
    return Diff::unifiedPatch(asUtf8(difference));
}

/// What the person made of `proposed`, told to the model.
Result<QString> differenceForModel(const Diff::FileChange &proposed,
                                   const Diff::FileChange &written)
{
    if (!written.facts.contains(QStringView(Diff::kPartFact))) {
        const auto patch = patchBetween(written, proposed.after, written.after);
        if (!patch)
            return failure(patch.error());
        return u"The person changed the proposal before allowing it. From what you proposed to "
               u"what "
               "is in the file now:\n%1"_s.arg(*patch);
    }
    const auto wanted = Diff::lineCounts(asUtf8(proposed));
    const auto done = Diff::lineCounts(asUtf8(written));
    const auto applied = patchBetween(written, written.before, written.after);
    const auto refused = patchBetween(written, written.after, proposed.after);
    for (const Result<QString> &patch : {applied, refused}) {
        if (!patch)
            return failure(patch.error());
    }
    if (!wanted || !done)
        return failure(wanted ? done.error() : wanted.error());
    return u"The person allowed only a part of your change to %1: +%2 -%3 of +%4 -%5 lines. This "
           u"was "
           u"applied:\n%6This was refused; it leads from what is in the file now to what you "
           u"proposed:\n%7"_s.arg(written.resource, QString::number(done->added),
                                  QString::number(done->removed), QString::number(wanted->added),
                                  QString::number(wanted->removed), *applied, *refused);
}

/// All computations of a change that the person may have seen. The tool's thread waits for an answer
/// while others compute again.
class Computations
{
public:
    struct Computation
    {
        QList<IntendedChange> changes;
        QJsonObject metadata;
        QList<Diff::FileChange> proposed;
    };

    explicit Computations(const Location &location) : m_location(location) { }

    int add(const QList<IntendedChange> &changes, const QJsonObject &metadata)
    {
        Computation computation{changes, metadata, {}};
        for (const IntendedChange &change : changes)
            computation.proposed.append(proposalFor(m_location, change));
        const std::lock_guard lock(m_mutex);
        m_all.append(computation);
        // Nobody answers to much older ones, and each has the bytes of its files.
        if (m_all.size() > kKept) {
            m_all.removeFirst();
            ++m_dropped;
        }
        return m_dropped + int(m_all.size()) - 1;
    }

    [[nodiscard]] Computation at(int number) const
    {
        const std::lock_guard lock(m_mutex);
        return m_all.value(number - m_dropped);
    }

private:
    static constexpr qsizetype kKept = 4;
    const Location &m_location; // Not owned.
    mutable std::mutex m_mutex;
    QList<Computation> m_all; ///< The last ones.
    int m_dropped = 0;
};

Permission::Inquiry inquiryFor(const ToolContext &context, const QList<IntendedChange> &changes,
                               const QList<Diff::FileChange> &files, const QJsonObject &metadata)
{
    QStringList resources;
    QList<Permission::SaveOffer> offers;
    const auto ask = [&](const ResolvedPath &path) {
        resources.append(resourcesOf(path));
        for (const Permission::SaveOffer &offer : offersFor(path)) {
            if (!offers.contains(offer))
                offers.append(offer);
        }
    };
    for (const IntendedChange &change : changes) {
        ask(change.path);
        if (change.movedTo)
            ask(*change.movedTo);
    }
    resources.removeDuplicates();
    Permission::Inquiry inquiry = inquiryOf(context, QString::fromUtf16(Permission::Action::edit),
                                            resources, offers, metadata);
    inquiry.proposal.files = files;
    return inquiry;
}

/// One change as the disk is to make it.
void appendWrites(QList<FileWrite> &writes, const IntendedChange &change,
                  const Diff::FileChange &written)
{
    // A deletion of which the person kept a part is a file with that part.
    const bool removes = written.kind == Diff::ChangeKind::Deleted && written.after.isEmpty();
    if (!change.movedTo) {
        writes.append({change.path, change.snapshot,
                       removes ? std::nullopt : std::optional(written.after), change.mode});
        return;
    }
    writes.append({*change.movedTo, FileSnapshot(), written.after, change.snapshot.mode,
                   change.path.canonical});
    writes.append({change.path, change.snapshot, std::nullopt});
}

QList<std::pair<QString, QString>> movesOf(const QList<IntendedChange> &changes)
{
    QList<std::pair<QString, QString>> moves;
    for (const IntendedChange &change : changes) {
        if (change.movedTo)
            moves.append({change.path.canonical, change.movedTo->canonical});
    }
    return moves;
}

/// What the files hold now is kept before one of them is touched.
Result<void> commitRecorded(const ToolServices &services, const ToolContext &context,
                            const QList<FileWrite> &writes,
                            const QList<std::pair<QString, QString>> &moves)
{
    if (!services.recorder)
        return services.location.commit(writes);
    const auto record = services.recorder->willWrite(context, writes, moves);
    if (!record)
        return failure(record.error());
    auto committed = services.location.commit(writes);
    services.recorder->wrote(*record, committed.has_value());
    return committed;
}

Error staleOf(const QList<Diff::FileChange> &proposed, const Error &cause)
{
    if (proposed.size() > 1)
        return {ErrorCode::Stale,
                cause.message
                        + u" Read the files again and repeat the change on what is there now."_s,
                cause.detail};
    return {ErrorCode::Stale,
            u"%1 changed after this change to it was computed, so nothing was written. Read it "
            "again and repeat the change on what is there now."_s.arg(proposed.first().resource),
            cause.message};
}

} // namespace

Result<FileSnapshot> readForChange(const ToolServices &services, const ResolvedPath &path)
{
    auto snapshot = services.location.readFile(path, kMaximumChangedBytes);
    if (!snapshot && snapshot.error().code == ErrorCode::Limit)
        return failure(ErrorCode::Limit,
                       u"%1 has more than %2 MiB. Files of that size are not changed here, because "
                       "the change could not be shown; use bash."_s.arg(path.resource)
                               .arg(kMaximumChangedBytes / (1024 * 1024)));
    return snapshot;
}

Diff::FileChange asUtf8(Diff::FileChange change)
{
    QByteArray charset = change.charset;
    for (QByteArray *side : {&change.before, &change.after}) {
        if (side->isValidUtf8() && !sniffUtf16(*side))
            continue;
        const auto text = decodeText(*side, charset);
        if (!text || text->format.encoding == TextEncoding::Utf8)
            continue;
        charset = text->format.charset; // The new side is in that of the old one.
        *side = text->text.toUtf8();
    }
    return change;
}

Result<AppliedChanges> askAndCommit(const ToolServices &services, const ToolContext &context,
                                    const QList<IntendedChange> &first, const QJsonObject &metadata,
                                    const Recompute &again)
{
    const auto computations = std::make_shared<Computations>(services.location);
    computations->add(first, metadata);
    Permission::Inquiry inquiry =
            inquiryFor(context, first, computations->at(0).proposed, metadata);
    if (again) {
        inquiry.recompute = [computations,
                             again](const std::stop_token &stop) -> Result<Permission::Revision> {
            const auto computed = again(stop);
            if (!computed)
                return failure(computed.error());
            const int number = computations->add(computed->changes, computed->metadata);
            return Permission::Revision{
                    {computations->at(number).proposed}, computed->metadata, number};
        };
    }
    const auto grant = services.permission.require(inquiry, context.stop);
    if (!grant)
        return failure(grant.error());
    const Computations::Computation shownLast = computations->at(grant->revision);
    const QList<IntendedChange> &changes = shownLast.changes;
    const QList<Diff::FileChange> &proposed = shownLast.proposed;

    // Everything that can fail without touching a file comes before the commit: a failure reported
    // after it would make the model repeat what has been done.
    AppliedChanges applied;
    QStringList leftOut;
    QStringList differences;
    QList<FileWrite> writes;
    qsizetype known = 0;
    for (qsizetype i = 0; i < changes.size(); ++i) {
        const Diff::FileChange &shown = proposed.at(i);
        const auto written =
                std::find_if(grant->proposal.files.begin(), grant->proposal.files.end(),
                             [&shown](const auto &file) { return file.target == shown.target; });
        if (written == grant->proposal.files.end()) {
            leftOut.append(shown.resource);
            continue;
        }
        ++known;
        const auto counts = Diff::lineCounts(asUtf8(*written));
        if (!counts)
            return failure(counts.error());
        AppliedChange file{*written, *counts};
        if (written->after != shown.after) {
            const auto difference = differenceForModel(shown, *written);
            if (!difference)
                return failure(difference.error());
            file.changedByPerson = *difference;
            differences.append(*difference);
        }
        appendWrites(writes, changes.at(i), *written);
        applied.files.append(file);
    }
    if (known != grant->proposal.files.size() || writes.isEmpty())
        return failure(ErrorCode::Internal,
                       u"Nothing was written to %1: the answer was about other files than the "
                       "request."_s.arg(first.first().path.resource));
    if (!leftOut.isEmpty())
        differences.append(u"The person left this out, so it was not changed: %1."_s.arg(
                leftOut.join(u", "_s)));
    applied.changedByPerson = differences.join(u'\n');
    if (grant->revision > 0)
        applied.recomputed = shownLast.metadata;
    if (!grant->words.isEmpty())
        applied.remarks = u"The person allowed it with these remarks:\n%1"_s.arg(grant->words);

    const auto committed = commitRecorded(services, context, writes, movesOf(changes));
    if (!committed && committed.error().code == ErrorCode::Stale)
        return failure(staleOf(proposed, committed.error()));
    if (!committed)
        return failure(committed.error());
    return applied;
}

Result<AppliedChange> askAndWrite(const ToolServices &services, const ToolContext &context,
                                  const IntendedChange &change, const QJsonObject &metadata,
                                  const Recompute &again)
{
    const auto applied = askAndCommit(services, context, {change}, metadata, again);
    if (!applied)
        return failure(applied.error());
    AppliedChange file = applied->files.first();
    file.remarks = applied->remarks;
    file.recomputed = applied->recomputed;
    return file;
}

Schema::Codec<FileSummary> fileSummaryCodec()
{
    return Schema::object<FileSummary>()
            .field(u"file"_s, &FileSummary::file, Schema::string())
            .field(u"additions"_s, &FileSummary::additions, Schema::integer(0))
            .field(u"deletions"_s, &FileSummary::deletions, Schema::integer(0))
            .field(u"status"_s, &FileSummary::status,
                   Schema::oneOf({u"added"_s, u"modified"_s, u"deleted"_s, u"moved"_s}))
            .codec();
}

FileSummary summaryOf(const AppliedChange &applied)
{
    return {applied.written.resource, applied.counts.added, applied.counts.removed,
            Diff::kindToken(applied.written.kind)};
}

} // namespace Countersign
