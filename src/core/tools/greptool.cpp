// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "tools/greptool.h"

#include "tools/ripgrep.h"
#include "tools/ripgreprecords.h"

#include <QFile>
#include <QFileInfo>
#include <QHash>

#include <algorithm>
#include <tuple>

namespace Countersign {

using namespace Qt::StringLiterals;

namespace {

struct GrepInput
{
    QString pattern;
    std::optional<QString> path;
    std::optional<QString> include;
    std::optional<qint64> limit;
};

struct GrepMatch
{
    QString path; ///< Resource.
    qint64 line = 0;
    QString text;
};

struct GrepOutput
{
    QList<GrepMatch> matches;
    bool truncated = false;
    qint64 leftOut = 0; ///< In files that may not be read without asking.
    qint64 tooLong = 0; ///< Not encoded: for the model only.
};

/// Decides for each file, once, whether its lines may be told.
class Readable
{
public:
    Readable(const ToolServices &services, const ToolContext &context, QString root)
        : m_services(services)
        , m_context(context)
        , m_root(std::move(root))
    {
    }

    enum class Verdict { Shown, Unreadable, Outside };
    struct File
    {
        Verdict verdict = Verdict::Outside;
        QString resource;
    };

    Result<File> look(const QByteArray &path)
    {
        if (const auto known = m_files.constFind(path); known != m_files.constEnd())
            return *known;
        File file;
        if (const auto canonical = canonicalInside(m_services.location, m_root, path)) {
            file.resource = m_services.location.resourceOf(*canonical);
            // A search shows contents, so it may not get around the rules for reading.
            const auto explained = m_services.permission.explain(
                    m_context.agent, QString::fromUtf16(Permission::Action::read), {file.resource});
            if (!explained)
                return failure(explained.error());
            file.verdict = explained->effect == Permission::Effect::Allow ? Verdict::Shown
                                                                          : Verdict::Unreadable;
        }
        m_files.insert(path, file);
        return file;
    }

private:
    const ToolServices &m_services;
    const ToolContext &m_context;
    QString m_root;
    QHash<QByteArray, File> m_files;
};

QJsonObject metadataOf(const GrepInput &input, const ResolvedPath &root, qint64 limit)
{
    QJsonObject metadata{{u"root"_s, root.resource}, {u"limit"_s, limit}};
    if (input.path)
        metadata.insert(u"path"_s, *input.path);
    if (input.include)
        metadata.insert(u"include"_s, *input.include);
    return metadata;
}

Result<GrepOutput> search(const ToolServices &services, const GrepInput &input,
                          const ToolContext &context, const ResolvedPath &root, qint64 limit)
{
    const bool isFile = root.type == FileType::Regular;
    const QFileInfo info(root.canonical);
    const QString directory = isFile ? info.path() : root.canonical;
    QStringList arguments{u"--json"_s, u"--hidden"_s, u"--no-follow"_s};
    if (input.include)
        arguments.append(u"--glob="_s + *input.include);
    arguments += {u"--glob=!**/.git/**"_s, u"--regexp="_s + input.pattern, u"--"_s,
                  isFile ? u"./"_s + info.fileName() : u"./"_s};

    GrepOutput output;
    std::optional<Error> broken;
    Readable readable(services, context, root.canonical);
    const QByteArray prefix = QFile::encodeName(directory) + '/';
    RipgrepRecords records([&](const RipgrepMatch &match) {
        const auto file = readable.look(prefix + match.path);
        if (!file) {
            broken = file.error();
            return false;
        }
        if (file->verdict == Readable::Verdict::Unreadable)
            ++output.leftOut;
        if (file->verdict != Readable::Verdict::Shown)
            return true;
        if (output.matches.size() == limit) {
            output.truncated = true;
            return false;
        }
        output.matches.append({file->resource, match.line, match.text});
        return true;
    });
    const auto ended = runRipgrep(
            arguments, directory, [&records](QByteArrayView piece) { return records.take(piece); },
            context.stop);
    if (!ended)
        return failure(ended.error());
    if (broken || records.error())
        return failure(broken ? *broken : *records.error());
    output.tooLong = records.skipped();
    std::sort(output.matches.begin(), output.matches.end(),
              [](const GrepMatch &a, const GrepMatch &b) {
                  return std::tie(a.path, a.line) < std::tie(b.path, b.line);
              });
    return output;
}

Result<GrepOutput> grep(const ToolServices &services, const GrepInput &input,
                        const ToolContext &context)
{
    if (input.include
        && (input.include->isEmpty() || input.include->contains(QChar::Null)
            || !input.include->isValidUtf16()))
        return failure(ErrorCode::InvalidInput,
                       u"include is empty or no file name pattern; nothing was searched. Leave it "
                       "out to search all files."_s);
    const auto root = resolveSearchRoot(services, context, input.path, true);
    if (!root)
        return failure(root.error());
    const qint64 limit = input.limit.value_or(kDefaultSearchLimit);
    if (const auto allowed = askToSearch(services, context, Permission::Action::grep, input.pattern,
                                         metadataOf(input, *root, limit));
        !allowed)
        return failure(allowed.error());
    return search(services, input, context, *root, limit);
}

/// "1 match", "3 matches"
QString counted(qint64 count)
{
    return count == 1 ? u"1 match"_s : u"%1 matches"_s.arg(count);
}

QString textFor(const GrepOutput &output)
{
    QString text = output.matches.isEmpty() ? u"No matches found."_s
                                            : counted(output.matches.size()) + u':';
    QString file;
    for (const GrepMatch &match : output.matches) {
        if (match.path != file)
            text += u"\n\n"_s + match.path + u':';
        file = match.path;
        text += u"\n  Line %1: "_s.arg(match.line) + match.text;
    }
    QStringList notes;
    if (output.truncated)
        notes.append(u"(There are more matches than the %1 shown; use a narrower pattern, path or "
                     "include, or a larger limit.)"_s.arg(output.matches.size()));
    if (output.leftOut > 0)
        notes.append(u"(%1 in files that may not be read without asking %2 left out.)"_s.arg(
                counted(output.leftOut), output.leftOut == 1 ? u"was"_s : u"were"_s));
    if (output.tooLong > 0)
        notes.append(u"(%1 in lines of more than a mebibyte %2 left out.)"_s.arg(
                counted(output.tooLong), output.tooLong == 1 ? u"was"_s : u"were"_s));
    if (!notes.isEmpty())
        text += (output.matches.isEmpty() ? u"\n"_s : u"\n\n"_s) + notes.join(u'\n');
    return text;
}

Schema::Codec<GrepMatch> matchCodec()
{
    return Schema::object<GrepMatch>()
            .field(u"path"_s, &GrepMatch::path, Schema::string())
            .field(u"line"_s, &GrepMatch::line, Schema::integer(1))
            .field(u"text"_s, &GrepMatch::text, Schema::string())
            .codec();
}

} // namespace

Tool makeGrepTool(const ToolServices &services)
{
    return Tool::make(ToolSpec<GrepInput, GrepOutput>{
            u"Searches the contents of files with a regular expression (Rust syntax) and lists the "
            "matching lines by file. Ignored files and what .git holds are not searched; hidden "
            "ones are. Files that may not be read without asking are left out."_s,
            Schema::object<GrepInput>()
                    .field(u"pattern"_s, &GrepInput::pattern,
                           Schema::string().described(
                                   u"Regular expression, matched line by line."_s))
                    .field(u"path"_s, &GrepInput::path,
                           Schema::string().described(
                                   u"File or directory to search; the project when left out."_s))
                    .field(u"include"_s, &GrepInput::include,
                           Schema::string().described(
                                   u"Only files whose path matches this pattern, such as *.cpp."_s))
                    .field(u"limit"_s, &GrepInput::limit,
                           Schema::integer(1, kMaximumSearchLimit)
                                   .described(u"Most matches to list; 100 when left out."_s))
                    .codec(),
            Schema::object<GrepOutput>()
                    .field(u"matches"_s, &GrepOutput::matches, Schema::list(matchCodec()))
                    .field(u"truncated"_s, &GrepOutput::truncated, Schema::boolean())
                    .field(u"leftOut"_s, &GrepOutput::leftOut, Schema::integer(0))
                    .codec(),
            [services](const GrepInput &input, const ToolContext &context) {
                return grep(services, input, context);
            },
            [](const GrepInput &, const QJsonValue &, const GrepOutput &output) -> Content {
                return {TextContent{textFor(output)}};
            },
            {},
            QString::fromUtf16(Permission::Action::grep)});
}

} // namespace Countersign
