// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "tools/applypatchtool.h"

#include "diff/patchtext.h"
#include "tools/filechange.h"
#include "tools/patchplan.h"

namespace Countersign {

using namespace Qt::StringLiterals;

namespace {

struct PatchInput
{
    QString patchText;
};

/// What was done to one file.
struct AppliedItem
{
    QString type; ///< "add", "update", "delete" or "move"
    QString resource;
    QString target; ///< Canonical path; of a moved file that of its old place.
    std::optional<QString> movedTo; ///< Resource.
};

struct PatchOutput
{
    QList<AppliedItem> applied;
    QList<FileSummary> files;
    QStringList notes; ///< Not encoded: for the model only.
    QString changedByPerson; ///< The same.
    QString remarks; ///< The same.
};

QJsonObject metadataOf(const PatchPlan &plan)
{
    return plan.inexact.isEmpty() ? QJsonObject() : QJsonObject{{u"inexact"_s, plan.inexact}};
}

Error nothingLeft()
{
    return {ErrorCode::InvalidInput,
            u"The patch changes nothing: every file is as it would be after it. It may "
            "have been applied before."_s,
            {}};
}

QString typeOf(Diff::ChangeKind kind)
{
    switch (kind) {
    case Diff::ChangeKind::Added:
        return u"add"_s;
    case Diff::ChangeKind::Modified:
        return u"update"_s;
    case Diff::ChangeKind::Deleted:
        return u"delete"_s;
    case Diff::ChangeKind::Moved:
        return u"move"_s;
    }
    return {};
}

Result<PatchOutput> applyPatch(const ToolServices &services, const PatchInput &input,
                               const ToolContext &context)
{
    if (!input.patchText.isValidUtf16())
        return failure(
                ErrorCode::InvalidInput,
                u"The patch holds half of a surrogate pair, which no file can hold. Write the "
                "whole character. No file was changed."_s);
    const auto sections = Diff::parsePatch(input.patchText);
    if (!sections)
        return failure(sections.error());
    const auto paths = pathsOf(services, context, *sections);
    if (!paths)
        return failure(paths.error());
    const auto plan = planPatch(services, context, *sections, *paths);
    if (!plan)
        return failure(plan.error());
    if (plan->changes.isEmpty())
        return failure(nothingLeft());
    const auto again = [services, context, sections = *sections,
                        paths = *paths](const std::stop_token &) -> Result<Recomputed> {
        const auto anew = planPatch(services, context, sections, paths);
        if (!anew)
            return failure(anew.error());
        if (anew->changes.isEmpty())
            return failure(nothingLeft());
        QJsonObject metadata = metadataOf(*anew);
        metadata.insert(u"notes"_s, QJsonArray::fromStringList(anew->notes));
        return Recomputed{anew->changes, metadata};
    };
    const auto applied = askAndCommit(services, context, plan->changes, metadataOf(*plan), again);
    if (!applied)
        return failure(applied.error());
    PatchOutput output;
    output.notes = plan->notes;
    if (applied->recomputed) {
        output.notes.clear();
        for (const QJsonValue &note : applied->recomputed->value("notes"_L1).toArray())
            output.notes.append(note.toString());
    }
    output.changedByPerson = applied->changedByPerson;
    output.remarks = applied->remarks;
    for (const AppliedChange &change : applied->files) {
        const Diff::FileChange &written = change.written;
        output.applied.append(
                {typeOf(written.kind), written.resource, written.target,
                 written.movedTo.isEmpty() ? std::nullopt : std::optional(written.movedTo)});
        output.files.append(summaryOf(change));
    }
    return output;
}

QString textFor(const PatchOutput &output)
{
    QStringList lines{u"Applied the patch:"_s};
    for (qsizetype i = 0; i < output.applied.size(); ++i) {
        const AppliedItem &item = output.applied.at(i);
        const FileSummary &file = output.files.at(i);
        const QString letter = item.type == "add"_L1 ? u"A"_s
                : item.type == "update"_L1           ? u"M"_s
                : item.type == "delete"_L1           ? u"D"_s
                                                     : u"R"_s;
        QString name = item.resource;
        if (item.movedTo)
            name += u" -> "_s + *item.movedTo;
        lines.append(u"%1 %2 (+%3 -%4 lines)"_s.arg(letter, name, QString::number(file.additions),
                                                    QString::number(file.deletions)));
    }
    lines.append(output.notes);
    for (const QString &told : {output.changedByPerson, output.remarks}) {
        if (!told.isEmpty())
            lines.append(told);
    }
    return lines.join(u'\n');
}

Schema::Codec<AppliedItem> itemCodec()
{
    return Schema::object<AppliedItem>()
            .field(u"type"_s, &AppliedItem::type,
                   Schema::oneOf({u"add"_s, u"update"_s, u"delete"_s, u"move"_s}))
            .field(u"resource"_s, &AppliedItem::resource, Schema::string())
            .field(u"target"_s, &AppliedItem::target, Schema::string())
            .field(u"movedTo"_s, &AppliedItem::movedTo, Schema::string())
            .codec();
}

constexpr char16_t kDescription[] =
        u"Changes several files at once: all of the patch is applied, or nothing of it.\n"
        "The patch is\n"
        "*** Begin Patch\n"
        "*** Add File: path/new.txt\n"
        "+every line of the new file\n"
        "*** Update File: path/old.txt\n"
        "*** Move to: path/other.txt (only to rename it)\n"
        "@@ a line above the place, such as the start of its function (optional)\n"
        " unchanged line\n"
        "-removed line\n"
        "+added line\n"
        "*** Delete File: path/gone.txt\n"
        "*** End Patch\n"
        "Give about three unchanged lines before and after each change, and an anchor after @@ "
        "where "
        "those lines stand in several places. Start a new @@ for each place, from the top of the "
        "file "
        "to its end. \"*** End of File\" after a hunk says that it is at the end of the file. "
        "Paths are "
        "relative to the project, or absolute. Line ends, encoding and all other bytes are kept. "
        "The "
        "person may be shown the exact change first, and may allow a part of it.";

} // namespace

Tool makeApplyPatchTool(const ToolServices &services)
{
    return Tool::make(ToolSpec<PatchInput, PatchOutput>{
            QString::fromUtf16(kDescription),
            Schema::object<PatchInput>()
                    .field(u"patchText"_s, &PatchInput::patchText,
                           Schema::string().described(u"The whole patch."_s))
                    .alias(u"patch"_s)
                    .alias(u"input"_s)
                    .alias(u"patch_text"_s)
                    .codec(),
            Schema::object<PatchOutput>()
                    .field(u"applied"_s, &PatchOutput::applied, Schema::list(itemCodec()))
                    .field(u"files"_s, &PatchOutput::files, Schema::list(fileSummaryCodec()))
                    .codec(),
            [services](const PatchInput &input, const ToolContext &context) {
                return applyPatch(services, input, context);
            },
            [](const PatchInput &, const QJsonValue &, const PatchOutput &output) -> Content {
                return {TextContent{textFor(output)}};
            },
            {},
            QString::fromUtf16(Permission::Action::edit)});
}

} // namespace Countersign
