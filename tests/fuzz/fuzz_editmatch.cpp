// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

// A file, an old and a new text, with NUL bytes between them: whatever the match is tolerant of, every
// byte before and behind the lines of the place stays.

#include "diff/editmatch.h"
#include "tools/editabletext.h"
#include "tools/textmatch.h"

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

void checkExact(const QByteArray &text, const QList<TextMatch> &matches, const QByteArray &newText)
{
    qsizetype end = 0;
    for (const TextMatch &match : matches) {
        require(match.start >= end && match.length > 0, "places are in order and apart");
        end = match.start + match.length;
        require(end <= text.size(), "a place is in the text");
    }
    const QByteArray after = spliced(text, {matches.first()}, newText);
    const TextMatch &first = matches.first();
    require(after.startsWith(QByteArrayView(text).first(first.start)), "what is before stays");
    require(after.endsWith(QByteArrayView(text).sliced(first.start + first.length)),
            "what is behind stays");
}

void checkTolerant(const QByteArray &text, const QByteArray &oldText, const QByteArray &newText)
{
    const LineTable table(text);
    const auto edit = tolerantEdit(table, oldText, newText);
    if (!edit)
        return;
    require(!edit->lines.isEmpty(), "a match has a place");
    if (edit->lines.size() > 1)
        return require(edit->text.isEmpty(), "several places change nothing");
    const qsizetype line = edit->lines.first();
    require(line >= 0 && line < table.size(), "the place is in the text");
    require(edit->text.startsWith(QByteArrayView(text).first(table.offset(line))),
            "what is before stays");
    // An escaped line end makes two lines of one.
    const qsizetype covered = linesOf(oldText).size() + oldText.count("\\n") + oldText.count("\\r");
    QByteArrayView behind =
            QByteArrayView(text).sliced(table.offset(std::min(line + covered, table.size())));
    require(edit->text.endsWith(behind), "what is behind stays");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const QByteArray input(reinterpret_cast<const char *>(data), qsizetype(size));
    const QList<QByteArray> parts = input.split('\0');
    if (parts.size() < 3 || parts.at(1).isEmpty())
        return 0;
    const auto file = EditableText::from(parts.at(0));
    if (!file)
        return 0;
    const auto same = file->bytesOf(file->text());
    require(same && *same == parts.at(0), "what is not changed is given back");
    const QList<TextMatch> matches = findExact(file->text(), parts.at(1));
    if (matches.isEmpty())
        checkTolerant(file->text(), parts.at(1), parts.at(2));
    else
        checkExact(file->text(), matches, parts.at(2));
    return 0;
}
