// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QList>
#include <QString>
#include <QStringView>

namespace Countersign::Theme {

/// Where `text` has characters that are not what they look like, in order, as the index of their
/// first UTF-16 unit: control, bidirectional, zero-width, tag and private characters, spaces other
/// than the ordinary one, letters of another script inside a word of Latin ones that look the same
/// ("pаypal" with U+0430), whole words made of such letters where no other letter of their script
/// is near, and signs that pass for ASCII punctuation. Line ends and tabs are not among them.
[[nodiscard]] QList<qsizetype> deceptiveUnits(QStringView text);

/// `text` with those characters as visible escapes (U+202E → "⟨U+202E⟩"). `found` (may be null) tells
/// whether any was there.
[[nodiscard]] QString visibleText(const QString &text, bool *found = nullptr);
/// The same for prose, without looking for look-alikes: the selectors and joiners of emoji that are
/// drawn as one picture stay. Not for anything that is decided on.
[[nodiscard]] QString visibleProse(const QString &text);
/// `text` for a tool tip, with its hidden characters visible. Qt takes a tip for HTML where it looks like
/// it, pictures from files included, and shows what is only escaped with its escapes. Empty stays so.
[[nodiscard]] QString tipText(const QString &text);
/// "⟨U+202E⟩"
[[nodiscard]] QString escapedCharacter(char32_t c);

} // namespace Countersign::Theme
