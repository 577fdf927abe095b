// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <utility>
#include <vector>

namespace Countersign::Diff {

/// Translates the indentation of text that a model wrote into that of the file, learnt from lines
/// that both have.
class Indentation
{
public:
    /// The same line as it was written and as the file has it. Blank lines teach nothing.
    void learn(QByteArrayView written, QByteArrayView inFile);

    /// The indentation of a line that is new. All of them are measured before the first is translated:
    /// two levels of one unit cannot be told from one level of a wide one by a line alone.
    void measure(QByteArrayView written);

    /// What a new line with the indentation `written` begins with in the file: as learnt; else by
    /// the nearest smaller indentation that was learnt and the unit of both sides; else as written.
    [[nodiscard]] QByteArray translated(QByteArrayView written) const;

private:
    struct Pair
    {
        QByteArray written;
        QByteArray inFile;
    };
    [[nodiscard]] QByteArray step(QByteArrayView written) const;
    [[nodiscard]] qsizetype measuredUnit() const;

    std::vector<Pair> m_pairs; ///< One for each written indentation, in the order of being learnt.
    qsizetype m_smallest = 0; ///< Of the measured ones, if they are spaces; 0: none was measured.
    qsizetype m_common = 0; ///< Their greatest common divisor.
};

} // namespace Countersign::Diff
