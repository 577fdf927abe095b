// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "diff/patchtext.h"

#include "base/quoted.h"
#include "diff/linetable.h"

#include <algorithm>

namespace Countersign::Diff {

using namespace Qt::StringLiterals;

namespace {

constexpr QByteArrayView kBegin("*** Begin Patch");
constexpr QByteArrayView kEnd("*** End Patch");
constexpr QByteArrayView kAdd("*** Add File:");
constexpr QByteArrayView kDelete("*** Delete File:");
constexpr QByteArrayView kUpdate("*** Update File:");
constexpr QByteArrayView kMove("*** Move to:");
constexpr QByteArrayView kEndOfFile("*** End of File");
constexpr QByteArrayView kNoNewline("\\ No newline at end of file");

/// "-12,3 +12,4" at the start of a header: the first old line, from 0, and what follows it.
std::optional<qsizetype> oldLineOf(QByteArrayView header)
{
    const auto numbers = [&header](char sign) -> std::optional<std::pair<qsizetype, qsizetype>> {
        if (!header.startsWith(sign))
            return std::nullopt;
        qsizetype size = 1;
        while (size < header.size()
               && ((header[size] >= '0' && header[size] <= '9') || header[size] == ','))
            ++size;
        const QByteArrayView range = header.sliced(1, size - 1);
        const qsizetype comma = range.indexOf(',');
        bool startOk = false;
        bool countOk = true;
        const qsizetype start = (comma < 0 ? range : range.first(comma)).toLongLong(&startOk);
        const qsizetype count = comma < 0 ? 1 : range.sliced(comma + 1).toLongLong(&countOk);
        if (!startOk || !countOk)
            return std::nullopt;
        header = header.sliced(size).trimmed();
        return std::pair(start, count);
    };
    const auto before = numbers('-');
    const auto after = before ? numbers('+') : std::nullopt;
    if (!after || (!header.isEmpty() && !header.startsWith("@@")))
        return std::nullopt;
    // With no old lines the number is that of the line before the place.
    return std::max<qsizetype>(before->second == 0 ? before->first : before->first - 1, 0);
}

class Parser
{
public:
    explicit Parser(const QString &text) : m_lines(text.toUtf8())
    {
        for (m_lastEnd = m_lines.size() - 1; m_lastEnd >= 0; --m_lastEnd) {
            if (m_lines.text(m_lastEnd).trimmed() == kEnd)
                break;
        }
    }

    Result<QList<PatchSection>> parse()
    {
        bool any = false;
        while (skipTo(kBegin)) {
            any = true;
            if (const auto block = parseBlock(); !block)
                return failure(block.error());
        }
        if (!any)
            return failure(
                    ErrorCode::InvalidInput,
                    u"The patch has no line \"*** Begin Patch\"; start it with that line and "
                    "end it with \"*** End Patch\"."_s);
        if (m_sections.isEmpty())
            return failure(ErrorCode::InvalidInput,
                           u"The patch is empty: put \"*** Add File: \", \"*** Update File: \" or "
                           "\"*** Delete File: \" between its first and last line."_s);
        return std::move(m_sections);
    }

private:
    [[nodiscard]] bool atEnd() const { return m_at >= m_lines.size(); }
    [[nodiscard]] QByteArrayView line() const { return m_lines.text(m_at); }
    [[nodiscard]] bool lineIs(QByteArrayView words) const
    {
        return !atEnd() && line().trimmed() == words;
    }

    bool skipTo(QByteArrayView words)
    {
        while (!atEnd() && line().trimmed() != words)
            ++m_at;
        if (atEnd())
            return false;
        ++m_at;
        return true;
    }

    [[nodiscard]] tl::unexpected<Error> wrong(const QString &problem) const
    {
        QString where = u"The patch cannot be read at its line %1"_s.arg(m_at + 1);
        if (!m_sections.isEmpty()) {
            where += u" (%1"_s.arg(m_sections.last().path);
            if (!m_sections.last().hunks.isEmpty())
                where += u", hunk %1"_s.arg(m_sections.last().hunks.size());
            where += u')';
        }
        return failure(ErrorCode::InvalidInput,
                       where + u": "_s + problem + u" Nothing was changed."_s);
    }

    [[nodiscard]] QString shownLine() const { return quoted(QString::fromUtf8(line())); }

    Result<void> parseBlock()
    {
        while (!atEnd()) {
            if (lineIs(kEnd)) {
                ++m_at;
                return {};
            }
            if (isBlankLine()) {
                ++m_at;
                continue;
            }
            if (const auto section = parseSection(); !section)
                return section;
        }
        return wrong(u"it ends without \"*** End Patch\", so a part of it may be missing. Send the "
                     "whole patch."_s);
    }

    [[nodiscard]] bool isBlankLine() const { return line().trimmed().isEmpty(); }

    Result<void> parseSection()
    {
        PatchSection section;
        section.patchLine = m_at + 1;
        QByteArrayView path;
        if (line().startsWith(kAdd)) {
            section.action = PatchAction::Add;
            path = line().sliced(kAdd.size());
        } else if (line().startsWith(kDelete)) {
            section.action = PatchAction::Delete;
            path = line().sliced(kDelete.size());
        } else if (line().startsWith(kUpdate)) {
            section.action = PatchAction::Update;
            path = line().sliced(kUpdate.size());
        } else {
            return wrong(u"%1 starts no section. A section starts with \"*** Add File: \", \"*** "
                         "Update File: \" or \"*** Delete File: \" and a path."_s.arg(shownLine()));
        }
        section.path = QString::fromUtf8(path.trimmed());
        if (section.path.isEmpty())
            return wrong(u"%1 names no file."_s.arg(shownLine()));
        m_sections.append(section);
        ++m_at;
        if (section.action == PatchAction::Add)
            return parseContent();
        return section.action == PatchAction::Update ? parseUpdate() : Result<void>();
    }

    Result<void> parseContent()
    {
        QByteArray &content = m_sections.last().content;
        qsizetype blank = 0; // An empty line counts once a line of content follows.
        for (; !atEnd() && m_at != m_lastEnd && !line().startsWith("***"); ++m_at) {
            if (line().isEmpty()) {
                ++blank;
            } else if (line().startsWith('+')) {
                content.append(blank, '\n');
                blank = 0;
                content += line().sliced(1);
                content += '\n';
            } else {
                return wrong(u"every line of an added file starts with \"+\", but this one is "
                             "%1."_s.arg(shownLine()));
            }
        }
        if (lineIs(kEndOfFile))
            ++m_at;
        return {};
    }

    Result<void> parseUpdate()
    {
        if (!atEnd() && line().startsWith(kMove)) {
            m_sections.last().moveTo = QString::fromUtf8(line().sliced(kMove.size()).trimmed());
            if (m_sections.last().moveTo.isEmpty())
                return wrong(u"%1 names no file."_s.arg(shownLine()));
            ++m_at;
        }
        // The two file names of a unified diff say nothing new.
        if (!atEnd() && m_at + 1 < m_lines.size() && line().startsWith("--- ")
            && m_lines.text(m_at + 1).startsWith("+++ "))
            m_at += 2;
        while (!atEnd() && m_at != m_lastEnd && !line().startsWith("***")) {
            if (line().isEmpty() && emptyLinesInside() == 0) {
                skipEmptyLines();
                continue;
            }
            if (const auto hunk = parseHunk(); !hunk)
                return hunk;
        }
        if (m_sections.last().hunks.isEmpty() && m_sections.last().moveTo.isEmpty())
            return wrong(
                    u"the section has no hunk; after \"*** Update File: \" come \"@@\" and lines "
                    "that start with \" \", \"-\" or \"+\"."_s);
        return {};
    }

    /// How many empty lines stand here when a line of a hunk follows them; 0 when none does.
    [[nodiscard]] qsizetype emptyLinesInside() const
    {
        qsizetype next = m_at;
        while (next < m_lines.size() && m_lines.text(next).isEmpty())
            ++next;
        if (next == m_lines.size())
            return 0;
        const char sign = m_lines.text(next)[0];
        return sign == ' ' || sign == '-' || sign == '+' ? next - m_at : 0;
    }

    void skipEmptyLines()
    {
        while (!atEnd() && line().isEmpty())
            ++m_at;
    }

    Result<void> parseHunk()
    {
        m_sections.last().hunks.append(PatchHunk());
        PatchHunk &hunk = m_sections.last().hunks.last();
        hunk.patchLine = m_at + 1;
        for (; !atEnd() && line().startsWith("@@"); ++m_at)
            takeHeader(hunk);
        for (; !atEnd() && m_at != m_lastEnd && !line().startsWith("@@"); ++m_at) {
            if (line().isEmpty()) {
                // A trailing empty line parts sections; between lines it is an empty context line.
                const qsizetype empty = emptyLinesInside();
                if (empty == 0)
                    break;
                for (qsizetype i = 0; i < empty; ++i)
                    hunk.lines.append({PatchSign::Context, {}});
                m_at += empty - 1;
                continue;
            }
            const char sign = line()[0];
            const QByteArray text = line().sliced(1).toByteArray();
            if (sign == ' ')
                hunk.lines.append({PatchSign::Context, text});
            else if (sign == '-')
                hunk.lines.append({PatchSign::Removed, text});
            else if (sign == '+')
                hunk.lines.append({PatchSign::Added, text});
            else if (line().startsWith("***"))
                break;
            else if (line() != kNoNewline)
                return wrong(
                        u"every line of a hunk starts with a space, \"-\" or \"+\", but this one "
                        "is %1."_s.arg(shownLine()));
        }
        if (lineIs(kEndOfFile)) {
            hunk.atEnd = true;
            ++m_at;
        }
        if (hunk.lines.isEmpty())
            return wrong(
                    u"the hunk has no lines; write context lines with \" \", removed ones with "
                    "\"-\" and added ones with \"+\"."_s);
        return {};
    }

    void takeHeader(PatchHunk &hunk)
    {
        QByteArrayView rest = line().sliced(2).trimmed();
        if (rest.isEmpty())
            return;
        if (const auto at = oldLineOf(rest)) {
            hunk.line = at;
            return;
        }
        // The sign can stand at both ends, as in a unified diff.
        if (rest.endsWith(" @@"))
            rest = rest.chopped(3).trimmed();
        hunk.anchors.append(rest.toByteArray());
    }

    LineTable m_lines;
    qsizetype m_at = 0;
    qsizetype m_lastEnd = -1; ///< The last line of a frame; it may be indented.
    QList<PatchSection> m_sections;
};

} // namespace

Result<QList<PatchSection>> parsePatch(const QString &text)
{
    return Parser(text).parse();
}

} // namespace Countersign::Diff
