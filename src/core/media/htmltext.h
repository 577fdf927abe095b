// SPDX-FileCopyrightText: 2026 The Countersign developers
// SPDX-License-Identifier: MIT

#pragma once

#include "base/result.h"

#include <QString>
#include <QUrl>

#include <stop_token>

namespace Countersign::Media {

enum class HtmlForm {
    Markdown, ///< Headings, lists, tables, links, pictures, code with its language.
    Text, ///< What a person reads, without any marks.
};

struct HtmlText
{
    QString title; ///< Of the page; may be empty.
    QString text; ///< Without a last line end.
    bool truncated = false; ///< There was more than kLongestHtmlText.
    bool flattened = false; ///< Nested so deeply that from some place on only its text was read.
    int hidden =
            0; ///< Characters that nobody sees (see removeHiddenLetters()) and that were left out.
    friend bool operator==(const HtmlText &, const HtmlText &) = default;
};

/// Most UTF-16 units that htmlToText() makes; a page of 5 MiB of text fits.
constexpr qsizetype kLongestHtmlText = qsizetype(16) * 1024 * 1024;

/// What a person would read of a page, for a model. Links are made absolute with `base`. Scripts, styles,
/// embedded things and what the page hides are left out. Any input has a result, in time and memory
/// that grow linearly with it. Blocking: some 100 ms for 5 MB. Errors: Cancelled, Internal.
[[nodiscard]] Result<HtmlText> htmlToText(const QString &html, const QUrl &base, HtmlForm form,
                                          std::stop_token stop);

} // namespace Countersign::Media
