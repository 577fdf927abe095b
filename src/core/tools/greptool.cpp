// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "tools/greptool.h"

#include "tools/ripgreprecords.h"
#include "tools/search.h"
#include "tools/shownbytes.h"

#include <QFile>

#include <algorithm>
#include <tuple>

namespace Countersign {

using namespace Qt::StringLiterals;

namespace {

/// All lines of a result, in UTF-16 units: they are kept with the session, each time a call is made.
constexpr qsizetype kMostUnits = qsizetype(1024) * 1024;

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
    bool incomplete = false;
    qint64 leftOut = 0; ///< In files that may not be read without asking.
    bool overLimit = false; ///< Not encoded, as the next.
    QStringList notes;
};

/// Decides of each file whether its lines may be told.
class Readable
{
public:
    Readable(const ToolServices &services, const ToolContext &context, const SearchPlace &place)
        : m_services(services)
        , m_context(context)
        , m_place(place)
        , m_placed(place.directory)
    {
    }

    enum class Verdict { Shown, Unreadable, Moved };
    struct File
    {
        QByteArray name; ///< As ripgrep prints it.
        QString shown;
        Verdict verdict = Verdict::Moved;
    };

    /// ripgrep tells the matches of one file together, so only the last one is remembered.
    Result<const File *> look(const QByteArray &printed)
    {
        if (!m_last.name.isEmpty() && m_last.name == printed)
            return &m_last;
        const QByteArray name = withoutDot(printed).toByteArray();
        const QByteArray resource = m_place.prefix.toUtf8() + name;
        m_last = {printed, shownName(resource), Verdict::Moved};
        if (!m_placed.contains(name))
            return &m_last;
        m_last.verdict = Verdict::Shown;
        if (!m_place.file.isEmpty())
            return &m_last; // The person was asked for this file.
        // A search shows contents, so it may not get around the rules for reading.
        QStringList resources{QFile::decodeName(resource)};
        for (const QString &alias : m_place.root.aliases)
            resources.append(alias + u'/' + QFile::decodeName(name));
        const auto explained = m_services.permission.explain(
                m_context.agent, QString::fromUtf16(Permission::Action::read), resources);
        if (!explained)
            return failure(explained.error());
        if (explained->effect != Permission::Effect::Allow)
            m_last.verdict = Verdict::Unreadable;
        return &m_last;
    }

private:
    const ToolServices &m_services;
    const ToolContext &m_context;
    const SearchPlace &m_place;
    PlacedFiles m_placed;
    File m_last;
};

Result<GrepOutput> grep(const ToolServices &services, const SearchInput &input,
                        const ToolContext &context)
{
    const auto place = openSearch(services, context, input, Permission::Action::grep, true);
    if (!place)
        return failure(place.error());
    const auto filter = filterFor(*place, input.include);
    if (!filter)
        return failure(filter.error());

    GrepOutput output;
    qsizetype units = 0; // Of the lines in it.
    std::optional<Error> broken;
    Readable readable(services, context, *place);
    RipgrepRecords records([&](const RipgrepMatch &match) {
        const auto file = readable.look(match.path);
        if (!file) {
            broken = file.error();
            return false;
        }
        if ((*file)->verdict == Readable::Verdict::Unreadable)
            ++output.leftOut;
        if ((*file)->verdict != Readable::Verdict::Shown)
            return true;
        units += match.text.size();
        if (output.matches.size() == place->limit || units > kMostUnits) {
            output.overLimit = true;
            return false;
        }
        output.matches.append({(*file)->shown, match.line, match.text});
        return true;
    });
    Walk walk;
    // Where lines end in CR LF, "$" is before both. A pattern that names the CR itself is refused then.
    const QStringList options{u"--json"_s, u"--hidden"_s, u"--no-follow"_s,
                              u"--regexp="_s + input.pattern};
    walk.options = options + QStringList{u"--crlf"_s};
    walk.onOutput = [&records](QByteArrayView piece) {
        return records.take(piece);
    };
    walk.foundNothing = [&output] {
        return output.matches.isEmpty() && output.leftOut == 0;
    };
    auto ended = runWalk(*place, *filter, walk, context.stop);
    if (!ended && ended.error().code == ErrorCode::InvalidInput) {
        walk.options = options;
        ended = runWalk(*place, *filter, walk, context.stop);
    }
    if (!ended)
        return failure(ended.error());
    if (broken || records.error())
        return failure(broken ? *broken : *records.error());
    output.truncated = output.overLimit || ended->ripgrep.timedOut;
    output.incomplete = ended->ripgrep.timedOut || ended->ripgrep.unreadable;
    output.notes = searchNotes(ended->ripgrep);
    if (place->file.isEmpty() && records.cutAtZero())
        output.notes.append(u"(A file with zero bytes in it was searched only up to the first of "
                            u"them; name it as path to search all of it.)"_s);
    if (output.matches.isEmpty() && place->file.isEmpty())
        output.notes += nothingNotes(*ended, input.include, true);
    std::sort(output.matches.begin(), output.matches.end(),
              [](const GrepMatch &a, const GrepMatch &b) {
                  return std::tie(a.path, a.line) < std::tie(b.path, b.line);
              });
    return output;
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
    if (output.overLimit)
        notes.append(u"(There are more matches than the %1 shown; use a narrower pattern, path or "
                     "include, or a larger limit.)"_s.arg(output.matches.size()));
    if (output.leftOut > 0)
        notes.append(u"(%1%2 in files that may not be read without asking %3 left out.)"_s.arg(
                output.truncated ? u"At least "_s : QString(), counted(output.leftOut),
                output.leftOut == 1 ? u"was"_s : u"were"_s));
    return withNotes(text, notes + output.notes, !output.matches.isEmpty());
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
    return Tool::make(ToolSpec<SearchInput, GrepOutput>{
            u"Searches the contents of files with a regular expression (Rust syntax) and lists the "
            "matching lines by file. What the project ignores is searched only when the path or "
            "include names its folder; hidden files are searched, but not what .git holds or what "
            "symbolic links lead to. Files that may not be read without asking are left out."_s,
            searchFields(u"Regular expression, matched line by line."_s,
                         u"File or directory to search; the project when left out."_s,
                         u"Most matches to list; 100 when left out."_s)
                    .field(u"include"_s, &SearchInput::include,
                           Schema::string().described(
                                   u"Only files whose path matches this pattern, such as *.cpp."_s))
                    .codec(),
            Schema::object<GrepOutput>()
                    .field(u"matches"_s, &GrepOutput::matches, Schema::list(matchCodec()))
                    .field(u"truncated"_s, &GrepOutput::truncated, Schema::boolean())
                    .field(u"incomplete"_s, &GrepOutput::incomplete, Schema::boolean())
                    .field(u"leftOut"_s, &GrepOutput::leftOut, Schema::integer(0))
                    .codec(),
            [services](const SearchInput &input, const ToolContext &context) {
                return grep(services, input, context);
            },
            [](const SearchInput &, const QJsonValue &, const GrepOutput &output) -> Content {
                return {TextContent{textFor(output)}};
            },
            {},
            QString::fromUtf16(Permission::Action::grep)});
}

} // namespace Countersign
