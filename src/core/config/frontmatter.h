// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include <QHash>
#include <QString>

#include <tl/expected.hpp>

namespace Countersign::Config {

/// What is wrong with a front matter, and in which line (from 1).
struct FrontMatterError
{
    int line = 0;
    QString message;
    friend bool operator==(const FrontMatterError &, const FrontMatterError &) = default;
};

/// A value of the front matter. Lists, maps, anchors and tags are noted but not read.
struct FrontMatterValue
{
    QString text; ///< Empty when it is not a text.
    bool isText = false; ///< False also for null.
    int line = 0; ///< Of its key, from 1.
    friend bool operator==(const FrontMatterValue &, const FrontMatterValue &) = default;
};

struct FrontMatter
{
    QHash<QString, FrontMatterValue> values; ///< By key, the outermost ones only.
    qsizetype bodyStart = 0; ///< Where the document begins, as an index into the text.
};

/// Reads the front matter of a Markdown document: what stands between a first line "---" and the next
/// "---" or "...". Of YAML it knows keys with plain, quoted, literal ("|") and folded (">") texts, also
/// over several lines, and comments; a plain text may hold ": ", as people write it. Linear time.
[[nodiscard]] tl::expected<FrontMatter, FrontMatterError> readFrontMatter(const QString &text);

/// True when the text begins with the line "---".
[[nodiscard]] bool hasFrontMatter(QStringView text);

} // namespace Countersign::Config
