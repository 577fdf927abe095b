// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QString>

class QTextDocument;

namespace Countersign::Conversation {

/// Fills `document` with Markdown (CommonMark and tables) in the theme's fonts and colours. HTML is
/// shown as text, never interpreted; nothing is loaded from anywhere; links show where they lead.
/// Hidden characters are made visible. Linear in the text. GUI thread.
void renderMarkdown(QTextDocument &document, const QString &markdown);

} // namespace Countersign::Conversation
