// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QList>
#include <QString>

namespace Countersign::Conversation {

/// A piece of an answer that is rendered by itself.
struct Chunk
{
    qsizetype start = 0;
    qsizetype end = 0;
    QString fence; ///< The line that opened the code block in which the piece begins; else empty.
    friend bool operator==(const Chunk &, const Chunk &) = default;
};

/// Cuts Markdown where a new block begins, and long code blocks between lines, into pieces of about
/// 8,000 characters, so that what grows is only the last one. `before` are the pieces of a beginning
/// of `text`: only the last of them is looked at again. A cut never moves when text is added.
[[nodiscard]] QList<Chunk> splitAnswer(const QString &text, const QList<Chunk> &before = {});

} // namespace Countersign::Conversation
