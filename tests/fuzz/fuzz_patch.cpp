// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

// A patch, a NUL byte, and a file: the parser and the applier take anything, and what is applied
// leaves every byte alone that no hunk takes out.

#include "diff/linetable.h"
#include "diff/patchapply.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

using namespace Countersign;
using namespace Countersign::Diff;

namespace {

void require(bool holds, const char *what)
{
    if (holds)
        return;
    std::fprintf(stderr, "does not hold: %s\n", what);
    std::abort();
}

/// Walks through both texts at once: kept lines must be the same bytes, in order, and where a hunk is
/// there are as many new lines as it adds.
class Walk
{
public:
    Walk(const QByteArray &before, const QByteArray &after) : m_before(before), m_after(after) { }

    void keepTo(qsizetype line)
    {
        for (; m_at < line; ++m_at, ++m_new) {
            require(m_new < m_after.size(), "a kept line is there");
            require(m_before.text(m_at) == m_after.text(m_new), "a kept line keeps its bytes");
            // Only the end of the file can gain or lose a line end, because a file without one stays so.
            const bool last = m_at + 1 == m_before.size() || m_new + 1 == m_after.size();
            require(last || m_before.lineEnd(m_at) == m_after.lineEnd(m_new),
                    "a kept line keeps its end");
        }
    }

    void walk(const PatchHunk &hunk, const PlacedHunk &placed)
    {
        keepTo(placed.line - 1);
        for (const PatchLine &line : hunk.lines) {
            if (line.sign == PatchSign::Context) {
                keepTo(m_at + 1);
            } else if (line.sign == PatchSign::Removed) {
                ++m_at;
            } else {
                // An empty line at the very end of a file without a last line end cannot be seen.
                const bool seen = m_new < m_after.size();
                require(seen || line.text.isEmpty() || !m_before.hasFinalLineEnd(),
                        "an added line is there");
                require(!seen || placed.tolerance != Tolerance::Exact
                                || m_after.text(m_new) == line.text,
                        "an added line is as the patch has it");
                ++m_new;
            }
        }
    }

    void finish()
    {
        keepTo(m_before.size());
        require(m_new >= m_after.size(), "nothing else is added");
    }

private:
    LineTable m_before;
    LineTable m_after;
    qsizetype m_at = 0;
    qsizetype m_new = 0;
};

void check(const QByteArray &file, const PatchSection &section)
{
    const auto patched = applyHunks(file, section.hunks, section.path);
    if (!patched)
        return require(!patched.error().message.isEmpty(), "an error has words");
    require(patched->hunks.size() == section.hunks.size(), "every hunk has a place");
    // The kind of line end may be another one in a text that has only CR or only one line.
    const bool oneKind = !file.contains('\r') && !patched->bytes.contains('\r');
    std::vector<qsizetype> order(size_t(section.hunks.size()));
    for (size_t i = 0; i < order.size(); ++i) {
        order[i] = qsizetype(i);
        const PatchHunk &hunk = section.hunks.at(order[i]);
        // The applier may drop an empty last line, which this walk does not follow.
        const auto last =
                std::find_if(hunk.lines.rbegin(), hunk.lines.rend(),
                             [](const auto &line) { return line.sign != PatchSign::Added; });
        if (!oneKind || (last != hunk.lines.rend() && last->text.isEmpty()))
            return;
    }
    const auto additionsOnly = [&section](qsizetype index) {
        const auto &lines = section.hunks.at(index).lines;
        return std::all_of(lines.begin(), lines.end(),
                           [](const auto &line) { return line.sign == PatchSign::Added; });
    };
    std::stable_sort(order.begin(), order.end(), [&](qsizetype a, qsizetype b) {
        const qsizetype left = patched->hunks.at(a).line;
        const qsizetype right = patched->hunks.at(b).line;
        return left != right ? left < right : additionsOnly(a) && !additionsOnly(b);
    });
    Walk walk(file, patched->bytes);
    for (const qsizetype index : order)
        walk.walk(section.hunks.at(index), patched->hunks.at(index));
    walk.finish();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const QByteArray input(reinterpret_cast<const char *>(data), qsizetype(size));
    const qsizetype cut = input.indexOf('\0');
    const QByteArray file = cut < 0 ? QByteArray() : input.sliced(cut + 1);
    const auto sections = parsePatch(QString::fromUtf8(cut < 0 ? input : input.first(cut)));
    if (!sections) {
        require(sections.error().code == ErrorCode::InvalidInput, "the one error there is");
        return 0;
    }
    require(!sections->isEmpty(), "a patch has sections");
    for (const PatchSection &section : *sections) {
        require(!section.path.isEmpty(), "a section has a path");
        if (section.action == PatchAction::Update)
            check(file, section);
    }
    return 0;
}
