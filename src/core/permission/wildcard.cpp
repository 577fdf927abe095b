// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "permission/wildcard.h"

namespace Countersign::Permission {

namespace {

constexpr QChar kAnyRun = u'*';
constexpr QChar kAnyUnit = u'?';

// A backslash counts as a slash on both sides, so that a path is one text however it was written.
constexpr QChar folded(QChar c)
{
    return c == u'\\' ? QChar(u'/') : c;
}

bool unitMatches(QChar text, QChar pattern)
{
    return pattern == kAnyUnit || folded(text) == folded(pattern);
}

// Keeps only the last star to come back to: what an earlier star could still yield, the later one
// yields as well. So the work is bounded by the product of the lengths and cannot explode.
Match glob(QStringView text, QStringView pattern)
{
    Match result;
    qsizetype t = 0;
    qsizetype p = 0;
    qsizetype star = -1; // Place of the last star in the pattern …
    qsizetype resume = 0; // … and where in the text what follows it is tried next.
    while (t < text.size()) {
        ++result.steps;
        if (p < pattern.size() && pattern[p] == kAnyRun) {
            star = p++;
            resume = t;
        } else if (p < pattern.size() && unitMatches(text[t], pattern[p])) {
            ++t;
            ++p;
        } else if (star >= 0) {
            p = star + 1;
            t = ++resume;
        } else {
            return result;
        }
    }
    while (p < pattern.size() && pattern[p] == kAnyRun) {
        ++result.steps;
        ++p;
    }
    result.matched = p == pattern.size();
    return result;
}

} // namespace

Match matchCounted(QStringView text, QStringView pattern)
{
    Match whole = glob(text, pattern);
    if (whole.matched || !pattern.endsWith(u" *"))
        return whole;
    // "git push *" is also "git push": the space and what follows are optional together.
    const Match bare = glob(text, pattern.chopped(2));
    return {bare.matched, whole.steps + bare.steps};
}

} // namespace Countersign::Permission
