// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QList>

namespace Countersign::Diff {

/// The lines of a text as git counts them: they end at '\n' (a '\r' before it belongs to the line), and
/// a last line without an end counts. One buffer and one list of places, both shared by copies: a
/// million lines cost no allocation each, neither to make nor to drop. (LineTable knows the other
/// line ends too.) For texts below 4 GiB.
class Lines
{
public:
    Lines() = default;
    explicit Lines(QByteArray text);

    [[nodiscard]] qsizetype size() const { return m_ends.size(); }
    [[nodiscard]] qsizetype bytes() const { return m_text.size(); } ///< With the line ends.
    [[nodiscard]] bool isEmpty() const { return m_ends.isEmpty(); }
    /// A line without its end; valid as long as these lines, or a copy, are there unchanged.
    [[nodiscard]] QByteArrayView at(qsizetype line) const
    {
        const qsizetype start = line == 0 ? 0 : qsizetype(m_ends.at(line - 1)) + 1;
        return QByteArrayView(m_text).sliced(start, qsizetype(m_ends.at(line)) - start);
    }

    /// Whether the text ends with a line end, or is empty.
    [[nodiscard]] bool hasFinalNewline() const
    {
        return m_ends.isEmpty() || qsizetype(m_ends.constLast()) < m_text.size();
    }

    void reserve(qsizetype lines) { m_ends.reserve(lines); }
    void append(QByteArrayView line); ///< `line` has no '\n' and is no part of these lines.

    friend bool operator==(const Lines &a, const Lines &b);

private:
    QByteArray m_text;
    QList<quint32> m_ends; ///< Of each line: where its '\n' is, or would be.
};

} // namespace Countersign::Diff
