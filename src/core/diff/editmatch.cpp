// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "diff/editmatch.h"

#include "base/bytesearch.h"
#include "diff/linediff.h"
#include "diff/lineindex.h"
#include "diff/rewrite.h"
#include "diff/similarity.h"

#include <algorithm>
#include <map>

namespace Countersign::Diff {

using namespace Qt::StringLiterals;

namespace {

/// One more than is worth listing tells that there are more.
constexpr qsizetype kListedPlaces = 11;
/// Places of a block's first line that are looked at.
constexpr qsizetype kBlockCandidates = 200;
/// How alike the lines between a block's anchors must be: each, and on average.
constexpr double kLineSimilarity = 0.5;
constexpr double kBlockSimilarity = 0.8;
/// Steps of the similarity of lines, for one edit.
constexpr qint64 kSimilarityWork = 4'000'000;

bool hasSubstance(const QByteArray &text)
{
    return std::any_of(text.begin(), text.end(), [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
                || uchar(c) >= 0x80;
    });
}

bool endsInLineEnd(const QByteArray &text)
{
    return text.endsWith('\n') || text.endsWith('\r');
}

/// What is looked for and what comes in its place, as lines.
struct Wanted
{
    QList<QByteArray> before;
    QList<QByteArray> after;

    Wanted(const QByteArray &oldText, const QByteArray &newText)
        : before(linesOf(oldText))
        , after(linesOf(newText))
    {
        // Without a line end behind the old text, one behind the new text makes another line.
        if (!endsInLineEnd(oldText) && (newText.isEmpty() || endsInLineEnd(newText)))
            after.append(QByteArray());
    }

    /// What differs between the two, so that all else keeps the bytes of the file.
    [[nodiscard]] QList<LineChange> changes() const
    {
        const auto joined = [](const QList<QByteArray> &lines) {
            QByteArray text;
            for (const QByteArray &line : lines)
                text += line + '\n';
            return text;
        };
        const auto diff = lineDiff(joined(before), joined(after));
        if (!diff || diff->binary)
            return {LineChange{0, before, after}};
        QList<LineChange> changes;
        for (const Block &block : diff->blocks)
            changes.append({block.oldStart, before.mid(block.oldStart, block.oldCount),
                            after.mid(block.newStart, block.newCount)});
        return changes;
    }
};

/// What an escape stands for that is written as a letter; 0: it is none.
char controlOf(char letter)
{
    return letter == 'n' ? '\n' : letter == 't' ? '\t' : letter == 'r' ? '\r' : '\0';
}

/// Whether a line end or a tab is written as an escape in `text`.
bool hasControlEscapes(const QByteArray &text)
{
    for (qsizetype i = 0; i + 1 < text.size(); ++i) {
        if (text[i] == '\\' && controlOf(text[++i]) != '\0')
            return true;
    }
    return false;
}

/// Undoes the backslashes that a model writes when it takes its text for a string literal; those of
/// line ends and tabs only with `controls`.
QByteArray unescaped(const QByteArray &text, bool controls)
{
    QByteArray out;
    out.reserve(text.size());
    for (qsizetype i = 0; i < text.size(); ++i) {
        const char next = text[i] == '\\' && i + 1 < text.size() ? text[i + 1] : '\0';
        if (const char control = controlOf(next); control != '\0') {
            out += controls ? QByteArray(1, control) : text.sliced(i, 2);
            ++i;
            continue;
        }
        switch (next) {
        case '\'':
        case '"':
        case '`':
        case '\\':
        case '$':
        case '\n':
            out += next;
            break;
        default:
            out += text[i];
            continue;
        }
        ++i;
    }
    return out;
}

class Ladder
{
public:
    Ladder(const LineTable &text, const QByteArray &oldText, const QByteArray &newText)
        : m_text(text)
        , m_oldText(oldText)
        , m_newText(newText)
        , m_trimmed(text, Tolerance::Trimmed)
    {
    }

    std::optional<TolerantEdit> climb()
    {
        const Wanted wanted(m_oldText, m_newText);
        if (auto found = byTrimmedLines(wanted, std::nullopt))
            return found;
        const auto boundary = byBoundary();
        if (boundary && boundary->lines.size() == 1)
            return boundary;
        for (const auto &[tolerance, rung] :
             {std::pair(Tolerance::Collapsed, EditRung::WhiteSpace),
              std::pair(Tolerance::Punctuation, EditRung::Punctuation)}) {
            const LineIndex index(m_text, tolerance);
            const QList<qsizetype> places = index.find(wanted.before, 0, kListedPlaces);
            if (!places.isEmpty())
                return result(rung, wanted, places, tolerance);
            if (auto found = withinLines(wanted, tolerance, rung))
                return found;
        }
        if (auto found = byEscapes())
            return found;
        if (auto found = byAnchors(wanted))
            return found;
        return boundary;
    }

private:
    [[nodiscard]] TolerantEdit result(EditRung rung, const Wanted &wanted,
                                      const QList<qsizetype> &places, Tolerance tolerance) const
    {
        if (places.size() > 1)
            return {rung, places, {}};
        return {rung, places,
                rewritten(m_text, {{places.first(), wanted.before, wanted.changes(), tolerance}})};
    }

    [[nodiscard]] bool equalButForTrailingSpace(const Wanted &wanted, qsizetype place) const
    {
        QByteArray left;
        QByteArray right;
        for (qsizetype i = 0; i < wanted.before.size(); ++i) {
            if (normalised(wanted.before.at(i), Tolerance::TrailingSpace, left)
                != normalised(m_text.text(place + i), Tolerance::TrailingSpace, right))
                return false;
        }
        return true;
    }

    /// Lines that are indented alike in the one are indented alike in the other.
    [[nodiscard]] bool equalButForUnits(const Wanted &wanted, qsizetype place) const
    {
        std::map<QByteArray, QByteArray> there;
        std::map<QByteArray, QByteArray> back;
        for (qsizetype i = 0; i < wanted.before.size(); ++i) {
            if (isBlank(wanted.before.at(i)))
                continue;
            const QByteArray written = indentOf(wanted.before.at(i)).toByteArray();
            const QByteArray inFile = indentOf(m_text.text(place + i)).toByteArray();
            if (there.emplace(written, inFile).first->second != inFile
                || back.emplace(inFile, written).first->second != written)
                return false;
        }
        return true;
    }

    /// The stricter the difference, the better the place: only places that are equally good make it
    /// unclear which one is meant.
    std::optional<TolerantEdit> byTrimmedLines(const Wanted &wanted,
                                               std::optional<EditRung> as) const
    {
        const QList<qsizetype> places = m_trimmed.find(wanted.before, 0, kBlockCandidates);
        if (places.isEmpty())
            return std::nullopt;
        if (places.size() == kBlockCandidates) // There may be more, and better ones.
            return TolerantEdit{
                    as.value_or(EditRung::LineTrimmed), places.first(kListedPlaces), {}};
        const auto those = [&places](auto accepts) {
            QList<qsizetype> some;
            std::copy_if(places.begin(), places.end(), std::back_inserter(some), accepts);
            return some.first(std::min(some.size(), kListedPlaces));
        };
        if (const auto some =
                    those([&](qsizetype place) { return equalButForTrailingSpace(wanted, place); });
            !some.isEmpty())
            return result(as.value_or(EditRung::TrailingSpace), wanted, some,
                          Tolerance::TrailingSpace);
        if (const auto some =
                    those([&](qsizetype place) { return equalButForUnits(wanted, place); });
            !some.isEmpty())
            return result(as.value_or(EditRung::Indentation), wanted, some, Tolerance::Trimmed);
        return result(as.value_or(EditRung::LineTrimmed), wanted,
                      those([](qsizetype) { return true; }), Tolerance::Trimmed);
    }

    /// A text without line ends as a part of one line.
    std::optional<TolerantEdit> withinLines(const Wanted &wanted, Tolerance tolerance,
                                            EditRung rung) const
    {
        if (wanted.before.size() != 1 || endsInLineEnd(m_oldText))
            return std::nullopt;
        QByteArray storage;
        const QByteArray needle =
                normalised(wanted.before.first(), tolerance, storage).toByteArray();
        TolerantEdit edit{rung, {}, {}};
        qsizetype start = 0;
        for (qsizetype line = 0; line < m_text.size(); ++line) {
            const QByteArrayView form = normalised(m_text.text(line), tolerance, storage);
            qsizetype at = indexOfBytes(form, needle);
            for (; at >= 0 && edit.lines.size() < kListedPlaces;
                 at = indexOfBytes(form, needle, at + needle.size())) {
                edit.lines.append(line);
                start = at;
            }
        }
        if (edit.lines.isEmpty())
            return std::nullopt;
        if (edit.lines.size() == 1)
            edit.text = splicedWithin(edit.lines.first(), tolerance, start, needle.size());
        return edit;
    }

    /// The new text instead of a part of a line, which is given by its place in the normalised line.
    [[nodiscard]] QByteArray splicedWithin(qsizetype line, Tolerance tolerance, qsizetype at,
                                           qsizetype length) const
    {
        const std::vector<NormalUnit> units = normalUnits(m_text.text(line), tolerance);
        qsizetype start = -1;
        qsizetype end = 0;
        qsizetype position = 0;
        for (const NormalUnit &unit : units) {
            if (position >= at && start < 0)
                start = unit.start;
            if (position < at + length)
                end = unit.end;
            position += unit.text.size();
        }
        const qsizetype offset = m_text.offset(line);
        return spliced(offset + std::max<qsizetype>(start, 0), offset + end, newInner());
    }

    /// The text with `text` (its line ends being those of the place) instead of some bytes.
    [[nodiscard]] QByteArray spliced(qsizetype start, qsizetype end, const QByteArray &text) const
    {
        const QByteArray &bytes = m_text.bytes();
        return bytes.first(start) + withLineEnd(text, m_text.lineEndNear(lineAt(start)))
                + bytes.sliced(end);
    }

    [[nodiscard]] qsizetype lineAt(qsizetype offset) const
    {
        qsizetype from = 0;
        qsizetype to = m_text.size();
        while (from + 1 < to) {
            const qsizetype middle = from + (to - from) / 2;
            (m_text.offset(middle) <= offset ? from : to) = middle;
        }
        return from;
    }

    static QByteArray withLineEnd(const QByteArray &text, const QByteArray &end)
    {
        QByteArray out;
        for (qsizetype i = 0; i < text.size(); ++i) {
            if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n')
                continue;
            if (text[i] == '\n')
                out += end;
            else
                out += text[i];
        }
        return out;
    }

    /// `wanted` as it stands, with any of the line ends; every place, up to the listed number.
    [[nodiscard]] QList<std::pair<qsizetype, qsizetype>> placesOf(const QByteArray &wanted) const
    {
        QList<std::pair<qsizetype, qsizetype>> places;
        const QByteArray lf = withLineEnd(wanted, "\n");
        const QByteArray crlf = withLineEnd(wanted, "\r\n");
        QList<QByteArray> forms{lf};
        if (crlf != lf)
            forms.append(crlf);
        for (const QByteArray &form : std::as_const(forms)) {
            qsizetype at = indexOfBytes(m_text.bytes(), form);
            for (; at >= 0 && places.size() < kListedPlaces;
                 at = indexOfBytes(m_text.bytes(), form, at + form.size()))
                places.append({at, at + form.size()});
        }
        return places;
    }

    [[nodiscard]] TolerantEdit splicedAt(EditRung rung,
                                         const QList<std::pair<qsizetype, qsizetype>> &places,
                                         const QByteArray &text) const
    {
        TolerantEdit edit{rung, {}, {}};
        for (const auto &[start, end] : places)
            edit.lines.append(lineAt(start));
        if (places.size() == 1)
            edit.text = spliced(places.first().first, places.first().second, text);
        return edit;
    }

    std::optional<TolerantEdit> byEscapes() const
    {
        const QByteArray oldText = unescaped(m_oldText, true);
        if (oldText == m_oldText || !hasSubstance(oldText))
            return std::nullopt;
        // A model that escapes the one text escapes the other. But "\n" is most often a part of code,
        // which only an old text with such escapes can disprove.
        const QByteArray newText = unescaped(m_newText, hasControlEscapes(m_oldText));
        if (const auto places = placesOf(oldText); !places.isEmpty())
            return splicedAt(EditRung::Escapes, places, newText);
        return byTrimmedLines(Wanted(oldText, newText), EditRung::Escapes);
    }

    /// The new text without the white space around it that the old text has as well: that is too
    /// much. Any other is meant.
    [[nodiscard]] QByteArray newInner() const
    {
        const QByteArray inner = m_oldText.trimmed();
        const qsizetype lead = m_oldText.indexOf(inner);
        const QByteArray before = m_oldText.first(lead);
        const QByteArray after = m_oldText.sliced(lead + inner.size());
        QByteArray text = m_newText;
        if (text.startsWith(before))
            text = text.sliced(before.size());
        if (text.endsWith(after))
            text.chop(after.size());
        return text;
    }

    std::optional<TolerantEdit> byBoundary() const
    {
        const QByteArray inner = m_oldText.trimmed();
        if (inner == m_oldText)
            return std::nullopt;
        const auto places = placesOf(inner);
        if (places.isEmpty())
            return std::nullopt;
        return splicedAt(EditRung::Boundary, places, newInner());
    }

    std::optional<TolerantEdit> byAnchors(const Wanted &wanted) const
    {
        const qsizetype count = wanted.before.size();
        if (count < 3 || isBlank(wanted.before.first()) || isBlank(wanted.before.last()))
            return std::nullopt;
        const QList<LineChange> changes = wanted.changes();
        qint64 work = kSimilarityWork;
        QList<qsizetype> places;
        const QList<qsizetype> firsts =
                m_trimmed.placesOf(wanted.before.first(), kBlockCandidates + 1);
        if (firsts.size() > kBlockCandidates)
            return std::nullopt; // Such a line is no anchor.
        for (const qsizetype place : firsts) {
            if (m_trimmed.standsAt({wanted.before.last()}, place + count - 1)
                && changedLinesStand(changes, place) && isSimilar(wanted, place, work))
                places.append(place);
            if (work < 0)
                return std::nullopt;
        }
        if (places.isEmpty())
            return std::nullopt;
        return result(EditRung::BlockAnchor, wanted,
                      places.first(std::min(places.size(), kListedPlaces)), Tolerance::Trimmed);
    }

    /// What the edit takes out is there. Other lines keep the bytes of the file anyway.
    [[nodiscard]] bool changedLinesStand(const QList<LineChange> &changes, qsizetype place) const
    {
        return std::all_of(changes.begin(), changes.end(), [&](const LineChange &change) {
            return change.removed.isEmpty()
                    || m_trimmed.standsAt(change.removed, place + change.at);
        });
    }

    [[nodiscard]] bool isSimilar(const Wanted &wanted, qsizetype place, qint64 &work) const
    {
        double sum = 0;
        const qsizetype count = wanted.before.size() - 2;
        QByteArray unused;
        for (qsizetype i = 1; i <= count; ++i) {
            const QByteArrayView written =
                    normalised(wanted.before.at(i), Tolerance::Trimmed, unused);
            const QByteArrayView inFile =
                    normalised(m_text.text(place + i), Tolerance::Trimmed, unused);
            const double similarity = similarityOf(written, inFile, work);
            if (similarity < kLineSimilarity)
                return false;
            sum += similarity;
        }
        return sum / double(count) >= kBlockSimilarity;
    }

    const LineTable &m_text;
    const QByteArray &m_oldText;
    const QByteArray &m_newText;
    LineIndex m_trimmed;
};

} // namespace

QString rungName(EditRung rung)
{
    switch (rung) {
    case EditRung::TrailingSpace:
        return u"trailing-space"_s;
    case EditRung::Indentation:
        return u"indentation"_s;
    case EditRung::LineTrimmed:
        return u"line-trimmed"_s;
    case EditRung::WhiteSpace:
        return u"white-space"_s;
    case EditRung::Punctuation:
        return u"punctuation"_s;
    case EditRung::Escapes:
        return u"escapes"_s;
    case EditRung::Boundary:
        return u"boundary"_s;
    case EditRung::BlockAnchor:
        return u"block-anchor"_s;
    }
    return {};
}

QString rungWords(EditRung rung)
{
    switch (rung) {
    case EditRung::TrailingSpace:
        return u"apart from white space at the end of lines"_s;
    case EditRung::Indentation:
        return u"apart from the indentation"_s;
    case EditRung::LineTrimmed:
        return u"apart from white space at both ends of lines"_s;
    case EditRung::WhiteSpace:
        return u"apart from white space"_s;
    case EditRung::Punctuation:
        return u"apart from typographic characters and white space"_s;
    case EditRung::Escapes:
        return u"without the backslashes"_s;
    case EditRung::Boundary:
        return u"without the white space around it"_s;
    case EditRung::BlockAnchor:
        return u"by its first and last line, with similar lines between them"_s;
    }
    return {};
}

std::optional<TolerantEdit> tolerantEdit(const LineTable &text, const QByteArray &oldText,
                                         const QByteArray &newText)
{
    if (text.bytes().size() > kTolerantBytes || text.size() > kTolerantLines
        || oldText.size() > kTolerantOldBytes || !hasSubstance(oldText))
        return std::nullopt;
    return Ladder(text, oldText, newText).climb();
}

} // namespace Countersign::Diff
