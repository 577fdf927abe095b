// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#include "diff/indentation.h"

#include "diff/tolerance.h"

#include <algorithm>
#include <numeric>

namespace Countersign::Diff {

namespace {

/// Different indentations that are worth remembering: code has a dozen.
constexpr size_t kMaximumPairs = 64;
constexpr qsizetype kUsualUnit = 4;

bool onlyOf(QByteArrayView text, char c)
{
    return std::all_of(text.begin(), text.end(), [c](char one) { return one == c; });
}

} // namespace

void Indentation::learn(QByteArrayView written, QByteArrayView inFile)
{
    if (isBlank(written) || isBlank(inFile) || m_pairs.size() >= kMaximumPairs)
        return;
    const QByteArrayView from = indentOf(written);
    const bool known = std::any_of(m_pairs.begin(), m_pairs.end(),
                                   [from](const Pair &pair) { return pair.written == from; });
    if (!known)
        m_pairs.push_back({from.toByteArray(), indentOf(inFile).toByteArray()});
}

void Indentation::measure(QByteArrayView written)
{
    if (written.isEmpty() || !onlyOf(written, ' '))
        return;
    m_smallest = m_smallest == 0 ? written.size() : std::min(m_smallest, written.size());
    m_common = std::gcd(m_common, written.size());
}

/// Lines that are only aligned with something do not make the unit smaller.
qsizetype Indentation::measuredUnit() const
{
    return m_common >= kUsualUnit ? m_common : m_smallest;
}

QByteArray Indentation::translated(QByteArrayView written) const
{
    const Pair *below = nullptr; // The longest learnt one that `written` begins with.
    const Pair *above = nullptr; // The shortest one that begins with `written`.
    for (const Pair &pair : m_pairs) {
        if (pair.written == written)
            return pair.inFile;
        if (written.startsWith(pair.written)
            && (!below || pair.written.size() > below->written.size()))
            below = &pair;
        if (QByteArrayView(pair.written).startsWith(written)
            && (!above || pair.written.size() < above->written.size()))
            above = &pair;
    }
    if (below)
        return below->inFile + step(written.sliced(below->written.size()));
    if (above) {
        const QByteArray less = step(QByteArrayView(above->written).sliced(written.size()));
        return above->inFile.endsWith(less) ? above->inFile.chopped(less.size())
                                            : written.toByteArray();
    }
    return written.toByteArray();
}

/// Added indentation in the file's unit.
QByteArray Indentation::step(QByteArrayView written) const
{
    qsizetype spacesWritten = 0;
    if (onlyOf(written, ' '))
        spacesWritten = m_smallest > 0 ? measuredUnit() : written.size();
    qsizetype spacesInFile = 0;
    bool fileHasTabs = false;
    bool fileHasSpaces = false;
    for (const Pair &pair : m_pairs) {
        if (onlyOf(pair.written, ' '))
            spacesWritten = std::gcd(spacesWritten, qsizetype(pair.written.size()));
        if (onlyOf(pair.inFile, ' '))
            spacesInFile = std::gcd(spacesInFile, qsizetype(pair.inFile.size()));
        fileHasTabs = fileHasTabs || pair.inFile.contains('\t');
        fileHasSpaces = fileHasSpaces || pair.inFile.contains(' ');
    }
    if (onlyOf(written, ' ') && fileHasTabs && !fileHasSpaces && spacesWritten > 1)
        return QByteArray(written.size() / spacesWritten, '\t')
                + QByteArray(written.size() % spacesWritten, ' ');
    if (onlyOf(written, '\t') && fileHasSpaces && !fileHasTabs)
        return QByteArray(written.size() * (spacesInFile > 1 ? spacesInFile : kUsualUnit), ' ');
    return written.toByteArray();
}

} // namespace Countersign::Diff
