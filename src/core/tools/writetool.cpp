// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "tools/writetool.h"

#include "tools/asking.h"
#include "tools/filechange.h"
#include "tools/newcontent.h"

namespace Countersign {

using namespace Qt::StringLiterals;

namespace {

struct WriteInput
{
    QString path;
    QString content;
};

struct WriteOutput
{
    QString resource;
    bool existed = false;
    bool written = false; ///< False: the file held exactly this already.
    QList<FileSummary> files;
    QString style; ///< What the project said about it. Not encoded: for the model only.
    QString changedByPerson; ///< Not encoded: for the model only.
    QString remarks; ///< The same.
};

Result<WriteOutput> write(const ToolServices &services, const WriteInput &input,
                          const ToolContext &context)
{
    if (!input.content.isValidUtf16())
        return failure(
                ErrorCode::InvalidInput,
                u"The content for %1 holds half of a surrogate pair, which no file can hold; "
                "nothing was written. Write the whole character."_s.arg(input.path));
    const auto path = resolvePath(services, context, input.path, PathKind::File);
    if (!path)
        return failure(path.error());
    if (path->type == FileType::Directory)
        return failure(
                ErrorCode::InvalidInput,
                u"%1 is a directory and cannot be written as a file; name a file in it."_s.arg(
                        path->resource));
    const auto snapshot = readForChange(services, *path);
    if (!snapshot)
        return failure(snapshot.error());
    WriteOutput output;
    output.resource = path->resource;
    output.existed = snapshot->exists;
    const auto after = contentFor(services.location, path->canonical, *snapshot, input.content);
    if (!after)
        return failure(
                after.error().code,
                u"Nothing was written to %1. %2"_s.arg(path->resource, after.error().message));
    if (snapshot->exists && after->bytes == snapshot->bytes)
        return output;
    const auto again = [services, path = *path,
                        content = input.content](const std::stop_token &) -> Result<Recomputed> {
        const auto now = readForChange(services, path);
        if (!now)
            return failure(now.error());
        const auto bytes = contentFor(services.location, path.canonical, *now, content);
        if (!bytes)
            return failure(bytes.error());
        if (now->exists && bytes->bytes == now->bytes)
            return failure(ErrorCode::InvalidInput,
                           u"%1 has exactly this content already."_s.arg(path.resource));
        return Recomputed{{IntendedChange{path, *now, bytes->bytes}}, {}};
    };
    const auto applied =
            askAndWrite(services, context, {*path, *snapshot, after->bytes}, {}, again);
    if (!applied)
        return failure(applied.error());
    output.written = true;
    output.style = applied->changedByPerson.isEmpty() ? after->style : QString();
    output.files = {summaryOf(*applied)};
    output.existed = applied->written.kind != Diff::ChangeKind::Added;
    output.changedByPerson = applied->changedByPerson;
    output.remarks = applied->remarks;
    return output;
}

QString textFor(const WriteOutput &output)
{
    if (!output.written)
        return u"%1 has exactly this content already; nothing had to be written."_s.arg(
                output.resource);
    const FileSummary &file = output.files.first();
    QString text =
            output.existed ? u"Wrote %1 (+%2 -%3 lines)."_s : u"Created %1 (+%2 -%3 lines)."_s;
    text = text.arg(output.resource, QString::number(file.additions),
                    QString::number(file.deletions));
    if (!output.style.isEmpty())
        text += u" It has "_s + output.style + u'.';
    for (const QString &told : {output.changedByPerson, output.remarks}) {
        if (!told.isEmpty())
            text += u'\n' + told;
    }
    return text;
}

} // namespace

Tool makeWriteTool(const ToolServices &services)
{
    return Tool::make(ToolSpec<WriteInput, WriteOutput>{
            u"Writes a whole file: creates it, with missing folders, or replaces all of its "
            u"content. "
            "An existing file keeps its encoding, byte order mark and kind of line ends. The "
            "person "
            "may be shown the exact change first. To change a part of a file use edit."_s,
            Schema::object<WriteInput>()
                    .field(u"path"_s, &WriteInput::path,
                           Schema::string().described(
                                   u"File to write, relative to the project or absolute."_s))
                    .alias(u"filePath"_s)
                    .alias(u"file_path"_s)
                    .field(u"content"_s, &WriteInput::content,
                           Schema::string().described(u"The whole new content."_s))
                    .codec(),
            Schema::object<WriteOutput>()
                    .field(u"resource"_s, &WriteOutput::resource, Schema::string())
                    .field(u"existed"_s, &WriteOutput::existed, Schema::boolean())
                    .field(u"written"_s, &WriteOutput::written, Schema::boolean())
                    .field(u"files"_s, &WriteOutput::files, Schema::list(fileSummaryCodec()))
                    .codec(),
            [services](const WriteInput &input, const ToolContext &context) {
                return write(services, input, context);
            },
            [](const WriteInput &, const QJsonValue &, const WriteOutput &output) -> Content {
                return {TextContent{textFor(output)}};
            },
            {},
            QString::fromUtf16(Permission::Action::edit)});
}

} // namespace Countersign
