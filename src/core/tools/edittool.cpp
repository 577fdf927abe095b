// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "tools/edittool.h"

#include "diff/editmatch.h"
#include "diff/linediff.h"
#include "diff/nearmiss.h"
#include "tools/asking.h"
#include "tools/editabletext.h"
#include "tools/filechange.h"
#include "tools/textmatch.h"

#include <algorithm>

namespace Countersign {

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype kPreviewLines = 6;
constexpr qsizetype kPreviewUnits = 240;
constexpr qsizetype kListedMatches = 10;
/// The lines of a difference that the result of a tolerant edit quotes.
constexpr qsizetype kDifferenceLines = 40;

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
    std::optional<QString> match; ///< Name of the rung, when the match was not exact.
    QString changedByPerson; ///< Not encoded: for the model only.
    QString inexact; ///< The same: how it matched, and what was changed there.
    QString remarks; ///< The same.
};

/// What an edit comes to.
struct Computed
{
    QByteArray text;
    qint64 replacements = 0;
    std::optional<Diff::EditRung> rung; ///< The match was not exact.
    qsizetype line = 0; ///< Of a match that was not exact, from 1.
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
    auto snapshot = readForChange(services, path);
    if (!snapshot)
        return snapshot;
    if (!snapshot->exists)
        return failure(ErrorCode::NotFound,
                       u"There is no file %1 to edit. Use the write tool to create it, or glob to "
                       "find the one you mean."_s.arg(path.resource));
    return snapshot;
}

Error notFound(const ResolvedPath &path, const QByteArray &text, const QByteArray &oldText,
               Diff::Quoting quoting)
{
    const Diff::LineTable lines(text.first(std::min(text.size(), Diff::kTolerantBytes)));
    const bool tolerant =
            text.size() <= Diff::kTolerantBytes && lines.size() <= Diff::kTolerantLines;
    QString message = u"oldString was not found in %1; nothing was changed. "_s.arg(path.resource);
    message += tolerant ? u"It stands there neither exactly nor with other white space, line ends, "
                          u"typographic characters or similar lines in one place."_s
                        : u"In a file of this size it must be exact, but for line ends."_s;
    if (lines.size() > Diff::kTolerantLines)
        return {ErrorCode::NotFound, message, {}};
    const QList<QByteArray> wanted = Diff::linesOf(oldText);
    const auto miss =
            Diff::nearMiss(lines, Diff::LineIndex(lines, Diff::Tolerance::Trimmed), wanted);
    if (miss && miss->differs)
        message += u" The closest text: %1."_s.arg(Diff::describe(*miss, lines, wanted, quoting));
    return {ErrorCode::NotFound, message, {}};
}

QString listed(const QList<qsizetype> &lines)
{
    QStringList shown;
    for (const qsizetype line : lines.first(std::min(lines.size(), kListedMatches)))
        shown.append(QString::number(line));
    if (lines.size() > kListedMatches)
        shown.append(u"…"_s);
    return shown.join(u", "_s);
}

Error ambiguous(const ResolvedPath &path, const QByteArray &text, const QList<TextMatch> &matches)
{
    QList<qsizetype> lines;
    for (const TextMatch &match : matches.first(std::min(matches.size(), kListedMatches + 1)))
        lines.append(lineOf(text, match.start));
    const bool all = matches.size() <= kMaximumMatches;
    return {ErrorCode::InvalidInput,
            u"oldString stands at %1 places in %2 (lines %3); nothing was changed. Add lines "
            u"around "
            "it until it names one place, or set replaceAll."_s.arg(
                    all ? QString::number(matches.size()) : u"more than %1"_s.arg(kMaximumMatches),
                    path.resource, listed(lines)),
            {}};
}

/// A short text in many places can become a file that no memory holds.
Result<void> checkSize(const ResolvedPath &path, const QByteArray &text,
                       const QList<TextMatch> &matches, const QByteArray &newText)
{
    if (matches.size() > kMaximumMatches)
        return failure(ErrorCode::Limit,
                       u"oldString stands at more than %1 places in %2, which is too many for one "
                       "edit; nothing was changed. Replace them with bash."_s.arg(kMaximumMatches)
                               .arg(path.resource));
    qint64 size = text.size();
    for (const TextMatch &match : matches)
        size += newText.size() - match.length;
    if (matches.size() == 1 || size <= kMaximumChangedBytes)
        return {};
    return failure(ErrorCode::Limit,
                   u"With all %1 replacements %2 would have %3 bytes, more than the %4 up to which "
                   "files are edited; nothing was changed. Replace them with bash."_s.arg(
                           QString::number(matches.size()), path.resource, QString::number(size),
                           QString::number(kMaximumChangedBytes)));
}

Error ambiguous(const ResolvedPath &path, const Diff::TolerantEdit &edit)
{
    QList<qsizetype> lines;
    for (const qsizetype line : edit.lines)
        lines.append(line + 1);
    return {ErrorCode::InvalidInput,
            u"oldString is not in %1 as it stands; %2 it stands at several places (lines %3), so "
            "nothing was changed. Copy the exact text of one of them, with lines around it."_s.arg(
                    path.resource, Diff::rungWords(edit.rung), listed(lines)),
            {}};
}

Result<Computed> compute(const ResolvedPath &path, const QByteArray &text, const EditInput &input,
                         Diff::Quoting quoting)
{
    const QByteArray oldText = input.oldString.toUtf8();
    const QByteArray newText = input.newString.toUtf8();
    const QList<TextMatch> matches = findExact(text, oldText);
    if (matches.size() > 1 && !input.replaceAll.value_or(false))
        return failure(ambiguous(path, text, matches));
    if (!matches.isEmpty()) {
        if (const auto fits = checkSize(path, text, matches, newText); !fits)
            return failure(fits.error());
        return Computed{spliced(text, matches, newText), matches.size(), {}, 0};
    }
    const auto tolerant = Diff::tolerantEdit(Diff::LineTable(text), oldText, newText);
    if (!tolerant)
        return failure(notFound(path, text, oldText, quoting));
    if (tolerant->lines.size() > 1)
        return failure(ambiguous(path, *tolerant));
    return Computed{tolerant->text, 1, tolerant->rung, tolerant->lines.first() + 1};
}

/// How a match that is not exact came about, and what it changed.
QString inexactWords(const Computed &computed, const AppliedChange &applied, Diff::Quoting quoting)
{
    QString words = u"oldString is not exactly in the file. It was found %1, at line %2."_s.arg(
            Diff::rungWords(*computed.rung), QString::number(computed.line));
    if (!applied.changedByPerson.isEmpty() || quoting == Diff::Quoting::Nothing)
        return words;
    const auto difference = Diff::unifiedPatch(asUtf8(applied.written), 1);
    if (!difference)
        return words;
    const QStringList lines = difference->split(u'\n');
    words += u" The change:\n"_s;
    words += lines.first(std::min(lines.size(), kDifferenceLines)).join(u'\n');
    return lines.size() > kDifferenceLines ? QString(words + u"\n..."_s) : words;
}

Error unchanged(const ResolvedPath &path, const Error &why)
{
    return {why.code, u"%1 was not changed. %2"_s.arg(path.resource, why.message), why.detail};
}

/// The same replacement on what the file is now, for the person: in the exact place or not at all.
Result<Recomputed> editAgain(const ToolServices &services, const ResolvedPath &path,
                             const EditInput &input)
{
    const auto snapshot = readForChange(services, path);
    if (!snapshot)
        return failure(snapshot.error());
    if (!snapshot->exists)
        return failure(ErrorCode::NotFound, u"%1 is not there any more."_s.arg(path.resource));
    const auto file = EditableText::from(services.location, path.canonical, snapshot->bytes);
    if (!file)
        return failure(unchanged(path, file.error()));
    const QList<TextMatch> matches = findExact(file->text(), input.oldString.toUtf8());
    if (matches.isEmpty())
        return failure(
                ErrorCode::NotFound,
                u"The text that it replaces is not in %1 any more, at least not exactly."_s.arg(
                        path.resource));
    if (matches.size() > 1 && !input.replaceAll.value_or(false))
        return failure(
                ErrorCode::InvalidInput,
                u"The text that it replaces stands at %1 places in %2 now, so it is not clear "
                "which one is meant."_s.arg(matches.size())
                        .arg(path.resource));
    const QByteArray newText = input.newString.toUtf8();
    if (const auto fits = checkSize(path, file->text(), matches, newText); !fits)
        return failure(fits.error());
    const auto after = file->bytesOf(spliced(file->text(), matches, newText));
    if (!after)
        return failure(unchanged(path, after.error()));
    if (*after == snapshot->bytes)
        return failure(ErrorCode::InvalidInput,
                       u"%1 is as it would be after this already."_s.arg(path.resource));
    return Recomputed{{IntendedChange{path, *snapshot, *after}},
                      {{u"replacements"_s, matches.size()}}};
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
    const auto file = EditableText::from(services.location, path->canonical, snapshot->bytes);
    if (!file)
        return failure(file.error().code,
                       u"%1 was not changed, because its other bytes could not be kept: %2"_s.arg(
                               path->resource, file.error().message),
                       file.error().detail);
    // What a rule keeps from being read is not told by an edit that fails, either.
    const auto quoting = mayRead(services, context, resourcesOf(*path)) ? Diff::Quoting::Lines
                                                                        : Diff::Quoting::Nothing;
    const auto computed = compute(*path, file->text(), input, quoting);
    if (!computed)
        return failure(computed.error());
    const auto after = file->bytesOf(computed->text);
    if (!after)
        return failure(after.error().code,
                       u"%1 was not changed. %2"_s.arg(path->resource, after.error().message));
    if (*after == snapshot->bytes)
        return failure(ErrorCode::InvalidInput,
                       u"The edit would leave %1 as it is: oldString and newString differ only in "
                       "the kind of line ends, and those are kept as the file has them."_s.arg(
                               path->resource));
    IntendedChange change{*path, *snapshot, *after};
    QJsonObject metadata;
    if (computed->rung) {
        change.facts.append(u"not-exact"_s);
        metadata = {{u"match"_s, Diff::rungName(*computed->rung)}, {u"line"_s, computed->line}};
    }
    const auto again = [services, path = *path, input](const std::stop_token &) {
        return editAgain(services, path, input);
    };
    const auto applied = askAndWrite(services, context, change, metadata, again);
    if (!applied)
        return failure(applied.error());
    EditOutput output;
    output.files = {summaryOf(*applied)};
    output.replacements = computed->replacements;
    output.changedByPerson = applied->changedByPerson;
    output.remarks = applied->remarks;
    if (applied->recomputed) {
        output.replacements = applied->recomputed->value("replacements"_L1).toInteger(1);
    } else if (computed->rung) {
        output.match = Diff::rungName(*computed->rung);
        output.inexact = inexactWords(*computed, *applied, quoting);
    }
    return output;
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
    if (!output.inexact.isEmpty())
        text += output.inexact + (output.changedByPerson.isEmpty() ? u""_s : u"\n"_s);
    if (!output.changedByPerson.isEmpty() || !output.inexact.isEmpty())
        text += output.changedByPerson;
    else
        text += previewOf(input.oldString, u'-')
                + previewOf(input.newString, u'+').chopped(input.newString.isEmpty() ? 0 : 1);
    if (!output.remarks.isEmpty())
        text += (text.endsWith(u'\n') ? QString() : u"\n"_s) + output.remarks;
    return text;
}

} // namespace

Tool makeEditTool(const ToolServices &services)
{
    return Tool::make(ToolSpec<EditInput, EditOutput>{
            u"Replaces text in a file. oldString should be exactly what the file has, with its "
            "indentation but without the line numbers that read shows, and must name one place "
            "unless replaceAll is true. newString is taken literally. Line ends, encoding and "
            "every "
            "byte elsewhere are kept. Small differences in white space are forgiven when only one "
            "place fits; the result says so. The person may be shown the exact change first, and "
            "may allow a part of it."_s,
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
                    .field(u"match"_s, &EditOutput::match, Schema::string())
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
