// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "diff/patchapply.h"

#include "base/quoted.h"
#include "diff/lineindex.h"
#include "diff/nearmiss.h"
#include "diff/rewrite.h"

#include <QHash>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>

namespace Countersign::Diff {

using namespace Qt::StringLiterals;

namespace {

/// Every pass of the search, strictest first (white space within a line has no pass of its own, as in
/// the reference, but comes with typographic characters).
constexpr std::array kPasses{Tolerance::Exact, Tolerance::TrailingSpace, Tolerance::Trimmed,
                             Tolerance::Punctuation};
constexpr qsizetype kListedPlaces = 10;
/// A line takes some 40 bytes of memory while a patch is applied.
constexpr qsizetype kMaximumLines = 4'000'000;
/// Lines looked at by all hunks of one section: a second or two of work.
constexpr qint64 kMaximumWork = 400'000'000;

/// A hunk as what is looked for and what changes there.
struct Wanted
{
    QList<QByteArray> lines; ///< Context and removed lines.
    QList<LineChange> changes;
};

Wanted wantedOf(const PatchHunk &hunk)
{
    Wanted wanted;
    bool inChange = false;
    for (const PatchLine &line : hunk.lines) {
        if (line.sign == PatchSign::Context) {
            inChange = false;
            wanted.lines.append(line.text);
            continue;
        }
        if (!inChange)
            wanted.changes.append(LineChange{wanted.lines.size(), {}, {}});
        inChange = true;
        if (line.sign == PatchSign::Removed) {
            wanted.changes.last().removed.append(line.text);
            wanted.lines.append(line.text);
        } else {
            wanted.changes.last().added.append(line.text);
        }
    }
    return wanted;
}

/// Where a hunk belongs.
struct Place
{
    qsizetype line = 0;
    Tolerance tolerance = Tolerance::Exact;
    QString note;
};

/// From where on a hunk is looked for.
struct Start
{
    qsizetype line = 0;
    bool anchored = false; ///< By an anchor that stands in one place only.
    bool several = false; ///< An anchor stands in several places.
    QString missing; ///< An anchor that stands nowhere.
};

class Applier
{
public:
    Applier(const QByteArray &bytes, const QList<PatchHunk> &hunks, const QString &file,
            Quoting quoting)
        : m_text(bytes)
        , m_hunks(hunks)
        , m_file(file)
        , m_quoting(quoting)
        , m_tolerant(bytes.size() <= kTolerantBytes && m_text.size() <= kTolerantLines)
    {
    }

    Result<PatchedText> run()
    {
        for (const PatchHunk &hunk : m_hunks)
            m_wanted.append(wantedOf(hunk));
        for (m_number = 0; m_number < m_hunks.size(); ++m_number) {
            if (const auto placed = place(m_hunks.at(m_number)); !placed)
                return failure(placed.error());
        }
        QList<MatchedRun> runs;
        for (const auto &[key, run] : m_runs)
            runs.append(run);
        return PatchedText{rewritten(m_text, runs), m_placed};
    }

private:
    const LineIndex &index(Tolerance tolerance)
    {
        std::optional<LineIndex> &index = m_indexes[size_t(tolerance)];
        if (!index)
            index.emplace(m_text, tolerance);
        return *index;
    }

    [[nodiscard]] tl::unexpected<Error> refused(ErrorCode code, const QString &problem) const
    {
        return failure(
                code,
                u"Hunk %1 of %2 (line %3 of the patch) was not applied: %4"_s.arg(m_number + 1)
                        .arg(m_file)
                        .arg(m_hunks.at(m_number).patchLine)
                        .arg(problem));
    }

    /// No earlier hunk covers a part of these lines. Lines can be added between two runs.
    [[nodiscard]] bool isFree(qsizetype line, qsizetype count) const
    {
        const auto next = m_runs.lower_bound({line, count > 0});
        if (next != m_runs.end() && next->first.first < line + count)
            return false;
        if (next == m_runs.begin())
            return true;
        const MatchedRun &before = std::prev(next)->second;
        return before.line + before.written.size() <= line;
    }

    /// Finds under one tolerance, leaving out places that an earlier hunk has taken.
    QList<qsizetype> find(const QList<QByteArray> &lines, Tolerance tolerance, qsizetype from,
                          qsizetype limit = kListedPlaces + 1)
    {
        QList<qsizetype> found;
        while (found.size() < limit) {
            const QList<qsizetype> some = index(tolerance).find(lines, from, limit);
            m_work += m_text.size() / 8 + lines.size();
            for (const qsizetype line : some) {
                if (isFree(line, lines.size()))
                    found.append(line);
            }
            if (some.size() < limit || m_work > kMaximumWork)
                break;
            from = some.last() + 1;
        }
        return found;
    }

    [[nodiscard]] static QString numbers(const QList<qsizetype> &lines)
    {
        QStringList shown;
        for (const qsizetype line : lines.first(std::min(lines.size(), kListedPlaces)))
            shown.append(QString::number(line + 1));
        if (lines.size() > kListedPlaces)
            shown.append(u"…"_s);
        return shown.join(u", "_s);
    }

    Result<void> place(const PatchHunk &hunk)
    {
        Wanted wanted = m_wanted.at(m_number);
        const Start start = startOf(hunk);
        Result<Place> found = wanted.lines.isEmpty() ? placeOfAddition(hunk, start)
                                                     : placeOfLines(hunk, wanted.lines, start);
        if (!found && found.error().code == ErrorCode::NotFound && endsInEmptyLine(wanted)) {
            // An empty last line often stands for the file's final line end.
            Wanted shorter = withoutLastLine(wanted);
            const Result<Place> again = placeOfLines(hunk, shorter.lines, start);
            if (again) {
                found = again;
                wanted = shorter;
            }
        }
        if (m_work > kMaximumWork)
            return refused(ErrorCode::Limit,
                           u"finding its place takes too long, because its lines stand almost "
                           "everywhere. Add lines that are rare, or write the file anew."_s);
        if (!found)
            return failure(found.error());
        take(wanted, *found);
        return {};
    }

    void take(const Wanted &wanted, const Place &place)
    {
        m_placed.append({place.line + 1, place.tolerance, place.note});
        auto [at, fresh] = m_runs.try_emplace(
                {place.line, !wanted.lines.isEmpty()},
                MatchedRun{place.line, wanted.lines, wanted.changes, place.tolerance});
        if (!fresh) // Two hunks that only add lines at the same place.
            at->second.changes.append(wanted.changes);
        m_cursor = std::max(m_cursor, place.line + wanted.lines.size());
    }

    static bool endsInEmptyLine(const Wanted &wanted)
    {
        return wanted.lines.size() > 1 && wanted.lines.last().isEmpty();
    }

    static Wanted withoutLastLine(Wanted wanted)
    {
        wanted.lines.removeLast();
        if (wanted.changes.isEmpty())
            return wanted;
        LineChange &last = wanted.changes.last();
        if (last.removed.isEmpty()) {
            last.at = std::min(last.at, wanted.lines.size());
        } else if (last.at + last.removed.size() > wanted.lines.size()) {
            last.removed.removeLast();
            if (!last.added.isEmpty() && last.added.last().isEmpty())
                last.added.removeLast();
        }
        return wanted;
    }

    Start startOf(const PatchHunk &hunk)
    {
        Start start{m_cursor, false, false, {}};
        for (qsizetype i = 0; i < hunk.anchors.size(); ++i) {
            const QList<qsizetype> places = placesOfAnchor(hunk.anchors.at(i), start.line);
            if (places.isEmpty()) {
                start.missing = QString::fromUtf8(hunk.anchors.at(i));
                return start;
            }
            // The hunk may repeat its anchor as its first context line; the next anchor is below.
            const bool last = i + 1 == hunk.anchors.size();
            start.line = places.first() + (last ? 0 : 1);
            start.several = places.size() > 1;
            start.anchored = !start.several;
        }
        return start;
    }

    /// An anchor is a whole line, else the only line that has it in it.
    QList<qsizetype> placesOfAnchor(const QByteArray &anchor, qsizetype from)
    {
        for (const Tolerance tolerance : kPasses) {
            if (!m_tolerant && tolerance != Tolerance::Exact)
                break;
            const QList<qsizetype> found = find({anchor}, tolerance, from);
            if (!found.isEmpty())
                return found;
        }
        QList<qsizetype> found;
        m_work += m_text.size();
        for (qsizetype line = from; line < m_text.size() && found.size() < 2; ++line) {
            if (m_text.text(line).contains(anchor))
                found.append(line);
        }
        return found.size() == 1 ? found : QList<qsizetype>();
    }

    Result<Place> placeOfAddition(const PatchHunk &hunk, const Start &start)
    {
        if (!start.missing.isNull())
            return refused(ErrorCode::NotFound,
                           u"it only adds lines, and its anchor %1 is not in the file after line "
                           "%2."_s.arg(quoted(start.missing))
                                   .arg(m_cursor));
        if (start.several)
            return refused(ErrorCode::InvalidInput,
                           u"it only adds lines, and its anchor %1 stands in several places. Add "
                           "context lines."_s.arg(quoted(QString::fromUtf8(hunk.anchors.last()))));
        qsizetype line = m_text.size();
        if (start.anchored && !hunk.atEnd)
            line = start.line + 1;
        else if (hunk.line && !hunk.atEnd)
            line = std::min(*hunk.line, m_text.size());
        if (!isFree(line, 0))
            return refused(ErrorCode::InvalidInput,
                           u"it adds lines inside of what an earlier hunk covers."_s);
        return Place{line, Tolerance::Exact, {}};
    }

    Result<Place> placeOfLines(const PatchHunk &hunk, const QList<QByteArray> &lines,
                               const Start &start)
    {
        for (const Tolerance tolerance : kPasses) {
            if (tolerance != Tolerance::Exact && (!m_tolerant || !start.missing.isNull()))
                break;
            const qsizetype last = m_text.size() - lines.size();
            if (hunk.atEnd && last >= start.line && isFree(last, lines.size())
                && index(tolerance).standsAt(lines, last))
                return Place{last, tolerance, {}};
            QList<qsizetype> found = find(lines, tolerance, start.line);
            // Hunks may come in another order than their places.
            if (found.isEmpty() && hunk.anchors.isEmpty())
                found = find(lines, tolerance, 0);
            if (found.isEmpty())
                continue;
            if (const std::optional<Place> place = choose(hunk, lines, tolerance, found, start))
                return *place;
            return refused(
                    ErrorCode::InvalidInput,
                    u"its lines stand in several places (lines %1). Add context lines, or an "
                    "anchor after \"@@\", until it fits in one place only."_s.arg(numbers(found)));
        }
        return notFound(lines, start);
    }

    std::optional<Place> choose(const PatchHunk &hunk, const QList<QByteArray> &lines,
                                Tolerance tolerance, const QList<qsizetype> &found,
                                const Start &start)
    {
        const qsizetype first = found.first();
        if (!start.missing.isNull()) {
            if (find(lines, tolerance, 0).size() != 1)
                return std::nullopt;
            return Place{first, tolerance,
                         u"the anchor %1 is not in the file"_s.arg(quoted(start.missing))};
        }
        if (found.size() == 1) {
            // Behind its anchor or an earlier hunk a place is the right one; a tolerant match must
            // be the only one of the file, or have an anchor.
            if (tolerance == Tolerance::Exact || start.anchored
                || find(lines, tolerance, 0).size() == 1)
                return Place{first, tolerance, {}};
            return std::nullopt;
        }
        if (tolerance != Tolerance::Exact)
            return std::nullopt;
        if (hunk.line && found.contains(*hunk.line))
            return Place{*hunk.line, tolerance, {}};
        if (start.anchored)
            return Place{first, tolerance, {}};
        if (m_number < m_inOrderUntil)
            return Place{first, tolerance, {}};
        const auto [equal, inARow] = equalHunksFromHere();
        if (equal < 2)
            return std::nullopt;
        const QList<qsizetype> places = find(lines, tolerance, start.line, equal + 1);
        if (places.size() != equal)
            return std::nullopt;
        // What was counted for this one holds for those right behind it, when each takes one place.
        const auto overlap = std::adjacent_find(
                places.begin(), places.end(),
                [&lines](qsizetype a, qsizetype b) { return b - a < lines.size(); });
        if (overlap == places.end())
            m_inOrderUntil = m_number + inARow;
        return Place{first, tolerance, {}};
    }

    /// Hunks from this one on that look for the same lines below the same anchors: all of them, and
    /// how many of those follow each other and have nothing else to go by.
    [[nodiscard]] std::pair<qsizetype, qsizetype> equalHunksFromHere()
    {
        if (m_groups.isEmpty())
            findEqualHunks();
        const QList<qsizetype> &members = m_members.at(m_groups.at(m_number));
        const auto here = std::lower_bound(members.begin(), members.end(), m_number);
        qsizetype inARow = 0;
        for (qsizetype i = m_number; i < m_hunks.size() && m_groups.at(i) == m_groups.at(m_number);
             ++i) {
            const PatchHunk &hunk = m_hunks.at(i);
            if (!hunk.anchors.isEmpty() || hunk.line || hunk.atEnd)
                break;
            ++inARow;
        }
        return {members.end() - here, inARow};
    }

    void findEqualHunks()
    {
        QHash<QByteArray, qsizetype> known;
        for (qsizetype i = 0; i < m_hunks.size(); ++i) {
            const QByteArray key =
                    m_hunks.at(i).anchors.join('\n') + "\n\n" + m_wanted.at(i).lines.join('\n');
            const auto found = known.constFind(key);
            const qsizetype group = found == known.cend() ? m_members.size() : *found;
            if (found == known.cend()) {
                known.insert(key, group);
                m_members.append(QList<qsizetype>());
            }
            m_groups.append(group);
            m_members[group].append(i);
        }
    }

    Result<Place> notFound(const QList<QByteArray> &lines, const Start &start)
    {
        QString problem;
        if (!start.missing.isNull())
            problem = u"its anchor %1 is not in the file after line %2, and its lines do not stand "
                      "in exactly one place. "_s.arg(quoted(start.missing))
                              .arg(m_cursor);
        else
            problem = m_tolerant
                    ? u"its lines were not found in the file, neither exactly nor with other white "
                      u"space. "_s
                    : u"its lines are not in the file. In a file of this size they must be exact. "_s;
        if (const QList<QByteArray> after = linesAfter(); after.size() > 1) {
            const QList<qsizetype> done = index(Tolerance::Exact).find(after, 0, 2);
            if (done.size() == 1)
                return refused(ErrorCode::NotFound,
                               problem
                                       + u"The file has the hunk's new lines already, at line %1: "
                                         "the patch seems to have been applied before."_s.arg(
                                                 done.first() + 1));
        }
        if (!m_tolerant)
            return refused(ErrorCode::NotFound, problem + u"Read that part of the file again."_s);
        const auto miss = nearMiss(m_text, index(Tolerance::Trimmed), lines);
        if (!miss)
            return refused(
                    ErrorCode::NotFound,
                    problem + u"Nothing in the file is close to them. Read the file again."_s);
        return refused(ErrorCode::NotFound,
                       problem
                               + u"%1 of its %2 lines stand at line %3; the first difference: %4."_s
                                         .arg(miss->matching)
                                         .arg(lines.size())
                                         .arg(std::max<qsizetype>(miss->line, 0) + 1)
                                         .arg(miss->differs
                                                      ? describe(*miss, m_text, lines, m_quoting)
                                                      : u"an earlier hunk covers that place"_s));
    }

    /// The lines that this hunk would leave, context included; nothing when it adds none.
    [[nodiscard]] QList<QByteArray> linesAfter() const
    {
        QList<QByteArray> lines;
        bool adds = false;
        for (const PatchLine &line : m_hunks.at(m_number).lines) {
            adds = adds || (line.sign == PatchSign::Added && !isBlank(line.text));
            if (line.sign != PatchSign::Removed)
                lines.append(line.text);
        }
        return adds ? lines : QList<QByteArray>();
    }

    const LineTable m_text;
    const QList<PatchHunk> &m_hunks;
    const QString &m_file;
    const Quoting m_quoting;
    const bool m_tolerant; ///< Small enough for more than exact matches.
    std::array<std::optional<LineIndex>, size_t(Tolerance::Punctuation) + 1> m_indexes;
    QList<Wanted> m_wanted; ///< For each hunk.
    QList<qsizetype> m_groups; ///< For each hunk: which of `m_members` it is in. Made when needed.
    QList<QList<qsizetype>> m_members; ///< Hunks that look for the same, in order.
    qsizetype m_inOrderUntil = 0; ///< Hunks before this one go to the next place each.
    /// By line; what only adds lines comes before what stands at the same line.
    std::map<std::pair<qsizetype, bool>, MatchedRun> m_runs;
    QList<PlacedHunk> m_placed;
    qsizetype m_number = 0; ///< Of the current hunk, from 0.
    qsizetype m_cursor = 0; ///< Hunks are looked for from here first.
    qint64 m_work = 0;
};

} // namespace

Result<PatchedText> applyHunks(const QByteArray &bytes, const QList<PatchHunk> &hunks,
                               const QString &file, Quoting quoting)
{
    if (bytes.count('\n') > kMaximumLines)
        return failure(ErrorCode::Limit,
                       u"%1 has more than %2 lines, which is too many for a patch; use edit with a "
                       "text that is exactly in it."_s.arg(file)
                               .arg(kMaximumLines));
    return Applier(bytes, hunks, file, quoting).run();
}

} // namespace Countersign::Diff
