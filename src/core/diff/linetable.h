// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <vector>

namespace Countersign::Diff {

/// The lines of a text as places in its bytes; nothing is copied. Lines end at LF or CR LF; in a text
/// without any LF at CR. A last line without an end counts; after a final line end there is no line.
/// Any ASCII-compatible encoding will do, and bytes that are valid in none.
class LineTable
{
public:
    explicit LineTable(QByteArray bytes);

    [[nodiscard]] const QByteArray &bytes() const { return m_bytes; }
    [[nodiscard]] qsizetype size() const { return qsizetype(m_lines.size()); }
    /// A line without its end.
    [[nodiscard]] QByteArrayView text(qsizetype line) const;
    /// Its end: empty, "\n", "\r\n" or "\r".
    [[nodiscard]] QByteArrayView lineEnd(qsizetype line) const;
    /// Offset of a line's first byte; for size(): of the end of the text.
    [[nodiscard]] qsizetype offset(qsizetype line) const;
    /// True for an empty text as well.
    [[nodiscard]] bool hasFinalLineEnd() const;
    /// The line end that new text next to `line` should have: the one of that line, else of the
    /// nearest line before it, else of the first line; "\n" where there is none.
    [[nodiscard]] QByteArray lineEndNear(qsizetype line) const;

private:
    struct Line
    {
        qsizetype start = 0;
        qsizetype length = 0;
    };
    QByteArray m_bytes;
    std::vector<Line> m_lines;
};

/// `text` cut at its line ends (LF, CR LF or CR); a final line end makes no last empty line.
[[nodiscard]] QList<QByteArray> linesOf(const QByteArray &text);

} // namespace Countersign::Diff
