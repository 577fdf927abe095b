// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "tools/globtool.h"

#include "tools/asking.h"
#include "tools/ripgrep.h"

#include <QFile>

#include <algorithm>

#include <sys/stat.h>

namespace Countersign {

using namespace Qt::StringLiterals;

namespace {

/// Names that are collected to be ordered by time; a larger result says that there were more.
constexpr qsizetype kMaximumCandidates = 100'000;

struct GlobInput
{
    QString pattern;
    std::optional<QString> path;
    std::optional<qint64> limit;
};

struct GlobOutput
{
    QStringList paths; ///< Resources, newest first.
    bool truncated = false; ///< Another match was seen.
    bool incomplete = false; ///< The search ended early.
};

struct Candidate
{
    QByteArray name; ///< As the file system has it.
    qint64 modified = 0; ///< Nanoseconds since the epoch.
};

Candidate candidateOf(const QString &directory, QByteArrayView record)
{
    if (record.startsWith("./"))
        record = record.sliced(2);
    const QByteArray raw = record.toByteArray();
    const QByteArray full = QFile::encodeName(directory) + '/' + raw;
    struct stat status{};
    if (::lstat(full.constData(), &status) != 0)
        return {raw, 0};
    return {raw, qint64(status.st_mtim.tv_sec) * 1'000'000'000 + status.st_mtim.tv_nsec};
}

Result<GlobOutput> glob(const ToolServices &services, const GlobInput &input,
                        const ToolContext &context)
{
    const auto root = searchRoot(services, context, input.path, false);
    if (!root)
        return failure(root.error());
    const qint64 limit = input.limit.value_or(kDefaultSearchLimit);
    const auto grant = services.permission.require(
            inquiryOf(context, QString::fromUtf16(Permission::Action::glob), {input.pattern},
                      {{input.pattern, true}, {u"*"_s, false}},
                      {{u"root"_s, root->path.resource},
                       {u"path"_s, input.path.value_or(QString())},
                       {u"limit"_s, limit}}),
            context.stop);
    if (!grant)
        return failure(grant.error());

    QList<Candidate> candidates;
    GlobOutput output;
    const auto ended = runRipgrep(
            {u"--files"_s, u"--null"_s, "--glob="_L1 + input.pattern, u"--glob=!**/.git/**"_s,
             u"."_s},
            root->directory, '\0',
            [&](QByteArrayView record) {
                if (candidates.size() >= kMaximumCandidates) {
                    output.incomplete = true;
                    return false;
                }
                candidates.append(candidateOf(root->directory, record));
                return true;
            },
            context.stop);
    if (!ended)
        return failure(ended.error());
    output.incomplete = output.incomplete || ended->timedOut;
    std::sort(candidates.begin(), candidates.end(), [](const Candidate &a, const Candidate &b) {
        return a.modified != b.modified ? a.modified > b.modified : a.name < b.name;
    });
    for (const Candidate &candidate : std::as_const(candidates)) {
        // What a symbolic link leads out to is no result of this directory.
        const QString canonical = confinedFile(root->directory, candidate.name);
        if (canonical.isEmpty())
            continue;
        if (output.paths.size() >= limit) {
            output.truncated = true;
            break;
        }
        output.paths.append(services.location.resourceOf(canonical));
    }
    return output;
}

QString textFor(const GlobOutput &output)
{
    QString text = output.paths.isEmpty() ? u"No files found."_s : output.paths.join(u'\n');
    if (output.truncated)
        text += u"\n(There are more matches than these %1, the newest; narrow the pattern or raise "
                "the limit.)"_s.arg(output.paths.size());
    if (output.incomplete)
        text += u"\n(The search ended before all files were seen; narrow the pattern or the path.)"_s;
    return text;
}

} // namespace

Tool makeGlobTool(const ToolServices &services)
{
    return Tool::make(ToolSpec<GlobInput, GlobOutput>{
            u"Finds files by a name pattern such as **/*.cpp or src/**/test_*.py, newest first. "
            u"The "
            "pattern is relative to path. Ignored and hidden files are found only when the pattern "
            "matches them by name; .git is left out; symbolic links are not followed."_s,
            Schema::object<GlobInput>()
                    .field(u"pattern"_s, &GlobInput::pattern,
                           Schema::string().described(u"The pattern."_s))
                    .field(u"path"_s, &GlobInput::path,
                           Schema::string().described(
                                   u"Directory to search; default: the project."_s))
                    .field(u"limit"_s, &GlobInput::limit,
                           Schema::integer(1).described(u"Most files to list; default 100."_s))
                    .codec(),
            Schema::object<GlobOutput>()
                    .field(u"paths"_s, &GlobOutput::paths, Schema::list(Schema::string()))
                    .field(u"truncated"_s, &GlobOutput::truncated, Schema::boolean())
                    .field(u"incomplete"_s, &GlobOutput::incomplete, Schema::boolean())
                    .codec(),
            [services](const GlobInput &input, const ToolContext &context) {
                return glob(services, input, context);
            },
            [](const GlobInput &, const QJsonValue &, const GlobOutput &output) -> Content {
                return {TextContent{textFor(output)}};
            }});
}

} // namespace Countersign
