// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QString>

#include <vector>

namespace Countersign::Diff {

/// What two lines may differ in and still count as the same, strictest first. Each allows what those
/// before it allow.
enum class Tolerance {
    Exact,
    TrailingSpace, ///< White space at the end.
    Trimmed, ///< White space at both ends.
    Collapsed, ///< Any amount of white space where there is some.
    Punctuation, ///< And typographic quotes, dashes, dots and spaces for their ASCII forms.
};

/// Larger texts, and texts of more lines, are not searched with tolerance: each of its kinds takes
/// memory for every line.
inline constexpr qsizetype kTolerantBytes = 8 * 1024 * 1024;
inline constexpr qsizetype kTolerantLines = 1'000'000;

/// For people and the model: "trailing white space", "indentation", …; empty for Exact.
[[nodiscard]] QString toleranceName(Tolerance tolerance);

/// The form in which lines that are the same under `tolerance` are equal. The result is a part of
/// `line`, or of `storage` where it had to be made.
[[nodiscard]] QByteArrayView normalised(QByteArrayView line, Tolerance tolerance,
                                        QByteArray &storage);

[[nodiscard]] bool isBlank(QByteArrayView line);
/// The white space that a line begins with.
[[nodiscard]] QByteArrayView indentOf(QByteArrayView line);

/// One character of a normalised line and the bytes of the line that it stands for.
struct NormalUnit
{
    QByteArrayView text; ///< In the line, or a constant.
    qsizetype start = 0;
    qsizetype end = 0;
};

/// A line's normalised form, character by character, white space at both ends left out.
[[nodiscard]] std::vector<NormalUnit> normalUnits(QByteArrayView line, Tolerance tolerance);

} // namespace Countersign::Diff
