// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "tools/greptool.h"

#include "tools/asking.h"
#include "tools/ripgrep.h"

#include <QHash>
#include <QJsonDocument>

#include <algorithm>

namespace Countersign {

using namespace Qt::StringLiterals;

namespace {

/// UTF-16 units of a line that are shown; as OpenCode V2.
constexpr qsizetype kMaximumLine = 2000;

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
    bool truncated = false; ///< Another match was seen.
    bool incomplete = false; ///< The search ended early.
    qint64 withheldFiles = 0; ///< Files with matches that rules do not let this agent read unasked.
    qint64 oversizedLines = 0;
};

/// ripgrep gives text, or base64 where it is not UTF-8.
QByteArray bytesOf(const QJsonValue &value)
{
    const QJsonObject object = value.toObject();
    if (object.contains(u"bytes"_s))
        return QByteArray::fromBase64(object.value(u"bytes"_s).toString().toLatin1());
    return object.value(u"text"_s).toString().toUtf8();
}

QString shownLine(const QJsonValue &lines)
{
    QString text = QString::fromUtf8(bytesOf(lines));
    while (text.endsWith(u'\n') || text.endsWith(u'\r'))
        text.chop(1);
    if (text.size() > kMaximumLine)
        text = text.left(kMaximumLine) + u"... (line cut)"_s;
    return text;
}

/// Takes ripgrep's records until the limit and one more was seen.
class Collector
{
public:
    Collector(const ToolServices &services, const ToolContext &context, const SearchRoot &root,
              qint64 limit)
        : m_services(services)
        , m_context(context)
        , m_root(root)
        , m_limit(limit)
    {
    }

    bool take(QByteArrayView record)
    {
        const QJsonObject object =
                QJsonDocument::fromJson(QByteArray::fromRawData(record.data(), record.size()))
                        .object();
        if (object.value(u"type"_s) != u"match"_s)
            return true;
        const QJsonObject data = object.value(u"data"_s).toObject();
        const QString resource = readableResource(bytesOf(data.value(u"path"_s)));
        if (resource.isEmpty())
            return true;
        if (output.matches.size() >= m_limit) {
            output.truncated = true;
            return false;
        }
        output.matches.append({resource, data.value(u"line_number"_s).toInteger(),
                               shownLine(data.value(u"lines"_s))});
        return true;
    }

    GrepOutput output;
    std::optional<Error> error; ///< A verdict that could not be had.

private:
    /// The resource of a file that may be shown; empty otherwise. Once a file, not once a match.
    QString readableResource(const QByteArray &rawName)
    {
        if (const auto known = m_resources.constFind(rawName); known != m_resources.constEnd())
            return *known;
        const QString resource = verdictOn(rawName);
        m_resources.insert(rawName, resource);
        return resource;
    }

    QString verdictOn(const QByteArray &rawName)
    {
        const QString canonical = confinedFile(m_root.directory, rawName);
        if (canonical.isEmpty())
            return {};
        const QString resource = m_services.location.resourceOf(canonical);
        const auto verdict = m_services.permission.explain(
                m_context.agent, QString::fromUtf16(Permission::Action::read), {resource});
        if (!verdict) {
            error = verdict.error();
            return {};
        }
        if (verdict->effect == Permission::Effect::Allow)
            return resource;
        ++output.withheldFiles;
        return {};
    }

    const ToolServices &m_services;
    const ToolContext &m_context;
    const SearchRoot &m_root;
    qint64 m_limit;
    QHash<QByteArray, QString> m_resources;
};

Result<GrepOutput> grep(const ToolServices &services, const GrepInput &input,
                        const ToolContext &context)
{
    const auto root = searchRoot(services, context, input.path, true);
    if (!root)
        return failure(root.error());
    const qint64 limit = input.limit.value_or(kDefaultSearchLimit);
    const auto grant = services.permission.require(
            inquiryOf(context, QString::fromUtf16(Permission::Action::grep), {input.pattern},
                      {{input.pattern, true}, {u"*"_s, false}},
                      {{u"root"_s, root->path.resource},
                       {u"path"_s, input.path.value_or(QString())},
                       {u"include"_s, input.include.value_or(QString())},
                       {u"limit"_s, limit}}),
            context.stop);
    if (!grant)
        return failure(grant.error());

    QStringList arguments{u"--json"_s, u"--hidden"_s, u"--no-messages"_s};
    if (input.include)
        arguments.append("--glob="_L1 + *input.include);
    arguments += {u"--glob=!**/.git/**"_s, u"--"_s, input.pattern, root->target};
    Collector collector(services, context, *root, limit);
    const auto ended = runRipgrep(
            arguments, root->directory, '\n',
            [&collector](QByteArrayView record) {
                return collector.take(record) && !collector.error;
            },
            context.stop);
    if (!ended)
        return failure(ended.error());
    if (collector.error)
        return failure(*collector.error);
    GrepOutput output = std::move(collector.output);
    output.incomplete = ended->timedOut;
    output.oversizedLines = ended->oversized;
    // ripgrep searches in parallel; its order is another one each time.
    std::stable_sort(output.matches.begin(), output.matches.end(),
                     [](const GrepMatch &a, const GrepMatch &b) { return a.path < b.path; });
    return output;
}

QString textFor(const GrepOutput &output)
{
    QString text = output.matches.isEmpty() ? u"No matches found.\n"_s
            : output.matches.size() == 1    ? u"1 match\n"_s
                                            : u"%1 matches\n"_s.arg(output.matches.size());
    QString path;
    for (const GrepMatch &match : output.matches) {
        if (match.path != path) {
            path = match.path;
            text += u'\n' + path + u":\n"_s;
        }
        text += u"  Line %1: "_s.arg(match.line) + match.text + u'\n';
    }
    QStringList notes;
    if (output.truncated)
        notes.append(
                u"There are more matches; narrow the pattern or the path, or raise the limit."_s);
    if (output.withheldFiles > 0)
        notes.append(u"Matches in %1 file(s) are not shown, because reading them needs permission; "
                     "use read on the file to ask for it."_s.arg(output.withheldFiles));
    if (output.oversizedLines > 0)
        notes.append(u"%1 match(es) in extremely long lines are not shown."_s.arg(
                output.oversizedLines));
    if (output.incomplete)
        notes.append(u"The search took too long and was ended before all files were seen; narrow "
                     "the pattern or the path."_s);
    for (const QString &note : std::as_const(notes))
        text += u"\n("_s + note + u")\n"_s;
    return text.chopped(1);
}

Schema::Codec<GrepMatch> matchCodec()
{
    return Schema::object<GrepMatch>()
            .field(u"path"_s, &GrepMatch::path, Schema::string())
            .field(u"line"_s, &GrepMatch::line, Schema::integer(0))
            .field(u"text"_s, &GrepMatch::text, Schema::string())
            .codec();
}

} // namespace

Tool makeGrepTool(const ToolServices &services)
{
    return Tool::make(ToolSpec<GrepInput, GrepOutput>{
            u"Searches the contents of files with a regular expression (Rust syntax, as ripgrep) "
            u"and "
            "lists matching lines with their numbers. Hidden files are searched, ignored files and "
            ".git are not; symbolic links are not followed."_s,
            Schema::object<GrepInput>()
                    .field(u"pattern"_s, &GrepInput::pattern,
                           Schema::string().described(u"The regular expression."_s))
                    .field(u"path"_s, &GrepInput::path,
                           Schema::string().described(
                                   u"Directory or file to search; default: the project."_s))
                    .field(u"include"_s, &GrepInput::include,
                           Schema::string().described(
                                   u"Search only files that match this, for example *.cpp."_s))
                    .alias(u"glob"_s)
                    .field(u"limit"_s, &GrepInput::limit,
                           Schema::integer(1).described(u"Most lines to list; default 100."_s))
                    .codec(),
            Schema::object<GrepOutput>()
                    .field(u"matches"_s, &GrepOutput::matches, Schema::list(matchCodec()))
                    .field(u"truncated"_s, &GrepOutput::truncated, Schema::boolean())
                    .field(u"incomplete"_s, &GrepOutput::incomplete, Schema::boolean())
                    .field(u"withheldFiles"_s, &GrepOutput::withheldFiles, Schema::integer(0))
                    .field(u"oversizedLines"_s, &GrepOutput::oversizedLines, Schema::integer(0))
                    .codec(),
            [services](const GrepInput &input, const ToolContext &context) {
                return grep(services, input, context);
            },
            [](const GrepInput &, const QJsonValue &, const GrepOutput &output) -> Content {
                return {TextContent{textFor(output)}};
            }});
}

} // namespace Countersign
