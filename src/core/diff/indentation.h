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

    std::vector<Pair> m_pairs; ///< One for each written indentation, in the order of being learnt.
};

} // namespace Countersign::Diff
