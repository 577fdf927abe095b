// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "tools/edittool.h"

#include "location/filestyle.h"
#include "tools/asking.h"
#include "tools/filechange.h"
#include "tools/textmatch.h"

namespace Countersign {

using namespace Qt::StringLiterals;

namespace {

/// Larger files are not edited: a proposal holds the file's bytes twice, and a person reads it.
constexpr qint64 kMaximumFileBytes = qint64(64) * 1024 * 1024;
constexpr qsizetype kPreviewLines = 6;
constexpr qsizetype kPreviewUnits = 240;
constexpr qsizetype kListedMatches = 10;

struct EditInput
{
    QString path;
    QString oldString;
    QString newString;
    std::optional<bool> replaceAll;
};

struct EditOutput
{
    QList<FileSummary> files;
    qint64 replacements = 0;
    QString changedByPerson; ///< Not encoded: for the model only.
};

Result<void> checkStrings(const EditInput &input)
{
    if (input.oldString == input.newString)
        return failure(
                ErrorCode::InvalidInput,
                u"oldString and newString are equal, so there is nothing to change in %1."_s.arg(
                        input.path));
    if (input.oldString.isEmpty())
        return failure(ErrorCode::InvalidInput,
                       u"oldString is empty, so no place in %1 is named. Use the write tool to "
                       "create a file or replace all of it."_s.arg(input.path));
    if (!input.oldString.isValidUtf16() || !input.newString.isValidUtf16())
        return failure(
                ErrorCode::InvalidInput,
                u"oldString or newString for %1 holds half of a surrogate pair, which no file "
                "can hold. Write the whole character."_s.arg(input.path));
    return {};
}

Result<FileSnapshot> readForEdit(const ToolServices &services, const ResolvedPath &path)
{
    auto snapshot = services.location.readFile(path, kMaximumFileBytes);
    if (!snapshot)
        return snapshot;
    if (!snapshot->exists)
        return failure(ErrorCode::NotFound,
                       u"There is no file %1 to edit. Use the write tool to create it, or glob to "
                       "find the one you mean."_s.arg(path.resource));
    return snapshot;
}

Error notFound(const ResolvedPath &path, const DecodedText &file, const QString &oldString)
{
    QString message = u"oldString was not found in %1; nothing was changed. It must match the file "
                      "exactly, with all spaces and indentation (line ends are matched as the file "
                      "has them)."_s.arg(path.resource);
    if (const QString near = nearMiss(file.text, oldString); !near.isEmpty())
        message += u' ' + near;
    return {ErrorCode::NotFound, message, {}};
}

Error ambiguous(const ResolvedPath &path, const QList<TextMatch> &matches)
{
    QStringList lines;
    for (const TextMatch &match : matches.first(std::min(matches.size(), kListedMatches)))
        lines.append(QString::number(match.line));
    if (matches.size() > kListedMatches)
        lines.append(u"…"_s);
    return {ErrorCode::InvalidInput,
            u"oldString stands at %1 places in %2 (lines %3); nothing was changed. Add lines "
            u"around "
            "it until it names one place, or set replaceAll."_s.arg(matches.size())
                    .arg(path.resource, lines.join(u", "_s)),
            {}};
}

Result<EditOutput> edit(const ToolServices &services, const EditInput &input,
                        const ToolContext &context)
{
    if (const auto checked = checkStrings(input); !checked)
        return failure(checked.error());
    const auto path = resolvePath(services, context, input.path, PathKind::File);
    if (!path)
        return failure(path.error());
    const auto snapshot = readForEdit(services, *path);
    if (!snapshot)
        return failure(snapshot.error());
    const QByteArray &bytes = snapshot->bytes;
    const auto file = decodeFile(services.location, path->canonical, bytes);
    if (!file)
        return failure(ErrorCode::Unsupported,
                       u"%1 was not changed, because its other bytes could not be kept: %2"_s.arg(
                               path->resource, file.error().message),
                       file.error().detail);
    const QList<TextMatch> matches = findExact(*file, input.oldString);
    if (matches.isEmpty())
        return failure(notFound(*path, *file, input.oldString));
    if (matches.size() > 1 && !input.replaceAll.value_or(false))
        return failure(ambiguous(*path, matches));
    const auto after = spliced(bytes, file->format, matches, input.newString);
    if (!after)
        return failure(after.error().code,
                       u"%1 was not changed. %2"_s.arg(path->resource, after.error().message));
    if (*after == bytes)
        return failure(ErrorCode::InvalidInput,
                       u"The edit would leave %1 as it is: oldString and newString differ only in "
                       "the kind of line ends, and those are kept as the file has them."_s.arg(
                               path->resource));
    const auto applied = askAndWrite(services, context, {*path, *snapshot, *after});
    if (!applied)
        return failure(applied.error());
    return EditOutput{{summaryOf(*applied)}, matches.size(), applied->changedByPerson};
}

QString previewOf(const QString &text, QChar sign)
{
    QString out;
    QStringList lines = text.split(u'\n');
    if (lines.last().isEmpty())
        lines.removeLast();
    for (const QString &line : lines.first(std::min(lines.size(), kPreviewLines)))
        out += sign + line.left(kPreviewUnits)
                + (line.size() > kPreviewUnits ? u"...\n"_s : u"\n"_s);
    if (lines.size() > kPreviewLines)
        out += sign + u"...\n"_s;
    return out;
}

QString textFor(const EditInput &input, const EditOutput &output)
{
    const FileSummary &file = output.files.first();
    QString text = u"Edited %1: %2 %3 (+%4 -%5 lines).\n"_s.arg(
            file.file, QString::number(output.replacements),
            output.replacements == 1 ? u"replacement"_s : u"replacements"_s,
            QString::number(file.additions), QString::number(file.deletions));
    if (!output.changedByPerson.isEmpty())
        return text + output.changedByPerson;
    return text + previewOf(input.oldString, u'-')
            + previewOf(input.newString, u'+').chopped(input.newString.isEmpty() ? 0 : 1);
}

} // namespace

Tool makeEditTool(const ToolServices &services)
{
    return Tool::make(ToolSpec<EditInput, EditOutput>{
            u"Replaces text in a file. oldString must be exactly what the file has, with its "
            "indentation but without the line numbers that read shows, and must name one place "
            "unless replaceAll is true. newString is taken literally. Line ends, encoding and "
            "every "
            "byte elsewhere are kept. The person may be shown the exact change first, and may "
            "allow "
            "a part of it."_s,
            Schema::object<EditInput>()
                    .field(u"path"_s, &EditInput::path,
                           Schema::string().described(
                                   u"File to change, relative to the project or absolute."_s))
                    .alias(u"filePath"_s)
                    .alias(u"file_path"_s)
                    .field(u"oldString"_s, &EditInput::oldString,
                           Schema::string().described(u"The exact text to replace."_s))
                    .alias(u"old_string"_s)
                    .field(u"newString"_s, &EditInput::newString,
                           Schema::string().described(u"The text to put there."_s))
                    .alias(u"new_string"_s)
                    .field(u"replaceAll"_s, &EditInput::replaceAll,
                           Schema::boolean().described(
                                   u"Replace every place instead of the only one."_s))
                    .alias(u"replace_all"_s)
                    .codec(),
            Schema::object<EditOutput>()
                    .field(u"files"_s, &EditOutput::files, Schema::list(fileSummaryCodec()))
                    .field(u"replacements"_s, &EditOutput::replacements, Schema::integer(1))
                    .codec(),
            [services](const EditInput &input, const ToolContext &context) {
                return edit(services, input, context);
            },
            [](const EditInput &input, const QJsonValue &, const EditOutput &output) -> Content {
                return {TextContent{textFor(input, output)}};
            },
            {},
            QString::fromUtf16(Permission::Action::edit)});
}

} // namespace Countersign
