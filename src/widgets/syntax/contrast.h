// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QColor>
#include <QList>

namespace Countersign::Syntax {

/// The least contrast of text that must be read (WCAG 2.2, success criterion 1.4.3, level AA).
inline constexpr double kReadable = 4.5;

/// Contrast of two opaque colours, 1 to 21, by WCAG's relative luminance.
[[nodiscard]] double contrast(const QColor &one, const QColor &other);

/// Everything that code is painted on: panel, added and removed lines and words.
[[nodiscard]] QList<QColor> codeBackgrounds(bool dark);

/// `color` with its lightness moved away from the backgrounds, no further than needed, until its
/// contrast on each of them is at least kReadable. Hue is kept.
[[nodiscard]] QColor readableOn(const QColor &color, const QList<QColor> &backgrounds, bool dark);

} // namespace Countersign::Syntax
